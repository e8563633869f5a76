"""Trees and bushes."""
import math

import numpy as np

from kit import lin
from shapes import clump, limb, mix, trunk

LEAF = ("#3E6236", "#668C45", "#93AE55")
SNOW = "#EEF3F7"


def skirts(k, snow):
    """Layered skirts with ragged hems: reads as a tree from 60 m, shades softly. With `snow` each carries a cover that its points stick out of."""
    k.rings([(0.34, -0.2), (0.24, 1.0), (0.16, 2.2)], 5, "bark", 0.1, cap=False)
    h, layers = 6.4, (5 if not k.lod else 3)
    n = 9 if not k.lod else 6
    m = n * 2
    for i in range(layers):
        f = i / layers
        z0 = 0.95 + f * (h - 1.6)
        r = 1.75 * (1 - f) ** 0.85 + 0.18
        up = 1.75 * (1 - 0.35 * f)
        dx, dy = k.u(-0.08, 0.08), k.u(-0.08, 0.08)
        pts, ph = [], k.u(0, 6)
        for j in range(m):     # hem: out, in, out, in
            a = ph + j * math.pi / n
            rr = r * (k.u(0.92, 1.12) if j % 2 == 0 else k.u(0.66, 0.78))
            zz = z0 + (k.u(-0.22, -0.02) if j % 2 == 0 else k.u(0.1, 0.25))
            pts.append((dx + rr * math.cos(a), dy + rr * math.sin(a), zz))
        top = np.array([dx, dy, z0 + up])
        pts += [tuple(top), (dx, dy, z0 + 0.35)]
        fs, cs = [], []
        green = lin("pine") * (1 - f) + lin("pine_l") * f
        for j in range(m):
            fs.append((j, (j + 1) % m, m))
            cs.append(k.tint(green * (0.8 if snow else 1), 0.07))
            if not k.lod or i == 0:
                fs.append(((j + 1) % m, j, m + 1))
                cs.append(lin("pine_d") * 0.6)
        k.add(pts, fs, cs, sway=[0.15 + 0.85 * f] * (m + 2))
        if not snow:
            continue
        cover = []
        for j in range(m):
            share = k.u(0.62, 0.86) if j % 2 == 0 else k.u(0.78, 0.95)
            cover.append(top + (np.array(pts[j]) - top) * share + (0, 0, 0.1))
        cover.append(top + (0, 0, 0.12))
        fs = [(j, (j + 1) % m, m) for j in range(m)]
        cs = [k.tint(SNOW, 0.025) for _ in fs]
        if not k.lod:         # a lip, so that the snow has a thickness
            low = len(cover)
            cover += [p - (0, 0, 0.13) for p in cover[:m]]
            fs += [(low + j, low + (j + 1) % m, (j + 1) % m, j) for j in range(m)]
            cs += [lin("#BFD0E2")] * m
        k.add(cover, fs, cs, sway=[0.15 + 0.85 * f] * len(cover))
    return k.finish(ao_reach=1.6, ao_power=1.0, grime=0.0 if snow else 0.1)


def pine(k):
    return skirts(k, False)


def pine_snow(k):
    return skirts(k, True)


def oak(k):
    trunk(k, [(0, 0, -0.1), (0.06, 0.02, 0.7), (0.0, 0.05, 1.5), (0.12, 0.1, 2.6)], [0.42, 0.3, 0.27, 0.2], 7 if not k.lod else 4, "#6E5440")
    if not k.lod:
        limb(k, [(0, 0, 1.3), (0.6, 0.2, 1.9), (1.1, 0.35, 2.6)], [0.19, 0.15, 0.1], 5, "#6E5440")
        limb(k, [(0, 0, 1.5), (-0.55, -0.25, 2.0), (-1.0, -0.35, 2.7)], [0.17, 0.13, 0.1], 5, "#6E5440")
        limb(k, [(0, 0, 1.6), (0.1, -0.5, 2.1), (0.05, -0.9, 2.6)], [0.14, 0.11, 0.08], 4, "#6E5440")
    parts = [((0.1, 0.05, 3.5), 1.3, 15), ((1.2, 0.4, 2.95), 0.92, 11), ((-1.1, -0.35, 3.0), 0.98, 12), ((0.2, -1.1, 2.75), 0.85, 11), ((-0.25, 1.1, 3.0), 0.92, 9),
             ((0.45, 0.0, 4.45), 0.88, 12), ((-0.6, 0.3, 4.1), 0.8, 10), ((0.95, -0.75, 3.35), 0.72, 9), ((-0.75, -0.95, 3.45), 0.66, 9)]
    for c, r, leaves in parts[:9 if not k.lod else 4]:
        clump(k, c, r * (1 if not k.lod else 1.12), LEAF, leaves, size=0.56, core=12)
    return k.finish(ao_reach=1.5, ao_power=1.0, grime=0.1)


