"""A Body in two levels of detail to a .glb in which all states share their vertices.

A state is nothing but another list of indices over the same vertices, plus the few that damage adds: a badly hurt tower costs
some ten kilobytes instead of three hundred. Nodes: see assets/README.md, section Buildings. Positions and normals are
32-bit floats because that is what plain glTF readers take; colors and (sway, glow) are bytes. 32 bytes a vertex.
"""
import json
import struct

import numpy as np

import wreck
from body import STATES

SOOTED = 0.7    # a triangle is painted anew when soot takes it below this

# Model space (x right, y back, z up) to the file's (y up, looking along +z).
def turned(p):
    return np.stack([p[..., 0], p[..., 2], -p[..., 1]], -1)


def level(k, foot):
    """Corners of all triangles of all states, and which triangles each node draws."""
    k.tidy()
    breaks = bool(k.bites) or any(f for f in k.first) or any(u < 3 for u in k.last)
    gone, soot = wreck.damage(k, foot) if k.bites else ([set()] * 3, [[]] * 3)
    k.tidy()
    v, t = np.array(k.v), np.array(k.t)
    first, last, part = np.array(k.first), np.array(k.last), np.array(k.part)
    work = np.array([w or "" for w in k.work])
    n = len(t)
    there = [(first <= s) & (last > s) & ~np.isin(part, list(gone[s])) for s in range(3)]
    color = np.zeros((n, 3, 4))
    mine, c = k.baked(first == 0)
    color[mine] = c
    for s in (1, 2):
        only = there[s] & (first == s)
        if only.any():
            mine, c = k.baked(there[s], only)
            color[only] = c[only[mine]]
    corner = v[t]
    normal = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    normal, color = as_one(np.array(k.face), t, normal, color)
    extra = np.stack([np.array(k.s)[t], np.repeat(np.minimum(k.g, 1)[:, None], 3, 1)], -1)
    rows, nodes, count = [np.arange(n)], {}, n
    colors = [color]
    nodes[""] = np.nonzero(there[0] & (work == ""))[0]
    if k.pieces:
        nodes["rest"] = np.nonzero(there[0])[0]
    # One soot for both states, as dark as it gets where a part lies in both: their lists stay the same stretch of indices.
    black, worst = {}, wreck.sooted(corner, soot[2]) if soot[2] and not k.lod else np.ones((n, 3))
    near = [None, wreck.sooted(corner, soot[1]).min(1) <= SOOTED if soot[1] and not k.lod else np.zeros(n, bool), worst.min(1) <= SOOTED]
    worst[(np.array(k.g) > 0) | (first > 0)] = 1
    for s in (1, 2) if breaks else ():
        drawn = []
        for i in np.nonzero(there[s] & (work == ""))[0]:
            if not near[s][i] or worst[i].min() > SOOTED:
                drawn.append(i)
                continue
            if i not in black:
                black[i] = count
                count += 1
                rows.append([i])
                one = color[i:i + 1].copy()
                one[..., :3] *= worst[i][None, :, None]
                colors.append(one)
            drawn.append(black[i])
        nodes[STATES[s]] = np.array(drawn)
    for name in k.pieces:
        nodes["." + name] = np.nonzero(there[0] & (work == name))[0]
    src = np.concatenate(rows).astype(int)
    return corner[src], np.repeat(normal[src][:, None], 3, 1), np.concatenate(colors), extra[src], nodes


def as_one(face, t, normal, color):
    """A bent quad is one facet: its triangles share a normal, and corners they share have one occlusion. A fifth less vertices."""
    _, number = np.unique(face, return_inverse=True)
    sums = np.zeros((number.max() + 1, 3))
    np.add.at(sums, number, normal)
    normal = sums[number] / np.linalg.norm(sums[number], axis=1)[:, None]
    _, spot = np.unique((number[:, None] * (int(t.max()) + 1) + t).ravel(), return_inverse=True)
    total, count = np.zeros(spot.max() + 1), np.bincount(spot)
    np.add.at(total, spot, color[..., 3].ravel())
    color = color.copy()
    color[..., 3] = (total / count)[spot].reshape(t.shape)
    return normal, color


