"""The testbeds that provoke one rule of the crowd each (H1 to H14 and what goes beyond them). `paint.py` paints them with
the rest; alone: `python3 levels/paint_rules.py`.

As small and as plain as each rule allows: ground, and rock where a wall is needed.
"""

import sys

sys.dont_write_bytecode = True

import paint
from paint import GROUND, RAVINE, cliff

ROCK = cliff(3)


def within(x, y, left, top, right, bottom):
    return left <= x < right and top <= y < bottom


def open_field(x, y):
    return GROUND


def grid_512(x, y):
    # A way round three long walls, so that the fields have to fill the whole of the largest map.
    if within(x, y, 0, 128, 448, 132) or within(x, y, 64, 256, 512, 260) or within(x, y, 0, 384, 448, 388):
        return ROCK
    return GROUND


def wall_surcharge(x, y):
    # Rock with a passage of 2 m on the straight way and one of 8 m beside it.
    if within(x, y, 14, 0, 34, 32) and not within(x, y, 0, 12, 48, 14) and not within(x, y, 0, 18, 48, 26):
        return ROCK
    return GROUND


def posts(x, y):
    # Posts of one cell, in pairs that touch at a corner only, and a long wall: corners of all kinds.
    i, j = int(x), int(y)
    if within(x, y, 4, 4, 28, 28) and (i % 6, j % 6) in ((1, 1), (2, 2), (4, 2)):
        return ROCK
    return GROUND


def classes(x, y):
    # A slit of 1 m on the straight way, a gate of 5 m far from it.
    if within(x, y, 22, 0, 26, 32) and not within(x, y, 0, 7, 48, 8) and not within(x, y, 0, 22, 48, 27):
        return ROCK
    return GROUND


def walled_in(x, y):
    # One opening of 5 m, in which a tower stands.
    return ROCK if within(x, y, 21, 0, 26, 24) and not within(x, y, 0, 10, 48, 15) else GROUND


def stairs(x, y):
    # A lane whose one wall runs slantwise in steps and narrows from 12 m to 3 m.
    if y < 4 or y >= 16:
        return ROCK
    return ROCK if 12 <= x < 36 and int(y) >= max(7, 16 - (int(x) - 12)) else GROUND


def two_gaps(x, y):
    # A gap of 2 m on the straight way and one of 3 m beside it.
    if within(x, y, 26, 0, 28, 32) and not within(x, y, 0, 11, 48, 13) and not within(x, y, 0, 24, 48, 27):
        return ROCK
    return GROUND


def door(x, y):
    # A door of 1 m.
    return ROCK if within(x, y, 22, 0, 24, 24) and int(y) != 12 else GROUND


def gap(x, y):
    # A gap of 3 m.
    return ROCK if within(x, y, 22, 0, 24, 32) and not within(x, y, 0, 14, 48, 17) else GROUND


def hall(x, y):
    # A hall 16 m wide.
    return GROUND if 2 <= y < 18 else ROCK


def slant(x, y):
    # Two walls of steps that run slantwise, 5 m apart.
    if 12 <= x < 40:
        low = 16 - (int(x) - 12) // 2
        return GROUND if low - 7 <= int(y) < low else ROCK
    return GROUND


def lane(x, y):
    # A lane of 10 m.
    return GROUND if 3 <= y < 13 else ROCK


def narrow_lane(x, y):
    # A lane of 5 m.
    return GROUND if 4 <= y < 9 else ROCK


def counterflow(x, y):
    # A gap of 6 m in a wall 4 m thick.
    return ROCK if within(x, y, 30, 0, 34, 48) and not within(x, y, 0, 21, 64, 27) else GROUND


def bent_way(x, y):
    # Two rooms and a way of 3 m with a bend between them, as wide as a large one.
    rooms = within(x, y, 2, 2, 12, 12) or within(x, y, 14, 18, 26, 28)
    keep = within(x, y, 29, 1, 31, 3)
    return GROUND if rooms or keep or within(x, y, 12, 5, 21, 8) or within(x, y, 18, 5, 21, 18) else ROCK


LEVELS = [
    ("testbeds/h01-grid-512", 512, 512, grid_512),
    ("testbeds/h02-wall-surcharge", 48, 32, wall_surcharge),
    ("testbeds/h02-posts", 32, 32, posts),
    ("testbeds/h03-size-classes", 48, 32, classes),
    ("testbeds/h04-walled-in", 48, 24, walled_in),
    ("testbeds/h05-repulsion", 64, 32, open_field),
    ("testbeds/h06-overlapping", 24, 24, open_field),
    ("testbeds/h07-walls", 48, 20, stairs),
    ("testbeds/h07-axis-split", 48, 20, slant),
    ("testbeds/h08-two-gaps", 48, 32, two_gaps),
    ("testbeds/h08-dense-block", 64, 32, open_field),
    ("testbeds/h09-door", 48, 24, door),
    ("testbeds/h09-gap", 48, 32, gap),
    ("testbeds/h09-sidestep", 48, 24, open_field),
    ("testbeds/h09-wedge", 48, 24, open_field),
    ("testbeds/h09-past-a-ring", 48, 20, hall),
    ("testbeds/h10-overtaking", 64, 16, lane),
    ("testbeds/h10-own-side", 48, 24, open_field),
    ("testbeds/h11-kicks", 64, 16, narrow_lane),
    ("testbeds/h11-spared", 64, 16, narrow_lane),
    ("testbeds/h12-arc", 48, 32, open_field),
    ("testbeds/h12-ring", 48, 32, open_field),
    ("testbeds/h12-firm", 48, 20, hall),
    ("testbeds/h13-two-passes", 48, 32, open_field),
    ("testbeds/h14-thrown", 48, 32, open_field),
    ("testbeds/beyond-claims", 64, 48, counterflow),
    ("testbeds/beyond-right-of-way", 32, 32, bent_way),
    ("testbeds/beyond-watchdog", 48, 24, open_field),
]

if __name__ == "__main__":
    paint.paint(LEVELS)
