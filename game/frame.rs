//! The picture: device, renderer and what was loaded for it, and the way from the view's records to a drawn frame.
//!
//! The pass list itself is `engine/render/src/frame.rs`; here is only what the game puts into it. A lost device is opened
//! anew with everything on it.

use crate::data::Data;
use crate::session::{Looks, Scene};
use base::records::StillRecord;
use content::level::Level;
use content::map::{Cell, Terrain};
use content::rules::Rules;
use glam::{Vec2, vec2};
use render::{
    Assets, Camera, FrameInput, FrameTarget, Gpu, GpuOptions, Ground, GroundClass, GroundMap, PICTURE, Rect, Renderer, RendererOptions, SceneryKit, Surface,
};
use shell::window::WindowContext;
use std::path::PathBuf;
use ui::{SettingsModel, Shadows};
use view::figures::{ClipRange, Figure, FigureTable, ModelTable};
use view::picture::Picture;

/// Still models besides those that the tables name.
const MODELS: [&str; 13] = ["keep", "pine", "oak", "rock_a", "rock_b", "rock_c", "tuft", "flowers", "fence", "ruin", "bomb", "arrow", "clod"];

/// Sides of what stands in for still models that no table knows, metres; 1 for all others.
const SIDES_M: [(&str, f32); 8] = [("tuft", 0.2), ("flowers", 0.2), ("keep", 5.0), ("pine", 2.0), ("oak", 2.5), ("bomb", 0.6), ("arrow", 0.2), ("clod", 0.2)];

/// The interface's share of a frame.
pub struct Overlay {
    primitives: Vec<egui::ClippedPrimitive>,
    textures: egui::TexturesDelta,
    pixels_per_point: f32,
}

impl From<ui::Output> for Overlay {
    fn from(output: ui::Output) -> Self {
        Self { primitives: output.primitives, textures: output.textures, pixels_per_point: output.pixels_per_point }
    }
}

/// What was chosen at the start and outlives a lost device.
struct Choice {
    models: PathBuf,
    figure_names: Vec<String>,
    model_names: Vec<String>,
    gpu: GpuOptions,
    samples: u32,
}

/// Draws frames.
pub struct Painter {
    choice: Choice,
    gpu: Gpu,
    surface: Option<Surface>,
    renderer: Renderer,
    assets: Assets,
    figures: FigureTable,
    models: ModelTable,
    /// The ground and scenery of the level that is shown.
    level: Option<Laid>,
    window: Option<(std::sync::Arc<shell::window::Window>, shell::window::OwnedDisplayHandle)>,
    scenery_changed: bool,
    frames: u64,
    /// Textures of the interface that came while nothing could be drawn.
    waiting: egui::TexturesDelta,
    /// What was drawn last, for a picture of it.
    last: Option<(Option<Scene>, Overlay)>,
    interface_lost: bool,
    /// Drawn into by [`Self::draw_counted`].
    counted: Option<wgpu::Texture>,
    /// Files that something striped stands in for, as sentences.
    faults: Vec<String>,
}

/// A level as it lies there.
struct Laid {
    ground: Ground,
    scenery: render::scenery::Groups,
    map_height_m: f32,
}

impl Painter {
    /// For a window.
    pub fn for_window(context: &WindowContext, data: &Data, rules: &Rules, adapter: Option<&str>, settings: &SettingsModel) -> Result<Self, String> {
        let choice = Choice::new(data, rules, adapter, settings.vsync, 4);
        let (assets, faults) = choice.assets(rules)?;
        let window = (context.window.clone(), context.display.clone());
        let (gpu, surface) = Gpu::open_for_window(window.0.clone(), window.1.clone(), context.size_px, &choice.gpu).map_err(|e| e.to_string())?;
        Ok(Self::with(choice, (assets, faults), gpu, Some(surface), Some(window), context.size_px, settings))
    }

    /// For pictures without a window.
    pub fn offscreen(data: &Data, rules: &Rules, adapter: Option<&str>, size: (u32, u32), samples: u32, settings: &SettingsModel) -> Result<Self, String> {
        let choice = Choice::new(data, rules, adapter, false, samples);
        let (assets, faults) = choice.assets(rules)?;
        let gpu = Gpu::open(&choice.gpu).map_err(|e| e.to_string())?;
        Ok(Self::with(choice, (assets, faults), gpu, None, None, size, settings))
    }

