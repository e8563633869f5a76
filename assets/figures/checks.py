"""What a figure must hold, measured on the file that was written and on the posed mesh. Every line that breaks a limit starts with `FAULT`.

Feet: the sole on the ground goes back at the clip's own speed, and that speed fits the speed the rules give the enemy.
Weights: no vertex leaves all of its neighbors (a vertex bound to a wrong bone does), no edge is torn long.
Ground: the lowest point of a standing, lying or rising body is on the ground. Clips join without a jump.
"""
from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

from kit.export import Glb
from kit.figure import Figure
from kit.motion import FPS
from kit.paint import ink
from kit.rig import CLOTH, INDEX, NAMES, rotation

RULES = Path(__file__).resolve().parent.parent / "rules" / "enemies.toml"
BONES_MAX = 32
TRIS_MAX = (3500, 1200, 360, 120)
FILE_MM = 0.1  # a metre of height: what the file's skinning may differ from ours
GROUND_MM = 0.2
SLIDE_SHARE = 0.22  # of the ground's own way in a frame: the sole's lowest vertex changes while the foot rolls
SLIDE_MIN_MM = 8.0
JUMP_SHARES = (0.04, 0.07, 0.07, 0.07)  # of the height, by level, what the steadiest edge of a vertex may change: far levels have long edges, and a trunk that twists changes those
STRETCH_SHARE = 0.17  # of the height, an edge may grow
CLOTH_FACTOR = 2.5  # both limits for hems and capes: a skirt spreads when its wearer sits
SEAM_MM = 1.0
ACCENT_APART = 16.0  # least distance of two accents in CIE L*a*b*
ACCENT_NEAR = 22.0  # in a*b*: this is the accent, shaded
ACCENT_SHARE = 0.03
RATE = (0.72, 1.4)  # speed of the rules over speed of the clip that plays then
UPRIGHT = ("idle", "idle_2", "wait", "walk", "attack", "attack_2", "hit", "land", "kick", "cast", "throw")


def from_gltf(p: np.ndarray) -> np.ndarray:
    return np.stack([p[:, 0], -p[:, 2], p[:, 1]], axis=1)


def fault(wrong: bool) -> str:
    return "FAULT " if wrong else ""


def check(fig: Figure, path: Path) -> list[str]:
    glb = Glb(path)
    lines = [sizes(fig, glb, path), *clips(fig, glb), seams(fig), *weights(fig), rules(fig)]
    return [line for line in lines if line]


def row(fig: Figure, path: Path) -> str:
    """One line of the table of all figures."""
    tris = " / ".join(f"{level.piece.tris:,}" for level in fig.levels)
    top = float(fig.posed(0, "idle", 0)[:, 2].max())
    lengths = ", ".join(f"{n} {b.clip.frames}" for n, b in sorted(fig.bakes.items()))
    used = sum(1 for n in NAMES if fig.levels[0].dense[:, INDEX[n]].any())
    return f"| {fig.name} | {fig.rig.height_m:.2f} ({top:.2f}) | {tris} | {len(NAMES)} ({used}) | {path.stat().st_size / 1024:.0f} | {lengths} |"


TABLE_HEAD = "| figure | height m (with all it wears) | triangles by level | bones (with weight) | KiB | clips, frames |\n|---|---|---|---|---|---|"


def lab(linear: np.ndarray) -> np.ndarray:
    """CIE L*a*b* (D65) of linear sRGB: distances in it are about what the eye sees."""
    m = np.array([[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]])
    t = np.atleast_2d(linear) @ m.T / [0.95047, 1.0, 1.08883]
    f = np.where(t > 0.008856, np.cbrt(t), 7.787 * t + 16 / 116)
    return np.stack([116 * f[:, 1] - 16, 500 * (f[:, 0] - f[:, 1]), 200 * (f[:, 1] - f[:, 2])], axis=1)


def accents(rows: list[dict], figures: dict[str, Figure]) -> list[str]:
    """No two kinds with one accent, and each accent on enough of its figure to be seen at 40 px."""
    out = []
    colors = {r["name"]: lab(ink(r["accent"]))[0] for r in rows}
    for name, color in colors.items():
        other, far = min(((n, float(np.linalg.norm(color - c))) for n, c in colors.items() if n != name), key=lambda x: x[1])
        share = ""
        if name in figures:
            piece = figures[name].levels[1].piece
            tri = np.array([(f[0], f[k], f[k + 1]) for f in piece.faces for k in range(1, len(f) - 1)])
            area = np.linalg.norm(np.cross(piece.verts[tri[:, 1]] - piece.verts[tri[:, 0]], piece.verts[tri[:, 2]] - piece.verts[tri[:, 0]]), axis=1)
            # occlusion and stains change how light the paint is: compare hue and depth of color, not lightness
            near = np.linalg.norm(lab(piece.colors[tri].mean(axis=1))[:, 1:] - color[1:], axis=1) < ACCENT_NEAR
            seen = float(area[near].sum() / area.sum())
            share = f", on {seen * 100:.0f} % of its surface"
            far = -1.0 if seen < ACCENT_SHARE else far
        out.append(f"{fault(far < ACCENT_APART)}accent of {name}: {'too little of it' if far < 0 else f'{far:.0f} from the next ({other})'}{share}")
    return out


