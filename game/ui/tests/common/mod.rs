//! Models that fill every screen, and a hand that drives the interface as a player would.

#![allow(dead_code, missing_docs)]

use content::level::{Entrance, Keep, Level};
use content::map::{Cell, Map, Terrain};
use content::rules::{Difficulty, PowerKind, TowerKind};
use egui::{Event, Modifiers, PointerButton, Pos2, pos2};
use ui::{Device, Input, Interface, LevelCard, MapPicture, Model, Nav, Output, Screen, SettingsModel, UiAction};
use view::hud::{BuildEntry, Hand, Hud, PowerEntry, PreviewEntry, Summary, TowerPanel};

fn tower(i: u8, id: &str, name: &str, price: i32, about: &str) -> BuildEntry {
    BuildEntry { kind: TowerKind(i), id: id.into(), name: name.into(), about: about.into(), price, range_m: 22.0, affordable: price <= 164 }
}

fn power(i: u8, id: &str, name: &str, charges: u16, charges_max: u16, wait_s: f32) -> PowerEntry {
    let about = "Thrown from the keep. What stands in the blast flies.".into();
    PowerEntry { kind: PowerKind(i), id: id.into(), name: name.into(), about, charges, charges_max, wait_s }
}

/// The first levels: few things to build.
pub fn small_hud() -> Hud {
    Hud {
        level: "First Bombs".into(),
        gold: 164,
        keep_health: 720,
        keep_health_max: 1000,
        wave: 7,
        waves: 12,
        next_wave_s: Some(23.4),
        call_bonus: 35,
        preview: [("skeleton", 240), ("goblin", 60), ("ogre", 4)].map(|(id, count)| PreviewEntry { id: id.into(), name: id.into(), count }).to_vec(),
        alive: 1204,
        in_the_air: 37,
        fallen: 3410,
        towers: vec![
            tower(0, "archers", "Archers", 60, "Shoots at one enemy after the other. Quick and cheap."),
            tower(1, "mortar", "Mortar", 150, "Lobs a real bomb where the crowd is thickest. Cannot reach what stands close."),
            tower(2, "mage", "Mage", 180, "A fireball where the crowd is thickest. The blast throws, the fire lingers."),
        ],
        powers: vec![power(0, "bomb", "Bomb", 2, 3, 6.5)],
        speed: 2,
        ..Hud::default()
    }
}

/// The last levels: everything.
pub fn full_hud() -> Hud {
    let mut hud = small_hud();
    let more =
        [("ballista", "Ballista", 110), ("frost", "Frost obelisk", 120), ("drum", "Drum", 90), ("barricade", "Barricade", 15), ("keg", "Powder keg", 1400)];
    for (i, (id, name, price)) in more.into_iter().enumerate() {
        hud.towers.push(tower(3 + i as u8, id, name, price, "What it does, in a sentence of the usual length."));
    }
    hud.powers.push(power(1, "firestorm", "Firestorm", 1, 1, 0.0));
    hud.powers.push(power(2, "gust", "Gust", 0, 2, 14.2));
    hud.powers.push(power(3, "frost", "Frost", 1, 2, 0.0));
    hud.gold = 123_456;
    hud.keep_health = 8_720;
    hud.keep_health_max = 10_000;
    hud.alive = 10_204;
    hud.in_the_air = 1_312;
    hud.fallen = 103_410;
    hud.selected = Some(panel());
    hud.paused = true;
    hud.message = Some(("Wave 7: 240 skeletons, 60 goblins and 4 ogres come through the west gap.".into(), 0.5));
    hud
}

pub fn panel() -> TowerPanel {
    TowerPanel {
        cell: Cell::new(40, 52),
        id: "mortar".into(),
        name: "Mortar".into(),
        health: 256,
        health_max: 400,
        range_m: 22.0,
        damage: 120,
        reload_s: 3.2,
        kills: 214,
        thrown: 391,
        refund: 96,
    }
}

pub fn placing(obstacle: Option<&str>) -> Hud {
    Hud { hand: Hand::Placing { kind: TowerKind(0), obstacle: obstacle.map(Into::into) }, ..small_hud() }
}

pub fn aiming() -> Hud {
    Hud { hand: Hand::Aiming { kind: PowerKind(0), obstacle: None, inside: 143 }, selected: Some(panel()), ..small_hud() }
}

