"""Rebuild the sounds: python build.py effects|music|mix|all [--only NAME] [--jobs N]. Needs numpy, scipy, soundfile."""

from __future__ import annotations

import argparse
import hashlib
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


from tumblesound import checks, master, measure, oggio, picture, tables
from tumblesound.core import Stereo
from tumblesound.catalog import EFFECTS

HERE = Path(__file__).resolve().parent
PAGE = 40
QUALITY = {"land": 0.1, "loop": 0.2, "wide": 0.2, "shot": 0.3}


def one_effect(job: tuple[int, int]) -> tuple[str, Stereo, dict[str, float], str, str, int]:
    e = EFFECTS[job[0]]
    name = f"{e.name}_{job[1] + 1}"
    x = master.render(e, job[1])
    data, back = master.encode_checked(x, name + ".ogg", QUALITY["land" if e.loop and e.variants == 1 else "loop" if e.loop else "shot" if e.mono else "wide"], e.loop)
    path = HERE.parent / "sounds" / f"{name}.ogg"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(data)
    m = measure.measure(back, e.loop)
    if e.loop:
        m |= measure.seam(back)
    return name, back, m, oggio.pcm_hash(x), hashlib.sha256(data).hexdigest(), len(data)


def wanted(name: str, only: str) -> bool:
    """`only` is one word or several with commas; a word stands for every name that contains it."""
    return any(word in name for word in only.split(","))


def effects(only: str, jobs: int, sheets: bool) -> None:
    """Builds what is wanted and keeps the table of measures whole: rows of sounds not built now stay as they are."""
    todo = [(i, v) for i, e in enumerate(EFFECTS) for v in range(e.variants) if wanted(e.name, only)]
    with ProcessPoolExecutor(jobs) as pool:
        done = list(pool.map(one_effect, todo))
    target = HERE / "measures" / "effects.csv"
    exist = {f"{e.name}_{v + 1}" for e in EFFECTS for v in range(e.variants)}
    rows = {name: row for name, row in tables.read(target, "name").items() if name in exist}
    for name, _, m, pcm, ogg, size in done:
        rows[name] = {"name": name, **{k: f"{v:.3f}" for k, v in m.items()}, "bytes": str(size), "pcm_sha256": pcm[:16], "ogg_sha256": ogg[:16]}
    keys = ["name", *measure.KEYS, *measure.SEAM_KEYS, "bytes", "pcm_sha256", "ogg_sha256"]
    tables.write(target, keys, rows)
    faults = [f for name in sorted(rows) for f in checks.effect(name, rows[name])]
    for name in sorted(exist - set(rows)):
        faults.append(f"{name} has never been built: run build.py effects --only {name.rsplit('_', 1)[0]}")
    if sheets:
        sheet(sorted(exist), HERE / "sheets")
    print(f"{len(done)} files built, {sum(d[5] for d in done)} bytes; all effects: {sum(int(r['bytes']) for r in rows.values())} bytes")
    if faults:
        raise SystemExit("\n".join(faults))


def sheet(names: list[str], folder: Path) -> None:
    """First variants as pictures, forty to a page."""
    first = [n for n in names if n.endswith("_1")]
    for page in range(0, len(first), PAGE):
        items = []
        for n in first[page : page + PAGE]:
            e = next(e for e in EFFECTS if f"{e.name}_1" == n)
            x = oggio.decode((HERE.parent / "sounds" / f"{n}.ogg").read_bytes())
            items.append((n.removesuffix("_1"), oggio.without_margin(x) if e.loop else x))
        picture.sheet(folder / f"effects_{page // PAGE + 1}.png", items, 8)


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

        music_build.build(HERE, a.only, not a.no_sheets)
    if a.what in ("mix", "all"):
        from tumblesound import mixer

        mixer.build(HERE)


if __name__ == "__main__":
    main()
