//! One focus for pad, keyboard and pointer. The screen is told which rects can be focused while it is drawn; the next direction is
//! resolved against the rects of the last frame. egui's own arrow-key focus is switched off: it knows no groups, loses the
//! focus on Escape and when the widget is gone, and starts nowhere.
//!
//! Rules: something is always focused while a pad or the arrow keys are in use; a screen remembers its last focus; a widget that
//! vanishes hands its focus to the nearest one left; lists wrap at their ends, the screen does not.

use egui::{Id, Pos2, Rect};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}
pub const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

/// What a press on keys or pad asks of the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the next thing in a direction.
    To(Direction),
    /// To the first thing of the next or the previous group.
    Group {
        /// Next, not previous.
        forward: bool,
    },
}

/// Something that can have the focus.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    pub id: Id,
    pub rect: Rect,
    pub group: u8,
    /// Steppers and sliders keep left and right for themselves.
    pub takes_horizontal: bool,
    /// What of the screen it may be seen in: a list that scrolls hides the rest.
    pub clip: Rect,
    /// Where the shoulder buttons land in its group: the open page, the chosen level.
    pub home: bool,
}

#[derive(Default)]
pub struct Focus {
    pub current: Option<Id>,
    current_rect: Option<Rect>,
    pub items: Vec<Item>,
    building: Vec<Item>,
    remembered: BTreeMap<&'static str, Id>,
    screen: &'static str,
    /// Left or right meant for the focused widget itself, this frame.
    pub nudge: i32,
    /// The ring is drawn: keys or a pad are in use.
    pub visible: bool,
    /// The focus moved by a direction or a shoulder button this frame: lists scroll to it.
    pub moved: bool,
}

impl Focus {
    /// Starts a frame of `screen`, whose focus begins on `first` when nothing is remembered.
    pub fn begin(&mut self, screen: &'static str, first: Option<Id>, step: Option<Step>) {
        self.nudge = 0;
        self.moved = false;
        self.building.clear();
        if self.screen != screen {
            if let Some(id) = self.current {
                self.remembered.insert(self.screen, id);
            }
            self.screen = screen;
            self.current = self.remembered.get(screen).copied().or(first);
            self.current_rect = None;
            self.items.clear();
            self.moved = true;
            return;
        }
        let before = self.current;
        match step {
            Some(Step::To(direction)) => self.step(direction),
            Some(Step::Group { forward }) => {
                if let Some(next) = self.now().and_then(|now| next_group(&self.items, now, forward)) {
                    self.current = Some(next);
                }
            }
            None => {}
        }
        self.moved |= self.current != before;
    }

    /// Forgets where the focus of `screen` was: the next visit starts afresh.
    pub fn forget(&mut self, screen: &'static str) {
        self.remembered.remove(screen);
    }

    fn now(&self) -> Option<Item> {
        self.current.and_then(|id| self.items.iter().find(|i| i.id == id)).copied()
    }

    fn step(&mut self, direction: Direction) {
        let Some(now) = self.now() else {
            self.current = self.items.first().map(|i| i.id);
            return;
        };
        if now.takes_horizontal && matches!(direction, Direction::Left | Direction::Right) {
            self.nudge = if direction == Direction::Left { -1 } else { 1 };
            return;
        }
        if let Some(next) = next_in(&self.items, now, direction) {
            self.current = Some(next);
        }
    }

    /// Returns whether this widget has the focus now.
    pub fn offer(&mut self, item: Item) -> bool {
        self.building.push(item);
        if self.current.is_none() {
            self.current = Some(item.id);
        }
        self.current == Some(item.id)
    }

    pub fn end(&mut self) {
        std::mem::swap(&mut self.items, &mut self.building);
        let found = self.current.and_then(|id| self.items.iter().find(|i| i.id == id));
        if let Some(item) = found {
            self.current_rect = Some(item.rect);
        } else {
            let from = self.current_rect.map_or(Pos2::ZERO, |r| r.center());
            self.current = self.items.iter().min_by(|a, b| a.rect.center().distance_sq(from).total_cmp(&b.rect.center().distance_sq(from))).map(|i| i.id);
        }
    }

    /// The focused thing as it was drawn last.
    pub fn item(&self) -> Option<Item> {
        self.now()
    }
}

/// How far `b` lies beyond `a` in `direction`, and how far to the side: gaps between edges, zero where the spans overlap.
fn gaps(a: Rect, b: Rect, direction: Direction) -> Option<(f32, f32, f32)> {
    let (ahead, center_ahead, side, center_side) = match direction {
        Direction::Right => (b.left() - a.right(), b.center().x - a.center().x, gap(a.y_range(), b.y_range()), (b.center().y - a.center().y).abs()),
        Direction::Left => (a.left() - b.right(), a.center().x - b.center().x, gap(a.y_range(), b.y_range()), (b.center().y - a.center().y).abs()),
        Direction::Down => (b.top() - a.bottom(), b.center().y - a.center().y, gap(a.x_range(), b.x_range()), (b.center().x - a.center().x).abs()),
        Direction::Up => (a.top() - b.bottom(), a.center().y - b.center().y, gap(a.x_range(), b.x_range()), (b.center().x - a.center().x).abs()),
    };
    // Beyond means: the center is ahead and the edges overlap by no more than a few points.
    (center_ahead > 1.0 && ahead > -6.0).then_some((ahead.max(0.0), side, center_side))
}

fn gap(a: egui::Rangef, b: egui::Rangef) -> f32 {
    (b.min - a.max).max(a.min - b.max).max(0.0)
}

