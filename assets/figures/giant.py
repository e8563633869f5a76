"""The giant: a hill of a man with a copper beard to his belt, a torn-out pine for a club, a cartwheel for a brooch and a sack for what he catches. 5.8 m.

Drawn at half its size, like a big man, and grown at the end.
"""
from __future__ import annotations

import numpy as np

from clips import Body, Gait
from deeds import all_clips, kick, throw
from kit.field import Clay, block, ellipsoid, limb, turn
from kit.figure import Figure, Part, eyes, hoops, only, whole
from kit.mesh import Piece, loft, rigid, sculpted, sheet, swaying_skirt
from kit.paint import PALETTE as C
from kit.rig import Rig

GROWN = 2.0
HEIGHT_M = 2.9 * GROWN

JOINTS = {
    "root": ((0, 0, 0), (0, 0, 0.3)),
    "hips": ((0, 0.04, 1.16), (0, 0.04, 1.36)),
    "spine": ((0, 0.06, 1.36), (0, 0.08, 1.68)),
    "chest": ((0, 0.08, 1.68), (0, 0.02, 2.26)),
    "head": ((0, -0.08, 2.32), (0, -0.20, 2.86)),
    "jaw": ((0, -0.16, 2.40), (0, -0.42, 2.28)),
    "shoulder.L": ((0.12, 0.04, 2.22), (0.44, 0.05, 2.20)),
    "arm.L": ((0.48, 0.05, 2.15), (0.82, 0.07, 1.70)),
    "forearm.L": ((0.82, 0.07, 1.70), (1.09, -0.03, 1.26)),
    "hand.L": ((1.09, -0.03, 1.26), (1.21, -0.07, 1.02)),
    "prop": ((-1.17, -0.07, 1.11), (-1.17, -0.57, 1.11)),
    "thigh.L": ((0.24, 0.04, 1.12), (0.29, 0.0, 0.64)),
    "shin.L": ((0.29, 0.0, 0.64), (0.31, 0.06, 0.16)),
    "foot.L": ((0.31, 0.06, 0.16), (0.33, -0.20, 0.07)),
    "toe.L": ((0.33, -0.215, 0.075), (0.345, -0.40, 0.06)),
    "rag_front": ((0, -0.46, 1.14), (0, -0.52, 0.66)),
    "rag_back": ((0, 0.40, 1.14), (0, 0.46, 0.66)),
}


def torso_clay() -> Clay:
    clay = Clay(0.040)
    skin, dark = C["giant"], C["giant_dark"]
    clay.add(ellipsoid((0, 0.05, 1.16), (0.42, 0.34, 0.28)), 0.0, skin, "hips")
    clay.add(ellipsoid((0, -0.10, 1.42), (0.47, 0.44, 0.36), turn(pitch=-6)), 0.14, skin, "spine")
    clay.add(ellipsoid((0, 0.03, 1.92), (0.50, 0.36, 0.44)), 0.18, skin, "chest")
    clay.add(ellipsoid((0.22, -0.20, 1.98), (0.24, 0.14, 0.18), turn(roll=10, yaw=16)), 0.08, skin, "chest", mirror=True)
    clay.add(ellipsoid((0, 0.18, 2.14), (0.40, 0.24, 0.24)), 0.14, dark, "chest")
    return clay


def body_clay() -> Clay:
    clay = torso_clay()
    skin, dark = C["giant"], C["giant_dark"]
    clay.add(ellipsoid((0.43, 0.05, 2.17), (0.21, 0.20, 0.19)), 0.10, skin, "shoulder.L", mirror=True)
    clay.add(limb((0.50, 0.05, 2.12), (0.81, 0.07, 1.72), 0.165, 0.125), 0.07, skin, "arm.L", mirror=True)
    clay.add(ellipsoid((0.66, 0.02, 1.93), (0.135, 0.15, 0.20), turn(roll=-38)), 0.06, skin, "arm.L", mirror=True)
    clay.add(limb((0.82, 0.07, 1.69), (1.08, -0.025, 1.28), 0.135, 0.115), 0.05, skin, "forearm.L", mirror=True)
    clay.add(ellipsoid((0.91, 0.04, 1.55), (0.155, 0.16, 0.21), turn(roll=-32)), 0.06, skin, "forearm.L", mirror=True)
    clay.add(limb((0.25, 0.04, 1.06), (0.29, 0.0, 0.66), 0.225, 0.160), 0.08, skin, "thigh.L", mirror=True)
    clay.add(limb((0.29, 0.0, 0.64), (0.31, 0.055, 0.17), 0.165, 0.130), 0.06, skin, "shin.L", mirror=True)
    clay.add(ellipsoid((0.295, 0.07, 0.46), (0.145, 0.145, 0.19)), 0.05, skin, "shin.L", mirror=True)
    clay.add(limb((0, 0.04, 2.26), (0, -0.08, 2.42), 0.17, 0.15), 0.07, dark, "chest")
    clay.carve(ellipsoid((0, -0.55, 1.36), (0.040, 0.06, 0.045)), 0.05, dark)
    clay.paint(ellipsoid((0.295, -0.16, 0.66), (0.10, 0.08, 0.09)), 0.07, C["skin_red"], mirror=True)
    clay.paint(ellipsoid((0.84, 0.22, 1.70), (0.09, 0.10, 0.09)), 0.08, C["skin_red"], mirror=True)
    return clay


