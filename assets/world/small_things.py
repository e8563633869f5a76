"""Small models made without any modelling program: bomb, clod, arrow.

    python3 small_things.py [FOLDER]        # writes bomb.glb, clod.glb, arrow.glb

Same layout as the other models: nodes NAME_lod0 and NAME_lod1; COLOR_0 linear albedo with baked occlusion in alpha,
TEXCOORD_0 (sway, glow). Metres, y up in the file. The arrow points along +z of the file (-y after loading) and is
thicker than a real one: it must read as a streak from forty metres.
"""
import json
import math
import random
import struct
import sys
from pathlib import Path


def linear(hex_color):
    c = [int(hex_color[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in c]


class Mesh:
    """Flat-shaded triangles with a color and a glow a face."""

    def __init__(self):
        self.rows = []

    def triangle(self, a, b, c, color, glow=0.0, occlusion=1.0):
        u, v = [b[i] - a[i] for i in range(3)], [c[i] - a[i] for i in range(3)]
        n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        length = math.sqrt(sum(x * x for x in n)) or 1.0
        n = [x / length for x in n]
        for p in (a, b, c):
            self.rows.append((p, n, (*color, occlusion), (0.0, glow)))

    def quad(self, a, b, c, d, color, glow=0.0, occlusion=1.0):
        self.triangle(a, b, c, color, glow, occlusion)
        self.triangle(a, c, d, color, glow, occlusion)

    def tube(self, start, end, r0, r1, sides, color, glow=0.0, closed=True):
        """A straight tube between two points, with a lid at its end."""
        axis = [end[i] - start[i] for i in range(3)]
        length = math.sqrt(sum(x * x for x in axis))
        axis = [x / length for x in axis]
        other = [0.0, 1.0, 0.0] if abs(axis[1]) < 0.9 else [1.0, 0.0, 0.0]
        s = [axis[1] * other[2] - axis[2] * other[1], axis[2] * other[0] - axis[0] * other[2], axis[0] * other[1] - axis[1] * other[0]]
        length = math.sqrt(sum(x * x for x in s))
        s = [x / length for x in s]
        t = [axis[1] * s[2] - axis[2] * s[1], axis[2] * s[0] - axis[0] * s[2], axis[0] * s[1] - axis[1] * s[0]]

        def ring(p, r):
            out = []
            for k in range(sides):
                a = 2 * math.pi * k / sides
                out.append([p[i] + r * (s[i] * math.cos(a) + t[i] * math.sin(a)) for i in range(3)])
            return out
        low, high = ring(start, r0), ring(end, r1)
        for k in range(sides):
            m = (k + 1) % sides
            self.quad(low[k], low[m], high[m], high[k], color, glow)
            if closed:
                self.triangle(high[k], high[m], end, color, glow)


def ball(mesh, middle, radius, rings, sides, color, rng, rough=0.0, shade=True):
    grid = []
    for j in range(rings + 1):
        e = math.pi * (j / rings - 0.5)
        row = []
        for k in range(sides):
            a = 2 * math.pi * (k + 0.5 * (j % 2)) / sides
            r = radius * (1.0 + rough * (rng.random() - 0.5))
            if j in (0, rings):
                r = radius
            row.append([middle[0] + r * math.cos(e) * math.cos(a), middle[1] + r * math.sin(e), middle[2] - r * math.cos(e) * math.sin(a)])
        grid.append(row)
    for j in range(rings):
        # a dark thing must still read as round: paler above, darker below
        lift = 0.75 + 0.5 * (j + 0.5) / rings if shade else 1.0
        for k in range(sides):
            m = (k + 1) % sides
            tone = [min(1.0, c * lift * (0.94 + 0.12 * rng.random())) for c in color]
            a, b, c, d = grid[j][k], grid[j][m], grid[j + 1][m], grid[j + 1][k]
            if j > 0:
                mesh.triangle(a, b, c if j % 2 else d, tone)
            if j < rings - 1:
                mesh.triangle(a if j % 2 else b, c, d, tone)


def bomb(level):
    rng, mesh = random.Random(11), Mesh()
    rings, sides = ((7, 12), (5, 8))[level]
    radius = 0.34
    ball(mesh, [0.0, radius, 0.0], radius, rings, sides, linear("#4A4E59"), rng)
    top = radius * 2.0
    mesh.tube([0, top - 0.04, 0], [0, top + 0.07, 0], 0.12, 0.11, (8, 6)[level], linear("#7A7F8A"))
    mesh.tube([0, top + 0.05, 0], [0.06, top + 0.17, 0.02], 0.028, 0.025, 4, linear("#B99A63"), closed=False)
    mesh.tube([0.06, top + 0.17, 0.02], [0.15, top + 0.22, 0.05], 0.025, 0.022, 4, linear("#B99A63"))
    ball(mesh, [0.17, top + 0.23, 0.06], 0.06, 3, 5, linear("#FFC36B"), rng, shade=False)
    spark = 3 * (2 * 5 + 5 * 2) // 3 * 3
    mesh.rows = [(p, n, c, (0.0, 1.0)) if k >= len(mesh.rows) - spark else (p, n, c, e) for k, (p, n, c, e) in enumerate(mesh.rows)]
    return mesh


def clod(level):
    """A lump of earth with crumbs on it: the game tints it dark as earth or gray as stone, so what is drawn here are the differences."""
    rng, mesh = random.Random(5), Mesh()
    earth = linear("#B09C86")
    ball(mesh, [0.0, -0.02, 0.0], 0.49, (4, 3)[level], (6, 5)[level], earth, rng, rough=0.55)
    for k in range(2 if level == 0 else 1):
        a = 2.2 * k + 0.5
        ball(mesh, [0.33 * math.cos(a), (0.2, -0.2)[k], 0.3 * math.sin(a)], (0.26, 0.22)[k], 3, (5, 4)[level], [c * (0.75, 1.15)[k] for c in earth], rng, rough=0.5)
    return mesh


def arrow(level):
    mesh = Mesh()
    sides = (5, 3)[level]
    mesh.tube([0, 0, -0.62], [0, 0, 0.58], 0.026, 0.026, sides, linear("#E9D7AE"))
    mesh.tube([0, 0, 0.54], [0, 0, 0.78], 0.065, 0.004, sides, linear("#9AA0AC"))
    for k in range(3):
        a = 2 * math.pi * k / 3
        x, y = 0.13 * math.cos(a), 0.13 * math.sin(a)
        for order in (1, -1):
            pts = [[0, 0, -0.34], [x, y, -0.50], [x, y, -0.70], [0, 0, -0.62]][::order]
            mesh.quad(*pts, linear("#F4EBD8"))
    return mesh


def write(path, name, levels):
    data, views, accessors, meshes, nodes = b"", [], [], [], []

    def put(raw, count, kind, component, **more):
        nonlocal data
        views.append({"buffer": 0, "byteOffset": len(data), "byteLength": len(raw)})
        data += raw + b"\0" * (-len(raw) % 4)
        accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": count, "type": kind, **more})
        return len(accessors) - 1
    for level, mesh in enumerate(levels):
        rows = mesh.rows
        floats = lambda k: b"".join(struct.pack("<%df" % len(r[k]), *r[k]) for r in rows)
        low = [min(r[0][i] for r in rows) for i in range(3)]
        high = [max(r[0][i] for r in rows) for i in range(3)]
        attributes = {
            "POSITION": put(floats(0), len(rows), "VEC3", 5126, min=low, max=high),
            "NORMAL": put(floats(1), len(rows), "VEC3", 5126),
            "COLOR_0": put(floats(2), len(rows), "VEC4", 5126),
            "TEXCOORD_0": put(floats(3), len(rows), "VEC2", 5126),
        }
        indices = put(struct.pack("<%dH" % len(rows), *range(len(rows))), len(rows), "SCALAR", 5123)
        meshes.append({"primitives": [{"attributes": attributes, "indices": indices}]})
        nodes.append({"name": f"{name}_lod{level}", "mesh": level})
    document = {
        "asset": {"version": "2.0", "generator": "small_things.py"}, "scene": 0, "scenes": [{"nodes": [0, 1]}], "nodes": nodes,
        "meshes": meshes, "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(data)}],
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    total = 12 + 8 + len(text) + 8 + len(data)
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, total) + struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data)
    print(path.name, total, "bytes,", [len(m.rows) // 3 for m in levels], "triangles")


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent / "models"
    for make in (bomb, clod, arrow):
        write(folder / f"{make.__name__}.glb", make.__name__, [make(0), make(1)])