    fn with(
        mut choice: Choice,
        (assets, faults): (Assets, Vec<String>),
        gpu: Gpu,
        surface: Option<Surface>,
        window: Option<(std::sync::Arc<shell::window::Window>, shell::window::OwnedDisplayHandle)>,
        size: (u32, u32),
        settings: &SettingsModel,
    ) -> Self {
        if gpu.info.device_type == wgpu::DeviceType::Cpu && surface.is_some() {
            // a processor that draws has no time for smooth edges
            choice.samples = 1;
        }
        let options = RendererOptions { size, output: surface.as_ref().map_or(PICTURE, Surface::format), samples: choice.samples, shadows: shadows(settings) };
        let renderer = Renderer::new(&gpu, &assets, &options);
        let figures = FigureTable { figures: assets.figures.iter().enumerate().map(|(kind, f)| figure(kind, f)).collect() };
        let models = ModelTable { names: assets.models.iter().map(|m| m.name.clone()).collect() };
        Self {
            choice,
            gpu,
            surface,
            renderer,
            assets,
            figures,
            models,
            level: None,
            window,
            scenery_changed: false,
            frames: 0,
            waiting: egui::TexturesDelta::default(),
            last: None,
            interface_lost: false,
            counted: None,
            faults,
        }
    }

    /// What to tell the player of files that are missing or broken.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// Frames shown so far.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// What a session needs to know of the loaded things.
    pub fn looks(&self, ground: view::HeightField) -> Looks<'_> {
        Looks { figures: &self.figures, models: &self.models, ground }
    }

    /// Settings that show at once.
    pub fn set(&mut self, settings: &SettingsModel) {
        self.renderer.set_shadows(shadows(settings));
        self.choice.gpu.vsync = settings.vsync;
        if let Some(surface) = &mut self.surface {
            surface.set_vsync(settings.vsync);
        }
    }

    /// Lays out a level: its ground, and what grows on it. Gives the ground's heights.
    pub fn set_level(&mut self, level: &Level) -> view::HeightField {
        let map = ground_map(level);
        let ground = Ground::build(&map).expect("a checked level has 16 to 512 cells a side and full columns");
        let space = view::space::Space { map_height_m: level.map.height as f32 };
        let side = f32::from(level.keep.footprint_cells) + 3.0;
        let keep = view::buildings::middle(space, level.keep.cell, level.keep.footprint_cells);
        let mut clear = vec![Rect::square(keep, side)];
        clear.extend(level.entrances.iter().map(|e| {
            let (a, b) = (space.world_from_map(Vec2::from(e.from)), space.world_from_map(Vec2::from(e.to)));
            Rect { low: a.min(b) - 1.0, high: a.max(b) + 1.0 }
        }));
        let kit = SceneryKit {
            tuft: self.assets.model("tuft"),
            flowers: self.assets.model("flowers"),
            rocks: ["rock_a", "rock_b", "rock_c"].iter().filter_map(|n| self.assets.model(n)).collect(),
            conifer: self.assets.model("pine"),
            broadleaf: self.assets.model("oak"),
        };
        let scenery = render::scenery(&ground, &kit, &clear);
        let heights = ground.heights();
        let field = view::HeightField::sampled(vec2(level.map.width as f32, level.map.height as f32), 24.0, |p| heights.walkable(p.x, p.y));
        self.renderer.set_ground(&self.gpu, &ground);
        self.level = Some(Laid { ground, scenery, map_height_m: level.map.height as f32 });
        self.scenery_changed = true;
        field
    }

    /// A building was put here: grass and trees go.
    pub fn clear_site(&mut self, cell: Cell, footprint_cells: u8) {
        if let Some(laid) = &mut self.level {
            let middle = view::buildings::middle(view::space::Space { map_height_m: laid.map_height_m }, cell, footprint_cells);
            render::scenery::clear(&mut laid.scenery, Rect::square(middle, f32::from(footprint_cells) + 1.0));
            self.scenery_changed = true;
        }
    }

    /// Draws into the window and shows it.
    pub fn draw_window(&mut self, scene: Option<Scene>, picture: &Picture, mut overlay: Overlay, size_px: [u32; 2]) {
        if self.gpu.lost() {
            self.reopen(size_px);
        }
        // nothing of the interface's textures may be lost when a frame cannot be shown
        let mut textures = std::mem::take(&mut self.waiting);
        textures.append(std::mem::take(&mut overlay.textures));
        overlay.textures = textures;
        let Some(mut surface) = self.surface.take() else { return };
        surface.resize(size_px[0], size_px[1]);
        match surface.frame(&self.gpu) {
            FrameTarget::Ready(frame) => {
                self.renderer.resize(&self.gpu, frame.size.0, frame.size.1);
                self.draw_into(scene, picture, Some(&overlay), &frame.view);
                if let Some(window) = &self.window {
                    window.0.pre_present_notify();
                }
                surface.present(&self.gpu, frame);
                self.frames += 1;
                overlay.textures = egui::TexturesDelta::default();
                self.last = Some((scene, overlay));
            }
            FrameTarget::Skip | FrameTarget::Hidden => self.waiting = overlay.textures,
        }
        self.surface = Some(surface);
    }

    /// The window's last frame as a picture.
    pub fn capture_window(&mut self, picture: &Picture) -> Result<image::RgbaImage, String> {
        let (scene, overlay) = self.last.take().ok_or("nothing has been drawn yet")?;
        let format = self.surface.as_ref().map_or(PICTURE, Surface::format);
        let target = self.target(format);
        self.draw_into(scene, picture, Some(&overlay), &target.create_view(&wgpu::TextureViewDescriptor::default()));
        self.last = Some((scene, overlay));
        render::capture(&self.gpu, &target).ok_or_else(|| "the picture could not be read back from the graphics device".to_string())
    }

    /// One picture without a window.
    pub fn draw_picture(&mut self, scene: Option<Scene>, picture: &Picture, overlay: Option<Overlay>) -> Result<image::RgbaImage, String> {
        let target = self.target(PICTURE);
        self.draw_into(scene, picture, overlay.as_ref(), &target.create_view(&wgpu::TextureViewDescriptor::default()));
        render::capture(&self.gpu, &target).ok_or_else(|| "the picture could not be read back from the graphics device".to_string())
    }

    /// Draws a picture for its counts alone and waits until it is done.
    pub fn draw_counted(&mut self, scene: Scene, picture: &Picture) -> render::Counts {
        let target = self.counted.take().filter(|t| (t.width(), t.height()) == self.renderer.size()).unwrap_or_else(|| self.target(PICTURE));
        let counts = self.draw_into(Some(scene), picture, None, &target.create_view(&wgpu::TextureViewDescriptor::default()));
        let _ = self.renderer.read_back(&self.gpu);
        self.counted = Some(target);
        counts
    }

    /// The adapter that draws, in words.
    pub fn adapter(&self) -> String {
        format!("{} ({:?})", self.gpu.info.name, self.gpu.info.backend)
    }

    fn target(&self, format: wgpu::TextureFormat) -> wgpu::Texture {
        let (width, height) = self.renderer.size();
        self.gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("picture"),
            size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        })
    }

    fn draw_into(&mut self, scene: Option<Scene>, picture: &Picture, overlay: Option<&Overlay>, view: &wgpu::TextureView) -> render::Counts {
        if let (true, Some(laid)) = (std::mem::take(&mut self.scenery_changed), &self.level) {
            self.renderer.set_stills(&self.gpu, &laid.scenery);
        }
        let dynamic: Vec<(usize, &[StillRecord])> = picture.stills.groups().filter(|(_, records)| !records.is_empty()).collect();
        let mut input = FrameInput { dynamic: &dynamic, overlays: &picture.overlays, puffs: &picture.puffs, ..FrameInput::default() };
        if let Some(scene) = scene {
            let view::camera::Pose { target, distance_m, pitch_deg, yaw_deg, field_deg } = scene.pose;
            input.camera = Camera { target, distance_m, pitch_deg, yaw_deg, field_deg };
            input.mood = if scene.night { render::mood::NIGHT } else { render::mood::AFTERNOON };
            input.seconds = scene.seconds;
            input.figures = &picture.figures;
            input.marks = &picture.marks;
            input.lamps = &picture.lamps;
        }
        input.interface = overlay.map(|o| render::Interface { primitives: &o.primitives, textures: &o.textures, pixels_per_point: o.pixels_per_point });
        self.renderer.draw(&self.gpu, &input, view)
    }

    /// The device is gone: everything anew on another one.
    fn reopen(&mut self, size_px: [u32; 2]) {
        let Some((window, display)) = self.window.clone() else { return };
        tracing::warn!("the graphics device is opened anew");
        match Gpu::open_for_window(window, display, (size_px[0], size_px[1]), &self.choice.gpu) {
            Ok((gpu, surface)) => {
                let options = RendererOptions {
                    size: (size_px[0], size_px[1]),
                    output: surface.format(),
                    samples: self.choice.samples,
                    shadows: self.renderer.shadows(),
                };
                self.renderer = Renderer::new(&gpu, &self.assets, &options);
                self.gpu = gpu;
                self.surface = Some(surface);
                if let Some(laid) = &self.level {
                    self.renderer.set_ground(&self.gpu, &laid.ground);
                    self.scenery_changed = true;
                }
                self.interface_lost = true;
            }
            Err(error) => tracing::error!("{error}"),
        }
    }

    /// Whether the interface must hand over all its textures again; said once.
    pub fn take_interface_lost(&mut self) -> bool {
        std::mem::take(&mut self.interface_lost)
    }
}

