"""Icons of the powers that have no model: fire from above, a gust, frost. 96 pixels, drawn."""
from brush import Canvas

PX = 96
FIRE, FLAME, PALE, EMBER = 0xE8701E, 0xFFC23C, 0xFFF3B8, 0xB3361A
ICE, ICE_MID, ICE_DARK, AIR, AIR_LOW = 0xF2FBFF, 0x9ED8F5, 0x3F8CC2, 0xF4FAFA, 0xA9CAD0


def meteor(x, y, r, tail):
    """A ball at (x, y), its tail going up to the right."""
    a, b = x + tail, y - tail
    flame = lambda k, t: f"M {x - r * k * 0.72} {y - r * k * 0.72} Q {x + t * 0.35} {y - t * 0.75} {x + t * 0.8} {y - t * 1.02} Q {x + t * 0.62} {y - t * 0.68} {x + t} {y - t * 0.82} Q {x + t * 0.72} {y - t * 0.42} {x + r * k * 0.72} {y + r * k * 0.72} Z O {x} {y} {r * k}"
    return [((EMBER, FIRE), None, flame(1.0, tail)), ((FIRE, FLAME), None, flame(0.76, tail * 0.74)), (PALE, None, f"O {x - r * 0.08} {y + r * 0.08} {r * 0.46}")]


def arm(turn):
    """One of six arms of the crystal, about (32, 32)."""
    import math
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    p = lambda u, v: f"{32 + u * c - v * s:.2f} {32 + u * s + v * c:.2f}"
    return f"M {p(0, 0)} L {p(27, 0)} M {p(14, 0)} L {p(21, 8)} M {p(14, 0)} L {p(21, -8)}", f"M {p(26, -1)} L {p(31, 0)} L {p(26, 1)} Z"


ARMS = [arm(30 + 60 * i)[0] for i in range(6)]
POWERS = {
    "power_firestorm": [*meteor(44, 22, 7.5, 16), *meteor(13, 29, 7, 19), *meteor(29, 46, 13, 27)],
    "power_gust": [((AIR, AIR_LOW), 7.0, "M 4 24 L 36 24 Q 49 24 49 14 Q 49 6 41 6 Q 34 6 34 12"), ((AIR, AIR_LOW), 7.0, "M 10 36 L 48 36 Q 60 36 60 46 Q 60 55 51 55 Q 44 55 44 48"),
                   ((AIR, AIR_LOW), 6.0, "M 4 48 L 26 48 Q 35 48 35 54 Q 35 60 28 60")],
    "power_frost": [*[(ICE_DARK, 8.0, a) for a in ARMS], *[(ICE_MID, 5.0, a) for a in ARMS], *[(ICE, 2.0, a) for a in ARMS],
                    (ICE_DARK, None, "M 32 21 L 41.5 26.5 L 41.5 37.5 L 32 43 L 22.5 37.5 L 22.5 26.5 Z"), (ICE_MID, None, "M 32 24 L 39 28 L 39 36 L 32 40 L 25 36 L 25 28 Z"), (ICE, None, "M 32 24 L 39 28 L 32 32 L 25 36 L 25 28 Z")],
}


def picture(name):
    c = Canvas(PX)
    layers = [(color, width, path) for color, width, path in POWERS[name]]
    c.draw(layers, outline=1.8)
    return c.done()