def head_clay() -> Clay:
    clay = Clay(0.024)
    skin, dark, red = C["giant"], C["giant_dark"], C["skin_red"]
    clay.add(ellipsoid((0, -0.14, 2.64), (0.205, 0.225, 0.235)), 0.0, skin, "head")
    clay.add(ellipsoid((0, -0.22, 2.50), (0.185, 0.17, 0.14)), 0.06, skin, "head")
    clay.add(limb((0.035, -0.340, 2.655), (0.155, -0.285, 2.690), 0.064, 0.055), 0.035, dark, "head", mirror=True)
    clay.add(ellipsoid((0, -0.405, 2.545), (0.078, 0.105, 0.075)), 0.035, red, "head")
    clay.add(ellipsoid((0.115, -0.315, 2.535), (0.080, 0.070, 0.062)), 0.035, red, "head", mirror=True)
    clay.add(ellipsoid((0.235, -0.12, 2.60), (0.060, 0.045, 0.085), turn(roll=-10, yaw=24)), 0.03, red, "head", mirror=True)
    clay.carve(ellipsoid((0.090, -0.375, 2.615), (0.055, 0.050, 0.034)), 0.022, dark, mirror=True)
    return clay


def beard_clay() -> Clay:
    clay = Clay(0.026)
    hair, dark = C["copper"], C["copper_dark"]
    clay.add(limb((0.195, -0.10, 2.60), (0.17, -0.20, 2.42), 0.045, 0.085), 0.0, hair, "jaw", mirror=True)
    clay.add(ellipsoid((0, -0.28, 2.39), (0.215, 0.165, 0.12)), 0.06, hair, "jaw")
    clay.add(limb((0, -0.34, 2.34), (0, -0.47, 1.98), 0.185, 0.125), 0.07, hair, "jaw")
    clay.add(limb((0.09, -0.36, 2.16), (0.085, -0.52, 1.80), 0.095, 0.045), 0.05, hair, "jaw", mirror=True)
    clay.add(limb((0, -0.45, 2.0), (0, -0.56, 1.66), 0.105, 0.040), 0.05, hair, "jaw")
    clay.paint(ellipsoid((0, -0.52, 1.66), (0.3, 0.2, 0.16)), 0.12, dark)
    return clay


def moustache() -> list[Piece]:
    out = []
    for s in (1, -1):
        out.append(loft([(s * 0.005, -0.435, 2.475), (s * 0.09, -0.42, 2.455), (s * 0.18, -0.36, 2.375), (s * 0.235, -0.34, 2.25)], [0.036, 0.052, 0.044, 0.008], None, 6, [C["copper"], C["copper"], C["copper"], C["copper_dark"]], "head", side=(0, 0, 1), crease_deg=60))
    return out