impl Choice {
    fn new(data: &Data, rules: &Rules, adapter: Option<&str>, vsync: bool, samples: u32) -> Self {
        let mut figure_names: Vec<String> = Vec::new();
        for enemy in &rules.enemies {
            if !figure_names.contains(&enemy.model) {
                figure_names.push(enemy.model.clone());
            }
        }
        let mut model_names: Vec<String> = MODELS.map(String::from).to_vec();
        for tower in &rules.towers {
            if !model_names.contains(&tower.model) {
                model_names.push(tower.model.clone());
            }
        }
        let gpu = GpuOptions { adapter: adapter.map(String::from), vsync, ..GpuOptions::default() };
        Self { models: data.models(), figure_names, model_names, gpu, samples }
    }

    /// Everything to draw, and a sentence for each file that something striped stands in for.
    fn assets(&self, rules: &Rules) -> Result<(Assets, Vec<String>), String> {
        let figures: Vec<&str> = self.figure_names.iter().map(String::as_str).collect();
        let models: Vec<&str> = self.model_names.iter().map(String::as_str).collect();
        // a building fills its place; small things are told by their size
        let side_m = |name: &str| match rules.towers.iter().find(|t| t.model == name) {
            Some(tower) => f32::from(tower.footprint_cells) * 0.8,
            None => SIDES_M.iter().find(|(n, _)| *n == name).map_or(1.0, |(_, side)| *side),
        };
        let progress = render::assets::Progress::default();
        let (assets, faults) = Assets::load_all(&self.models, &figures, &models, &side_m, &progress).map_err(|e| e.to_string())?;
        for fault in &faults {
            tracing::error!("{fault}");
        }
        let parts = assets.parts;
        tracing::info!(
            reading_ms = parts.reading_ms,
            decoding_ms = parts.decoding_ms,
            baking_ms = parts.baking_ms,
            lowest_ms = parts.lowest_ms,
            "models are loaded"
        );
        let named = |fault: &render::AssetError| fault.path.file_name().map(|n| n.to_string_lossy().to_string()).unwrap_or_default();
        let said = faults.iter().map(|f| format!("{} is missing or broken and drawn as stripes: the log says why.", named(f))).collect();
        Ok((assets, said))
    }
}

