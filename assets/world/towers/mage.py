"""Mage: a slender house of plaster under a blue roof, and the orb of fire in its claw above everything. 1 timber hut, 2 taller
with a stone foot and balcony, 3a the forge: black stone, a bowl of flames, 3b the observatory: gold rings round a white orb.
Piece `orb` hovers and turns, `ring` and `ring_b` turn."""
import math

import numpy as np

from buildings import ngon, slit, stone_body, torch

BLUE = ("blue", "#3A74D8", "blue_d", "#2F68C8")
FIRE, HOT, CORE = "#FF7A2A", "#FFB347", "#FFF0B8"
BASALT = ("#5D5866", "#4C4856", "#6D6876")


def orb(k, z, r, color=FIRE, hot=HOT, flames=True):
    """A ball of fire with tongues; all of it glows."""
    with k.at(z=z), k.piece("orb", (0, 0, 0), "hover"):
        n = 8 if not k.lod else 6
        k.rings([(0.0, -r), (r * 0.72, -r * 0.7), (r, 0.0), (r * 0.72, r * 0.7), (0.0, r)], n, [color, color, hot, hot], 0.04, glow=1.0)
        for i in range(6 if not k.lod else 3) if flames else ():
            a = 2 * math.pi * i / (6 if not k.lod else 3) + 0.3
            c, s = math.cos(a), math.sin(a)
            w = r * 0.42
            base = np.array([c * r * 0.82, s * r * 0.82, r * k.u(-0.2, 0.3)])
            tip = base * 1.12 + (0, 0, r * k.u(0.9, 1.35))
            side = np.array([-s, c, 0]) * w
            k.add([base - side, base + side, base * 0.6 + (0, 0, -0.1), tip], [(0, 1, 3), (1, 2, 3), (2, 0, 3)], k.tint(hot if i % 2 else color, 0.05), out_from=base * 0.9 + (0, 0, r * 0.2), glow=1.0)


def claw(k, z, r, height, color="gold", n=4, thick=0.17):
    """Horns that bend round the orb."""
    for i in range(n):
        a = 2 * math.pi * (i + 0.5) / n
        c, s = math.cos(a), math.sin(a)
        at = lambda f: np.array([c * r * (0.35 + 0.95 * math.sin(f * 2.1)), s * r * (0.35 + 0.95 * math.sin(f * 2.1)), z + height * f])
        steps = 4 if not k.lod else 2
        for j in range(steps):
            w = thick * (1.25 - 0.8 * j / steps)
            k.beam(at(j / steps), at((j + 1.08) / steps), w, w, color, 0)


def frames(k, n, r0, r1, z0, z1, ph, w=0.22):
    """Timber at the corners of a plastered storey, with a cross beam and braces."""
    for i in range(n):
        a, b = ph + 2 * math.pi * i / n, ph + 2 * math.pi * (i + 1) / n
        p = lambda t, r, z: np.array([r * math.cos(t), r * math.sin(t), z])
        k.beam(p(a, r0, z0), p(a, r1, z1), w, w, "wood_d", 0.05)
        if not k.lod:
            k.beam(p(a, r0 * 1.01, z0 + 0.1), p(b, r0 * 1.01, z0 + 0.1), 0.16, 0.2, "wood_d", 0)
            if i % 2:
                k.beam(p(a, r0, z0 + 0.2), p(b, r1, z1 - 0.15), 0.13, 0.16, "wood_d", 0)


def stars(k, n, r0, z0, r1, z1, ph):
    """Gold diamonds on the roof's faces."""
    for i in range(n) if not k.lod else ():
        a = ph + (i + 0.5) * 2 * math.pi / n
        c, s = math.cos(a), math.sin(a)
        side, up = np.array([-s, c, 0]), np.array([c * (r1 - r0), s * (r1 - r0), z1 - z0])
        up /= np.linalg.norm(up)
        out = np.cross(side, up)
        out *= np.sign(out @ (c, s, 0.3))
        m = np.array([c * (r0 + r1) / 2, s * (r0 + r1) / 2, (z0 + z1) / 2]) + out * 0.2
        h = 0.26
        k.add([m - side * h, m - up * h * 1.3, m + side * h, m + up * h * 1.3], [(0, 1, 2, 3)], k.tint("gold", 0.03), out_from=m - out)


