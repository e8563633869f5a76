//! What is said between the plates: messages and "paused" under the wave, what the hand does and the prompts over the tray.

use crate::frames::Frame;
use crate::icons::Icon;
use crate::input::Device;
use crate::kit::{Kit, PadButton, Prompt, prompt};
use crate::palette::{Ink, On};
use crate::theme::Type;
use crate::{keys, text};
use egui::{Align, Align2, Pos2, Rect, pos2, vec2};
use view::hud::{Hand, Hud};

/// Seconds that a message stays.
const MESSAGE_S: f32 = 4.0;

/// "Paused", what slows the game, and the latest message, below each other from `top`.
pub fn news(kit: &mut Kit<'_>, top: Pos2, width: f32, hud: &Hud) {
    let mut y = top.y;
    let mut lines: Vec<(Frame, On, Ink, Icon, &str)> = Vec::new();
    if hud.paused {
        lines.push((Frame::EnamelBlue, On::Blue, Ink::Strong, Icon::Pause, text::PAUSED_NOTE));
    } else if hud.slow {
        lines.push((Frame::IronButtonDown, On::Iron, Ink::Gold, Icon::Clock, text::SLOW));
    }
    if let Some((message, age_s)) = &hud.message
        && *age_s < MESSAGE_S
    {
        lines.push((Frame::IronButtonDown, On::Iron, Ink::Strong, Icon::Horn, message));
    }
    for (frame, on, ink, icon, words) in lines {
        let room = (kit.width(Type::Strong, words) + 62.0).min(width);
        let plate = Rect::from_min_size(pos2(top.x - room * 0.5, y), vec2(room, 36.0));
        kit.plate(plate, frame);
        kit.icon(pos2(plate.left() + 22.0, plate.center().y), 20.0, icon);
        let inner = Rect::from_min_max(pos2(plate.left() + 40.0, plate.top()), pos2(plate.right() - 14.0, plate.bottom()));
        kit.data(inner, Align2::LEFT_CENTER, Type::Strong, on, ink, words);
        y = plate.bottom() + 6.0;
    }
}

/// What the hand is about to do, on a plate, and below it which button does what.
pub fn foot(kit: &mut Kit<'_>, strip: Rect, hud: &Hud) {
    let name_of = |tower: bool, index: u8| -> &str {
        let found = if tower {
            hud.towers.iter().find(|t| t.kind.0 == index).map(|t| t.name.as_str())
        } else {
            hud.powers.iter().find(|p| p.kind.0 == index).map(|p| p.name.as_str())
        };
        found.unwrap_or_default()
    };
    let (line, obstacle) = match &hud.hand {
        Hand::Free => (None, &None),
        Hand::Placing { kind, obstacle } => (Some(text::placing(name_of(true, kind.0))), obstacle),
        Hand::Aiming { kind, obstacle, inside } => (Some(text::aiming(name_of(false, kind.0), *inside)), obstacle),
    };
    if let Some(line) = line {
        let (words, ink) = obstacle.as_ref().map_or((line.as_str(), Ink::Strong), |o| (o.as_str(), Ink::Bad));
        let width = (kit.width(Type::Strong, words) + 68.0).min(strip.width());
        let plate = Rect::from_min_size(pos2(strip.center().x - width * 0.5, strip.top() - 42.0), vec2(width, 40.0));
        kit.plate(plate, Frame::Iron);
        kit.icon(pos2(plate.left() + 26.0, plate.center().y), 22.0, if obstacle.is_some() { Icon::Warn } else { Icon::Target });
        let room = Rect::from_min_max(pos2(plate.left() + 46.0, plate.top()), pos2(plate.right() - 14.0, plate.bottom()));
        kit.data(room, Align2::LEFT_CENTER, Type::Strong, On::Iron, ink, words);
    }
    let prompts = prompts(kit.device, kit.memory.engaged, hud);
    kit.prompts(strip, Align::Center, &prompts);
}

fn prompts(device: Device, engaged: bool, hud: &Hud) -> Vec<Prompt<'static>> {
    if engaged {
        return vec![
            prompt(PadButton::South, keys::ACCEPT, text::PROMPT_SELECT),
            prompt(PadButton::East, keys::BACK, text::PROMPT_BATTLE),
            prompt(PadButton::L1, "", ""),
            prompt(PadButton::R1, keys::GROUP, text::PROMPT_PANELS),
        ];
    }
    let pause = prompt(keys::PAD_PAUSE, keys::PAUSE, if hud.paused { text::PROMPT_GO_ON } else { text::PROMPT_PAUSE });
    match &hud.hand {
        Hand::Placing { .. } => {
            vec![prompt(PadButton::South, keys::CLICK, text::PROMPT_BUILD), prompt(PadButton::East, keys::BACK, text::PROMPT_DROP), pause]
        }
        Hand::Aiming { .. } => {
            vec![prompt(PadButton::South, keys::CLICK, text::PROMPT_THROW), prompt(PadButton::East, keys::BACK, text::PROMPT_DROP), pause]
        }
        Hand::Free => {
            let mut list = Vec::new();
            if device != Device::Keys {
                list.push(prompt(PadButton::L1, "", ""));
            }
            list.push(prompt(PadButton::R1, keys::GROUP, text::PROMPT_PANELS));
            list.push(pause);
            if hud.next_wave_s.is_some() {
                list.push(prompt(keys::PAD_CALL, keys::CALL, text::PROMPT_CALL));
            }
            let menu = if hud.selected.is_some() { (PadButton::East, text::PROMPT_CLOSE) } else { (keys::PAD_MENU, text::PROMPT_MENU) };
            list.push(prompt(menu.0, keys::BACK, menu.1));
            list
        }
    }
}