def hair() -> list[Piece]:
    """A wreath of hair round a bald crown, and two plaits down the back."""
    out = [loft([(0.20, -0.18, 2.72), (0.225, -0.04, 2.68), (0.17, 0.08, 2.64), (0.0, 0.125, 2.62), (-0.17, 0.08, 2.64), (-0.225, -0.04, 2.68), (-0.20, -0.18, 2.72)], [0.03, 0.085, 0.115, 0.13, 0.115, 0.085, 0.03], [0.02, 0.05, 0.06, 0.065, 0.06, 0.05, 0.02], 6, C["copper"], "head", side=(0, 0, 1), crease_deg=50)]
    for s in (1, -1):
        out.append(loft([(s * 0.10, 0.13, 2.56), (s * 0.13, 0.26, 2.44), (s * 0.15, 0.37, 2.28), (s * 0.15, 0.40, 2.14)], [0.075, 0.085, 0.065, 0.012], None, 5, [C["copper"], C["copper"], C["copper"], C["copper_dark"]], "head", side=(1, 0, 0), crease_deg=40))
    return out


def eye(x: float) -> Piece:
    p = loft([(x, -0.345, 2.618), (x, -0.372, 2.617), (x, -0.386, 2.616)], [0.016, 0.033, 0.014], [0.012, 0.024, 0.010], 6, C["ember"], "head")
    p.glow = True
    return p


def teeth() -> list[Piece]:
    return [loft([(x, -0.44, 2.435), (x, -0.452, 2.375 + 0.02 * k)], [0.034, 0.030], [0.016, 0.014], 4, C["tusk"], "head", twist_deg=45) for k, x in enumerate((0.035, -0.035))]


def palm_clay() -> Clay:
    clay = Clay(0.028)
    skin = C["giant"]
    clay.add(ellipsoid((1.13, -0.05, 1.16), (0.115, 0.155, 0.145), turn(roll=-24)), 0.0, skin, "hand.L")
    clay.add(limb((1.08, -0.02, 1.28), (1.11, -0.04, 1.20), 0.112, 0.11), 0.04, skin, "hand.L")
    clay.add(limb((1.07, -0.13, 1.19), (1.06, -0.20, 1.10), 0.064, 0.054), 0.03, skin, "hand.L")
    return clay


def fingers(closed: bool) -> list[Piece]:
    skin, red = C["giant"], C["skin_red"]
    out = []
    for k in range(3):
        y = 0.065 - 0.105 * k
        if closed:
            path = [(1.19, y, 1.17), (1.245, y - 0.02, 1.10), (1.24, y - 0.03, 1.01), (1.16, y - 0.03, 0.985), (1.09, y - 0.03, 1.03)]
            wide, tone = [0.055, 0.062, 0.060, 0.056, 0.040], [skin, skin, red, skin, skin]
        else:
            path = [(1.18, y, 1.17), (1.24, y - 0.02, 1.08), (1.265, y - 0.04, 0.96), (1.24, y - 0.05, 0.86), (1.20, y - 0.055, 0.80)]
            wide, tone = [0.055, 0.062, 0.058, 0.052, 0.022], [skin, skin, red, skin, red]
        out.append(loft(path, wide, None, 6, tone, "hand.L", side=(0, 1, 0), crease_deg=80))
    tip = (1.17, -0.27, 1.06) if closed else (1.10, -0.27, 0.96)
    out.append(loft([(1.07, -0.16, 1.16), (1.06, -0.245, 1.10), (0.5 * (1.06 + tip[0]), -0.275, 0.5 * (1.10 + tip[2])), tip], [0.058, 0.062, 0.055, 0.026], None, 6, [skin, skin, red, skin], "hand.L", side=(0, 1, 0), crease_deg=80))
    return out


def far_hand_clay() -> Clay:
    clay = palm_clay()
    clay.add(limb((1.19, -0.04, 1.12), (1.22, -0.07, 0.94), 0.10, 0.07, (0.8, 1.5, 1)), 0.05, C["giant"], "hand.L")
    return clay


def foot_clay() -> Clay:
    """Wrapped in hide, the toes bare."""
    clay = Clay(0.030)
    clay.add(ellipsoid((0.312, 0.06, 0.125), (0.155, 0.18, 0.145)), 0.0, C["leather"], "foot.L")
    clay.add(ellipsoid((0.325, -0.11, 0.095), (0.165, 0.20, 0.105)), 0.07, C["leather"], "foot.L")
    for x, y, r in ((0.225, -0.285, 0.078), (0.335, -0.32, 0.066), (0.430, -0.275, 0.058)):
        clay.add(ellipsoid((x, y, 0.066), (r, r * 1.2, r * 0.86)), 0.025, C["giant"], "toe.L")
    clay.carve(block((0.3, -0.1, -0.30), (0.9, 0.9, 0.30), 0.0), 0.02)
    return clay