def birch(k):
    white, band = "#E9E2D2", "#4E4741"
    cols = ["#8B8074", white, white, band, white, white, band, white]
    for stem, (x, lean, top) in enumerate(((0, 0.35, 4.6), (0.28, -0.75, 3.9))):
        hs = (-0.1, 0.3, 0.95, 1.3, 1.38, 1.9, 2.4, 2.47, 3.2, top) if not k.lod else (-0.1, 1.6, top)
        limb(k, [(x * (1 - h / top) - lean * max(0, h / top) ** 1.6, 0.1 * stem + 0.15 * (h / top), h) for h in hs],
             [0.17 - 0.12 * h / top for h in hs] if not stem else [0.13 - 0.09 * h / top for h in hs], 6 if not k.lod else 4, cols if not k.lod else white, jit=0.03)
    if not k.lod:
        for a, z, out in ((0.4, 2.5, 0.8), (2.6, 2.9, 0.7), (4.5, 2.7, 0.75)):
            limb(k, [(-0.1, 0.1, z), (-0.1 + math.cos(a) * out * 0.5, math.sin(a) * out * 0.5, z + 0.5), (-0.1 + math.cos(a) * out, math.sin(a) * out, z + 0.7)], [0.06, 0.045, 0.03], 4, white)
    cols = ("#4C6E36", "#86A048", "#B0B95C")
    parts = [((-0.2, 0.1, 4.3), 0.85, 11), ((-0.35, 0.1, 5.3), 0.62, 9), ((0.75, 0.1, 3.75), 0.72, 10), ((-0.95, 0.3, 3.6), 0.66, 9), ((0.05, -0.7, 3.4), 0.62, 9), ((0.1, 0.75, 3.7), 0.6, 7), ((0.35, -0.25, 4.75), 0.5, 7)]
    if k.lod:       # fewer and wider, or the crown looks bare from afar
        parts = [((-0.15, 0.05, 3.85), 1.1, 0), ((-0.25, 0.1, 5.05), 0.78, 0), ((0.7, 0.1, 3.75), 0.8, 0), ((-0.9, 0.25, 3.6), 0.7, 0)]
    for c, r, leaves in parts:
        clump(k, c, r, cols, leaves + 3, squash=1.1, size=0.43, sway=0.8, droop=0.35, core=12)
    return k.finish(ao_reach=1.2, ao_power=0.9, grime=0.1)


