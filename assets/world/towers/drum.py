"""War drum: a drum as large as a house 1 on a timber stand, 2 on a stone terrace under a striped canopy of the player's blue,
3a one giant kettle drum with horns, 3b three drums and a gong. Pieces `stick_a` and `stick_b` strike, `gong` swings."""
import math

import numpy as np

from buildings import finial, ngon, pennant, square, stone_body, torch

SKIN, SKIN_D, RED, RED_D = "#F2DFB8", "#D8BD8A", "#A93A2E", "#7E2A24"


def drum(k, r, h, n=12, body=(RED, RED_D), tilt=0.0, cords=True):
    """Standing on its lower rim at the present place; the skin is up."""
    n = n if not k.lod else 8
    with k.at(tilt=tilt):
        k.rings([(r * 0.84, 0), (r * 0.9, h * 0.1), (r * 1.02, h * 0.5), (r * 0.95, h * 0.88), (r, h * 0.9), (r, h * 1.0), (r * 0.9, h * 1.02)], n,
                ["gold", body[0], body[0], body[1], "gold", "gold"], base=True, cap=False)
        k.rings([(r * 0.9, h * 1.02), (r * 0.55, h * 1.035), (0, h * 1.045)], n, [SKIN_D, SKIN], 0.0)
        for i in range(n) if cords and not k.lod else ():
            a, b = 2 * math.pi * i / n, 2 * math.pi * (i + 1) / n
            lo, hi = (h * 0.1, h * 0.88) if i % 2 else (h * 0.88, h * 0.1)
            p = lambda t, z: np.array([math.cos(t), math.sin(t), 0]) * (r * 1.05 if 0.3 * h < z < 0.7 * h else r * 0.97) + (0, 0, z)
            m = p((a + b) / 2, h * 0.5)
            k.beam(p(a, lo), m, 0.07, 0.07, SKIN, 0)
            k.beam(m, p(b, hi), 0.07, 0.07, SKIN, 0)


def stick(k, name, hand, head, thick=0.15):
    """A beater; it turns about the hand, sideways to its own length, to come down on the skin."""
    hand, head = np.asarray(hand, float), np.asarray(head, float)
    d = head - hand
    side = np.cross((0, 0, 1.0), d)
    side /= np.linalg.norm(side)
    with k.piece(name, tuple(hand), "strike", tuple(side)):
        k.beam(hand, head, thick, thick, "wood_l", 0)
        with k.at(*head):
            r = thick * 2.1
            k.rings([(0, -r), (r * 0.8, -r * 0.6), (r, 0), (r * 0.8, r * 0.6), (0, r)], 7 if not k.lod else 5, ["white", "blue", "blue", "white"], 0.02)


def canopy(k, half, z, rise, n=4, posts=True, foot=0.0):
    """Striped cloth, a little slack, with a scalloped hem."""
    strips = 5 if not k.lod else 3
    ph = math.pi / n
    rad = half * (math.sqrt(2) if n == 4 else 1)
    base, top = ngon(n, rad, z, ph), np.array([0, 0, z + rise])
    for i in range(n):
        a, b = base[i], base[(i + 1) % n]
        for j in range(strips):
            f0, f1 = j / strips, (j + 1) / strips
            p, q = a * (1 - f0) + b * f0, a * (1 - f1) + b * f1
            cut = 0.42
            sag = np.array([0, 0, -0.22])
            p1, q1 = p * (1 - cut) + top * cut + sag, q * (1 - cut) + top * cut + sag
            color = k.tint("blue" if j % 2 == 0 else "white", 0.03)
            hem = ((p + q) / 2) * (1.01, 1.01, 1) + (0, 0, -0.62)
            lip = 0.36 * np.array([0, 0, -1.0])
            pts = [p, q, q1, p1, top, p + lip, q + lip, hem]
            loose = [0.02, 0.02, 0.04, 0.04, 0, 0.2, 0.2, 0.35]
            k.add(pts, [(0, 1, 2, 3), (3, 2, 4), (5, 6, 1, 0), (5, 7, 6)], [color, color, color * 0.9, color * 0.9], sway=loose)
            k.add([x * (0.985, 0.985, 1) - (0, 0, 0.03) for x in pts], [(3, 2, 1, 0), (4, 2, 3), (0, 1, 6, 5), (6, 7, 5)], [color * 0.6, color * 0.6, color * 0.7, color * 0.7], sway=loose)
        if posts:
            with k.stays():
                k.beam((a[0] * 0.93, a[1] * 0.93, foot), (a[0] * 0.95, a[1] * 0.95, z + 0.06), 0.26, 0.26, "wood", 0.06)
    finial(k, 0, 0, z + rise, 0.9)


