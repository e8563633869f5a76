"""Every effect: name, recipe, target loudness and kind. An effect is its variants together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from . import bodies, effects, foes, nature, signals, works
from .core import Rng, Stereo

SHOTS = 3  # variants of what plays once or in short rounds


@dataclass(frozen=True)
class Effect:
    name: str
    make: Callable[[Rng], Stereo]
    lufs: float  # target: largest momentary loudness (one-shots) or integrated (loops)
    loop: bool = False
    mono: bool = False  # a point in the scene: one channel, placed by the game
    variants: int = SHOTS


def one(name: str, make: Callable[[Rng], Stereo], lufs: float) -> Effect:
    """A point in the scene."""
    return Effect(name, make, lufs, mono=True)


def land(name: str, make: Callable[[Rng], Stereo], lufs: float) -> Effect:
    """A long loop: one is enough, it is not heard twice in a minute."""
    return Effect(name, make, lufs, loop=True, variants=1)


# loudness of attack, death and speech by kind: what is large is heard first
LOUD = {"skeleton": -24, "goblin": -23, "raider": -22, "sapper": -23, "necromancer": -21, "ogre": -19, "giant": -16}
VOICES = tuple(
    one(f"{who}_{what}", make(who), LOUD[who] + more)
    for who in foes.MOUTHS
    for what, make, more in (("attack", foes.attack, 0), ("death", foes.death, 1), ("speak", foes.speak, -2))
)

EFFECTS: tuple[Effect, ...] = (
    Effect("blast_near", effects.blast_near, -13), Effect("blast_mid", effects.blast_mid, -16), Effect("blast_far", effects.blast_far, -21),
    Effect("blast_small", bodies.blast("small"), -16), Effect("blast_large", bodies.blast("large"), -11), Effect("debris", bodies.debris, -24),
    Effect("fireball", effects.fireball, -18), one("mortar_shot", effects.mortar_shot, -18), Effect("arrow_volley", effects.arrow_volley, -22),
    one("ballista", effects.ballista, -19), one("bones_one", effects.bones_one, -25), Effect("bones_few", effects.bones_few, -22),
    Effect("bones_many", effects.bones_many, -19), one("body_thud", effects.body_thud, -23), one("ogre_step", effects.ogre_step, -22),
    one("ogre_kick", effects.ogre_kick, -18), Effect("giant_step", effects.giant_step, -15), one("goblin_chatter", effects.goblin_chatter, -22),
    Effect("necromancer_chant", effects.necromancer_chant, -21), Effect("frost", effects.frost, -20), Effect("gust", effects.gust, -19),
    one("sword_stone", effects.sword_stone, -23), one("tower_built", effects.tower_built, -19), Effect("tower_upgraded", effects.tower_upgraded, -19),
    Effect("tower_collapsed", effects.tower_collapsed, -15), one("coins", effects.coins, -24), one("ui_hover", effects.ui_hover, -33),
    one("ui_click", effects.ui_click, -28), one("ui_deny", effects.ui_deny, -25), Effect("wave_horn", effects.wave_horn, -18),
    Effect("sting_victory", effects.sting_victory, -16), Effect("sting_defeat", effects.sting_defeat, -17),
    # bodies
    one("impact_wood", bodies.impact("wood"), -23), one("impact_stone", bodies.impact("stone"), -23), one("impact_snow", bodies.impact("snow"), -25),
    one("impact_mud", bodies.impact("mud"), -24), one("fly_by", bodies.fly_by, -26), one("yelp_small", foes.yelp("goblin"), -23),
    one("yelp_large", foes.yelp("raider"), -22), one("yelp_bones", foes.yelp("skeleton"), -25), one("yelp_ogre", foes.yelp("ogre"), -19),
    one("get_up", foes.get_up("raider"), -26), one("get_up_bones", foes.get_up("skeleton"), -27), one("get_up_ogre", foes.get_up("ogre"), -22),
    *VOICES,
    # towers, arrows, powder, the keep
    one("archer_shot", works.archer_shot, -25), one("ballista_reload", works.ballista_reload, -27), one("mage_cast", works.mage_cast, -20),
    Effect("obelisk_frost", works.obelisk_frost, -21), one("drum_beat", works.drum_beat, -18), one("tower_hit_wood", works.tower_hit("wood"), -21),
    one("tower_hit_stone", works.tower_hit("stone"), -21), Effect("barricade_broken", works.barricade_broken, -17), one("tower_repair", works.tower_repair, -22),
    Effect("tower_sold", works.tower_sold, -22), one("arrow_flesh", works.arrow_hit("flesh"), -27), one("arrow_shield", works.arrow_hit("shield"), -25),
    one("arrow_bone", works.arrow_hit("bone"), -26), one("arrow_ground", works.arrow_hit("ground"), -29), one("keg_fuse", works.fuse(1.8), -27),
    one("keg_roll", works.keg_roll, -23), Effect("keg_explode", works.keg_explode, -14), one("bomb_bounce", works.bomb_bounce, -23),
    one("bomb_fuse", works.fuse(1.1), -29), one("bomb_throw", works.bomb_throw, -26), one("keep_struck", works.keep_struck, -18),
    Effect("keep_alarm", works.keep_alarm, -18),
    # interface and signals
    one("ui_open", signals.ui_open, -28), one("ui_close", signals.ui_close, -28), one("ui_tick", signals.ui_tick, -34), one("ui_toggle", signals.ui_toggle, -29),
    one("ui_place", signals.ui_place, -25), Effect("ui_star", signals.ui_star, -21), Effect("ui_achievement", signals.ui_achievement, -20),
    one("ui_save", signals.ui_save, -27), Effect("wave_called", signals.wave_called, -18), Effect("wave_cleared", signals.wave_cleared, -20),
    # weather and fire
    Effect("thunder", nature.thunder, -16), one("fire_ignite", nature.fire_ignite, -20),
    # loops
    Effect("crowd_steps", effects.crowd_steps, -26, True), Effect("wind", effects.wind, -32, True), Effect("impact_roar", effects.impact_roar, -19, True),
    land("crowd_steps_small", bodies.steps(9, (7, 10), 0.2), -29), land("crowd_steps_large", bodies.steps(240, (9, 14), 0.4), -23),
    land("crowd_run", bodies.steps(60, (14, 20), 0.9), -24), land("fire_burning", nature.fire_burning, -27), land("firestorm", nature.firestorm, -19),
    land("rain", nature.rain, -29), land("amb_meadow", nature.meadow, -33), land("amb_night", nature.night, -34), land("amb_forest", nature.forest, -33),
    land("amb_river", nature.river, -32), land("amb_snow", nature.snow, -32), land("amb_ruins", nature.ruins, -33),
)
