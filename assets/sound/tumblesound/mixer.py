"""A mixer in small, offline: what the game's mixer should do with a crowd, written plainly enough to port and to measure."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from . import dyn, loud, oggio, space
from .core import SR, Mono, Rng, Stereo, count, db, gain, place, rng

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Impact:
    at: float  # seconds
    where: float  # pan -1..1
    metres: float


def load(folder: Path, name: str, variant: int) -> Array:
    return oggio.decode((folder / f"{name}_{variant}.ogg").read_bytes())


def near_gain(metres: float, reference: float = 20.0) -> float:
    """Full level inside the reference distance, then 1/r; the camera sits some 30 m up, so nothing is ever at zero."""
    return min(1.0, reference / max(metres, 1.0))


def fall(r: Rng, n: int, spread: float, at: float) -> list[Impact]:
    """Bodies that come down after a blast: a hump, not a block."""
    return [Impact(at + spread * float(r.beta(2.0, 3.0)), float(r.uniform(-0.8, 0.8)), float(r.uniform(15, 45))) for _ in range(n)]


def naive(folder: Path, events: list[Impact], seconds: float, r: Rng) -> Stereo:
    """One voice for each body: what not to do."""
    thuds = [load(folder, "body_thud", v) for v in (1, 2, 3)]
    out = np.zeros((count(seconds), 2))
    for e in events:
        place(out, space.pan(thuds[int(r.integers(3))], e.where), e.at, near_gain(e.metres))
    return out


# --- the layered way ------------------------------------------------------------------------------------------------------

TICK = 0.02
VOICES = 8  # single thuds sounding at once
PER_TICK = 1
BED_RATE = 75.0  # bodies a second in the roar loop as it was made
BED_TOP = 2.0  # dB over the loop's own level, at most
BED_SILENT = 8.0  # below this many a second the single voices are enough


def follow(x: Mono, up: float, down: float) -> Mono:
    """Attack-release follower at the tick rate."""
    out, y = np.zeros(len(x)), 0.0
    for i, v in enumerate(x):
        k = 1 - np.exp(-TICK / (up if v > y else down))
        y += k * (v - y)
        out[i] = y
    return out


def layered(folder: Path, events: list[Impact], seconds: float, r: Rng) -> tuple[Stereo, dict[str, int]]:
    thuds = [load(folder, "body_thud", v) for v in (1, 2, 3)]
    few, many = ([load(folder, n, v) for v in (1, 2, 3)] for n in ("bones_few", "bones_many"))
    bed = oggio.without_margin(load(folder, "impact_roar", 1))
    out = np.zeros((count(seconds), 2))
    ticks = int(seconds / TICK)
    energy = np.zeros(ticks)
    busy: list[float] = []  # end times of single voices
    used = {"single": 0, "few": 0, "many": 0}
    next_accent = 0.0
    by_tick: list[list[Impact]] = [[] for _ in range(ticks)]
    for e in events:
        by_tick[min(ticks - 1, int(e.at / TICK))].append(e)
    for i, group in enumerate(by_tick):
        now = i * TICK
        busy = [b for b in busy if b > now]
        for k, e in enumerate(sorted(group, key=lambda e: e.metres)):
            energy[i] += near_gain(e.metres) ** 2
            if k < PER_TICK and len(busy) < VOICES:
                x = thuds[int(r.integers(3))]
                pitch = 2 ** (float(r.uniform(-3, 3)) / 12)  # variants times pitch: no two alike
                x = np.interp(np.arange(0, len(x), pitch), np.arange(len(x)), x)
                place(out, space.pan(x, e.where), e.at, near_gain(e.metres) * gain(float(r.uniform(-3, 0))))
                busy.append(now + 0.25)
                used["single"] += 1
        recent = sum(len(g) for g in by_tick[max(0, i - 4) : i + 1])
        if recent >= 6 and now >= next_accent:
            kind = "many" if recent >= 25 else "few"
            place(out, (many if kind == "many" else few)[int(r.integers(3))], now, gain(-6.0))
            used[kind] += 1
            next_accent = now + (0.45 if kind == "many" else 0.22)
    rate = follow(energy / TICK, 0.03, 0.25)
    level = np.where(rate > BED_SILENT, np.minimum(10 * np.log10(np.maximum(rate, 1e-6) / BED_RATE), BED_TOP), -80.0)
    g = np.interp(np.arange(len(out)) / SR, np.arange(ticks) * TICK, 10 ** (level / 20))
    loops = np.resize(bed, (len(out), 2)) if len(bed) < len(out) else bed[: len(out)]
    return out + loops * g[:, None], used


def compare(folder: Path) -> list[tuple[int, float, float, float, float, dict[str, int]]]:
    """Peak and loudness of n bodies landing within 1.2 s, both ways."""
    rows = []
    for n in (1, 3, 10, 30, 100, 300, 1000):
        events = fall(rng("fall", n), n, 1.2, 0.1)
        a = naive(folder, events, 3.0, rng("naive", n))
        b, used = layered(folder, events, 3.0, rng("layered", n))
        rows.append((n, db(float(np.abs(a).max())), loud.momentary_max(a), db(float(np.abs(b).max())), loud.momentary_max(b), used))
    return rows


DANGER = {  # stem gains in dB by danger level 0..4; None is silent; danger changes only on a bar line, over two bars
    0: {"drums": None, "bass": -9.0, "strings": -4.0, "melody": None},
    1: {"drums": -9.0, "bass": -4.0, "strings": -1.0, "melody": None},
    2: {"drums": -4.0, "bass": -1.0, "strings": 0.0, "melody": -5.0},
    3: {"drums": 0.0, "bass": 0.0, "strings": 0.0, "melody": 0.0},
    4: {"drums": 2.0, "bass": 0.0, "strings": -1.0, "melody": 0.0},
}


def demo(here: Path) -> Stereo:
    """Sixteen seconds: march and music, horn, a bomb into three hundred, bones, victory of the tower crew."""
    fx = here.parent / "sounds"
    seconds = 16.0
    r = rng("demo")
    fxbus = np.zeros((count(seconds), 2))
    steps = np.resize(oggio.without_margin(load(fx, "crowd_steps", 1)), (count(seconds), 2))
    wind = np.resize(oggio.without_margin(load(fx, "wind", 1)), (count(seconds), 2))
    hit = 6.0
    crowd_level = np.interp(np.arange(count(seconds)) / SR, [0, 2, hit - 0.01, hit + 0.15, 12, seconds], [0.2, 1.0, 1.4, 0.25, 0.5, 0.6])

    def point(name: str, v: int, at: float, where: float = 0.0, level: float = 0.0) -> None:
        x = load(fx, name, v)
        place(fxbus, space.pan(x, where) if x.ndim == 1 else x, at, gain(level))

    point("wave_horn", 1, 0.6)
    for at, where, v in ((1.8, 0.5, 1), (3.4, -0.6, 2), (10.8, 0.3, 3)):
        point("goblin_chatter", v, at, where, -2)
    for at in (2.6, 4.1, 9.0, 10.4, 12.2):
        point("arrow_volley", 1 + int(r.integers(3)), at)
    for _ in range(14):
        point("sword_stone", 1 + int(r.integers(3)), 7.0 + 8 * float(r.random()), float(r.uniform(-0.7, 0.7)), -4)
    for k in range(4):
        point("ogre_step", 1 + k % 3, 2.0 + 0.95 * k, -0.4 + 0.1 * k)
    point("mortar_shot", 1, hit - 1.6, 0.6)
    point("blast_near", 1, hit)
    falling, _ = layered(fx, fall(r, 300, 1.6, hit + 0.9), seconds, r)
    point("ogre_kick", 2, 9.6, -0.3)
    point("blast_far", 2, 11.2, 0.0)
    point("blast_mid", 2, 13.0)
    falling2, _ = layered(fx, fall(r, 60, 1.2, 13.8), seconds, r)
    point("coins", 1, 9.1, 0.0, -3)
    stems = [oggio.without_margin(oggio.decode((here.parent / "music" / f"battle_{k}.ogg").read_bytes()))[: count(seconds)] for k in ("drums", "bass", "strings", "melody")]
    music = np.sum(stems, axis=0)
    # ducking: what is loud in the effects pushes the music and the ambience down, quickly in, slowly out
    key = np.abs(fxbus + falling + falling2).max(axis=1)
    n = count(TICK)
    coarse = key[: len(key) // n * n].reshape(-1, n).max(axis=1)
    over = follow(np.maximum(20 * np.log10(np.maximum(coarse, 1e-6)) + 18.0, 0.0), 0.02, 0.5)
    cut = np.interp(np.arange(len(key)), np.arange(len(coarse)) * n, np.minimum(over * 0.5, 6.0))
    mixed = (fxbus + falling + falling2) + (music * gain(-3.0) + steps * crowd_level[:, None] + wind) * (10 ** (-cut / 20))[:, None]
    return dyn.limit(mixed, -2.0)


def build(here: Path) -> None:
    rows = compare(here.parent / "sounds")
    (here / "measures").mkdir(exist_ok=True)
    lines = ["bodies,naive_peak_db,naive_lufs,layered_peak_db,layered_lufs,single,few,many"]
    lines += [f"{n},{a:.1f},{b:.1f},{c:.1f},{d:.1f},{u['single']},{u['few']},{u['many']}" for n, a, b, c, d, u in rows]
    (here / "measures" / "impacts.csv").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))
    x = demo(here)
    x *= np.concatenate((np.ones(len(x) - count(0.5)), np.linspace(1, 0, count(0.5))))[:, None]
    data = oggio.write(here / "mix_demo.ogg", x, 0.2)
    back = oggio.decode(data)
    print("demo", len(data), "peak", round(db(float(np.abs(back).max())), 2), "LUFS", round(loud.integrated(back), 2))


