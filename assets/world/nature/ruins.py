"""Ruins and graves: stones as in the walls of the towers, moss on what lies flat."""
import math

import numpy as np

from kit import lin
from shapes import mix

STONES = ("stone", "stone_l", "stone_d")


def mossy(md, share=0.55, above=0.85):
    """Moss on everything that lies flat."""
    v, t = md["v"], md["t"]
    nz = np.cross(v[t[:, 1]] - v[t[:, 0]], v[t[:, 2]] - v[t[:, 0]])
    nz = nz[:, 2] / (np.linalg.norm(nz, axis=1) + 1e-9)
    m = nz > above
    md["c"][m, :, :3] = md["c"][m, :, :3] * (1 - share) + lin("moss") * share
    return md


def ruin(k):
    """A broken corner with a window arch, fallen stones and ivy-green tops."""
    for wall in (0, 1):
        with k.at(turn=wall * math.pi / 2):
            n = 6
            for row in range(6):
                z = row * 0.58
                top = (6 - row * (0.85 if wall else 1.05))
                for i in range(n):
                    if i > top + k.u(-0.5, 0.5):
                        continue
                    if not wall and row in (2, 3) and i in (2,):
                        continue
                    x = i * 0.82 + (0.41 if row % 2 else 0) - 0.2
                    if k.lod and (i + row) % 2:
                        continue
                    w = 0.8 if not k.lod else 1.6
                    k.block(x, 0, z, w, 0.62, 0.56, k.rng.choice(("stone", "stone_l", "stone_d")), 0.09, 0.05, 0.97, turn=k.u(-0.04, 0.04))
    for _ in range(9 if not k.lod else 3):
        k.block(k.u(0.8, 4.2), k.u(0.8, 3.6), -0.05, k.u(0.5, 0.85), k.u(0.45, 0.65), k.u(0.35, 0.55),
                k.rng.choice(("stone", "stone_d")), 0.09, 0.05, 0.95, turn=k.u(0, 3))
    return mossy(k.finish())


def ruin_wall(k):
    """4.5 m of field wall along x that loses height towards one end, its fallen stones before it."""
    heights = (5, 5, 4, 3, 3, 2)
    for row in range(5):
        x = -2.25 + (0.0 if row % 2 else -0.2)
        while x < 2.2:
            w = k.u(0.62, 0.95) if not k.lod else 1.5
            i = min(5, max(0, int((x + 2.25) / 0.75)))
            if row < heights[i]:
                k.block(x + w / 2, k.u(-0.03, 0.03), row * 0.46 - (0.1 if not row else 0), w - 0.03, 0.62 - row * 0.03, 0.45 + (0.1 if not row else 0), k.rng.choice(STONES), 0.075, 0.04, 0.97, turn=k.u(-0.04, 0.04))
            x += w
    for x, y, s in ((1.7, -0.75, 0.55), (0.9, -0.95, 0.42), (2.2, 0.6, 0.5), (1.3, -1.4, 0.36))[:4 if not k.lod else 2]:
        k.block(x, y, -0.08, s * 1.3, s, s * 0.8, k.rng.choice(STONES), 0.08, 0.05, 0.93, turn=k.u(0, 3))
    return mossy(k.finish())


