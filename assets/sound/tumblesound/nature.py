"""Weather, fire and the land by ear. The loops are circular: what runs past their end sounds at their start."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from . import env, filt, noise, osc, space
from .core import SR, Mono, Rng, Stereo, count, ease, place, place_loop, silence, times
from .modal import STONE, WOOD, strike

LAND_S = 16.0


def _wide(make: Callable[[], Mono]) -> Stereo:
    return np.stack((make(), make()), axis=1)


def _circular(x: Mono, f: Callable[[Mono], Mono], pad: int = 24000) -> Mono:
    """A filter with memory on a circle."""
    return f(np.concatenate((x[-pad:], x, x[:pad])))[pad:-pad]


def _air(t: float, r: Rng, lo: float, hi: float, slope: float, gusts: int, depth: float) -> Stereo:
    """Moving air: coloured noise whose level wanders slowly, other on each side."""

    def one() -> Mono:
        x = noise.coloured(t, r, slope)
        spec = np.fft.rfft(x)
        f = np.maximum(np.fft.rfftfreq(len(x), 1 / SR), 1.0)
        spec *= 1 / (1 + (lo / f) ** 3) / (1 + (f / hi) ** 2)
        y = np.fft.irfft(spec, len(x))
        return y / np.std(y) * (1 - depth + depth * noise.wander(t, r, 1, gusts))

    return _wide(one)


def _call(r: Rng, notes: list[tuple[float, float, float, float]], t: float, rough: float = 0.0) -> Mono:
    """A bird: (start, length, from hertz, to hertz) whistles, a little breath, two quiet overtones."""
    y = np.zeros(count(t))
    for at, n, f0, f1 in notes:
        curve = np.geomspace(f0, f1, count(n))
        if rough:
            curve = curve * (1 + rough * np.sin(2 * np.pi * (26 + 8 * r.random()) * times(n)))
        s = osc.partials(curve, [1.0, 0.12, 0.04], n) * env.points(n, (0, 0), (n * 0.25, 1), (n * 0.7, 0.8), (n, 0))
        place(y, s, at)
    return y


def _songs(r: Rng) -> list[Callable[[], Mono]]:
    """Four species, each with a phrase of its own that varies a little."""

    def blackbird() -> Mono:
        at, notes = 0.0, []
        for _ in range(int(r.integers(4, 7))):
            n = 0.12 + 0.16 * r.random()
            f = 1700 + 1100 * r.random()
            notes.append((at, n, f, f * (0.8 + 0.45 * r.random())))
            at += n + 0.03 + 0.05 * r.random()
        return _call(r, notes, at + 0.1)

    def tit() -> Mono:
        f = 4400 + 500 * r.random()
        return _call(r, [(0.26 * k + (0.12 if h else 0.0), 0.1, f if h == 0 else f * 0.78, f * 0.98 if h == 0 else f * 0.76) for k in range(int(r.integers(3, 5))) for h in (0, 1)], 1.5)

    def sparrow() -> Mono:
        return _call(r, [(0.11 * k + 0.03 * r.random(), 0.05, 3300 + 900 * r.random(), 2600 + 700 * r.random()) for k in range(int(r.integers(2, 6)))], 0.9, 0.05)

    def finch() -> Mono:
        f = 5200
        return _call(r, [(0.07 * k, 0.055, f * 0.955**k, f * 0.955**k * 0.82) for k in range(int(r.integers(9, 14)))] + [(0.95, 0.22, 2300, 4300)], 1.3)

    return [blackbird, tit, sparrow, finch]


def _scattered(out: Stereo, r: Rng, n: int, pick: list[Callable[[], Mono]], level: float, far: float) -> None:
    t = len(out) / SR
    for k in range(n):
        song = pick[int(r.integers(len(pick)))]()
        metres = 12 + far * r.random()
        sig = space.pan(space.air(song, metres * 2), r.uniform(-0.9, 0.9))
        place_loop(out, sig, count((k + 0.8 * r.random()) * t / n), level * 14 / (metres + 6) * (0.7 + 0.5 * r.random()))


def meadow(r: Rng) -> Stereo:
    out = silence(LAND_S, 2)
    _scattered(out, r, 15, _songs(r), 0.55, 60.0)
    for _ in range(5):  # a bee now and then
        n = 1.4 + r.random()
        f = (205 + 30 * r.random()) * (1 + 0.03 * noise.wander(n, r, 5))
        bee = filt.band(osc.saw(f, n), 300, 2600) * env.points(n, (0, 0), (n * 0.5, 1), (n, 0)) ** 2
        place_loop(out, space.pan(bee, r.uniform(-0.8, 0.8)), count(r.random() * LAND_S), 0.035)
    out = space.reverb_loop(out, "valley", 0.3)
    return out + _air(LAND_S, r, 160, 2400, 0.8, 5, 0.6) * 0.018


def night(r: Rng) -> Stereo:
    """Crickets: each a carrier in pulses of three, in its own beat of whole chirps a loop; an owl far off."""
    out = silence(LAND_S, 2)
    for _ in range(9):
        f, chirps = 3900 + 1100 * r.random(), int(r.integers(26, 44))
        pulse = osc.sine(f, 0.016) * np.hanning(count(0.016))
        chirp = np.zeros(count(0.09))
        for k in range(3):
            place(chirp, pulse, 0.024 * k, 0.7 + 0.15 * k)
        near, where, start = 0.25 + 0.75 * r.random() ** 2, r.uniform(-0.95, 0.95), r.random()
        quiet = noise.wander(LAND_S, r, 1, 4)
        for k in range(chirps):
            at = (start + k + 0.03 * r.standard_normal()) * LAND_S / chirps
            level = float(np.clip(3.0 * quiet[count(at) % len(quiet)] - 0.5, 0.0, 1.0))
            place_loop(out, space.pan(chirp, where), count(at), 0.35 * near * level)
    for at in (3.1, 11.2):
        f = 390 + 15 * r.random()
        hoot = _call(r, [(0.0, 0.3, f, f * 0.97), (0.7, 0.12, f, f), (0.9, 0.14, f, f * 1.02), (1.15, 0.6, f * 1.02, f * 0.93)], 2.0)
        place_loop(out, space.pan(space.air(hoot, 140), 0.5), count(at), 0.20)
    return space.reverb_loop(out, "valley", 0.3) + _air(LAND_S, r, 110, 1400, 1.0, 4, 0.6) * 0.02


def forest(r: Rng) -> Stereo:
    """Leaves in waves, a woodpecker, birds that are deeper in."""
    out = silence(LAND_S, 2)
    songs = _songs(r)
    _scattered(out, r, 9, [songs[0], songs[3]], 0.45, 110.0)
    knocks = np.zeros(count(0.9))
    for k in range(14):
        place(knocks, strike(WOOD, 620, 0.08, r, 0.6, 2.0), 0.05 * k, 0.3 + 0.7 * np.sin(np.pi * (k + 1) / 16))
    for at in (4.3, 12.4):
        place_loop(out, space.pan(space.air(knocks, 80), -0.6), count(at), 0.16)
    for _ in range(6):
        place_loop(out, space.pan(strike(WOOD, 500 + 900 * r.random(), 0.15, r, 0.5, 1.4), r.uniform(-0.8, 0.8)), count(r.random() * LAND_S), 0.05)
    out = space.reverb_loop(out, "hall", 0.4)
    leaves = _air(LAND_S, r, 900, 6500, 0.4, 6, 0.85)
    return out + leaves * 0.028 + _air(LAND_S, r, 140, 900, 1.0, 4, 0.5) * 0.018


def river(r: Rng) -> Stereo:
    """Water over stones in a ravine: a steady rush, and gurgles that are bubbles."""
    t = LAND_S
    out = silence(t, 2)
    for _ in range(520):
        n = 0.03 + 0.07 * r.random()
        f = 330 * 2 ** (2.3 * r.random())
        s = osc.sine(np.linspace(f, f * (1.15 + 0.5 * r.random()), count(n)), n) * env.points(n, (0, 0), (n * 0.2, 1), (n, 0))
        place_loop(out, space.pan(s, r.uniform(-0.9, 0.9)), count(r.random() * t), 0.04 + 0.16 * r.random() ** 3)
    rush = _air(t, r, 260, 3600, 0.6, 9, 0.35)
    return space.reverb_loop(out, "yard", 0.3) + rush * 0.11 + _air(t, r, 60, 260, 0.8, 5, 0.4) * 0.05


def snow(r: Rng) -> Stereo:
    """Wind over snow: thin, high, with a whistle that comes and goes and grains that run."""
    t = LAND_S
    x = _air(t, r, 350, 5200, 0.5, 6, 0.9) * 0.12
    howl = np.zeros(count(t))
    fr = np.fft.rfftfreq(count(t), 1 / SR)
    for f in (620.0, 835.0, 1240.0):
        tone = np.fft.irfft(np.fft.rfft(r.standard_normal(count(t))) * np.exp(-0.5 * ((fr - f) / 16.0) ** 2), count(t))
        howl += tone / np.std(tone) * noise.wander(t, r, 1, 5) ** 3 * 0.05
    grains = _wide(lambda: _circular(noise.crackle(t, r, 500) * noise.wander(t, r, 1, 6) ** 2, lambda y: filt.band(y, 3500, 10000)))
    return x + space.centre(howl) + grains * 0.25


def ruins(r: Rng) -> Stereo:
    """Wind in broken walls: a low moan through openings, pebbles, a raven."""
    t = LAND_S
    out = silence(t, 2)
    for _ in range(9):
        place_loop(out, space.pan(strike(STONE, 700 + 1800 * r.random(), 0.2, r, 0.4, 1.0), r.uniform(-0.8, 0.8)), count(r.random() * t), 0.10)
    from . import voice

    for at in (2.7, 9.6):
        for k in range(int(r.integers(2, 4))):
            caw = voice.cry(r, 0.32, [(0, 430), (0.1, 520), (0.32, 380)], [(0, "a"), (0.2, "ae"), (0.32, "er")], [(0, 0), (0.04, 1), (0.2, 0.8), (0.32, 0)], 1.5, 0.8, 0.3, 2.5)
            place_loop(out, space.pan(space.air(caw, 70), -0.5), count(at + 0.5 * k), 0.16)
    moan = np.zeros(count(t))
    fr = np.fft.rfftfreq(count(t), 1 / SR)
    for f in (138.0, 207.0, 277.0):
        tone = np.fft.irfft(np.fft.rfft(r.standard_normal(count(t))) * np.exp(-0.5 * ((fr - f) / (0.11 * f)) ** 2), count(t))
        moan += tone / np.std(tone) * (0.25 + noise.wander(t, r, 1, 4)) ** 2 * 0.035
    return space.reverb_loop(out + space.centre(moan), "hall", 0.6) + _air(t, r, 120, 1500, 0.9, 5, 0.7) * 0.05


def rain(r: Rng) -> Stereo:
    """Thousands of drops as a hiss, and near ones one by one."""
    t = 8.0
    out = silence(t, 2)
    for _ in range(900):
        n = 0.02
        f = 1500 * 2 ** (2.0 * r.random())
        s = (osc.sine(np.linspace(f, f * 0.7, count(n)), n) * 0.5 + noise.white(n, r) * 0.5) * env.decay(n, 0.004, 0.0005)
        place_loop(out, space.pan(ease(s), r.uniform(-0.95, 0.95)), count(r.random() * t), 0.05 + 0.3 * r.random() ** 4)
    return out + _air(t, r, 700, 9000, 0.25, 5, 0.25) * 0.10 + _air(t, r, 120, 700, 0.7, 4, 0.4) * 0.03


def thunder(r: Rng) -> Stereo:
    """A crack that runs along its channel: many fronts, each from another place, then the valleys answer."""
    t = 5.0
    out = silence(t, 2)
    for k in range(26):
        at = 0.02 + 2.2 * r.beta(1.0, 2.4)
        n = 1.6
        part = noise.decaying(n, r, 0.35 + 0.3 * r.random(), 0.4, 1.1, lo=30, hi=7000 / (1 + 1.5 * at)) * env.decay(n, 2.0, 0.004 + 0.03 * at)
        place(out, space.pan(part, r.uniform(-0.9, 0.9)), at, (0.3 + 0.7 * r.random()) / (1 + 0.5 * at))
    return space.reverb(out, "valley", 0.8)


def fire_ignite(r: Rng) -> Stereo:
    t = 1.4
    f = noise.decaying(t, r, 0.3, 0.4, 0.8, lo=60, hi=9000) * env.decay(t, 3, 0.03)
    rush = filt.sweep_band(noise.coloured(t, r, 0.6), np.concatenate((np.geomspace(300, 1600, count(0.3)), np.geomspace(1600, 400, count(t) - count(0.3)))), 1.6)
    spit = filt.band(noise.crackle(t, r, 300), 900, 7000) * env.points(t, (0, 0.2), (0.3, 1), (t, 0)) * 2.0
    return space.reverb(space.centre(f + 0.5 * rush * env.points(t, (0, 0), (0.2, 1), (t, 0)) + spit), "field", 0.16)


def _flames(t: float, r: Rng, spits: float, deep: float) -> Stereo:
    """Fire: a flutter under 400 Hz that breathes, a hiss, and wood that spits."""
    def one() -> Mono:
        flutter = noise.band(t, r, 50, 380, 0.8) * (0.35 + 0.65 * noise.wander(t, r, 9, int(9 * t))) ** 2
        hiss = noise.band(t, r, 1500, 7000, 1.0) * (0.3 + 0.7 * noise.wander(t, r, 5, int(5 * t)))
        body = noise.band(t, r, 300, 1700, 1.2) * (0.3 + 0.7 * noise.wander(t, r, 12, int(12 * t))) ** 2
        spit = _circular(noise.crackle(t, r, spits), lambda y: filt.band(y, 900, 7500))
        return deep * flutter + 0.30 * body + 0.10 * hiss + 5.0 * spit
    return _wide(one)


def fire_burning(r: Rng) -> Stereo:
    return space.reverb_loop(_flames(6.0, r, 26, 0.5), "field", 0.12)


def firestorm(r: Rng) -> Stereo:
    """A wall of fire: the roar is wind that the fire makes."""
    t = 8.0
    roar = _air(t, r, 70, 900, 0.9, 14, 0.6)
    howl = _air(t, r, 300, 2600, 0.6, 22, 0.8)
    return space.reverb_loop(_flames(t, r, 120, 0.7) + roar * 0.9 + howl * 0.25, "valley", 0.2)