def tree_dead(k):
    gray, pale = "#75685C", "#8F8172"
    n = 7 if not k.lod else 4
    trunk(k, [(0, 0, -0.1), (0.08, 0.0, 0.8), (-0.08, 0.05, 1.7), (0.2, 0.05, 2.7), (0.12, 0.0, 3.4)], [0.42, 0.3, 0.25, 0.17, 0.09], n, [gray, pale, gray, pale], 5)
    boughs = (((0.0, 0, 1.6), (0.8, -0.2, 2.1), (1.15, -0.25, 2.9), (1.0, -0.3, 3.5)), ((0, 0, 2.0), (-0.7, 0.2, 2.5), (-1.25, 0.15, 2.6), (-1.6, 0.3, 3.15)),
              ((0.15, 0, 2.6), (0.1, -0.6, 3.1), (-0.15, -0.8, 3.7), (-0.1, -0.7, 4.1)), ((0.15, 0.05, 2.7), (0.6, 0.4, 3.3), (0.75, 0.5, 4.2), (0.65, 0.5, 4.6)))
    for i, b in enumerate(boughs):
        if k.lod and i > 2:
            continue
        limb(k, b, [0.15, 0.11, 0.075, 0.03], 5 if not k.lod else 3, [pale, gray, pale])
        if not k.lod:
            p, q = np.array(b[1]), np.array(b[2])
            side = np.cross(q - p, (0, 0, 1.0))
            for at, way in ((p, 0.55), (q, -0.6)):
                limb(k, [at, at + side * way + (0, 0, 0.2), at + side * way * 1.5 + (0, 0, 0.6)], [0.06, 0.045, 0.02], 3, gray)
    if not k.lod:       # a stump of a bough, with its pale break, and fungus
        limb(k, [(0, 0, 1.0), (-0.42, -0.22, 1.2)], [0.13, 0.11], 5, [gray, "#C9AF86"], tip=False)
        for z, a in ((0.75, -1.1), (0.98, -1.35), (1.2, -0.9)):
            with k.at(0.05 + 0.27 * math.cos(a), 0.27 * math.sin(a), z):
                k.rings([(0.05, -0.05), (0.13, 0), (0.0, 0.06)], 5, "#D9A85A", base=True)
    return k.finish(ao_reach=1.0, grime=0.25)


def bush(k):
    cols = ("#3F6337", "#5F8644", "#8FAA52")
    parts = [((0, 0, 0.5), 0.62, 13), ((0.62, 0.1, 0.36), 0.46, 10), ((-0.55, -0.12, 0.38), 0.48, 10), ((0.1, -0.5, 0.3), 0.4, 9), ((-0.05, 0.5, 0.4), 0.46, 7)]
    for c, r, leaves in parts[:5 if not k.lod else 3]:
        clump(k, c, r, cols, leaves, squash=0.9, size=0.35, sway=0.35, core=12)
    if not k.lod:
        for i in range(11):
            a, e = 2.4 * i, k.u(0.25, 1.2)
            p = np.array([math.cos(a) * math.cos(e) * 0.72, math.sin(a) * math.cos(e) * 0.72, 0.5 + 0.6 * math.sin(e)])
            k.rings([(0.0, p[2] - 0.06, p[0], p[1]), (0.075, p[2], p[0], p[1]), (0.0, p[2] + 0.08, p[0], p[1])], 4, "#F2E4EC" if i % 3 else "#DDA9C6")
    return k.finish(ao_reach=0.8, ao_power=1.0, grime=0.2, grime_h=0.6)


def stump(k):
    """What an axe left: roots, pale rings, one splinter."""
    trunk(k, [(0, 0, -0.1), (0.02, 0, 0.3), (0.0, 0.02, 0.62)], [0.42, 0.34, 0.33], 8 if not k.lod else 6, "bark", 5, 2.0, 0.9, False)
    n = 8 if not k.lod else 6
    for r, z, c in ((0.33, 0.665, "end"), (0.24, 0.672, "wood_l"), (0.12, 0.68, "end"))[:3 if not k.lod else 1]:
        k.rings([(r, z - 0.05), (r, z)], n, c, 0.04)
    k.rings([(0.36, 0.4), (0.345, 0.66)], n, mix("bark", "wood_d", 0.3), 0.03, cap=False)
    if not k.lod:
        k.add([(0.16, 0.2, 0.6), (0.32, 0.05, 0.6), (0.26, 0.16, 0.95), (0.34, 0.2, 0.6)], [(0, 1, 2), (1, 3, 2), (3, 0, 2)], lin("end"), out_from=(0.25, 0.15, 0.6))
        for x, y, s in ((0.42, -0.2, 0.09), (0.36, -0.36, 0.12), (0.5, -0.36, 0.07)):
            k.rings([(s * 0.35, -0.02, x, y), (s * 0.3, s * 1.2, x, y), (s, s * 1.3, x, y), (s * 0.7, s * 1.8, x, y), (0, s * 2.1, x, y)], 5, ["bone", "bone_d", "#C98B52", "#C98B52"])
    return k.finish(ao_reach=0.7, grime=0.2, grime_h=0.4)
