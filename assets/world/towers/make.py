"""Builds buildings, projectiles and rubble: rows of towers.toml to .glb files, each with all its states.

    PYTHONPATH=<folder of bpy> python3.11 make.py OUT_DIR [name ...]
    ... make.py --check FOLDER [name ...]     measures the files in FOLDER (check.py)
"""
import importlib
import sys
import time
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import bpy  # noqa: E402, F401  (mathutils exists only after bpy is imported)

import pack  # noqa: E402
from body import Body  # noqa: E402


def rows():
    return {row["name"]: row for row in tomllib.loads((HERE / "towers.toml").read_text())["building"]}


def drawn(row, lod):
    """The body of a row: its script's function `draw(k, kind)`, then the bites of the row."""
    k = Body(row["seed"], lod)
    module = importlib.import_module(row["script"].removesuffix(".py"))
    module.draw(k, row.get("kind", ""))
    for azimuth, height, radius, state in row.get("bites", []):
        k.bite(azimuth, height, radius, state)
    return k


def build(row, folder):
    t0 = time.time()
    tris, verts, size = pack.write(folder / f"{row['name']}.glb", row["name"], [drawn(row, lod) for lod in (0, 1)], row.get("foot", 2.3))
    return f"{row['name']:15s} {sum(v for s, v in tris[0].items() if s in ('',) or s[0] == '.'):5d} {verts[0]:6d} {sum(v for s, v in tris[1].items() if s in ('',) or s[0] == '.'):5d} {size // 1024:5d} {time.time() - t0:5.1f}  " + " ".join(s.lstrip(".") for s in tris[0] if s)


if __name__ == "__main__":
    args = sys.argv[1:]
    checking = args[:1] == ["--check"]
    folder, names = Path(args[checking]), args[1 + checking:]
    table = rows()
    unknown = [n for n in names if n not in table]
    if unknown:
        sys.exit(f"towers.toml has no row named {', '.join(unknown)}. There are: {', '.join(table)}.")
    chosen = [table[n] for n in names or table]
    if checking:
        import check
        sys.exit(check.all_of(chosen, folder))
    folder.mkdir(parents=True, exist_ok=True)
    print("model            tris  verts   low   KiB     s  nodes besides the whole")
    for row in chosen:
        print(build(row, folder), flush=True)
