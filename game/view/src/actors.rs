//! The living and the flying dead in the picture: where each was a tick ago and is now, what it plays, how it looks.
//!
//! One row an enemy or body, in the world's order, rebuilt after every tick from the world and from the row the same id had
//! before; so nobody jumps when rows move, and whoever is new starts where it stands. A row is what [`Actors::fill`] reads,
//! all of it, in order: two cache lines a figure.
//!
//! Turning bodies: the model turns about its middle by the angle, the renderer keeps its lowest point on the ground and the
//! middle on the parabola (B10 to B12); it needs two neighbouring frames of one clip for that, so clips are faded into one
//! another only on the ground.

use crate::camera::Eye;
use crate::chance::{self, For};
use crate::clips::{Clip, blow, on_foot, pace, strike_frame};
use crate::decals::FLYING_DEAD;
use crate::figures::Actor;
use crate::ground::HeightField;
use crate::space::Space;
use base::id::NO_ROW;
use base::math::wrap_angle;
use base::records::{FigureRecord, LYING_POSES, half};
use content::rules::{EnemyKind, Rules};
use glam::Vec2;
use sim::tables::Phase;
use sim::world::World;

/// Ticks over which one clip is faded into the next.
const FADE_TICKS: u8 = 4;
/// Strongest flash: a hint of white, or a crowd that is hit at once is a white hole.
const FLASH_MAX: f32 = 130.0;
/// Most that anyone on its feet looks aside, radians: a crowd is no parade.
const ASIDE_RAD: f32 = 0.14;
/// Ticks of the flash of someone hurt.
const FLASH_TICKS: u8 = 5;
/// Who has flinched does not flinch again for so many ticks.
const FLINCH_REST_TICKS: u16 = 60;
/// Faster than this nobody stops to strike or to flinch, m/s: it would slide.
const STANDS_MPS: f32 = 0.7;
/// "Has not struck yet", in ticks.
const LONG_AGO: u16 = 10_000;

/// "Not decided yet", of the pose in which a body will lie.
const NO_POSE: u8 = u8::MAX;
/// A fall is played at most so much slower or faster for a body to land in its pose.
const FALL_PACE: std::ops::RangeInclusive<f32> = 0.6..=1.7;

/// One figure.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    id: u32,
    enemy: u8,
    kind: u8,
    clip: Clip,
    phase: Phase,
    /// Ticks of flash left.
    flash: u8,
    /// Ticks of fading left, from `fade_frame`.
    fade: u8,
    fade_frame: u16,
    tumbles: bool,
    looped: bool,
    /// Pose in which the dead lie: theirs and their mark's.
    pose: u8,
    first: u16,
    length: u16,
    since_strike: u16,
    /// Blows so far.
    blows: u8,
    since_hurt: u16,
    phase_total: u16,
    /// Scale as a half.
    scale_half: u16,
    scale: f32,
    tint: u32,
    from: Vec2,
    to: Vec2,
    from_height_m: f32,
    to_height_m: f32,
    yaw: f32,
    /// Change of the yaw in this tick.
    yaw_change: f32,
    angle: f32,
    angle_change: f32,
    /// Frame of the clip at the start of this tick, and how many more at its end.
    frame: f32,
    advance: f32,
    /// Smoothed over some ticks, m/s.
    speed_mps: f32,
}

/// What the table says of a unit or a body in this tick.
struct Now {
    id: u32,
    enemy: EnemyKind,
    phase: Phase,
    phase_ticks: u16,
    belly: bool,
    at: Vec2,
    height_m: f32,
    way: Vec2,
    angle: f32,
    landing_tick: u32,
    /// Alive: gets up again.
    alive: bool,
    waits: bool,
    strike_wait: u16,
    strike_ticks: u16,
}

/// How someone looked whose body has just turned into a corpse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// The renderer's number of the figure.
    pub kind: u8,
    /// Scale.
    pub scale: f32,
    /// Tint.
    pub tint: u32,
    /// Pose in which it lay, below [`LYING_POSES`].
    pub pose: u8,
}