pub fn levels() -> Vec<LevelCard> {
    let card = |id: &str, name: &str, about: &str, stars| LevelCard {
        id: id.into(),
        name: name.into(),
        about: about.into(),
        difficulty: Difficulty::Standard,
        stars,
        waves: 12,
        picture: Some(MapPicture::of(&valley())),
    };
    vec![
        card("first_bombs", "First Bombs", "A straight road and a crowd that has never seen a bomb. Throw the first one where it is thickest.", Some(3)),
        card("ravine", "The Ravine", "The road bends around a gorge. What flies across does not come back, and what falls in does neither.", Some(1)),
        card("two_gates", "Two Gates and a Name That Is Too Long", "They come from east and west at once.", None),
    ]
}

/// A small valley with a road, rock, a gorge and a wood.
pub fn valley() -> Level {
    let (width, height) = (96u32, 64u32);
    let mut terrain = Vec::new();
    let mut cliff_m = Vec::new();
    for y in 0..height as i32 {
        for x in 0..width as i32 {
            let bend = 32 + (x - 48) * (x - 48) / 160 - 8;
            let rock = !(6..58).contains(&y) || (x - 20) * (x - 20) + (y - 50) * (y - 50) < 60;
            let kind = match () {
                () if rock => Terrain::Cliff,
                () if (y - bend).abs() < 4 => Terrain::Road,
                () if (x - 60).abs() < 4 && y > 40 => Terrain::Ravine,
                () if (x - 75) * (x - 75) + (y - 18) * (y - 18) < 70 => Terrain::Forest,
                () => Terrain::Ground,
            };
            terrain.push(kind);
            cliff_m.push(if rock { 3.0 + ((x / 5 + y / 3) % 3) as f32 } else { 0.0 });
        }
    }
    Level {
        id: "valley".into(),
        name: "Valley".into(),
        about: String::new(),
        map: Map { width, height, terrain, cliff_m },
        classes: vec![],
        entrances: vec![Entrance { id: "west".into(), from: [1.0, 34.0], to: [1.0, 44.0] }],
        keep: Keep { cell: Cell::new(88, 34), footprint_cells: 7, health: 1000 },
        waves: vec![],
        seed: 1,
        gold: 200,
        build_ticks: 900,
        exits: Vec::new(),
        wall_surcharge: content::load::limits::WALL_SURCHARGE_DEFAULT,
        walling_in: false,
        testbed: false,
        endless: false,
        probes: vec![],
        crowds: vec![],
        towers: vec![],
        kegs: Vec::new(),
        commands: vec![],
        content_hash: 0,
    }
}

pub fn many_levels() -> Vec<LevelCard> {
    (0..12).map(|i| LevelCard { id: format!("level_{i}"), name: format!("Level number {i}"), about: "About it.".into(), ..LevelCard::default() }).collect()
}

pub fn summary(won: bool) -> Summary {
    let graph = (0..240)
        .map(|i| {
            let t = i as f32 * 2.0;
            let wave = (t % 68.0) / 68.0;
            let alive = ((1.0 - wave) * (150.0 + t * 2.2)) as u32;
            (t, alive, if i % 9 < 3 { alive / 4 } else { alive / 20 }, 160 + (wave * 300.0) as i32)
        })
        .collect();
    Summary {
        level: "First Bombs".into(),
        won,
        wave: if won { 12 } else { 7 },
        waves: 12,
        seconds: 478.0,
        killed: 1942,
        knocked: 11_307,
        in_the_air_peak: 312,
        highest_throw_m: 21.3,
        longest_flight_m: 43.0,
        keep_share: if won { 0.83 } else { 0.0 },
        stars: if won { 2 } else { 0 },
        graph,
    }
}