def ruin_arch(k):
    """A gate that still stands: 3 m wide and high within, one shoulder fallen."""
    thick = 0.8
    for side in (-1, 1):
        rows = 6 if side < 0 else 5
        for row in range(rows):
            w = 1.05 if row else 1.25
            z = row * 0.5 - (0.1 if not row else 0)
            parts = (w,) if row % 2 == 0 else (w * 0.55, w * 0.45)
            x = side * 1.95 - w / 2
            for p in parts:
                k.block(x + p / 2, k.u(-0.02, 0.02), z, p - 0.03, thick + (0.15 if not row else 0), 0.49 + (0.1 if not row else 0), k.rng.choice(STONES), 0.08, 0.035, 0.98, turn=k.u(-0.03, 0.03))
                x += p
    n = 9 if not k.lod else 5       # the arch: wedges round the middle, the key larger
    for i in range(n):
        a = math.pi * (i + 0.5) / n
        half = math.pi / n * 0.47
        big = 1.12 if i == n // 2 else 1.0
        r0, r1 = 1.5, 2.12 * big
        pts = [(r * math.cos(a + s * half), y * thick / 2 * (1.08 if big > 1 else 1), 2.48 + r * 0.92 * math.sin(a + s * half)) for y in (-1, 1) for r, s in ((r0, 1), (r0, -1), (r1, -1), (r1, 1))]
        c = k.tint(k.rng.choice(STONES), 0.08)
        e = np.clip(c * 1.15, 0, 1)
        k.add(pts, [(0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (2, 3, 7, 6), (1, 2, 6, 5), (0, 3, 7, 4)], [c, c, c * 0.85, e, c, c], out_from=np.mean(pts, 0))
    for x, z, w in ((-2.0, 2.99, 0.95), (-1.95, 3.47, 0.7), (-1.3, 3.9, 0.7)):      # what is left above
        k.block(x, k.u(-0.04, 0.04), z, w, thick * 0.85, 0.48, k.rng.choice(STONES), 0.08, 0.04, 0.95, turn=k.u(-0.06, 0.06))
    for x, y, s in ((2.5, -0.9, 0.6), (1.7, -1.2, 0.45), (2.75, 0.7, 0.5), (0.9, -0.8, 0.36), (2.2, -1.6, 0.3))[:5 if not k.lod else 2]:
        k.block(x, y, -0.08, s * 1.3, s, s * 0.85, k.rng.choice(STONES), 0.08, 0.05, 0.93, turn=k.u(0, 3))
    if not k.lod:                   # ivy down the standing shoulder
        for i in range(26):
            x, z = -1.95 + k.u(-0.5, 0.5), 3.6 - 3.1 * (i / 26) ** 1.3 * k.u(0.7, 1)
            p = np.array([x, -thick / 2 - 0.07, z])
            s = k.u(0.13, 0.22)
            k.add([p + (0, -0.05, s), p + (-s * 0.7, 0, 0), p + (0, -0.1, 0), p + (s * 0.7, 0, 0), p + (0, -0.06, -s)], [(0, 1, 2), (2, 1, 4), (0, 2, 3), (3, 2, 4)],
                  [k.tint(c, 0.08) for c in ("leaf", "leaf_d", "leaf_l", "leaf")], sway=[0.1, 0.1, 0.2, 0.1, 0.3])
    return mossy(k.finish(ao_reach=1.8))


def drum_of(k, r, h, n, col):
    """One drum of a column, fluted."""
    m = 2 * n if not k.lod else n
    pts = []
    for z, s in ((0, 0.95), (h, 0.95)) if k.lod else ((0, 0.98), (h - 0.06, 1), (h, 0.9)):
        for i in range(m):
            a = 2 * math.pi * i / m
            rr = r * s * (0.84 if i % 2 and not k.lod else 1) * k.u(0.985, 1.015)
            pts.append((rr * math.cos(a), rr * math.sin(a), z))
    rows = len(pts) // m
    fs, cs = [], []
    for b in range(rows - 1):
        for i in range(m):
            j = (i + 1) % m
            fs.append((b * m + i, b * m + j, (b + 1) * m + j, (b + 1) * m + i))
            cs.append(k.tint("stone_l" if b else col, 0.04))
    fs += [tuple(range(m))[::-1], tuple((rows - 1) * m + i for i in range(m))]
    k.add(pts, fs, cs + [k.tint("stone_d", 0.03), k.tint("stone_l", 0.03)])


def ruin_column(k):
    """A column broken off at half its height, the rest before it."""
    n = 8 if not k.lod else 7
    pale = "#C9BDA8"
    k.block(0, 0, -0.1, 1.3, 1.3, 0.35, "stone_d", 0.09, 0.02)
    k.block(0, 0, 0.25, 1.08, 1.08, 0.2, "stone_l", 0.06, 0.02)
    for i, (z, h, dx, turn) in enumerate(((0.45, 0.75, 0, 0), (1.2, 0.75, 0.03, 0.2), (1.95, 0.62, -0.04, 0.5))):
        with k.at(dx, 0, z, turn):
            drum_of(k, 0.44 - 0.015 * i, h, n, pale)
    with k.at(-0.04, 0, 2.55):      # the break
        k.add([(0.4, 0.1, 0), (0.0, 0.4, 0), (-0.38, 0.1, 0), (-0.1, -0.38, 0), (-0.15, 0.08, 0.36)], [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)], [k.tint("stone_l", 0.06) for _ in range(4)], out_from=(0, 0, 0.05))
    for x, y, turn, h in ((1.15, -0.75, 0.5, 0.85), (-1.2, -0.85, 2.3, 0.6))[:2 if not k.lod else 1]:
        with k.at(x, y, 0.33, turn, math.pi / 2 - 0.06):
            drum_of(k, 0.42, h, n, pale)
    if not k.lod:
        for x, y, s in ((0.75, 0.75, 0.3), (-0.4, -1.15, 0.24), (0.35, -1.0, 0.2)):
            k.block(x, y, -0.05, s * 1.3, s, s * 0.8, k.rng.choice(STONES), 0.05, 0.04, 0.9, turn=k.u(0, 3))
    return mossy(k.finish(ao_reach=1.2), 0.4)


