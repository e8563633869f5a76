"""Frost obelisk: a standing stone grown over with ice; no roof, no timber, cold colors. 1 a rough menhir with crystals, 2 a cut
needle with runes and a crystal above it, 3a a spire that has become all ice, 3b three needles round a floating heart.
Piece `crystal` hovers and turns, `shards` circle it."""
import math

import numpy as np

from buildings import ngon, stone_body

ICE = ("#A4DCF6", "#6DB9E8", "#3C8CCB", "#D3F1FD")
RUNE = "#7FE3FF"
COLD = ("#A3B0C6", "#8493AD", "#6C7B97")
SNOW = "#EEF5FA"


def crystal(k, x, y, z, r, h, lean=0.0, turn=0.0, n=6, glow=0.0, both=False, squat=0.62):
    """A six-sided column with a point; `both` has one below too. Facets differ like cut glass."""
    n = n if not k.lod else 4
    with k.at(x, y, z, turn, tilt=lean):
        rows = [(r * 0.8, 0.0), (r, h * 0.18), (r * 0.86, h * squat), (0.0, h)]
        if both:
            rows = [(0.0, 0.0), (r, h * 0.38), (r * 0.9, h * 0.56), (0.0, h)]
        pts = [(a * math.cos(2 * math.pi * (i + 0.2 * (q % 2)) / n), a * math.sin(2 * math.pi * (i + 0.2 * (q % 2)) / n), b) for q, (a, b) in enumerate(rows) for i in range(n)]
        fs, cs = [], []
        for q in range(len(rows) - 1):
            for i in range(n):
                j = (i + 1) % n
                face = [q * n + i, q * n + j, (q + 1) * n + j, (q + 1) * n + i]
                if rows[q + 1][0] < 1e-4:
                    face = face[:3]
                elif rows[q][0] < 1e-4:
                    face = [face[0], face[2], face[3]]
                fs.append(face)
                cs.append(k.tint(ICE[(i * 2 + q) % 4 if i % 3 else (3 if q == len(rows) - 2 else 1)], 0.05))
        k.add(pts, fs, cs, glow=glow)


def cluster(k, x, y, z, size, count=4, turn=0.0):
    """Crystals that lean away from the middle."""
    for i in range(count if not k.lod else 1):
        a = turn + 2 * math.pi * i / count + k.u(-0.3, 0.3)
        r = size * 0.32
        crystal(k, x + r * math.cos(a), y + r * math.sin(a), z - 0.08, size * k.u(0.2, 0.28), size * k.u(0.75, 1.1), lean=-k.u(0.25, 0.55), turn=a - math.pi / 2 + math.pi)
    crystal(k, x, y, z - 0.08, size * 0.32, size * 1.45, lean=k.u(-0.1, 0.1), turn=turn)


def runes(k, half, z0, z1, count, lean):
    """Glowing strokes on all four faces of a needle. lean: how far its half width shrinks a meter."""
    for s in range(4):
        with k.at(turn=s * math.pi / 2):
            for i in range(count if not k.lod else 2):
                z = z0 + (z1 - z0) * (i + 0.5) / count
                y = -(half - lean * z) - 0.03
                w, h = 0.15, (z1 - z0) / count * 0.34
                shapes = (((-w, -h), (-w * 0.4, -h), (w, h), (w * 0.4, h)), ((-w, 0), (0, -h), (w, 0), (0, h)), ((-w, h), (-w, h * 0.4), (w, -h), (w, -h * 0.4)))
                k.add([(a, y + lean * b, z + b) for a, b in shapes[(i + s) % 3]], [(0, 1, 2, 3)], k.tint(RUNE, 0.03), out_from=(0, 0, z), glow=1.0)


def needle(k, half, top, z, height, blocks, cols=COLD):
    """A square tapering column of few great blocks with a pyramid on it."""
    for i in range(blocks):
        f0, f1 = i / blocks, (i + 1) / blocks
        w = half * (1 - f0) + top * f0
        k.block(0, 0, z + height * f0, w * 2, w * 2, height / blocks * 0.985, cols[i % 2], 0.1, 0.02, (half * (1 - f1) + top * f1) / w * 0.995)
    q = [np.array([x * top, y * top, z + height]) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))] + [np.array([0, 0, z + height + top * 1.9])]
    k.add(q, [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)], [k.tint(SNOW, 0.03) for _ in range(4)], out_from=(0, 0, z + height))


