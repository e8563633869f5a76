"""Barricade, powder keg, what towers shoot and what flies when something falls. Projectiles point to the front (-y), middle at
the origin; debris has its middle at the origin, so that it turns about itself."""
import math

import numpy as np

from buildings import barricade as whole_barricade
from mage import FIRE, HOT
from obelisk import crystal

STEEL = "#8A93A3"


def broken_stake(k, x, h, lean):
    a, b = np.array([x, -0.35, 0.0]), np.array([x + lean, 0.1, h])
    k.beam(a, b, 0.24, 0.24, "wood_d", 0)
    for i in range(3):
        p = b + (k.u(-0.08, 0.08), k.u(-0.08, 0.08), 0)
        k.beam(p - (0, 0, 0.05), p + (k.u(-0.05, 0.05), 0, k.u(0.15, 0.32)), 0.07, 0.06, "end", 0)


def barricade(k, kind):
    """Whole, hurt (a stake and the rail broken) and badly hurt (a gap to see through) are drawn apart: a wall is mostly gaps."""
    with k.until(1):
        whole_barricade(k)
    for state in (1, 2):
        with k.since(state), k.until(state + 1):
            for i in range(5):
                x, s = -1.2 + i * 0.6, 1 if i % 2 else -1
                if i in ((2,), (0, 2, 3))[state - 1]:
                    broken_stake(k, x, k.u(0.35, 0.7), k.u(-0.2, 0.2))
                    continue
                tip = 0.12 if state == 2 else 0
                a, b = np.array([x, -0.40 * s, 0.0]), np.array([x + k.u(-0.1, 0.1) + tip, 0.34 * s, k.u(1.3, 1.5)])
                k.beam(a, b, 0.24, 0.24, "wood" if i % 2 else "wood_l", 0.04)
                q = [b + np.array(d) for d in ((-0.12, 0, 0), (0, -0.12, 0.03), (0.12, 0, 0), (0, 0.12, -0.03))] + [b + (b - a) / np.linalg.norm(b - a) * 0.4]
                k.add(q, [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)], k.tint("end", 0.05), out_from=b)
            k.beam((-1.45, 0.02, 0.72), (-0.15, 0.0, 0.55 if state == 1 else 0.25), 0.26, 0.26, "wood_d", 0)
            k.beam((1.48, -0.02, 0.82), (0.25, 0.05, 0.35 if state == 1 else 0.05), 0.26, 0.26, "wood_d", 0)
            if state == 1:
                k.beam((-1.4, -0.33, 0.32), (1.3, -0.36, 0.28), 0.2, 0.2, "wood", 0)
            for i in range(4):
                k.block(-1.1 + i * 0.72, 0.28 * (1 if i % 2 else -1), 0, 0.66, 0.4, (0.3, 0.18)[state - 1], "sand", 0.1, 0.05, 0.85, turn=k.u(-0.25, 0.25))
            for i in range(3 * state if not k.lod else 1):
                t, x, y = k.u(-0.5, 0.5), k.u(-1.1, 1.1), k.u(-0.36, 0.36)
                d = np.array([math.cos(t), math.sin(t) * 0.25, 0]) * 0.3
                k.beam(np.array([x, y, 0.06]) - d, np.array([x, y, 0.1]) + d, 0.11, 0.1, "#4A3526" if i % 2 else "wood", 0)
    k.reach = 1.2