/// All figures of a battle.
#[derive(Clone, Debug, Default)]
pub struct Actors {
    looks: Vec<Option<Actor>>,
    rows: Vec<Row>,
    before: Vec<Row>,
    /// Row by id; may be stale, so the row's own id decides.
    row_of: Vec<u32>,
    /// In the air at present.
    in_the_air: u32,
    /// Most dead that are drawn.
    dead_max: usize,
    /// Which bodies of the world are drawn in this tick; kept for its room.
    drawn: Vec<bool>,
    /// Where dead went in this tick for want of room.
    vanished: Vec<Vec2>,
}

impl Actors {
    pub(crate) fn new(looks: Vec<Option<Actor>>) -> Self {
        Self { looks, dead_max: FLYING_DEAD, ..Self::default() }
    }

    /// Of an enemy kind: the renderer's figure, its radius and scale.
    #[must_use]
    pub(crate) fn look(&self, enemy: EnemyKind) -> Option<&Actor> {
        self.looks.get(enemy.index()).and_then(Option::as_ref)
    }

    /// Figures at present.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether nobody is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Living and dead in the air at present.
    #[must_use]
    pub fn in_the_air(&self) -> u32 {
        self.in_the_air
    }

    fn row(&self, id: u32) -> Option<usize> {
        let row = *self.row_of.get(id as usize)? as usize;
        self.rows.get(row).is_some_and(|r| r.id == id).then_some(row)
    }

    /// Someone struck in the tick that [`Self::follow`] is about to look at. Ids that are unknown are let pass.
    pub fn struck(&mut self, id: u32) {
        if let Some(row) = self.row(id) {
            self.rows[row].since_strike = u16::MAX;
            self.rows[row].blows = self.rows[row].blows.wrapping_add(1);
        }
    }

    /// Someone was hurt in the tick that [`Self::follow`] is about to look at.
    pub fn hurt(&mut self, id: u32) {
        let Some(row) = self.row(id) else { return };
        let r = &mut self.rows[row];
        r.flash = FLASH_TICKS + 1;
        // under many arrows it flinches once, not in every tick anew
        if r.since_hurt >= FLINCH_REST_TICKS {
            r.since_hurt = u16::MAX;
        }
    }

    /// How someone looked before the tick that is about to be followed.
    #[must_use]
    pub fn sight(&self, id: u32) -> Option<Sight> {
        let r = &self.rows[self.row(id)?];
        Some(Sight { kind: r.kind, scale: r.scale, tint: r.tint, pose: if r.pose == NO_POSE { 0 } else { r.pose } })
    }

    /// Where someone is at a moment of this tick, with the height of its middle above the ground; for hover and camera.
    #[must_use]
    pub fn place(&self, id: u32, alpha: f32) -> Option<(Vec2, f32)> {
        let r = &self.rows[self.row(id)?];
        Some((r.from.lerp(r.to, alpha), r.from_height_m + (r.to_height_m - r.from_height_m) * alpha))
    }

    /// Most dead that are drawn from the next tick on.
    pub fn set_dead_max(&mut self, most: usize) {
        self.dead_max = most;
    }

    /// Where in the world dead went in this tick because there were too many.
    #[must_use]
    pub fn vanished(&self) -> &[Vec2] {
        &self.vanished
    }

    /// Decides which bodies are drawn: whoever went once stays away, those outside the picture go first, then the oldest
    /// (the order of the table).
    fn make_room(&mut self, space: Space, world: &World, continuous: bool, eye: Option<&Eye>) {
        let bodies = &world.bodies;
        let before = |id: u32| self.row_of.get(id as usize).and_then(|row| self.before.get(*row as usize)).is_some_and(|r| r.id == id);
        self.drawn.clear();
        self.drawn.extend(bodies.id.iter().map(|id| !continuous || before(id.0)));
        self.vanished.clear();
        let mut surplus = self.drawn.iter().filter(|drawn| **drawn).count().saturating_sub(self.dead_max);
        for only_unseen in [true, false] {
            for (k, drawn) in self.drawn.iter_mut().enumerate().filter(|(_, drawn)| **drawn) {
                if surplus == 0 {
                    return;
                }
                let at = space.world_from_map(bodies.position[k]);
                // As high as it flies it reaches into the picture from outside.
                let seen = || eye.is_some_and(|eye| eye.may_see(at, bodies.height_m[k] + 2.0));
                if only_unseen && seen() {
                    continue;
                }
                *drawn = false;
                surplus -= 1;
                self.vanished.push(at);
            }
        }
    }

