"""Contact sheets of sounds: level above, spectrogram on a logarithmic scale below, as PNG with a palette. No drawing library."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import signal

from .core import SR

Array = NDArray[np.float64]
WIDE, LEVEL, SPECTRUM, LABEL, GAP = 216, 34, 116, 11, 6
LOW_HZ, HIGH_HZ, RANGE_DB = 40.0, 16_000.0, 78.0
STEPS = 14  # shades of the spectrum: 5.6 dB each keeps the files small
INK, PAPER, LEFT, RIGHT, LINE = 60, 61, 62, 63, 59  # palette places after the 59 of the spectrum

# 3 x 5 letters, a bit a dot, rows from above
FONT = dict(zip("abcdefghijklmnopqrstuvwxyz0123456789_.:- ", (
    0o25755, 0o65656, 0o34443, 0o65556, 0o74647, 0o74644, 0o34553, 0o55755, 0o72227, 0o11152, 0o55655, 0o44447, 0o57755, 0o65555, 0o25552, 0o65644,
    0o25563, 0o65655, 0o34216, 0o72222, 0o55557, 0o55552, 0o55775, 0o55255, 0o55222, 0o71247,
    0o75557, 0o26227, 0o61247, 0o61216, 0o55711, 0o74616, 0o34757, 0o71222, 0o75757, 0o75716, 0o00007, 0o00002, 0o02020, 0o00700, 0), strict=True))


def _palette() -> bytes:
    stops = np.array([(8, 7, 16), (46, 18, 78), (120, 32, 96), (196, 62, 64), (240, 140, 44), (252, 232, 150)], float)
    at = np.linspace(0, 5, 59)
    ramp = np.stack([np.interp(at, range(6), stops[:, c]) for c in range(3)], axis=1)
    rest = np.array([(70, 74, 84), (232, 228, 214), (24, 26, 32), (208, 128, 56), (84, 142, 180)], float)
    return np.vstack((ramp, rest)).astype(np.uint8).tobytes()


def write_png(path: Path, img: NDArray[np.uint8]) -> None:
    """Eight bits a dot, one palette: small, and the same bytes every time."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    raw = b"".join(b"\0" + row.tobytes() for row in img)
    head = struct.pack(">IIBBBBB", img.shape[1], img.shape[0], 8, 3, 0, 0, 0)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"PLTE", _palette()) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def text(img: NDArray[np.uint8], x: int, y: int, words: str, color: int) -> None:
    for k, letter in enumerate(words.lower()):
        bits = FONT.get(letter, 0)
        for row in range(5):
            for col in range(3):
                if bits >> (3 * (4 - row)) >> (2 - col) & 1 and 0 <= x + 4 * k + col < img.shape[1]:
                    img[y + row, x + 4 * k + col] = color


def tile(name: str, x: Array, wide: int = WIDE) -> NDArray[np.uint8]:
    img = np.full((LABEL + LEVEL + SPECTRUM, wide), PAPER, np.uint8)
    text(img, 2, 3, f"{name}  {len(x) / SR:.2f} s", INK)
    st = x if x.ndim == 2 else np.stack((x, x), axis=1)
    edges = np.linspace(0, len(st), wide + 1).astype(int)
    for col in range(wide):
        part = np.abs(st[edges[col] : max(edges[col + 1], edges[col] + 1)])
        half = LEVEL // 2
        up, down = (int(round(float(part[:, c].max(initial=0.0)) * (half - 1))) for c in (0, 1))
        mid = LABEL + half
        img[mid - up : mid, col] = LEFT
        img[mid : mid + down + 1, col] = RIGHT
    mono = st.mean(axis=1)
    w = 2048 if len(mono) > SR // 2 else 1024
    mono = np.pad(mono, (w // 2, w // 2))
    hop = max(32, len(mono) // (2 * wide))
    f, t, s = signal.stft(mono, SR, nperseg=w, noverlap=max(0, w - hop), boundary=None, padded=False)
    rows = np.geomspace(LOW_HZ, HIGH_HZ, SPECTRUM)
    mag = np.abs(s)
    cols = np.clip(np.linspace(0, mag.shape[1] - 1, wide).astype(int), 0, mag.shape[1] - 1)
    grid = np.stack([np.interp(rows, f, mag[:, c]) for c in cols], axis=1)
    level = 20 * np.log10(grid / (grid.max() + 1e-12) + 1e-9)
    img[LABEL + LEVEL :] = (np.clip(np.round((level / RANGE_DB + 1) * STEPS), 0, STEPS) * (58 // STEPS)).astype(np.uint8)[::-1]
    for hertz, word in ((100, "100"), (1000, "1k"), (10000, "10k")):
        y = LABEL + LEVEL + SPECTRUM - 1 - int(np.log(hertz / LOW_HZ) / np.log(HIGH_HZ / LOW_HZ) * (SPECTRUM - 1))
        img[y, :5] = INK
        text(img, 7, max(0, y - 2), word, LINE)
    return img


def sheet(path: Path, items: list[tuple[str, Array]], columns: int, wide: int = WIDE) -> None:
    tiles = [tile(n, x, wide) for n, x in items]
    high, rows = LABEL + LEVEL + SPECTRUM, (len(tiles) + columns - 1) // columns
    img = np.full((rows * (high + GAP) + GAP, columns * (wide + GAP) + GAP), LINE, np.uint8)
    for k, one in enumerate(tiles):
        y, x = GAP + (k // columns) * (high + GAP), GAP + (k % columns) * (wide + GAP)
        img[y : y + high, x : x + wide] = one
    write_png(path, img)
