"""Drawings in a box of 64 x 64, in the path language of the interface's icons (`M L Q C Z`, `O x y r`, `R x y w h`), as pixels.

A layer is (color, width or None for a fill, path). Every layer is first laid down fattened in the dark of the outline.
Letters are strokes: no font file is needed."""
import numpy as np

DARK = 0x17110B
SS = 6
ARC = np.linspace(0, 1, 13)[1:, None]
# Each letter in a box 4 wide and 6 high.
LETTERS = {
    "A": ("M 0 6 L 2 0 L 4 6 M 0.8 4 L 3.2 4",), "B": ("M 0 0 L 0 6 L 2.4 6 Q 4 6 4 4.5 Q 4 3 2.4 3 L 0 3 M 2.4 3 Q 3.7 3 3.7 1.5 Q 3.7 0 2.4 0 L 0 0",),
    "C": ("M 4 1 Q 3.4 0 2 0 Q 0 0 0 3 Q 0 6 2 6 Q 3.4 6 4 5",), "E": ("M 4 0 L 0 0 L 0 6 L 4 6 M 0 3 L 3.2 3",), "L": ("M 0 0 L 0 6 L 3.8 6",),
    "M": ("M 0 6 L 0 0 L 2 3.4 L 4 0 L 4 6",), "R": ("M 0 6 L 0 0 L 2.2 0 Q 4 0 4 1.7 Q 4 3.4 2.2 3.4 L 0 3.4 M 1.8 3.4 L 4 6",),
    "S": ("M 3.9 1 Q 3.2 0 2 0 Q 0.1 0 0.1 1.5 Q 0.1 2.8 2 3 Q 4 3.2 4 4.5 Q 4 6 2 6 Q 0.6 6 0 5",), "T": ("M 0 0 L 4 0 M 2 0 L 2 6",), "X": ("M 0 0 L 4 6 M 4 0 L 0 6",),
    "Y": ("M 0 0 L 2 3 L 4 0 M 2 3 L 2 6",), "1": ("M 0.8 1.2 L 2.2 0 L 2.2 6",), "2": ("M 0.1 1.2 Q 0.6 0 2 0 Q 3.9 0 3.9 1.6 Q 3.9 2.8 0 6 L 4 6",),
    "4": ("M 3 6 L 3 0 L 0 4.2 L 4 4.2",), "5": ("M 3.7 0 L 0.5 0 L 0.3 2.7 Q 4 2 4 4 Q 4 6 1.9 6 Q 0.6 6 0 5.2",),
}


def curves(path):
    """Polylines of a path: lists of points, and whether each is closed."""
    words, out, i = path.split(), [], 0
    n = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0, "O": 3, "R": 4}
    while i < len(words):
        verb = words[i]
        if verb not in n:
            raise ValueError(f"'{verb}' is no verb of a path; use M L Q C Z O R: {path}")
        v = np.array([float(w) for w in words[i + 1:i + 1 + n[verb]]])
        i += 1 + n[verb]
        if verb == "M":
            out.append([[v], False])
        elif verb == "L":
            out[-1][0].append(v)
        elif verb == "Q":
            p = out[-1][0][-1]
            out[-1][0].extend((1 - ARC) ** 2 * p + 2 * ARC * (1 - ARC) * v[:2] + ARC ** 2 * v[2:])
        elif verb == "C":
            p = out[-1][0][-1]
            out[-1][0].extend((1 - ARC) ** 3 * p + 3 * ARC * (1 - ARC) ** 2 * v[:2] + 3 * ARC ** 2 * (1 - ARC) * v[2:4] + ARC ** 3 * v[4:])
        elif verb == "Z":
            out[-1][1] = True
        elif verb == "O":
            a = np.linspace(0, 2 * np.pi, 49)[:-1]
            out.append([list(np.stack([v[0] + v[2] * np.cos(a), v[1] + v[2] * np.sin(a)], 1)), True])
        else:
            x, y, w, h = v
            out.append([[np.array(q) for q in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))], True])
    return [(np.array(p), closed) for p, closed in out]


class Canvas:
    """`cells` boxes wide, `px` pixels a box."""

    def __init__(self, px, cells=1):
        self.px, self.w, self.h = px, px * cells, px
        y, x = np.mgrid[0:self.h * SS, 0:self.w * SS] + 0.5
        self.x, self.y = x * 64 / (px * SS), y * 64 / (px * SS)
        self.rgb, self.a = np.zeros((*x.shape, 3)), np.zeros(x.shape, bool)

    def reach(self, path, closed_always):
        """Distance to the path and whether inside it (nonzero winding: parts that overlap add up)."""
        d, turns = np.full(self.x.shape, 1e9), np.zeros(self.x.shape, int)
        for pts, closed in curves(path):
            closed = closed or closed_always
            nxt = np.roll(pts, -1, 0) if closed else pts[1:]
            for p, q in zip(pts, nxt):
                e = q - p
                t = np.clip(((self.x - p[0]) * e[0] + (self.y - p[1]) * e[1]) / max(e @ e, 1e-9), 0, 1)
                d = np.minimum(d, np.hypot(self.x - p[0] - t * e[0], self.y - p[1] - t * e[1]))
                if closed_always and p[1] != q[1]:
                    side = (self.x - p[0]) * e[1] - (self.y - p[1]) * e[0]
                    turns += ((p[1] <= self.y) & (self.y < q[1]) & (side < 0)).astype(int) - ((q[1] <= self.y) & (self.y < p[1]) & (side > 0)).astype(int)
        return d, turns != 0

    def lay(self, color, width, reached, fat=0.0):
        d, inside = reached
        hit = (inside | (d <= fat)) if width is None else d <= width / 2 + fat
        if isinstance(color, tuple):  # from top to bottom of what is drawn
            rows = self.y[hit]
            t = ((self.y - rows.min()) / max(np.ptp(rows), 1e-6))[..., None] if rows.size else 0
            paint = np.clip(rgb(color[0]) * (1 - t) + rgb(color[1]) * t, 0, 1)
            self.rgb[hit] = paint[hit]
        else:
            self.rgb[hit] = rgb(color)
        self.a |= hit

    def draw(self, layers, outline):
        reached = [self.reach(path, width is None) for _, width, path in layers]
        for (_, width, _), r in zip(layers, reached):
            self.lay(DARK, width, r, outline)
        for (color, width, _), r in zip(layers, reached):
            self.lay(color, width, r)

    def done(self):
        a = self.a.astype(float).reshape(self.h, SS, self.w, SS).mean((1, 3))
        c = (self.rgb * self.a[..., None]).reshape(self.h, SS, self.w, SS, 3).mean((1, 3)) / np.maximum(a, 1e-6)[..., None]
        return (np.concatenate([c, a[..., None]], -1) * 255 + 0.5).astype(np.uint8)


def rgb(c):
    return np.array([c >> 16, c >> 8 & 255, c & 255]) / 255.0


def word(text, x, y, size, color, width, gap=2.6):
    """Layers of a word about the middle (x, y); `size` is the height of a letter, `gap` the space between two in sixths of it."""
    k = size / 6
    step = 4 * k + gap * k
    left = x - (step * len(text) - gap * k) / 2
    out = []
    for i, ch in enumerate(text):
        words = []
        for path in LETTERS[ch]:
            at = 0
            for w in path.split():
                if w.isalpha():
                    words.append(w)
                    at = 0
                else:
                    words.append(f"{(left + i * step if at % 2 == 0 else y - size / 2) + float(w) * k:.3f}")
                    at += 1
        out.append((color, width, " ".join(words)))
    return out
