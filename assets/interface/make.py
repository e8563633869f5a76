"""Builds the art of the interface: icons from the models, powers, cursors, pad and key glyphs.

    python3.11 make.py MODELS_DIR OUT_DIR [NAME ...]     names: icons, cursors, glyphs
"""
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import cursors  # noqa: E402
import glyphs  # noqa: E402
import numpy as np  # noqa: E402
import portraits  # noqa: E402
import powers  # noqa: E402
from png import write_png  # noqa: E402


GROUNDS = (0xDCC99C, 0x33373C, 0x7F9650, 0x5D3A66)  # parchment, iron, grass, plum enamel


def on(img, ground):
    a = img[..., 3:] / 255.0
    return (img[..., :3] * a + np.array([ground >> 16, ground >> 8 & 255, ground & 255]) * (1 - a) + 0.5).astype(np.uint8)


def smaller(img, k):
    """Every k x k pixels as one, colors weighed by alpha: what the interface has to do when it shows an icon small."""
    h, w = img.shape[0] // k, img.shape[1] // k
    f = img.astype(float).reshape(h, k, w, k, 4)
    a = f[..., 3:].mean((1, 3))
    return np.concatenate([(f[..., :3] * f[..., 3:]).mean((1, 3)) / np.maximum(a, 1e-6), a], -1).astype(np.uint8)


def grid(pictures, columns):
    blank = np.zeros_like(pictures[0])
    rows = [pictures[i:i + columns] for i in range(0, len(pictures), columns)]
    return np.concatenate([np.concatenate(r + [blank] * (columns - len(r)), 1) for r in rows], 0)


def stacked(pictures):
    """Pictures on each other, left-aligned."""
    wide = max(p.shape[1] for p in pictures)
    return np.concatenate([np.pad(p, ((0, 0), (0, wide - p.shape[1]), (0, 0))) for p in pictures], 0)


def sheet(out, name, pictures):
    (out / "sheets").mkdir(parents=True, exist_ok=True)
    write_png(out / "sheets" / f"{name}.png", stacked(pictures))


def icons(models, out):
    (out / "icons").mkdir(parents=True, exist_ok=True)
    figures = [row["name"] for row in tomllib.loads((HERE.parent / "figures" / "figures.toml").read_text())["figure"]]
    drawn = {n: portraits.still(models, n) for n in portraits.STILL} | {n: portraits.bust(models, n) for n in figures} | {n: powers.picture(n) for n in powers.POWERS}
    for name, img in drawn.items():
        write_png(out / "icons" / f"{name}.png", img)
    whole = grid(list(drawn.values()), 11)
    sheet(out, "icons", [on(whole, GROUNDS[1]), *(on(smaller(grid(list(drawn.values()), 33), 3), g) for g in GROUNDS)])


def cursor_files(_models, out):
    """One row a size file; the table says where each stands and which point of it points."""
    out.mkdir(parents=True, exist_ok=True)
    rows = {px: np.concatenate([cursors.picture(n, px) for n in cursors.CURSORS], 1) for px in cursors.SIZES}
    for px, row in rows.items():
        write_png(out / f"cursors_{px}.png", row)
    sheet(out, "cursors", [np.concatenate([on(r, g) for g in GROUNDS[:3]], 1) for r in (*rows.values(), rows[32].repeat(2, 0).repeat(2, 1))])
    text = ["# Cursors, written by make.py. In cursors_N.png a cell is N x N pixels; `cell` is column and row.", "# `hot` is the point that points, in parts of a cell.", "",
            f"sizes = {list(cursors.SIZES)}"]
    for i, (name, ((x, y), _)) in enumerate(cursors.CURSORS.items()):
        text += ["", f"[{name}]", f"cell = [{i}, 0]", f"hot = [{x / 64}, {y / 64}]"]
    (out / "cursors.toml").write_text("\n".join(text) + "\n")


def glyph_files(_models, out):
    out.mkdir(parents=True, exist_ok=True)
    cells, rows = glyphs.placed()
    shown = []
    for px in glyphs.SIZES:
        atlas = np.zeros((rows * px, glyphs.COLUMNS * px, 4), np.uint8)
        for name, (x, y, wide) in cells.items():
            atlas[y * px:(y + 1) * px, x * px:(x + wide) * px] = glyphs.picture(name, px)
        write_png(out / f"glyphs_{px}.png", atlas)
        shown.append(np.concatenate([on(atlas, g) for g in GROUNDS[:2]], 1))
    sheet(out, "glyphs", shown)
    text = ["# Pad, key and mouse glyphs, written by make.py. In glyphs_N.png a cell is N x N pixels, drawn for that size.",
            "# Each row: column, row, width in cells. key and key_wide are blank: 9-slice, `slice` is the part of a cell that a corner takes.", "",
            f"sizes = {list(glyphs.SIZES)}", "slice = 0.25", "", "[cells]"]
    text += [f"{n} = [{x}, {y}, {w}]" for n, (x, y, w) in cells.items()]
    (out / "glyphs.toml").write_text("\n".join(text) + "\n")


PARTS = {"icons": icons, "cursors": cursor_files, "glyphs": glyph_files}

if __name__ == "__main__":
    models_dir, out_dir = Path(sys.argv[1]), Path(sys.argv[2])
    for which in sys.argv[3:] or PARTS:
        PARTS[which](models_dir, out_dir)
        print(which, flush=True)
