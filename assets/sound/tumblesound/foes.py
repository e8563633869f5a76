"""Who they are by ear: what each enemy says, how it strikes and how it ends, and the yelps of those who fly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from . import dyn, env, filt, noise, space, voice
from .core import Mono, Rng, Stereo, count, normal, place
from .effects import body_fall, bone, boom, whoosh
from .modal import IRON, STEEL, strike


@dataclass(frozen=True)
class Mouth:
    """A kind's voice: pitch in hertz, size of the mouth (1 a person), grit, breath, and how much slower than a person."""

    base: float
    scale: float
    rough: float
    breath: float
    slow: float
    room: str = "field"


MOUTHS = {
    "skeleton": Mouth(150.0, 1.12, 0.95, 0.9, 0.9),
    "goblin": Mouth(300.0, 1.36, 0.55, 0.15, 0.75),
    "raider": Mouth(138.0, 1.0, 0.45, 0.12, 1.0),
    "sapper": Mouth(196.0, 1.12, 0.35, 0.16, 0.85),
    "necromancer": Mouth(96.0, 0.92, 0.6, 0.5, 1.35, "hall"),
    "ogre": Mouth(66.0, 0.72, 0.8, 0.2, 1.35),
    "giant": Mouth(43.0, 0.56, 0.9, 0.25, 2.0, "valley"),
}


def _cry(who: str, r: Rng, seconds: float, line: list[tuple[float, float]], vowels: str, level: list[tuple[float, float]], more: float = 0.0) -> Mono:
    """A cry in a kind's voice: `line` and `level` go over shares of the length, pitches are factors of the kind's own."""
    m = MOUTHS[who]
    t = seconds * m.slow
    tune = 1 + 0.07 * r.standard_normal()
    words = vowels.split()
    track = [(t * k / max(1, len(words) - 1), v) for k, v in enumerate(words)]
    y = voice.cry(r, t, [(a * t, m.base * f * tune) for a, f in line], track, [(a * t, b) for a, b in level], m.scale, min(1.0, m.rough + more), m.breath, 1.6 + 1.4 * m.rough)
    if who == "skeleton":  # no flesh: the jaw clacks, the breath blows through ribs
        y = filt.band(y, 420.0, 6000.0, 1)
        for k in range(int(3 + 4 * t)):
            place(y, bone(r, 0.15 + 0.2 * r.random(), 0.7)[: count(0.08)], t * (k + 0.5 * r.random()) / (4 + 4 * t), 0.5 * float(np.max(np.abs(y))))
    return normal(y)


def _end(who: str, y: Mono, wet: float = 0.16) -> Stereo:
    return space.reverb(space.centre(dyn.saturate(y, 1.3)), MOUTHS[who].room, wet + (0.2 if MOUTHS[who].room != "field" else 0.0))


def attack(who: str) -> Callable[[Rng], Stereo]:
    def make(r: Rng) -> Stereo:
        m = MOUTHS[who]
        y = _cry(who, r, 0.34 + 0.08 * r.random(), [(0, 0.9), (0.25, 1.5 + 0.3 * r.random()), (1, 0.85)], r.choice(["a ae er", "er a o", "ae a er"]), [(0, 0), (0.12, 1), (0.5, 0.8), (1, 0)])
        out = np.zeros(len(y) + count(0.35))
        place(out, y, 0.0, 0.9)
        # the arm: a swing whose size goes with the body
        low = 900.0 * m.scale**1.5
        place(out, whoosh(0.3, r, [(0, low * 0.5), (0.12, low * 2.4), (0.3, low)], [(0, 0), (0.11, 1), (0.3, 0)], 1.2), 0.12 * m.slow, 0.4)
        if who in ("raider", "skeleton"):
            place(out, strike(STEEL, 1500 + 500 * r.random(), 0.3, r, 0.5, 3.0), 0.1, 0.10)
        if who in ("ogre", "giant"):
            place(out, boom(0.4, 120 * m.scale, 52 * m.scale, 0.04, 0.1), 0.2 * m.slow, 0.5)
        return _end(who, out)

    return make


