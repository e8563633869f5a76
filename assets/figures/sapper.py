"""The sapper: a mole of a man under a pointed saffron hood, goggles, a keg as big as himself on his back and a burning linstock. 1.35 m."""
from __future__ import annotations

import numpy as np

from clips import Body, Gait
from deeds import all_clips
from kit.field import Clay, block, ellipsoid, limb, turn
from kit.figure import Figure, Part, eyes, hoops, only, whole
from kit.mesh import Piece, loft, rigid, sculpted, sheet, swaying_skirt
from kit.paint import PALETTE as C
from kit.rig import Rig

HEIGHT_M = 1.35

JOINTS = {
    "root": ((0, 0, 0), (0, 0, 0.18)),
    "hips": ((0, 0.0, 0.50), (0, 0.0, 0.60)),
    "spine": ((0, 0.01, 0.60), (0, 0.03, 0.74)),
    "chest": ((0, 0.03, 0.74), (0, -0.01, 0.94)),
    "head": ((0, -0.06, 0.96), (0, -0.12, 1.33)),
    "jaw": ((0, -0.12, 1.02), (0, -0.26, 0.96)),
    "shoulder.L": ((0.04, 0.0, 0.92), (0.17, 0.0, 0.91)),
    "arm.L": ((0.19, 0.0, 0.90), (0.32, 0.0, 0.74)),
    "forearm.L": ((0.32, 0.0, 0.74), (0.43, -0.04, 0.58)),
    "hand.L": ((0.43, -0.04, 0.58), (0.49, -0.06, 0.48)),
    "prop": ((-0.475, -0.06, 0.515), (-0.475, -0.30, 0.515)),
    "thigh.L": ((0.105, 0.0, 0.49), (0.13, -0.04, 0.28)),
    "shin.L": ((0.13, -0.04, 0.28), (0.14, 0.02, 0.08)),
    "foot.L": ((0.14, 0.02, 0.08), (0.15, -0.12, 0.035)),
    "toe.L": ((0.15, -0.125, 0.04), (0.155, -0.23, 0.03)),
    "rag_front": ((0, -0.17, 0.54), (0, -0.21, 0.32)),
    "rag_back": ((0, 0.17, 0.54), (0, 0.21, 0.32)),
}
KEG = np.array([0.0, 0.345, 0.93])
KEG_TILT = turn(pitch=-9)


def body_clay() -> Clay:
    clay = Clay(0.020)
    coat, dark, fur = C["coat"], C["coat"] * 0.6, C["mole"]
    clay.add(ellipsoid((0, 0.0, 0.52), (0.180, 0.150, 0.12)), 0.0, coat, "hips")
    clay.add(ellipsoid((0, -0.02, 0.63), (0.190, 0.175, 0.14)), 0.05, coat, "spine")
    clay.add(ellipsoid((0, 0.01, 0.82), (0.190, 0.145, 0.16)), 0.07, coat, "chest")
    clay.add(ellipsoid((0.165, 0.0, 0.89), (0.085, 0.085, 0.08)), 0.04, coat, "shoulder.L", mirror=True)
    clay.add(limb((0.19, 0.0, 0.89), (0.32, 0.0, 0.745), 0.074, 0.060), 0.03, coat, "arm.L", mirror=True)
    clay.add(limb((0.32, 0.0, 0.74), (0.42, -0.035, 0.60), 0.064, 0.054), 0.02, coat, "forearm.L", mirror=True)
    clay.add(limb((0.395, -0.027, 0.635), (0.43, -0.038, 0.585), 0.072, 0.064), 0.008, C["leather"], "forearm.L", mirror=True)
    clay.add(limb((0.11, 0.0, 0.47), (0.13, -0.04, 0.29), 0.098, 0.074), 0.04, dark, "thigh.L", mirror=True)
    clay.add(limb((0.13, -0.04, 0.28), (0.14, 0.015, 0.10), 0.076, 0.066), 0.02, C["leather_dark"], "shin.L", mirror=True)
    clay.add(limb((0, 0.0, 0.92), (0, -0.06, 1.0), 0.09, 0.08), 0.04, fur, "chest")
    return clay