def mound(k):
    """Raised earth before a stone."""
    k.rings([(0.43, -0.05, 0, -0.66), (0.36, 0.07, 0.02, -0.66), (0.22, 0.14, 0.0, -0.64), (0.0, 0.16, 0.02, -0.6)], 11 if not k.lod else 6,
            ["#64503D", mix("bark", "grass_d", 0.35), mix("bark", "grass_d", 0.7)], 0.13, squash=1.5)


def grave_a(k):
    """A slab with a round head on a foot, leaning."""
    mound(k)
    k.block(0, 0, -0.08, 0.95, 0.42, 0.26, "stone_d", 0.06, 0.02)
    with k.at(0.02, 0, 0.1, 0.05, 0.1, 0.06):
        arc = 7 if not k.lod else 3
        rim = [(-0.36, 0.0), (0.36, 0.0)] + [(0.36 * math.cos(math.pi * i / arc), 0.72 + 0.36 * math.sin(math.pi * i / arc)) for i in range(arc + 1)]
        m, b = len(rim), 0.05 if not k.lod else 0.0
        inner = [(x * 0.86, 0.05 + (z - 0.05) * 0.94) for x, z in rim]
        pts = [(x, -0.13 + b, z) for x, z in rim] + [(x, 0.13 - b, z) for x, z in rim] + [(x, -0.13, z) for x, z in inner] + [(x, 0.13, z) for x, z in inner]
        c, e = k.tint("stone", 0.04), k.tint("stone_l", 0.04)
        fs, cs = [], []
        for i in range(m):
            j = (i + 1) % m
            fs += [(i, j, m + j, m + i), (i, j, 2 * m + j, 2 * m + i), (m + i, m + j, 3 * m + j, 3 * m + i)]
            cs += [e * 0.95, e, e]
        fs += [tuple(range(2 * m, 3 * m)), tuple(range(3 * m, 4 * m))]
        k.add(pts, fs, cs + [c, c], out_from=(0, 0, 0.5))
        if not k.lod:
            for x, z, w, h in ((0, 0.62, 0.07, 0.34), (0, 0.76, 0.24, 0.07), (-0.04, 0.42, 0.36, 0.045), (0.03, 0.32, 0.3, 0.045)):
                k.block(x, -0.125, z, w, 0.03, h, "joint", 0, 0)
    return mossy(k.finish(ao_reach=0.8, grime=0.3, grime_h=0.6), 0.4)


def grave_b(k):
    """A stone cross on two steps, an arm broken."""
    mound(k)
    k.block(0, 0, -0.08, 0.86, 0.6, 0.24, "stone_d", 0.06, 0.02)
    k.block(0, 0, 0.16, 0.6, 0.42, 0.16, "stone", 0.05, 0.02)
    with k.at(0, 0, 0.3, 0.0, -0.05, -0.05):
        k.block(0, 0, 0, 0.24, 0.2, 1.2, "stone_l", 0.05, 0.01, 0.94)
        k.block(0.09, 0, 0.64, 0.66, 0.18, 0.24, "stone_l", 0.05, 0.02)
        if not k.lod:
            for a in range(4):      # a ring in the corners
                t = math.pi / 4 + a * math.pi / 2
                k.beam((0.1 * math.cos(t) - 0.13 * math.sin(t), 0, 0.78 + 0.1 * math.sin(t) + 0.13 * math.cos(t)), (0.1 * math.cos(t) + 0.13 * math.sin(t), 0, 0.78 + 0.1 * math.sin(t) - 0.13 * math.cos(t)), 0.08, 0.12, "stone_d", 0)
    k.block(-0.55, -0.25, -0.03, 0.24, 0.2, 0.17, "stone", 0.04, 0.02, turn=0.7)
    return mossy(k.finish(ao_reach=0.8, grime=0.3, grime_h=0.6), 0.4)
