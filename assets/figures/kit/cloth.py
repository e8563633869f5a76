"""Cloth bones: what hangs from chest and hips follows the body as a damped pendulum, and never through the legs.

A clip's first and last frame take the cloth of the clips they join, so that a change of clip cannot be seen.
"""
from __future__ import annotations

import numpy as np

from .rig import CLOTH, INDEX, PARENT, Rig, rotation

State = np.ndarray  # (cloth bones, 2): pitch and roll in degrees

# bone -> side of the body (front -1), stiffest and loosest swing away from the body, degrees
SWING = {"cape": (1.0, 0.0, 62.0), "cape_tip": (1.0, -14.0, 40.0), "rag_front": (-1.0, 0.0, 85.0), "rag_back": (1.0, 0.0, 70.0)}
DAMPING = 0.32
JOIN_FRAMES = 7  # over which the end of a clip turns into the cloth of the next


def hang(clip, rig: Rig, rot: np.ndarray, pos: np.ndarray, start: State | None, stop: State | None, fps: int) -> np.ndarray:
    """Write world rotation and position of the cloth bones into `rot` and `pos`; return pitch and roll by frame."""
    wish = np.stack([[_wish(name, clip, rig, rot, f, fps) for name in CLOTH] for f in range(len(rot))])
    turns_hz = 1.5 * np.sqrt(1.7 / rig.height_m)
    state = start.copy() if start is not None else wish[0].copy()
    if clip.loop and start is None:
        for _ in range(4):  # until the loop closes
            state, speed, out = _swing(wish, state, turns_hz, fps, None if _ == 0 else speed)
        out[-1] = out[0]
    else:
        _, _, out = _swing(wish, state, turns_hz, fps, None)
        if clip.loop:
            stop = start
    if stop is not None:
        last = len(out) - 1
        for f in range(len(out)):
            x = np.clip((f - last + JOIN_FRAMES) / JOIN_FRAMES, 0.0, 1.0)
            out[f] += (stop - out[f]) * x * x * (3 - 2 * x)
    for f in range(len(rot)):
        for k, name in enumerate(CLOTH):
            i, j = INDEX[name], INDEX[PARENT[name]]
            rot[f, i] = rot[f, j] @ rotation(out[f, k, 0], out[f, k, 1], 0.0)
            pos[f, i] = pos[f, j] + rot[f, j] @ (rig.heads[i] - rig.heads[j])
    return out


def _swing(wish: np.ndarray, state: State, turns_hz: float, fps: int, speed: np.ndarray | None):
    w, h = 2 * np.pi * turns_hz, 1.0 / (4 * fps)
    speed = np.zeros_like(state) if speed is None else speed
    out = [state.copy()]
    for f in range(1, len(wish)):
        for s in range(4):
            aim = wish[f - 1] + (wish[f] - wish[f - 1]) * (s + 1) / 4
            speed = speed + h * (w * w * (aim - state) - 2 * DAMPING * w * speed)
            state = state + h * speed
        out.append(state.copy())
    return state, speed, np.stack(out)


def _wish(name: str, clip, rig: Rig, rot: np.ndarray, f: int, fps: int) -> tuple[float, float]:
    """Where gravity, the wind of walking and the thighs would put this cloth."""
    side, least, most = SWING[name]
    parent = rot[f, INDEX["chest" if name == "cape_tip" else PARENT[name]]]
    up = parent[2, 2]  # 1 upright, 0 lying
    gravity = parent.T @ np.array([0.0, 0.0, -1.0])
    upright = np.clip((up - 0.15) / 0.6, 0.0, 1.0) if not clip.free else 0.0
    pitch = float(np.degrees(np.arctan2(gravity[1], max(-gravity[2], 0.2)))) * upright
    roll = float(np.degrees(np.arctan2(-gravity[0], max(-gravity[2], 0.2)))) * upright
    phase = 2 * np.pi * f / max(clip.frames, 1)
    wind = min(clip.speed_mps / np.sqrt(rig.height_m) * 7.0, 30.0)
    if clip.free:  # tumbling: it streams and flaps
        wind, flap = 22.0, 16.0
    else:
        flap = 0.22 * wind
    beat = 2 if clip.loop and clip.speed_mps else 1
    pitch = pitch * (0.4 if name == "cape_tip" else 1.0) + side * (0.5 * wind if name == "cape_tip" else wind if side > 0 else 0.3 * wind)
    pitch += flap * np.sin(beat * phase + (1.9 if name == "cape_tip" else 0.0) + (1.0 if name.startswith("rag") else 0.0)) if clip.loop else 0.0
    if name.startswith("rag"):
        thighs = [_pitch_of(rot[f, INDEX["hips"]].T @ rot[f, INDEX["thigh" + s]]) for s in (".L", ".R")]
        pitch = min(pitch, rig.hem_follows * min(thighs) + 4.0) if side < 0 else max(pitch, 0.9 * rig.hem_follows * max(thighs) - 4.0)
    away = float(np.clip(side * pitch, least, most))
    return side * away, float(np.clip(roll, -25.0, 25.0))


def _pitch_of(local: np.ndarray) -> float:
    d = local @ np.array([0.0, 0.0, -1.0])
    return float(np.degrees(np.arctan2(d[1], -d[2]))) if -d[2] > 0.0 else float(np.degrees(np.arctan2(d[1], 0.05)))
