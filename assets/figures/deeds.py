"""What a figure does besides walking and falling: waits, strikes sideways, flinches, lands, kicks, conjures, throws, dies.

Every clip here begins and ends on the first frame of idle, except `land`, which begins as the fall does, and `die`, which
ends as lying on the back does. Blows, spells and throws happen in the middle of their clip.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from clips import Body, add, attack, channels, end_of, fall, fall_pose, foot_pin, gait, get_up_back, get_up_belly, idle, idle_channels, lie, stand, zeroed
from kit.motion import FPS, Clip, Keys, smooth
from kit.rig import Pose

MOVED = ("hips", "spine", "chest", "head", "jaw", "shoulder.L", "arm.L", "forearm.L", "hand.L", "shoulder.R", "arm.R", "forearm.R", "hand.R", "prop")


def ready(b: Body) -> dict[str, tuple]:
    """The first frame of idle, every channel named."""
    return {**{n: (0.0, 0.0, 0.0) for n in MOVED}, **idle_channels(b)}


def from_ready(b: Body, **turns) -> dict[str, tuple]:
    """Angles added to the first frame of idle; `_L` and `_R` for sides, `hips_at` for the hips' place in heights."""
    r = ready(b)
    out = {}
    for name, v in turns.items():
        if name == "hips_at":
            out["hips@"] = tuple(np.array(r["hips@"]) + np.array(v) * b.rig.height_m)
        else:
            n = name.replace("_L", ".L").replace("_R", ".R")
            out[n] = tuple(np.array(r.get(n, (0.0, 0.0, 0.0))) + np.array(v))
    return out


def planted(b: Body, left_m: float, right_m: float) -> dict[str, tuple]:
    return {"foot.L@": tuple(foot_pin(b, "L", left_m, 0, 0).at), "foot.R@": tuple(foot_pin(b, "R", right_m, 0, 0).at)}


def lifted(pose: Pose, b: Body, t: float, steps: list[tuple[str, float, float, float]]) -> Pose:
    """Raise a stepping foot along an arch: (side, from s, to s, height in figure heights)."""
    for side, t0, t1, high in steps:
        u = (t - t0) / (t1 - t0)
        if 0 < u < 1:
            pin = pose.pins["foot." + side]
            pin.at = pin.at + np.array([0, 0, high * b.rig.height_m * np.sin(np.pi * u)])
    return pose


def settling(t: float, seconds: float, lag: float) -> float:
    """Lag that has gone by the end: the clip must meet the next one exactly."""
    return lag * (1 - smooth((t / seconds - 0.8) / 0.2))


def idle_2(b: Body) -> Clip:
    """Looks about, shifts its weight, scratches its head, hitches the weapon."""
    n = round(1.7 * b.idle_frames)
    s = n / FPS
    left = from_ready(b, head=(-4, 0, 36), chest=(0, 2, 9), spine=(0, 2, 5), hips=(0, 2.5, 4), hips_at=(0.022, 0, -0.008), arm_R=(-6, 0, 0), jaw=(2, 0, 0))
    hold = from_ready(b, head=(-9, 5, 28), chest=(-2, 2, 7), spine=(0, 2, 4), hips=(0, 2.5, 3), hips_at=(0.024, 0, -0.010), arm_R=(-4, 0, 0))
    itch = from_ready(b, head=(12, -14, -16), chest=(4, -3, -9), spine=(2, -2, -5), hips=(0, -2.5, -3), hips_at=(-0.022, 0, -0.010), jaw=(10, 0, 0))
    itch |= {"arm.L": (-16, -66, -8), "forearm.L": (0, -118, 0), "hand.L": (0, -20, 0), "shoulder.L": (0, -12, 0)}
    rub = {"arm.L": (-22, -72, -8), "forearm.L": (0, -130, 6), "hand.L": (0, -44, 0), "head": tuple(np.array(itch["head"]) + (-5, -4, 0))}
    shake = from_ready(b, head=(-6, 0, -22), chest=(-5, 0, 2), hips_at=(-0.010, 0, -0.004), arm_R=(-18, 4, 0), forearm_R=(-16, 0, 0), hand_R=(14, 0, 0), jaw=(16 * b.rattle + 4, 0, 0))
    k = Keys().pose(0, ready(b)).pose(0.16 * s, left).pose(0.32 * s, hold).pose(0.46 * s, itch)
    for i in range(4):
        k = k.pose((0.50 + 0.04 * i) * s, rub if i % 2 == 0 else {n: itch[n] for n in rub})
    k = k.pose(0.68 * s, itch).pose(0.84 * s, shake).pose(1.0 * s, ready(b))
    return Clip("idle_2", n, True, lambda t: k.sample(t, lag=settling(t, s, 0.5)), starts_as="idle", ends_as="idle")


