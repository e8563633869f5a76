"""Balance, export and measure the music."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import loud, measure, music, oggio, picture, scenes, tables
from .core import SR, Stereo, gain


@dataclass(frozen=True)
class Theme:
    """Files are called `prefix`_stem; `want` is the loudness of stems relative to each other (LUFS before the common gain)."""

    prefix: str
    make: Callable[[], dict[str, Stereo]]
    want: dict[str, float]
    mix: float
    eighth: int


THEMES = (
    Theme("battle", music.battle, {"drums": -21.5, "bass": -23.5, "strings": -23.5, "melody": -21.5}, -18.0, music.BATTLE_EIGHTH),
    Theme("build", music.calm, {"bed": -23.0, "lead": -23.0}, -21.0, music.CALM_EIGHTH),
    Theme("menu", scenes.menu, {"bed": -22.5, "lead": -23.0}, -20.0, scenes.MENU_EIGHTH),
    Theme("danger", scenes.danger, {"drums": -21.0, "bass": -23.0, "high": -22.5}, -17.5, music.BATTLE_EIGHTH),
    Theme("victory", scenes.victory, {"dance": -22.5, "lead": -22.0}, -19.0, music.BATTLE_EIGHTH),
    Theme("defeat", scenes.defeat, {"bed": -23.0, "lead": -22.5}, -21.0, scenes.DEFEAT_EIGHTH),
)
# what is low needs little; what carries a tune and consonants of plucking needs more
QUALITY = {"drums": 0.0, "bass": 0.0, "dance": 0.0, "bed": 0.0, "strings": 0.1, "melody": 0.15, "high": 0.1, "lead": 0.1}
KEYS = ("name", "seconds", "samples", "lufs", "peak_db", "true_peak_db", "corr", "centroid_hz", "low_share", "short_term_min", "short_term_max", "step_ratio",
        "flux_rank", "hf_rank", "bytes", "pcm_sha256", "ogg_sha256")


def balance(stems: dict[str, Stereo], want: dict[str, float], mix: float) -> dict[str, Stereo]:
    out = {k: x * gain(want[k] - loud.integrated(x)) for k, x in stems.items()}
    g = gain(mix - loud.integrated(np.sum(list(out.values()), axis=0)))
    out = {k: x * g for k, x in out.items()}
    top = float(np.max(np.abs(np.sum(list(out.values()), axis=0))))
    if top > gain(-2.0):  # the whole comes down together: no limiter may touch a stem that others must match
        out = {k: x * (gain(-2.0) / top) for k, x in out.items()}
    return out


def third_octaves(x: Stereo) -> tuple[np.ndarray, np.ndarray]:
    """Mean band power (dB) and its course over time, ERB-like third octaves from 50 Hz to 10 kHz, 200 ms frames."""
    w = 9600
    n = len(x) // w
    mono = x.mean(axis=1)[: n * w].reshape(n, w) * np.hanning(w)
    p = np.abs(np.fft.rfft(mono, axis=1)) ** 2
    f = np.fft.rfftfreq(w, 1 / SR)
    cs = 50 * 2 ** (np.arange(0, 23) / 3)
    bands = np.stack([p[:, (f >= c / 1.122) & (f < c * 1.122)].sum(axis=1) for c in cs], axis=1)
    return cs, bands


def masking(stems: dict[str, Stereo]) -> list[tuple[str, str, float]]:
    """For each stem: the share of its own energy-bearing cells (within 15 dB of its loudest band in that frame) in which the sum of
    the others is more than 6 dB stronger."""
    bands = {k: third_octaves(x)[1] for k, x in stems.items()}
    out = []
    for k, own in bands.items():
        loudest = own.max(axis=1, keepdims=True)
        alive = (own > loudest * 10**-1.5) & (loudest > own.max() * 10**-4.0)
        for other, them in bands.items():
            if other != k:
                out.append((k, other, float(np.mean((them > own * 4.0)[alive]))))
        rest = sum(v for n, v in bands.items() if n != k)
        out.append((k, "all others", float(np.mean((rest > own * 4.0)[alive]))))
    return out


def row(name: str, x: Stereo, bar: int, data: bytes = b"", pcm: str = "") -> dict[str, str]:
    m = measure.measure(x, True) | measure.seam(x, bar)
    st = loud.short_term(x)
    out = {k: f"{m[k]:.2f}" for k in ("lufs", "peak_db", "true_peak_db", "corr", "centroid_hz", "low_share", "step_ratio", "flux_rank", "hf_rank")}
    out |= {"name": name, "seconds": f"{len(x) / SR:.3f}", "samples": str(len(x)), "short_term_min": f"{st.min():.1f}", "short_term_max": f"{st.max():.1f}"}
    return out | ({"bytes": str(len(data)), "pcm_sha256": pcm[:16], "ogg_sha256": hashlib.sha256(data).hexdigest()[:16]} if data else {})


def build(here: Path, only: str, sheets: bool) -> None:
    """Builds the themes whose name begins with `only`; rows of the others stay in the tables as they are."""
    folder = here.parent / "music"
    folder.mkdir(exist_ok=True)
    files, masks = tables.read(here / "measures" / "music.csv", "name"), tables.read(here / "measures" / "masking.csv", "")
    for theme in (t for t in THEMES if t.prefix.startswith(only)):
        stems = balance(theme.make(), theme.want, theme.mix)
        masks = {k: r for k, r in masks.items() if r["theme"] != theme.prefix}
        masks |= {f"{theme.prefix} {a} {b}": {"theme": theme.prefix, "stem": a, "masked_by": b, "share": f"{v:.3f}"} for a, b, v in masking(stems)}
        decoded = []
        for k, x in stems.items():
            name = f"{theme.prefix}_{k}"
            data = oggio.write(folder / f"{name}.ogg", oggio.with_margin(x), QUALITY[k])
            decoded.append(oggio.without_margin(oggio.decode(data)))
            assert len(decoded[-1]) == len(x)
            files[name] = row(name, decoded[-1], 6 * theme.eighth, data, oggio.pcm_hash(x))
        mix = np.sum(decoded, axis=0)
        files[f"{theme.prefix}_mix"] = row(f"{theme.prefix}_mix", mix, 6 * theme.eighth)
        part = theme.eighth * 48
        print(theme.prefix, "LUFS by eight bars:", [round(loud.integrated(mix[i : i + part]), 1) for i in range(0, len(mix), part)])
    exist = {f"{t.prefix}_{k}" for t in THEMES for k in (*t.want, "mix")}
    files = {k: r for k, r in files.items() if k in exist}
    tables.write(here / "measures" / "music.csv", KEYS, files)
    tables.write(here / "measures" / "masking.csv", ("theme", "stem", "masked_by", "share"), {k: r for k, r in masks.items() if r["theme"] in {t.prefix for t in THEMES}})
    print("music bytes", sum(int(r["bytes"]) for r in files.values() if r.get("bytes")))
    faults = [f for name in sorted(files) for f in fault(name, files[name])]
    faults += [f"{name} has never been built: run build.py music" for name in sorted(exist - set(files))]
    if sheets:
        stems = {n: oggio.without_margin(oggio.decode((folder / f"{n}.ogg").read_bytes())) for n in sorted(exist) if not n.endswith("_mix")}
        picture.sheet(here / "sheets" / "music.png", list(stems.items()), 3, 640)
        around = [(f"{n}: the loop point is in the middle", np.concatenate((x[-2 * SR :], x[: 2 * SR]))) for n, x in stems.items()]
        picture.sheet(here / "sheets" / "music_seams.png", around, 4, 320)
    if faults:
        raise SystemExit("\n".join(faults))


def fault(name: str, r: dict[str, str]) -> list[str]:
    """What a theme must keep: its peak with all stems open, its loudness, a loop point that is an ordinary bar line."""
    out = []
    if float(r["peak_db"]) > -1.0:
        out.append(f"{name}: peak {r['peak_db']} dBFS, at most -1")
    if name.endswith("_mix"):
        want = next(t.mix for t in THEMES if name == f"{t.prefix}_mix")
        if abs(float(r["lufs"]) - want) > 2.5:
            out.append(f"{name}: loudness {r['lufs']}, wanted {want}")
        if float(r["short_term_max"]) - float(r["short_term_min"]) > 14.0:
            out.append(f"{name}: {r['short_term_min']} to {r['short_term_max']} LUFS is too uneven to play under a game")
    if float(r["step_ratio"]) > 1.5:
        out.append(f"{name}: the step at the loop point is {r['step_ratio']} times a usual one")
    return out
