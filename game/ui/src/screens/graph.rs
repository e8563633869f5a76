//! How a battle went: alive, in the air and gold over time. A curve is told apart by its color, its dashes and its mark at the end.

use super::Cut;
use crate::frames::Frame;
use crate::kit::Kit;
use crate::palette::{self, Ink, On};
use crate::text;
use crate::theme::Type;
use egui::{Align2, Color32, Pos2, Rect, Shape, Stroke, pos2, vec2};
use view::hud::Summary;

/// Seconds, alive, in the air, gold.
type Sample = (f32, u32, u32, i32);

/// A share of the height, for one curve.
type Share<'a> = &'a dyn Fn(&Sample) -> f32;

/// Most points of a curve: more than pixels is a waste.
const POINTS_MAX: usize = 400;

/// The graph in `area`.
pub fn graph(kit: &mut Kit<'_>, mut area: Rect, summary: &Summary, small: bool) {
    if !small {
        let head = area.cut_top(32.0);
        kit.text(head, Align2::LEFT_CENTER, Type::Title, On::Parchment, Ink::Strong, text::HOW_IT_WENT);
    }
    let legend = area.cut_top(24.0);
    let axis = area.cut_bottom(20.0);
    let mut plot = area.shrink2(vec2(0.0, 4.0));
    let scale = plot.cut_left(48.0);
    kit.frame(plot, Frame::Field);
    let samples: Vec<&Sample> = summary.graph.iter().filter(|s| s.0.is_finite()).collect();
    let (Some(first), Some(last)) = (samples.first(), samples.last()) else {
        kit.text(plot, Align2::CENTER_CENTER, Type::Body, On::ParchmentField, Ink::Soft, text::NO_GRAPH);
        return;
    };
    let (from_s, span_s) = (first.0, last.0 - first.0);
    if span_s <= 0.0 {
        kit.text(plot, Align2::CENTER_CENTER, Type::Body, On::ParchmentField, Ink::Soft, text::NO_GRAPH);
        return;
    }
    let top = round_up(samples.iter().map(|s| s.1.max(s.2)).max().unwrap_or(0).max(4));
    let gold_top = samples.iter().map(|s| s.3).max().unwrap_or(0).max(1);
    grid(kit, plot, scale, axis, top, span_s, small);

    let stride = samples.len().div_ceil(POINTS_MAX).max(1);
    let curve = |share: Share<'_>| -> Vec<Pos2> {
        let at =
            |s: &Sample| pos2(plot.left() + plot.width() * ((s.0 - from_s) / span_s).clamp(0.0, 1.0), plot.bottom() - plot.height() * share(s).clamp(0.0, 1.0));
        // Of each stride the highest: a peak of bodies in the air must not fall between two points.
        samples.chunks(stride).filter_map(|part| part.iter().max_by(|a, b| share(a).total_cmp(&share(b)))).map(|s| at(s)).collect()
    };
    let gold = text::gold_up_to(gold_top);
    let curves: [(&str, Color32, f32, Vec<Pos2>); 3] = [
        (text::CURVE_ALIVE, palette::CURVES[0], 0.0, curve(&|s| s.1 as f32 / top as f32)),
        (text::CURVE_AIR, palette::CURVES[1], 7.0, curve(&|s| s.2 as f32 / top as f32)),
        (&gold, palette::CURVES[2], 3.4, curve(&|s| s.3 as f32 / gold_top as f32)),
    ];
    let mut x = legend.left() + if small { 4.0 } else { 48.0 };
    for (i, (name, color, dash, points)) in curves.into_iter().enumerate() {
        if i == 0 {
            filled(kit, &points, plot.bottom(), color);
        }
        let stroke = Stroke::new(2.6, color);
        let end = points.last().copied().unwrap_or(plot.min);
        if dash > 0.0 {
            kit.painter().extend(Shape::dashed_line(&points, stroke, dash, dash * 0.8));
        } else {
            kit.painter().line(points, stroke);
        }
        mark(kit, end - vec2(3.0, 0.0), i, color);
        let width = kit.width(Type::SmallStrong, name);
        mark(kit, pos2(x + 6.0, legend.center().y), i, color);
        let room = Rect::from_min_size(pos2(x + 18.0, legend.top()), vec2(width + 1.0, legend.height()));
        kit.text(room, Align2::LEFT_CENTER, Type::SmallStrong, On::Parchment, Ink::Strong, name);
        x += width + if small { 32.0 } else { 44.0 };
    }
}