def wait(b: Body) -> Clip:
    """Shuffles in the queue: from one foot to the other, cranes its neck over those in front."""
    n = 2 * round(22 * b.tempo**0.6)
    s = n / FPS
    k = (Keys().pose(0, ready(b))
         .pose(0.20 * s, from_ready(b, hips=(2, -4, -4), spine=(-3, 3, 3), chest=(-5, 3, 3), head=(-10, -4, 14), hips_at=(-0.028, 0, 0.012), shoulder_L=(0, -8, 0), shoulder_R=(0, 4, 0), arm_L=(-10, -6, 0), forearm_L=(-14, 0, 0)))
         .pose(0.42 * s, from_ready(b, hips=(0, 0, 1), chest=(3, 0, 0), head=(4, 2, 4), hips_at=(0, 0, -0.022), jaw=(6, 0, 0)))
         .pose(0.64 * s, from_ready(b, hips=(2, 4, 4), spine=(-3, -3, -3), chest=(-6, -3, -3), head=(-14, 5, -20), hips_at=(0.028, 0, 0.012), shoulder_L=(0, -3, 0), shoulder_R=(0, 9, 0), arm_R=(-10, 4, 0), forearm_R=(-12, 0, 0), hand_R=(8, 0, 0)))
         .pose(0.86 * s, from_ready(b, hips=(0, 0, 0), chest=(3, 0, 0), head=(3, 0, -6), hips_at=(0, 0, -0.020), jaw=(4, 0, 0)))
         .pose(1.0 * s, ready(b)))
    steps = [("L", 0.08 * s, 0.32 * s, 0.032), ("R", 0.52 * s, 0.76 * s, 0.032)]
    return Clip("wait", n, True, lambda t: lifted(k.sample(t, lag=settling(t, s, 0.4)), b, t, steps), starts_as="idle", ends_as="idle")


def attack_2(b: Body) -> Clip:
    """A wide blow from the right, low to high, with a step of the right foot."""
    k, h, d = b.tempo, b.rig.height_m, b.fold
    s = stand(b)
    wind = {**s, "hips": (4, 0, -26), "spine": (2, 4, -16), "chest": (2 * d, 6, -26), "head": (-6, -4, 54), "jaw": (18, 0, 0), "shoulder.R": (0, 6, -14), "shoulder.L": (0, -4, -8),
            "arm.R": (14, 14, -52), "forearm.R": (-26, 0, 18), "hand.R": (0, 0, -26), "arm.L": (-48, 6, -20), "forearm.L": (-62, 0, 0), "hips@": (-0.03 * h, 0.035 * h, -0.055 * h), **planted(b, -0.05 * h, 0.08 * h)}
    hit = {**s, "hips": (8 * d, 0, 26), "spine": (8 * d, -4, 16), "chest": (10 * d, -6, 30), "head": (-16 * d, 4, -56), "jaw": (28, 0, 0), "shoulder.R": (0, 4, 18), "shoulder.L": (0, -4, 8),
           "arm.R": (-44, 10, 44), "forearm.R": (-14, 0, 14), "hand.R": (4, 0, 18), "arm.L": (34, -8, 18), "forearm.L": (-40, 0, 0), "hips@": (0.03 * h, -0.055 * h, -0.07 * h), **planted(b, -0.05 * h, -0.05 * h)}
    after = {"arm.R": (-58, 16, 76), "forearm.R": (-44, 0, 22), "hand.R": (10, 0, 30), "chest": (8 * d, -7, 40), "head": (-14, 4, -60), "hips": (8 * d, 0, 32), "hips@": (0.035 * h, -0.06 * h, -0.075 * h)}
    keys = (Keys().pose(0, ready(b)).pose(0.30 * k, wind).pose(0.40 * k, {"arm.R": (18, 16, -60), "chest": (2 * d, 6, -31)})
            .pose(0.53 * k, hit, snap=True).pose(0.63 * k, after).pose(0.74 * k, {"arm.R": (-56, 14, 72), "hips@": (0.03 * h, -0.05 * h, -0.06 * h)}).pose(1.0 * k, ready(b)))
    n = round(1.07 * k * FPS)
    steps = [("R", 0.38 * k, 0.53 * k, 0.05), ("R", 0.78 * k, 0.97 * k, 0.05)]
    return Clip("attack_2", n, False, lambda t: lifted(keys.sample(t, lag=settling(t, n / FPS, 0.5 * k)), b, t, steps), starts_as="idle", ends_as="idle")