fn shadows(settings: &SettingsModel) -> render::Shadows {
    match settings.shadows {
        Shadows::Off => render::Shadows::Off,
        Shadows::TerrainAndTowers => render::Shadows::Stills,
        Shadows::All => render::Shadows::All,
    }
}

fn figure(kind: usize, figure: &render::Figure) -> Figure {
    let clips = figure.clips.iter().map(|c| (c.name.clone(), ClipRange { first: c.first as u16, samples: c.samples as u16, looped: c.looping })).collect();
    Figure {
        name: figure.name.clone(),
        kind: kind as u8,
        height_m: figure.height_m,
        radius_m: figure.radius_m,
        lying: figure.lying,
        clips,
        walk_mps: figure.ground_speed_mps("walk"),
        run_mps: figure.ground_speed_mps("run"),
    }
}

/// The map as the renderer wants it: rows from the south.
fn ground_map(level: &Level) -> GroundMap {
    let (width, height) = (level.map.width as usize, level.map.height as usize);
    let rows = (0..height).rev().flat_map(|y| y * width..(y + 1) * width);
    let class = |terrain| match terrain {
        Terrain::Ground => GroundClass::Grass,
        Terrain::Road => GroundClass::Road,
        Terrain::Rough => GroundClass::Rough,
        Terrain::Forest => GroundClass::Forest,
        Terrain::Cliff => GroundClass::Cliff,
        Terrain::Ravine => GroundClass::Ravine,
        Terrain::Water => GroundClass::Water,
        Terrain::Meadow => GroundClass::Meadow,
    };
    GroundMap { width, height, classes: rows.clone().map(|k| class(level.map.terrain[k])).collect(), cliff_m: rows.map(|k| level.map.cliff_m[k]).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_is_turned_so_that_north_is_up() {
        let data = Data::find().expect("the repository holds its data");
        let rules = data.rules().expect("the shipped tables are right");
        let level = data.level("first-bombs", &rules).expect("the first level is right");
        let map = ground_map(&level);
        let space = view::space::Space { map_height_m: level.map.height as f32 };
        for (x, y) in [(3u32, 5u32), (70, 10), (100, 90), (64, 127)] {
            let world = space.world_from_map(vec2(x as f32 + 0.5, y as f32 + 0.5));
            let there = map.classes[world.y as usize * map.width + world.x as usize] == GroundClass::Cliff;
            assert_eq!(there, level.map.terrain_at(Cell::new(x as i32, y as i32)) == Terrain::Cliff, "cell {x}, {y}");
        }
    }
}
