"""Ballista: a huge bow across an open platform. 1 timber trestle, 2 stone foot, 3a one giant bow of steel behind a shield,
3b two bows above each other with a magazine. Piece `head` turns, `bolt` lies on it and is not drawn while it reloads."""
import math

import numpy as np

from buildings import barrel, crown, ngon, pennant, square, stone_body

STEEL, STEEL_D, STRING = "#8A93A3", "#5C6472", "#E8DFC8"


def bow(k, y, z, span, thick, color, drawn):
    """Two arms that curve back, and the string to where it is drawn."""
    n = 4 if not k.lod else 2
    tips = []
    for s in (-1, 1):
        at = lambda f: np.array([s * (0.22 + f * (span - 0.22)), y - 0.42 * math.sin(f * 2.3) + 0.75 * f * f, z + 0.34 * f])
        for i in range(n):
            w = thick * (1.12 - 0.5 * (i + 0.5) / n)
            a, b = at(i / n), at((i + 1) / n)
            k.beam(a, b + (b - a) * 0.06, w * 0.8, w, color if i % 2 == 0 else color, 0.03 if not k.lod else 0, 0, tint=0.1)
        tips.append(at(1.0))
        if not k.lod:
            k.block(*(at(0.5) - (0, 0, thick * 0.6)), 0.16, thick * 1.25, thick * 1.2, "rope", 0, turn=s * 0.2)
            k.block(*(tips[-1] - (0, 0, 0.14)), 0.2, 0.2, 0.3, "gold", 0.05, bottom=True)
    nock = np.array([0, drawn, z + 0.02])
    for tip in tips:
        k.beam(tip, nock, 0.05, 0.05, STRING, 0, 0.004)   # jitter as wide as the string would turn it over


def bolt(k, y0, y1, z, r=0.075):
    k.beam((0, y0, z), (0, y1, z), r * 1.5, r * 1.5, "wood_l", 0)
    n = 4
    q = [np.array([x * r * 2.2, y1 + 0.05, z + h * r * 2.2]) for x, h in ((-1, 0), (0, -1), (1, 0), (0, 1))] + [np.array([0, y1 - 0.5, z])]
    k.add(q, [(i, (i + 1) % n, 4) for i in range(n)] + [(3, 2, 1, 0)], k.tint(STEEL, 0.04), out_from=(0, y1 - 0.1, z))
    for x, h in ((0.2, 0), (-0.2, 0), (0, 0.2)):
        p = [(0, y0 - 0.5, z), (x, y0 - 0.28, z + h), (x, y0 + 0.02, z + h), (0, y0 - 0.08, z)]
        k.add(p, [(0, 1, 2, 3)], k.tint("blue", 0.03))
        k.add(p, [(2, 1, 0, 3)], k.tint("blue", 0.03))


