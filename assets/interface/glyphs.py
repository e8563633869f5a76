"""Pad, key and mouse glyphs. Each size is drawn for itself: lines keep to at least one and a half pixels where letters are small."""
from brush import Canvas, word

SIZES = (16, 24, 32, 48)
COLUMNS = 12
BODY, LIP, INK, LIT = 0x23282D, 0xD9DEE2, 0xF7F2E4, 0xFFE27A
CAP, CAP_LOW, FOOT, KEY_INK = 0xF4E8CB, 0xDCC99C, 0x5B4630, 0x21160C
CROSS = "M 22 4 L 42 4 L 42 22 L 60 22 L 60 42 L 42 42 L 42 60 L 22 60 L 22 42 L 4 42 L 4 22 L 22 22 Z"
CROSS_IN = "M 26 8 L 38 8 L 38 26 L 56 26 L 56 38 L 38 38 L 38 56 L 26 56 L 26 38 L 8 38 L 8 26 L 26 26 Z"
ARMS = {"up": "R 26 8 12 18", "down": "R 26 38 12 18", "left": "R 8 26 18 12", "right": "R 38 26 18 12"}
TIPS = {"up": "M 32 2 L 44 15 L 20 15 Z", "down": "M 32 62 L 20 49 L 44 49 Z", "left": "M 2 32 L 15 20 L 15 44 Z", "right": "M 62 32 L 49 44 L 49 20 Z"}
ARROWS = {"up": "M 32 46 L 32 16 M 20 27 L 32 15 L 44 27", "down": "M 32 12 L 32 42 M 20 31 L 32 43 L 44 31", "left": "M 50 29 L 16 29 M 27 17 L 15 29 L 27 41", "right": "M 14 29 L 48 29 M 37 17 L 49 29 L 37 41"}


def rounded(x, y, w, h, r):
    return (f"M {x + r} {y} L {x + w - r} {y} Q {x + w} {y} {x + w} {y + r} L {x + w} {y + h - r} Q {x + w} {y + h} {x + w - r} {y + h} "
            f"L {x + r} {y + h} Q {x} {y + h} {x} {y + h - r} L {x} {y + r} Q {x} {y} {x + r} {y} Z")


def line(px, least=5.5):
    """Width of a stroke in units of 64 that is never under 1.45 pixels."""
    return max(least, 1.45 * 64 / px)


def button(letter, rim):
    return lambda px: [(rim, None, "O 32 32 29"), (0x1C2025, None, "O 32 32 22.5"), *word(letter, 32, 32, 25, INK, line(px, 6.2))]


def bumper(text, flip):
    def drawn(px):
        x = (lambda v: 64 - v) if flip else (lambda v: v)
        shape = lambda i: f"M {x(3 + i)} {56 - i} L {x(3 + i)} {27} Q {x(4 + i)} {8 + i} {x(24)} {8 + i} L {x(54)} {8 + i} Q {x(61 - i)} {8 + i} {x(61 - i)} {18} L {x(61 - i)} {56 - i} Z"
        return [(LIP, None, shape(0)), (BODY, None, shape(4)), *word(text, 32, 34, 21, INK, line(px), gap=2.3)]
    return drawn


def trigger(text, flip):
    def drawn(px):
        x = (lambda v: 64 - v) if flip else (lambda v: v)
        shape = lambda i: f"M {x(5 + i)} {60 - i} L {x(5 + i)} 30 Q {x(7 + i)} {3 + i} {x(34)} {3 + i} Q {x(60 - i)} {3 + i} {x(60 - i)} 30 L {x(60 - i)} {60 - i} Z"
        return [(LIP, None, shape(0)), (BODY, None, shape(4)), *word(text, 32, 37, 21, INK, line(px), gap=2.3)]
    return drawn


def grip(text):
    return lambda px: [(LIP, None, rounded(3, 9, 58, 46, 12)), (BODY, None, rounded(7, 13, 50, 38, 9)), *word(text, 32, 32, 22, INK, line(px), gap=2.5)]


def disc(*inner):
    return lambda px: [(LIP, None, "O 32 32 29"), (BODY, None, "O 32 32 24.5"), *[(c, line(px) if w else None, p) for c, w, p in inner]]


def stick(letter, way=None, press=False):
    def drawn(px):
        base = [(LIP, None, "O 32 32 20.5"), (BODY, None, "O 32 32 17")]
        if way:
            base = [(LIT, None, TIPS[w]) for w in (("left", "right") if way == "horizontal" else ("up", "down") if way == "vertical" else (way,))] + base
        elif press:
            base = [(LIP, None, "O 32 32 29"), (LIT, None, "O 32 32 24.5"), (BODY, None, "O 32 32 18.5")]
        else:
            base = [(LIP, None, "O 32 32 29"), (BODY, None, "O 32 32 24.5"), (0x3A3F45, None, "O 32 32 19.5")]
        return base + word(letter, 32.5, 32, 18 if way or press else 21, INK, line(px))
    return drawn


def cross(*lit):
    return lambda px: [(LIP, None, CROSS), (BODY, None, CROSS_IN), *[(LIT, None, ARMS[a]) for a in lit]]


def cap(wide=False):
    w = 128 if wide else 64
    return [(FOOT, None, rounded(3, 6, w - 6, 55, 11)), ((CAP, CAP_LOW), None, rounded(3, 3, w - 6, 50, 11)), ((0xFFF6E0, CAP), None, rounded(7, 6, w - 14, 42, 8))]