def stand(k):
    """1: drum on a timber stand, no stone but its foot; banners on a beam behind it."""
    stone_body(k, square(2.2, 0), square(2.05, 0.5), 1, 1.0, width=1.2, depth=0.12, bevel=0.12)
    for i in range(5 if not k.lod else 1):
        w = 3.9 / (5 if not k.lod else 1)
        k.block(-1.95 + w * (i + 0.5), 0, 0.48, w * 0.95, 3.9, 0.14, "wood" if i % 2 else "wood_l", 0)
    for s in (-1, 1):
        k.beam((s * 0.95, -0.75, 0.6), (s * 0.75, 0.95, 1.5), 0.3, 0.3, "wood_d", 0.05)
        k.beam((s * 0.9, 0.85, 0.6), (s * 0.85, -0.75, 1.15), 0.26, 0.26, "wood_d", 0.05)
    with k.at(0, 0.1, 1.05, tilt=0.38):
        drum(k, 1.2, 1.35)
    stick(k, "stick_a", (1.35, 0.9, 3.5), (0.42, -0.35, 3.05))
    stick(k, "stick_b", (-1.35, 0.9, 3.5), (-0.42, -0.35, 3.2))
    for s in (-1, 1):
        k.beam((s * 1.75, 1.35, 0.5), (s * 1.65, 1.35, 4.9), 0.3, 0.3, "wood", 0.06)
        k.beam((s * 1.7, 1.35, 3.7), (s * 0.9, 1.35, 4.55), 0.18, 0.18, "wood_d", 0)
        k.cloth(s * 0.8, 1.15, 4.5, 1.0, 1.6)
    k.beam((-2.2, 1.35, 4.6), (2.2, 1.35, 4.6), 0.3, 0.32, "wood_d", 0.06)
    k.cloth(0, -2.3, 0.85, 0.9, 0.85)
    pennant(k, 1.95, -1.95, 0.5, 3.4, 1.1)


def terrace(k):
    """2: stone terrace, larger drum, torches."""
    stone_body(k, square(2.33, 0), square(2.18, 1.1), 2, 1.0, width=1.2, depth=0.12, bevel=0.12)
    for s in range(4):
        with k.at(turn=s * math.pi / 2 + math.pi / 4):
            k.block(0, -2.78, 0.9, 0.62, 0.62, 0.75, "stone_l", 0.1, turn=math.pi / 4)
    k.block(0, 0, 1.1, 4.0, 4.0, 0.1, "stone_d", 0)
    for i in range(2):
        k.block(0, -2.3 + i * 0.22, 0, 1.5, 0.34, 0.4 + 0.38 * i, "stone", 0.06)
    k.rings([(1.5, 1.15), (1.4, 1.5)], 8, "wood_d")
    with k.at(0, 0.1, 1.5, tilt=0.3):
        drum(k, 1.45, 1.65, 12)
    stick(k, "stick_a", (1.75, 0.9, 4.3), (0.5, -0.4, 3.7), 0.17)
    stick(k, "stick_b", (-1.75, 0.9, 4.3), (-0.5, -0.4, 3.9), 0.17)
    canopy(k, 2.1, 5.3, 1.7, foot=1.1)
    for x in (-1.1, 1.1):
        k.cloth(x, -2.36, 1.25, 0.8, 1.1)
    torch(k, -2.02, -2.02, 1.7, 0)
    torch(k, 2.02, -2.02, 1.7, 0)


def horn(k, s):
    """A great curved horn on a post."""
    at = lambda f: np.array([s * (1.5 + 0.62 * math.sin(f * 1.7)), -0.9 - 0.75 * f, 2.0 + 2.5 * f - 0.5 * f * f])
    n = 6 if not k.lod else 3
    for i in range(n):
        w = 0.16 + 0.4 * ((i + 1) / n) ** 1.6
        k.beam(at(i / n), at((i + 1.1) / n), w, w, ("white", "bone")[i % 2] if i else "gold", 0.05)
    with k.at(*at(0.97), tilt=0.5, roll=s * 0.1):
        k.rings([(0.3, 0), (0.38, 0.2), (0.56, 0.5), (0.5, 0.52), (0.0, 0.15)], 8 if not k.lod else 6, ["gold", "white", "gold", "dark"])