    /// Takes over the world after a tick. `continuous`: it is the tick after the one before; else everybody starts anew.
    pub fn follow(&mut self, space: Space, rules: &Rules, world: &World, continuous: bool, eye: Option<&Eye>) {
        std::mem::swap(&mut self.rows, &mut self.before);
        self.rows.clear();
        if !continuous {
            self.before.clear();
        }
        self.row_of.resize(self.row_of.len().max(world.unit_ids.handed_out() as usize + 1), NO_ROW);
        self.in_the_air = 0;
        let units = &world.units;
        for k in 0..units.len() {
            let kind = units.kind[k];
            let phase = units.phase[k];
            self.add(
                space,
                world.tick,
                Now {
                    id: units.id[k].0,
                    enemy: kind,
                    phase,
                    phase_ticks: units.phase_ticks[k],
                    belly: units.belly[k] != 0,
                    at: units.position[k],
                    height_m: units.height_m[k],
                    way: if phase == Phase::Standing { units.facing[k] } else { units.body_facing[k] },
                    angle: units.angle[k],
                    landing_tick: units.landing_tick[k],
                    alive: true,
                    waits: units.motion[k] == sim::tables::Motion::Waiting,
                    strike_wait: units.strike_wait[k],
                    strike_ticks: rules.enemies.get(kind.index()).map_or(30, |e| e.strike_ticks),
                },
            );
        }
        self.make_room(space, world, continuous, eye);
        let bodies = &world.bodies;
        for k in 0..bodies.len() {
            if !self.drawn[k] {
                continue;
            }
            self.add(
                space,
                world.tick,
                Now {
                    id: bodies.id[k].0,
                    enemy: bodies.kind[k],
                    phase: bodies.phase[k],
                    phase_ticks: bodies.phase_ticks[k],
                    belly: bodies.belly[k] != 0,
                    at: bodies.position[k],
                    height_m: bodies.height_m[k],
                    way: bodies.body_facing[k],
                    angle: bodies.angle[k],
                    landing_tick: bodies.landing_tick[k],
                    alive: false,
                    waits: false,
                    strike_wait: 0,
                    strike_ticks: 30,
                },
            );
        }
    }

    fn add(&mut self, space: Space, tick: u32, now: Now) {
        let Some(look) = self.looks.get(now.enemy.index()).and_then(Option::as_ref) else { return };
        let old = self.row_of.get(now.id as usize).and_then(|row| self.before.get(*row as usize)).filter(|r| r.id == now.id);
        if now.phase == Phase::Flight {
            self.in_the_air += 1;
        }
        let at = space.world_from_map(now.at);
        let aside = if now.phase == Phase::Standing { chance::range(For::Look, u64::from(now.id), 4, -ASIDE_RAD, ASIDE_RAD) } else { 0.0 };
        let yaw = space.yaw(now.way) + aside;
        let mut row = match old {
            Some(r) => Row {
                from: r.to,
                from_height_m: r.to_height_m,
                yaw: r.yaw + r.yaw_change,
                angle: r.angle + r.angle_change,
                flash: r.flash.saturating_sub(1),
                fade: r.fade.saturating_sub(1),
                since_strike: older(r.since_strike),
                since_hurt: older(r.since_hurt),
                ..*r
            },
            None => newcomer(look, &now, at, yaw),
        };
        row.to = at;
        row.to_height_m = now.height_m;
        row.yaw_change = wrap_angle(yaw - row.yaw);
        // kept small, or single steps of the angle would be lost after many turns
        row.yaw = wrap_angle(row.yaw);
        let new_phase = old.is_none() || row.phase != now.phase;
        if new_phase {
            row.phase_total = now.phase_ticks.max(1);
        }
        row.phase = now.phase;
        if !now.alive && row.pose == NO_POSE {
            row.pose = lying_pose(look, &row, &now, tick);
        }
        row.speed_mps += (row.from.distance(row.to) * 30.0 - row.speed_mps) * 0.35;
        let (clip, frame, advance, tumbles) = choose(look, &row, &now, tick, new_phase);
        // the world's angle drops its whole turns at the landing, which must not be seen as a spin
        row.angle_change = wrap_angle(now.angle - row.angle);
        row.angle = wrap_angle(row.angle);
        if clip != row.clip || tumbles != row.tumbles || old.is_none() {
            let reel = look.reels[clip as usize];
            if let Some(r) = old.filter(|r| !tumbles && !r.tumbles && r.length > 0) {
                // two names for one clip need no change
                if reel.first != r.first {
                    row.fade = FADE_TICKS;
                    row.fade_frame = r.first + (end_frame(r) as u16).min(r.length - 1);
                }
            } else {
                row.fade = 0;
            }
            (row.clip, row.tumbles, row.first, row.length, row.looped) = (clip, tumbles, reel.first, reel.length, reel.looped);
        }
        (row.frame, row.advance) = (frame, advance);
        self.row_of[now.id as usize] = self.rows.len() as u32;
        self.rows.push(row);
    }

