"""The raider: a broad man from over the sea, horned helmet, beard, a great round shield before him and an axe. 1.85 m, 2.0 with horns."""
from __future__ import annotations

import numpy as np

from clips import Body, Gait, idle
from deeds import all_clips
from kit.field import Clay, block, ellipsoid, limb, turn
from kit.figure import Figure, Part, carried, eyes, hoops, only, whole
from kit.mesh import Piece, hung, loft, rigid, sculpted, sheet, swaying_skirt
from kit.paint import PALETTE as C
from kit.rig import Rig

HEIGHT_M = 1.85

JOINTS = {
    "root": ((0, 0, 0), (0, 0, 0.2)),
    "hips": ((0, 0.02, 0.80), (0, 0.02, 0.93)),
    "spine": ((0, 0.04, 0.93), (0, 0.05, 1.10)),
    "chest": ((0, 0.05, 1.10), (0, 0.03, 1.38)),
    "head": ((0, 0.0, 1.42), (0, -0.02, 1.86)),
    "jaw": ((0, -0.05, 1.50), (0, -0.20, 1.44)),
    "shoulder.L": ((0.06, 0.03, 1.36), (0.25, 0.04, 1.35)),
    "arm.L": ((0.275, 0.04, 1.33), (0.45, 0.06, 1.11)),
    "forearm.L": ((0.45, 0.06, 1.11), (0.60, 0.01, 0.91)),
    "hand.L": ((0.60, 0.01, 0.91), (0.67, -0.02, 0.80)),
    "prop": ((-0.655, -0.02, 0.835), (-0.655, -0.32, 0.835)),
    "thigh.L": ((0.125, 0.02, 0.78), (0.15, -0.01, 0.45)),
    "shin.L": ((0.15, -0.01, 0.45), (0.16, 0.03, 0.10)),
    "foot.L": ((0.16, 0.03, 0.10), (0.17, -0.12, 0.04)),
    "toe.L": ((0.17, -0.125, 0.045), (0.175, -0.24, 0.03)),
    "cape": ((0, 0.19, 1.36), (0, 0.25, 1.12)),
    "cape_tip": ((0, 0.25, 1.12), (0, 0.26, 0.86)),
    "rag_front": ((0, -0.17, 0.84), (0, -0.20, 0.52)),
    "rag_back": ((0, 0.19, 0.84), (0, 0.23, 0.52)),
}


def body_clay() -> Clay:
    clay = Clay(0.024)
    tunic, dark, hose, boot = C["madder"], C["madder_dark"], C["wool"], C["leather"]
    clay.add(ellipsoid((0, 0.03, 0.83), (0.215, 0.175, 0.15)), 0.0, tunic, "hips")
    clay.add(ellipsoid((0, 0.0, 0.98), (0.225, 0.195, 0.17)), 0.06, tunic, "spine")
    clay.add(ellipsoid((0, 0.04, 1.20), (0.265, 0.195, 0.22)), 0.09, tunic, "chest")
    clay.add(ellipsoid((0.245, 0.04, 1.33), (0.125, 0.125, 0.115)), 0.06, tunic, "shoulder.L", mirror=True)
    clay.add(limb((0.28, 0.04, 1.31), (0.44, 0.06, 1.12), 0.098, 0.076), 0.04, tunic, "arm.L", mirror=True)
    clay.add(limb((0.45, 0.058, 1.10), (0.60, 0.012, 0.91), 0.080, 0.066), 0.03, C["skin"], "forearm.L", mirror=True)
    clay.add(ellipsoid((0.50, 0.045, 1.04), (0.082, 0.085, 0.10), turn(roll=-38)), 0.03, C["skin"], "forearm.L", mirror=True)
    clay.add(limb((0.13, 0.02, 0.74), (0.15, -0.01, 0.47), 0.118, 0.090), 0.05, hose, "thigh.L", mirror=True)
    clay.add(limb((0.15, -0.01, 0.45), (0.16, 0.028, 0.13), 0.092, 0.074), 0.03, hose, "shin.L", mirror=True)
    clay.add(limb((0.155, 0.008, 0.33), (0.16, 0.03, 0.10), 0.100, 0.088), 0.012, boot, "shin.L", mirror=True)
    clay.add(limb((0, 0.03, 1.36), (0, 0.0, 1.50), 0.11, 0.10), 0.05, C["skin_red"], "chest")
    clay.paint(ellipsoid((0, 0.0, 0.76), (0.3, 0.3, 0.05)), 0.05, dark)
    return clay