def pine(level: int) -> list[Piece]:
    """A young pine, torn out: trunk with a clod of roots, four skirts of branches, the top still on."""
    x, y, z = JOINTS["prop"][0]
    n = (9, 7, 5, 4)[level]
    at = lambda a, up=0.0, dx=0.0: (x + dx, y - a, z + up)
    stem = [(-0.155, 0.11, "leather_dark"), (-0.135, 0.13, "leather_dark"), (-0.09, 0.10, "wood"), (0.0, 0.082, "wood"), (0.5, 0.078, "wood"), (0.95, 0.07, "wood")]
    stem = stem if level < 2 else [stem[0], stem[2], stem[5]] if level == 2 else [stem[0], stem[5]]
    out = [loft([at(a, 0.02 * np.sin(5 * a)) for a, _, _ in stem], [r for _, r, _ in stem], None, (7, 6, 4, 3)[level], [C[t] for _, _, t in stem], "prop", side=(0, 0, 1), crease_deg=50, open_ends=level > 1, lids="first" if level > 1 else "")]
    skirts = ((0.62, 0.50, 0.50), (0.92, 0.43, 0.46), (1.22, 0.34, 0.42), (1.50, 0.24, 0.44))
    if level >= 2:
        skirts = ((0.62, 0.52, 0.62), (1.12, 0.40, 0.86)) if level == 2 else ((0.60, 0.56, 1.3),)
    for i, (a, r, long) in enumerate(skirts):
        m = n * 2 if level == 0 else n
        ang = 2 * np.pi * np.arange(m) / m + 0.4 * i
        # a ragged hem: every other branch longer and farther back
        odd = (np.arange(m) % 2) if level == 0 else np.zeros(m)
        hem = np.stack([x + r * (1 - 0.24 * odd) * np.cos(ang), np.full(m, y - a) - 0.10 * odd + (0.03 * np.sin(3 * ang)), z + r * (1 - 0.24 * odd) * np.sin(ang)], axis=1)
        inner = np.array([at(a + 0.14)])
        tip = np.array([at(a + long)])
        verts = np.concatenate([hem, tip, inner])
        faces = [(j, (j + 1) % m, m) for j in range(m)] + [((j + 1) % m, j, m + 1) for j in range(m)]
        tone = np.concatenate([np.where(odd[:, None] > 0, C["pine_dark"], C["pine"]), [C["pine"] * 1.25], [C["pine_dark"] * 0.6]])
        p = rigid(verts, faces, tone, "prop", 30)
        out.append(p)
    if level == 0:
        for a in (20, 95, 160, 230, 300):
            d = np.array([np.cos(np.radians(a)), 0, np.sin(np.radians(a))])
            base = np.array(at(-0.13))
            out.append(loft([base + d * 0.06, base + d * 0.15 + (0, 0.0, 0), base + d * 0.25 + (0, 0.02, 0)], [0.045, 0.034, 0.006], None, 4, [C["leather_dark"], C["wood"], C["wood_pale"]], "prop", side=(0, 1, 0.3), open_ends=True, crease_deg=50))
    return out


def wheel(level: int) -> list[Piece]:
    """A cartwheel worn as a shoulder piece: nothing else tells so soon how big he is."""
    c, n = np.array([0.50, 0.02, 2.305]), np.array([0.55, -0.30, 0.78])
    n /= np.linalg.norm(n)
    u = np.cross(n, (0, 0, 1.0))
    u /= np.linalg.norm(u)
    v = np.cross(n, u)
    m = (16, 10, 7, 5)[level]
    at = lambda a, r, o: c + r * (np.cos(a) * u + np.sin(a) * v) + n * o
    ring = lambda r, o, k: [at(2 * np.pi * j / k, r, o) for j in range(k)]
    out = []
    if level < 2:
        rows = [(0.25, 0.02), (0.25, 0.055), (0.335, 0.045), (0.335, 0.0)]
        verts = [p for r, o in rows for p in ring(r, o, m)]
        faces = [(i * m + j, i * m + (j + 1) % m, ((i + 1) % 4) * m + (j + 1) % m, ((i + 1) % 4) * m + j) for i in range(4) for j in range(m)]
        out.append(rigid(verts, [f[::-1] for f in faces], np.repeat([C["wood"], C["wood_pale"], C["iron"], C["iron_dark"]], m, axis=0), "shoulder.L", 40))
        for k in range(6 if level == 0 else 4):
            a = 2 * np.pi * k / (6 if level == 0 else 4)
            out.append(loft([at(a, 0.04, 0.035), at(a, 0.27, 0.035)], [0.028, 0.024], None, 4, C["wood_pale"], "shoulder.L", side=tuple(n), open_ends=True, crease_deg=40))
        hub = loft([c, c + n * 0.085, c + n * 0.10], [0.075, 0.062, 0.03], None, 7 if level == 0 else 5, [C["wood"], C["iron"], C["iron_dark"]], "shoulder.L", side=tuple(u), crease_deg=40)
        out.append(hub)
    else:
        verts = ring(0.335, 0.0, m) + [c + n * 0.07]
        out.append(rigid(verts, [((j + 1) % m, j, m) for j in range(m)], np.array([C["wood_pale"]] * m + [C["iron_dark"]]), "shoulder.L", 40))
    return out