def hut(k):
    n, ph = 6, math.pi / 6
    stone_body(k, ngon(n, 2.3, 0, ph), ngon(n, 2.1, 0.8, ph), 1, 1.0, width=1.1, depth=0.13, bevel=0.12)
    k.rings([(1.75, 0.7), (1.55, 3.5)], n, "plaster", phase=ph)
    frames(k, n, 1.78, 1.58, 0.8, 3.5, ph)
    slit(k, 0, -1.52, 1.2, 0, 0.8, 1.45, False, 0)
    for t in (-2, -1, 1, 2):
        with k.at(turn=t * math.pi / 3):
            slit(k, 0, -1.44, 1.9, 0, 0.5, 0.75, True, 0)
    eaves, neck = 2.25, 0.62
    base, top = ngon(n, eaves, 3.35, ph), ngon(n, neck, 6.0, ph)
    for i in range(n):
        k.tiles((base[i], base[(i + 1) % n], top[(i + 1) % n], top[i]), 4, cols=BLUE, thick=0.15, width=0.8, back="#22376B")
    k.add(base, [tuple(range(n))[::-1]], k.tint("under", 0.02))
    k.rings([(0.72, 5.9), (0.8, 6.1), (0.5, 6.3)], n, ["blue", "gold"], phase=ph)
    claw(k, 6.2, 0.72, 1.75, "wood_d", 3, 0.2)
    orb(k, 7.15, 0.52)
    k.cloth(0, -1.98, 3.5, 0.9, 1.2)
    for t in (-2, 2):
        with k.at(turn=t * math.pi / 3):
            k.cloth(0, -1.75, 3.4, 1.0, 1.7)
    torch(k, -0.85, -1.6, 1.3, 0)


def house(k):
    n, ph = 8, math.pi / 8
    stone_body(k, ngon(n, 2.4, 0, ph), ngon(n, 2.15, 1.0, ph), 2, 1.0, width=1.05, depth=0.12, bevel=0.12)
    stone_body(k, ngon(n, 1.75, 1.0, ph), ngon(n, 1.5, 3.6, ph), 3, 0.5, col="stone", width=1.2, depth=0.10, quoin=False)
    for i in range(n):
        a = ph + (i + 0.5) * 2 * math.pi / n
        if not k.lod:
            with k.at(turn=a + math.pi / 2):
                k.beam((0, -1.3, 3.2), (0, -1.85, 3.7), 0.26, 0.28, "wood_d", 0)
    k.rings([(1.9, 3.6), (1.95, 3.8)], n, "wood_d", phase=ph, base=True)
    k.rings([(1.72, 3.7), (1.68, 5.6)], n, "plaster", phase=ph)
    frames(k, n, 1.75, 1.72, 3.8, 5.6, ph)
    for i in range(n):
        with k.at(turn=i * math.pi / 4):
            if i in (0, 2, 6):
                k.cloth(0, -1.95, 3.7, 1.1, 2.0)
            if i % 2 == 0:
                slit(k, 0, -1.56, 4.3, 0, 0.46, 0.85, True, 0)
    base, top = ngon(n, 2.35, 5.4, ph), ngon(n, 0.55, 8.6, ph)
    for i in range(n):
        k.tiles((base[i], base[(i + 1) % n], top[(i + 1) % n], top[i]), 4, cols=BLUE, thick=0.15, width=0.95, back="#22376B")
    k.add(base, [tuple(range(n))[::-1]], k.tint("under", 0.02))
    stars(k, n, 2.35, 5.4, 0.55, 8.6, ph)
    k.rings([(0.6, 8.5), (0.82, 8.75), (0.5, 9.0)], n, "gold", phase=ph)
    claw(k, 8.85, 0.85, 2.0, "gold", 4)
    orb(k, 9.95, 0.66)
    slit(k, 0, -1.82, 1.2, 0, 0.7, 1.3, False, 0)