def engine(k, z, span=2.15, color="bone", size=1.0, twin=False, shield=False):
    """Everything that turns, on a pivot in the middle of the platform."""
    with k.at(z=z + 0.3), k.piece("head", (0, 0, 0), "yaw"):
        k.rings([(1.1 * size, -0.3), (0.8 * size, 0.2)], 10 if not k.lod else 6, "wood_d")
        for s in (-1, 1):
            k.beam((s * 0.42, 0.35, 0.15), (s * 0.3, 0.1, 1.02), 0.26, 0.3, "wood", 0.05)
            k.beam((s * 0.45, -0.55, 0.15), (s * 0.3, -0.2, 1.02), 0.24, 0.26, "wood_d", 0.05)
        k.beam((0, 1.75, 0.98), (0, -1.7, 1.22), 0.5, 0.36, "wood_l", 0.07)
        for s in (-1, 1):
            k.beam((s * 0.3, 1.5, 1.1), (s * 0.3, -1.6, 1.32), 0.14, 0.3, "wood_d", 0.03)
        k.block(0, -1.22, 0.98, 0.95, 0.5, 0.6, STEEL_D if color != "bone" else "wood_d", 0.08)
        k.block(0, -1.5, 1.06, 0.55, 0.2, 0.42, "gold", 0.06)
        bow(k, -1.25, 1.34, span, 0.44 * size, color, 0.75)
        if twin:
            for s in (-1, 1):
                k.beam((s * 0.34, -1.15, 1.3), (s * 0.34, -1.15, 2.15), 0.2, 0.26, "wood_d", 0.04)
            k.beam((0, 1.2, 1.86), (0, -1.6, 2.02), 0.42, 0.28, "wood_l", 0.06)
            bow(k, -1.15, 2.1, span * 0.9, 0.38 * size, color, 0.6)
            k.block(0, 0.15, 1.98, 0.62, 1.25, 0.62, "wood", 0.07)                     # magazine
            for i in range(3) if not k.lod else ():
                k.beam((-0.18 + i * 0.18, 0.7, 2.66), (-0.18 + i * 0.18, -0.75, 2.66), 0.11, 0.11, "wood_l", 0)
        if shield:
            for s in (-1, 1):
                for i in range(3 if not k.lod else 1):
                    w = 0.46 if not k.lod else 1.4
                    k.block(s * (0.55 + i * 0.44 + (0.44 if k.lod else 0)), -1.78 + i * 0.13, 0.0, w, 0.15, 1.22 - i * 0.14, ("blue", "white", "blue")[i], 0, 0.02, 0.96, turn=s * 0.28)
                k.beam((s * 0.35, -1.9, 0.32), (s * 1.62, -1.5, 0.32), 0.12, 0.14, "gold", 0)
                k.beam((s * 0.35, -1.9, 0.85), (s * 1.62, -1.5, 0.8), 0.12, 0.14, "gold", 0)
        # winch with its bars
        k.beam((-0.72, 1.45, 1.05), (0.72, 1.45, 1.05), 0.26, 0.26, "wood_d", 0.06)
        for s in (-1, 1):
            k.beam((s * 0.72, 1.45, 0.6), (s * 0.72, 1.45, 1.5), 0.1, 0.1, "wood_l", 0)
            k.beam((s * 0.74, 1.0, 1.05), (s * 0.74, 1.9, 1.05), 0.1, 0.1, "wood_l", 0)
        with k.piece("bolt", (0, 0.7, 1.4), "shot", (0, -1, 0.07)):
            bolt(k, 0.7, -1.95, 1.42 + 0.0, 0.1 * size)
            if twin:
                bolt(k, 0.5, -1.8, 2.2, 0.09)


def deck(k, z, half, n=6):
    n = n if not k.lod else 1
    w = half * 2 / n
    for i in range(n):
        k.block(-half + w * (i + 0.5), 0, z, w * 0.95, half * 2 - 0.03 * (i % 2), 0.16, "wood" if i % 2 else "wood_l", 0.03 if i in (0, n - 1) else 0)


def rail(k, half, z, gaps=()):
    """A low parapet: the bow must be seen over it."""
    for s in range(4):
        with k.at(turn=s * math.pi / 2):
            n = 5 if not k.lod else 1
            w = half * 2 / n
            for i in range(n):
                k.block(-half + w * (i + 0.5), -half, z, w * 0.92, 0.16, 0.62 if k.lod else k.u(0.5, 0.78), "wood_l" if i % 2 else "wood", 0.04, 0.02)
            k.beam((half, -half, z - 0.1), (half, -half, z + 0.95), 0.28, 0.28, "wood_d", 0.05)