def head_clay() -> Clay:
    """Snout and whisker pads; the hood is a piece of its own."""
    clay = Clay(0.0145)
    fur, pink = C["mole"], C["ogre_pink"]
    clay.add(ellipsoid((0, -0.11, 1.13), (0.150, 0.150, 0.140)), 0.0, fur, "head")
    clay.add(limb((0, -0.22, 1.095), (0, -0.33, 1.06), 0.075, 0.045), 0.05, fur, "head")
    clay.add(ellipsoid((0.055, -0.265, 1.045), (0.062, 0.055, 0.045)), 0.03, fur, "head", mirror=True)
    clay.add(ellipsoid((0, -0.365, 1.065), (0.040, 0.036, 0.034)), 0.016, pink, "head")
    return clay


def jaw_clay() -> Clay:
    clay = Clay(0.0145)
    clay.add(ellipsoid((0, -0.20, 1.0), (0.090, 0.095, 0.040)), 0.0, C["mole"] * 0.8, "jaw")
    clay.add(limb((0.08, -0.12, 1.03), (0.04, -0.24, 1.0), 0.03, 0.03), 0.03, C["mole"] * 0.8, "jaw", mirror=True)
    return clay


def hood_clay() -> Clay:
    clay = Clay(0.0165)
    a, b = C["saffron"], C["saffron_dark"]
    clay.add(ellipsoid((0, -0.07, 1.165), (0.195, 0.185, 0.185)), 0.0, a, "head")
    clay.add(limb((0, 0.0, 1.26), (0, 0.10, 1.40), 0.115, 0.050), 0.07, a, "head")
    clay.add(limb((0, 0.10, 1.40), (0.02, 0.215, 1.37), 0.050, 0.022), 0.03, b, "head")
    clay.add(ellipsoid((0, 0.0, 0.965), (0.225, 0.195, 0.075)), 0.06, a, "chest")
    clay.carve(ellipsoid((0, -0.27, 1.13), (0.145, 0.16, 0.135)), 0.025, b)
    return clay


def far_hood_clay() -> Clay:
    """Without the opening: the snout pokes out of it all the same."""
    clay = hood_clay()
    clay.strokes = [s for s in clay.strokes if not s.cuts]
    return clay


def goggles(segments: int, near: bool) -> list[Piece]:
    out = []
    for s in (1, -1):
        c, d = np.array([s * 0.072, -0.225, 1.165]), np.array([s * 0.30, -0.95, 0.06])
        d = d / np.linalg.norm(d)
        at = lambda f: c + d * f
        if near:
            out.append(loft([at(-0.03), at(0.0), at(0.034), at(0.038), at(0.024)], [0.068, 0.074, 0.074, 0.060, 0.052], None, segments, [C["leather_dark"], C["brass"], C["brass"], C["brass"], C["iron_dark"]], "head", side=(0, 0, 1), open_ends=True, crease_deg=40))
        else:
            out.append(loft([at(-0.02), at(0.036)], [0.076, 0.074], None, segments, C["brass"], "head", side=(0, 0, 1), open_ends=True, crease_deg=40))
        lens = loft([at(0.024), at(0.040)], [0.054, 0.024], None, segments, C["ember"] * (1.0, 1.1, 1.6), "head", side=(0, 0, 1), crease_deg=80)
        lens.faces = [f for f in lens.faces if 2 * segments not in f]  # no back
        lens.glow = True
        out.append(lens)
    if near:
        out.append(loft([(-0.03, -0.262, 1.165), (0.03, -0.262, 1.165)], [0.020, 0.020], None, 4, C["leather_dark"], "head", side=(0, 0, 1), twist_deg=45))
    return out


