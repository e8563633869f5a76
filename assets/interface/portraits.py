"""Icons from the models: the world's preview renderer, one light for all, a dark outline and a light upper left edge."""
import models
import light
import numpy as np
import raster
from sheets import Glb

PX, SS = 96, 4
MARGIN = 5.5
OUTLINE = np.array([0x17, 0x11, 0x0B]) / 255.0
MOOD = {**light.MOODS["afternoon"], "bloom": 0.0, "elevation": 42.0, "azimuth": -140.0, "exposure": 1.02, "sky": 1.0, "ground": 0.62, "glow": 1.15}
SIZE_M = 6.0  # every scene is scaled to this: the renderer's biases and occlusion are in metres
FOV = 11.0

# name: model, turn about the vertical in degrees, pitch, and where the picture ends below, in parts of the width
STILL = {
    **{k: (f"{k}_1", 22, 22, 1.3) for k in ("archer", "ballista", "mortar", "mage", "obelisk", "drum")},
    **{f"{k}_{v}": (f"{k}_{v}", 22, 22, 1.3) for k in ("archer", "ballista", "mortar", "mage", "obelisk", "drum") for v in ("3a", "3b")},
    "barricade": ("barricade", 28, 20, 1.3), "keg": ("keg", 25, 16, 1.3), "keep": ("keep", 25, 22, 1.3), "power_bomb": ("bomb", 25, 12, 1.3),
}
# name: turn, height of the frame in parts of the figure's own size, and the middle of the frame above the head's joint, likewise
OTHER = (-25, 0.56, 0.06)  # a figure that is not named here
BUSTS = {
    "skeleton": (-24, 0.50, 0.055), "goblin": (-30, 0.66, 0.085), "raider": (-26, 0.54, 0.05), "sapper": (-26, 0.62, 0.085),
    "necromancer": (-26, 0.52, 0.10), "ogre": (-24, 0.52, 0.055), "giant": (-22, 0.46, 0.02),
}


def turned(p, degrees):
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return p @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]).T


def gather(parts, degrees, scale):
    return [(turned(p, degrees) * scale, turned(n, degrees), c, g) for p, n, c, g in parts]


def fit(points, pitch, room, tallest):
    """Camera that holds all points inside `room` (parts of the frame); what is taller than `tallest` widths goes out below."""
    aim, dist = points.mean(0), 60.0
    for _ in range(6):
        m, eye = raster.look(aim, dist, pitch, 0, FOV, 1, 1)
        c = np.concatenate([points, np.ones((len(points), 1))], 1) @ m.T
        x, y = c[:, 0] / c[:, 3], c[:, 1] / c[:, 3]
        wide, high, top = np.ptp(x), np.ptp(y), y.max()
        high = min(high, wide * tallest)
        up = np.array([0, np.sin(np.radians(pitch)), np.cos(np.radians(pitch))])
        half = dist * np.tan(np.radians(FOV / 2))
        aim = aim + np.array([1.0, 0, 0]) * (x.max() + x.min()) / 2 * half + up * (top - high / 2) * half
        dist *= max(wide, high) / 2 / room
    return aim, dist


def cover(parts, cam, size):
    """Which pixels the model covers: the renderer's own triangles without its light."""
    lib = raster._lib()
    v = np.ascontiguousarray(np.concatenate([p.reshape(-1, 3) for p, *_ in parts]), np.float32)
    t = np.arange(len(v), dtype=np.int32)
    m = np.ascontiguousarray(raster.look(*cam, size, size)[0], np.float32)
    z = np.full(size * size, 1e30, np.float32)
    lib.draw(raster.fp(v), raster.ip(t), len(t) // 3, raster.fp(m), size, size, raster.fp(z), None, None)
    return z.reshape(size, size) < 1e29


def grown(mask, r):
    out = np.zeros_like(mask)
    for dy in range(-r, r + 1):
        w = int((r * r - dy * dy) ** 0.5)
        row = np.zeros_like(mask)
        for dx in range(-w, w + 1):
            row |= np.roll(mask, dx, 1)
        out |= np.roll(row, dy, 0)
    return out


def window(size):
    """The frame a bust is cut at: straight above, rounded below, so that shoulders end in a curve and not in a line."""
    y, x = np.mgrid[0:size, 0:size] / size * 2 - 1
    inset = 1 - MARGIN * 2 / PX
    low = y > 0
    return np.where(low, np.abs(x) ** 3.2 + np.abs(y) ** 3.2 < inset ** 3.2, (np.abs(x) < inset) & (y > -inset))


def finish(rgb, mask):
    """Outline and edge of light, then down to the size of the icon; colors are not bled by what is outside."""
    img = rgb.astype(float) / 255
    img = np.clip(0.5 + (img - 0.5) * 1.06 + 0.02, 0, 1)
    edge = mask & ~np.roll(mask, (5, 4), (0, 1))
    img[edge] = img[edge] * 0.5 + 0.5 * np.array([1.0, 0.95, 0.82])
    around = grown(mask, 9)
    full = np.where(mask[..., None], img, OUTLINE)
    s = mask.shape[0] // SS
    a = around.astype(float).reshape(s, SS, s, SS).mean((1, 3))
    c = (full * around[..., None]).reshape(s, SS, s, SS, 3).mean((1, 3))
    c = c / np.maximum(a, 1e-6)[..., None]
    return (np.concatenate([np.clip(c, 0, 1) * (a[..., None] > 0), a[..., None]], -1) * 255 + 0.5).astype(np.uint8)


def shot(parts, aim, dist, pitch, frame=None):
    scene = raster.Scene()
    for part in parts:
        scene.add(*part)
    size = PX * SS
    cam = (aim, dist, pitch, 0, FOV)
    rgb = raster.render(scene, MOOD, cam, size, size, ss=1)
    mask = cover(parts, cam, size)
    return finish(rgb, mask & frame if frame is not None else mask & edge_free(size))


def edge_free(size):
    y, x = np.mgrid[0:size, 0:size]
    m = int((MARGIN - 2.5) * SS)
    return (x >= m) & (y >= m) & (x < size - m) & (y < size - m)


def still(folder, name):
    model, turn, pitch, tallest = STILL[name]
    glb = Glb(folder / f"{model}.glb")
    parts = [glb.corners(n) for n in glb.shown(model)]
    flat = np.concatenate([p.reshape(-1, 3) for p, *_ in parts])
    parts = gather(parts, turn, SIZE_M / np.ptp(flat, 0).max())
    points = np.concatenate([p.reshape(-1, 3) for p, *_ in parts])
    room = 1 - 2 * MARGIN / PX
    aim, dist = fit(points, pitch, room, tallest)
    return shot(parts, aim, dist, pitch)


def bust(folder, name):
    turn, high, above = BUSTS.get(name, OTHER)
    fig = models.Figure(folder / f"{name}.glb")
    part = fig.corners(f"{name}_lod0")
    size = part[0][..., 2].max()
    k = SIZE_M / (high * size)
    parts = gather([part], turn, k)
    head = turned(fig.joint("head"), turn) * k
    aim = head + (0, 0, above * size * k)
    return shot(parts, aim, SIZE_M / 2 / np.tan(np.radians(FOV / 2)), 10, window(PX * SS))
