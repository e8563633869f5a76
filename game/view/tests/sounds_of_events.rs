//! What happens is heard: each event by the sounds it should start, states by levels and by music.

mod common;

use content::level::Level;
use content::map::{Cell, Terrain};
use content::rules::{Attack, Blast, EnemyKind, PowerKind, Rules, TowerKind};
use glam::vec2;
use sim::event::{Cause, Event};
use sim::tables::{Bomb, BombId, NO_FUSE, TowerId, UnitId};
use sim::world::{Outcome, World};
use view::Battle;
use view::cues::{Ambience, Listener, Music};

struct Scene {
    level: Level,
    rules: Rules,
    world: World,
    battle: Battle,
    unit: UnitId,
    tower: TowerId,
}

impl Scene {
    fn new() -> Self {
        let (level, rules) = (common::level(), common::rules());
        let mut world = common::world(&level, &rules);
        let unit = common::unit(&mut world, 0, vec2(20.0, 20.0));
        let tower = common::tower(&mut world, 0, Cell::new(30, 30));
        let mut battle = Battle::new(&level, &rules, &common::figures(), &common::models());
        let at = battle.space().world_from_map(vec2(20.0, 20.0)).extend(0.0);
        battle.listen_from(Listener { at, reach_m: 40.0 });
        Self { level, rules, world, battle, unit, tower }
    }

    /// Names of the sounds that these events of one tick start.
    fn hear(&mut self, events: &[Event]) -> Vec<String> {
        self.pass(4.0); // every voice is free again
        self.battle.cues().drain().for_each(drop);
        self.world.tick += 1;
        self.battle.observe(&self.level, &self.rules, &self.world, events);
        let rules = &self.rules;
        self.battle.cues().drain().map(|cue| cue.file(rules).into_owned()).collect()
    }

    fn pass(&mut self, seconds: f32) -> Ambience {
        let mut ambience = Ambience::default();
        for _ in 0..(seconds * 10.0) as u32 {
            ambience = self.battle.pass(&self.level, &self.rules, &self.world, 0.1);
        }
        ambience
    }
}

#[test]
fn every_event_starts_its_sounds() {
    let mut scene = Scene::new();
    let (unit, tower, at, cell) = (scene.unit, scene.tower, vec2(20.0, 20.0), Cell::new(30, 30));
    let (kind, giant) = (EnemyKind(0), EnemyKind(1));
    let bomb = BombId(1);
    let blasted = Event::Blasted { blast: 1, at, height_m: 0.0, radius_m: 5.0, hit: 3, cause: Cause::Player };
    let killed = |kind| Event::Killed { unit, kind, at, reward: 2, flies: false };
    for (event, wanted) in [
        (blasted, vec!["blast_near", "debris"]),
        (Event::Landed { unit, kind, at, speed_mps: 9.0 }, vec!["bones_one"]),
        (Event::Landed { unit, kind: giant, at, speed_mps: 9.0 }, vec!["body_thud"]),
        (Event::Launched { unit, apex_m: 4.0 }, vec!["yelp_bones", "fly_by"]),
        (Event::Launched { unit, apex_m: 0.3 }, vec![]),
        (Event::GotUp { unit }, vec!["get_up_bones"]),
        (Event::TowerStruck { tower, unit, damage: 3 }, vec!["sword_stone", "tower_hit_stone", "skeleton_attack"]),
        (Event::KeepStruck { unit, damage: 3 }, vec!["keep_struck", "keep_alarm", "skeleton_attack"]),
        (Event::ArrowShot { tower, unit, at, ticks: 9 }, vec!["archer_shot"]),
        (Event::Hurt { unit, damage: 4 }, vec!["arrow_bone"]),
        (Event::BombThrown { bomb, from: at, power: Some(PowerKind(0)), tower: TowerId::NONE }, vec!["bomb_throw", "bomb_fuse"]),
        (Event::BombThrown { bomb, from: at, power: None, tower }, vec!["mortar_shot"]),
        (Event::BombBounced { bomb, at, speed_mps: 6.0 }, vec!["bomb_bounce"]),
        (Event::TowerBuilt { tower, kind: TowerKind(0), cell }, vec!["ui_place", "tower_built"]),
        (Event::TowerDestroyed { tower, kind: TowerKind(0), cell }, vec!["tower_collapsed"]),
        (Event::TowerSold { tower, cell, refund: 3 }, vec!["tower_sold"]),
        (Event::WaveStarted { wave: 1, called: false, bonus: 0 }, vec!["wave_horn"]),
        (Event::WaveStarted { wave: 1, called: true, bonus: 9 }, vec!["wave_called", "wave_horn"]),
        (Event::WaveCleared { wave: 1 }, vec!["wave_cleared"]),
        (killed(kind), vec!["coins", "skeleton_death"]),
        (killed(giant), vec!["coins", "ogre_death"]),
        (Event::Won, vec!["sting_victory"]),
        (Event::Lost, vec!["sting_defeat"]),
    ] {
        let mut heard = scene.hear(&[event]);
        heard.sort();
        let mut wanted: Vec<String> = wanted.into_iter().map(str::to_owned).collect();
        wanted.sort();
        assert_eq!(heard, wanted, "{event:?}");
    }
    assert_eq!(scene.hear(&[blasted, Event::Hurt { unit, damage: 4 }]).iter().filter(|name| name.starts_with("arrow")).count(), 0, "a blast is no arrow");
    let volley = [Event::ArrowShot { tower, unit, at, ticks: 9 }; 5];
    assert_eq!(scene.hear(&volley), ["arrow_volley"]);
    scene.hear(&[Event::KeepStruck { unit, damage: 3 }]);
    assert!(!scene.hear(&[Event::KeepStruck { unit, damage: 3 }]).contains(&"keep_alarm".to_owned()), "the alarm rings after peace alone");
}

