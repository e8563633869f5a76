"""What stands before and after a tower: two stages of building, heaps when it falls, the remains of the keep."""
import math

import numpy as np

from buildings import barrel, ngon, square, stone_body


def pole(k, a, b, w=0.18):
    k.beam(a, b, w, w, "wood_l" if k.u(0, 1) < 0.5 else "wood", 0)


def heap_of_sand(k, x, y, r, color="sand"):
    k.rings([(r, -0.05, x, y), (r * 0.7, r * 0.36, x, y), (0, r * 0.62, x, y)], 8 if not k.lod else 6, color, 0.1)


def foundation(k, height, rows):
    stone_body(k, square(2.2, 0), square(2.1, height), rows, 1.0, width=1.15, depth=0.12, bevel=0.11)
    k.add([p + (0, 0, 0.01) for p in square(1.85, height)], [(0, 1, 2, 3)], k.tint("#8A6B4A", 0.03))


def stack(k, x, y, z, turn, count=6):
    """Cut stones or boards waiting."""
    with k.at(x, y, z, turn):
        for i in range(count if not k.lod else 2):
            k.block((i % 3 - 1) * 0.52, 0, 0.3 * (i // 3), 0.48, 0.42, 0.28, ("stone_l", "stone", "stone_d")[i % 3], 0.06, 0.03)


def planks(k, x, y, z, turn, count=5):
    with k.at(x, y, z, turn):
        for i in range(count if not k.lod else 2):
            k.block((i % 3 - 1) * 0.3, 0, 0.09 * (i // 3), 0.27, 2.0, 0.08, "wood_l" if i % 2 else "wood", 0, turn=k.u(-0.06, 0.06))


def ground_works(k):
    """Stage 1: foundation, first posts, a crane of three poles."""
    foundation(k, 0.55, 1)
    for x in (-1, 1):
        for y in (-1, 1):
            pole(k, (x * 1.9, y * 1.9, 0.4), (x * 1.9, y * 1.9, 1.9 + 0.5 * (x > 0)), 0.24)
    stack(k, 0.9, -0.9, 0.56, 0.3)
    planks(k, -0.9, 0.5, 0.56, 0.5)
    heap_of_sand(k, -0.9, -1.1, 0.65)
    top = np.array([0.35, 0.7, 3.9])
    for a in (0.4, 2.5, 4.6):
        pole(k, (0.35 + 1.1 * math.cos(a), 0.7 + 1.1 * math.sin(a), 0.5), top + (0.1 * math.cos(a), 0.1 * math.sin(a), 0.25), 0.2)
    k.beam(top - (0, 0, 1.9), top, 0.06, 0.06, "rope", 0)
    k.block(0.35, 0.7, 1.5, 0.6, 0.5, 0.45, "stone_l", 0.08, bottom=True)
    k.block(*(top - (0, 0, 0.05)), 0.4, 0.4, 0.25, "rope", 0)
    k.beam((-2.1, -2.15, 0.0), (-2.1, -2.15, 2.4), 0.12, 0.12, "wood_d", 0)
    k.cloth(-2.1 + 0.4, -2.2, 2.35, 0.8, 1.0)


def scaffold(k):
    """Stage 2: half-built walls inside a scaffold of two storeys."""
    foundation(k, 0.6, 1)
    for i in range(4):                         # walls that end in steps
        with k.at(turn=i * math.pi / 2):
            h = (2.6, 1.9, 3.2, 2.3)[i]
            for x0, x1, hh in ((-1.6, -0.5, h), (-0.5, 0.6, h - 0.5), (0.6, 1.6, (1.9, 3.2, 2.3, 2.6)[i] - 0.1)):
                q = [np.array(p) for p in ((x0, -1.6, 0.6), (x1, -1.6, 0.6), (x1, -1.57, hh), (x0, -1.57, hh))]
                k.add(q, [(0, 1, 2, 3)], k.tint("joint" if not k.lod else "stone", 0.03))
                k.add([p + (0, 0.4, 0) for p in q], [(3, 2, 1, 0)], k.tint("joint", 0.03))
                k.add(q + [p + (0, 0.4, 0) for p in q], [(3, 2, 6, 7), (1, 5, 6, 2), (4, 0, 3, 7)], k.tint("stone", 0.03))
                k.masonry(q, max(2, round((hh - 0.6) / 0.55)), fill=0.8, width=0.9, quoin=False)
    for x in (-1, 1):
        for y in (-1, 0, 1):
            if y or k.lod < 1:
                pole(k, (x * 2.2, y * 2.2, 0.0), (x * 2.2, y * 2.2, 4.9 + k.u(-0.3, 0.3)), 0.2)
        pole(k, (0, x * 2.2, 0.0), (0, x * 2.2, 4.8 + k.u(-0.3, 0.3)), 0.2)
    for z in (1.9, 3.7):
        for s in range(4):
            with k.at(turn=s * math.pi / 2):
                k.beam((-2.4, -2.2, z), (2.4, -2.2, z + k.u(-0.05, 0.05)), 0.15, 0.15, "wood_d", 0)
                k.beam((-2.3, -2.2, z + 0.75), (2.3, -2.2, z + 0.7), 0.11, 0.11, "wood_l", 0)
                for i in range(3 if not k.lod else 1):
                    w = 4.5 / (3 if not k.lod else 1)
                    if (s, i, z) not in ((1, 0, 3.7), (3, 2, 3.7), (2, 1, 3.7)):
                        k.block(-2.25 + w * (i + 0.5), -2.0, z + 0.05, w * 0.97, 0.55, 0.09, "wood_l" if i % 2 else "wood", 0, turn=k.u(-0.02, 0.02))
    for s in range(4):
        with k.at(turn=s * math.pi / 2):
            k.beam((-2.2, -2.26, 0.1), (0, -2.26, 1.9), 0.12, 0.12, "wood_d", 0)
            k.beam((2.2, -2.26, 2.0), (0, -2.26, 3.7), 0.12, 0.12, "wood_d", 0)
    for i in range(9 if not k.lod else 0):
        k.beam((0.75, -2.37 + i * 0.02, 0.25 + i * 0.4), (1.25, -2.37 + i * 0.02, 0.25 + i * 0.4), 0.08, 0.08, "wood_l", 0)
    for x in (0.72, 1.28):
        k.beam((x, -2.4, 0), (x, -2.22, 4.2), 0.11, 0.11, "wood_d", 0)
    stack(k, -1.3, -2.0, 3.85, 0.05, 3)
    barrel(k, 1.6, -2.0, 2.05, 0.24, 0.5)
    k.beam((0, 0, 0.6), (0, 0, 6.2), 0.26, 0.26, "wood", 0.05)            # crane
    k.beam((-0.5, 0.2, 6.1), (2.1, -0.9, 6.5), 0.2, 0.2, "wood_d", 0)
    k.beam((0, 0, 5.0), (1.1, -0.45, 6.25), 0.15, 0.15, "wood_d", 0)
    k.beam((2.0, -0.86, 4.9), (2.0, -0.86, 6.4), 0.05, 0.05, "rope", 0)
    k.block(2.0, -0.86, 4.5, 0.5, 0.42, 0.4, "stone_l", 0.07, bottom=True)
    k.cloth(-1.2, -2.3, 4.5, 1.0, 1.7)


def mound(k, r, h, color, n=11):
    k.rings([(r, -0.06), (r * 0.86, h * 0.42), (r * 0.55, h * 0.82), (r * 0.2, h), ], n if not k.lod else 8, [color, color, color], 0.12)


def fallen(k, r, h, count, colors, size):
    """Blocks that came to rest on a mound of radius r and height h."""
    for i in range(count if not k.lod else count // 3):
        a, f = 2.4 * i + k.u(-0.3, 0.3), math.sqrt((i + 0.5) / count)
        x, y, z = r * f * math.cos(a), r * f * math.sin(a), h * (1 - f ** 1.6) - 0.16
        s = k.u(*size)
        with k.at(x, y, z, k.u(0, 6), tilt=k.u(-0.5, 0.5), roll=k.u(-0.4, 0.4)):
            k.block(0, 0, 0, s * k.u(1.0, 1.5), s, s * k.u(0.6, 0.9), colors[i % len(colors)], 0.08 if s > 0.5 else 0, 0.05, 0.9)


def beams(k, r, h, count, charred=0.4):
    for i in range(count if not k.lod else count // 2):
        a = 2 * math.pi * i / count + k.u(-0.4, 0.4)
        low = np.array([r * math.cos(a), r * math.sin(a), 0.1])
        high = np.array([r * 0.35 * math.cos(a + 0.6), r * 0.35 * math.sin(a + 0.6), h * k.u(0.8, 1.7)])
        k.beam(low, high, 0.24, 0.22, "#3A2E28" if k.u(0, 1) < charred else "wood", 0.04 if i % 2 else 0)


def tiles_about(k, r, count, color):
    for i in range(count if not k.lod else count // 3):
        a, d = k.u(0, 6.3), r * k.u(0.55, 1.0)
        with k.at(d * math.cos(a), d * math.sin(a), 0.06 + 0.7 * (1 - d / r), k.u(0, 6), tilt=k.u(-0.5, 0.5)):
            k.block(0, 0, 0, 0.55, 0.42, 0.1, color[i % len(color)], 0, 0.04)


def torn_banner(k, x, y, z, turn):
    k.beam((x, y, 0.1), (x + 0.3, y + 0.1, z), 0.12, 0.12, "wood_d", 0)
    with k.at(x + 0.25, y + 0.05, z - 0.1, turn, tilt=0.25):
        k.cloth(0, 0, 0, 0.9, 1.3)


def rubble_stone(k):
    mound(k, 2.2, 1.0, "joint")
    fallen(k, 2.1, 1.25, 44, ("stone_l", "stone", "stone_d", "stone"), (0.35, 0.75))
    for s, h in ((0, 2.2), (1, 1.3)):           # the corner that still stands
        with k.at(-1.6, 1.5, 0, -math.pi / 2 * s):
            q = [np.array(p) for p in ((-0.4 if s else 0.0, -0.3, 0.0), (1.3, -0.3, 0.0), (0.7, -0.3, h), (-0.4 if s else 0.0, -0.3, h + 0.4))]
            k.add(q, [(0, 1, 2, 3)], k.tint("joint", 0.02))
            k.masonry(q, 4, fill=0.95, width=0.8, quoin=False)
            b = [p + (0, 0.5, 0) for p in q]
            k.add(b, [(3, 2, 1, 0)], k.tint("joint", 0.02))
            k.masonry([b[1], b[0], b[3], b[2]], 4, fill=0.8, width=0.8, quoin=False)
            k.add(q + b, [(1, 5, 6, 2), (2, 6, 7, 3), (4, 0, 3, 7)], k.tint("stone_d", 0.03))
    beams(k, 2.1, 1.4, 7)
    tiles_about(k, 2.3, 16, ("roof", "roof_d", "roof_l"))
    torn_banner(k, 0.7, -1.2, 1.9, 0.4)


def rubble_wood(k):
    mound(k, 2.15, 0.7, "#6E5640")
    fallen(k, 2.1, 0.75, 16, ("stone_l", "stone", "stone_d"), (0.35, 0.6))
    beams(k, 2.05, 1.6, 12, 0.5)
    for i in range(14 if not k.lod else 4):      # boards
        a, d = 2.4 * i, 2.0 * math.sqrt((i + 0.5) / 14)
        with k.at(d * math.cos(a), d * math.sin(a), 0.6 * (1 - d / 2.3), k.u(0, 6), tilt=k.u(-0.35, 0.35)):
            k.block(0, 0, 0, 0.42, 1.3, 0.1, ("wood", "wood_l", "#4A3526")[i % 3], 0, 0.04)
    for x, y, t in ((0.9, 0.9, 0.3), (-1.1, -0.6, 2.0)):     # thatch in lumps
        k.rings([(0.75, 0.2, x, y), (0.6, 0.75, x, y), (0, 1.0, x + 0.1, y)], 7 if not k.lod else 5, ["thatch_d", "thatch"], 0.18)
    for x, y in ((-1.6, 1.6), (1.6, 1.55)):
        k.beam((x, y, 0), (x * 0.96, y * 0.94, k.u(1.0, 1.9)), 0.34, 0.34, "#4A3526", 0.06)
    torn_banner(k, 0.5, -1.2, 1.8, 0.3)


def rubble_keep(k):
    mound(k, 4.8, 2.2, "joint", 14)
    fallen(k, 4.7, 2.6, 70, ("stone_l", "stone", "stone_d", "stone"), (0.5, 1.15))
    for x, y, h in ((-3.7, 3.7, 3.6), (3.7, 3.7, 2.2), (3.7, -3.7, 1.5), (-3.7, -3.7, 2.4)):
        n = 8
        with k.at(x, y, 0):
            stone_body(k, ngon(n, 1.5, 0), ngon(n, 1.32, 1.0), 1, 1.0, width=1.0, depth=0.12, bevel=0.12)
            top = [p + (0, 0, k.u(-0.25, 0.25)) for p in ngon(n, 1.15, h)]
            stone_body(k, ngon(n, 1.2, 0.9), top, max(1, round((h - 0.9) / 0.8)), 0.5, col="stone", width=1.2, depth=0.09, quoin=False)
            fallen(k, 0.9, h + 0.3, 5, ("stone", "stone_d"), (0.4, 0.6))
    with k.at(0, 1.2, 0):                        # a stump of the great tower, with its window
        q = [np.array(p, float) for p in ((-2.3, 0, 0.5), (2.3, 0, 0.5), (1.1, 0, 4.2), (-2.2, 0, 6.4))]
        k.add(q, [(0, 1, 2, 3)], k.tint("joint", 0.02))
        k.masonry(q, 7, fill=0.8, width=1.0, quoin=False)
        b = [p + (0, 0.6, 0) for p in q]
        k.add(b, [(3, 2, 1, 0)], k.tint("joint", 0.02))
        k.masonry([b[1], b[0], b[3], b[2]], 7, fill=0.6, width=1.0, quoin=False)
        k.add(q + b, [(1, 5, 6, 2), (2, 6, 7, 3), (4, 0, 3, 7)], k.tint("stone_d", 0.03))
        k.add([(-1.4, -0.16, 3.2), (-0.9, -0.16, 3.2), (-0.9, -0.16, 4.3), (-1.4, -0.16, 4.3)], [(0, 1, 2, 3)], k.tint("dark", 0.02))
    beams(k, 4.4, 2.6, 12)
    tiles_about(k, 4.9, 40, ("roof", "roof_d", "roof_l"))
    torn_banner(k, 1.6, -2.6, 3.2, 0.3)
    torn_banner(k, -2.4, -1.6, 3.4, -0.4)


def draw(k, kind):
    k.reach = 1.8
    drawer = {"build_1": ground_works, "build_2": scaffold, "rubble_stone": rubble_stone, "rubble_wood": rubble_wood, "rubble_keep": rubble_keep}[kind]
    with k.at(scale=0.94 if kind in ("rubble_stone", "rubble_wood") else 1.0):     # heaps stay inside the footprint
        drawer(k)
