"""Grass, flowers, reeds, mushrooms. Tuft and flowers stand by the thousand: every triangle counts."""
import math

import numpy as np

from kit import lin


def blade(k, x, y, turn, h, w, lean, lo, hi, parts=2):
    """A bent blade, narrow at its root: 3 triangles, or one."""
    d = np.array([math.cos(turn), math.sin(turn), 0])
    side = np.array([-d[1], d[0], 0]) * w
    b = np.array([x, y, 0.0])
    tip = b + d * lean + (0, 0, h)
    if parts == 1:
        k.add([b - side, b + side, tip], [(0, 1, 2)], [hi], sway=[0, 0, 1])
        return
    mid = b + d * lean * 0.3 + (0, 0, h * 0.62)
    k.add([b - side * 0.45, b + side * 0.45, mid + side * 0.8, mid - side * 0.8, tip], [(0, 1, 2, 3), (3, 2, 4)], [lo, hi], sway=[0, 0, 0.55, 0.55, 1])


def shaded(k, md, foot=0.5, gain=1.5):
    """Dark at the root: blades stand in each other's shade."""
    md["c"][..., 3] = np.clip(foot + md["v"][md["t"]][..., 2] * gain, 0, 1)
    return md


def tuft(k):
    n = 10 if not k.lod else 5
    for i in range(n):
        a = 2 * math.pi * i / n + k.u(-0.4, 0.4)
        inner = i % 2 == 0
        r = k.u(0.0, 0.05) if inner else k.u(0.05, 0.15)
        h = k.u(0.34, 0.5) if inner else k.u(0.2, 0.38)
        blade(k, r * math.cos(a), r * math.sin(a), a, h, k.u(0.045, 0.07) * (1 if not k.lod else 1.5), k.u(0.05, 0.12) if inner else k.u(0.14, 0.27),
              k.tint("grass", 0.06), k.tint("grass_l", 0.07), 2 if not k.lod else 1)
    if not k.lod:
        for a, h in ((0.9, 0.5), (3.6, 0.44)):        # seed heads
            x, y = 0.07 * math.cos(a), 0.07 * math.sin(a)
            top = np.array([x * 2.0, y * 2.0, h - 0.08])
            s = np.array([-math.sin(a), math.cos(a), 0]) * 0.028
            k.add([(x - s[0] * 0.6, y - s[1] * 0.6, 0), (x + s[0] * 0.6, y + s[1] * 0.6, 0), top, top + s + (0, 0, 0.05), top - s + (0, 0, 0.05), top + (x, y, 0.15)], [(0, 1, 2), (2, 3, 4), (4, 3, 5)],
                  [lin("grass_l"), lin("#C9BD74"), lin("#DCCF8A")], sway=[0, 0, 0.8, 0.9, 0.9, 1])
    return shaded(k, k.finish(rays=1, ground=False))


def head(k, x, y, z, r, petal, heart, tilt, turn, petals=5):
    """A flower: petals as kites round a raised heart."""
    with k.at(x, y, z, turn, tilt):
        pts = [(0, 0, 0.0)]
        for j in range(petals * 2):
            a = math.pi * j / petals
            rr = r if j % 2 == 0 else r * 0.5
            pts.append((rr * math.cos(a), rr * math.sin(a), 0.02 if j % 2 == 0 else 0.0))
        m = petals * 2
        fs = [(0, (j - 1) % m + 1, j + 1, (j + 1) % m + 1) for j in range(0, m, 2)]
        k.add(pts, fs, [k.tint(petal, 0.04) for _ in fs], sway=[0.7] * len(pts))
        k.rings([(r * 0.36, 0.005), (0.0, r * 0.42)], 4, heart, cap=False)