/// Every screen, by name.
pub fn screens() -> Vec<(&'static str, Screen)> {
    vec![
        ("loading", Screen::Loading { progress: 0.4, what: "Shaping the valley".into() }),
        ("title", Screen::Title { can_continue: true }),
        ("title-first", Screen::Title { can_continue: false }),
        ("levels", Screen::Levels(levels())),
        ("levels-many", Screen::Levels(many_levels())),
        ("levels-none", Screen::Levels(vec![])),
        ("battle", Screen::Battle(small_hud())),
        ("battle-selected", Screen::Battle(Hud { selected: Some(panel()), ..small_hud() })),
        ("battle-placing", Screen::Battle(placing(Some("A tower cannot stand on rock.")))),
        ("battle-aiming", Screen::Battle(aiming())),
        ("battle-full", Screen::Battle(full_hud())),
        ("battle-build", Screen::Battle(Hud { wave: 0, call_bonus: 0, slow: true, ..small_hud() })),
        ("battle-last", Screen::Battle(Hud { wave: 12, next_wave_s: None, speed: 5, ..small_hud() })),
        ("pause", Screen::Pause(small_hud())),
        ("settings", Screen::Settings(SettingsModel::default())),
        ("lost", Screen::Result(summary(false))),
        ("won", Screen::Result(summary(true))),
        (
            "error",
            Screen::Error {
                sentence: "The level \u{201c}ravine\u{201d} could not be read: levels/ravine/level.toml, line 14, column 3: no enemy is called \u{201c}gobbin\u{201d}.".into(),
                remedy: "Did you mean \u{201c}goblin\u{201d}? Mend the file, or remove the folder of the level.".into(),
            },
        ),
    ]
}

/// One player at one window.
pub struct Hands {
    pub interface: Interface,
    pub size_px: [u32; 2],
    pub scale: f32,
    pub device: Device,
    pub contrast: ui::Contrast,
    pub textures: egui::TexturesDelta,
}

impl Hands {
    pub fn new(size_px: [u32; 2], scale: f32) -> Self {
        let mut interface = Interface::new();
        interface.insist_on_glyphs();
        Self { interface, size_px, scale, device: Device::Keys, contrast: ui::Contrast::Normal, textures: egui::TexturesDelta::default() }
    }

    pub fn frame(&mut self, model: &Model, nav: Nav, events: Vec<Event>) -> Output {
        let raw = egui::RawInput { events, ..Default::default() };
        let input = Input { raw, nav, device: self.device, size_px: self.size_px, scale_setting: self.scale, contrast: self.contrast, dt_s: 1.0 / 60.0 };
        let output = self.interface.run(input, model);
        self.textures.append(output.textures.clone());
        output
    }

    pub fn idle(&mut self, model: &Model, frames: usize) -> Output {
        let mut last = Output::default();
        for _ in 0..frames.max(1) {
            last = self.frame(model, Nav::default(), vec![]);
        }
        last
    }

    pub fn nav(&mut self, model: &Model, nav: Nav) -> Vec<UiAction> {
        let mut actions = self.frame(model, nav, vec![]).actions;
        actions.extend(self.idle(model, 1).actions);
        actions
    }

    /// Where a part is, in pixels.
    pub fn middle(&self, name: &str) -> Pos2 {
        let [l, t, r, b] = self.interface.place_px(name).unwrap_or_else(|| panic!("nothing is called {name}"));
        pos2((l + r) * 0.5, (t + b) * 0.5)
    }

    pub fn point(&mut self, model: &Model, at: Pos2) -> Output {
        self.frame(model, Nav::default(), vec![Event::PointerMoved(at)])
    }

    pub fn click(&mut self, model: &Model, at: Pos2) -> Vec<UiAction> {
        let button = |pressed| Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        let mut actions = self.point(model, at).actions;
        actions.extend(self.frame(model, Nav::default(), vec![button(true)]).actions);
        actions.extend(self.frame(model, Nav::default(), vec![button(false)]).actions);
        actions.extend(self.idle(model, 1).actions);
        actions
    }

    pub fn press(&mut self, model: &Model, name: &str) -> Vec<UiAction> {
        self.idle(model, 2);
        let at = self.middle(name);
        self.click(model, at)
    }

    /// Drags from one point to another in `steps`.
    pub fn drag(&mut self, model: &Model, from: Pos2, to: Pos2, steps: usize) -> Vec<UiAction> {
        let button = |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        let mut actions = self.point(model, from).actions;
        actions.extend(self.frame(model, Nav::default(), vec![button(from, true)]).actions);
        for i in 1..=steps {
            actions.extend(self.point(model, from + (to - from) * i as f32 / steps as f32).actions);
        }
        actions.extend(self.frame(model, Nav::default(), vec![button(to, false)]).actions);
        actions
    }
}