def kettle(k):
    """3a: one kettle drum that fills the terrace, open to the sky, between horns."""
    n, ph = 8, math.pi / 8
    stone_body(k, ngon(n, 2.5, 0, ph), ngon(n, 2.28, 1.0, ph), 2, 1.0, width=1.05, depth=0.13, bevel=0.12)
    stone_body(k, ngon(n, 2.0, 1.0, ph), ngon(n, 1.85, 1.7, ph), 1, 1.0, width=1.2, depth=0.1)
    with k.at(0, 0.15, 1.65, tilt=0.2):
        m = 14 if not k.lod else 8
        k.rings([(0.9, 0), (1.5, 0.6), (1.95, 1.5), (2.0, 2.2), (2.08, 2.25), (2.08, 2.55), (1.9, 2.6)], m, ["bronze", "bronze_l", "bronze", "bronze_l", "blue", "blue"], cap=False, base=True)
        k.rings([(1.9, 2.6), (1.1, 2.63), (0, 2.65)], m, [SKIN_D, SKIN])
        for i in range(m) if not k.lod else ():
            a = 2 * math.pi * i / m
            k.beam((2.08 * math.cos(a), 2.08 * math.sin(a), 1.75), (2.12 * math.cos(a), 2.12 * math.sin(a), 2.6), 0.16, 0.16, "gold", 0)
    for s in (-1, 1):
        k.beam((s * 2.1, 0.9, 0.9), (s * 2.1, 0.9, 6.4), 0.3, 0.3, "wood", 0.06)
        horn(k, s)
    k.beam((-2.3, 0.9, 6.2), (2.3, 0.9, 6.2), 0.3, 0.34, "wood_d", 0.06)
    k.cloth(-1.0, 0.85, 6.1, 1.0, 1.3)
    k.cloth(1.0, 0.85, 6.1, 1.0, 1.3)
    k.block(0, 0.9, 6.35, 0.8, 0.5, 0.5, "bone", 0.14)        # skull of a bull over the beam
    for s in (-1, 1):
        k.beam((s * 0.35, 0.9, 6.7), (s * 0.95, 0.85, 6.95), 0.2, 0.2, "bone", 0)
        k.beam((s * 0.9, 0.85, 6.9), (s * 1.05, 0.8, 7.5), 0.13, 0.13, "white", 0)
        k.block(s * 0.2, 0.63, 6.55, 0.18, 0.08, 0.18, "dark", 0)
    stick(k, "stick_a", (1.9, 0.9, 5.6), (0.6, -0.5, 4.75), 0.2)
    stick(k, "stick_b", (-1.9, 0.9, 5.6), (-0.6, -0.5, 4.95), 0.2)
    for x in (-0.95, 0.95):
        k.cloth(x, -2.35, 1.3, 0.85, 1.15)


def ensemble(k):
    """3b: two tall drums and a small one before a golden gong."""
    stone_body(k, square(2.3, 0), square(2.15, 0.9), 1, 1.0, width=1.2, depth=0.12, bevel=0.12)
    k.block(0, 0, 0.85, 4.1, 4.1, 0.1, "stone_d", 0)
    for x, y, r, h in ((-1.3, -0.2, 0.9, 1.9), (1.3, -0.2, 0.9, 1.9), (0, -1.25, 0.72, 0.95)):
        with k.at(x, y, 0.95, k.u(0, 1)):
            drum(k, r, h, 10, (RED, RED_D) if x else ("blue", "blue_d"))
    for s in (-1, 1):
        k.beam((s * 1.9, 1.5, 0.9), (s * 1.75, 1.5, 6.0), 0.34, 0.34, RED, 0.07)
        k.rings([(0.26, 5.95, s * 1.75, 1.5), (0.0, 6.5, s * 1.75, 1.5)], 6, "gold")
    k.beam((-2.4, 1.5, 5.55), (2.4, 1.5, 5.55), 0.34, 0.36, RED_D, 0.07)
    k.beam((-2.0, 1.5, 5.0), (2.0, 1.5, 5.0), 0.22, 0.24, RED, 0.05)
    with k.at(0, 1.5, 3.45, tilt=math.pi / 2), k.piece("gong", (0, 1.3, 0), "swing", (1, 0, 0)):
        m = 14 if not k.lod else 8
        k.rings([(0.0, -0.1), (1.3, -0.1), (1.38, 0.0), (1.3, 0.12), (0.62, 0.14), (0.45, 0.26), (0.0, 0.28)], m, ["bronze", "bronze", "gold", "gold", "bronze_l", "gold"], 0.0, cap=False)
    for s in (-1, 1):
        k.beam((s * 0.8, 1.5, 5.0), (s * 0.8, 1.5, 4.4), 0.09, 0.09, "rope", 0)
    stick(k, "stick_a", (0.55, 1.0, 3.9), (1.15, -0.2, 3.15), 0.15)
    stick(k, "stick_b", (-0.55, 1.0, 3.9), (-1.15, -0.2, 3.25), 0.15)
    for x in (-1.2, 1.2):
        k.cloth(x, -2.42, 0.95, 0.85, 0.95)
    pennant(k, 2.0, -2.0, 0.9, 3.3, 1.1)
    pennant(k, -2.0, -2.0, 0.9, 3.3, 1.1)
    torch(k, -2.1, 0.6, 1.3, 0)
    torch(k, 2.1, 0.6, 1.3, 0)


def draw(k, kind):
    {"1": stand, "2": terrace, "3a": kettle, "3b": ensemble}[kind](k)
