"""The necromancer: a gaunt robe with a stag's skull for a head, antlers wide as his shoulders, a staff with a cold green light. 1.95 m, 2.5 with antlers."""
from __future__ import annotations

import numpy as np

from clips import Body, Gait
from deeds import all_clips, cast
from kit.field import Clay, block, ellipsoid, limb, turn
from kit.figure import Figure, Part, eyes, hoops, only, whole
from kit.mesh import Piece, hung, loft, rigid, sculpted, sheet, swaying_skirt
from kit.paint import PALETTE as C
from kit.rig import Rig

HEIGHT_M = 1.95

JOINTS = {
    "root": ((0, 0, 0), (0, 0, 0.2)),
    "hips": ((0, 0.02, 0.88), (0, 0.02, 1.02)),
    "spine": ((0, 0.04, 1.02), (0, 0.06, 1.20)),
    "chest": ((0, 0.06, 1.20), (0, 0.0, 1.50)),
    "head": ((0, -0.06, 1.54), (0, -0.14, 1.95)),
    "jaw": ((0, -0.14, 1.58), (0, -0.34, 1.48)),
    "shoulder.L": ((0.05, 0.02, 1.48), (0.22, 0.03, 1.46)),
    "arm.L": ((0.235, 0.03, 1.44), (0.41, 0.05, 1.20)),
    "forearm.L": ((0.41, 0.05, 1.20), (0.57, 0.0, 0.98)),
    "hand.L": ((0.57, 0.0, 0.98), (0.65, -0.02, 0.86)),
    "prop": ((-0.63, -0.03, 0.90), (-0.63, -0.33, 0.90)),
    "thigh.L": ((0.11, 0.02, 0.86), (0.13, -0.02, 0.49)),
    "shin.L": ((0.13, -0.02, 0.49), (0.135, 0.03, 0.10)),
    "foot.L": ((0.135, 0.03, 0.10), (0.145, -0.12, 0.04)),
    "toe.L": ((0.145, -0.125, 0.04), (0.15, -0.24, 0.03)),
    "cape": ((0, 0.17, 1.46), (0, 0.25, 1.10)),
    "cape_tip": ((0, 0.25, 1.10), (0, 0.30, 0.62)),
    "rag_front": ((0, -0.16, 0.92), (0, -0.27, 0.18)),
    "rag_back": ((0, 0.19, 0.92), (0, 0.32, 0.18)),
}


def body_clay() -> Clay:
    clay = Clay(0.024)
    robe, dark = C["robe"], C["robe_dark"]
    clay.add(ellipsoid((0, 0.03, 0.90), (0.175, 0.145, 0.15)), 0.0, robe, "hips")
    clay.add(ellipsoid((0, 0.04, 1.06), (0.155, 0.135, 0.16)), 0.07, robe, "spine")
    clay.add(ellipsoid((0, 0.04, 1.30), (0.195, 0.150, 0.21)), 0.09, robe, "chest")
    clay.add(ellipsoid((0.21, 0.03, 1.45), (0.10, 0.10, 0.09)), 0.06, robe, "shoulder.L", mirror=True)
    clay.add(limb((0.235, 0.03, 1.43), (0.40, 0.05, 1.21), 0.080, 0.075), 0.04, robe, "arm.L", mirror=True)
    # Sleeves widen to the wrist and hang open.
    clay.add(limb((0.41, 0.05, 1.20), (0.545, 0.02, 1.02), 0.076, 0.125, (1, 1, 1)), 0.03, robe, "forearm.L", mirror=True)
    clay.add(ellipsoid((0.555, 0.055, 0.93), (0.070, 0.105, 0.115), turn(roll=-20)), 0.05, dark, "forearm.L", mirror=True)
    clay.add(limb((0, 0.03, 1.46), (0, -0.07, 1.60), 0.075, 0.060), 0.03, C["bone_old"], "chest")
    return clay


def hood_clay() -> Clay:
    """Cowl and mantle; the skull looks out of it."""
    clay = Clay(0.020)
    robe, dark = C["robe"], C["robe_dark"]
    clay.add(ellipsoid((0, -0.03, 1.73), (0.185, 0.185, 0.200)), 0.0, robe, "head")
    clay.add(limb((0, 0.02, 1.84), (0, 0.13, 1.93), 0.10, 0.045), 0.06, robe, "head")
    clay.add(limb((0, 0.05, 1.60), (0, 0.05, 1.52), 0.16, 0.20), 0.06, robe, "chest")
    clay.add(ellipsoid((0, 0.035, 1.485), (0.285, 0.215, 0.085)), 0.06, robe, "chest")
    clay.carve(ellipsoid((0, -0.24, 1.70), (0.135, 0.18, 0.165)), 0.02, dark)
    return clay