def flowers(k):
    kinds = (("#F7F1E3", "#EDB93F"), ("#F6DE6A", "#C98B2E"), ("#F7F1E3", "#EDB93F"), ("#C79AD6", "#F4E3A0"), ("#F6DE6A", "#C98B2E"))
    for i, (petal, heart) in enumerate(kinds):
        a = 2 * math.pi * i / 5 + k.u(-0.3, 0.3)
        r = k.u(0.1, 0.27)
        x, y, z = r * math.cos(a), r * math.sin(a), k.u(0.2, 0.34)
        lo, hi = k.tint("grass_d", 0.05), k.tint("grass", 0.06)
        if k.lod:
            k.rings([(0.1, z, x, y), (0.0, z + 0.05, x, y)], 4, petal, phase=k.u(0, 1), cap=False)
            continue
        k.add([(x * 0.7 - 0.012, y * 0.7, 0), (x * 0.7 + 0.012, y * 0.7, 0), (x, y, z)], [(0, 1, 2)], lo, sway=[0, 0, 0.7])
        head(k, x, y, z, k.u(0.1, 0.135), petal, heart, k.u(-0.35, 0.1), k.u(0, 6))
        for s in (0.8, -0.9):        # leaves at the foot
            blade(k, x * 0.7, y * 0.7, a + s, k.u(0.1, 0.17), 0.035, k.u(0.08, 0.14), lo, hi, 1)
    if k.lod:
        for a in (0.5, 2.6, 4.7):
            blade(k, 0, 0, a, 0.2, 0.05, 0.18, lin("grass"), lin("grass"), 1)
    return shaded(k, k.finish(rays=1, ground=False), 0.6, 1.6)


def reeds(k):
    n = 20 if not k.lod else 8
    for i in range(n):
        a, r = 2.4 * i, 0.42 * math.sqrt((i + 0.5) / n)
        blade(k, r * math.cos(a), r * math.sin(a), a + k.u(-0.5, 0.5), k.u(0.8, 1.45), k.u(0.035, 0.06) * (1 if not k.lod else 1.6), k.u(0.1, 0.45), k.tint("#5F7F45", 0.06), k.tint("#96AC58", 0.07))
    for i in range(6 if not k.lod else 3):
        a = 2 * math.pi * i / 6 + 0.3
        x, y, z = 0.25 * math.cos(a), 0.25 * math.sin(a), k.u(1.25, 1.7)
        lx, ly = x * 1.35, y * 1.35
        k.rings([(0.018, 0, x, y), (0.014, z - 0.3, lx, ly)], 3, "#7F9650", cap=False)
        k.rings([(0.0, z - 0.34, lx, ly), (0.06, z - 0.28, lx, ly), (0.06, z - 0.02, lx, ly), (0.0, z + 0.05, lx, ly)], 5 if not k.lod else 4, ["#6B4630", "#7C5236", "#6B4630"])
        if not k.lod:
            k.rings([(0.012, z + 0.02, lx, ly), (0.0, z + 0.17, lx, ly)], 3, "#C9BD74", cap=False)
    md = k.finish(rays=1, ground=False)
    md["s"] = np.clip(md["v"][:, 2] / 1.5, 0, 1) ** 1.5
    return shaded(k, md, 0.4, 0.7)


def mushrooms(k):
    n = 7 if not k.lod else 5
    for x, y, s, lean in ((0, 0, 1.0, 0.03), (0.27, -0.1, 0.66, 0.09), (-0.24, -0.14, 0.75, -0.08), (0.1, -0.3, 0.45, 0.03), (-0.1, 0.24, 0.5, -0.04))[:5 if not k.lod else 3]:
        h, r = 0.36 * s, 0.24 * s
        c = lambda z: (x + lean * z / h, y)
        k.rings([(0.085 * s, -0.03, *c(0)), (0.06 * s, h * 0.5, *c(h / 2)), (0.055 * s, h, *c(h))], n - 2, ["bone_d", "bone"], 0.04, cap=False)
        k.rings([(0.06 * s, h * 0.97, *c(h)), (r, h * 0.92, *c(h)), (r * 0.98, h * 1.08, *c(h)), (r * 0.66, h * 1.36, *c(h)), (0.0, h * 1.5, *c(h))], n, ["#D8BE8F", "#B4703A", "#C4803F", "#D4944C"], 0.04)
        if not k.lod and s > 0.6:
            for j in range(4):
                a = 2 * math.pi * j / 4 + x * 9
                px, py = c(h)[0] + r * 0.7 * math.cos(a), y + r * 0.7 * math.sin(a)
                k.rings([(0.045 * s, h * 1.26, px, py), (0.0, h * 1.42, px, py)], 3, "white", cap=False)
    return k.finish(ao_reach=0.35, grime=0.15, grime_h=0.2)
