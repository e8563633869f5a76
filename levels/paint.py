#!/usr/bin/env python3
"""Paints the terrain.png of every level in this folder: `python3 levels/paint.py`.

Each level is one function from a cell (x right, y down, in meters) to what lies there. Needs nothing but Python; run
again it writes the same bytes. The colors are those of levels/README.md.
"""

import math
import os
import struct
import sys
import zlib

GROUND, ROAD, ROUGH, FOREST, RAVINE, WATER, MEADOW = range(7)
PALETTE = [0x6FA24A, 0xC9A36B, 0x8C7A55, 0x2F6B34, 0x2A1E2E, 0x3C78B4, 0xA8CF6A]
CLIFF_1_M = len(PALETTE)
PALETTE += [0x010101 * (64 + 16 * height_m) for height_m in range(1, 10)]
HERE = os.path.dirname(os.path.abspath(__file__))


def cliff(height_m):
    """Rock so many whole meters high, 1 to 9."""
    return CLIFF_1_M - 1 + max(1, min(9, int(height_m)))


def write_png(path, width, height, cell):
    rows = b"".join(b"\0" + bytes(cell(x + 0.5, y + 0.5) for x in range(width)) for y in range(height))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)))
        file.write(chunk(b"PLTE", b"".join(color.to_bytes(3, "big") for color in PALETTE)))
        file.write(chunk(b"IDAT", zlib.compress(rows, 9)))
        file.write(chunk(b"IEND", b""))


def lattice(i, j, seed):
    h = (i * 374761393 + j * 668265263 + seed * 2147483647) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((h ^ (h >> 16)) & 0xFFFF) / 65535.0


def noise(x, y, seed):
    """Smooth value noise, 0 to 1, one bump a unit."""
    i, j = math.floor(x), math.floor(y)
    u, v = x - i, y - j
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    top = lattice(i, j, seed) * (1 - u) + lattice(i + 1, j, seed) * u
    low = lattice(i, j + 1, seed) * (1 - u) + lattice(i + 1, j + 1, seed) * u
    return top * (1 - v) + low * v


def patches(x, y, size, seed):
    """Noise with ragged edges, for woods and stones."""
    x, y = x + 5 * noise(x / 6, y / 6, seed + 10), y + 5 * noise(x / 6, y / 6, seed + 20)
    return 0.65 * noise(x / size, y / size, seed) + 0.35 * noise(x / (size * 0.37), y / (size * 0.37), seed + 30)


def bump(v, middle, reach):
    return math.exp(-(((v - middle) / reach) ** 2))


def disc(x, y, cx, cy, rx, ry):
    return ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 < 1


# First Bombs: a valley from the top edge down to the keep.
def road_x(y):
    return 64 + 9 * math.sin(y * 0.055 + 0.6) + 3 * math.sin(y * 0.13 + 1.0)


CHOKE_Y = 58
BRIDGE_Y = 84


