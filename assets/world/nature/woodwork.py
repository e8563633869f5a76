"""What people built of wood: fences, cart, bridge, signpost, lantern, logs."""
import math

import numpy as np


def fence(k):
    """3 m along x; posts at both ends so that pieces chain."""
    for x in (-1.5, 0.0):
        k.block(x, 0, -0.1, 0.2, 0.2, k.u(1.15, 1.35), "wood", 0.05, 0.03, 0.9, turn=k.u(-0.2, 0.2))
    for z in (0.45, 0.88):
        for x in (-1.5, 0.0):
            k.beam((x - 0.12, -0.12, z + k.u(-0.08, 0.08)), (x + 1.62, -0.12, z + k.u(-0.08, 0.08)), 0.1, 0.17, "wood_l", 0.03)
    return k.finish(ao_reach=0.8)


def post(k, x, y, h, w=0.2, tilt=0.0, roll=0.0):
    """A post with a pale sawn top."""
    with k.at(x, y, -0.1, k.u(-0.2, 0.2), tilt, roll):
        k.block(0, 0, 0, w, w, h, "wood", 0.05, 0.025, 0.92)
        if not k.lod:
            k.block(0, 0, h - 0.01, w * 0.72, w * 0.72, 0.03, "end", 0, 0.01)


def fence_broken(k):
    """3 m along x like the whole one: somebody went through it."""
    post(k, -1.5, 0, 1.35)
    post(k, 0.0, 0, 1.2, tilt=0.3, roll=0.12)
    k.beam((-1.62, -0.12, 0.45), (-0.1, -0.2, 0.5), 0.1, 0.17, "wood_l", 0.03)
    k.beam((-1.62, -0.12, 0.9), (-0.75, -0.14, 0.82), 0.1, 0.17, "wood_l", 0.03)
    k.beam((0.1, -0.55, 0.06), (1.55, -0.3, 0.1), 0.17, 0.1, "wood_l", 0.03)
    k.beam((-0.1, -0.3, 0.5), (0.85, -0.6, 0.1), 0.1, 0.16, "wood_l", 0.03)
    if not k.lod:
        for x, y, z, dx in ((-0.72, -0.14, 0.84, 0.22), (-0.72, -0.1, 0.79, 0.3), (-0.74, -0.17, 0.77, 0.16)):     # splinters of the break
            k.beam((x - 0.05, y, z), (x + dx, y + k.u(-0.04, 0.04), z + k.u(-0.08, 0.06)), 0.05, 0.05, "end", 0)
        k.beam((-0.9, 0.5, 0.03), (-0.35, 0.75, 0.05), 0.14, 0.08, "wood_d", 0)
    return k.finish(ao_reach=0.8)


def fence_gate(k):
    """A gate of 3 m along x between high posts."""
    for x in (-1.5, 1.5):
        k.block(x, 0, -0.1, 0.26, 0.26, 1.75, "wood", 0.06, 0.02, 0.93)
        k.block(x, 0, 1.64, 0.34, 0.34, 0.1, "wood_d", 0.03, 0.01)
    for z in (0.3, 1.1):
        k.beam((-1.36, -0.05, z), (1.36, -0.05, z), 0.09, 0.16, "wood_l", 0.03)
    for i in range(6 if not k.lod else 4):
        x = -1.2 + 2.4 * i / (5 if not k.lod else 3)
        k.block(x, -0.13, 0.14, 0.2, 0.07, 1.16 + 0.1 * math.sin(math.pi * (x + 1.2) / 2.4), "wood_l" if i % 2 else "wood", 0.025, 0.015, 0.95)
    k.beam((-1.25, 0.02, 0.36), (1.25, 0.02, 1.06), 0.07, 0.15, "wood_d", 0)
    if not k.lod:
        for z in (0.3, 1.1):
            k.block(-1.22, -0.18, z - 0.06, 0.5, 0.04, 0.12, "iron", 0, 0)
        k.block(1.28, -0.2, 0.7, 0.12, 0.1, 0.2, "iron_l", 0.02, 0)
    return k.finish(ao_reach=0.8)


