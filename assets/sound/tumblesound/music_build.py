"""Balance, export and measure the music."""

from __future__ import annotations

import csv
import hashlib
from pathlib import Path

import numpy as np

from . import dyn, loud, measure, music, oggio
from .core import SR, Stereo, db, gain

# stem loudness relative to each other (LUFS before the common gain)
BATTLE = {"drums": -21.5, "bass": -23.5, "strings": -23.5, "melody": -21.5}
CALM = {"bed": -23.0, "lead": -23.0}
MIX = {"battle": -18.0, "calm": -21.0}
QUALITY = {"drums": 0.0, "bass": 0.0, "strings": 0.1, "melody": 0.15, "calm": 0.2}


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


def build(here: Path, sheets: bool) -> None:
    folder = here.parent / "music"
    folder.mkdir(exist_ok=True)
    rows, masks, pictures, size = [], [], [], 0
    for theme, stems, want in (("battle", music.battle(), BATTLE), ("calm", music.calm(), CALM)):
        stems = balance(stems, want, MIX[theme])
        if theme == "calm":
            masks += [(theme, *m) for m in masking(stems)]
            stems = {"calm": np.sum(list(stems.values()), axis=0)}
        else:
            masks += [(theme, *m) for m in masking(stems)]
        decoded: dict[str, Stereo] = {}
        bar = 6 * (music.BATTLE_EIGHTH if theme == "battle" else music.CALM_EIGHTH)
        for k, x in stems.items():
            name = f"battle_{k}" if theme == "battle" else "calm"
            data = oggio.write(folder / f"{name}.ogg", oggio.with_margin(x), QUALITY[k])
            back = oggio.without_margin(oggio.decode(data))
            assert len(back) == len(x)
            decoded[k] = back
            size += len(data)
            m = measure.measure(back, True) | measure.seam(back, bar)
            st = loud.short_term(back)
            rows.append([name, f"{len(x) / SR:.3f}", len(x), f"{m['lufs']:.2f}", f"{m['peak_db']:.2f}", f"{m['true_peak_db']:.2f}", f"{m['corr']:.2f}", f"{m['centroid_hz']:.0f}",
                         f"{m['low_share']:.2f}", f"{st.min():.1f}", f"{st.max():.1f}", f"{m['step_ratio']:.2f}", f"{m['flux_rank']:.2f}", f"{m['hf_rank']:.2f}", len(data),
                         oggio.pcm_hash(x)[:16], hashlib.sha256(data).hexdigest()[:16]])
            pictures.append((name, back))
        mix = np.sum(list(decoded.values()), axis=0)
        st = loud.short_term(mix)
        if theme == "battle":
            m = measure.measure(mix, True) | measure.seam(mix, bar)
            rows.append(["battle_mix", f"{len(mix) / SR:.3f}", len(mix), f"{m['lufs']:.2f}", f"{m['peak_db']:.2f}", f"{m['true_peak_db']:.2f}", f"{m['corr']:.2f}", f"{m['centroid_hz']:.0f}", f"{m['low_share']:.2f}",
                         f"{st.min():.1f}", f"{st.max():.1f}", f"{m['step_ratio']:.2f}", f"{m['flux_rank']:.2f}", f"{m['hf_rank']:.2f}", "", "", ""])
            pictures.append(("battle_mix", mix))
        sec = music.BATTLE_EIGHTH * 48 if theme == "battle" else music.CALM_EIGHTH * 48
        print(theme, "mix peak", round(db(float(np.abs(mix).max())), 2), "true", round(db(dyn.true_peak(mix)), 2), "LUFS", round(loud.integrated(mix), 2))
        for k, x in decoded.items():
            print("  LUFS by section", k, [round(loud.integrated(x[i : i + sec]), 1) for i in range(0, len(x), sec)])
        print("  LUFS by section mix", [round(loud.integrated(mix[i : i + sec]), 1) for i in range(0, len(mix), sec)])
    (here / "measures").mkdir(exist_ok=True)
    with (here / "measures" / "music.csv").open("w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["name", "seconds", "samples", "lufs", "peak_db", "true_peak_db", "corr", "centroid_hz", "low_share", "short_term_min", "short_term_max", "step_ratio", "flux_rank", "hf_rank", "bytes", "pcm_sha256", "ogg_sha256"])
        w.writerows(rows)
    with (here / "measures" / "masking.csv").open("w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["theme", "stem", "masked_by", "share"])
        w.writerows([t, a, b, f"{v:.3f}"] for t, a, b, v in masks)
    for r in rows:
        print(*r[:15])
    for t, a, b, v in masks:
        print("mask", t, a, "<-", b, f"{v:.2f}")
    print("music bytes", size)
    if sheets:
        measure.sheet(here / "sheets" / "music.png", pictures, 2, "music: stems, mix, calm theme", 12000.0, 3.0)
        around = [(f"{n}: last and first 2 s", np.concatenate((x[-2 * SR :], x[: 2 * SR]))) for n, x in pictures]
        measure.sheet(here / "sheets" / "music_seams.png", around, 3, "loop seams: the seam is in the middle of each picture")