def skull_clay() -> Clay:
    """A stag's skull, worn as a mask: long muzzle, deep sockets."""
    clay = Clay(0.0155)
    bone, old, dark = C["bone"], C["bone_old"], C["socket"]
    clay.add(ellipsoid((0, -0.145, 1.765), (0.130, 0.130, 0.120)), 0.0, bone, "head")
    clay.add(limb((0, -0.24, 1.70), (0, -0.375, 1.53), 0.100, 0.056, (0.95, 1, 1)), 0.05, bone, "head")
    clay.add(ellipsoid((0, -0.392, 1.515), (0.050, 0.052, 0.036)), 0.03, old, "head")
    clay.add(limb((0.04, -0.245, 1.795), (0.115, -0.20, 1.80), 0.040, 0.036), 0.03, bone, "head", mirror=True)  # brow
    clay.add(limb((0.095, -0.20, 1.705), (0.070, -0.31, 1.610), 0.030, 0.020), 0.03, bone, "head", mirror=True)  # cheek
    clay.carve(ellipsoid((0.090, -0.265, 1.740), (0.046, 0.062, 0.040), turn(roll=-18)), 0.012, dark, mirror=True)
    clay.carve(limb((0.020, -0.415, 1.575), (0.024, -0.43, 1.535), 0.014, 0.014), 0.010, dark, mirror=True)
    return clay


def jaw_clay() -> Clay:
    clay = Clay(0.0165)
    clay.add(limb((0.085, -0.16, 1.63), (0.045, -0.33, 1.485), 0.030, 0.026), 0.02, C["bone_old"], "jaw", mirror=True)
    clay.add(ellipsoid((0, -0.345, 1.475), (0.050, 0.040, 0.026)), 0.03, C["bone_old"], "jaw")
    return clay


def antler(level: int) -> list[Piece]:
    """A beam that sweeps out and up, with three tines."""
    n = (6, 5, 3, 3)[level]
    beam = np.array([(0.085, -0.10, 1.85), (0.17, -0.07, 1.96), (0.31, -0.02, 2.06), (0.40, -0.03, 2.22), (0.40, -0.07, 2.38), (0.33, -0.10, 2.50)])
    wide = np.array([0.046, 0.040, 0.036, 0.031, 0.024, 0.005])
    pick = [0, 1, 2, 3, 4, 5] if level < 2 else [0, 2, 3, 5] if level == 2 else [0, 2, 5]
    grow = (1.0, 1.05, 1.25, 1.6)[level]
    out = [loft(beam[pick], wide[pick] * grow, None, n, np.array([C["bone_old"] * 0.7, C["bone_old"], C["bone_old"], C["bone"], C["bone"], C["tusk"]])[pick], "head", side=(0, 1, 0), open_ends=level > 0, crease_deg=75)]
    tines = (((0.17, -0.07, 1.96), (0.19, -0.17, 2.05), (0.21, -0.19, 2.16)), ((0.33, -0.02, 2.09), (0.45, -0.06, 2.13), (0.53, -0.08, 2.24)), ((0.40, -0.05, 2.28), (0.485, -0.08, 2.36), (0.51, -0.10, 2.46)))
    for t in tines if level < 3 else tines[1:2]:
        path = np.array(t)[[0, 1, 2] if level < 2 else [0, 2]]
        w = np.array([0.030, 0.024, 0.004])[[0, 1, 2] if level < 2 else [0, 2]] * grow
        out.append(loft(path, w, None, max(n - 1, 3), np.array([C["bone_old"], C["bone"], C["tusk"]])[[0, 1, 2] if level < 2 else [0, 2]], "head", side=(0, 1, 0), open_ends=True, crease_deg=75))
    return out


def eye(x: float) -> Piece:
    p = loft([(x, -0.245, 1.738), (x, -0.262, 1.738), (x, -0.272, 1.738)], [0.012, 0.028, 0.010], [0.010, 0.021, 0.008], 6, C["ghost"], "head")
    p.glow = True
    return p


