"""What trees and rocks are made of: limbs, leafy clumps, rocks cut by planes."""
import itertools
import math

import numpy as np

from kit import lin


def unit(v):
    return v / (np.linalg.norm(v) + 1e-12)


def mix(a, b, t):
    return lin(a) * (1 - t) + lin(b) * t


# ------------------------------------------------------------------------- trees
def ball(k, n):
    """Points on a sphere, nearly even."""
    i = np.arange(n) + 0.5
    z = 1 - 2 * i / n
    a = i * math.pi * (3 - math.sqrt(5)) + k.u(0, 6)
    r = np.sqrt(1 - z * z)
    return np.stack([r * np.cos(a), r * np.sin(a), z], 1)


def hull(pts):
    """Convex hull as points and triangles (Blender's own hull)."""
    import bpy  # noqa: F401  (bmesh exists only after bpy is imported)
    import bmesh
    bm = bmesh.new()
    for p in pts:
        bm.verts.new(p)
    out = bmesh.ops.convex_hull(bm, input=bm.verts)
    for g in out["geom_interior"]:
        if isinstance(g, bmesh.types.BMVert) and g.is_valid:
            bm.verts.remove(g)
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    bm.verts.index_update()
    v = [np.array(q.co) for q in bm.verts]
    f = [tuple(q.index for q in x.verts) for x in bm.faces]
    bm.free()
    return v, f


def limb(k, path, radii, n, cols, tip=True, sway=0.0, jit=0.06):
    """A tube along points; its end is closed by a point with `tip`, else by a lid in the last color."""
    path = [np.asarray(p, float) for p in path]
    s = None
    pts, fs, cs = [], [], []
    for i, p in enumerate(path):
        d = unit(path[min(i + 1, len(path) - 1)] - path[max(i - 1, 0)])
        if s is None:
            s = np.cross(d, (0.0, 1.0, 0.0) if abs(d[1]) < 0.8 else (1.0, 0.0, 0.0))
        s = unit(s - d * (s @ d))
        q = np.cross(d, s)
        for j in range(n):
            a = 2 * math.pi * j / n
            pts.append(p + radii[i] * (1 + k.u(-jit, jit)) * (s * math.cos(a) + q * math.sin(a)))
    for i in range(len(path) - 1):
        for j in range(n):
            m = (j + 1) % n
            fs.append((i * n + j, i * n + m, (i + 1) * n + m, (i + 1) * n + j))
            cs.append(k.tint(cols[i % len(cols)] if isinstance(cols, list) else cols, 0.06))
    last = (len(path) - 1) * n
    if tip:
        pts.append(path[-1] + unit(path[-1] - path[-2]) * radii[-1] * 1.5)
        for j in range(n):
            fs.append((last + j, last + (j + 1) % n, len(pts) - 1))
            cs.append(cs[-1])
    else:
        fs.append(tuple(last + j for j in range(n)))
        cs.append(k.tint(cols[-1] if isinstance(cols, list) else cols, 0.03))
    k.add(pts, fs, cs, sway=[sway] * len(pts))


def trunk(k, path, radii, n, col, roots=5, spread=2.1, rise=2.0, tip=True):
    """A trunk whose foot runs out into roots that leave it `rise` radii up."""
    limb(k, path, radii, n, col, tip)
    if k.lod:
        return
    p, r = np.asarray(path[0], float), radii[0]
    turn = k.u(0, 6)
    for i in range(roots):
        a = turn + 2 * math.pi * (i + k.u(-0.25, 0.25)) / roots
        d = np.array([math.cos(a), math.sin(a), 0])
        out = p + d * r * spread * k.u(0.85, 1.2)
        out[2] = -0.06
        knee = p + d * r * 1.0
        knee[2] = r * rise * 0.38
        limb(k, [p + d * r * 0.2 + (0, 0, r * rise), knee, out], [r * 0.42, r * 0.36, r * 0.12], 4, col)


def clump(k, c, r, cols, leaves=14, squash=0.85, size=0.5, sway=0.6, droop=0.0, core=14):
    """A ball of foliage: a dark core with leaves laid over it like shingles, lighter towards the top. The low level is the core alone, larger."""
    c = np.asarray(c, float)
    flat = np.array([1, 1, squash])
    lo, mid, hi = (lin(x) for x in cols)

    def paint(u, amount=0.07):
        u = min(1.0, max(0.0, u))
        return k.tint(lo * (1 - u * 2) + mid * u * 2 if u < 0.5 else mid * (2 - 2 * u) + hi * (2 * u - 1), amount)

    p = ball(k, core if not k.lod else max(9, core - 4))
    p *= np.array([[k.u(0.92, 1.06)] for _ in p])
    v, f = hull([c + r * (0.93 if not k.lod else 1.08) * q * flat for q in p])
    cs = []
    for t in f:
        u = (np.mean([v[i][2] for i in t]) - c[2]) / (r * squash) * 0.5 + 0.5
        cs.append(paint(u * 0.36 if not k.lod else u, 0.04))
    k.add(v, f, cs, out_from=c, sway=[sway] * len(v))
    if k.lod:
        return
    for q in ball(k, int(leaves * 1.4)):
        if q[2] < -0.38:
            continue
        q = unit(q + np.array([k.u(-0.2, 0.2), k.u(-0.2, 0.2), k.u(-0.2, 0.2)]))
        down = unit(np.array([0, 0, -1.0]) - q * -q[2] + np.array([k.u(-0.5, 0.5), k.u(-0.5, 0.5), 0]))
        t = unit(down - q * (down @ q))
        s = np.cross(t, q)
        long, wide = size * k.u(0.8, 1.25), size * k.u(0.42, 0.58)
        at = c + r * q * flat
        pts = [at - t * long * 0.55 + q * 0.02, at + s * wide - q * 0.05, at + t * long * 0.75 + q * r * 0.1 - (0, 0, droop * long), at - s * wide - q * 0.05]
        pts.append(at + q * size * 0.16)
        u = q[2] * 0.42 + 0.46
        a, b = paint(u + k.u(-0.12, 0.12), 0.05), paint(u - 0.08, 0.05)
        k.add(pts, [(0, 1, 4), (4, 1, 2), (0, 4, 3), (4, 2, 3)], [a, a, b, b],
              out_from=at - q * 0.12, sway=[sway, sway, min(1.0, sway + 0.3), sway, sway])