def plinth(k, steps, n=4):
    """Steps of cold stone with snow on them."""
    ph = math.pi / n
    z = 0.0
    for r, h in steps:
        ring0, ring1 = ngon(n, r * (math.sqrt(2) if n == 4 else 1), z, ph), ngon(n, (r - 0.14) * (math.sqrt(2) if n == 4 else 1), z + h, ph)
        stone_body(k, ring0, ring1, 1 if h < 0.9 else 2, 1.0, col="#6C7480", cols=COLD, width=1.2, depth=0.11, bevel=0.11)
        z += h
        k.add([p + (0, 0, 0.03) for p in ngon(n, (r - 0.1) * (math.sqrt(2) if n == 4 else 1), z, ph)], [tuple(range(n))], k.tint(SNOW, 0.03))
    return z


def drift(k, r, z, count):
    """Little heaps of snow."""
    for i in range(count) if not k.lod else ():
        a = 2 * math.pi * i / count + k.u(-0.3, 0.3)
        s = k.u(0.3, 0.55)
        k.rings([(s, z - 0.05, r * math.cos(a), r * math.sin(a)), (s * 0.7, z + s * 0.32, r * math.cos(a), r * math.sin(a)), (0, z + s * 0.5, r * math.cos(a), r * math.sin(a))], 6 if not k.lod else 5, SNOW, 0.12)


def banner(k, x, y, z, h, turn=0.0):
    """The player's blue on a post of its own: nothing of stone or ice here is blue enough."""
    with k.at(x, y, 0, turn):
        k.beam((0, 0, z - 0.1), (0, 0, z + h), 0.14, 0.14, "wood_d", 0)
        k.cloth(0, -0.1, z + h - 0.1, 0.85, h * 0.66)
        k.rings([(0.11, z + h), (0.0, z + h + 0.3)], 5, "gold")


def menhir(k):
    z = plinth(k, [(2.2, 0.5)], 8)
    with k.at(0, 0, z - 0.1, 0.3):
        k.rings([(1.15, 0, 0, 0), (1.25, 0.9, 0.05, 0), (1.05, 2.4, 0.1, 0.05), (0.85, 3.7, 0.0, 0.1), (0.5, 4.4, -0.12, 0.1)], 6, ["#7585A0", "#8E9CB6", "#8493AD", "#A3B0C6", SNOW], 0.1, squash=0.8)
    for s in (-1, 1):
        with k.at(0, 0, 0, 0.0 if s < 0 else math.pi):
            for i in range(3):
                zz = 1.3 + i * 0.75
                k.add([(-0.17, -1.12 + i * 0.1, zz), (0, -1.14 + i * 0.1, zz - 0.26), (0.17, -1.12 + i * 0.1, zz), (0, -1.1 + i * 0.1, zz + 0.26)], [(0, 1, 2, 3)], k.tint(RUNE, 0.03), out_from=(0, 0, zz), glow=1.0)
    for x, y, s, t in ((1.15, -0.55, 1.25, 0.2), (-1.2, -0.5, 1.05, 1.0), (0.3, 1.15, 1.3, 2.0)):
        cluster(k, x, y, z, s, 3, t)
    with k.piece("crystal", (-0.05, 0.08, 5.5), "hover"):
        crystal(k, -0.05, 0.08, 4.75, 0.42, 1.5, both=True, glow=0.25)
    drift(k, 1.75, z, 5)
    banner(k, -1.35, -1.35, 0.3, 3.2)


def cut(k):
    z = plinth(k, [(2.35, 0.55), (1.75, 0.5)], 4)
    with k.at(z=z):
        k.block(0, 0, -0.02, 2.2, 2.2, 0.55, COLD[0], 0.12, 0.02, 0.95)
        needle(k, 0.85, 0.52, 0.5, 4.6, 3)
        runes(k, 0.89, 0.9, 4.9, 4, 0.072)
    with k.piece("crystal", (0, 0, 8.4), "hover"):
        crystal(k, 0, 0, 7.4, 0.62, 2.1, both=True, glow=0.25)
    for s in range(4):
        with k.at(turn=s * math.pi / 2 + math.pi / 4):
            cluster(k, 0, -1.95, 0.55, 0.95 if s % 2 else 1.2, 3, k.u(0, 3))
    drift(k, 1.5, z - 0.02, 6)
    for x in (-1.0, 1.0):
        banner(k, x, -1.95, 0.5, 3.3)