def spare_bolts(k, x, y, z):
    for i in range(4) if not k.lod else range(2):
        k.beam((x + 0.13 * (i % 2), y - 0.85, z + 0.1 + 0.12 * (i // 2)), (x + 0.13 * (i % 2), y + 0.75, z + 0.1 + 0.12 * (i // 2)), 0.11, 0.11, "wood_l" if i % 2 else "wood", 0)
    if not k.lod:
        k.block(x + 0.06, y - 0.95, z + 0.04, 0.3, 0.24, 0.26, STEEL, 0.05)


def first(k):
    stone_body(k, square(2.1, 0), square(1.95, 0.6), 1, 1.0, width=1.2, depth=0.12, bevel=0.12)
    with k.stays():
        for x in (-1, 1):
            for y in (-1, 1):
                k.beam((x * 1.75, y * 1.75, 0.5), (x * 1.55, y * 1.55, 2.6), 0.38, 0.38, "wood", 0.07)
    for s in range(4):
        with k.at(turn=s * math.pi / 2):
            k.beam((-1.55, -1.72, 0.7), (1.45, -1.6, 2.4), 0.24, 0.16, "wood_d", 0.04)
            if not k.lod:
                k.beam((1.55, -1.74, 0.7), (-1.45, -1.62, 2.4), 0.22, 0.15, "wood_d", 0.04)
            k.beam((-2.1, -1.8, 2.5), (2.1, -1.8, 2.5), 0.28, 0.3, "wood_d", 0.05)
    deck(k, 2.6, 2.05)
    rail(k, 2.05, 2.72)
    engine(k, 2.76, 2.1)
    k.cloth(0, -2.2, 2.75, 1.1, 1.7)
    k.cloth(2.2, 0, 2.75, 1.1, 1.7, turn=math.pi / 2)
    k.cloth(-2.2, 0, 2.75, 1.1, 1.7, turn=-math.pi / 2)
    pennant(k, 1.8, 1.8, 2.7, 2.6, 1.2)


def second(k):
    stone_body(k, square(2.3, 0), square(2.1, 1.0), 2, 1.0, width=1.2, depth=0.12, bevel=0.12)
    stone_body(k, square(1.95, 1.0), square(1.85, 3.1), 3, 0.5, col="stone", width=1.2, depth=0.10)
    for s in range(4):
        with k.at(turn=s * math.pi / 2):
            for x in (-1.4, 0, 1.4) if not k.lod else ():
                k.beam((x, -1.6, 2.6), (x, -2.15, 3.1), 0.28, 0.3, "wood_d", 0)
            k.beam((-2.25, -2.0, 3.1), (2.25, -2.0, 3.1), 0.3, 0.3, "wood_d", 0.06)
            if s != 2:
                k.cloth(0, -2.32, 3.6, 1.2, 2.2)
    deck(k, 3.2, 2.15)
    rail(k, 2.15, 3.3)
    engine(k, 3.36, 2.25, "bone", 1.12)
    spare_bolts(k, 1.5, 0.9, 3.36)
    barrel(k, -1.55, 1.5, 3.36, 0.3, 0.7)
    pennant(k, -1.9, 1.9, 3.3, 2.8, 1.3)
    pennant(k, 1.9, 1.9, 3.3, 2.8, 1.3)


def bastion(k, top, per=2):
    n, ph = 8, math.pi / 8
    stone_body(k, ngon(n, 2.5, 0, ph), ngon(n, 2.25, 1.0, ph), 2, 1.0, width=1.0, depth=0.12, bevel=0.11)
    stone_body(k, ngon(n, 2.1, 1.0, ph), ngon(n, 1.95, top - 0.9, ph), 3, 0.4, col="stone", width=1.5, depth=0.10, quoin=False)
    stone_body(k, ngon(n, 2.48, top - 0.9, ph), ngon(n, 2.48, top, ph), 1, 1.0, width=1.2, depth=0.07, col="stone_d")
    with k.stays():
        k.add(ngon(n, 2.48, top - 0.9, ph), [tuple(range(n))[::-1]], k.tint("stone_d", 0.02))
    for i in range(n):
        a = ph + (i + 0.5) * 2 * math.pi / n
        with k.at(turn=a + math.pi / 2):
            if not k.lod:
                k.block(0, -1.98, top - 1.4, 0.5, 0.56, 0.55, "stone_l", 0)
            if i % 2:
                k.cloth(0, -2.42, top - 0.2, 1.1, 2.3)
    crown(k, ngon(n, 2.3, top, ph), (0.6, 0.36, 0.42), per=1 if k.lod else per)


def giant(k):
    """3a: one bow as wide as the tower, steel, behind a painted shield."""
    bastion(k, 3.9)
    engine(k, 3.95, 2.4, STEEL, 1.35, shield=True)
    pennant(k, 0, 2.1, 3.9, 3.4, 1.5)


def repeater(k):
    """3b: two bows one above the other."""
    bastion(k, 4.1)
    engine(k, 4.15, 2.2, "bronze", 1.0, twin=True)
    spare_bolts(k, 1.65, 0.4, 4.1)
    spare_bolts(k, -1.8, 0.4, 4.1)
    pennant(k, -1.4, 1.5, 4.1, 3.2, 1.2)
    pennant(k, 1.4, 1.5, 4.1, 3.2, 1.2)


def draw(k, kind):
    {"1": first, "2": second, "3a": giant, "3b": repeater}[kind](k)