def keg(k, kind):
    """The trap: three kegs under a fuse, a third of a man high each, red bands so that nobody mistakes them for beer."""
    k.reach = 1.0
    red = ("#B8402F", "#8E3226")

    def one(x, y, z, r, h, turn=0.0, tilt=0.0, state=""):
        with k.at(x, y, z, turn, tilt=tilt):
            n = 10 if not k.lod else 6
            k.rings([(r * 0.80, 0), (r * 0.95, h * 0.22), (r, h * 0.5), (r * 0.95, h * 0.78), (r * 0.80, h)], n, ["wood", "wood_l", "wood", "wood_l"], 0.01, base=True, cap=False)
            k.rings([(r * 0.80, h), (r * 0.7, h), (r * 0.68, h - 0.05), (0, h - 0.05)], n, ["wood_d", "wood_d", "end"])
            for f, c in () if k.lod else ((0.08, "iron"), (0.86, "iron"), (0.4, red[0])):
                hh = 0.09 if c == "iron" else h * 0.2
                rr = r * (0.88 if c == "iron" else 1.02)
                k.rings([(rr * 0.94, h * f), (rr, h * f), (rr * 1.02, h * f + hh), (rr * 0.94, h * f + hh)], n, c, cap=False)
    one(0, 0.28, 0, 0.42, 0.95)
    with k.until(2):
        one(-0.46, -0.32, 0, 0.38, 0.85, 0.7)
    with k.until(1):
        one(0.46, -0.3, 0, 0.38, 0.85, 2.0)
    with k.since(1):
        with k.at(0.5, -0.25, 0.36, 0.6):
            one(0, 0.42, 0, 0.36, 0.85, 0, math.pi / 2 * 0.98)
        for i in range(4):
            k.rings([(0.2, -0.02, 0.5 + 0.16 * (i % 2), -0.62 + 0.14 * i), (0, 0.09, 0.5, -0.6 + 0.14 * i)], 6, "#2F2B2A", 0.2)
    with k.since(2):
        for i in range(6):
            t = k.u(0, 3.1)
            d = np.array([math.cos(t), math.sin(t), 0]) * 0.26
            p = np.array([-0.45 + k.u(-0.3, 0.3), -0.3 + k.u(-0.3, 0.3), 0.06])
            k.beam(p - d, p + d + (0, 0, k.u(0, 0.12)), 0.13, 0.05, "wood" if i % 2 else "#4A3526", 0)
        k.rings([(0.55, -0.02, -0.45, -0.3), (0.3, 0.12, -0.45, -0.3), (0, 0.16, -0.45, -0.3)], 8, "#2F2B2A", 0.15)
    # fuse
    p = [np.array(q) for q in ((0, 0.28, 0.9), (0.05, 0.22, 1.16), (0.2, 0.12, 1.24), (0.3, -0.02, 1.14))]
    for a, b in zip(p, p[1:]):
        k.beam(a, b, 0.05, 0.05, "rope", 0)
    k.rings([(0, 1.08, 0.31, -0.04), (0.09, 1.15, 0.31, -0.04), (0, 1.27, 0.31, -0.04)], 5, HOT, glow=1.0)
    # a little flag says whose it is
    k.beam((-0.25, 0.5, 0.5), (-0.25, 0.5, 1.7), 0.06, 0.06, "wood_d", 0)
    q = [(-0.25, 0.5, 1.68), (-0.25, 0.5, 1.3), (-0.78, 0.48, 1.47)]
    k.add(q, [(0, 1, 2)], k.tint("blue", 0.02))
    k.add(q, [(2, 1, 0)], k.tint("blue", 0.02))


def bolt(k, kind):
    k.beam((0, 1.2, 0), (0, -1.15, 0), 0.14, 0.14, "wood_l", 0)
    n = 6 if not k.lod else 4
    with k.at(0, -1.1, 0, tilt=math.pi / 2):
        k.rings([(0.09, -0.12), (0.17, 0.02), (0.12, 0.1), (0.0, 0.62)], n, ["gold", STEEL, "#B9C1CE"], 0.0, base=True)
    for a in range(3):
        t = 2 * math.pi * a / 3 + math.pi / 2
        x, z = math.cos(t) * 0.3, math.sin(t) * 0.3
        p = [(0, 0.55, 0), (x, 0.85, z), (x, 1.3, z), (0, 1.12, 0)]
        k.add(p, [(0, 1, 2, 3)], k.tint("blue", 0.03))
        k.add(p, [(2, 1, 0, 3)], k.tint("blue", 0.03))
    for y in (-0.75, 0.35):
        k.block(0, y, -0.1, 0.2, 0.16, 0.2, "rope", 0)