fn grid(kit: &mut Kit<'_>, plot: Rect, scale: Rect, axis: Rect, top: u32, span_s: f32, small: bool) {
    for i in 0..=4u32 {
        let y = plot.bottom() - plot.height() * i as f32 / 4.0;
        kit.painter().hline(plot.x_range(), y, Stroke::new(1.0, palette::PARCHMENT_BURNT.gamma_multiply(0.35)));
        if !small || i % 2 == 0 {
            let room = Rect::from_min_max(pos2(scale.left() - 6.0, y - 10.0), pos2(scale.right() - 8.0, y + 10.0));
            let value = text::short(i64::from(top) * i64::from(i) / 4);
            kit.text(room, Align2::RIGHT_CENTER, Type::Small, On::Parchment, Ink::Soft, &value);
        }
    }
    // Marks of time at a round distance, so that about four fit.
    let most = if small { 3.0 } else { 6.0 };
    let every = [5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1200.0].into_iter().find(|e| span_s / e <= most).unwrap_or(span_s);
    let mut at = 0.0;
    while at <= span_s {
        let x = plot.left() + plot.width() * at / span_s;
        kit.painter().vline(x, plot.y_range(), Stroke::new(1.0, palette::PARCHMENT_BURNT.gamma_multiply(0.30)));
        let room = Rect::from_center_size(pos2(x.min(plot.right() - 18.0), axis.center().y), vec2(48.0, axis.height()));
        kit.text(room, Align2::CENTER_CENTER, Type::Small, On::Parchment, Ink::Soft, &text::clock(at));
        at += every;
    }
}

/// The next number above that divides by four into round ones.
fn round_up(value: u32) -> u32 {
    let mut step = 1u32;
    while step < u32::MAX / 400 {
        for factor in [4, 8, 12, 16, 20, 24, 32] {
            if value <= step * factor {
                return step * factor;
            }
        }
        step *= 10;
    }
    value
}

fn filled(kit: &Kit<'_>, points: &[Pos2], bottom: f32, color: Color32) {
    let mut mesh = egui::Mesh::default();
    for p in points {
        let n = mesh.vertices.len() as u32;
        mesh.colored_vertex(*p, color.gamma_multiply(0.26));
        mesh.colored_vertex(pos2(p.x, bottom), color.gamma_multiply(0.05));
        if n >= 2 {
            mesh.add_triangle(n - 2, n - 1, n);
            mesh.add_triangle(n - 1, n, n + 1);
        }
    }
    kit.painter().add(Shape::mesh(mesh));
}

fn mark(kit: &Kit<'_>, c: Pos2, kind: usize, color: Color32) {
    let edge = Stroke::new(1.5, palette::PARCHMENT_LIGHT);
    let p = kit.painter();
    match kind {
        0 => {
            p.circle(c, 5.5, color, edge);
        }
        1 => {
            let triangle = vec![c + vec2(0.0, -6.5), c + vec2(6.5, 5.0), c + vec2(-6.5, 5.0)];
            p.add(Shape::convex_polygon(triangle, color, edge));
        }
        _ => {
            let diamond = vec![c + vec2(0.0, -6.5), c + vec2(6.5, 0.0), c + vec2(0.0, 6.5), c + vec2(-6.5, 0.0)];
            p.add(Shape::convex_polygon(diamond, color, edge));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::round_up;

    #[test]
    fn the_axis_ends_on_a_round_number() {
        assert_eq!([4, 5, 17, 21, 1160, 3_300, 4_000_000].map(round_up), [4, 8, 20, 24, 1200, 4_000, 4_000_000]);
    }
}