def log(k, x, y, z, n, r, turn=0.0, col="bark"):
    """A trunk lying along x, its ends cut."""
    with k.at(x, y, z, turn, 0, math.pi / 2):
        sides = 7 if not k.lod else 5
        for end, way in ((-n / 2, -1), (n / 2, 1)):
            k.rings([(r * 0.86, end - way * 0.05), (r * 0.86, end)][::way], sides, "end", 0.02, cap=True, base=True)
            if not k.lod:
                k.rings([(r * 0.5, end - way * 0.02), (r * 0.5, end + way * 0.008)][::way], 6, "wood_l", 0.02, cap=True, base=True)
        k.rings([(r * 0.98, -n / 2 + 0.015), (r, n / 2 - 0.015)], sides, col, 0.05, base=True)


def logs(k):
    """Five felled trunks between two stakes."""
    for i, (y, z) in enumerate(((-0.56, 0.24), (0.0, 0.24), (0.56, 0.24), (-0.28, 0.7), (0.28, 0.7))):
        log(k, k.u(-0.12, 0.12), y, z, 2.5 + k.u(-0.2, 0.2), 0.27 + k.u(-0.02, 0.02), k.u(-0.03, 0.03), ("bark", "#84634A", "#6B4C36")[i % 3])
    for x in (-0.7, 0.7):
        for y in (-0.92, 0.92):
            k.block(x, y, -0.1, 0.12, 0.12, 0.85, "wood_l", 0.03, 0.02, 0.8)
    return k.finish(ao_reach=0.9, grime=0.25, grime_h=0.6)


def arrow_board(k, z, turn, n, col):
    """A board that points along x of its turn."""
    with k.at(0, 0, z, turn):
        pts = [(-0.35, y, h) for y, h in ((-0.13, 0), (-0.13, 0.3))] + [(n, -0.13, 0.02), (n + 0.22, -0.13, 0.15), (n, -0.13, 0.29)]
        pts = [pts[0], pts[2], pts[3], pts[4], pts[1]]
        back = [(x, -0.05, h) for x, _, h in pts]
        fs = [(0, 1, 2, 3, 4), (5, 6, 7, 8, 9)] + [(i, (i + 1) % 5, 5 + (i + 1) % 5, 5 + i) for i in range(5)]
        c, e = k.tint(col, 0.05), k.tint("end", 0.05)
        k.add(pts + back, fs, [c, c * 0.9] + [e] * 5, out_from=(n / 2, -0.09, 0.15))
        if not k.lod:
            for i, (x, w) in enumerate(((-0.1, 0.16), (0.12, 0.2), (0.36, 0.14))):       # writing nobody can read
                k.block(x, -0.13, 0.11, w, 0.02, 0.07, "wood_d", 0, 0)
            k.block(0, -0.14, 0.2, 0.06, 0.05, 0.06, "iron", 0, 0)


def signpost(k):
    with k.at(0, 0, 0, 0, 0.04, -0.03):
        k.block(0, 0, -0.1, 0.22, 0.22, 2.35, "wood", 0.05, 0.02, 0.9)
        k.block(0, 0, 2.2, 0.3, 0.3, 0.1, "wood_d", 0.03, 0.01, 0.7)
        arrow_board(k, 1.75, 0.15, 0.85, "wood_l")
        arrow_board(k, 1.35, math.pi - 0.35, 0.7, "sand")
        arrow_board(k, 0.98, 0.55, 0.55, "wood_l")
    for i in range(4 if not k.lod else 2):
        a = 1.6 * i + 0.4
        k.block(0.24 * math.cos(a), 0.24 * math.sin(a), -0.06, 0.26, 0.22, 0.2, ("stone", "stone_d")[i % 2], 0.05, 0.03, 0.85, turn=a)
    return k.finish(ao_reach=0.8)


