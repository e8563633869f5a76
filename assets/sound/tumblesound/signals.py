"""What the interface says, and the signals of waves: wood, parchment, small bells. Short, and never in the way."""

from __future__ import annotations

import numpy as np

from . import dyn, env, filt, noise, phys, space
from .core import Mono, Rng, Stereo, count, hz, normal, place, silence, total
from .modal import BRONZE, COIN, IRON, STONE, WOOD, strike


def _paper(seconds: float, r: Rng, rising: bool) -> Mono:
    c = np.geomspace(*((1400, 4200) if rising else (4200, 1400)), count(seconds))
    return filt.sweep_band(noise.white(seconds, r), c, 1.0) * (0.4 + 0.6 * noise.wander(seconds, r, 40)) * env.points(seconds, (0, 0), (seconds * 0.35, 1), (seconds, 0))


def ui_open(r: Rng) -> Stereo:
    m = np.zeros(count(0.4))
    place(m, _paper(0.22, r, True), 0.0, 0.35)
    place(m, strike(WOOD, 420 + 15 * r.standard_normal(), 0.2, r, 0.4, 1.6), 0.02, 0.5)
    place(m, strike(WOOD, 630, 0.2, r, 0.4, 1.6), 0.11, 0.6)
    return space.reverb(space.centre(m), "field", 0.06)


def ui_close(r: Rng) -> Stereo:
    m = np.zeros(count(0.4))
    place(m, _paper(0.18, r, False), 0.0, 0.3)
    place(m, strike(WOOD, 600, 0.2, r, 0.4, 1.6), 0.02, 0.5)
    place(m, strike(WOOD, 400 + 15 * r.standard_normal(), 0.2, r, 0.45, 1.4), 0.1, 0.7)
    return space.reverb(space.centre(m), "field", 0.06)


def ui_tick(r: Rng) -> Stereo:
    return space.centre(strike(WOOD, 1500 + 60 * r.standard_normal(), 0.06, r, 0.5, 3.0, 0.01))


def ui_toggle(r: Rng) -> Stereo:
    m = np.zeros(count(0.2))
    place(m, strike(IRON, 1650, 0.1, r, 0.5, 6.0), 0.0, 0.4)
    place(m, strike(WOOD, 700 + 25 * r.standard_normal(), 0.15, r, 0.5, 1.8), 0.025, 0.8)
    return space.reverb(space.centre(m), "field", 0.05)


def ui_place(r: Rng) -> Stereo:
    """A ghost is set on its cell: a stone on earth."""
    m = np.zeros(count(0.4))
    place(m, strike(STONE, 380 + 20 * r.standard_normal(), 0.25, r, 0.4, 1.4), 0.0, 0.6)
    place(m, strike(WOOD, 210, 0.25, r, 0.35, 1.4), 0.004, 0.7)
    place(m, filt.band(noise.white(0.1, r), 300, 2200) * env.decay(0.1, 0.02, 0.002), 0.0, 0.2)
    return space.reverb(space.centre(m), "field", 0.08)


def ui_star(r: Rng) -> Stereo:
    out = silence(1.4, 2)
    for k, (at, note) in enumerate(((0.0, "A5"), (0.07, "D6"), (0.14, "F#6"))):
        place(out, space.pan(normal(strike(BRONZE, hz(note), 1.2, r, 0.4, 2.2, 0.002)), -0.3 + 0.3 * k), at, 0.35)
    place(out, space.centre(strike(COIN, 3400, 0.6, r, 0.5, 1.2)), 0.14, 0.2)
    place(out, space.centre(phys.drum(150, 0.4, r, 0.4, tau=0.08)), 0.0, 0.12)
    return space.reverb(out, "yard", 0.3)


def ui_achievement(r: Rng) -> Stereo:
    out = silence(2.4, 2)
    for k, (at, note) in enumerate(((0.0, "D5"), (0.12, "F#5"), (0.24, "A5"), (0.42, "D6"))):
        place(out, space.pan(phys.lute(hz(note) / 2, 1.4, r), -0.4 + 0.25 * k), at, 0.4)
        place(out, space.pan(normal(strike(BRONZE, hz(note), 1.6, r, 0.35, 1.8, 0.002)), 0.4 - 0.25 * k), at, 0.22)
    n = 1.5
    e = env.held(n, 0.05, 0.5, 0.8)
    place(out, space.centre(normal(phys.horn(hz("D4"), n, r, e, 0.8))), 0.42, 0.18)
    place(out, space.centre(normal(phys.horn(hz("A4"), n, r, e, 0.8))), 0.42, 0.12)
    return space.reverb(out, "hall", 0.3)


def ui_save(r: Rng) -> Stereo:
    """A quill and a seal."""
    m = np.zeros(count(0.8))
    for k in range(3):
        place(m, _paper(0.09, r, k % 2 == 0), 0.09 * k, 0.3)
    place(m, total(strike(WOOD, 260, 0.3, r, 0.35, 1.2), 0.4 * filt.low(noise.white(0.1, r), 900) * env.decay(0.1, 0.02, 0.002)), 0.36, 0.8)
    place(m, strike(BRONZE, hz("A5"), 0.4, r, 0.3, 5.0, 0.002), 0.37, 0.05)
    return space.reverb(space.centre(m), "field", 0.1)


def wave_called(r: Rng) -> Stereo:
    """The player calls: the keep's own short horn, higher and nearer than theirs, with a drum under it."""
    out = silence(2.0, 2)
    for at, note, length in ((0.0, "A3", 0.24), (0.22, "A3", 0.2), (0.42, "D4", 1.2)):
        e = env.held(length, 0.03, min(0.2, length * 0.5), 0.9, 0.2)
        place(out, space.pan(normal(phys.horn(hz(note) * (1 + 0.002 * r.standard_normal()), length, r, e, 1.3)), 0.0), at, 0.6)
    for at in (0.0, 0.22, 0.42):
        place(out, space.centre(phys.drum(84, 0.7, r, 0.45, tau=0.2)), at, 0.45)
    return space.reverb(dyn.saturate(out, 1.4), "yard", 0.3)


def wave_cleared(r: Rng) -> Stereo:
    """A breath of relief: four plucked notes up and a bell; the fields are empty again."""
    out = silence(2.4, 2)
    for k, (at, note) in enumerate(((0.0, "D4"), (0.15, "G4"), (0.3, "A4"), (0.45, "D5"))):
        place(out, space.pan(phys.lute(hz(note), 1.6, r), -0.3 + 0.2 * k), at, 0.5)
    place(out, space.pan(normal(strike(BRONZE, hz("D6"), 1.8, r, 0.3, 1.8, 0.002)), 0.3), 0.6, 0.22)
    place(out, space.centre(phys.flute(hz("A5"), 0.9, r)), 0.6, 0.10)
    return space.reverb(out, "yard", 0.35)