class File:
    def __init__(self):
        self.data, self.views, self.accessors, self.meshes, self.nodes = bytearray(), [], [], [], []

    def put(self, array, component, kind, target, **more):
        raw = array.tobytes()
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(raw), "target": target}
        if more.pop("stride", None):
            view["byteStride"] = 4
        self.data += raw + b"\0" * (-len(raw) % 4)
        self.views.append(view)
        self.accessors.append({"bufferView": len(self.views) - 1, "componentType": component, "count": len(array.reshape(len(array), -1)), "type": kind, **more})
        return len(self.accessors) - 1

    def vertices(self, corner, normal, color, extra):
        """Equal corners become one vertex. Returns the attributes and the vertex of each corner."""
        flat = lambda a, kind: np.ascontiguousarray(a.reshape(-1, a.shape[-1]), kind)
        pos, nrm = flat(np.round(turned(corner), 4), "<f4"), flat(np.round(turned(normal), 3), "<f4") + np.float32(0)
        color = color.copy()
        color[..., 3] = np.round(color[..., 3] * 31) / 31
        col = flat(np.round(np.clip(color, 0, 1) * 255), "u1")
        uv = np.zeros((len(pos), 4), "u1")
        uv[:, :2] = np.round(np.clip(extra.reshape(-1, 2), 0, 1) * 255)
        pos += np.float32(0)
        row = np.concatenate([x.view("u1").reshape(len(pos), -1) for x in (pos, nrm, col, uv)], 1)
        _, one, back = np.unique(row, axis=0, return_index=True, return_inverse=True)
        order = np.argsort(one)
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        keep, index = one[order], rank[back.ravel()]
        if len(keep) > 65535:
            raise ValueError(f"{len(keep)} vertices: at most 65535 a level")
        p = pos[keep]
        attributes = {"POSITION": self.put(p, 5126, "VEC3", 34962, min=p.min(0).tolist(), max=p.max(0).tolist()),
                      "NORMAL": self.put(nrm[keep], 5126, "VEC3", 34962),
                      "COLOR_0": self.put(col[keep], 5121, "VEC4", 34962, normalized=True),
                      "TEXCOORD_0": self.put(uv[keep], 5121, "VEC2", 34962, normalized=True, stride=4)}
        return attributes, index.reshape(-1, 3)

    def node(self, name, mesh=None, **more):
        self.nodes.append({"name": name, **({} if mesh is None else {"mesh": mesh}), **more})
        return len(self.nodes) - 1

    def indices(self, lists, triangles):
        """One buffer of indices in which every node's list is a stretch. Lists overlap: pieces, whole only, whole and hurt, all
        states, hurt and bad, bad only stand in this order, so each state is one run. A list that is no run gets its own copy."""
        states = {s: set(l) for s, l in lists.items() if s in ("", "hurt", "bad")}
        w, h, b = states[""], states.get("hurt", set()), states.get("bad", set())
        key = lambda i: (0 if i in w and i not in h else 1 if i in w and i not in b else 2 if i in w else 3 if i in h else 4, i)
        both = (w & b) - h
        order = [i for p in lists if p[:1] == "." for i in lists[p]] + sorted((w | h | b) - both, key=key)
        place = {t: i for i, t in enumerate(order)}
        runs, at = {}, len(order)
        for s, l in lists.items():
            spots = sorted(place[i] for i in l if i in place)
            if len(spots) == len(l) and spots[-1] - spots[0] == len(l) - 1:
                runs[s] = (spots[0], len(l))
            else:
                runs[s] = (at, len(l))
                order += list(l)
                at += len(l)
        raw = np.ascontiguousarray(triangles[np.array(order)].ravel(), "<u2")
        first = self.put(raw, 5123, "SCALAR", 34963)
        view = self.accessors.pop(first)["bufferView"]
        out = {}
        for s, (start, count) in runs.items():
            self.accessors.append({"bufferView": view, "byteOffset": start * 6, "componentType": 5123, "count": count * 3, "type": "SCALAR"})
            out[s] = len(self.accessors) - 1
        return out

    def mesh(self, name, attributes, indices):
        self.meshes.append({"name": name, "primitives": [{"attributes": attributes, "material": 0, "indices": indices}]})
        return len(self.meshes) - 1

    def write(self, path, scenes):
        document = {"asset": {"version": "2.0", "generator": "assets/world/towers"}, "scene": 0, "scenes": scenes, "nodes": self.nodes, "meshes": self.meshes,
                    "materials": [{"name": "palette", "pbrMetallicRoughness": {"metallicFactor": 0, "roughnessFactor": 0.9}}],
                    "accessors": self.accessors, "bufferViews": self.views, "buffers": [{"byteLength": len(self.data)}]}
        text = json.dumps(document, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        path.write_bytes(b"glTF" + struct.pack("<II", 2, 28 + len(text) + len(self.data)) + struct.pack("<I", len(text)) + b"JSON" + text +
                         struct.pack("<I", len(self.data)) + b"BIN\0" + bytes(self.data))


def write(path, name, bodies, foot=2.3):
    """bodies: full and low. Returns (triangles by node and level, vertices, bytes)."""
    f = File()
    made = [level(k, foot) for k in bodies]
    shared = [f.vertices(*m[:4]) for m in made]
    lists = [m[4] for m in made]
    index_of = [f.indices(l, s[1]) for l, s in zip(lists, shared)]
    first = [x for x in ("rest", "", "hurt", "bad") if x in lists[0]]
    scenes = {}
    for state in first:
        scenes[state] = []
        for lod in (0, 1):
            title = f"{name}_{state}_lod{lod}" if state else f"{name}_lod{lod}"
            scenes[state].append(f.node(title, f.mesh(title, shared[lod][0], index_of[lod][state])))
    pieces, index = bodies[0].pieces, {}
    for piece, (pivot, motion, axis, parent) in pieces.items():
        p = turned(np.asarray(pivot))
        inside = []
        for lod in (0, 1):
            title = f"{name}_{piece}_lod{lod}"
            inside.append(f.node(title, f.mesh(title, shared[lod][0], index_of[lod]["." + piece]), translation=np.round(-p, 4).tolist()))
        above = turned(np.asarray(pieces[parent][0])) if parent else np.zeros(3)
        index[piece] = f.node(f"{name}_{piece}", translation=np.round(p - above, 4).tolist(), children=inside, extras={"motion": motion, "axis": np.round(turned(np.asarray(axis)), 4).tolist()})
        if parent:
            f.nodes[index[parent]]["children"].append(index[piece])
    top = [index[p] for p in pieces if pieces[p][3] is None]
    # A scene a state, so that a viewer shows one state at a time; nodes of "rest" are for readers that know no pieces.
    f.write(path, [{"name": STATES[0] if s == "" else s, "nodes": scenes[s] + top} for s in first if s != "rest"])
    return [{s: len(l[s]) for s in l} for l in lists], [len(set(s[1].ravel())) for s in shared], path.stat().st_size
