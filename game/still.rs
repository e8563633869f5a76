//! `tumblekeep render`: one picture of a level without a window.

use crate::arguments::Still;
use crate::data::Data;
use crate::frame::Painter;
use crate::session::Session;
use content::rules::Difficulty;
use glam::{Vec2, vec2};
use std::path::Path;
use std::sync::Arc;
use ui::{Contrast, Device, Input, Interface, Model, Screen, SettingsModel, Shadows};
use view::picture::Picture;

/// Distance of the camera at zoom 1, metres.
const USUAL_M: f32 = 42.0;

/// Draws what the arguments ask for.
pub fn draw(still: &Still) -> Result<(), String> {
    let data = Data::find()?;
    let rules = Arc::new(data.rules().map_err(|f| f.to_string())?);
    let level = Arc::new(data.level(&still.level, &rules).map_err(|f| f.to_string())?);
    let script = match &still.script {
        Some(file) => content::load::load_script(file, &rules, Some(&level)).map_err(|f| f.to_string())?,
        None => Vec::new(),
    };
    let setting = |key: &str| still.set.iter().rev().find(|(k, _)| k == key).map(|(_, v)| v.as_str());
    let settings = SettingsModel {
        shadows: match setting("shadows") {
            Some("off") => Shadows::Off,
            Some("towers") => Shadows::TerrainAndTowers,
            _ => Shadows::All,
        },
        ..SettingsModel::default()
    };
    let samples = if setting("samples") == Some("1") { 1 } else { 4 };
    let mut painter = Painter::offscreen(&data, &rules, still.adapter.as_deref(), still.size, samples, &settings)?;
    let ground = painter.set_level(&level);
    let mut session = Session::new(level, rules, Difficulty::Standard, painter.looks(ground));
    session.set_script(script);
    for _ in 0..still.tick {
        session.tick(&mut |_, _| ());
        session.listen(sim::TICK_S, &mut |_| ());
    }
    if let Some([x, y, zoom, yaw]) = still.camera {
        let place = session.space().world_from_map(vec2(x, y));
        session.camera.look(place, USUAL_M / zoom, yaw);
    }
    let size = vec2(still.size.0 as f32, still.size.1 as f32);
    settle(&mut session, size);
    let interface = if setting("hud") == Some("off") { None } else { Some(hud(&mut session, still.size)) };
    let mut picture = Picture::default();
    session.fill(&mut picture);
    let mut scene = session.scene(0.0);
    scene.night = setting("mood") == Some("night");
    let drawn = painter.draw_picture(Some(scene), &picture, interface)?;
    save(&drawn, &still.out)
}

/// The camera comes to rest on the ground.
fn settle(session: &mut Session, size: Vec2) {
    for _ in 0..60 {
        session.look(&view::camera::Wish::default(), 0.1, size);
    }
}

fn hud(session: &mut Session, size: (u32, u32)) -> crate::frame::Overlay {
    let mut interface = Interface::new();
    let model = Model::new(Screen::Battle(session.hud()));
    let input = || Input {
        raw: egui::RawInput::default(),
        nav: ui::Nav::default(),
        device: Device::Keys,
        size_px: [size.0, size.1],
        scale_setting: 1.0,
        contrast: Contrast::Normal,
        dt_s: 0.1,
    };
    // the first frame measures texts, the second lays them out
    let first = interface.run(input(), &model);
    let mut second = interface.run(input(), &model);
    let mut textures = first.textures;
    textures.append(second.textures);
    second.textures = textures;
    second.into()
}

/// Writes a picture whole or not at all.
pub fn save(picture: &image::RgbaImage, file: &Path) -> Result<(), String> {
    let mut bytes = Vec::new();
    picture.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Png).map_err(|e| format!("{} cannot be made: {e}", file.display()))?;
    shell::files::write_atomic(file, &bytes).map_err(|e| e.to_string())
}
