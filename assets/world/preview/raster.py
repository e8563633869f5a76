"""Shades models as the game's passes do: depth image, sun shadow map, hemisphere ambient, baked and screen-space occlusion,
bloom, tone curve. Needs numpy and a C compiler, no Blender."""
import ctypes
import math
import subprocess
import tempfile
from pathlib import Path

import numpy as np

import light
from kit import lin

F, I = ctypes.POINTER(ctypes.c_float), ctypes.POINTER(ctypes.c_int)


def _lib():
    src = Path(__file__).resolve().parent / "raster.c"
    so = Path(tempfile.gettempdir()) / f"world_raster_{int(src.stat().st_mtime)}.so"
    if not so.exists():
        subprocess.check_call(["cc", "-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", str(src), "-o", str(so), "-lm"])
    return ctypes.CDLL(str(so))


def fp(a):
    return a.ctypes.data_as(F)


def ip(a):
    return a.ctypes.data_as(I)


class Scene:
    """Triangles by corner: positions, normals (n, 3, 3), linear color with occlusion (n, 3, 4), glow (n)."""

    def __init__(self):
        self.v, self.c, self.n, self.g = [], [], [], []

    def add(self, corner, normal, color, glow):
        self.v.append(corner.reshape(-1, 3))
        self.n.append(normal)
        self.c.append(color)
        self.g.append(glow)


def look(target, dist, pitch, yaw, fov, w, h, shift=0.0):
    p, y = math.radians(pitch), math.radians(yaw)
    fwd = np.array([math.sin(y) * math.cos(p), math.cos(y) * math.cos(p), -math.sin(p)])
    eye = np.asarray(target, float) - fwd * dist
    right = np.array([math.cos(y), -math.sin(y), 0.0])
    up = np.cross(right, fwd)
    f = 1 / math.tan(math.radians(fov) / 2)
    V = np.eye(4)
    V[0, :3], V[1, :3], V[2, :3] = right, up, fwd
    V[:3, 3] = -V[:3, :3] @ eye
    P = np.array([[f, 0, 0, 0], [0, f * w / h, 0, 0], [0, 0, 1, -0.4 * dist], [0, 0, 1, 0]], float)
    return P @ V, eye


def render(sc, mood, cam, w, h, ss=2):
    lib = _lib()
    W, H = w * ss, h * ss
    v = np.ascontiguousarray(np.concatenate(sc.v), np.float32)
    t = np.arange(len(v), dtype=np.int32).reshape(-1, 3)
    C, N = np.concatenate(sc.c).astype(np.float32), np.concatenate(sc.n).astype(np.float32)
    G = np.concatenate(sc.g)
    M, eye = look(*cam, W, H)
    M32 = np.ascontiguousarray(M, np.float32)
    z = np.full(W * H, 1e30, np.float32)
    idb = np.full(W * H, -1, np.int32)
    bary = np.zeros(W * H * 2, np.float32)
    lib.draw(fp(v), ip(t), len(t), fp(M32), W, H, fp(z), ip(idb), fp(bary))
    pix = np.nonzero(idb >= 0)[0].astype(np.int32)
    tri = idb[pix]
    b = bary.reshape(-1, 2)[pix]
    wts = np.stack([1 - b.sum(1), b[:, 0], b[:, 1]], 1)
    pos = np.ascontiguousarray((v[t[tri]] * wts[..., None]).sum(1), np.float32)
    nrm = (N[tri] * wts[..., None]).sum(1)
    nrm = np.ascontiguousarray(nrm / (np.linalg.norm(nrm, axis=1)[:, None] + 1e-9), np.float32)
    col = (C[tri] * wts[..., None]).sum(1)
    flip = ((pos - eye) * nrm).sum(1) > 0
    nrm[flip] *= -1
    alb, ao = col[:, :3].astype(float), col[:, 3].astype(float)
    glow = G[tri]
    # sun
    S = light.sun_dir(mood)
    vis = pos[::37]
    cen = (vis.min(0) + vis.max(0)) / 2
    rad = float(np.linalg.norm(vis.max(0) - vis.min(0)) / 2 + 6)
    rt = np.cross([0, 0, 1.0], S)
    rt /= np.linalg.norm(rt)
    up = np.cross(S, rt)
    L = np.eye(4)
    L[0, :3], L[1, :3], L[2, :3] = rt / rad, up / rad, -S / rad
    L[:3, 3] = -(L[:3, :3] @ cen)
    L32 = np.ascontiguousarray(L, np.float32)
    size = 4096
    zm = np.full(size * size, 1e30, np.float32)
    cast = t
    lib.draw(fp(v), ip(cast), len(cast), fp(L32), size, size, fp(zm), None, None)
    sh = np.empty(len(pix), np.float32)
    lib.shadow(fp(pos), fp(nrm), len(pix), fp(L32), fp(zm), size, ctypes.c_float(2 * rad), ctypes.c_float(2 * rad),
               ctypes.c_float(math.tan(math.radians(mood["sun_angle"]) / 2) * 2), fp(sh))
    dist = np.full(W * H, 1e9, np.float32)
    d = np.linalg.norm(pos - eye, axis=1)
    dist[pix] = d
    so = np.empty(len(pix), np.float32)
    e32 = np.ascontiguousarray(eye, np.float32)
    lib.ssao(fp(pos), fp(nrm), ip(pix), len(pix), fp(M32), fp(dist), fp(e32), W, H, ctypes.c_float(0.9), fp(so))
    occ = np.clip(ao, 0.28, 1) * (1 - mood["ao"] * (1 - so.astype(float)))
    hemi = np.clip(nrm[:, 2:3] * 0.5 + 0.5, 0, 1)
    amb = lin(mood["ground_hex"]) * mood["ground"] * (1 - hemi) + lin(mood["sky_hex"]) * mood["sky"] * hemi
    wrap = np.clip((nrm @ S + 0.12) / 1.12, 0, 1)
    sun = lin(mood["sun_hex"]) * mood["sun"]
    lightv = sun * (wrap * sh * (0.55 + 0.45 * occ))[:, None] + amb * occ[:, None]
    rgb = alb * lightv
    # rim: sky light on edges turned away from the eye, models only, lifts the crowd off the ground
    vdir = (eye - pos) / d[:, None]
    rim = (1 - np.clip((vdir * nrm).sum(1), 0, 1)) ** 3 * np.clip(nrm[:, 2] + 0.4, 0, 1) * occ
    rgb += rim[:, None] * (0.30 * lin(mood["sky_hex"]) * mood["sky"] + 0.10 * sun) * (0.3 + 0.7 * alb)
    gm = glow > 0
    rgb[gm] = rgb[gm] * 0.3 + alb[gm] * mood["glow"] * glow[gm, None]
    full = np.broadcast_to(lin(mood["fog_hex"]), (W * H, 3)).copy()
    full[pix] = rgb
    full = np.minimum(full, 12).reshape(h, ss, w, ss, 3).mean((1, 3))
    return light.finish_image(mood, full)