def teeth() -> list[Piece]:
    return [loft([(s * 0.018, -0.305, 1.02), (s * 0.018, -0.312, 0.972)], [0.017, 0.015], [0.010, 0.008], 4, C["tusk"], "head", twist_deg=45) for s in (1, -1)]


def keg_ring(z: float, r: float, half: float, segments: int, near: bool) -> Piece:
    a = 2 * np.pi * np.arange(segments) / segments
    rows = [(half, r), (half, r + 0.016), (-half, r + 0.016), (-half, r)] if near else [(half, r + 0.007), (-half, r + 0.007)]
    v = np.concatenate([np.stack([k * np.cos(a), k * np.sin(a), np.full(segments, z + h)], axis=1) for h, k in rows])
    faces = [(i * segments + j, (i + 1) * segments + j, (i + 1) * segments + (j + 1) % segments, i * segments + (j + 1) % segments) for i in range(len(rows) - 1) for j in range(segments)]
    return rigid(v @ KEG_TILT.T + KEG, faces, C["iron_dark"], "chest", 40)


def keg(level: int) -> list[Piece]:
    """The powder keg: staves, hoops, a chalk cross on the lid and a fuse whose end burns."""
    n = (14, 10, 7, 4)[level]
    place = lambda pts: np.asarray(pts, float) @ KEG_TILT.T + KEG
    z = [-0.285, -0.27, -0.14, 0.0, 0.14, 0.27, 0.285, 0.287] if level < 2 else ([-0.285, 0.0, 0.285] if level == 2 else [-0.285, 0.285])
    r = [0.190, 0.205, 0.240, 0.252, 0.240, 0.205, 0.185, 0.178] if level < 2 else ([0.20, 0.255, 0.20] if level == 2 else [0.235, 0.235])
    tone = [C["wood_pale"], C["wood"], C["wood"], C["wood"], C["wood"], C["wood"], C["wood_pale"], C["wood_pale"]] if level < 2 else [C["wood"]] * len(z)
    barrel = loft(place([(0, 0, k) for k in z]), r, None, n, tone, "chest", crease_deg=45, open_ends=level == 3, lids="both" if level == 3 else "", twist_deg=45 if level == 3 else 0)
    for k in range(len(barrel.verts)):  # every other stave a little darker
        barrel.colors[k] = barrel.colors[k] * (0.82 if level < 2 and (k % n) % 2 else 1.0)
    out = [barrel]
    if level < 2:
        out += [keg_ring(h, rr, 0.026, n, level == 0) for h, rr in ((-0.20, 0.226), (0.20, 0.226), (-0.075, 0.25), (0.075, 0.25))]
    elif level == 2:
        out += [keg_ring(h, 0.232, 0.035, 7, False) for h in (-0.15, 0.15)]
    if level < 3:
        for yaw in (45, -45):
            c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
            q = [(-0.13 * c - 0.026 * s, -0.13 * s + 0.026 * c, 0.291), (-0.13 * c + 0.026 * s, -0.13 * s - 0.026 * c, 0.291), (0.13 * c + 0.026 * s, 0.13 * s - 0.026 * c, 0.291), (0.13 * c - 0.026 * s, 0.13 * s + 0.026 * c, 0.291)]
            lift = 0.0
            out.append(rigid(place(np.array(q) + (0, 0, lift + 0.001 * (yaw > 0))), [(0, 1, 2, 3)], C["chalk"], "chest"))
        # skull mark on the side that is seen from behind
        y = 0.258
        eye = lambda s: [(s * 0.045 - 0.026, y + 0.012, 0.035), (s * 0.045 + 0.026, y + 0.012, 0.035), (s * 0.045, y + 0.012, -0.02)]
        if level < 2:
            a = 2 * np.pi * np.arange(8) / 8
            disc = [(0.115 * np.cos(t), y - 0.016 * abs(np.cos(t)), 0.022 + 0.10 * np.sin(t)) for t in a]
            out.append(rigid(place(disc), [(0, 7, 6, 5), (0, 5, 4, 1), (1, 4, 3, 2)], C["chalk"], "chest"))
            out.append(rigid(place([(-0.062, y + 0.006, -0.06), (0.062, y + 0.006, -0.06), (0.052, y + 0.006, -0.135), (-0.052, y + 0.006, -0.135)]), [(0, 3, 2, 1)], C["chalk"], "chest"))
            for s in (1, -1):
                out.append(rigid(place(eye(s)), [(0, 2, 1)], C["socket"], "chest"))
    fuse = [(0.0, 0.0, 0.26), (0.02, 0.03, 0.34), (-0.02, 0.07, 0.41), (0.03, 0.10, 0.46)]
    out.append(loft(place(fuse if level < 2 else fuse[::3]), [0.020] * len(fuse if level < 2 else fuse[::3]), None, 4 if level < 2 else 3, C["chalk"] * 0.7, "chest", side=(0, 1, 0), open_ends=True))
    spark = place([(0.03, 0.10, 0.47)])[0]
    s = (1.0, 1.0, 1.3, 1.6)[level]
    pick = [0, 1, 2] if level < 3 else [1, 2]
    flame = np.array([spark - (0, 0, 0.045 * s), spark, spark + (0, 0.0, 0.075 * s)])
    tip = loft(flame[pick], np.array([0.006, 0.045 * s, 0.004])[pick], None, (6, 5, 4, 3)[level], np.array([C["saffron"], C["ember"] * (1.0, 1.25, 2.0), C["saffron"]])[pick], "chest", open_ends=True, crease_deg=20)
    tip.glow = True
    return out + [tip]


