"""Towers at work and struck, arrows that arrive, kegs and bombs, the keep."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from . import dyn, env, filt, noise, osc, phys, space
from .core import Rng, Stereo, count, hz, normal, place, silence, total
from .effects import boom, hammer, twang, whoosh
from .modal import BONE, BRONZE, COIN, ICE, IRON, STONE, WOOD, bounces, strike


def archer_shot(r: Rng) -> Stereo:
    """One bow: string, limb, and the shaft that leaves."""
    t = 0.7
    m = np.zeros(count(t))
    place(m, twang(r, 128 + 60 * r.random()), 0.0, 0.9)
    top = 2500 + 900 * r.random()
    place(m, whoosh(0.45, r, [(0, top), (0.45, top * 0.4)], [(0, 0.2), (0.05, 1), (0.45, 0)], 0.6), 0.02, 0.5)
    return space.reverb(space.centre(m), "field", 0.18)


def ballista_reload(r: Rng) -> Stereo:
    """A ratchet under load: slower with every click, then the catch."""
    t = 1.3
    m = np.zeros(count(t))
    at, gap = 0.02, 0.06
    while at < 0.95:
        place(m, strike(IRON, 1500 + 200 * r.random(), 0.1, r, 0.6, 5.0), at, 0.35)
        place(m, strike(WOOD, 330 + 40 * r.random(), 0.12, r, 0.4, 1.6), at + 0.004, 0.4)
        at += gap
        gap *= 1.08
    creak = filt.band(osc.saw(osc.glide(38, 66, 1.0, 0.5), 1.0), 350, 1500) * env.points(1.0, (0, 0), (0.7, 1), (1.0, 0))
    place(m, creak, 0.0, 0.12)
    place(m, strike(IRON, 820, 0.3, r, 0.7, 2.4), 1.0, 0.6)
    return space.reverb(space.centre(m), "field", 0.15)


def mage_cast(r: Rng) -> Stereo:
    """A fireball is born: the air is drawn in, then spits."""
    t = 1.2
    draw = whoosh(t, r, [(0, 300), (0.4, 2400), (t, 500)], [(0, 0), (0.38, 0.7), (0.42, 1), (t, 0)], 1.2)
    hum = osc.partials(osc.glide(98, 210, t, 0.3), [1.0, 0.6, 0.4, 0.3, 0.2], t) * env.points(t, (0, 0), (0.4, 1), (0.46, 0.2), (t, 0)) * 0.2
    spit = filt.band(noise.crackle(t, r, 420), 1100, 7000) * env.points(t, (0, 0), (0.36, 0.3), (0.42, 1), (t, 0)) * 2.2
    fwoomp = np.zeros(count(t))
    place(fwoomp, noise.decaying(t - 0.4, r, 0.22, 0.4, 0.8, lo=60, hi=9000) * env.decay(t - 0.4, 2, 0.008), 0.4, 1.0)
    return space.reverb(space.centre(dyn.saturate(draw * 0.6 + hum + fwoomp, 1.5) + spit), "field", 0.2)


def obelisk_frost(r: Rng) -> Stereo:
    """A ring of cold goes out from a standing stone."""
    t = 1.7
    out = silence(t, 2)
    stone = strike(STONE, 150, 1.0, r, 0.35, 0.5)
    place(out, space.centre(stone), 0.0, 0.4)
    for k in range(12):
        f = hz(79 + (0, 5, 7, 12, 14, 17)[int(r.integers(6))])
        place(out, space.pan(strike(ICE, f, 0.7, r, 0.5, 1.1, 0.02), r.uniform(-0.8, 0.8)), 0.04 + 0.5 * (k / 12) ** 0.8, 0.22)
    ring = whoosh(t, r, [(0, 5200), (0.25, 2600), (t, 900)], [(0, 0), (0.06, 1), (0.5, 0.35), (t, 0)], 1.3)
    crack = filt.band(noise.crackle(t, r, 900), 2500, 11000) * env.points(t, (0, 0), (0.08, 1), (0.9, 0.2), (t, 0)) * 1.3
    return space.reverb(out + space.centre(ring * 0.5 + crack * 0.5), "hall", 0.28)


def drum_beat(r: Rng) -> Stereo:
    """The war drum of the drum tower: one stroke with its answer."""
    out = np.zeros(count(1.3))
    for at, f, level in ((0.0, 74, 1.0), (0.24, 92, 0.5), (0.36, 92, 0.6)):
        place(out, phys.drum(f, 0.9, r, 0.55, 0.4, 0.26, 0.9), at, level)
        place(out, filt.band(noise.white(0.1, r), 250, 2200, 1) * env.decay(0.1, 0.018, 0.001), at, 0.5 * level)
    return space.reverb(space.centre(dyn.saturate(out, 1.6)), "valley", 0.2)


def tower_hit(of: str) -> Callable[[Rng], Stereo]:
    """A blow against a building that feels it."""

    def make(r: Rng) -> Stereo:
        t = 0.8
        m = np.zeros(count(t))
        if of == "wood":
            for k, f in enumerate((132, 205, 330)):
                place(m, strike(WOOD, f * (0.9 + 0.2 * r.random()), 0.5, r, 0.65, 0.9), 0.003 * k, 0.9 - 0.2 * k)
            splinter = filt.band(noise.crackle(0.3, r, 2200), 900, 5000) * env.decay(0.3, 0.05, 0.001)
            place(m, splinter, 0.004, 2.4)
        else:
            place(m, strike(STONE, 210 + 60 * r.random(), 0.5, r, 0.75, 0.8), 0.0, 1.0)
            place(m, strike(IRON, 980 + 260 * r.random(), 0.3, r, 0.7, 2.2), 0.0, 0.22)
            for _ in range(9):
                place(m, strike(STONE, 900 + 2600 * r.random(), 0.12, r, 0.4, 1.3), 0.06 + 0.45 * r.beta(1.2, 2.4), 0.18)
        place(m, boom(0.3, 150, 78, 0.02, 0.05), 0.0, 0.4)
        return space.reverb(space.centre(dyn.saturate(m, 1.3)), "field", 0.18)

    return make


def barricade_broken(r: Rng) -> Stereo:
    t = 1.5
    out = silence(t, 2)
    for _ in range(11):
        at = 0.35 * r.beta(1, 2.4)
        crack = total(strike(WOOD, 140 + 380 * r.random(), 0.4, r, 0.9, 1.2), 1.4 * filt.band(noise.crackle(0.25, r, 1800), 800, 5200) * env.decay(0.25, 0.05, 0.001))
        place(out, space.pan(crack, r.uniform(-0.5, 0.5)), at, 0.7)
    for _ in range(8):  # planks come down
        first = 0.4 + 0.5 * r.random()
        f = 240 + 260 * r.random()
        for at, level in bounces(r, 0.10, 0.55):
            place(out, space.pan(strike(WOOD, f, 0.2, r, 0.4, 1.2), r.uniform(-0.7, 0.7)), first + at, 0.35 * level)
    return space.reverb(dyn.saturate(out, 1.3), "field", 0.2)


def tower_repair(r: Rng) -> Stereo:
    m = np.zeros(count(1.3))
    f = 300 + 40 * r.random()
    for k, at in enumerate((0.0, 0.17, 0.34, 0.42)):
        place(m, hammer(r, f * (1.0, 1.05, 0.95, 1.12)[k]), at + 0.008 * r.random(), (0.8, 0.8, 1.0, 0.6)[k])
    saw = filt.band(noise.white(0.5, r), 1400, 5200) * np.clip(np.sin(2 * np.pi * 5.0 * np.arange(count(0.5)) / 48000.0), 0, 1) * env.points(0.5, (0, 1), (0.5, 0.5))
    place(m, saw, 0.62, 0.10)
    return space.reverb(space.centre(m), "yard", 0.24)


def tower_sold(r: Rng) -> Stereo:
    """Taken apart with care, then paid."""
    out = silence(1.5, 2)
    for k, at in enumerate((0.0, 0.12, 0.25)):
        place(out, space.centre(strike(WOOD, (330, 290, 250)[k], 0.3, r, 0.45, 1.2)), at, 0.6)
    place(out, space.centre(strike(STONE, 300, 0.4, r, 0.4)), 0.33, 0.5)
    for k in range(7):
        f = 2400 + 1500 * r.random()
        for at, level in bounces(r, 0.10, 0.5):
            place(out, space.pan(strike(COIN, f, 0.35, r, 0.6, 1.3, 0.01), r.uniform(-0.4, 0.4)), 0.46 + 0.05 * k + at, 0.4 * level)
    return space.reverb(out, "yard", 0.2)


def arrow_hit(what: str) -> Callable[[Rng], Stereo]:
    def make(r: Rng) -> Stereo:
        t = 0.45
        m = np.zeros(count(t))
        place(m, filt.band(noise.white(0.05, r), 1600, 6500) * env.points(0.05, (0, 0), (0.03, 1), (0.05, 0)), 0.0, 0.12)
        at = 0.03
        quiver = filt.band(osc.saw(72 + 20 * r.random(), 0.3), 200, 1500) * env.decay(0.3, 0.06, 0.004)
        if what == "flesh":
            place(m, filt.low(noise.white(0.2, r), 700, 2) * env.decay(0.2, 0.018, 0.001), at, 1.6)
            place(m, osc.sine(osc.glide(240, 95, 0.2, 0.02), 0.2) * env.decay(0.2, 0.03, 0.002), at, 0.8)
            place(m, filt.band(noise.crackle(0.12, r, 2600), 600, 2600) * env.decay(0.12, 0.03, 0.002), at + 0.004, 1.2)
        elif what == "shield":
            place(m, strike(WOOD, 300 + 70 * r.random(), 0.35, r, 0.8, 1.0), at, 1.0)
            place(m, strike(IRON, 1250 + 300 * r.random(), 0.3, r, 0.6, 2.4), at, 0.25)
            place(m, quiver, at, 0.25)
        elif what == "bone":
            place(m, strike(BONE, 900 + 700 * r.random(), 0.2, r, 0.8, 1.2), at, 1.0)
            place(m, strike(BONE, 1900 + 700 * r.random(), 0.15, r, 0.6, 1.6), at + 0.03, 0.4)
        else:
            place(m, filt.band(noise.coloured(0.15, r, 0.5), 250, 2200, 1) * env.decay(0.15, 0.014, 0.001), at, 1.0)
            place(m, strike(WOOD, 420 + 90 * r.random(), 0.2, r, 0.5, 1.8), at, 0.35)
            place(m, quiver, at, 0.4)
        return space.reverb(space.centre(m), "field", 0.12)

    return make


def fuse(seconds: float) -> Callable[[Rng], Stereo]:
    """Powder that burns: a hiss with spits, a little faster toward the end."""

    def make(r: Rng) -> Stereo:
        t = seconds
        hiss = filt.band(noise.white(t, r), 2600, 9000) * (0.6 + 0.4 * noise.wander(t, r, 18)) * env.points(t, (0, 0), (0.04, 1), (t * 0.8, 0.9), (t, 0))
        spit = filt.band(noise.crackle(t, r, 90), 900, 6000) * env.points(t, (0, 0.6), (t * 0.9, 1.4), (t, 0)) * 5.0
        match = filt.band(noise.white(t, r), 1200, 6000) * env.decay(t, 0.06, 0.004)
        return space.reverb(space.centre(0.25 * hiss + spit + 0.5 * match), "field", 0.08)

    return make


def keg_roll(r: Rng) -> Stereo:
    """A keg over ground: staves knock once a turn, the hoop grinds, powder shifts inside."""
    t = 1.8
    m = np.zeros(count(t))
    at, turn = 0.02, 0.17
    while at < t - 0.3:
        place(m, strike(WOOD, 150 + 40 * r.random(), 0.25, r, 0.35, 1.1), at, 0.55 + 0.2 * r.random())
        place(m, strike(WOOD, 260 + 60 * r.random(), 0.2, r, 0.3, 1.3), at + turn * 0.45, 0.3)
        at += turn * (0.93 + 0.14 * r.random())
        turn *= 1.03
    grind = filt.band(noise.crackle(t, r, 1600), 300, 2600) * env.points(t, (0, 0.3), (0.2, 1), (t - 0.3, 0.5), (t, 0)) * 1.1
    rumble = noise.band(t, r, 70, 260) * env.points(t, (0, 0), (0.2, 1), (t, 0)) * 0.09
    return space.reverb(space.centre(m + grind + rumble), "field", 0.12)


def keg_explode(r: Rng) -> Stereo:
    """Wood and powder: a blast with staves in it, and hoops that ring away."""
    from .bodies import blast

    st = blast("small")(r)
    t = len(st) / 48000.0
    out = np.concatenate((st, silence(0.6, 2)))
    for _ in range(16):
        at = 0.02 + 0.9 * r.beta(1.1, 2.6)
        place(out, space.pan(strike(WOOD, 240 + 620 * r.random(), 0.3, r, 0.7, 1.2), r.uniform(-0.9, 0.9)), at, 0.10 + 0.14 * r.random())
    for _ in range(2):
        f = 620 + 300 * r.random()
        for at, level in bounces(r, 0.22, 0.6, 0.04):
            place(out, space.pan(strike(IRON, f, 0.5, r, 0.5, 1.6), r.uniform(-0.6, 0.6)), min(t, 0.5 + 0.2 * r.random()) + at, 0.07 * level)
    return out


def bomb_bounce(r: Rng) -> Stereo:
    """Cast iron on earth: a dull clank that is not a bell, and dirt."""
    m = np.zeros(count(0.6))
    place(m, strike(IRON, 260 + 40 * r.random(), 0.5, r, 0.45, 3.2), 0.0, 0.7)
    place(m, osc.sine(osc.glide(190, 82, 0.3, 0.02), 0.3) * env.decay(0.3, 0.05, 0.002), 0.0, 0.8)
    place(m, filt.band(noise.coloured(0.2, r, 0.5), 250, 2600, 1) * env.decay(0.2, 0.03, 0.001), 0.0, 0.5)
    for _ in range(4):
        place(m, strike(STONE, 1300 + 1800 * r.random(), 0.1, r, 0.4, 1.5), 0.03 + 0.2 * r.random(), 0.12)
    return space.reverb(space.centre(dyn.saturate(m, 1.2)), "field", 0.12)


def bomb_throw(r: Rng) -> Stereo:
    t = 0.7
    w = whoosh(t, r, [(0, 220), (0.18, 760), (t, 260)], [(0, 0), (0.16, 1), (t, 0)], 1.3)
    spit = filt.band(noise.crackle(t, r, 160), 1800, 8000) * env.points(t, (0, 0), (0.1, 1), (t, 0)) * 2.0
    return space.reverb(space.centre(w + spit), "field", 0.1)


def keep_struck(r: Rng) -> Stereo:
    """A great door takes a blow: oak, iron, and the hall behind."""
    m = np.zeros(count(1.2))
    for k, f in enumerate((74, 121, 188, 290)):
        place(m, strike(WOOD, f * (0.95 + 0.1 * r.random()), 0.9, r, 0.5, 0.5), 0.004 * k, 1.0 - 0.18 * k)
    place(m, boom(0.7, 120, 52, 0.03, 0.14), 0.0, 0.8)
    for at, level in bounces(r, 0.09, 0.6):
        place(m, strike(IRON, 520 + 60 * r.random(), 0.4, r, 0.5, 2.0), 0.01 + at, 0.22 * level)
    place(m, filt.band(noise.crackle(0.5, r, 1500), 500, 4200) * env.decay(0.5, 0.12, 0.003), 0.01, 1.2)
    return space.reverb(space.centre(dyn.saturate(m, 1.4)), "hall", 0.35)


def keep_alarm(r: Rng) -> Stereo:
    """The alarm bell: fast strokes of one cracked bronze."""
    t = 2.4
    out = silence(t, 2)
    f = hz("E5") * (1 + 0.004 * r.standard_normal())
    for k in range(7):
        place(out, space.pan(normal(strike(BRONZE, f * (1 + 0.001 * r.standard_normal()), 1.4, r, 0.9, 1.1, 0.004)), 0.1 * (-1) ** k), 0.02 + 0.21 * k + 0.01 * r.random(), 0.5 if k % 2 else 0.65)
    return space.reverb(dyn.saturate(out, 1.2), "yard", 0.35)