    /// Writes a record for everybody. `alpha`: part of the tick that has passed; `seconds`: clock of what moves in a pause too.
    pub fn fill(&self, alpha: f32, seconds: f32, ground: &HeightField, out: &mut Vec<FigureRecord>) {
        out.extend(self.rows.iter().map(|r| {
            let p = r.from + (r.to - r.from) * alpha;
            let height = r.from_height_m + (r.to_height_m - r.from_height_m) * alpha;
            let mut at = r.frame + r.advance * alpha;
            if r.clip.stands() {
                at += seconds * 30.0;
            }
            let (frame, blend) = frame_at(at, r.length, r.looped);
            let (mut a, mut b, mut blend) = (r.first + frame, r.first + (frame + 1).min(r.length), (blend * 255.0) as u32);
            if r.fade > 0 {
                let gone = (f32::from(FADE_TICKS - r.fade) + alpha) / f32::from(FADE_TICKS);
                (a, b, blend) = (r.fade_frame, a, (gone.min(1.0) * 255.0) as u32);
            }
            let tumble = if r.tumbles { turns(r.angle + r.angle_change * alpha).max(1) } else { 0 };
            let flash = if r.flash > 0 { ((f32::from(r.flash) - alpha) * (FLASH_MAX / f32::from(FLASH_TICKS))).clamp(0.0, FLASH_MAX) as u32 } else { 0 };
            FigureRecord {
                position: [p.x, p.y, ground.at(p) + height],
                turn: turns(r.yaw + r.yaw_change * alpha) | tumble << 16,
                frames: u32::from(a) | u32::from(b) << 16,
                look: blend | u32::from(r.kind) << 8 | flash << 16,
                tint: r.tint,
                shape: u32::from(r.scale_half) | u32::from(half(height)) << 16,
            }
        }));
    }
}

/// Radians as 1/65536 turns; unlike `records::turn` without a division with remainder, for thousands a frame.
#[inline]
pub(crate) fn turns(radians: f32) -> u32 {
    (radians * (65536.0 / std::f32::consts::TAU)) as i32 as u32 & 0xffff
}

/// Whole frame and the part towards the next.
#[inline]
fn frame_at(at: f32, length: u16, looped: bool) -> (u16, f32) {
    if length == 0 {
        return (0, 0.0);
    }
    let whole = f32::from(length);
    let at = if looped { at - rounds(at / whole) * whole } else { at.clamp(0.0, whole) };
    let frame = (at as u16).min(length - 1);
    (frame, (at - f32::from(frame)).clamp(0.0, 1.0))
}

/// Whole rounds, rounded down. `f32::floor` is a call where the processor's baseline has no instruction for it.
#[inline]
fn rounds(v: f32) -> f32 {
    let whole = v as i32 as f32;
    if whole > v { whole - 1.0 } else { whole }
}