pub fn next_in(items: &[Item], now: Item, direction: Direction) -> Option<Id> {
    let score = |i: &Item| {
        gaps(now.rect, i.rect, direction).map(|(ahead, side, center_side)| {
            // Straight ahead wins over near; own group wins over a stranger at like distance.
            ahead + 3.0 * side + 0.25 * center_side + if i.group == now.group { 0.0 } else { 60.0 }
        })
    };
    let ahead = items.iter().filter(|i| i.id != now.id).filter_map(|i| score(i).map(|s| (s, i.id))).min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, id)) = ahead {
        return Some(id);
    }
    // Nothing ahead: wrap inside the group, but only along the axis it is laid out on.
    let vertical = matches!(direction, Direction::Up | Direction::Down);
    let same: Vec<&Item> = items.iter().filter(|i| i.group == now.group && i.id != now.id).collect();
    let in_line =
        same.iter().filter(|i| if vertical { gap(now.rect.x_range(), i.rect.x_range()) == 0.0 } else { gap(now.rect.y_range(), i.rect.y_range()) == 0.0 });
    let key = |i: &&&Item| match direction {
        Direction::Down => i.rect.top(),
        Direction::Up => -i.rect.bottom(),
        Direction::Right => i.rect.left(),
        Direction::Left => -i.rect.right(),
    };
    in_line.min_by(|a, b| key(a).total_cmp(&key(b))).map(|i| i.id)
}

/// The shoulder buttons: to the next group, on its home or its first thing. The only way out of rows that keep left and right for themselves.
pub fn next_group(items: &[Item], now: Item, forward: bool) -> Option<Id> {
    let mut groups: Vec<u8> = items.iter().map(|i| i.group).collect();
    groups.sort_unstable();
    groups.dedup();
    let at = groups.iter().position(|&g| g == now.group)?;
    let to = groups[(at + if forward { 1 } else { groups.len() - 1 }) % groups.len()];
    let group = || items.iter().filter(|i| i.group == to);
    group().find(|i| i.home).or_else(|| group().next()).map(|i| i.id)
}

/// How many things cannot be reached from some other one by directions and the two shoulder buttons. 0 on a good screen.
pub fn unreachable(items: &[Item]) -> usize {
    let mut worst = 0;
    for start in items {
        let mut seen = vec![start.id];
        let mut at = 0;
        while let Some(&id) = seen.get(at) {
            at += 1;
            let Some(now) = items.iter().find(|i| i.id == id).copied() else { continue };
            let groups = [true, false].into_iter().filter_map(|forward| next_group(items, now, forward));
            let directions = DIRECTIONS.into_iter().filter(|d| !now.takes_horizontal || matches!(d, Direction::Up | Direction::Down));
            for next in groups.chain(directions.filter_map(|d| next_in(items, now, d))) {
                if !seen.contains(&next) {
                    seen.push(next);
                }
            }
        }
        worst = worst.max(items.len().saturating_sub(seen.len()));
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{pos2, vec2};

    fn item(n: u64, x: f32, y: f32, group: u8) -> Item {
        let rect = Rect::from_min_size(pos2(x, y), vec2(80.0, 40.0));
        Item { id: Id::unique(n), rect, group, takes_horizontal: false, clip: Rect::EVERYTHING, home: false }
    }

    #[test]
    fn straight_ahead_wins_and_lists_wrap() {
        let items = [item(0, 0.0, 0.0, 1), item(1, 0.0, 60.0, 1), item(2, 30.0, 130.0, 1), item(3, 300.0, 60.0, 2)];
        assert_eq!(next_in(&items, items[0], Direction::Down), Some(items[1].id));
        assert_eq!(next_in(&items, items[2], Direction::Down), Some(items[0].id));
        assert_eq!(next_in(&items, items[1], Direction::Right), Some(items[3].id));
        assert_eq!(next_in(&items, items[3], Direction::Right), None, "the screen does not wrap");
        assert_eq!(next_group(&items, items[3], true), Some(items[0].id));
        assert_eq!(unreachable(&items), 0);
        let mut homely = items;
        homely[2].home = true;
        assert_eq!(next_group(&homely, items[3], true), Some(items[2].id));
    }

    #[test]
    fn a_lone_row_that_keeps_its_directions_is_left_by_the_shoulder_buttons() {
        let mut items = vec![item(0, 0.0, 0.0, 1), item(1, 200.0, 0.0, 2)];
        items[0].takes_horizontal = true;
        assert_eq!(unreachable(&items), 0);
        items[1].group = 1;
        assert_eq!(unreachable(&items), 1);
    }

    #[test]
    fn what_vanishes_hands_over_to_the_nearest() {
        let mut focus = Focus::default();
        focus.begin("a", None, None);
        let items = [item(0, 0.0, 0.0, 1), item(1, 0.0, 60.0, 1), item(2, 0.0, 120.0, 1)];
        items.iter().for_each(|i| {
            focus.offer(*i);
        });
        focus.current = Some(items[2].id);
        focus.end();
        focus.begin("a", None, None);
        items[..2].iter().for_each(|i| {
            focus.offer(*i);
        });
        focus.end();
        assert_eq!(focus.current, Some(items[1].id));
        focus.begin("b", Some(items[0].id), None);
        assert_eq!(focus.current, Some(items[0].id));
        focus.begin("a", Some(items[0].id), None);
        assert_eq!(focus.current, Some(items[1].id), "a screen remembers");
    }
}
