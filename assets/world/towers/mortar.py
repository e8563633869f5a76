"""Mortar: a fat barrel that looks up over a low round wall. 1 wicker gabions and a stubby iron pot, 2 stone ring and bronze,
3a one enormous bombard, 3b three barrels on one table. Piece `head` turns, `barrel` (in it) recoils along its own axis."""
import math

from buildings import barrel as keg
from buildings import crown, ngon, pennant, stone_body

LEAN = math.radians(32)


def ball(k, x, y, z, r=0.3):
    k.rings([(0.0, z, x, y), (r * 0.8, z + r * 0.35, x, y), (r, z + r, x, y), (r * 0.72, z + r * 1.7, x, y), (0, z + 2 * r, x, y)], 7 if not k.lod else 5, "iron")
    if not k.lod:
        k.rings([(0.06, z + 2 * r - 0.03, x, y), (0.05, z + 2 * r + 0.14, x, y)], 4, "rope")


def tube(k, z, size, colors, x=0.0, name="barrel", lean=LEAN, plain=False):
    """The barrel, muzzle forward and up. Colors: body, light bands, collar."""
    body, light, collar = colors
    with k.at(x, -0.05, z, tilt=lean, scale=size), k.piece(name, (0, 0, 0), "recoil", (0, 0, -1)):
        m = (8 if plain else 10) if not k.lod else 6
        k.rings([(0.0, -0.95), (0.42, -0.88), (0.68, -0.55), (0.72, 0.0), (0.62, 0.1), (0.62, 0.75), (0.76, 0.85), (0.8, 1.22), (0.7, 1.32), (0.5, 1.32), (0.46, 0.9), (0.0, 0.85)], m,
                ["iron", body, body, light, body, light, body, light, body, "dark", "dark"], 0.0)
        if not k.lod:
            k.rings([(0.74, 0.22), (0.77, 0.42)], m, collar, cap=False)
            k.beam((-0.98, 0, 0), (0.98, 0, 0), 0.3, 0.3, "iron", 0.06)


def carriage(k, z, size=1.0, wide=0.78):
    for x in (-wide, wide):
        k.block(x, 0.1, z - 0.05, 0.32 * size, 1.9 * size, 0.75 * size, "wood", 0.09, taper=0.86)
        k.block(x, -0.05, z + 0.58 * size, 0.36 * size, 0.85 * size, 0.42 * size, "wood_l", 0.09)
        if not k.lod:
            k.block(x, 0.1, z + 0.2, 0.37 * size, 0.3, 0.12, "iron", 0)


def floor(k, z, r):
    n = 6 if not k.lod else 1
    w = r * 2 / n
    for i in range(n):
        x = -r + w * (i + 0.5)
        k.block(x, 0, z, w * 0.95, 2 * math.sqrt(max(r * r * 1.1 - x * x, 0.4)), 0.12, "wood" if i % 2 else "wood_l", 0)


def sandbags(k, r=2.24, n=5, z=0.0):
    for i in range(n) if not k.lod else ():
        a = -math.pi / 2 + (i - (n - 1) / 2) * 0.3
        with k.at(r * math.cos(a), r * math.sin(a), z, a + math.pi / 2):
            k.block(0, 0.0, 0.0, 0.82, 0.4, 0.32, "sand", 0.13, 0.05, 0.92)
            if i < n - 1:
                k.block(0.36, 0.02, 0.29, 0.76, 0.38, 0.3, "sand", 0.13, 0.05, 0.92)


def gabions(k):
    """1: baskets of earth on a trodden mound."""
    k.rings([(2.45, -0.05), (2.25, 0.32), (2.1, 0.42)], 10 if not k.lod else 8, ["#8A6B4A", "#9C7A52"], 0.03)
    for i in range(9 if not k.lod else 7):
        a = 2 * math.pi * (i + 0.25) / (9 if not k.lod else 7)
        with k.at(1.93 * math.cos(a), 1.93 * math.sin(a), 0.25, k.u(0, 1)):
            r, h = 0.5, k.u(0.9, 1.05)
            n = 7 if not k.lod else 5
            if k.lod:
                k.rings([(r * 0.9, 0), (r, h * 0.6), (r * 0.9, h), (0, h + 0.2)], 5, ["thatch_d", "thatch", "#8A6B4A"])
                continue
            k.rings([(r * 0.9, 0), (r, h * 0.33), (r * 1.03, h * 0.66), (r * 0.94, h), (r * 0.8, h)], n, ["thatch_d", "thatch", "thatch_d", "thatch"], 0.02, cap=False)
            k.rings([(r * 0.9, h - 0.02), (0, h + 0.2)], n, "#8A6B4A", 0.05)
    floor(k, 0.42, 1.3)
    with k.piece("head", (0, 0, 0.55), "yaw"):
        k.rings([(1.05, 0.52), (1.0, 0.72)], 9 if not k.lod else 6, "wood_d")
        carriage(k, 0.75, 0.9, 0.7)
        tube(k, 1.5, 0.9, ("iron", "iron_l", "bronze"))
    ball(k, 1.2, 0.75, 0.5)
    ball(k, 0.75, 1.1, 0.5)
    keg(k, -1.0, 0.95, 0.5, 0.32, 0.7)
    pennant(k, -1.3, 1.55, 0.4, 3.3, 1.3)
    k.cloth(0, -2.42, 1.35, 1.0, 1.25)