def lantern(k):
    """A post with a lamp on its arm; the pane glows."""
    k.block(0, 0, -0.1, 0.36, 0.36, 0.34, "stone_d", 0.06, 0.02, 0.9)
    k.block(0, 0, 0.2, 0.18, 0.18, 2.2, "wood", 0.04, 0.015, 0.9)
    k.beam((-0.16, 0, 2.28), (0.78, 0, 2.28), 0.12, 0.14, "wood_d", 0.03)
    k.beam((0.05, 0, 1.8), (0.48, 0, 2.24), 0.09, 0.1, "wood", 0)
    with k.at(0.6, 0, 1.5):
        n = 6 if not k.lod else 4
        k.rings([(0.02, 0.56), (0.02, 0.72)], 4, "iron", cap=False)
        k.rings([(0.2, 0.03), (0.24, 0.08)], n, "iron", base=True)
        k.rings([(0.14, 0.08), (0.18, 0.26), (0.15, 0.42)], n, "glow", glow=1.0)
        k.rings([(0.29, 0.4), (0.2, 0.5), (0.0, 0.62)], n, ["iron_l", "iron"], base=True)
        if not k.lod:
            for i in range(n):
                a = 2 * math.pi * i / n
                c, s = math.cos(a), math.sin(a)
                k.beam((0.165 * c, 0.165 * s, 0.07), (0.185 * c, 0.185 * s, 0.42), 0.035, 0.035, "iron", 0, 0.0)
    return k.finish(ao_reach=0.8)


def wheel(k, x, y, z, r, turn=0.0, tilt=0.0):
    """A wheel whose axle runs along y."""
    if k.lod:
        with k.at(x, y, z, 0, math.pi / 2):
            k.rings([(r, -0.06), (r, 0.06)], 8, "wood", base=True)
        return
    n = 12
    with k.at(x, y, z, turn, tilt):
        pts, fs, cs = [], [], []
        for i in range(n):
            c, s = math.cos(2 * math.pi * i / n), math.sin(2 * math.pi * i / n)
            pts += [(r * c, -0.06, r * s), (r * c, 0.06, r * s), (r * 0.78 * c, 0.06, r * 0.78 * s), (r * 0.78 * c, -0.06, r * 0.78 * s)]
        for i in range(n):
            a, b = 4 * i, 4 * ((i + 1) % n)
            for q, col in ((0, "iron"), (1, "wood"), (2, "wood_d"), (3, "wood")):
                fs.append((a + q, a + (q + 1) % 4, b + (q + 1) % 4, b + q))
                cs.append(k.tint(col, 0.05))
        k.add(pts, fs, cs)
        for i in range(6):
            a = math.pi * i / 3
            k.beam((0, 0, 0), (r * 0.82 * math.cos(a), 0, r * 0.82 * math.sin(a)), 0.07, 0.09, "wood_l", 0)
        k.beam((0, -0.13, 0), (0, 0.13, 0), 0.2, 0.2, "wood_d", 0.04)