#[test]
fn the_ground_and_the_kind_of_tower_are_heard() {
    let mut scene = Scene::new();
    let (unit, tower, at) = (scene.unit, scene.tower, vec2(20.5, 20.5));
    for (terrain, names) in [(Terrain::Forest, &["impact_wood"][..]), (Terrain::Rough, &["impact_stone", "impact_mud"]), (Terrain::Ravine, &["impact_stone"])] {
        let index = scene.level.map.index(Cell::new(20, 20)).expect("on the map");
        scene.level.map.terrain[index] = terrain;
        let heard = scene.hear(&[Event::Landed { unit, kind: EnemyKind(0), at, speed_mps: 9.0 }]);
        assert!(heard.len() == 1 && names.contains(&heard[0].as_str()), "{terrain:?}: {heard:?}");
    }
    scene.rules.towers[0].attack = Attack::None;
    assert!(scene.hear(&[Event::TowerStruck { tower, unit, damage: 3 }]).contains(&"tower_hit_wood".to_owned()));
    assert_eq!(scene.hear(&[Event::TowerDestroyed { tower, kind: TowerKind(0), cell: Cell::new(30, 30) }]), ["barricade_broken"]);
}

#[test]
fn a_keg_is_heard_when_it_is_lit_when_it_rolls_and_when_it_goes_off() {
    let mut scene = Scene::new();
    let at = vec2(22.0, 20.0);
    let blast = Blast { radius_m: 4.0, force_mps: 15.0, damage: 60 };
    scene.world.add_bomb(Bomb::lying(at, 0.0, blast, NO_FUSE, TowerId::NONE));
    assert!(scene.hear(&[]).is_empty());
    scene.world.bombs.velocity[0] = vec2(3.0, 0.0);
    assert_eq!(scene.hear(&[]), ["keg_roll"]);
    scene.world.bombs.fuse_ticks[0] = 20;
    assert_eq!(scene.hear(&[]), ["keg_fuse"]);
    let gone = Event::Blasted { blast: 1, at, height_m: 0.0, radius_m: 4.0, hit: 0, cause: Cause::Player };
    assert!(scene.hear(&[gone]).contains(&"keg_explode".to_owned()));
    scene.world.bombs.position[0] = vec2(40.0, 40.0);
    scene.hear(&[]);
    assert!(!scene.hear(&[gone]).contains(&"keg_explode".to_owned()), "a blast elsewhere is none of a keg's");
}

#[test]
fn state_chooses_music_land_and_steps() {
    let mut scene = Scene::new();
    let fight = scene.pass(1.0);
    assert_eq!((fight.music, fight.intensity), (Music::Fight, fight.danger));
    assert!(fight.meadow > 0.5 && fight.forest == 0.0 && fight.river == 0.0);
    scene.world.units.velocity[0] = vec2(0.0, 1.5);
    let walks = scene.pass(0.2);
    assert!(walks.steps_small > 0.0 && walks.crowd_steps == 0.0);
    scene.world.keep_health = scene.level.keep.health / 4;
    assert_eq!(scene.pass(0.5).music, Music::Danger);
    scene.level.map.terrain.fill(Terrain::Forest);
    let forest = scene.pass(0.2);
    assert!(forest.forest > 0.5 && forest.meadow == 0.0);
    scene.world.outcome = Outcome::Lost;
    assert_eq!(scene.pass(0.2).music, Music::Defeat);
    scene.world.outcome = Outcome::Won;
    let won = scene.pass(2.0);
    assert_eq!((won.music, won.intensity), (Music::Victory, 1));
    let mut empty = Scene::new();
    let unit = empty.unit;
    common::kill(&mut empty.world, unit);
    empty.world.waves.coming.clear();
    let build = empty.pass(1.0);
    assert_eq!((build.music, build.intensity), (Music::Build, 0));
    assert_eq!(empty.pass(15.0).intensity, 1, "the tune enters after a while");
}
