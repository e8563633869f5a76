"""Cursors of iron and brass, each drawn at 32 and 64 pixels."""
from brush import Canvas

SIZES = (32, 64)
GOLD, GOLD_LIGHT, GOLD_DARK = 0xC99A3B, 0xF7D98A, 0x8A6220
IRON, IRON_LIGHT, IRON_DARK = 0x4A525A, 0x9AA6B0, 0x272A2E
WOOD, WOOD_LIGHT, RED, RED_LIGHT = 0x8D5A2B, 0xBE8747, 0xA32B1E, 0xD8503C
BRASS = (GOLD_LIGHT, GOLD)


def point(k=1.0, x=4.0, y=4.0):
    """The arrow: brass rim, iron blade with a light and a dark facet."""
    p = lambda *q: " ".join(f"{'M' if i == 0 else 'L'} {x + a * k:.2f} {y + b * k:.2f}" for i, (a, b) in enumerate(q)) + " Z"
    return [(BRASS, None, p((0, 0), (0, 46), (11.5, 36), (19, 53), (29, 48.5), (21.5, 32), (36, 31))),
            (IRON_LIGHT, None, p((4, 9.5), (4, 37.5), (12.5, 30), (14.5, 34.5))), (IRON, None, p((4, 9.5), (14, 33), (21, 48), (24, 46.7), (15.5, 28), (26.5, 27.4))),
            (IRON_LIGHT, None, p((4, 9.5), (4, 37.5), (12.5, 30)))]


TICKS = "M 32 4 L 37 15 L 32 24 L 27 15 Z M 32 60 L 27 49 L 32 40 L 37 49 Z M 4 32 L 15 27 L 24 32 L 15 37 Z M 60 32 L 49 37 L 40 32 L 49 27 Z"
FOUR = "M 32 5 L 43 16 L 36 16 L 36 28 L 48 28 L 48 21 L 59 32 L 48 43 L 48 36 L 36 36 L 36 48 L 43 48 L 32 59 L 21 48 L 28 48 L 28 36 L 16 36 L 16 43 L 5 32 L 16 21 L 16 28 L 28 28 L 28 16 L 21 16 Z"

# name: hot spot in units of 64, layers
CURSORS = {
    "arrow": ((4, 4), point()),
    "aim": ((32, 32), [(IRON, 7.0, "O 32 32 20 Z"), (GOLD, 3.4, "O 32 32 20 Z"), (BRASS, None, TICKS), (RED_LIGHT, None, "O 32 32 3.2")]),
    "build": ((4, 4), [*point(0.55), (WOOD, 7.0, "M 27 56 L 45 34"), (WOOD_LIGHT, 2.4, "M 26 54.5 L 43 33.5"), (GOLD, 8.0, "M 40.5 40 L 43 37"),
                       (IRON, None, "M 31 21 L 38 13 L 62 34 L 55 43 Z"), (IRON_LIGHT, None, "M 31 21 L 38 13 L 62 34 L 59 37.5 Z"), (BRASS, None, "M 40 21.5 L 43 18 L 54 27.5 L 48.5 35 L 44 31 Z")]),
    "forbidden": ((4, 4), [*point(0.55), (GOLD, None, "O 42 42 18.5"), (IRON_DARK, None, "O 42 42 16"), (RED_LIGHT, 5.6, "O 42 42 11.6 Z"), (RED_LIGHT, 5.6, "M 34 34 L 50 50")]),
    "drag": ((32, 32), [(BRASS, None, FOUR), (IRON, None, "O 32 32 10"), (IRON_LIGHT, None, "M 24.5 32 Q 24.5 24.5 32 24.5 Q 39.5 24.5 39.5 32 Q 32 27 24.5 32 Z")]),
}


def picture(name, px):
    c = Canvas(px)
    c.draw(CURSORS[name][1], outline=3.0 if px < 48 else 2.2)
    return c.done()