# ------------------------------------------------------------------------- rocks
ROCK = ("#5A5354", "#7A7170", "#948A84", "#B5A99B")    # low, side, top, worn edge


def convex(n, d):
    """The solid inside the planes n.x <= d, as (plane, corner points in order)."""
    i = np.array(list(itertools.combinations(range(len(n)), 3)))
    m = n[i]
    ok = np.abs(np.linalg.det(m)) > 1e-4
    x = np.linalg.solve(m[ok], d[i[ok]][..., None])[..., 0]
    x = x[(x @ n.T <= d + 1e-6).all(1)]
    x = x[np.unique(np.round(x, 4), axis=0, return_index=True)[1]]
    out = []
    for j in range(len(n)):
        p = x[np.abs(x @ n[j] - d[j]) < 1e-5]
        if len(p) < 3:
            continue
        s = unit(np.cross(n[j], (0.0, 0, 1) if abs(n[j][2]) < 0.9 else (1.0, 0, 0)))
        q = p - p.mean(0)
        out.append((j, p[np.argsort(np.arctan2(q @ np.cross(n[j], s), q @ s))]))
    return out


def bevelled(n, d, width):
    """More planes, that cut the edges off; and how many were there before."""
    faces, more, off = convex(n, d), [], []
    for (a, p), (b, q) in itertools.combinations(faces, 2):
        both = [x for x in p if (np.linalg.norm(q - x, axis=1) < 1e-4).any()]
        if len(both) < 2 or n[a] @ n[b] > 0.93 or n[a][2] < -0.9 or n[b][2] < -0.9:
            continue
        m = unit(n[a] + n[b])
        more.append(m)
        off.append(m @ both[0] - width)
    return np.concatenate([n, more]), np.concatenate([d, off]), len(n)


def sides(k, size, count=7, crown=3, lean=0.25):
    """Planes of a rock: a ring that leans inwards, some that cut the shoulders. Without top and bottom."""
    size = np.asarray(size, float)
    turn, out = k.u(0, 6), []
    for i in range(count):
        a = turn + 2 * math.pi * (i + k.u(-0.3, 0.3)) / count
        out.append((np.array([math.cos(a), math.sin(a), k.u(-0.05, lean)]), k.u(0.84, 1.0)))
    for i in range(crown):
        a = turn + 2 * math.pi * (i + k.u(-0.35, 0.35)) / crown
        out.append((np.array([math.cos(a), math.sin(a), k.u(0.7, 1.2)]), k.u(0.78, 0.92)))
    n = np.array([unit(a) for a, _ in out])
    return n, np.linalg.norm(n * size, axis=1) * np.array([f for _, f in out])


def stone(k, n, d, z0, z1, width=0.05, tilt=0.12, cols=ROCK, moss=0.5, shift=(0, 0)):
    """One piece of rock between two heights; edges cut and lighter, moss on what lies flat."""
    top = unit(np.array([k.u(-tilt, tilt), k.u(-tilt, tilt), 1.0]))
    n = np.concatenate([n, [top, (0.0, 0, -1)]])
    d = np.concatenate([d, [top[2] * z1, -z0]])
    own = len(n)
    if not k.lod and width > 0:
        n, d, own = bevelled(n, d, width)
    tone = k.u(-0.15, 0.15)
    mossy = k.rng.random() < moss
    pts, fs, cs = [], [], []

    def put(p, c):
        fs.append(tuple(range(len(pts), len(pts) + len(p))))
        pts.extend(p + (shift[0], shift[1], 0))
        cs.append(c)

    for j, p in convex(n, d):
        up = n[j][2]
        if j >= own:
            c = mix(cols[2], cols[3], min(1, max(0, 0.15 + up * 0.7 + tone)))
            if mossy and up > 0.62 and k.rng.random() < 0.7:
                c = mix(MOSS, cols[2], k.u(0.1, 0.45))
        else:
            c = mix(cols[1], cols[2], min(1, max(0, up * 0.9 + 0.15 + tone))) if up > -0.15 else lin(cols[0])
        put(p, k.tint(c, 0.06))
        if j < own and up > 0.68 and mossy and not k.lod:
            put(patch(k, p, n[j]), k.tint(MOSS, 0.06))
        elif j < own and up > 0.8 and mossy:
            cs[-1] = mix(MOSS, cols[2], 0.4)
    k.add(pts, fs, cs)


MOSS = "#66793C"


def patch(k, p, normal, most=1.04):
    """Moss on a face: its outline drawn in by hand, a finger's breadth above it."""
    mid = p.mean(0)
    out = []
    for i, a in enumerate(p):
        b = p[(i + 1) % len(p)]
        for q in (a, (a + b) / 2):
            out.append(mid + (q - mid) * k.u(0.72, most) + normal * 0.015)
    return np.array(out)