def straps() -> list[Piece]:
    out = []
    for s in (1, -1):
        path = [(s * 0.13, 0.16, 0.98), (s * 0.135, 0.06, 1.005), (s * 0.13, -0.07, 0.96), (s * 0.125, -0.155, 0.86), (s * 0.13, -0.175, 0.72), (s * 0.165, -0.09, 0.62)]
        out.append(loft(path, [0.034] * 6, [0.012] * 6, 4, C["leather"], "chest", side=(1, 0, 0), twist_deg=45, crease_deg=50))
        out[-1].weights = {"chest": np.clip((out[-1].verts[:, 2] - 0.62) / 0.2, 0, 1), "spine": 1 - np.clip((out[-1].verts[:, 2] - 0.62) / 0.2, 0, 1)}
    return out


def hand_clay(closed: bool) -> Clay:
    """A digger's paw: broad, pink, with claws."""
    clay = Clay(0.0145)
    pink, dark = C["ogre_pink"], C["mole"]
    clay.add(ellipsoid((0.462, -0.05, 0.535), (0.056, 0.080, 0.062), turn(roll=-30)), 0.0, dark, "hand.L")
    for k in range(3):
        y = -0.005 - 0.050 * k
        if closed:
            clay.add(limb((0.505, y, 0.505), (0.498, y - 0.005, 0.462), 0.030, 0.028), 0.010, pink, "hand.L")
            clay.add(limb((0.498, y - 0.005, 0.462), (0.445, y - 0.005, 0.470), 0.028, 0.024), 0.010, pink, "hand.L")
        else:
            clay.add(limb((0.495, y, 0.505), (0.525, y - 0.01, 0.440), 0.031, 0.026), 0.010, pink, "hand.L")
            clay.add(limb((0.525, y - 0.01, 0.440), (0.515, y - 0.012, 0.385), 0.026, 0.010), 0.008, C["tusk"], "hand.L")
    clay.add(limb((0.44, -0.10, 0.545), (0.445, -0.145, 0.485), 0.032, 0.020), 0.012, pink, "hand.L")
    return clay