def cart(k):
    """A two-wheeled cart on its shafts, with hay and a sack."""
    tilt = 0.09
    k.beam((0, -0.85, 0.55), (0, 0.85, 0.55), 0.12, 0.12, "wood_d", 0)
    wheel(k, 0, -0.8, 0.55, 0.56)
    wheel(k, 0, 0.8, 0.55, 0.56)
    with k.at(0, 0, 0.64, 0, 0, tilt):
        for i in range(5 if not k.lod else 2):
            y = -0.6 + 1.2 * (i + 0.5) / (5 if not k.lod else 2)
            k.block(0, y, 0, 2.0, 1.2 / (5 if not k.lod else 2) - 0.02, 0.08, "wood_l" if i % 2 else "wood", 0, 0.01, bottom=True)
        for y in (-0.6, 0.6):
            for z in (0.1, 0.32)[:2 if not k.lod else 1]:
                k.block(0, y, z, 2.06, 0.07, 0.18 if not k.lod else 0.4, "wood_l" if z > 0.2 else "wood", 0.02, 0.012, bottom=True)
            for x in (-0.92, 0.0, 0.92) if not k.lod else ():
                k.block(x, y * 1.06, -0.04, 0.11, 0.09, 0.66, "wood_d", 0, 0.01, bottom=True)
            k.beam((0.8, y * 0.8, 0.0), (2.35, y * 0.72, -0.02), 0.1, 0.1, "wood", 0.02)
        k.block(-1.0, 0, 0.1, 0.07, 1.14, 0.38, "wood", 0.02, 0.01, bottom=True)
        n = 9 if not k.lod else 6
        k.rings([(0.72, 0.08, -0.15, 0), (0.78, 0.4, -0.15, 0), (0.58, 0.68, -0.2, 0), (0.25, 0.86, -0.25, 0.05), (0.0, 0.92, -0.25, 0)], n, ["thatch_d", "thatch", "thatch", "#DFC27C"], 0.09, squash=0.72)
        if not k.lod:
            for i in range(16):       # straws
                a = 2.4 * i
                p = np.array([-0.2 + 0.62 * math.cos(a), 0.44 * math.sin(a), k.u(0.4, 0.62)])
                d = np.array([math.cos(a + k.u(-0.6, 0.6)), math.sin(a), k.u(-0.3, 0.7)]) * 0.28
                k.add([p - (0, 0, 0.05), p + (0.05, 0, 0.03), p + d], [(0, 1, 2), (2, 1, 0)], k.tint("#DFC27C", 0.08), sway=[0, 0, 0.4])
        k.rings([(0.2, 0.08, 0.74, -0.2), (0.27, 0.22, 0.74, -0.2), (0.2, 0.48, 0.72, -0.18), (0.07, 0.56, 0.72, -0.18), (0.12, 0.66, 0.7, -0.17)], 7 if not k.lod else 5, ["sand", "sand", "rope", "sand"], 0.05)
    k.beam((2.2, 0.46, 0.38), (2.2, -0.46, 0.38), 0.09, 0.09, "wood_d", 0)
    k.beam((2.15, 0, 0.4), (2.3, 0, -0.06), 0.1, 0.1, "wood", 0)
    return k.finish(ao_reach=1.0, grime=0.2, grime_h=0.6)


def bridge(k):
    """3 m of plank bridge along x, 4 m wide: what walks on it walks at height 0. Pieces chain; beams and trestle hang below."""
    n = 8 if not k.lod else 4
    for i in range(n):
        x = -1.5 + 3.0 * (i + 0.5) / n
        k.block(x, k.u(-0.05, 0.05), -0.13, 3.0 / n - 0.025, 4.0 + k.u(-0.14, 0.08), 0.12 + k.u(-0.015, 0.01), ("wood_l", "wood", "#A8764A")[k.rng.randrange(3)], 0.025, 0.012, bottom=True, turn=k.u(-0.012, 0.012))
        if not k.lod:
            for y in (-1.5, 1.5):
                k.block(x, y, -0.02, 0.07, 0.07, 0.03, "iron", 0, 0)
    for y in (-1.5, 0, 1.5):
        k.beam((-1.5, y, -0.26), (1.5, y, -0.26), 0.22, 0.26, "wood_d", 0)
    for y in (-1.9, 1.9):
        k.beam((-1.5, y, 0.1), (1.5, y, 0.1), 0.2, 0.2, "wood", 0.05)
        k.block(0, y, -1.7, 0.26, 0.26, 2.6, "wood", 0.06, 0.02, 0.95, bottom=True)
        k.beam((-1.5, y, 0.76), (1.5, y, 0.76), 0.11, 0.13, "wood_l", 0.03)
        if not k.lod:
            k.block(0, y, 0.9, 0.34, 0.34, 0.09, "wood_d", 0.02, 0.01)
            for z in (0.68, 0.74, 0.8):
                k.block(0, y, z - 0.025, 0.3, 0.3, 0.05, "rope", 0, 0.008, bottom=True)
    k.beam((0, -1.9, -0.5), (0, 1.9, -0.5), 0.2, 0.22, "wood", 0)
    k.beam((0, -1.85, -1.55), (0, 1.85, -0.65), 0.14, 0.16, "wood_d", 0)
    return k.finish(ao_reach=1.0, ground=False)