def hit(b: Body) -> Clip:
    """Struck, but on its feet: a jerk, and back."""
    k = b.tempo**0.5
    jerk = from_ready(b, hips=(-7, 2, 8), spine=(-9, 2, 8), chest=(-13, 3, 14), head=(16, -6, -8), jaw=(26, 0, 0), shoulder_L=(0, -8, 0), shoulder_R=(0, 8, 0), arm_L=(22, -28, 0), forearm_L=(-24, 0, 0), arm_R=(18, 22, 0),
                      forearm_R=(-16, 0, 0), hips_at=(-0.012, 0.042, -0.022))
    back = from_ready(b, hips=(4, 0, -2), spine=(4, 0, -3), chest=(6, 0, -4), head=(-12, 3, 6), jaw=(8, 0, 0), arm_L=(-10, 2, 0), arm_R=(-6, 0, 0), hips_at=(0.0, 0.008, -0.028))
    keys = Keys().pose(0, ready(b)).pose(0.085 * k, jerk, snap=True).pose(0.24 * k, back).pose(0.42 * k, ready(b))
    n = round(0.45 * k * FPS)
    return Clip("hit", n, False, lambda t: keys.sample(t, lag=settling(t, n / FPS, 0.4)), starts_as="idle", ends_as="idle")


def land(b: Body) -> Clip:
    """Comes down on its feet after being blown away unharmed: folds deep, wobbles, stands."""
    k, h, leg = b.tempo**0.7, b.rig.height_m, b.rig.leg_m
    start, stop = channels(fall_pose(b, 0.0)), ready(b)
    limbs = [n for n in dict.fromkeys([*start, *stop]) if not n.endswith(("@", "*"))]
    wide = {**planted(b, -0.05 * h, 0.04 * h), "foot.L*": (1.0,), "foot.R*": (1.0,)}
    k0 = {**zeroed(limbs, start), "hips@": start["hips@"], **planted(b, -0.05 * h, 0.04 * h), "foot.L*": (0.0,), "foot.R*": (0.0,)}
    touch = {"hips": (4, 0, 2), "spine": (2, 0, 0), "chest": (4, 0, 0), "head": (4, 0, 0), "jaw": (20, 0, 0), "thigh.L": (-30, -14, 0), "thigh.R": (-24, 14, 0), "shin.L": (40, 0, 0), "shin.R": (36, 0, 0), "foot.L": (0, 0, 0), "foot.R": (0, 0, 0),
             "arm.L": (-10, -34, 0), "arm.R": (-10, 30, 0), "hips@": (0, 0, -0.20 * leg), **wide}
    deep = {"hips": (36 * b.fold + 4, 0, 4), "spine": (16 * b.fold, 0, 0), "chest": (14 * b.fold, 0, -4), "head": (-30 * b.fold, 0, 0), "jaw": (28, 0, 0), "arm.L": (-44, -6, 0), "forearm.L": (-30, 0, 0), "arm.R": (20, 22, 0), "forearm.R": (-30, 0, 0),
            "prop": (0, 0, -30), "hips@": (0.01 * h, 0.05 * h, -0.46 * leg)}
    up = {**zeroed(limbs, stop), "hips": (-5, 3, 0), "chest": (0.6 * b.hunch - 8, 3, 0), "head": (-0.85 * b.hunch + 10, -5, 8), "arm.L": (-20, -20, 0), "arm.R": (-10, 14, 0), "hips@": (-0.02 * h, 0.03 * h, -0.03 * h)}
    keys = Keys().pose(0, k0).pose(0.10 * k, touch).pose(0.24 * k, deep).pose(0.34 * k, {"hips@": (0.01 * h, 0.05 * h, -0.44 * leg)}).pose(0.62 * k, up).pose(0.92 * k, {**stop, **zeroed(limbs, stop)})
    n = round(0.97 * k * FPS)
    return Clip("land", n, False, lambda t: keys.sample(t, lag=settling(t, n / FPS, 0.4)), starts_as="fall", ends_as="idle")