def first_bombs(x, y):
    middle = road_x(y)
    # The valley's walls: wide at the top, at the middle yard and round the keep.
    left = 27 + 4 * math.sin(y * 0.07 + 0.5) + 2.5 * math.sin(y * 0.19 + 2.0) - 6 * bump(y, 26, 16) - 4 * bump(y, 106, 20)
    right = 101 + 4 * math.sin(y * 0.06 + 2.2) + 2.5 * math.sin(y * 0.17 + 0.3) + 6 * bump(y, 26, 16) + 4 * bump(y, 106, 20)
    # At the choke rock comes in from the left up to the way.
    choke = middle - 3.6 + 1.0 * math.sin(y * 0.5)
    left += max(0.0, choke - left) * min(1.0, 1.35 * bump(y, CHOKE_Y, 8.5))
    inside = max(left - x, x - right)
    if inside > 0:
        return cliff(3 + inside * 0.33 + 1.5 * noise(x / 7, y / 7, 1))
    # Single rocks, which split the crowd or give cover.
    for cx, cy, rx, ry, height_m in [(46, 36, 4.5, 3.2, 3), (86, 72, 5.5, 4.2, 4), (36, 98, 4.0, 3.4, 3), (95, 99, 4.2, 3.6, 3), (41, 73, 3.4, 2.8, 3)]:
        if disc(x, y, cx, cy, rx, ry):
            return cliff(height_m + 1.2 * noise(x / 3, y / 3, 2))
    # The gorge beside the choke: from the way's right edge to the right wall, wider the farther from the way.
    rim = middle + 3.6 + 0.6 * math.sin(y * 0.9)
    if x > rim and abs(y - (CHOKE_Y + 2.0 * math.sin(x * 0.17))) < 5.0 + 0.06 * (x - rim):
        return RAVINE
    # The second gorge, across the whole valley: a broad bridge of ground on the road, a narrow one far to the left.
    if abs(y - (BRIDGE_Y + 1.8 * math.sin(x * 0.16 + 0.8))) < 2.6 and abs(x - middle) > 6.0 and abs(x - 37) > 2.6:
        return RAVINE
    bank = math.atan2(y - 33, x - 88)
    if disc(x, y, 88, 33, 10 + 1.4 * math.sin(3 * bank), 7 + 1.0 * math.sin(2 * bank + 1)):
        return WATER
    if abs(x - middle) < 2.6 and y < 112:
        return ROAD
    # A trodden yard before the keep.
    if disc(x, y, road_x(112), 104, 11, 6.5):
        return ROAD
    if y < 8 + 2 * noise(x / 5, y / 5, 7):
        return MEADOW
    # Woods thin out from three hearts: northwest, southeast, southwest.
    heart = max(bump(x, 36, 16) * bump(y, 32, 16), bump(x, 98, 13) * bump(y, 104, 20), bump(x, 30, 11) * bump(y, 108, 20))
    if heart > 0.1 and abs(x - middle) > 8 and patches(x, y, 9, 3) + 0.55 * heart > 0.88:
        return FOREST
    if patches(x, y, 8, 4) > 0.66 and abs(x - middle) > 4:
        return ROUGH
    return GROUND


# Testbeds: as plain as can be; rock where a wall is needed.
def open_field(x, y):
    return GROUND


def horde_gap(x, y):
    # Two walls across the map, with a gap of 6 m at the first and of 4 m at the second; the keep stands in a corner of its own.
    if x < 3 and y > 125 and not (1 < x < 2 and 126 < y < 127):
        return cliff(3)
    if abs(y - 48) < 1.5 and abs(x - 64) > 3:
        return cliff(3)
    if abs(y - 80) < 1.5 and abs(x - 58) > 2:
        return cliff(3)
    return GROUND


def blast_wall(x, y):
    return cliff(4) if 30 <= y < 34 else GROUND


def ravine_edge(x, y):
    return RAVINE if 28 <= y < 36 and not 6 <= x < 12 else GROUND


def two_entrances(x, y):
    # Crowds from left and right meet before one opening of 8 m.
    return cliff(3) if abs(y - 40) < 1.5 and abs(x - 48) > 4 else GROUND


LEVELS = [
    ("first-bombs", 128, 128, first_bombs),
    ("testbeds/open-10000", 256, 256, open_field),
    ("testbeds/horde-3000", 128, 128, horde_gap),
    ("testbeds/tower-ring", 64, 64, open_field),
    ("testbeds/knocked-2000", 96, 96, open_field),
    ("testbeds/blast-359-wall", 64, 64, blast_wall),
    ("testbeds/ravine-edge", 64, 64, ravine_edge),
    ("testbeds/bomb-chain", 64, 64, open_field),
    ("testbeds/double-hit", 64, 64, open_field),
    ("testbeds/two-entrances", 96, 96, two_entrances),
]


def paint(levels):
    for name, width, height, cell in levels:
        folder = os.path.join(HERE, *name.split("/"))
        os.makedirs(folder, exist_ok=True)
        write_png(os.path.join(folder, "terrain.png"), width, height, cell)
        print(f"{name}: {width} x {height}")


if __name__ == "__main__":
    # No folder of compiled modules among the levels.
    sys.dont_write_bytecode = True
    import paint_bodies
    import paint_rules
    import paint_scenes

    paint(LEVELS + paint_scenes.LEVELS + paint_rules.LEVELS + paint_bodies.LEVELS)
