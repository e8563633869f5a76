"""What a building's file must hold, measured on the file. Every line that breaks a limit starts with `FAULT`."""
import math

import numpy as np

from sheets import Glb
from wreck import tree_of

MOTIONS = {"yaw", "recoil", "shot", "hover", "spin", "strike", "swing"}
GROUND = 0.01          # m: the lowest vertex is at most this high
SKIRT = 0.6            # m: and at most this deep (stones of a heap lie in the ground)
BACKS = 0.005          # share of rays from outside that may see the back of a triangle
LOW_SHARE = 0.45       # triangles of the low model, by those of the full one, for all but the smallest models
SPILL = 0.1            # m: rubble and splinters of a damaged building may lie this far out
MARGIN = 0.02          # m: a footprint counts as kept within this


def triangles(glb, nodes):
    parts = [glb.corners(n) for n in nodes]
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])


def backs(corner, normal, loose):
    """Share of rays from above and around that meet a triangle from behind first: flipped faces and missing walls. `loose`: cloth, which is two
    sheets and shows the slit between them at its hem."""
    from mathutils import Vector
    flat = corner.reshape(-1, 3)
    tree = tree_of(flat, np.arange(len(flat)).reshape(-1, 3))
    low, high = flat.min(0), flat.max(0)
    middle, reach = (low + high) / 2, np.linalg.norm(high - low) / 2
    spots = {}
    for i, c in enumerate(np.round(corner, 3)):
        spots.setdefault(tuple(sorted(map(tuple, c))), []).append(i)
    doubled = {i for same in spots.values() if len(same) > 1 for i in same}     # drawn from both sides on purpose
    hits = wrong = 0
    for a in range(8):
        for pitch in (30, 55):
            t, e = a * math.pi / 4 + 0.2, math.radians(pitch)
            d = np.array([math.cos(t) * math.cos(e), math.sin(t) * math.cos(e), math.sin(e)])
            s = np.array([-math.sin(t), math.cos(t), 0])
            u = np.cross(d, s)
            for i in range(24):
                for j in range(24):
                    o = middle + d * 3 * reach + s * reach * ((i + 0.37) / 12 - 1) + u * reach * ((j + 0.61) / 12 - 1)
                    hit = tree.ray_cast(Vector(o), Vector(-d))
                    if hit[0] is None:
                        continue
                    hits += 1
                    if normal[hit[2]][0] @ d < -1e-3 and hit[2] not in doubled and not loose[hit[2]]:
                        # The other side of a cloth, two centimeters behind, is no hole.
                        next_ = tree.ray_cast(hit[0] - Vector(d) * 1e-4, Vector(-d), 0.08)
                        wrong += next_[0] is None or normal[next_[2]][0] @ d < 0
    return wrong / max(hits, 1)


def expected(row, glb):
    """Names that must be there, by what the file says of itself."""
    name = row["name"]
    out = [f"{name}_lod0", f"{name}_lod1"]
    pieces = [n for n in glb.nodes if n.startswith(name + "_") and "_lod" not in n]
    if row.get("bites") or f"{name}_hurt_lod0" in glb.nodes:
        out += [f"{name}_{s}_lod{l}" for s in ("hurt", "bad") for l in (0, 1)]
    if pieces:
        out += [f"{name}_rest_lod0", f"{name}_rest_lod1"]
    return out + [f"{p}_lod{l}" for p in pieces for l in (0, 1)], pieces


def pivot_of(glb, node):
    """Place of a pivot node in the model, z up: its parents' moves added."""
    number = {n["name"]: i for i, n in enumerate(glb.doc["nodes"])}
    place, name = np.zeros(3), node
    while name:
        place += glb.nodes[name].get("translation", (0, 0, 0))
        name = next((n["name"] for n in glb.doc["nodes"] if number[name] in n.get("children", [])), None)
    return np.array([place[0], -place[2], place[1]])


