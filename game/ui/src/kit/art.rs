//! Parts that only show: frames, pictures, bars, rules, the focus ring.

use super::Kit;
use crate::frames::{self, Frame};
use crate::icons::Icon;
use crate::palette;
use egui::{Color32, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, TextureId, Vec2, pos2, vec2};

impl Kit<'_> {
    /// A frame that belongs to the interface: a pointer on it is not on the battlefield.
    pub fn plate(&mut self, rect: Rect, frame: Frame) {
        self.plates.push(rect);
        self.frame(rect, frame);
    }

    /// A frame without a claim to the pointer.
    pub fn frame(&self, rect: Rect, frame: Frame) {
        self.frame_tinted(rect, frame, Color32::WHITE);
    }

    /// A frame under a tint, which can only darken.
    pub fn frame_tinted(&self, rect: Rect, frame: Frame, tint: Color32) {
        let handle = self.theme.frame(frame);
        let mesh = nine_slice(rect, frames::shape(frame), handle.id(), handle.size()[0] as f32, self.theme.pixels_per_point, tint);
        self.painter().add(Shape::mesh(mesh));
    }

    /// A sign in its own colors.
    pub fn icon(&self, center: Pos2, size: f32, icon: Icon) {
        self.icon_tinted(center, size, icon, Color32::WHITE);
    }

    /// A sign under a tint.
    pub fn icon_tinted(&self, center: Pos2, size: f32, icon: Icon, tint: Color32) {
        self.image(center, size, self.theme.icon(icon, size), tint);
    }

    pub(super) fn image(&self, center: Pos2, size: f32, texture: TextureId, tint: Color32) {
        // Snap to whole pixels: the picture was drawn at exactly this size.
        let ppp = self.theme.pixels_per_point;
        let snap = |v: f32| (v * ppp).round() / ppp;
        let px = (size * ppp).round() / ppp;
        let min = pos2(snap(center.x - px * 0.5), snap(center.y - px * 0.5));
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        self.painter().image(texture, Rect::from_min_size(min, Vec2::splat(px)), whole, tint);
    }

    /// A bar: recess, gloss fill, optional ghost of what was just lost, ticks. The number beside it says the same.
    pub fn bar(&self, rect: Rect, fraction: f32, ghost: f32, color: Color32, ticks: usize) {
        self.frame(rect, Frame::Recess);
        let inner = rect.shrink(3.0);
        let part = |from: f32, to: f32| {
            Rect::from_min_max(pos2(inner.left() + inner.width() * from, inner.top()), pos2(inner.left() + inner.width() * to, inner.bottom()))
        };
        let ghost = ghost.clamp(0.0, 1.0);
        if ghost > fraction {
            self.painter().rect_filled(part(fraction, ghost), 0.0, palette::PARCHMENT_LIGHT);
        }
        let fraction = if fraction.is_finite() { fraction.clamp(0.0, 1.0) } else { 0.0 };
        if fraction > 0.02 {
            self.frame_tinted(part(0.0, fraction), Frame::Gloss, color);
        }
        for i in 1..ticks {
            let x = inner.left() + inner.width() * i as f32 / ticks as f32;
            self.painter().vline(x, inner.y_range(), Stroke::new(1.5, palette::OUTLINE.gamma_multiply(0.75)));
        }
    }

    /// Three stars at the right of `room`, `won` of them gold.
    pub fn stars(&self, room: Rect, won: u8, size: f32) {
        for i in 0..3u8 {
            let x = room.right() - size * 0.5 - f32::from(2 - i) * (size + 2.0);
            self.icon(pos2(x, room.center().y), size, if i < won { Icon::Star } else { Icon::StarEmpty });
        }
    }

    /// A line across parchment with a diamond at each end.
    pub fn rule(&self, x: egui::Rangef, y: f32) {
        self.painter().hline(x, y, Stroke::new(1.5, palette::PARCHMENT_BURNT));
        self.painter().hline(x, y + 1.5, Stroke::new(1.0, palette::PARCHMENT_LIGHT));
        for end in [x.min, x.max] {
            let c = pos2(end, y);
            let diamond = vec![c + vec2(-4.0, 0.0), c + vec2(0.0, -4.0), c + vec2(4.0, 0.0), c + vec2(0.0, 4.0)];
            self.painter().add(Shape::convex_polygon(diamond, palette::PARCHMENT_BURNT, Stroke::NONE));
        }
    }
}