def ring(k, top=1.5, radius=2.5):
    n, ph = 8, math.pi / 8
    stone_body(k, ngon(n, radius, 0, ph), ngon(n, radius - 0.22, top, ph), 3, 1.0, width=0.95, depth=0.13, bevel=0.12)
    crown(k, ngon(n, radius - 0.34, top - 0.02, ph), (0.7, 0.5, 0.55), per=1 if k.lod else 2)


def bronze(k):
    """2: the bronze mortar in its stone ring."""
    ring(k, 1.5, 2.36)
    floor(k, 1.44, 1.75)
    with k.piece("head", (0, 0, 1.6), "yaw"):
        k.rings([(1.25, 1.55), (1.2, 1.82)], 10 if not k.lod else 6, "wood_d")
        carriage(k, 1.85)
        tube(k, 2.62, 1.0, ("bronze", "bronze_l", "iron"))
    for x, y, z in ((1.35, 1.0, 1.56), (0.82, 1.4, 1.56), (1.5, 0.4, 1.56), (1.2, 1.02, 2.02)):
        ball(k, x, y, z)
    keg(k, -1.35, 1.05, 1.56, 0.36, 0.8)
    sandbags(k)
    pennant(k, -1.7, 1.35, 1.5, 3.2, 1.3)


def bombard(k):
    """3a: a barrel that fills the ring, banded with iron and gold, on a stepped bastion."""
    n, ph = 8, math.pi / 8
    stone_body(k, ngon(n, 2.5, 0, ph), ngon(n, 2.3, 1.0, ph), 2, 1.0, width=1.05, depth=0.13, bevel=0.12)
    ring(k, 2.2, 2.38)
    floor(k, 2.12, 1.75)
    with k.piece("head", (0, 0, 2.25), "yaw"):
        k.rings([(1.5, 2.2), (1.45, 2.5)], 10 if not k.lod else 6, "iron")
        carriage(k, 2.5, 1.15, 1.15)
        tube(k, 3.5, 1.5, ("iron", "iron_l", "gold"))
    for s in range(4):
        with k.at(turn=s * math.pi / 2 + 0.0):
            if s != 2:
                k.cloth(0, -2.38, 1.95, 1.2, 1.6)
    ball(k, 1.35, 1.25, 2.2, 0.38)
    ball(k, -1.35, 1.25, 2.2, 0.38)
    for s in (-1, 1):
        pennant(k, s * 1.75, 1.2, 2.2, 3.4, 1.3)


def battery(k):
    """3b: three barrels side by side, fanned a little."""
    n, ph = 8, math.pi / 8
    stone_body(k, ngon(n, 2.36, 0, ph), ngon(n, 2.2, 0.8, ph), 1, 1.0, width=1.05, depth=0.13, bevel=0.12)
    ring(k, 1.9, 2.28)
    floor(k, 1.82, 1.8)
    with k.piece("head", (0, 0, 1.95), "yaw"):
        k.rings([(1.55, 1.92), (1.5, 2.2)], 10 if not k.lod else 6, "wood_d")
        for x in (-1.4, -0.48, 0.48, 1.4):
            k.block(x, 0.1, 2.2, 0.22, 1.5, 0.95, "wood", 0.07, taper=0.86)
        k.block(0, 0.75, 2.2, 2.9, 0.3, 0.5, "wood_d", 0.06)
        for i, x in enumerate((-0.94, 0.0, 0.94)):
            tube(k, 3.0 + (0.3 if x == 0 else 0), 0.6, ("bronze", "bronze_l", "iron"), x, "barrel" if x == 0 else ("barrel_a" if x < 0 else "barrel_b"), LEAN + (0.12 if x else -0.05), plain=True)
    for x, y in ((1.5, 0.9), (1.1, 1.35), (-1.5, 0.9)):
        ball(k, x, y, 1.94, 0.26)
    keg(k, -1.0, 1.4, 1.94, 0.32, 0.7)
    sandbags(k)
    for s in (-1, 1):
        pennant(k, s * 1.95, 0.0, 1.9, 2.9, 1.1)
    k.cloth(0, -2.4, 1.7, 1.2, 1.3)


def draw(k, kind):
    {"1": gabions, "2": bronze, "3a": bombard, "3b": battery}[kind](k)
