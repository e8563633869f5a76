"""Damage: a bite takes stones, tiles and boards out of a building, leaves a dark hole with splinters, soot and rubble.

A bite is a ray that comes down at the building from outside. What it meets first says where the hole is and what it is made
of. Nothing here knows kinds of towers.
"""
import math

import numpy as np

from kit import lin

DARK, CHAR = lin("#241E1C"), lin("#3A2E28")
LARGEST = 1.75    # m: a part longer than this is a wall or a post, not a stone or a board


def tree_of(v, t):
    import bpy  # noqa: F401  (mathutils exists only after bpy is imported)
    from mathutils.bvhtree import BVHTree
    return BVHTree.FromPolygons([tuple(p) for p in v], [tuple(int(i) for i in f) for f in t])


def strike(tree, azimuth, height, reach=30.0):
    from mathutils import Vector
    a = math.radians(azimuth)
    start = Vector((reach * math.cos(a), reach * math.sin(a), height + reach * 0.45))
    hit = tree.ray_cast(start, (Vector((0, 0, height)) - start).normalized(), 2 * reach)
    return None if hit[0] is None else (np.array(hit[0]), np.array(hit[1]), hit[2])


def material(color):
    """Told by the color of what was struck: brown and yellow is wood or thatch, red tiles, grey stone."""
    r, g, b = color
    if r > 2.6 * g:
        return "tile"
    if r > 1.9 * b:
        return "wood"
    return "tile" if b > 4 * r and g < 0.2 else "stone"   # blue roofs, not ice


def slimness(points):
    """The second smallest extent, whichever way a part lies: small for posts and ropes, not for boards and tiles."""
    d = points - points.mean(0)
    extent = np.ptp(d @ np.linalg.svd(d, full_matrices=False)[2].T, axis=0)
    return sorted(extent)[1]


def frame(normal):
    """Side, up the slope, and out."""
    n = normal / np.linalg.norm(normal)
    s = np.cross((0, 0, 1.0), n) if abs(n[2]) < 0.98 else np.array([1.0, 0, 0])
    s /= np.linalg.norm(s)
    return s, np.cross(n, s), n


def hole(k, point, normal, radius, color, cover=0.05):
    """A ragged dark patch with a charred rim; in ice it is deep blue."""
    dark, rim_color = (color * (0.12, 0.16, 0.28), color * (0.4, 0.5, 0.65)) if color[2] > 1.5 * color[0] and color[1] > 0.25 else (DARK, CHAR)
    s, u, n = frame(normal)
    count = 7 if not k.lod else 6
    rim = [radius * k.u(0.62, 1.0) for _ in range(count)]
    at = lambda r, i, lift: point + n * lift + s * r * math.cos(2 * math.pi * i / count) + u * r * math.sin(2 * math.pi * i / count)
    inner, outer = [at(r * 0.78, i, cover + 0.01) for i, r in enumerate(rim)], [at(r, i, cover * 0.4) for i, r in enumerate(rim)]
    k.add([point + n * (cover - 0.05)] + inner, [(0, 1 + i, 1 + (i + 1) % count) for i in range(count)], dark * k.u(0.8, 1.1))
    if not k.lod:
        k.add(inner + outer, [(i, count + i, count + (i + 1) % count, (i + 1) % count) for i in range(count)], rim_color)


def splinters(k, point, normal, radius, what, color):
    """What still hangs in the hole: broken laths in a roof, split boards, loose stones in a wall."""
    s, u, n = frame(normal)
    if what == "cloth":
        return
    if what == "stone":
        for i in range(3):
            a = k.u(0, 6.3)
            p = point + (s * math.cos(a) + u * math.sin(a)) * radius * 0.8 + n * 0.02
            k.block(*p, 0.34, 0.26, 0.26, color * (0.85, 1.0, 1.15)[i], 0, 0.04, 0.8, turn=k.u(0, 3), bottom=True)
        return
    for i in range(3):
        off = (i - 1.0) * radius * 0.55 + k.u(-0.06, 0.06)
        low, high = -radius * k.u(0.7, 1.05), radius * k.u(-0.3, 0.75)
        k.beam(point + s * off + u * low + n * 0.06, point + s * (off + k.u(-0.12, 0.12)) + u * high + n * (0.08 + k.u(0, 0.22)), 0.11, 0.09, "wood_d" if i % 2 else "wood", 0)
    if what == "tile":
        k.beam(point - s * radius * 0.8 + n * 0.13, point + s * radius * k.u(0.3, 0.7) + n * 0.16, 0.1, 0.08, "wood_l", 0)