def forge(k):
    """3a: the fire is let out. Black stone with glowing seams, a bowl of flames on six horns."""
    n, ph = 8, math.pi / 8
    stone_body(k, ngon(n, 2.5, 0, ph), ngon(n, 2.2, 1.2, ph), 2, 1.0, col="#3B3742", cols=BASALT, width=1.05, depth=0.13, bevel=0.12)
    stone_body(k, ngon(n, 1.95, 1.2, ph), ngon(n, 1.45, 5.6, ph), 4, 0.55, col="#3B3742", cols=BASALT, width=1.3, depth=0.11, quoin=False)
    for i in range(n):
        with k.at(turn=i * math.pi / 4):
            if i % 2 == 0:
                with k.at(0, -1.62, 2.4):
                    k.add([(-0.26, -0.16, 0), (0.26, -0.16, 0), (0.18, -0.02, 1.3), (0, 0.04, 1.75), (-0.18, -0.02, 1.3)], [(0, 1, 2, 3, 4)], k.tint(FIRE, 0.03), glow=1.0)
                    for s in (-1, 1) if not k.lod else ():
                        k.beam((s * 0.36, -0.2, -0.1), (s * 0.2, 0.0, 1.75), 0.2, 0.24, BASALT[2], 0)
            elif i in (1, 7):
                k.cloth(0, -1.82, 5.0, 1.05, 2.5)
    k.rings([(1.5, 5.5), (2.1, 6.2), (2.3, 6.9), (2.05, 6.95), (1.5, 6.5)], n, [BASALT[1], BASALT[0], "gold", BASALT[1]], phase=ph, cap=False)
    k.rings([(1.62, 6.55), (0.9, 6.75), (0.0, 6.8)], n, [FIRE, HOT], 0.05, phase=ph, glow=1.0)
    for i in range(n):
        a = ph + 2 * math.pi * i / n
        c, s = math.cos(a), math.sin(a)
        k.beam((c * 2.12, s * 2.12, 6.6), (c * 2.42, s * 2.42, 7.7), 0.34, 0.34, BASALT[2], 0.06)
        k.beam((c * 2.42, s * 2.42, 7.6), (c * 2.1, s * 2.1, 8.5), 0.22, 0.22, "gold", 0)
    for i in range(5 if not k.lod else 3):        # tongues in the bowl
        a = 2 * math.pi * i / (5 if not k.lod else 3) + 0.4
        k.rings([(0.5, 6.7, 0.9 * math.cos(a), 0.9 * math.sin(a)), (0.34, 7.3, 0.85 * math.cos(a), 0.85 * math.sin(a)), (0, 8.2 + k.u(-0.2, 0.3), 0.6 * math.cos(a), 0.6 * math.sin(a))], 5, [FIRE, HOT], 0.1, glow=1.0)
    orb(k, 8.8, 0.95)


def observatory(k):
    """3b: tall and white, gold rings turning about a white-hot orb."""
    n, ph = 8, math.pi / 8
    stone_body(k, ngon(n, 2.45, 0, ph), ngon(n, 2.15, 1.1, ph), 2, 1.0, width=1.05, depth=0.12, bevel=0.12)
    stone_body(k, ngon(n, 1.7, 1.1, ph), ngon(n, 1.3, 6.6, ph), 4, 0.25, col="plaster", cols=("white", "plaster", "stone_l"), width=1.3, depth=0.08, quoin=False)
    for i in range(n):
        with k.at(turn=i * math.pi / 4):
            if i % 2 == 0:
                slit(k, 0, -1.46, 4.6, 0, 0.4, 1.1, True, 0)
            elif i in (1, 7):
                k.cloth(0, -1.68, 6.2, 1.0, 3.2)
    k.rings([(1.3, 6.4), (1.95, 7.1), (2.0, 7.35), (1.7, 7.4)], n, ["blue_d", "gold", "gold"], phase=ph)
    for i in range(n):
        a = ph + 2 * math.pi * i / n
        k.block(1.8 * math.cos(a), 1.8 * math.sin(a), 7.38, 0.36, 0.36, 0.42, "blue", 0.06, turn=a)
    dome = [(1.55, 7.35), (1.45, 7.9), (1.05, 8.5), (0.45, 8.85)]
    k.rings(dome, n, ["blue", "#3A74D8", "blue"], phase=ph)
    k.rings([(0.5, 8.8), (0.3, 9.1)], 6, "gold")
    for radius, name, tilt, width in ((1.75, "ring", 0.5, 0.2), (1.32, "ring_b", -0.9, 0.17)):
        with k.at(z=10.4, tilt=tilt), k.piece(name, (0, 0, 0), "spin", (0, 0, 1)):
            m = 16 if not k.lod else 8
            q = lambda r, h, i: (r * math.cos(2 * math.pi * i / m), r * math.sin(2 * math.pi * i / m), h)
            r0, r1, h = radius - width / 2, radius + width / 2, width / 2
            pts = [q(r, z, i) for r, z in ((r0, -h), (r1, -h), (r1, h), (r0, h)) for i in range(m)]
            fs, cs = [], []
            for e in range(4):
                for i in range(m):
                    j = (i + 1) % m
                    fs.append((e * m + i, e * m + j, ((e + 1) % 4) * m + j, ((e + 1) % 4) * m + i))
                    cs.append(k.tint("gold", 0.04))
            k.add(pts, [f[::-1] if e < 0 else f for e, f in zip([0] * len(fs), fs)], cs)
            for i in range(4) if not k.lod else ():
                a = math.pi / 2 * i
                k.block(radius * math.cos(a), radius * math.sin(a), -0.15, 0.34, 0.34, 0.3, "blue", 0.06, turn=a, bottom=True)
    orb(k, 10.4, 0.72, "#F7D9FF", "#FFF6E0", flames=False)
    slit(k, 0, -1.7, 1.25, 0, 0.7, 1.4, False, 0)


def draw(k, kind):
    {"1": hut, "2": house, "3a": forge, "3b": observatory}[kind](k)