def fireball(k, kind):
    """Only the core: the tail is made of particles."""
    r, n = 0.42, 8 if not k.lod else 6
    k.rings([(0.0, -r), (r * 0.72, -r * 0.7), (r, 0.0), (r * 0.72, r * 0.7), (0.0, r)], n, [FIRE, FIRE, HOT, HOT], 0.05, glow=1.0)
    for i in range(9 if not k.lod else 4):
        a = 2.4 * i
        c, s = math.cos(a), math.sin(a)
        base = np.array([c * r * 0.85, 0.12 + 0.1 * (i % 3), s * r * 0.85])
        tip = base * 0.9 + (0, r * k.u(1.4, 2.4), 0)
        side = np.array([-s, 0, c]) * r * 0.36
        k.add([base - side, base + side, base * (0.5, 1, 0.5), tip], [(0, 1, 3), (1, 2, 3), (2, 0, 3), (0, 1, 2)], k.tint(HOT if i % 2 else FIRE, 0.05), out_from=base * 0.9 + (0, r * 0.4, 0), glow=1.0)


def frost_shard(k, kind):
    with k.at(0, 0.75, 0, tilt=math.pi / 2):
        crystal(k, 0, 0, 0, 0.22, 1.6, both=True, glow=0.25)
    for i in range(4 if not k.lod else 2):
        a = 2 * math.pi * i / 4
        with k.at(0.16 * math.cos(a), 0.7, 0.16 * math.sin(a), tilt=math.pi / 2):
            crystal(k, 0, 0, 0, 0.1, 0.7 + 0.1 * i, both=True, glow=0.25)


def debris(k, kind):
    k.reach = 0.6
    stones = ("stone_l", "stone", "stone_d")
    if kind == "block":
        k.block(0, 0, -0.24, 0.62, 0.5, 0.46, "stone", 0.08, 0.06, 0.88, bottom=True)
    elif kind == "chunk":
        for i, (x, y, z, s) in enumerate(((0, 0, -0.35, 0.75), (0.5, 0.1, -0.3, 0.55), (-0.45, -0.12, -0.3, 0.5), (0.1, -0.05, 0.12, 0.62), (-0.35, 0.1, 0.1, 0.4))):
            k.block(x, y, z, s, 0.62, s * 0.62, stones[i % 3], 0.08 if i < 2 else 0, 0.05, 0.92, bottom=True)
    elif kind == "merlon":
        k.block(0, 0, -0.38, 0.66, 0.44, 0.74, "stone_l", 0.1, 0.05, 0.9, bottom=True)
    elif kind == "beam":
        k.beam((0, -0.9, 0), (0, 0.75, 0.05), 0.26, 0.24, "wood", 0.05)
        for i in range(4):
            k.beam((k.u(-0.08, 0.08), 0.7, k.u(-0.08, 0.08)), (k.u(-0.1, 0.1), 1.0 + k.u(-0.1, 0.15), k.u(-0.1, 0.1)), 0.09, 0.08, "end", 0)
    elif kind == "plank":
        k.block(0, 0, -0.05, 0.34, 1.25, 0.1, "wood_l", 0, 0.03, bottom=True)
        for i in range(3):
            k.beam((-0.1 + 0.1 * i, 0.55, 0), (-0.1 + 0.1 * i + k.u(-0.03, 0.03), 0.8 + k.u(-0.08, 0.1), 0), 0.08, 0.07, "end", 0)
    elif kind == "tile":
        for x, y, z, t in ((0, 0, -0.08, 0), (0.28, 0.18, -0.02, 0.4)):
            k.block(x, y, z, 0.56, 0.46, 0.11, "roof" if t else "roof_l", 0, 0.02, 0.9, turn=t, bottom=True)


def draw(k, kind):
    one = {"barricade": barricade, "keg": keg, "bolt": bolt, "fireball": fireball, "frost_shard": frost_shard}
    (one[kind] if kind in one else debris)(k, kind)
