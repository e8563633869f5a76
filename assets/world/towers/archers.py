"""Archers: a high perch with a roof, many eyes. 1 timber and thatch, 2 stone foot and gallery, 3a the tall spire of the
sharpshooters, 3b the broad battery with an open top and four turrets."""
import math

from buildings import archer_1, archer_2, archer_3, barrel, crown, finial, hip_roof, ngon, pennant, slit, square, stone_body


def battery(k):
    """Lower and twice as broad in the head as the spire: many bows at once."""
    stone_body(k, square(2.35, 0), square(2.1, 1.1), 2, 1.0, width=1.2, depth=0.12, bevel=0.12)
    stone_body(k, square(1.9, 1.1), square(1.7, 5.0), 4, 0.4, col="stone", width=1.35, depth=0.10)
    for s in range(4):
        with k.at(turn=s * math.pi / 2):
            for x in (-1.2, 0, 1.2) if not k.lod else ():
                k.block(x, -1.95, 4.55, 0.46, 0.62, 0.5, "stone_l", 0)
            slit(k, -0.8, -1.86, 2.6, 0, 0.26, 0.9, glow=s % 2 == 0, bevel=0)
            slit(k, 0.8, -1.86, 2.6, 0, 0.26, 0.9, glow=s % 2 == 1, bevel=0)
            k.cloth(0, -2.32, 5.3, 1.2, 2.5)
    stone_body(k, square(2.2, 5.0), square(2.2, 5.9), 1, 1.0, width=1.3, depth=0.08, col="stone_d")
    with k.stays():
        k.add(square(2.2, 5.0), [(3, 2, 1, 0)], k.tint("stone_d", 0.02))
    crown(k, square(2.1, 5.9), (0.62, 0.44, 0.66), per=3)
    for i in range(6 if not k.lod else 1):
        w = 3.4 / (6 if not k.lod else 1)
        k.block(-1.7 + w * (i + 0.5), 0, 5.86, w * 0.95, 3.4, 0.1, "wood" if i % 2 else "wood_l", 0)
    for x, y in ((-1.85, -1.85), (1.85, -1.85), (1.85, 1.85), (-1.85, 1.85)):
        with k.at(x, y, 0, 0.4):
            k.rings([(0.1, 4.1), (0.6, 5.0), (0.6, 6.9)], 6 if not k.lod else 5, ["stone_d", "stone_l"], 0.02)
            hip_roof(k, ngon(6, 0.82, 6.85), (0.0, 0.0, 8.5), 3, thick=0.12, width=0.6, ridge=False)
            finial(k, 0, 0, 8.45, 0.6)
    barrel(k, 0.6, 0.7, 5.96, 0.33, 0.75)
    k.block(-0.5, 0.6, 5.96, 0.8, 0.5, 0.45, "wood_l", 0.06)
    pennant(k, 0, 0, 5.9, 3.6, 1.6)






def draw(k, kind):
    {"1": archer_1, "2": archer_2, "3a": archer_3, "3b": battery}[kind](k)