def hand(closed: bool) -> list[Piece]:
    """Bone fingers, long: they are what conjures."""
    h, t = np.array(JOINTS["hand.L"][0]), np.array(JOINTS["hand.L"][1])
    along = (t - h) / np.linalg.norm(t - h)
    front = np.array([0.0, -1.0, 0.0])
    front -= along * (front @ along)
    front /= np.linalg.norm(front)
    palm = np.cross(front, along)
    palm = palm if palm[0] < 0 else -palm
    out = [loft([h - along * 0.03, h + along * 0.03, h + along * 0.095], [0.036, 0.052, 0.066], [0.032, 0.032, 0.028], 6, C["bone"], "hand.L", side=front, square=3)]
    for k in (-1.0, 0.0, 1.0):
        p, angle, points = h + along * 0.095 + front * 0.046 * k, 0.0, []
        for length in (0.0, 0.070, 0.062, 0.055) if not closed else (0.0, 0.052, 0.05, 0.045):
            p = p + (along * np.cos(angle) + palm * np.sin(angle) + front * 0.18 * k) * length
            points.append(p)
            angle += np.radians(74 if closed else 20)
        out.append(loft(points, [0.023, 0.025, 0.021, 0.006], None, 4, [C["bone"], C["bone"], C["bone"], C["bone_old"]], "hand.L", side=front, crease_deg=75))
    thumb = h + along * 0.03 + front * 0.05
    out.append(loft([thumb, thumb + front * 0.05 + along * 0.03 + palm * 0.02, thumb + front * 0.04 + along * 0.09 + palm * 0.05], [0.025, 0.023, 0.008], None, 4, C["bone"], "hand.L", side=along, crease_deg=75))
    return out


def shoe_clay() -> Clay:
    clay = Clay(0.020)
    clay.add(ellipsoid((0.136, 0.03, 0.07), (0.070, 0.09, 0.075)), 0.0, C["robe_dark"], "foot.L")
    clay.add(ellipsoid((0.144, -0.07, 0.052), (0.068, 0.11, 0.055)), 0.04, C["robe_dark"], "foot.L")
    clay.add(limb((0.15, -0.15, 0.045), (0.155, -0.27, 0.070), 0.052, 0.018), 0.03, C["robe_dark"], "toe.L")
    clay.carve(block((0.14, 0, -0.3), (1.0, 1.0, 0.30), 0.0), 0.01)
    return clay


def staff(level: int) -> list[Piece]:
    """A crooked branch whose fork holds the light."""
    x, y, z = JOINTS["prop"][0]
    n = (6, 5, 3, 3)[level]
    path = np.array([(0, 0.62, -0.01), (0.008, 0.30, 0.006), (0, 0.0, 0), (-0.01, -0.35, 0.012), (0.008, -0.62, 0.0), (0.0, -0.78, 0.03)])
    pick = [0, 1, 2, 3, 4, 5] if level < 2 else [0, 3, 5]
    out = [loft(np.array([x, y, z]) + path[pick], np.array([0.016, 0.024, 0.026, 0.026, 0.030, 0.036])[pick] * (1, 1, 1.2, 1.4)[level], None, n, np.array([C["wood_pale"] * 0.6, C["wood"] * 0.7, C["wood"] * 0.7, C["wood"] * 0.7, C["wood"] * 0.7, C["wood"]])[pick], "prop", side=(0, 0, 1), crease_deg=60, open_ends=level > 1)]
    if level < 2:
        for s, up in ((1, 0.0), (-1, 0.0), (0, 1.0)):
            tine = [(s * 0.02, -0.76, 0.03 + 0.02 * up), (s * 0.125, -0.86, 0.02 + 0.13 * up), (s * 0.12, -1.0, 0.02 + 0.12 * up), (s * 0.035, -1.08, 0.02 + 0.04 * up)]
            out.append(loft(np.array([x, y, z]) + tine, [0.028, 0.026, 0.020, 0.004], None, 4, C["wood"] * 0.7, "prop", side=(0, 0, 1) if s else (1, 0, 0), crease_deg=60))
    c = np.array([x, y - 0.915, z + 0.03])
    s = (1.25, 1.3, 1.55, 1.9)[level]
    gem = loft([c + (0, 0.095 * s, 0), c + (0, 0.02, 0), c - (0, 0.105 * s, 0)], [0.006, 0.068 * s, 0.004], None, (6, 5, 4, 3)[level], [C["ghost"] * 0.6, C["ghost"], np.minimum(C["ghost"] * 1.5 + 0.15, 1.0)], "prop", side=(0, 0, 1), open_ends=True, crease_deg=10)
    gem.glow = True
    return out + [gem]


