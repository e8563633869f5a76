"""Builds the art of the interface: icons from the models, powers, cursors, pad and key glyphs.

    python3.11 make.py MODELS_DIR OUT_DIR [NAME ...]     names: icons, cursors, glyphs
"""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import cursors  # noqa: E402
import glyphs  # noqa: E402
import numpy as np  # noqa: E402
import portraits  # noqa: E402
import powers  # noqa: E402
from png import write_png  # noqa: E402


def icons(models, out):
    (out / "icons").mkdir(parents=True, exist_ok=True)
    for name in portraits.STILL:
        write_png(out / "icons" / f"{name}.png", portraits.still(models, name))
    for name in portraits.BUSTS:
        write_png(out / "icons" / f"{name}.png", portraits.bust(models, name))
    for name in powers.POWERS:
        write_png(out / "icons" / f"{name}.png", powers.picture(name))


def cursor_files(_models, out):
    """One row a size file; the table says where each stands and which point of it points."""
    out.mkdir(parents=True, exist_ok=True)
    for px in cursors.SIZES:
        write_png(out / f"cursors_{px}.png", np.concatenate([cursors.picture(n, px) for n in cursors.CURSORS], 1))
    text = ["# Cursors, written by make.py. In cursors_N.png a cell is N x N pixels; `cell` is column and row.", "# `hot` is the point that points, in parts of a cell.", "",
            f"sizes = {list(cursors.SIZES)}"]
    for i, (name, ((x, y), _)) in enumerate(cursors.CURSORS.items()):
        text += ["", f"[{name}]", f"cell = [{i}, 0]", f"hot = [{x / 64}, {y / 64}]"]
    (out / "cursors.toml").write_text("\n".join(text) + "\n")


def glyph_files(_models, out):
    out.mkdir(parents=True, exist_ok=True)
    cells, rows = glyphs.placed()
    for px in glyphs.SIZES:
        sheet = np.zeros((rows * px, glyphs.COLUMNS * px, 4), np.uint8)
        for name, (x, y, wide) in cells.items():
            sheet[y * px:(y + 1) * px, x * px:(x + wide) * px] = glyphs.picture(name, px)
        write_png(out / f"glyphs_{px}.png", sheet)
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