def death(who: str) -> Callable[[Rng], Stereo]:
    def make(r: Rng) -> Stereo:
        m = MOUTHS[who]
        t = 0.62 + 0.16 * r.random()
        top = 1.7 + 0.5 * r.random()
        y = _cry(who, r, t, [(0, 1.1), (0.14, top), (0.45, top * 0.8), (1, 0.55)], r.choice(["a ae er u", "ae a o u", "i ae er er"]), [(0, 0), (0.05, 1), (0.4, 0.75), (0.8, 0.3), (1, 0)], 0.15)
        out = np.zeros(len(y) + count(0.5))
        place(out, y, 0.0, 0.9)
        at = t * m.slow * 0.8
        if who == "skeleton":
            for k in range(9):
                place(out, bone(r, r.random(), 0.5), at * 0.4 + 0.5 * r.beta(1.4, 2.0), 0.5)
        else:
            place(out, body_fall(r, {"goblin": 0.1, "sapper": 0.3, "raider": 0.45}.get(who, 0.9)), at, 0.55)
        if who == "raider":
            place(out, strike(IRON, 640 + 160 * r.random(), 0.4, r, 0.5, 2.0), at + 0.05, 0.16)
        if who == "giant":
            place(out, boom(0.7, 90, 36, 0.06, 0.2), at, 0.9)
        return _end(who, out)

    return make


def speak(who: str) -> Callable[[Rng], Stereo]:
    def make(r: Rng) -> Stereo:
        m = MOUTHS[who]
        words = int(r.integers(2, 4)) if m.slow > 1.2 else int(r.integers(3, 6))
        out = np.zeros(count(0.1 + words * 0.34 * m.slow + 0.3))
        at = 0.01
        for k in range(words):
            t = (0.14 + 0.12 * r.random()) * (1.5 if k == words - 1 else 1.0)
            f = 0.9 + 0.35 * r.random()
            last = 0.75 if who != "sapper" and r.random() < 0.7 else 1.35
            pair = " ".join(r.choice(["a", "e", "o", "u", "er", "ae", "i"], 2))
            y = _cry(who, r, t, [(0, f), (0.35, f * (1.05 + 0.15 * r.random())), (1, f * (last if k == words - 1 else 0.92))], pair, [(0, 0), (0.1, 1), (0.65, 0.75), (1, 0)])
            if r.random() < 0.75:  # a consonant opens the word
                lo, hi = ((1500, 4500), (3500, 8500), (500, 1800))[int(r.integers(3))]
                place(out, filt.band(noise.white(0.04, r), lo * m.scale, hi * m.scale**0.5) * env.decay(0.04, 0.008, 0.001), at, 0.3)
            place(out, y, at + 0.012, 0.55 + 0.3 * r.random())
            at += t * m.slow * (0.95 + 0.3 * r.random())
        return _end(who, out[: count(at + 0.3)], 0.14)

    return make


def yelp(who: str) -> Callable[[Rng], Stereo]:
    """Someone flies: up in pitch while the ground goes away, then a wobble, with the air of the passing."""

    def make(r: Rng) -> Stereo:
        m = MOUTHS[who]
        t = 0.55 + 0.25 * r.random()
        y = _cry(who, r, t, [(0, 1.2), (0.2, 2.3 + 0.5 * r.random()), (0.6, 2.0), (0.75, 2.2), (1, 1.2)], r.choice(["a i ae u", "ae i a o", "u a i a"]), [(0, 0), (0.05, 1), (0.6, 0.8), (1, 0)])
        y = y * (1 + 0.3 * np.sin(2 * np.pi * 13.0 * np.arange(len(y)) / 48000.0))
        out = np.zeros(len(y) + count(0.1))
        place(out, y, 0.0, 0.9)
        place(out, whoosh(t * m.slow, r, [(0, 500), (t * 0.4, 1500 * m.scale), (t, 500)], [(0, 0), (t * 0.4, 1), (t * m.slow, 0)], 1.4), 0.0, 0.35)
        return _end(who, out)

    return make


def get_up(who: str) -> Callable[[Rng], Stereo]:
    """A groan that climbs with the effort and ends in a huff; skeletons put themselves together instead."""

    def make(r: Rng) -> Stereo:
        t = 0.7 + 0.2 * r.random()
        y = _cry(who, r, t, [(0, 0.75), (0.5, 0.95), (0.8, 1.1), (1, 0.7)], r.choice(["er o er u", "u er o er", "o er a er"]), [(0, 0), (0.2, 0.6), (0.6, 1), (0.78, 0.4), (0.85, 0.8), (1, 0)])
        out = np.zeros(len(y) + count(0.3))
        place(out, y, 0.0, 0.7 if who != "skeleton" else 0.3)
        for k in range(8 if who == "skeleton" else 2):
            hit = bone(r, r.random(), 0.4) if who == "skeleton" else filt.band(noise.white(0.12, r), 300, 1600) * env.decay(0.12, 0.03, 0.02)
            place(out, hit, t * r.random(), 0.5 if who == "skeleton" else 0.18)
        return _end(who, out)

    return make
