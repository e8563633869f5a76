"""Bodies against the world: impacts on each kind of ground, flight, steps of crowds of every size."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from . import dyn, env, filt, noise, osc, space
from .core import Mono, Rng, Stereo, count, ease, place, place_loop, silence, total
from .effects import body_fall, bone, boom, whoosh
from .modal import IRON, STONE, WOOD, strike


def impact(ground: str) -> Callable[[Rng], Stereo]:
    """One body, one kind of ground: what answers is the ground."""

    def make(r: Rng) -> Stereo:
        t = 0.9
        m = np.zeros(count(t))
        heavy = 0.3 + 0.3 * r.random()
        if ground == "wood":  # planks give, ring hollow and creak
            place(m, body_fall(r, heavy), 0.0, 0.45)
            for k, f in enumerate((118, 171, 263)):
                place(m, strike(WOOD, f * (0.9 + 0.2 * r.random()), 0.5, r, 0.45, 0.7), 0.004 * k, 0.75 - 0.15 * k)
            place(m, strike(WOOD, 210 + 80 * r.random(), 0.3, r, 0.4), 0.14 + 0.03 * r.random(), 0.3)
            creak = filt.band(osc.saw(osc.glide(46, 80, 0.2, 0.06), 0.2), 500, 1800) * env.points(0.2, (0, 0), (0.05, 1), (0.2, 0))
            place(m, creak, 0.2, 0.10)
        elif ground == "stone":  # hard: no bass of its own, chips and grit
            place(m, body_fall(r, heavy), 0.0, 0.6)
            place(m, strike(STONE, 330 + 120 * r.random(), 0.4, r, 0.7), 0.0, 0.7)
            place(m, strike(IRON, 760 + 500 * r.random(), 0.3, r, 0.4, 2.4), 0.008, 0.12)
            for _ in range(7):
                place(m, strike(STONE, 1400 + 2400 * r.random(), 0.12, r, 0.4, 1.4), 0.03 + 0.4 * r.beta(1.2, 2.5), 0.10 + 0.1 * r.random())
        elif ground == "snow":  # a soft floor that packs: creaking grains, no ring
            low = osc.sine(osc.glide(130, 62, 0.4, 0.03), 0.4) * env.decay(0.4, 0.07, 0.008)
            place(m, low, 0.0, 0.28)
            pack = filt.band(noise.crackle(0.35, r, 5200), 900, 5200) * env.points(0.35, (0, 0), (0.02, 1), (0.12, 0.5), (0.35, 0))
            place(m, pack, 0.004, 3.2)
            place(m, filt.low(noise.coloured(0.3, r, 0.7), 900, 2) * env.decay(0.3, 0.05, 0.012), 0.0, 0.35)
            place(m, filt.high(noise.white(0.4, r), 5000) * env.points(0.4, (0, 0), (0.08, 1), (0.4, 0)), 0.05, 0.02)
        else:  # mud: a slap, then it sucks
            place(m, filt.band(noise.white(0.2, r), 250, 2600, 1) * env.decay(0.2, 0.022, 0.001), 0.0, 0.9)
            place(m, osc.sine(osc.glide(160, 58, 0.4, 0.04), 0.4) * env.decay(0.4, 0.08, 0.004), 0.0, 0.8)
            for _ in range(9):  # bubbles: short sines that rise
                n = 0.025 + 0.03 * r.random()
                f = 260 + 500 * r.random()
                place(m, osc.sine(np.linspace(f, f * 1.9, count(n)), n) * env.points(n, (0, 0), (n * 0.3, 1), (n, 0)), 0.03 + 0.4 * r.beta(1.2, 2.2), 0.07)
            suck = filt.sweep_band(noise.white(0.35, r), np.geomspace(300, 1500, count(0.35)), 0.8) * env.points(0.35, (0, 0), (0.2, 1), (0.35, 0))
            place(m, suck, 0.16, 0.12)
        return space.reverb(space.centre(dyn.saturate(m, 1.2)), "field", 0.12)

    return make


def fly_by(r: Rng) -> Stereo:
    """Cloth and limbs through the air, turning over: the flutter is the tumble."""
    t = 0.8
    pk = 0.3 + 0.08 * r.random()
    w = whoosh(t, r, [(0, 320), (pk, 1150), (t, 300)], [(0, 0), (pk, 1), (t, 0)], 1.6)
    turn = 0.55 + 0.45 * np.sin(2 * np.pi * (6 + 3 * r.random()) * np.arange(count(t)) / 48000.0 + 6 * r.random())
    flap = filt.band(noise.white(t, r), 300, 2600) * (noise.wander(t, r, 34) ** 4) * env.points(t, (0, 0), (pk, 1), (t, 0))
    return space.reverb(space.centre(ease(w * turn + 0.9 * flap)), "field", 0.12)


def steps(walkers: int, cadence: tuple[int, int], force: float, seconds: float = 4.0) -> Callable[[Rng], Stereo]:
    """A circular crowd: each has a cadence of whole steps a loop. Few are single feet, many are a bed with single feet near by."""

    def make(r: Rng) -> Stereo:
        t = seconds
        out = silence(t, 2)
        for k0 in range(walkers):
            n_steps, near, where = int(r.integers(*cadence)), r.random() ** 1.5, r.uniform(-0.9, 0.9)
            start, f, kind = r.random() * t, 105 + 75 * r.random(), r.random()
            if k0 < walkers // 3:
                n_steps, start = (cadence[0] + cadence[1]) // 2, 0.05 * r.standard_normal()
            foot = _foot(r, f, kind, force)
            other = _foot(r, f * 1.06, kind, force)
            for k in range(n_steps):
                at = start + (k + 0.06 * r.standard_normal()) * t / n_steps
                place_loop(out, space.pan(foot if k % 2 else other, where), count(at), (0.12 + 0.5 * near) * (0.8 + 0.3 * r.random()))
        bed = np.stack([noise.band(t, r, 80, 420, 0.8) for _ in (0, 1)], axis=1) * 0.0003 * walkers
        return space.reverb_loop(dyn.saturate_loop(out * (4.0 / walkers**0.5) + bed, 1.1), "field", 0.2)

    return make


def _foot(r: Rng, f: float, kind: float, force: float) -> Mono:
    n = 0.14
    s = osc.sine(osc.glide(f * (1.6 + force), f, n, 0.012), n) * env.decay(n, 0.022 + 0.012 * force, 0.002)
    s = s + (0.7 + 0.5 * force) * filt.band(noise.white(n, r), 280, 1900 + 900 * force) * env.decay(n, 0.014, 0.003)
    s = s + 2.0 * force * filt.band(noise.crackle(n, r, 2400), 1200, 5200) * env.decay(n, 0.03, 0.004)
    if kind < 0.4:
        place(s, ease(bone(r, 0.2 + 0.5 * r.random(), 0.3)[: count(0.1)], 0.4), 0.012, 0.26)
    elif kind < 0.6:
        place(s, strike(IRON, 1900 + 1500 * r.random(), 0.1, r, 0.25, 4.0), 0.01, 0.06 + 0.06 * force)
    return ease(s, 0.3)


def blast(size: str) -> Callable[[Rng], Stereo]:
    """Small: a sharp crack with a short tail. Large: two fronts, a long body, earth that keeps coming down. Both with grit: the
    debris that rides on the front and the tearing of the ground under it."""
    from .effects import clods

    def make(r: Rng) -> Stereo:
        large = size == "large"
        t = 4.2 if large else 1.6
        crack = filt.high(noise.white(t, r), 900, 1) * env.decay(t, 0.016, 0.0004)
        body = noise.decaying(t, r, 0.7 if large else 0.2, 0.42, 0.8) * env.decay(t, 5.0, 0.002)
        sub = boom(t, 130 if large else 190, 34 if large else 62, 0.09 if large else 0.03, 0.34 if large else 0.09, 0.002)
        tear = filt.band(noise.crackle(t, r, 7000 if large else 4200), 300, 5200, 1) * env.decay(t, 0.22 if large else 0.07, 0.003)
        mono = 0.9 * crack + 1.2 * body + (0.8 if large else 0.5) * sub + 2.6 * tear
        if large:
            second = np.zeros(count(t))
            place(second, noise.decaying(t - 0.11, r, 0.5, 0.4, 1.0, hi=6000) * env.decay(t - 0.11, 5, 0.01), 0.11, 1.0)
            mono = total(mono, second)
        mono = mono * (1 + (2.0 if large else 1.4) * np.exp(-np.arange(len(mono)) / 48000.0 / 0.03))
        st = space.centre(dyn.saturate(mono * 0.5, 2.4)) * 1.4
        st = st + clods(t, r, 60 if large else 14, 0.25, 2.6 if large else 0.9) * (0.3 if large else 0.2)
        return space.reverb(st, "valley", 0.22 if large else 0.12)

    return make


def debris(r: Rng) -> Stereo:
    """What comes down after a blast: earth, stones, splinters. Played after it, by distance."""
    t = 2.2
    out = silence(t, 2)
    for _ in range(46):
        at = 0.05 + 1.5 * r.beta(1.3, 2.6)
        size = r.random() ** 1.6
        kind = r.random()
        if kind < 0.5:
            s = total(strike(STONE, 500 + 2600 * (1 - size), 0.16, r, 0.45, 1.3), 0.5 * size * boom(0.2, 150, 70, 0.02, 0.03))
        elif kind < 0.7:
            s = strike(WOOD, 380 + 900 * (1 - size), 0.2, r, 0.5, 1.4)
        else:
            s = filt.band(noise.white(0.08, r), 400, 2600) * env.decay(0.08, 0.015, 0.002)
        place(out, space.pan(s, r.uniform(-0.9, 0.9)), at, 0.15 + 0.6 * size)
    sand = np.stack([filt.band(noise.crackle(t, r, 1500), 1800, 8000) * env.points(t, (0, 0), (0.2, 1), (0.8, 0.5), (t, 0)) for _ in (0, 1)], axis=1)
    return space.reverb(out + sand * 0.9, "field", 0.16)