def rubble(k, azimuth, color, what, count, foot):
    """Pieces at the foot under the bite, inside the footprint."""
    a0 = math.radians(azimuth)
    for i in range(count if not k.lod else count // 3):
        a, r = a0 + k.u(-0.42, 0.42), foot * k.u(0.84, 1.0)
        box = max(abs(math.cos(a)), abs(math.sin(a)))
        x, y = r * math.cos(a) / box * 0.9, r * math.sin(a) / box * 0.9
        size = k.u(0.22, 0.46)
        if what == "stone" or i % 3 == 0:
            k.block(x, y, -0.04, size * 1.2, size, size * 0.8, color * (0.85, 1.0, 1.1)[i % 3] if what == "stone" else ("stone_l", "stone", "stone_d")[i % 3], 0, 0.05, 0.8, turn=k.u(0, 3))
        elif what == "tile":
            k.block(x, y, -0.03, 0.5, 0.4, 0.13, "wood_d" if i == 2 else color, 0, 0.04, turn=k.u(0, 3))
        else:
            t = k.u(0, 3.1)
            d = np.array([math.cos(t), math.sin(t), 0]) * k.u(0.25, 0.45)
            p = np.array([x, y, 0.07]) * (0.93, 0.93, 1)
            k.beam(p - d, p + d + (0, 0, k.u(0.0, 0.2)), 0.14, 0.1, "wood" if i % 2 else "wood_d", 0)


def damage(k, foot=2.3):
    """Draws what bites add into the kit. Returns, a state: the parts that are gone, and where soot lies [(point, radius)]."""
    v, t = np.array(k.v), np.array(k.t)
    standing = np.array([w is None and f == 0 for w, f in zip(k.work, k.first)])
    mine = np.nonzero(standing)[0]
    part, color = np.array(k.part), np.array(k.c)
    middle, size, thin = {}, {}, {}
    for p in np.unique(part[mine]):
        q = v[t[part == p]].reshape(-1, 3)
        middle[p], size[p] = (q.min(0) + q.max(0)) / 2, np.linalg.norm(q.max(0) - q.min(0))
        thin[p] = slimness(q)
    firm = {p for p, f in zip(part, k.firm) if f}
    sway = {}
    for i in mine:
        sway[part[i]] = max(sway.get(part[i], 0), *(k.s[j] for j in t[i]))
    sways = {p for p, s in sway.items() if s > 0}
    # Banners, posts and ropes are no place for a hole: the ray goes past them.
    slim = {p for p in middle if thin[p] < 0.3 and size[p] > 0.9} | {p for p, s in sway.items() if s > 0.5}
    solid = np.array([i for i in mine if part[i] not in slim and not k.g[i]])
    tree = tree_of(v, t[solid])
    gone, soot = [set(), set(), set()], [[], [], []]
    for azimuth, height, radius, state in k.bites:
        hit = strike(tree, azimuth, height)
        if hit is None:
            raise ValueError(f"a bite at {azimuth} degrees, {height} m meets nothing")
        point, normal, face = hit
        struck = color[solid[face]]
        what = "cloth" if part[solid[face]] in sways else material(struck)
        taken, bare = set(), False
        if not k.lod:
            taken = {p for p in middle if p not in firm and p not in sways and size[p] < LARGEST and np.linalg.norm(middle[p] - point) < radius}
            left = [i for i in solid if part[i] not in taken]
            behind = strike(tree_of(v, t[left]), azimuth, height)
            bare = behind is None or np.linalg.norm(behind[0] - point) > 1.3
            if not bare:
                point, normal = behind[0], behind[1]
        for s in range(state, 3):
            gone[s] |= taken
            soot[s].append((point, radius * 1.65))
        with k.since(state):
            if not bare:     # what stood free (a merlon, a rail) is just gone
                hole(k, point, normal, radius * (0.8 if not k.lod else 0.95), struck)
            if not k.lod and not bare:
                splinters(k, point, normal, radius * 0.8, what, struck)
            rubble(k, azimuth, struck, what, 5, foot)
    return gone, soot


def sooted(positions, places):
    """By how much soot darkens corners (n, 3): 1 not at all."""
    out = np.ones(positions.shape[:2])
    for point, reach in places:
        d = np.linalg.norm(positions - point, axis=2) / reach
        out = np.minimum(out, 0.30 + 0.70 * np.clip((d - 0.35) / 0.65, 0, 1) ** 1.2)
    return out