def bell() -> list[Piece]:
    """A church bell at the belt: it rings when he walks."""
    z = [1.06, 1.05, 0.99, 0.90, 0.80, 0.755, 0.748]
    r = [0.02, 0.055, 0.075, 0.085, 0.115, 0.155, 0.135]
    tone = [C["brass"] * 0.8, C["brass"], C["brass"], C["brass"], C["brass"], C["brass"] * 1.15, C["iron_dark"]]
    p = loft([(0.13, -0.50 - 0.02 * i / 6, k) for i, k in enumerate(z)], r, None, 9, tone, "rag_front", crease_deg=50)
    return [p, loft([(0.13, -0.50, 1.16), (0.13, -0.515, 1.04)], [0.025, 0.025], None, 4, C["leather_dark"], "rag_front")]


def sack_clay() -> Clay:
    clay = Clay(0.034)
    cloth, dark = C["wool"], C["wool"] * 0.7
    clay.add(ellipsoid((-0.10, 0.46, 1.72), (0.34, 0.27, 0.38)), 0.0, cloth, "chest")
    clay.add(limb((-0.06, 0.44, 2.02), (0.0, 0.34, 2.26), 0.17, 0.08), 0.10, cloth, "chest")
    clay.add(ellipsoid((-0.22, 0.60, 1.56), (0.15, 0.13, 0.14)), 0.08, cloth, "chest")
    clay.paint(ellipsoid((-0.1, 0.5, 1.36), (0.5, 0.4, 0.14)), 0.14, dark)
    return clay


def caught() -> Piece:
    """Somebody looks out of the sack."""
    from skeleton import skull_clay

    p = sculpted(skull_clay(), 0.02, 70.0)
    p.colors = p.colors * [0.95, 0.9, 0.8]
    return p.moved(turn(pitch=6, yaw=150), (-0.21, 0.50, 1.04), 0.80, "chest")


def kilt(teeth: list[float], rows: int = 3, rim: bool = True) -> Piece:
    n = len(teeth)
    a = 2 * np.pi * np.arange(n + 1) / n
    grid, tones = [], []
    for i, v in enumerate(np.linspace(0.0, 1.0, rows)):
        t = np.array(teeth + teeth[:1]) if i == rows - 1 else 0.6 + 0.4 * np.array(teeth + teeth[:1])
        grid.append(np.stack([(0.465 + 0.08 * v) * np.cos(a), -0.02 + (0.445 + 0.075 * v) * np.sin(a), 1.19 - 0.46 * v * t], axis=1))
    shade = np.linspace(1.0, 0.7, rows)[:, None, None] * np.ones((rows, n + 1, 1)) * C["moss"]
    shade[:, ::4] = shade[:, ::4] * [1.25, 1.05, 0.8]  # patches
    return swaying_skirt(sheet(np.array(grid), shade, "hips", 0.03, rim), 1.19, 0.46, 0.0, -0.01)