def spire(k):
    """3a: ice has eaten the stone."""
    z = plinth(k, [(2.4, 0.6), (1.9, 0.45)], 8)
    with k.at(z=z - 0.1):
        crystal(k, 0, 0, 0, 1.15, 9.2, n=7, squat=0.55)
        for i in range(6) if not k.lod else (0, 2, 4):
            a = 2 * math.pi * i / 6 + 0.25
            h = (5.4, 3.4, 4.5, 3.0, 5.0, 3.8)[i]
            crystal(k, 0.85 * math.cos(a), 0.85 * math.sin(a), -0.1, 0.55, h, lean=-0.2, turn=a + math.pi / 2, squat=0.6)
        for i in range(5 if not k.lod else 3):
            a = 2 * math.pi * i / 5 + 0.6
            crystal(k, 1.45 * math.cos(a), 1.45 * math.sin(a), -0.1, 0.3, 1.7, lean=-0.45, turn=a + math.pi / 2)
    with k.at(z=z):                                   # what is left of the needle's frame
        for s in range(4):
            with k.at(turn=s * math.pi / 2 + math.pi / 4):
                k.block(0, -1.72, 0, 0.6, 0.6, 1.5, COLD[s % 3], 0.1, 0.03, 0.85)
                k.block(0, -1.72, 1.5, 0.42, 0.42, 0.14, SNOW, 0)
                k.add([(-0.16, -2.01, 0.75), (0, -2.03, 0.45), (0.16, -2.01, 0.75), (0, -1.98, 1.1)], [(0, 1, 2, 3)], k.tint(RUNE, 0.03), out_from=(0, -1.7, 0.75), glow=1.0)
    with k.piece("shards", (0, 0, 6.2), "spin"):
        for i in range(5):
            a = 2 * math.pi * i / 5
            crystal(k, 1.95 * math.cos(a), 1.95 * math.sin(a), 5.6 + 0.35 * (i % 2), 0.26, 1.1, both=True, glow=0.25)
    drift(k, 2.0, 0.6, 6)
    for x in (-0.95, 0.95):
        banner(k, x, -2.1, 0.5, 3.3)


def circle(k):
    """3b: three needles that hold a heart of ice between them."""
    z = plinth(k, [(2.45, 0.6), (2.05, 0.4)], 8)
    for i in range(3):
        a = math.pi / 2 + 2 * math.pi * i / 3
        with k.at(1.35 * math.cos(a), 1.35 * math.sin(a), z, a - math.pi / 2, tilt=-0.1):
            k.block(0, 0, -0.05, 1.15, 1.15, 0.5, COLD[0], 0.1, 0.02, 0.92)
            needle(k, 0.45, 0.26, 0.4, 5.4, 3)
            runes(k, 0.47, 0.8, 5.4, 4, 0.035)
    k.rings([(0.95, z), (0.85, z + 0.35), (0.6, z + 0.5)], 8 if not k.lod else 6, [COLD[1], SNOW], phase=0.2)
    with k.piece("crystal", (0, 0, 4.6), "hover"):
        crystal(k, 0, 0, 2.7, 0.8, 3.8, both=True, glow=0.25)
    with k.piece("shards", (0, 0, 4.6), "spin"):
        m = 5
        for i in range(m):
            a = 2 * math.pi * (i + 0.5) / m
            crystal(k, 1.15 * math.cos(a), 1.15 * math.sin(a), 4.1, 0.2, 0.9, both=True, glow=0.25)
    for i in range(3) if not k.lod else (0,):
        a = -math.pi / 2 + 2 * math.pi * i / 3
        cluster(k, 1.85 * math.cos(a), 1.85 * math.sin(a), 0.6, 0.9, 3, a)
    drift(k, 1.9, z - 0.02, 6)
    for x in (-1.45, 1.45):
        banner(k, x, -1.6, 0.5, 3.0)


def draw(k, kind):
    {"1": menhir, "2": cut, "3a": spire, "3b": circle}[kind](k)