/// Frame at the end of a row's tick.
fn end_frame(r: &Row) -> f32 {
    let (frame, blend) = frame_at(r.frame + r.advance, r.length, r.looped);
    f32::from(frame) + blend
}

/// Ticks since something, a tick later; the largest number says that it is now.
fn older(ticks: u16) -> u16 {
    if ticks == u16::MAX { 0 } else { ticks.saturating_add(1).min(LONG_AGO) }
}

fn newcomer(look: &Actor, now: &Now, at: Vec2, yaw: f32) -> Row {
    let Sight { scale, tint, .. } = look.sight(u64::from(now.id));
    Row {
        id: now.id,
        enemy: now.enemy.0,
        kind: look.kind,
        clip: Clip::Idle,
        phase: now.phase,
        flash: 0,
        fade: 0,
        fade_frame: 0,
        tumbles: false,
        looped: true,
        pose: NO_POSE,
        first: look.reels[0].first,
        length: look.reels[0].length,
        since_strike: LONG_AGO,
        blows: 0,
        since_hurt: LONG_AGO,
        phase_total: now.phase_ticks.max(1),
        scale_half: half(scale),
        scale,
        tint,
        from: at,
        to: at,
        from_height_m: now.height_m,
        to_height_m: now.height_m,
        yaw,
        yaw_change: 0.0,
        angle: now.angle,
        angle_change: 0.0,
        frame: 0.0,
        advance: 0.0,
        speed_mps: 0.0,
    }
}

/// The frame of the fall in which someone lies: the living in the first, from which they go on to lie and get up.
fn lying_at(look: &Actor, pose: u8, belly: bool) -> f32 {
    look.lying.get(usize::from(pose)).map_or(0.0, |sides| f32::from(sides[usize::from(belly)]))
}

/// How much further than `ticks` at its own pace a fall that is at `frame` has to run to end in the frame `end`.
fn beyond(look: &Actor, frame: f32, ticks: f32, end: f32) -> f32 {
    let length = f32::from(look.reels[Clip::Fall as usize].length).max(1.0);
    let off = (end - frame - ticks).rem_euclid(length);
    if off > length / 2.0 { off - length } else { off }
}

/// Frame of the fall and frames in this tick, `ticks` before it must have come to the frame in which it lies.
fn fall_to(look: &Actor, row: &Row, belly: bool, ticks: f32) -> (f32, f32) {
    let end = lying_at(look, row.pose, belly);
    // the living, who fall from anywhere, and who has just begun to: the start is free
    if row.pose == NO_POSE || row.clip != Clip::Fall || !row.tumbles || !row.looped {
        return (end - ticks, 1.0);
    }
    let frame = end_frame(row);
    (frame, (ticks + beyond(look, frame, ticks, end)) / ticks)
}

/// The pose in which a new body will lie: any, unless it falls already and would have to hurry to come to it.
fn lying_pose(look: &Actor, row: &Row, now: &Now, tick: u32) -> u8 {
    let wish = (chance::unit(For::Look, u64::from(now.id), 5) * LYING_POSES as f32) as u8;
    if !look.reels[Clip::Fall as usize].looped {
        return 0;
    }
    if now.phase != Phase::Flight {
        return 0;
    }
    if row.clip != Clip::Fall || !row.tumbles {
        return wish;
    }
    let ticks = now.landing_tick.saturating_sub(tick) as f32 + 1.0;
    let pace = |pose: u8| 1.0 + beyond(look, end_frame(row), ticks, lying_at(look, pose, now.belly)) / ticks;
    (0..LYING_POSES as u8).map(|k| (wish + k) % LYING_POSES as u8).find(|pose| FALL_PACE.contains(&pace(*pose))).unwrap_or(0)
}

impl Actor {
    /// How someone of this figure looks, by a number of its own.
    pub(crate) fn sight(&self, id: u64) -> Sight {
        let light = chance::range(For::Look, id, 0, 0.88, 1.14) * self.light;
        let warm = chance::range(For::Look, id, 1, -0.05, 0.05);
        let byte = |v: f32| (v * 170.0).clamp(0.0, 255.0) as u32;
        Sight {
            kind: self.kind,
            scale: self.scale * chance::range(For::Look, id, 2, 0.93, 1.09),
            tint: byte(light * (1.0 + warm)) | byte(light) << 8 | byte(light * (1.0 - warm)) << 16 | 255 << 24,
            pose: (chance::unit(For::Look, id, 5) * LYING_POSES as f32) as u8,
        }
    }
}