def sizes(fig: Figure, glb: Glb, path: Path) -> str:
    tris = [level.piece.tris for level in fig.levels]
    joints = [len(s["joints"]) for s in glb.json["skins"]]
    wrong = any(t > most for t, most in zip(tris, TRIS_MAX)) or max(joints) > BONES_MAX or len(joints) != 1
    return f"{fault(wrong)}{fig.name}: {path.stat().st_size / 1024:.0f} KiB, triangles {tris} (at most {list(TRIS_MAX)}), bones {joints} (at most {BONES_MAX})"


def clips(fig: Figure, glb: Glb) -> list[str]:
    counts = glb.clips()
    ours = fig.levels[0].piece.verts
    same = np.array([int(np.argmin(((ours - v) ** 2).sum(axis=1))) for v in from_gltf(glb.rest(f"{fig.name}_lod0"))])
    out = []
    for name, b in fig.bakes.items():
        worst = 0.0
        for f in sorted({0, b.clip.frames // 3, b.clip.frames // 2, b.clip.frames}):
            worst = max(worst, float(np.linalg.norm(from_gltf(glb.posed(f"{fig.name}_lod0", name, f)) - fig.posed(0, name, f)[same], axis=1).max()))
        low = [float(fig.posed(0, name, f)[:, 2].min()) for f in range(b.clip.frames + 1)]
        off_ground = not b.clip.free and (min(low) < -GROUND_MM / 1000 or (b.clip.grounded and max(low) > GROUND_MM / 1000))
        text, slides = slide(fig, name)
        wrong = worst * 1000 > FILE_MM * fig.rig.height_m or counts.get(name, 0) != b.clip.frames + 1 or off_ground or slides
        out.append(f"{fault(wrong)}  {name:13s} {counts.get(name, 0):3d} samples, file against scene {worst * 1000:.2f} mm, lowest point {min(low) * 1000:+.1f} to {max(low) * 1000:+.1f} mm, reach missed by {b.shortfall_m * 1000:.0f} mm{text}")
    return out


def slide(fig: Figure, name: str) -> tuple[str, bool]:
    """How far the sole on the ground strays from the ground's own way in a frame, worst over a stance."""
    clip = fig.bakes[name].clip
    if not clip.speed_mps:
        return "", False
    level = fig.levels[0]
    worst = 0.0
    for side, start in (("L", 0.0), ("R", 0.5)):
        on = level.dense[:, INDEX["foot." + side]] + level.dense[:, INDEX["toe." + side]] > 0.9
        feet = [fig.posed(0, name, f)[on] for f in range(clip.frames + 1)]
        for f, (a, b) in enumerate(zip(feet, feet[1:])):
            if (f / clip.frames + start) % 1.0 + 1.0 / clip.frames > clip.stance + 1e-6:
                continue  # in the air for some of this frame
            i = int(np.argmin(a[:, 2] + b[:, 2]))
            worst = max(worst, abs(float(b[i, 1] - a[i, 1]) - clip.speed_mps / FPS), abs(float(b[i, 0] - a[i, 0])))
    limit = max(SLIDE_MIN_MM, SLIDE_SHARE * clip.speed_mps / FPS * 1000)
    return f", {clip.speed_mps} m/s, stride {clip.stride_m:.2f} m, slide {worst * 1000:.1f} of {clip.speed_mps / FPS * 1000:.0f} mm a frame", worst * 1000 > limit


def seams(fig: Figure) -> str:
    """Worst distance of a vertex across each change of clip, the weapon left out."""
    body = fig.levels[0].dense[:, INDEX["prop"]] < 0.5
    at = lambda clip, f: fig.posed(0, clip, fig.bakes[clip].clip.frames if f < 0 else f)[body]
    gap = lambda a, b: float(np.linalg.norm(a - b, axis=1).max()) * 1000
    out = []
    for lie, pitch in (("lie_back", -90), ("lie_belly", 90)):
        middle = np.array([0, 0, fig.rig.height_m / 2])
        down = (at("fall", 0) - middle) @ rotation(pitch, 0, 0).T + middle
        down[:, 2] -= down[:, 2].min()
        out.append(("fall>" + lie, gap(down, at(lie, 0))))
        out.append((f"{lie}>get_up", gap(at(lie, -1), at("get_up" + lie[3:], 0))))
        out.append((f"get_up{lie[3:]}>idle", gap(at("get_up" + lie[3:], -1), at("idle", 0))))
    for name, b in fig.bakes.items():
        if b.clip.starts_as == "idle":
            out.append(("idle>" + name, gap(at("idle", 0), at(name, 0))))
        if b.clip.ends_as == "idle" and name[:6] != "get_up":
            out.append((name + ">idle", gap(at(name, -1), at("idle", 0))))
        if b.clip.loop:
            out.append((name + " loop", gap(at(name, -1), at(name, 0))))
    if "die" in fig.bakes and fig.bakes["die"].clip.ends_as == "lie_back":
        out.append(("die>lie_back", gap(at("die", -1), at("lie_back", -1))))
    worst = max(out, key=lambda s: s[1])
    return f"{fault(worst[1] > SEAM_MM)}  {len(out)} seams of clips, worst {worst[0]} {worst[1]:.2f} mm"


def weights(fig: Figure) -> list[str]:
    """Over every fourth frame of all clips: the vertex that strays farthest from the nearest-moving of its neighbors, and the edge that grows most."""
    out = []
    for i, level in enumerate(fig.levels):
        edges = np.array(sorted({(min(a, b), max(a, b)) for f in level.piece.faces for a, b in zip(f, f[1:] + f[:1])}))
        a, b = edges[:, 0], edges[:, 1]
        rest = level.piece.verts
        # Lengths, not ways: the two ends of an edge on one bone keep their distance, whatever the bone does.
        length = np.linalg.norm(rest[a] - rest[b], axis=1)
        soft = level.dense[:, [INDEX[c] for c in CLOTH]].sum(axis=1) > 0.3
        loose = np.where(soft, CLOTH_FACTOR, 1.0)
        loose_edge = np.maximum(loose[a], loose[b])
        jump, stretch, where = 0.0, 0.0, ""
        for name, bake in fig.bakes.items():
            for f in range(0, bake.clip.frames + 1, 4):
                posed = fig.posed(i, name, f)
                now = np.linalg.norm(posed[a] - posed[b], axis=1)
                change = np.abs(now - length)
                nearest = np.full(len(rest), np.inf)
                np.minimum.at(nearest, a, change)
                np.minimum.at(nearest, b, change)
                nearest[~np.isfinite(nearest)] = 0.0
                nearest = nearest / loose
                if float(nearest.max()) > jump:
                    v = int(nearest.argmax())
                    jump, where = float(nearest.max()), f"{name} {f} at {np.round(rest[v], 2).tolist()}"
                stretch = max(stretch, float(((now - length) / loose_edge).max()))
        h = fig.rig.height_m
        out.append(f"{fault(jump > JUMP_SHARES[i] * h or stretch > STRETCH_SHARE * h)}  level {i}: no vertex strays from its neighbors by more than {jump * 1000:.0f} mm ({where}; at most {JUMP_SHARES[i] * h * 1000:.0f}), no edge grows by more than {stretch * 1000:.0f} mm (at most {STRETCH_SHARE * h * 1000:.0f}); cloth by 2.5 less")
    return out


def rules(fig: Figure) -> str:
    """Whether the clip that plays at the enemy's speed is not run much faster or slower than it was made for."""
    enemies = tomllib.loads(RULES.read_text())["enemy"]
    mine = [e for e in enemies if e["model"] == fig.name]
    if not mine:
        return f"  no enemy of the rules uses the model {fig.name} yet; its walk is made for {fig.bakes['walk'].clip.speed_mps} m/s"
    out = []
    for e in mine:
        scale = e["height_m"] / fig.rig.height_m
        scale = 1.0 if abs(scale - 1.0) < 0.08 else scale
        walk, run = (fig.bakes[c].clip.speed_mps * scale for c in ("walk", "run"))
        clip, made = ("run", run) if e["speed_mps"] > np.sqrt(walk * run) else ("walk", walk)
        rate = e["speed_mps"] / made
        out.append(f"{fault(not RATE[0] <= rate <= RATE[1])}  {e['id']} goes {e['speed_mps']} m/s by the rules: {clip} at {rate:.2f} of its own pace, stride {fig.bakes[clip].clip.stride_m * scale:.2f} m")
    return "\n".join(out)