def one(row, path):
    name, faults = row["name"], []
    if not path.exists():
        return [f"FAULT {name}: {path.name} is not there; assets/make {name} builds it"], ""
    glb = Glb(path)
    names, pieces = expected(row, glb)
    lost = [n for n in names if n not in glb.nodes]
    if lost:
        return [f"FAULT {name}: no node named {', '.join(lost)}"], ""
    strange = [n for n in glb.nodes if n not in names and n not in pieces]
    if strange:
        faults.append(f"nodes nobody reads: {', '.join(strange)}")
    first = {l: next(n["name"] for n in glb.doc["nodes"] if n["name"].endswith(f"_lod{l}")) for l in (0, 1)}
    for l in (0, 1):   # a reader that knows no pieces takes the first node of a level: it must be all of the model
        if first[l] != (f"{name}_rest_lod{l}" if pieces else f"{name}_lod{l}"):
            faults.append(f"the first node of level {l} is {first[l]}, not the whole model")
    counts = {}
    for state in ("", "hurt", "bad"):
        nodes = glb.shown(name, state)
        if not nodes:
            continue
        corner, normal = triangles(glb, nodes)
        counts[state] = len(corner)
        cross = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
        area = np.linalg.norm(cross, axis=1)
        if (area < 1e-6).any():
            faults.append(f"{state or 'whole'}: {int((area < 1e-6).sum())} triangles without area")
        turned = (np.einsum("ij,ij->i", cross, normal[:, 0]) < 0).sum()
        if turned:
            faults.append(f"{state or 'whole'}: {turned} triangles wound against their normals")
        low, high = corner.reshape(-1, 3).min(0), corner.reshape(-1, 3).max(0)
        size = row.get("size", [5.0, 5.0])
        if not row.get("flies"):
            still = glb.corners(nodes[0])[0].reshape(-1, 3)
            for axis in (0, 1):
                reach = np.abs(still[still[:, 2] < 2.0][:, axis]).max()
                if reach > size[axis] / 2 + (SPILL if state else MARGIN):
                    faults.append(f"{state or 'whole'}: reaches {reach:.2f} m along {'xy'[axis]}, footprint is {size[axis] / 2:.2f}")
            if not -SKIRT <= low[2] <= GROUND:
                faults.append(f"{state or 'whole'}: lowest vertex at {low[2]:.3f} m, not on the ground")
        if state == "":
            box = high - low
            if not row.get("open"):
                share = backs(corner, normal, np.concatenate([glb.sway(n) > 0 for n in nodes]))
                if share > BACKS:
                    faults.append(f"{share * 100:.2f} % of rays from outside see a back")
    if counts[""] > row["most"]:
        faults.append(f"{counts['']} triangles, at most {row['most']}")
    corner1, _ = triangles(glb, glb.shown(name, "", 1))
    if len(corner1) > max(80, counts[""] * LOW_SHARE):
        faults.append(f"low model has {len(corner1)} of {counts['']} triangles")
    for s in ("hurt", "bad"):
        if s in counts and {glb.nodes[f"{name}_{s}_lod0"]["mesh"]} == {glb.nodes[f"{name}_lod0"]["mesh"]}:
            faults.append(f"{s} is drawn like whole")
    for p in pieces:
        extra = glb.nodes[p].get("extras", {})
        if extra.get("motion") not in MOTIONS or abs(np.linalg.norm(extra.get("axis", [0, 0, 0])) - 1) > 0.01:
            faults.append(f"{p}: motion or axis is missing or unknown")
        c = glb.corners(f"{p}_lod0")[0].reshape(-1, 3)
        pivot = pivot_of(glb, p)
        if ((pivot < c.min(0) - 0.06) | (pivot > c.max(0) + 0.06)).any():
            faults.append(f"{p}: pivot {np.round(pivot, 2)} lies outside of it")
    line = f"{name:15s} {counts['']:5d} {counts.get('hurt', 0):5d} {counts.get('bad', 0):5d} {len(corner1):5d}  {box[0]:5.2f} x {box[1]:5.2f} x {box[2]:5.2f}  {path.stat().st_size // 1024:5d}  " + " ".join(p.removeprefix(name + "_") for p in pieces)
    return [f"FAULT {name}: {f}" for f in faults], line


def all_of(rows, folder):
    print("model           whole  hurt   bad   low   extent m               KiB  pieces")
    wrong = []
    for row in rows:
        faults, line = one(row, folder / f"{row['name']}.glb")
        print("\n".join(filter(None, [line, *faults])), flush=True)
        wrong += faults
    print(f"{len(rows)} buildings, {len(wrong)} faults")
    return 1 if wrong else 0