def kick(b: Body) -> Clip:
    """The right foot swings from behind and sends the small ones flying."""
    k, h = b.tempo, b.rig.height_m
    back = from_ready(b, hips=(12, 0, -12), spine=(6, 0, -6), chest=(4, 0, -10), head=(-14, 0, 24), jaw=(8, 0, 0), arm_L=(-38, -16, 0), forearm_L=(-18, 0, 0), arm_R=(18, 14, 0), hips_at=(0.045, -0.02, -0.035))
    back |= {"thigh.R": (30, 6, 0), "shin.R": (62, 0, 0), "foot.R": (18, 0, 0), "foot.R*": (0.0,)}
    blow = from_ready(b, hips=(-14, 0, 16), spine=(-4, 0, 6), chest=(6, 0, -16), head=(4, 0, -8), jaw=(26, 0, 0), arm_L=(34, -30, 0), forearm_L=(-20, 0, 0), arm_R=(-34, 24, 0), forearm_R=(-8, 0, 0), hips_at=(0.04, -0.045, -0.02))
    blow |= {"thigh.R": (-74, 4, 0), "shin.R": (10, 0, 0), "foot.R": (-12, 0, 0), "foot.R*": (0.0,)}
    high = {"thigh.R": (-86, 4, 0), "shin.R": (24, 0, 0), "hips": tuple(np.array(blow["hips"]) + (-4, 0, 4))}
    down = from_ready(b, hips=(6, 0, 2), chest=(6, 0, -4), head=(-6, 0, 0), hips_at=(0.01, -0.03, -0.04)) | {"foot.R*": (1.0,), "thigh.R": (-20, 4, 0), "shin.R": (30, 0, 0), "foot.R": (0, 0, 0), "foot.R@": tuple(foot_pin(b, "R", -0.06 * h, 0, 0).at)}
    first = ready(b) | {"thigh.R": (0, 0, 0), "shin.R": (0, 0, 0), "foot.R": (0, 0, 0)}
    keys = Keys().pose(0, first).pose(0.30 * k, back).pose(0.37 * k, {"thigh.R": (34, 6, 0)}).pose(0.50 * k, blow, snap=True).pose(0.58 * k, high).pose(0.76 * k, down).pose(0.96 * k, first)
    n = round(1.0 * k * FPS)
    steps = [("R", 0.80 * k, 0.95 * k, 0.03)]
    return Clip("kick", n, False, lambda t: lifted(keys.sample(t, lag=settling(t, n / FPS, 0.4 * k)), b, t, steps), starts_as="idle", ends_as="idle")


def cast(b: Body) -> Clip:
    """Gathers, lifts the staff and the open hand to the sky, trembles, and brings both down."""
    k, h = b.tempo, b.rig.height_m
    gather = from_ready(b, hips=(10, 0, -8), spine=(8, 0, -4), chest=(10, 0, -8), head=(6, 0, 10), jaw=(4, 0, 0), hips_at=(0, 0.0, -0.055)) | {"arm.L": (-38, 30, -30), "forearm.L": (-84, 0, -20), "arm.R": (-30, -16, 10), "forearm.R": (-60, 0, 0)}
    high = from_ready(b, hips=(-8, 0, 4), spine=(-8, 0, 2), chest=(-14, 0, 4), head=(-16, 0, -6), jaw=(24, 0, 0), hips_at=(0, 0.01, 0.012)) | {
        "arm.L": (-112, -24, -6), "forearm.L": (-34, 0, 0), "hand.L": (-24, 0, 0), "shoulder.L": (0, -14, 0), "arm.R": (-104, 18, 4), "forearm.R": (-26, 0, 0), "hand.R": (52, 0, 0), "shoulder.R": (0, 12, 0)}
    down = from_ready(b, hips=(14, 0, 6), spine=(12, 0, 4), chest=(16, 0, 6), head=(-34, 0, -8), jaw=(30, 0, 0), hips_at=(0, -0.03, -0.07)) | {
        "arm.L": (-66, -6, 14), "forearm.L": (-10, 0, 0), "hand.L": (-40, 0, 0), "shoulder.L": (0, 0, -10), "arm.R": (-46, -6, 10), "forearm.R": (-34, 0, 0), "hand.R": (10, 0, 0)}
    keys = (Keys().pose(0, ready(b)).pose(0.30 * k, gather).pose(0.62 * k, high).pose(0.92 * k, {n: high[n] for n in ("hips", "chest", "arm.L", "arm.R")})
            .pose(1.02 * k, down, snap=True).pose(1.35 * k, {n: down[n] for n in ("hips", "chest", "arm.L", "arm.R", "hips@", "head")}).pose(1.95 * k, ready(b)))
    s = 2.04 * k
    n = round(s * FPS)

    def sample(t: float) -> Pose:
        pose = keys.sample(t, lag=settling(t, s, 0.6))
        shiver = 1.6 * np.sin(2 * np.pi * 7.5 * t) * np.clip(min((t - 0.5 * k) / 0.2, (1.0 * k - t) / 0.1), 0.0, 1.0)
        return Pose(add(pose.angles, {"arm.L": (shiver, 0, 0), "arm.R": (-shiver, 0, 0), "head": (0, shiver, 0)}), pose.hips_shift, pose.pins)

    return Clip("cast", n, False, sample, starts_as="idle", ends_as="idle")