/// The ring: gold between two dark lines, with four claws pointing outward. Shape and light both say "here". All dark parts are laid
/// down before any gold, so ring and claws read as one piece.
pub fn ring(painter: &Painter, rect: Rect) {
    let r = rect.expand(2.5);
    let corners = [(r.left_top(), -1.0, -1.0), (r.right_top(), 1.0, -1.0), (r.left_bottom(), -1.0, 1.0), (r.right_bottom(), 1.0, 1.0)];
    for (grow, width, color) in [(1.8, 6.2, palette::FOCUS_KEYLINE), (0.0, 2.8, palette::FOCUS)] {
        painter.rect_stroke(r, 4.0, Stroke::new(width, color), StrokeKind::Middle);
        for (corner, sx, sy) in corners {
            let tip = corner + vec2(sx * 4.0, sy * 4.0);
            let out = tip + vec2(sx * grow, sy * grow);
            let inner = corner - vec2(sx * (1.0 - grow), sy * (1.0 - grow));
            let along = corner + vec2(-sx * (11.0 + grow), sy * (1.2 + grow * 0.6));
            let down = corner + vec2(sx * (1.2 + grow * 0.6), -sy * (11.0 + grow));
            painter.add(Shape::convex_polygon(vec![out, along, inner], color, Stroke::NONE));
            painter.add(Shape::convex_polygon(vec![out, inner, down], color, Stroke::NONE));
        }
    }
}

/// Nine-slice with repeated or stretched edges. Corners keep their size; if the rect is smaller than two corners, they shrink.
pub fn nine_slice(rect: Rect, shape: frames::Shape, texture: TextureId, texture_px: f32, pixels_per_point: f32, tint: Color32) -> Mesh {
    let snap = |v: f32| (v * pixels_per_point).round() / pixels_per_point;
    let outer = rect.expand(shape.outset);
    let outer = Rect::from_min_max(pos2(snap(outer.left()), snap(outer.top())), pos2(snap(outer.right()), snap(outer.bottom())));
    let corner_px = (shape.corner * pixels_per_point).round();
    let corner_uv = corner_px / texture_px;
    let corner = corner_px / pixels_per_point;
    let middle = (texture_px - 2.0 * corner_px) / pixels_per_point;
    // Cuts along one axis: (from, to, uv from, uv to).
    let cuts = |from: f32, to: f32| {
        let c = corner.min((to - from) * 0.5);
        let cu = corner_uv * c / corner;
        let mut list = vec![(from, from + c, 0.0, cu)];
        let (a, b) = (from + c, to - c);
        if shape.repeats && c == corner {
            // A whole number of tiles, each a little stretched or squeezed: a cut tile would show a seam at the corner.
            let count = ((b - a) / middle).round().max(1.0) as usize;
            for i in 0..count {
                let x = |i: usize| a + (b - a) * i as f32 / count as f32;
                list.push((x(i), x(i + 1), corner_uv, 1.0 - corner_uv));
            }
        } else if b > a {
            list.push((a, b, cu, 1.0 - cu));
        }
        list.push((to - c, to, 1.0 - cu, 1.0));
        list
    };
    let mut mesh = Mesh::with_texture(texture);
    let rows = cuts(outer.top(), outer.bottom());
    for (left, right, u0, u1) in cuts(outer.left(), outer.right()) {
        for &(top, bottom, v0, v1) in &rows {
            let r = Rect::from_min_max(pos2(left, top), pos2(right, bottom));
            mesh.add_rect_with_uv(r, Rect::from_min_max(pos2(u0, v0), pos2(u1, v1)), tint);
        }
    }
    mesh
}