def robe(teeth: list[float], rows: int, rim: bool = True) -> Piece:
    """To the ankles, wide enough for the stride."""
    n = len(teeth)
    a = 2 * np.pi * np.arange(n + 1) / n
    grid, tones = [], []
    for i, v in enumerate(np.linspace(0.0, 1.0, rows)):
        t = np.array(teeth + teeth[:1]) if i == rows - 1 else np.ones(n + 1)
        fold = 1.0 + 0.05 * v * np.cos(a * (n // 2))
        grid.append(np.stack([(0.165 + 0.175 * v**0.8) * fold * np.cos(a), 0.03 + (0.145 + 0.20 * v**0.8) * fold * np.sin(a), 0.98 - 0.80 * v * (0.86 + 0.13 * t)], axis=1))
        tones.append(C["robe"] if i < rows - 1 else C["robe_hem"])
    shade = np.array(tones)[:, None, :] * np.ones((rows, n + 1, 1))
    return swaying_skirt(sheet(np.array(grid), shade, "hips", 0.018, rim), 0.98, 0.80, 0.0, 0.03, 0.0)


def mantle(teeth: list[float], rows: int, rim: bool = True) -> Piece:
    a = np.radians(np.linspace(12, 168, len(teeth)))
    grid = []
    for i, v in enumerate(np.linspace(0.0, 1.0, rows)):
        t = np.array(teeth) if i == rows - 1 else 0.6 + 0.4 * np.array(teeth)
        grid.append(np.stack([(0.27 + 0.06 * v) * np.cos(a), 0.04 + (0.19 + 0.12 * v) * np.sin(a), 1.50 - 1.06 * v * t], axis=1))
    shade = np.linspace(1.0, 0.75, rows)[:, None, None] * np.ones((rows, len(teeth), 1)) * C["robe"]
    shade[-1] = C["robe_hem"]
    return hung(sheet(np.array(grid)[:, ::-1], shade, "chest", 0.022, rim), 1.50, 1.08, "chest", "cape", "cape_tip")


def charms() -> list[Piece]:
    """Finger bones on a cord before the chest, and a lit vial at the belt."""
    out = [loft([(x, -0.165 - 0.03 * np.cos(3 * x), 1.36 - 0.12 * np.cos(np.pi * x / 0.5)), (x, -0.180 - 0.03 * np.cos(3 * x), 1.27 - 0.12 * np.cos(np.pi * x / 0.5))], [0.020, 0.010], None, 4, C["bone"], "chest", side=(1, 0, 0), crease_deg=70) for x in (-0.12, -0.06, 0.0, 0.06, 0.12)]
    vial = loft([(0.13, -0.165, 0.99), (0.135, -0.19, 0.95), (0.135, -0.185, 0.89)], [0.014, 0.038, 0.010], None, 5, C["ghost"] * 0.8, "hips", crease_deg=60)
    vial.glow = True
    return out + [vial]


def far_parts() -> list[Part]:
    J = JOINTS
    cone = loft([(0, 0.04, 0.06), (0, 0.03, 0.95), (0, 0.03, 1.50)], [0.36, 0.20, 0.28], [0.36, 0.17, 0.20], 4, [C["robe_hem"], C["robe"], C["robe"]], ["shin.L", "hips", "chest"], twist_deg=45, open_ends=True, crease_deg=80, lids="last")
    back = cone.verts[:4, 1] > 0.04
    cone.weights = {"hips": np.array([0.0] * 4 + [1.0] * 4 + [0.0] * 4), "chest": np.array([0.0] * 8 + [1.0] * 4), "rag_front": np.append(np.where(back, 0.3, 0.7), [0.0] * 8), "rag_back": np.append(np.where(back, 0.7, 0.3), [0.0] * 8)}
    head = loft([(0, -0.40, 1.50), (0, -0.16, 1.74), (0, 0.08, 1.92)], [0.06, 0.19, 0.03], [0.05, 0.18, 0.03], 4, [C["bone"], C["bone"], C["robe"]], "head", twist_deg=45, open_ends=True, crease_deg=80, lids="first")
    arm = loft([(0.20, 0.03, 1.48), (0.64, -0.02, 0.88)], [0.08, 0.14], None, 3, [C["robe"], C["robe_dark"]], ["arm.L", "hand.L"], side=(0, 1, 0), open_ends=True, crease_deg=80, lids="both")
    return [only(3, p) for p in (cone, head, arm, arm.mirrored(), *antler(3), *(p.mirrored() for p in antler(3)), *staff(3))]


def parts() -> list[Part]:
    made = lambda clay, soft=0.024: sculpted(clay, soft, 80)
    out = [Part(made(body_clay(), 0.032), (380, 120, 0, 0)), Part(made(hood_clay(), 0.045), (330, 110, 0, 0)), Part(made(skull_clay()), (300, 100, 0, 0)), Part(made(jaw_clay()), (64, 22, 0, 0))]
    out.append(whole([body_clay(), hood_clay(), skull_clay()], 0.024, 0.034, 104))
    out.append(only(2, robe([1.0] * 7, 3, False)))
    p = made(shoe_clay())
    out += [Part(p, (56, 18, 0, 0)), Part(p.mirrored(), (56, 18, 0, 0))]
    for level in (0, 1, 2):
        a = antler(level)
        out += [only(level, q) for q in a + [q.mirrored() for q in a] + staff(level)]
    out += [Part(eye(s * 0.088), (None, 8, 0, 0)) for s in (1, -1)]
    out += eyes((0.090, -0.315, 1.735), 0.036, 0.026, C["ghost"]) + eyes((0.095, -0.315, 1.70), 0.055, 0.040, C["ghost"], level=3)
    for i, f in enumerate(hand(False)):
        out.append(Part(f, (24, 10, 0, 0) if i == 0 else (None, 6, 0, 0)))
    for i, f in enumerate(hand(True)):
        out.append(Part(f.mirrored(), (24, 10, 0, 0) if i == 0 else (18, 0, 0, 0)))
    hem = [1.0, 0.4, 1.1, 0.6, 0.9, 0.3, 1.05, 0.5, 1.0, 0.35, 1.1, 0.55]
    out += [only(0, robe(hem, 4)), only(1, robe(hem[:8], 3, False))]
    cape = [0.6, 0.95, 0.72, 1.05, 0.8, 1.0, 0.68, 0.9, 0.55]
    out += [only(0, mantle(cape, 4)), only(1, mantle(cape, 4), 52), only(2, mantle([0.7, 1.0, 0.7], 3, False))]
    out += [Part(c, (14, 0, 0, 0)) for c in charms()[:-1]] + [Part(charms()[-1], (None, 10, 0, 0))]
    out += hoops((0, 0.03, 0.985), 0.160, 0.142, 0.034, 0.022, 12, C["leather_dark"], "hips", near_tris=72, far=False)
    return out + far_parts()


def body(rig: Rig) -> Body:
    walk = Gait(frames=22, speed_mps=1.4, stance=0.58, lift_m=0.09, toe_off_deg=30, heel_strike_deg=14, bob_m=0.016, sink_m=0.075, sway_m=0.025,
                lean_deg=7, twist_deg=6, roll_deg=3, arm_swing_deg=12, elbow_deg=8, nod_deg=3)
    run = Gait(frames=18, speed_mps=2.6, stance=0.42, lift_m=0.13, toe_off_deg=42, heel_strike_deg=10, bob_m=-0.022, sink_m=0.085, sway_m=0.016,
               lean_deg=16, twist_deg=9, roll_deg=3, arm_swing_deg=24, elbow_deg=24, nod_deg=4)
    return Body(rig, heel=(0.136, 0.118, 0.0), stance_x=0.01, arm_hang=(-18, 16, 0), forearm_hang=(-52, 8, 0),
                weapon_arm=(-26, -12, 0), weapon_forearm=(-62, 0, 0), weapon_hand=(18, 0, 0), hunch=18, tempo=1.15, walk=walk, run=run, idle_frames=80, rattle=0.5)


def figure() -> Figure:
    rig = Rig.of(JOINTS, HEIGHT_M)
    rig.hem_follows = 0.34  # there are no legs under the robe, only shoes
    return Figure("necromancer", rig, parts(), all_clips(body(rig), cast))