/// Clip, its frame at the start of the tick, frames in the tick, and whether the body turns about its middle.
fn choose(look: &Actor, row: &Row, now: &Now, tick: u32, new_phase: bool) -> (Clip, f32, f32, bool) {
    let length = |clip: Clip| f32::from(look.reels[clip as usize].length);
    match now.phase {
        Phase::Flight => {
            // the fall passes the frame in which it will lie in the tick of the landing
            let left = now.landing_tick.saturating_sub(tick) as f32;
            let (frame, advance) = fall_to(look, row, now.belly, left + 1.0);
            (Clip::Fall, frame, advance, true)
        }
        Phase::Lying if now.alive => {
            // the clip ends when getting up begins
            let clip = if now.belly { Clip::LieBelly } else { Clip::LieBack };
            let end = length(clip) - f32::from(now.phase_ticks);
            (clip, (end - 1.0).max(0.0), if end >= 1.0 { 1.0 } else { end.max(0.0) }, false)
        }
        Phase::Rising => {
            let clip = if now.belly { Clip::GetUpBelly } else { Clip::GetUpBack };
            let total = f32::from(row.phase_total.max(now.phase_ticks));
            let end = length(clip) * (1.0 - f32::from(now.phase_ticks) / total);
            let step = (length(clip) / total).min(end);
            (clip, end - step, step, false)
        }
        // the last tick of the fall
        Phase::Settle if new_phase => {
            let (frame, advance) = fall_to(look, row, now.belly, 1.0);
            (Clip::Fall, frame, advance, true)
        }
        // settling, and the dead until they become a mark: the frame of the mark's picture
        Phase::Settle | Phase::Lying => (Clip::Fall, lying_at(look, row.pose, now.belly), 0.0, true),
        _ => {
            let period = f32::from(now.strike_ticks.max(1));
            // pushed about a little at its slot it still fights
            let slow = row.speed_mps < STANDS_MPS;
            let fights = slow && f32::from(row.since_strike) <= period + 3.0;
            let blows = [row.blows, row.blows.wrapping_add(1)].map(|number| blow(look, now.id, number));
            let lengths = blows.map(|clip| look.reels[clip as usize].length);
            if fights && let Some((next, frame)) = strike_frame(lengths, f32::from(row.since_strike), f32::from(now.strike_wait), period) {
                let clip = blows[usize::from(next)];
                let step = (length(clip) / period).max(1.0);
                return (clip, (frame - step).max(0.0), step.min(frame), false);
            }
            if slow && look.reels[Clip::Hit as usize].own && f32::from(row.since_hurt) < length(Clip::Hit) {
                return (Clip::Hit, f32::from(row.since_hurt), 1.0, false);
            }
            let clip = on_foot(look, now.id, row.clip, row.speed_mps, now.waits, row.scale);
            let same = clip == row.clip && row.length > 0;
            let own = chance::unit(For::Look, u64::from(now.id), 3) * length(clip);
            match clip {
                Clip::Walk | Clip::Run => (clip, if same { end_frame(row) } else { own }, pace(look, clip, row.speed_mps, row.scale), false),
                _ => (clip, own, 0.0, false),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_agree_with_the_records() {
        for k in -40..40 {
            let radians = k as f32 * 0.37;
            let difference = turns(radians).wrapping_sub(base::records::turn(radians)) & 0xffff;
            assert!(difference <= 1 || difference >= 0xffff, "{radians}: {difference}");
        }
    }

    #[test]
    fn loops_wrap_and_others_hold_their_last_frame() {
        assert_eq!(frame_at(-1.0, 24, true), (23, 0.0));
        assert_eq!(frame_at(24.5, 24, true), (0, 0.5));
        assert_eq!(frame_at(30.0, 24, false), (23, 1.0));
        assert_eq!(frame_at(5.0, 0, true), (0, 0.0));
    }
}