def boot_clay() -> Clay:
    clay = Clay(0.017)
    clay.add(ellipsoid((0.14, 0.035, 0.075), (0.082, 0.095, 0.085)), 0.0, C["leather_dark"], "foot.L")
    clay.add(ellipsoid((0.148, -0.06, 0.058), (0.082, 0.11, 0.062)), 0.04, C["leather_dark"], "foot.L")
    clay.add(ellipsoid((0.154, -0.165, 0.060), (0.090, 0.090, 0.064)), 0.03, C["iron"], "toe.L")
    clay.carve(block((0.14, 0, -0.3), (1.0, 1.0, 0.30), 0.0), 0.01)
    return clay


def linstock(level: int) -> list[Piece]:
    x, y, z = JOINTS["prop"][0]
    out = [loft([(x, y + a, z) for a in ((0.20, 0.0, -0.30, -0.52) if level < 2 else (0.2, -0.52))], [0.020, 0.022, 0.020, 0.026] if level < 2 else [0.024, 0.028], None, 6 if level == 0 else 4 if level == 1 else 3, C["wood"], "prop", side=(0, 0, 1), crease_deg=50, open_ends=level > 1)]
    if level < 2:
        out.append(loft([(x, y - 0.47, z), (x, y - 0.50, z + 0.01), (x, y - 0.55, z), (x, y - 0.60, z)], [0.03, 0.046, 0.050, 0.030], None, 6, C["chalk"] * 0.6, "prop", side=(0, 0, 1), crease_deg=50))
    s = (1.0, 1.0, 1.2, 1.4)[level]
    pick = [0, 1, 2] if level < 3 else [1, 2]
    flame = np.array([(x, y - 0.57, z), (x, y - 0.64 - 0.02 * s, z), (x, y - 0.70 - 0.06 * s, z + 0.02)])
    fire = loft(flame[pick], np.array([0.03, 0.052 * s, 0.004])[pick], None, (6, 5, 4, 3)[level], np.array([C["saffron"], C["ember"] * (1.0, 1.2, 1.6), C["saffron"]])[pick], "prop", side=(0, 0, 1), open_ends=True, crease_deg=20)
    fire.glow = True
    return out + [fire]


def apron(teeth_: list[float], rows: int = 3, rim: bool = True) -> Piece:
    n = len(teeth_)
    a = 2 * np.pi * np.arange(n + 1) / n
    grid = []
    for i, v in enumerate(np.linspace(0.0, 1.0, rows)):
        t = np.array(teeth_ + teeth_[:1]) if i == rows - 1 else np.ones(n + 1)
        grid.append(np.stack([(0.182 + 0.05 * v) * np.cos(a), (0.158 + 0.06 * v) * np.sin(a), 0.555 - 0.23 * v * t], axis=1))
    shade = np.linspace(1.0, 0.75, rows)[:, None, None] * np.ones((rows, n + 1, 1)) * C["coat"]
    return swaying_skirt(sheet(np.array(grid), shade, "hips", 0.016, rim), 0.555, 0.23, 0.0, 0.0)


def far_parts() -> list[Part]:
    J = JOINTS
    trunk = loft([(0, 0.0, 0.32), (0, -0.02, 0.62), (0, 0.0, 0.98)], [0.23, 0.20, 0.20], [0.21, 0.18, 0.17], 4, [C["coat"], C["coat"], C["saffron"]], ["hips", "spine", "chest"], twist_deg=45, open_ends=True, crease_deg=80)
    hood = loft([(0, -0.12, 0.97), (0, -0.10, 1.18), (0, 0.02, 1.34), (0.02, 0.20, 1.40)], [0.17, 0.21, 0.11, 0.01], [0.17, 0.20, 0.10, 0.01], 4, [C["saffron_dark"], C["saffron"], C["saffron"], C["saffron_dark"]], "head", twist_deg=45, open_ends=True, crease_deg=80)
    arm = loft([(0.16, 0.0, 0.92), (0.49, -0.06, 0.47)], [0.08, 0.07], None, 3, [C["coat"], C["ogre_pink"]], ["arm.L", "hand.L"], side=(0, 1, 0), open_ends=True, crease_deg=80, lids="both")
    leg = loft([(0.115, 0.0, 0.46), (0.15, -0.06, 0.0)], [0.09, 0.11], [0.09, 0.14], 3, [C["coat"] * 0.6, C["leather_dark"]], ["thigh.L", "foot.L"], twist_deg=-90, open_ends=True, crease_deg=80)
    return [only(3, p) for p in (trunk, hood, arm, arm.mirrored(), leg, leg.mirrored(), *keg(3)[:1], keg(3)[-1], *linstock(3))]