def vest(cols: int, rows: int) -> Piece:
    """A sleeveless hide, open before the belly, laid on the trunk by walking in from outside."""
    clay = torso_clay()
    grid = np.zeros((rows, cols, 3))
    for i, v in enumerate(np.linspace(0, 1, rows)):
        for j, a in enumerate(np.radians(np.linspace(-52 - 8 * v, 232 + 8 * v, cols))):
            z = 2.25 - (0.86 + 0.07 * (j % 2) * (i == rows - 1)) * v - 0.10 * abs(np.cos(a)) * (1 - v)
            d = np.array([np.cos(a), np.sin(a), 0.0])
            c, far = np.array([0.0, 0.03, z]), 1.3
            for _ in range(50):
                far -= 0.7 * float(clay.at((c + d * far)[None])[0])
            grid[i, j] = c + d * (far + 0.030 + 0.03 * v)
    shade = np.linspace(1.0, 0.75, rows)[:, None, None] * np.ones((rows, cols, 1)) * C["vest"]
    piece = sheet(grid[:, ::-1], shade, "chest", 0.035)
    piece.weights = clay.weights(piece.verts, 0.08)
    return piece


def far_body_clay() -> Clay:
    """With the vest painted on, and open before the belly."""
    clay = body_clay()
    for s in clay.strokes[2:7]:
        s.color = C["vest"]
    clay.paint(ellipsoid((0, -0.52, 1.55), (0.24, 0.30, 0.60)), 0.10, C["giant"])
    return clay


def rope() -> Piece:
    """From the sack over the right shoulder to the belt."""
    clay = body_clay()
    pts = []
    for x, z in ((-0.02, 2.30), (-0.16, 2.31), (-0.24, 2.22), (-0.22, 2.0), (-0.12, 1.8), (0.02, 1.6), (0.16, 1.42), (0.28, 1.28)):
        p = np.array([x, -1.2 if z < 2.25 else 0.02, z if z < 2.25 else 2.8])
        d = np.array([0, 1.0, 0]) if z < 2.25 else np.array([0, 0, -1.0])
        for _ in range(60):
            p = p + d * 0.7 * float(clay.at(p[None])[0])
        pts.append(p - d * 0.025)
    piece = loft(pts, [0.042] * len(pts), None, 5, C["wood_pale"] * 0.8, "chest", side=(1, 0, 0), crease_deg=70)
    piece.weights = clay.weights(piece.verts, 0.08)
    return piece


def far_parts() -> list[Part]:
    J = JOINTS
    skin, dark = C["giant"], C["giant_dark"]
    trunk = loft([(0, 0.0, 0.74), (0, -0.06, 1.30), (0, 0.05, 2.30)], [0.54, 0.50, 0.56], [0.52, 0.46, 0.36], 4, [C["moss"], skin, C["vest"]], ["hips", "spine", "chest"], twist_deg=45, open_ends=True, crease_deg=80, lids="last")
    head = loft([(0, -0.50, 1.70), (0, -0.32, 2.40), (0, -0.20, 2.64), (0, -0.12, 2.88)], [0.06, 0.25, 0.23, 0.05], [0.05, 0.20, 0.23, 0.05], 4, [C["copper_dark"], C["copper"], skin, skin], ["jaw", "jaw", "head", "head"], twist_deg=45, open_ends=True, crease_deg=80)
    arm = loft([(0.40, 0.05, 2.24), (0.84, 0.06, 1.66), (1.21, -0.07, 1.0)], [0.19, 0.15, 0.15], None, 3, [skin, skin, dark], ["arm.L", "forearm.L", "hand.L"], side=(0, 1, 0), open_ends=True, crease_deg=80, lids="both")
    leg = loft([(0.25, 0.04, 1.05), (0.33, -0.06, 0.0)], [0.23, 0.24], [0.23, 0.30], 3, [skin, C["leather"]], ["thigh.L", "foot.L"], twist_deg=-90, open_ends=True, crease_deg=80)
    return [only(3, p) for p in (trunk, head, arm, arm.mirrored(), leg, leg.mirrored(), *pine(3))]


