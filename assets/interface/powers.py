"""Icons of the powers that have no model: fire from above, a gust, frost. 96 pixels, drawn."""
import math

from brush import Canvas

PX = 96
FIRE, FLAME, PALE, EMBER = 0xE8701E, 0xFFC23C, 0xFFF3B8, 0xB3361A
ICE, ICE_MID, ICE_DARK, AIR, AIR_LOW = 0xF2FBFF, 0x9ED8F5, 0x3F8CC2, 0xF4FAFA, 0xA9CAD0


def meteor(x, y, r, tail):
    """A ball at (x, y), its tail going up to the right."""
    flame = lambda k, t: f"M {x - r * k * 0.72} {y - r * k * 0.72} Q {x + t * 0.35} {y - t * 0.75} {x + t * 0.8} {y - t * 1.02} Q {x + t * 0.62} {y - t * 0.68} {x + t} {y - t * 0.82} Q {x + t * 0.72} {y - t * 0.42} {x + r * k * 0.72} {y + r * k * 0.72} Z O {x} {y} {r * k}"
    return [((EMBER, FIRE), None, flame(1.0, tail)), ((FIRE, FLAME), None, flame(0.76, tail * 0.74)), (PALE, None, f"O {x - r * 0.08} {y + r * 0.08} {r * 0.46}")]


def arm(turn):
    """One of six arms of the crystal, about (32, 32)."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    p = lambda u, v: f"{32 + u * c - v * s:.2f} {32 + u * s + v * c:.2f}"
    return f"M {p(0, 0)} L {p(25, 0)} M {p(13, 0)} L {p(20, 8)} M {p(13, 0)} L {p(20, -8)}"


ARMS = [arm(30 + 60 * i) for i in range(6)]
POWERS = {
    "power_firestorm": [*meteor(44, 22, 7.5, 16), *meteor(13, 29, 7, 19), *meteor(29, 46, 13, 27)],
    "power_gust": [((AIR, AIR_LOW), 7.0, "M 7 24 L 36 24 Q 49 24 49 14 Q 49 6.5 41 6.5 Q 34 6.5 34 12"), ((AIR, AIR_LOW), 7.0, "M 12 36 L 46 36 Q 57.5 36 57.5 45.5 Q 57.5 54.5 49.5 54.5 Q 43 54.5 43 48"),
                   ((AIR, AIR_LOW), 6.0, "M 7 47 L 26 47 Q 34 47 34 52.5 Q 34 58 27.5 58")],
    "power_frost": [*[(ICE_DARK, 8.0, a) for a in ARMS], *[(ICE_MID, 5.0, a) for a in ARMS], *[(ICE, 2.0, a) for a in ARMS],
                    (ICE_DARK, None, "M 32 21 L 41.5 26.5 L 41.5 37.5 L 32 43 L 22.5 37.5 L 22.5 26.5 Z"), (ICE_MID, None, "M 32 24 L 39 28 L 39 36 L 32 40 L 25 36 L 25 28 Z"), (ICE, None, "M 32 24 L 39 28 L 32 32 L 25 36 L 25 28 Z")],
}


def picture(name):
    c = Canvas(PX)
    c.draw(POWERS[name], outline=1.8)
    return c.done()
