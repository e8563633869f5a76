"""The testbeds of thrown bodies and bombs (B1 to B9), and those that measure them. `paint.py` paints them with the rest;
alone: `python3 levels/paint_bodies.py`.

As small and as plain as each rule allows: ground, and rock or a gorge where one is needed.
"""

import sys

sys.dont_write_bytecode = True

import paint
from paint import GROUND, RAVINE, cliff


def open_field(x, y):
    return GROUND


def wall_before_the_goal(x, y):
    # A wall of 9 m to the right of the keep; what is thrown at places behind it comes down on this side.
    return cliff(9) if 40 <= x < 42 and 16 <= y < 34 else GROUND


def gorge_and_rock(x, y):
    # A gorge of 5 m on one side, a rock of 7 m on the other.
    if 30 <= x < 35:
        return RAVINE
    return cliff(7) if 10 <= x < 16 and 12 <= y < 40 else GROUND


LEVELS = [
    ("testbeds/b01-bombs", 48, 48, wall_before_the_goal),
    ("testbeds/b02-at-a-slot", 48, 48, open_field),
    ("testbeds/b03-launch", 48, 48, open_field),
    ("testbeds/b04-firm", 48, 48, open_field),
    ("testbeds/b05-gorge-and-rock", 48, 48, gorge_and_rock),
    ("testbeds/b05-built-over", 48, 48, open_field),
    ("testbeds/b07-turns", 48, 48, open_field),
    ("testbeds/b08-the-fallen", 128, 128, open_field),
    ("testbeds/b09-powder", 48, 48, open_field),
    ("testbeds/knocked-10000", 212, 212, open_field),
    ("testbeds/kill-1000", 108, 108, open_field),
    ("testbeds/blast-3000", 108, 108, open_field),
    ("testbeds/keg-chain-200", 128, 128, open_field),
]

if __name__ == "__main__":
    paint.paint(LEVELS)