def parts() -> list[Part]:
    made = lambda clay, soft=0.03: sculpted(clay, soft, 80)
    out = [Part(made(body_clay(), 0.075), (480, 160, 0, 0)), only(0, vest(15, 4)), only(1, vest(9, 3)), Part(made(head_clay()), (240, 84, 0, 0)), Part(made(beard_clay()), (180, 60, 0, 0))]
    out.append(whole([far_body_clay(), head_clay(), foot_clay(), foot_clay().mirrored(), far_hand_clay(), far_hand_clay().mirrored()], 0.042, 0.065, 168))
    out.append(only(2, loft([(0, -0.58, 1.68), (0, -0.46, 2.02), (0, -0.36, 2.36), (0, -0.34, 2.50)], [0.03, 0.16, 0.23, 0.19], [0.03, 0.10, 0.16, 0.10], 5, [C["copper_dark"], C["copper"], C["copper"], C["copper"]], "jaw", open_ends=True, crease_deg=70)))
    out += [Part(m, (36, 12, 0, 0)) for m in moustache()] + [Part(h, (56, 20, 8, 0) if i == 0 else (34, 10, 0, 0)) for i, h in enumerate(hair())]
    out += [Part(eye(s * 0.092), (24, 8, 0, 0)) for s in (1, -1)] + [Part(t, (12, 0, 0, 0)) for t in teeth()]
    out += eyes((0.095, -0.400, 2.618), 0.048, 0.030, C["ember"]) + eyes((0.10, -0.455, 2.60), 0.06, 0.04, C["ember"], level=3)
    p = made(palm_clay())
    out += [Part(p, (60, 20, 0, 0)), Part(p.mirrored(), (60, 20, 0, 0))]
    out += [Part(f, (36, 9, 0, 0)) for f in fingers(False)] + [Part(f.mirrored(), (36, 9, 0, 0)) for f in fingers(True)]
    p = made(foot_clay())
    out += [Part(p, (90, 28, 0, 0)), Part(p.mirrored(), (90, 28, 0, 0))]
    for level in (0, 1, 2):
        out += [only(level, q) for q in pine(level) + wheel(level)]
    out += [Part(b, t) for b, t in zip(bell(), ((None, 30, 0, 0), (None, 0, 0, 0)))]
    out += [Part(made(sack_clay(), 0.08), (120, 44, 18, 0)), Part(caught(), (110, 34, 0, 0)), Part(rope(), (None, 32, 0, 0))]
    hem = [1.0, 0.8, 1.05, 0.85, 1.0, 0.78, 1.1, 0.86, 1.0, 0.8, 1.05, 0.85]
    out += [only(0, kilt(hem)), only(1, kilt(hem), 52), only(2, kilt([1.0, 0.85, 1.0, 0.85, 1.0, 0.9], 2, False))]
    out += hoops((0, -0.025, 1.20), 0.450, 0.440, 0.075, 0.035, 16, C["leather_dark"], "hips", turn(pitch=5), near_tris=96, far=False)
    for side in (".L", ".R"):
        s = 1 if side == ".L" else -1
        out += hoops((s * 1.0, 0.01, 1.40), 0.135, 0.135, 0.095, 0.022, 10, C["leather"], "forearm" + side, turn(roll=-s * 32), near_tris=56, far=False)
        out += hoops((s * 0.305, 0.045, 0.27), 0.148, 0.150, 0.060, 0.024, 10, C["leather_dark"], "shin" + side, near_tris=56, far=False)
    out += far_parts()
    return [Part(q.piece.moved(None, (0, 0, 0), GROWN), q.tris) for q in out]


def body(rig: Rig) -> Body:
    walk = Gait(frames=64, speed_mps=0.9, stance=0.62, lift_m=0.34, toe_off_deg=26, heel_strike_deg=15, bob_m=0.07, sink_m=0.22, sway_m=0.16,
                lean_deg=6, twist_deg=9, roll_deg=5, arm_swing_deg=18, elbow_deg=8, nod_deg=4)
    run = Gait(frames=40, speed_mps=2.0, stance=0.44, lift_m=0.46, toe_off_deg=34, heel_strike_deg=10, bob_m=-0.07, sink_m=0.24, sway_m=0.10,
               lean_deg=14, twist_deg=12, roll_deg=5, arm_swing_deg=28, elbow_deg=28, nod_deg=5)
    g = GROWN
    return Body(rig, heel=(0.312 * g, 0.235 * g, 0.0), stance_x=0.05, arm_hang=(0, 14, 0), forearm_hang=(-18, 8, 0),
                weapon_arm=(0, -16, 0), weapon_forearm=(-46, -6, 0), weapon_hand=(-14, 0, 0), hunch=9, tempo=2.0, walk=walk, run=run, idle_frames=110, rattle=0.25, fold=0.7)


def figure() -> Figure:
    rig = Rig.of({n: tuple(np.array(p) * GROWN for p in ends) for n, ends in JOINTS.items()}, HEIGHT_M)
    return Figure("giant", rig, parts(), all_clips(body(rig), kick, throw))
