"""Rebuild the sounds: python build.py effects|music|mix|all [--only NAME] [--jobs N]. Needs numpy, scipy, soundfile (matplotlib for sheets)."""

from __future__ import annotations

import argparse
import csv
import hashlib
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


from tumblesound import master, measure, oggio
from tumblesound.core import Stereo
from tumblesound.effects import EFFECTS

HERE = Path(__file__).resolve().parent
VARIANTS = 3
QUALITY = {"loop": 0.2, "shot": 0.3}


def one_effect(job: tuple[int, int]) -> tuple[str, Stereo, dict[str, float], str, str, int]:
    e = EFFECTS[job[0]]
    name = f"{e.name}_{job[1] + 1}"
    x = master.render(e, job[1])
    data, back = master.encode_checked(x, name + ".ogg", QUALITY["loop" if e.loop else "shot"], e.loop)
    path = HERE.parent / "sounds" / f"{name}.ogg"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    m = measure.measure(back, e.loop)
    if e.loop:
        m |= measure.seam(back)
    return name, back, m, oggio.pcm_hash(x), hashlib.sha256(data).hexdigest(), len(data)


def effects(only: str, jobs: int, sheets: bool) -> None:
    todo = [(i, v) for i, e in enumerate(EFFECTS) for v in range(VARIANTS) if only in e.name]
    with ProcessPoolExecutor(jobs) as pool:
        done = list(pool.map(one_effect, todo))
    done.sort(key=lambda d: d[0])
    keys = sorted({k for d in done for k in d[2]}, key=lambda k: list(done[-1][2]).index(k) if k in done[-1][2] else 99)
    target = HERE / "measures" / ("effects.csv" if not only else f"effects_{only}.csv")
    target.parent.mkdir(exist_ok=True)
    with target.open("w", newline="") as f:
        w = csv.writer(f)
        w.writerow(["name", *keys, "bytes", "pcm_sha256", "ogg_sha256"])
        for name, _, m, pcm, ogg, size in done:
            w.writerow([name, *(f"{m[k]:.3f}" if k in m else "" for k in keys), size, pcm[:16], ogg[:16]])
    for name, _, m, _, _, size in done:
        print(f"{name:22s} " + " ".join(f"{k}={m[k]:.2f}" for k in ("seconds", "attack_ms", "fall20_s", "fall40_s", "early_hz", "late_hz", "low_share", "slope_db_oct", "mono_loss_db", "corr", "lufs", "peak_db", "crest_db")) + f" {size}")
        if "step_ratio" in m:
            print(f"{'':22s} seam step={m['step_ratio']:.2f} flux_rank={m['flux_rank']:.2f} hf_rank={m['hf_rank']:.2f}")
    if sheets:
        first = [(d[0], d[1]) for d in done if d[0].endswith("_1")]
        half = (len(first) + 1) // 2
        if only:
            measure.sheet(HERE / "sheets" / f"effects_{only}.png", [(d[0], d[1]) for d in done], 3)
            return
        measure.sheet(HERE / "sheets" / "effects_a.png", first[:half], 4, "effects, first variants (1 of 2)")
        measure.sheet(HERE / "sheets" / "effects_b.png", first[half:], 4, "effects, first variants (2 of 2)")
    print("total bytes", sum(d[5] for d in done))


def main() -> None:
    p = argparse.ArgumentParser()
    p.add_argument("what", choices=("effects", "music", "mix", "all"))
    p.add_argument("--only", default="")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--no-sheets", action="store_true")
    a = p.parse_args()
    if a.what in ("effects", "all"):
        effects(a.only, a.jobs, not a.no_sheets)
    if a.what in ("music", "all"):
        from tumblesound import music_build

        music_build.build(HERE, not a.no_sheets)
    if a.what in ("mix", "all"):
        from tumblesound import mixer

        mixer.build(HERE)


if __name__ == "__main__":
    main()