def throw(b: Body) -> Clip:
    """Bends, takes somebody up with the left hand, winds round and hurls them away overhead."""
    k, h, d = b.tempo, b.rig.height_m, b.fold
    grab = from_ready(b, hips=(46 * d, 0, -10), spine=(24 * d, 0, -6), chest=(26 * d, 0, -12), head=(-40 * d, 0, 8), jaw=(6, 0, 0), hips_at=(0.0, 0.05, -0.17)) | {
        "arm.L": (-64, 20, 0), "forearm.L": (-12, 0, 0), "hand.L": (20, 0, 0), "shoulder.L": (14, 10, -10), "arm.R": (26, 8, 0), "forearm.R": (-30, 0, 0)}
    take = from_ready(b, hips=(6, 0, 6), spine=(2, 0, 4), chest=(-4, 0, 8), head=(-4, 0, 14), jaw=(20, 0, 0), hips_at=(0.01, 0.02, -0.03)) | {"arm.L": (-92, 4, -6), "forearm.L": (-58, 0, 0), "hand.L": (0, 0, 0), "shoulder.L": (0, -6, 0)}
    wind = from_ready(b, hips=(-10, 0, 26), spine=(-10, 0, 14), chest=(-18, 0, 22), head=(10, 0, -46), jaw=(12, 0, 0), hips_at=(0.02, 0.06, -0.05)) | {
        "arm.L": (-156, 4, 22), "forearm.L": (-74, 0, 0), "hand.L": (-20, 0, 0), "shoulder.L": (0, -16, 0), "arm.R": (-50, 22, -6), "forearm.R": (-26, 0, 0), **planted(b, 0.07 * h, -0.05 * h)}
    hurl = from_ready(b, hips=(18 * d, 0, -24), spine=(16 * d, 0, -14), chest=(22 * d, 0, -26), head=(-28 * d, 0, 40), jaw=(34, 0, 0), hips_at=(-0.02, -0.06, -0.07)) | {
        "arm.L": (-104, -10, -14), "forearm.L": (-8, 0, 0), "hand.L": (24, 0, 0), "shoulder.L": (0, -6, -14), "arm.R": (36, 16, 0), "forearm.R": (-30, 0, 0), **planted(b, 0.07 * h, -0.05 * h)}
    after = {"arm.L": (-40, -4, -34), "forearm.L": (-16, 0, 0), "chest": (28 * d, 0, -34), "hips": (22 * d, 0, -28)}
    keys = (Keys().pose(0, ready(b)).pose(0.34 * k, grab).pose(0.42 * k, {n: grab[n] for n in ("hips", "chest", "arm.L", "hips@")}).pose(0.64 * k, take).pose(0.84 * k, wind).pose(0.90 * k, {"arm.L": (-160, 4, 26), "chest": (-20, 0, 26)})
            .pose(1.0 * k, hurl, snap=True).pose(1.12 * k, after).pose(1.3 * k, {n: after[n] for n in ("chest", "hips")}).pose(1.9 * k, ready(b)))
    s = 2.0 * k
    n = round(s * FPS)
    steps = [("L", 0.68 * k, 0.84 * k, 0.03), ("R", 0.86 * k, 1.0 * k, 0.03), ("L", 1.40 * k, 1.62 * k, 0.03), ("R", 1.64 * k, 1.86 * k, 0.03)]
    return Clip("throw", n, False, lambda t: lifted(keys.sample(t, lag=settling(t, s, 0.4 * k)), b, t, steps), starts_as="idle", ends_as="idle")