def boot_clay() -> Clay:
    clay = Clay(0.020)
    clay.add(ellipsoid((0.16, 0.045, 0.085), (0.088, 0.105, 0.095)), 0.0, C["leather"], "foot.L")
    clay.add(ellipsoid((0.168, -0.07, 0.065), (0.088, 0.12, 0.070)), 0.04, C["leather"], "foot.L")
    clay.add(ellipsoid((0.173, -0.17, 0.055), (0.090, 0.095, 0.060)), 0.03, C["leather_dark"], "toe.L")
    clay.carve(block((0.16, 0, -0.3), (1.0, 1.0, 0.30), 0.0), 0.01)
    return clay


def hand_clay() -> Clay:
    clay = Clay(0.017)
    skin, red = C["skin"], C["skin_red"]
    clay.add(ellipsoid((0.632, -0.005, 0.855), (0.060, 0.080, 0.068), turn(roll=-30)), 0.0, skin, "hand.L")
    for k in range(3):
        y = 0.045 - 0.052 * k
        clay.add(limb((0.678, y, 0.825), (0.676, y - 0.005, 0.775), 0.034, 0.032), 0.012, red, "hand.L")
        clay.add(limb((0.676, y - 0.005, 0.775), (0.615, y - 0.005, 0.785), 0.032, 0.028), 0.012, skin, "hand.L")
    clay.add(limb((0.60, -0.06, 0.865), (0.61, -0.105, 0.80), 0.036, 0.028), 0.014, skin, "hand.L")
    return clay


def head_clay() -> Clay:
    clay = Clay(0.0165)
    skin, red = C["skin"], C["skin_red"]
    clay.add(ellipsoid((0, -0.02, 1.64), (0.165, 0.175, 0.185)), 0.0, skin, "head")
    clay.add(ellipsoid((0, -0.09, 1.55), (0.135, 0.11, 0.10)), 0.05, skin, "head")
    clay.add(ellipsoid((0, 0.06, 1.58), (0.168, 0.135, 0.165)), 0.02, C["beard"], "head")
    clay.add(ellipsoid((0.085, -0.145, 1.575), (0.062, 0.055, 0.050)), 0.03, red, "head", mirror=True)
    clay.add(ellipsoid((0, -0.215, 1.60), (0.044, 0.055, 0.045)), 0.025, red, "head")
    clay.carve(ellipsoid((0.072, -0.20, 1.645), (0.050, 0.045, 0.030)), 0.015, C["socket"], mirror=True)
    return clay


def beard_clay() -> Clay:
    clay = Clay(0.0165)
    hair = C["beard"]
    clay.add(ellipsoid((0, -0.12, 1.475), (0.150, 0.105, 0.085)), 0.0, hair, "jaw")
    clay.add(limb((0.155, -0.02, 1.62), (0.13, -0.08, 1.48), 0.035, 0.060), 0.05, hair, "jaw", mirror=True)
    clay.add(limb((0, -0.17, 1.45), (0, -0.215, 1.30), 0.095, 0.035), 0.05, hair, "jaw")
    clay.add(limb((0.075, -0.16, 1.44), (0.075, -0.195, 1.345), 0.055, 0.026), 0.03, hair, "jaw", mirror=True)
    return clay


def moustache() -> Piece:
    return loft([(-0.125, -0.185, 1.515), (-0.06, -0.215, 1.550), (0, -0.228, 1.555), (0.06, -0.215, 1.550), (0.125, -0.185, 1.515)], [0.008, 0.034, 0.028, 0.034, 0.008], [0.008, 0.026, 0.024, 0.026, 0.008], 5, C["beard"] * 0.85, "head", side=(0, 0, 1), crease_deg=60)


def helmet(segments: int, rings: int) -> list[Piece]:
    """An iron cap with a rim, a nose guard and a ridge; two horns that curve up, and are the outline."""
    z = [1.655, 1.70, 1.705, 1.78, 1.84, 1.875]
    r = [0.192, 0.192, 0.180, 0.158, 0.098, 0.012]
    tone = [C["brass"] * 0.8, C["brass"] * 0.8, C["iron"], C["iron"], C["iron"], C["edge"]]
    pick = range(6) if rings == 6 else (0, 3, 5)
    cap = loft([(0, -0.012 + 0.03 * (k > 3), z[k]) for k in pick], [r[k] for k in pick], [r[k] * 1.06 for k in pick], segments, [tone[k] for k in pick], "head", crease_deg=38, open_ends=True)
    guard = loft([(0, -0.205, 1.72), (0, -0.228, 1.66), (0, -0.250, 1.585)], [0.030, 0.028, 0.020], [0.014, 0.014, 0.010], 4, [C["brass"] * 0.8, C["iron"], C["iron"]], "head", twist_deg=45, crease_deg=30)
    return [cap, guard]


