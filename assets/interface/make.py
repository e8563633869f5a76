"""Builds the art of the interface: icons from the models, powers, cursors, pad and key glyphs.

    python3.11 make.py MODELS_DIR OUT_DIR [NAME ...]     names: icons, cursors, glyphs
"""
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import portraits  # noqa: E402
from png import write_png  # noqa: E402


def icons(models, out):
    (out / "icons").mkdir(parents=True, exist_ok=True)
    for name in portraits.STILL:
        write_png(out / "icons" / f"{name}.png", portraits.still(models, name))
    for name in portraits.BUSTS:
        write_png(out / "icons" / f"{name}.png", portraits.bust(models, name))


PARTS = {"icons": icons}

if __name__ == "__main__":
    models_dir, out_dir = Path(sys.argv[1]), Path(sys.argv[2])
    for which in sys.argv[3:] or PARTS:
        PARTS[which](models_dir, out_dir)
        print(which, flush=True)