def key(text="", path="", wide=False):
    def drawn(px):
        inner = word(text, 64 if wide else 32, 28, 23, KEY_INK, line(px, 5.0), gap=2.7) if text else []
        return cap(wide) + inner + ([(KEY_INK, line(px, 5.0), path)] if path else [])
    return drawn


def mouse(part):
    whole = "M 32 3 Q 54 3 54 26 L 54 40 Q 54 61 32 61 Q 10 61 10 40 L 10 26 Q 10 3 32 3 Z"
    halves = {"left": "M 30 7 L 30 28 L 14 28 L 14 25 Q 14 8 30 7 Z", "right": "M 34 7 L 34 28 L 50 28 L 50 25 Q 50 8 34 7 Z"}
    fills = {"left": [(LIT, None, halves["left"])], "right": [(LIT, None, halves["right"])]}

    def drawn(px):
        split = [(LIP, max(3.0, 64 / px), "M 32 5 L 32 30 M 12 30 L 52 30")]
        wheel = [(LIP, None, rounded(25, 10, 14, 22, 7)), (LIT if part in ("wheel", "middle") else BODY, None, rounded(28.5, 13, 7, 16, 3.5))]
        arrows = [(LIT, None, "M 32 36 L 25 44 L 39 44 Z M 32 58 L 25 50 L 39 50 Z")] if part == "wheel" else []
        return [(LIP, None, whole), (BODY, None, "M 32 7 Q 50 7 50 26 L 50 40 Q 50 57 32 57 Q 14 57 14 40 L 14 26 Q 14 7 32 7 Z"), *fills.get(part, []), *split, *(wheel if part in ("wheel", "middle", "any") else []), *arrows]
    return drawn


XBOX = {"a": 0x6FBF5A, "b": 0xE0604F, "x": 0x5AA2E0, "y": 0xF0C243}
GLYPHS = {
    **{f"xbox_{n}": button(n.upper(), c) for n, c in XBOX.items()}, **{f"deck_{n}": button(n.upper(), LIP) for n in XBOX},
    **{f"xbox_{n.lower()}": bumper(n, n[0] == "R") for n in ("LB", "RB")}, **{f"deck_{n.lower()}": bumper(n, n[0] == "R") for n in ("L1", "R1")},
    **{f"xbox_{n.lower()}": trigger(n, n[0] == "R") for n in ("LT", "RT")}, **{f"deck_{n.lower()}": trigger(n, n[0] == "R") for n in ("L2", "R2")},
    **{f"deck_{n.lower()}": grip(n) for n in ("L4", "L5", "R4", "R5")},
    **{f"stick_{s.lower()}{'_' + v if v else ''}": stick(s, v) for s in "LR" for v in (None, "up", "down", "left", "right", "horizontal", "vertical")},
    **{f"stick_{s.lower()}_press": stick(s, press=True) for s in "LR"},
    "dpad": cross(), **{f"dpad_{a}": cross(a) for a in ARMS}, "dpad_vertical": cross("up", "down"), "dpad_horizontal": cross("left", "right"),
    "menu": disc((INK, True, "M 20 23 L 44 23 M 20 32 L 44 32 M 20 41 L 44 41")),
    "view": disc((INK, None, rounded(17, 18, 22, 18, 2)), (BODY, None, "R 21 22 14 10"), (INK, None, rounded(26, 28, 22, 18, 2)), (BODY, None, "R 30 32 14 10")),
    "quick_access": disc((INK, None, "O 19 32 4.6 O 32 32 4.6 O 45 32 4.6")),
    "key": key(), **{f"key_{a}": key(path=p) for a, p in ARROWS.items()},
    "mouse": mouse("any"), **{f"mouse_{p}": mouse(p) for p in ("left", "right", "middle", "wheel")},
}
# Two cells wide.
WIDE = {
    "steam": lambda px: [(LIP, None, rounded(2, 8, 124, 48, 22)), (BODY, None, rounded(6, 12, 116, 40, 18)), *word("STEAM", 64, 32, 18, INK, line(px, 5.0), gap=2.5)],
    "key_wide": key(wide=True), "key_esc": key("ESC", wide=True), "key_ctrl": key("CTRL", wide=True), "key_alt": key("ALT", wide=True),
    "key_space": key(path="M 36 24 L 36 36 L 92 36 L 92 24", wide=True), "key_enter": key(path="M 86 15 L 86 30 L 46 30 M 58 19 L 46 30 L 58 41", wide=True),
    "key_tab": key(path="M 40 28 L 84 28 M 73 17 L 84 28 L 73 39 M 91 15 L 91 41", wide=True),
    "key_shift": key(path="M 64 13 L 46 29 L 56 29 L 56 41 L 72 41 L 72 29 L 82 29 Z", wide=True),
    "key_backspace": key(path="M 90 28 L 44 28 M 56 17 L 44 28 L 56 39", wide=True),
}


def placed():
    """Column, row and width of each glyph, in cells."""
    out, x, y = {}, 0, 0
    for wide, names in ((2, WIDE), (1, GLYPHS)):
        for name in names:
            if x + wide > COLUMNS:
                x, y = 0, y + 1
            out[name] = (x, y, wide)
            x += wide
    return out, y + 1


def picture(name, px):
    wide = name in WIDE
    c = Canvas(px, 2 if wide else 1)
    c.draw((WIDE if wide else GLYPHS)[name](px), outline=2.2)
    return c.done()