def parts() -> list[Part]:
    made = lambda clay, soft=0.02: sculpted(clay, soft, 80)
    out = [Part(made(body_clay(), 0.028), (440, 150, 0, 0)), Part(made(head_clay()), (170, 54, 0, 0)), Part(made(jaw_clay()), (60, 20, 0, 0)), Part(made(hood_clay(), 0.05), (330, 120, 0, 0))]
    out.append(whole([body_clay(), head_clay(), far_hood_clay(), boot_clay(), boot_clay().mirrored(), hand_clay(False), hand_clay(True).mirrored()], 0.020, 0.028, 150))
    for clay, tris in ((boot_clay(), (76, 26, 0, 0)),):
        p = made(clay)
        out += [Part(p, tris), Part(p.mirrored(), tris)]
    out += [Part(made(hand_clay(False)), (120, 34, 0, 0)), Part(made(hand_clay(True)).mirrored(), (110, 30, 0, 0))]
    out += [only(0, p) for p in goggles(8, True)] + [only(1, p) for p in goggles(6, False)]
    out += eyes((0.088, -0.285, 1.165), 0.052, 0.040, C["ember"] * (1.0, 1.1, 1.6), tilt=0.0) + eyes((0.09, -0.33, 1.14), 0.055, 0.045, C["ember"] * (1.0, 1.1, 1.6), level=3, tilt=0.0)
    out += [Part(t, (12, 6, 0, 0)) for t in teeth()]
    for level in (0, 1, 2):
        out += [only(level, p) for p in keg(level) + linstock(level)]
    out += [Part(p, (None, 16, 0, 0)) for p in straps()]
    hem = [1.0, 0.85, 1.0, 0.9, 1.05, 0.85, 1.0, 0.9, 1.0, 0.88]
    out += [only(0, apron(hem)), only(1, apron(hem), 44)]
    out += hoops((0, -0.005, 0.565), 0.182, 0.160, 0.030, 0.020, 12, C["leather"], "hips", near_tris=72, far=False)
    return out + far_parts()


def body(rig: Rig) -> Body:
    walk = Gait(frames=13, speed_mps=2.0, stance=0.50, lift_m=0.10, toe_off_deg=34, heel_strike_deg=16, bob_m=0.022, sink_m=0.065, sway_m=0.022,
                lean_deg=12, twist_deg=8, roll_deg=6, arm_swing_deg=24, elbow_deg=20, nod_deg=4)
    run = Gait(frames=12, speed_mps=2.6, stance=0.38, lift_m=0.13, toe_off_deg=44, heel_strike_deg=8, bob_m=-0.026, sink_m=0.065, sway_m=0.016,
               lean_deg=20, twist_deg=10, roll_deg=6, arm_swing_deg=34, elbow_deg=34, nod_deg=6)
    return Body(rig, heel=(0.14, 0.125, 0.0), stance_x=0.02, arm_hang=(-8, 20, 0), forearm_hang=(-36, 0, 0),
                weapon_arm=(-6, -20, 0), weapon_forearm=(-62, 0, 0), weapon_hand=(-22, 0, 0), hunch=16, tempo=0.95, walk=walk, run=run, idle_frames=54, rattle=0.7, fold=0.8)


def figure() -> Figure:
    rig = Rig.of(JOINTS, HEIGHT_M)
    return Figure("sapper", rig, parts(), all_clips(body(rig)))