def die(b: Body) -> Clip:
    """Struck down where it stands: a jerk, the knees give, onto the back, and still."""
    k, h, leg = b.tempo**0.8, b.rig.height_m, b.rig.leg_m
    end = channels(end_of(lie(b, "lie_back", -90)))
    first = ready(b)
    limbs = [n for n in dict.fromkeys([*end, *first]) if not n.endswith(("@", "*"))]
    rest = {**zeroed(limbs, end), "hips@": end["hips@"], **planted(b, -0.3 * h, -0.3 * h), "foot.L*": (0.0,), "foot.R*": (0.0,)}
    y, low = rest["hips@"][1], rest["hips@"][2]
    jerk = from_ready(b, hips=(-10, 3, 10), spine=(-12, 2, 8), chest=(-18, 3, 12), head=(20, -8, -10), jaw=(30, 0, 0), arm_L=(10, -44, 0), arm_R=(6, 40, 0), forearm_L=(-20, 0, 0), forearm_R=(-20, 0, 0), hips_at=(0, 0.05, -0.03))
    sink = from_ready(b, hips=(-26, -4, 6), spine=(4, -2, 4), chest=(8, -3, 4), head=(26, 10, 8), jaw=(14, 0, 0), arm_L=(-12, -6, 0), arm_R=(-4, 6, 0)) | {
        "hips@": (0, 0.10 * h, -0.42 * leg), "thigh.L": (-40, -10, 0), "thigh.R": (-36, 10, 0), "shin.L": (84, 0, 0), "shin.R": (78, 0, 0), "foot.L": (0, 0, 0), "foot.R": (0, 0, 0), "prop": (0, 0, -20), "foot.L*": (1.0,), "foot.R*": (1.0,)}
    drop = {"hips": (-78, -2, 4), "spine": (16, 0, 0), "chest": (18, 0, 0), "head": (30, 4, 10), "jaw": (26, 0, 0), "arm.L": (-46, -40, 0), "arm.R": (-40, 36, 0), "forearm.L": (-24, 0, 0), "forearm.R": (-24, 0, 0), "hand.L": (-10, 0, 0), "hand.R": (-10, 0, 0),
            "thigh.L": (-64, -14, 0), "thigh.R": (-52, 14, 0), "shin.L": (66, 0, 0), "shin.R": (50, 0, 0), "foot.L": (0, 0, 0), "foot.R": (6, 0, 0), "prop": (0, 0, -70), "hips@": (0, 0.55 * y + 0.06 * h, low), "foot.L*": (0.0,), "foot.R*": (0.0,)}
    start = {**zeroed(limbs, first), **first}
    keys = Keys().pose(0, start).pose(0.10 * k, jerk, snap=True).pose(0.38 * k, sink).pose(0.66 * k, drop).pose(0.80 * k, {**drop, "hips": (-86, 0, 2), "head": (-8, 6, 16), "hips@": (0, 0.8 * y, low)}).pose(1.12 * k, rest)
    s = 1.2 * k
    n = round(s * FPS)
    return Clip("die", n, False, lambda t: keys.sample(t, lag=settling(t, s, 0.5)), starts_as="idle", ends_as="lie_back")


def all_clips(b: Body, *own: Callable[[Body], Clip]) -> Callable[[tuple[float, float]], list[Clip]]:
    """The clips of a figure once its lying is measured; `own` are those not everybody has, and take the place of a shared one of the same name."""
    def build(lying_lift_m: tuple[float, float]) -> list[Clip]:
        at = replace(b, lying_lift_m=lying_lift_m)
        shared = [idle(at), gait(at, at.walk, "walk"), gait(at, at.run, "run"), idle_2(at), wait(at), attack(at), attack_2(at), hit(at), fall(at), lie(at, "lie_back", -90), lie(at, "lie_belly", 90),
                  get_up_back(at), get_up_belly(at), land(at), die(at)]
        mine = {c.name: c for c in (make(at) for make in own)}
        return [mine.pop(c.name, c) for c in shared] + list(mine.values())

    return build
