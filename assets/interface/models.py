"""Models as triangles for a picture: still ones as they are, figures in the first sample of a clip.

The reader of files is that of the world's sheets; here is only what figures need more."""
import sys
from pathlib import Path

WORLD = Path(__file__).resolve().parent.parent / "world"
sys.path[:0] = [str(WORLD), str(WORLD / "preview")]
import numpy as np  # noqa: E402
from sheets import Glb  # noqa: E402


def turn_of(q):
    x, y, z, w = q / np.linalg.norm(q)
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                     [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                     [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])


def z_up(a):
    return np.stack([a[..., 0], -a[..., 2], a[..., 1]], -1)


class Figure(Glb):
    """A skinned model in one pose."""

    def __init__(self, path, clip="idle", part=0.0):
        super().__init__(path)
        nodes = self.doc["nodes"]
        trs = [{"translation": np.array(d.get("translation", [0, 0, 0]), float), "rotation": np.array(d.get("rotation", [0, 0, 0, 1]), float),
                "scale": np.array(d.get("scale", [1, 1, 1]), float)} for d in nodes]
        for anim in self.doc["animations"]:
            if anim["name"] == clip:
                for ch in anim["channels"]:
                    row = self.read(anim["samplers"][ch["sampler"]]["output"])
                    trs[ch["target"]["node"]][ch["target"]["path"]] = row[round(part * (len(row) - 1))].astype(float)
        parent = {c: i for i, d in enumerate(nodes) for c in d.get("children", ())}
        local = []
        for t in trs:
            m = np.eye(4)
            m[:3, :3], m[:3, 3] = turn_of(t["rotation"]) * t["scale"], t["translation"]
            local.append(m)

        def whole(i):
            return whole(parent[i]) @ local[i] if i in parent else local[i]

        skin = self.doc["skins"][0]
        bind = self.matrices(skin["inverseBindMatrices"])
        self.joints = {nodes[j]["name"]: whole(j) for j in skin["joints"]}
        self.moves = np.stack([whole(j) @ b for j, b in zip(skin["joints"], bind)])

    def matrices(self, i):
        """Column-major 4 x 4 matrices of an accessor."""
        a = self.doc["accessors"][i]
        v = self.doc["bufferViews"][a["bufferView"]]
        start = v.get("byteOffset", 0) + a.get("byteOffset", 0)
        return np.frombuffer(self.blob, "<f4", a["count"] * 16, start).reshape(-1, 4, 4).transpose(0, 2, 1).astype(float)

    def joint(self, name):
        return z_up(self.joints[name][:3, 3])

    def corners(self, node):
        p = self.doc["meshes"][self.nodes[node]["mesh"]]["primitives"][0]
        at = p["attributes"]
        t = self.read(p["indices"]).ravel().astype(int).reshape(-1, 3)
        m = (self.moves[self.read(at["JOINTS_0"]).astype(int)] * self.read(at["WEIGHTS_0"]).astype(float)[..., None, None]).sum(1)
        pos = np.einsum("nij,nj->ni", m[:, :3, :3], self.read(at["POSITION"]).astype(float)) + m[:, :3, 3]
        nrm = np.einsum("nij,nj->ni", m[:, :3, :3], self.read(at["NORMAL"]).astype(float))
        color = self.read(at["COLOR_0"]).astype(float)
        if color.shape[1] == 3:
            color = np.concatenate([color, np.ones((len(color), 1))], 1)
        return z_up(pos)[t], z_up(nrm)[t], color[t], np.zeros(len(t))