def horn(segments: int = 6, rings: int = 5) -> Piece:
    path = np.array([(0.155, -0.02, 1.735), (0.25, -0.025, 1.745), (0.335, -0.03, 1.80), (0.37, -0.035, 1.90), (0.335, -0.05, 2.01)])
    wide = np.array([0.066, 0.060, 0.050, 0.034, 0.006])
    tone = np.array([C["leather_dark"], C["bone_old"], C["tusk"], C["tusk"], C["chalk"]])
    pick = [0, 1, 2, 3, 4] if rings == 5 else [0, 4]
    return loft(path[pick], wide[pick], None, segments, tone[pick], "head", side=(0, 1, 0), crease_deg=70, open_ends=rings < 5)


def shield_world(segments: int, level: int) -> list[Piece]:
    """Built where it is held in idle: standing before the left side, looking forward and a little outward."""
    c = np.array([0.27, -0.46, 1.00])
    n = np.array([0.34, -0.93, 0.10])
    n /= np.linalg.norm(n)
    # The face is a fan of sectors, each with its own vertices, so that chalk and madder keep a clean border.
    up = np.array([0.0, 0.0, 1.0]) - n * n[2]
    up /= np.linalg.norm(up)
    right = np.cross(n, up)
    at = lambda a, r, out: c + r * (np.cos(a) * right + np.sin(a) * up) + n * out
    verts, faces, colors = [], [], []
    for k in range(segments):
        a0, a1 = 2 * np.pi * (k + 0.5) / segments, 2 * np.pi * (k + 1.5) / segments
        tone = C["madder"] if (k * 8 // segments) % 2 else C["chalk"]
        m = len(verts)
        verts += [at(a0, 0.10, 0.035), at(a0, 0.395, 0.0), at(a1, 0.395, 0.0), at(a1, 0.10, 0.035)]
        colors += [tone] * 4
        faces.append((m, m + 1, m + 2, m + 3))
    out = [rigid(verts, faces, np.array(colors) * 0.85, "forearm.L", 40)]
    out[0].glow = True
    if level == 0:
        steps = [(0.385, 0.006, "iron"), (0.405, 0.018, "edge"), (0.43, 0.004, "iron"), (0.42, -0.03, "iron_dark"), (0.38, -0.022, "wood")]
    else:
        steps = [(0.385, 0.006, "iron"), (0.43, 0.0, "iron"), (0.40, -0.025, "wood")][: 3 if level == 1 else 2]
    n_rings = len(steps)
    ring = [at(2 * np.pi * (k + 0.5) / segments, r, o) for r, o, _ in steps for k in range(segments)]
    faces = [(i * segments + j, (i + 1) * segments + j, (i + 1) * segments + (j + 1) % segments, i * segments + (j + 1) % segments) for i in range(n_rings - 1) for j in range(segments)]
    back = (n_rings - 1) * segments
    faces += [(back, back + j, back + j + 1) for j in range(1, segments - 1)]
    out.append(rigid(ring, faces, np.repeat([C[tone] for _, _, tone in steps], segments, axis=0), "forearm.L", 40))
    out[1].glow = True
    boss = [(0.125, 0.025), (0.105, 0.06), (0.06, 0.10), (0.004, 0.115)] if level == 0 else [(0.12, 0.03), (0.07, 0.09), (0.004, 0.11)][:: 1 if level == 1 else 2]
    m = (8, 6, 5)[level]
    bv = [at(2 * np.pi * k / m, r, o) for r, o in boss for k in range(m)]
    bf = [(i * m + j, i * m + (j + 1) % m, (i + 1) * m + (j + 1) % m, (i + 1) * m + j) for i in range(len(boss) - 1) for j in range(m)]
    out.append(rigid(bv, [f[::-1] for f in bf], np.repeat([C["iron_dark"], C["iron"], C["iron"], C["edge"]][-len(boss):], m, axis=0), "forearm.L", 40))
    return out


def axe() -> list[Piece]:
    x, y, z = JOINTS["prop"][0]
    haft = loft([(x, y + a, z + b) for a, b in ((0.24, -0.01), (0.22, -0.01), (0.0, 0), (-0.3, 0.005), (-0.60, 0.0), (-0.64, 0.0))], [0.016, 0.028, 0.025, 0.024, 0.026, 0.02], None, 6, [C["wood_pale"], C["wood_pale"], C["leather_dark"], C["wood"], C["wood"], C["wood_pale"]], "prop", side=(0, 0, 1), crease_deg=50)
    # The blade hangs below the haft: flat plate with a bearded edge.
    flat = np.array([(-0.44, 0.05), (-0.585, 0.055), (-0.595, -0.05), (-0.70, -0.20), (-0.60, -0.285), (-0.47, -0.275), (-0.36, -0.20), (-0.46, -0.06)])
    v = [(x + s * (0.024 if i in (0, 1, 2, 7) else 0.006), y + a, z + b) for s in (-1, 1) for i, (a, b) in enumerate(flat)]
    n = len(flat)
    mid = [(x + s * 0.020, y - 0.53, z - 0.11) for s in (-1, 1)]
    v += mid
    faces = [(n + i, n + (i + 1) % n, 2 * n + 1) for i in range(n)] + [((i + 1) % n, i, 2 * n) for i in range(n)] + [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    tone = [C["iron_dark"], C["iron_dark"], C["iron"], C["edge"], C["edge"], C["edge"], C["edge"], C["iron"]]
    return [haft, rigid(v, faces, np.array(tone * 2 + [C["iron"]] * 2), "prop", 25)]


def skirt(teeth: list[float], rows: int = 3, rim: bool = True) -> Piece:
    n = len(teeth)
    a = 2 * np.pi * np.arange(n + 1) / n
    grid = []
    for i, v in enumerate(np.linspace(0.0, 1.0, rows)):
        t = np.array(teeth + teeth[:1])
        grid.append(np.stack([(0.215 + 0.06 * v) * np.cos(a), 0.02 + (0.185 + 0.065 * v) * np.sin(a), 0.86 - 0.30 * v * (t if i == rows - 1 else 0 * t + 1.0)], axis=1))
    shade = np.array([1.0, 0.8, 0.9])[[0, 1, 2] if rows == 3 else [0, 2]][:, None, None] * np.ones((rows, n + 1, 1)) * C["madder"]
    return swaying_skirt(sheet(np.array(grid), shade, "hips", 0.018, rim), 0.86, 0.30, 0.0, 0.02)


def pelt(teeth: list[float], rows: int = 4, rim: bool = True) -> Piece:
    """A wolf's skin down the back."""
    a = np.radians(np.linspace(20, 160, len(teeth)))
    grid = []
    for i, v in enumerate(np.linspace(0.0, 1.0, rows)):
        t = np.array(teeth) if i == rows - 1 else 0.5 + 0.5 * np.array(teeth)
        grid.append(np.stack([(0.30 + 0.02 * v) * np.cos(a), 0.05 + (0.19 + 0.06 * v) * np.sin(a), 1.43 - 0.04 * np.abs(np.cos(a)) - 0.60 * v * t], axis=1))
    shade = np.linspace(1.0, 0.7, rows)[:, None, None] * np.ones((rows, len(teeth), 1)) * C["pelt"]
    return hung(sheet(np.array(grid)[:, ::-1], shade, "chest", 0.03, rim), 1.43, 0.62, "chest", "cape", "cape_tip")


def fur(count: int, segments: int) -> list[Piece]:
    """Tufts of the collar, all round the shoulders."""
    out = []
    for k in range(count):
        a = 2 * np.pi * (k + 0.5) / count
        d = np.array([np.cos(a), np.sin(a), 0.0])
        base = np.array([0.17 * d[0], 0.025 + 0.155 * d[1], 1.43])
        tip = np.array([0.31 * d[0], 0.03 + 0.26 * d[1], 1.335 - 0.022 * (k % 2)])
        w = 2.6 / count
        out.append(loft([base, 0.5 * (base + tip) + (0, 0, 0.035), tip], [0.20 * w, 0.27 * w, 0.02], [0.03, 0.042, 0.006], segments, [C["pelt"] * 1.25, C["pelt"] * 1.15, C["pelt"] * 0.7], "chest", side=np.cross(d, (0, 0, 1)), open_ends=True, crease_deg=40))
    return out


def far_parts(rig: Rig, at_idle) -> list[Part]:
    J = JOINTS
    trunk = loft([(0, 0.02, 0.52), (0, 0.0, 0.90), (0, 0.04, 1.45)], [0.27, 0.23, 0.30], [0.24, 0.20, 0.20], 4, [C["madder"], C["madder"], C["pelt"]], ["hips", "spine", "chest"], twist_deg=45, open_ends=True, crease_deg=80, lids="last")
    head = loft([(0, -0.16, 1.30), (0, -0.10, 1.55), (0, -0.03, 1.72), (0, 0.0, 1.88)], [0.05, 0.16, 0.20, 0.02], [0.04, 0.16, 0.20, 0.02], 4, [C["beard"], C["beard"], C["iron"], C["iron"]], "head", twist_deg=45, open_ends=True, crease_deg=80)
    spike = loft([(0.16, -0.02, 1.72), (0.38, -0.04, 2.0)], [0.075, 0.006], None, 3, C["tusk"], "head", side=(0, 1, 0), open_ends=True, crease_deg=80)
    arm = loft([(0.24, 0.04, 1.36), (0.66, -0.02, 0.80)], [0.10, 0.07], None, 3, [C["madder"], C["skin"]], ["arm.L", "hand.L"], side=(0, 1, 0), open_ends=True, crease_deg=80, lids="both")
    leg = loft([(0.14, 0.02, 0.70), (0.17, -0.06, 0.0)], [0.10, 0.12], [0.10, 0.15], 3, [C["wool"], C["leather"]], ["thigh.L", "foot.L"], twist_deg=-90, open_ends=True, crease_deg=80)
    x, y, z = J["prop"][0]
    stick = loft([(x, y + 0.2, z), (x, y - 0.62, z)], [0.03, 0.03], None, 3, C["wood"], "prop", side=(0, 0, 1), open_ends=True, crease_deg=80)
    blade = rigid([(x, y - 0.42, z), (x, y - 0.60, z), (x, y - 0.68, z - 0.25), (x, y - 0.40, z - 0.26)], [(0, 1, 2, 3), (3, 2, 1, 0)], C["edge"], "prop")
    blade.verts = np.concatenate([blade.verts, blade.verts + (0.012, 0, 0)])
    blade.faces, blade.colors, blade.weights = [(0, 1, 2, 3), (7, 6, 5, 4)], np.concatenate([blade.colors] * 2), {"prop": np.ones(8)}
    v = shield_world(6, 2)[1].verts
    hub = v[:6].mean(axis=0)
    fan = np.concatenate([[v[6 + j], hub, v[6 + (j + 1) % 6]] for j in range(6)] + [v[6:12]])
    tone = np.repeat([C["madder"], C["chalk"]] * 3, 3, axis=0) * 0.85
    disc = rigid(fan, [(3 * j, 3 * j + 1, 3 * j + 2) for j in range(6)] + [(18, 19, 20, 21), (18, 21, 22, 23)], np.concatenate([tone, np.tile(C["wood"], (6, 1))]), "forearm.L", 60)
    disc.glow = True
    disc = carried(disc, rig, at_idle, "forearm.L")
    return [only(3, p) for p in (trunk, head, spike, spike.mirrored(), arm, arm.mirrored(), leg, leg.mirrored(), stick, blade, disc)]


def parts(rig: Rig, at_idle) -> list[Part]:
    made = lambda clay, soft=0.024: sculpted(clay, soft, 80)
    out = [Part(made(body_clay(), 0.035), (520, 170, 0, 0)), Part(made(head_clay()), (180, 60, 0, 0)), Part(made(beard_clay()), (150, 50, 0, 0)), Part(moustache(), (None, 16, 0, 0))]
    out.append(whole([body_clay(), head_clay(), beard_clay(), boot_clay(), boot_clay().mirrored(), hand_clay(), hand_clay().mirrored()], 0.024, 0.032, 132))
    for clay, tris in ((boot_clay(), (84, 28, 0, 0)), (hand_clay(), (110, 30, 0, 0))):
        p = made(clay)
        out += [Part(p, tris), Part(p.mirrored(), tris)]
    out += [only(0, p) for p in helmet(12, 6)] + [only(1, p) for p in helmet(8, 6)] + [only(2, helmet(6, 4)[0])]
    for level, args in ((0, (6, 5)), (1, (5, 5)), (2, (3, 2))):
        out += [only(level, horn(*args)), only(level, horn(*args).mirrored())]
    for s in (1, -1):
        p = loft([(s * 0.072, -0.178, 1.642), (s * 0.072, -0.198, 1.642), (s * 0.072, -0.206, 1.642)], [0.012, 0.026, 0.010], [0.010, 0.017, 0.008], 6, C["ember"], "head")
        p.glow = True
        out.append(Part(p, (24, 8, 0, 0)))
    out += eyes((0.075, -0.212, 1.635), 0.034, 0.020, C["ember"])
    for level, n in ((0, 16), (1, 16), (2, 8)):
        out += [only(level, carried(p, rig, at_idle, "forearm.L")) for p in shield_world(n, level)]
    out += [Part(p, t) for p, t in zip(axe(), ((60, 20, 0, 0), (None, 26, 0, 0)))]
    x, y, z = JOINTS["prop"][0]
    out.append(only(2, loft([(x, y + 0.22, z), (x, y - 0.64, z)], [0.026, 0.026], None, 3, C["wood"], "prop", side=(0, 0, 1), open_ends=True, lids="both")))
    out.append(only(2, loft([(x, y - 0.53, z + 0.05), (x, y - 0.53, z - 0.06), (x, y - 0.54, z - 0.27)], [0.06, 0.06, 0.17], [0.022, 0.022, 0.004], 4, [C["iron_dark"], C["iron"], C["edge"]], "prop", side=(0, 1, 0), open_ends=True, lids="first", crease_deg=30)))
    teeth = [1.0, 0.85, 1.05, 0.9, 1.0, 0.88, 1.06, 0.9, 1.0, 0.85]
    out += [only(0, skirt(teeth)), only(1, skirt(teeth), 44), only(2, skirt([1.0] * 6, 2, False))]
    hem = [0.7, 0.95, 0.75, 1.05, 0.8, 0.95, 0.65]
    out += [only(0, pelt(hem)), only(1, pelt(hem), 40), only(2, pelt([0.75, 1.0, 0.75], 3, False))]
    out += [only(0, p) for p in fur(13, 4)] + [only(1, p) for p in fur(7, 3)]
    out += hoops((0, 0.03, 1.40), 0.17, 0.155, 0.05, 0.03, 8, C["pelt"] * 1.2, "chest", flare=1.55)[2:]
    out += hoops((0, 0.015, 0.865), 0.214, 0.188, 0.036, 0.022, 14, C["leather_dark"], "hips", near_tris=84)
    buckle = loft([(0, -0.195, 0.865), (0, -0.225, 0.865), (0, -0.232, 0.865)], [0.045, 0.045, 0.02], [0.05, 0.05, 0.02], 4, [C["brass"], C["brass"], C["iron_dark"]], "hips", side=(1, 0, 0), twist_deg=45, crease_deg=30)
    out.append(Part(buckle, (None, 8, 0, 0)))
    for side in (".L", ".R"):
        s = 1 if side == ".L" else -1
        out += hoops((s * 0.545, 0.032, 0.985), 0.074, 0.074, 0.062, 0.014, 8, C["leather"], "forearm" + side, turn(roll=-s * 37), near_tris=40, far=False)
        out += hoops((s * 0.158, 0.012, 0.335), 0.096, 0.098, 0.030, 0.022, 8, C["pelt"] * 1.2, "shin" + side, near_tris=40, far=False)
    return out + far_parts(rig, at_idle)


def body(rig: Rig) -> Body:
    walk = Gait(frames=20, speed_mps=1.8, stance=0.54, lift_m=0.10, toe_off_deg=34, heel_strike_deg=18, bob_m=0.022, sink_m=0.085, sway_m=0.03,
                lean_deg=9, twist_deg=7, roll_deg=4, arm_swing_deg=10, elbow_deg=6, nod_deg=3)
    run = Gait(frames=15, speed_mps=3.6, stance=0.34, lift_m=0.17, toe_off_deg=48, heel_strike_deg=10, bob_m=-0.03, sink_m=0.085, sway_m=0.016,
               lean_deg=20, twist_deg=9, roll_deg=4, arm_swing_deg=18, elbow_deg=14, nod_deg=5)
    return Body(rig, heel=(0.16, 0.145, 0.0), stance_x=0.02, arm_hang=(-24, 22, 0), forearm_hang=(-66, 34, 0),
                weapon_arm=(2, -22, 0), weapon_forearm=(-58, 0, 0), weapon_hand=(-14, 0, 0), hunch=12, tempo=1.12, walk=walk, run=run, idle_frames=66, rattle=0.3, flail=0.35)


def figure() -> Figure:
    rig = Rig.of(JOINTS, HEIGHT_M)
    b = body(rig)
    return Figure("raider", rig, parts(rig, idle(b).sample(0.0)), all_clips(b))
