"""The pictures of the testbeds that are measured: counterflow, crossings, bottlenecks, RiMEA, overtaking, mixed crowds.

Everything here is rock but for rectangles of ground, in cells; `paint.py` paints them with the rest. Where everybody walks
out by exits, the keep stands in a cell of its own in the rock.
"""

from paint import GROUND, cliff


def rooms(*open_rects):
    """Rock, with these rectangles (left, top, right, bottom) cut into it."""

    def cell(x, y):
        inside = any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in open_rects)
        return GROUND if inside else cliff(3)

    return cell


def cut(room, *rocks):
    """A room with rectangles of rock in it."""

    def cell(x, y):
        return cliff(3) if any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in rocks) else room(x, y)

    return cell


def gap(middle, width):
    """First and last border of a gap of so many cells round a middle."""
    return middle - width // 2, middle - width // 2 + width


def counterflow(width, thick):
    """Two halls of 48 m height and a wall of so many metres between them, with one gap."""
    left, right = 48 - thick // 2, 48 + thick // 2
    top, bottom = gap(24, width)
    return rooms((0, 0, left, 48), (right, 0, 96, 48), (left, top, right, bottom), (48, 2, 49, 3) if thick > 3 else (0, 0, 0, 0))


def crossing(x, y):
    """Four streets of 12 m meet."""
    return rooms((0, 39, 90, 51), (39, 0, 51, 90), (10, 10, 11, 11))(x, y)


def lane(x, y):
    """A lane of 10 m."""
    return rooms((0, 7, 190, 17), (95, 2, 96, 3))(x, y)


def bottleneck(wall, middle, width, height):
    """A hall, a wall two cells thick with a gap, and room behind it."""
    top, bottom = gap(middle, width)
    return rooms((0, 0, wall, height), (wall, top, wall + 2, bottom), (wall + 2, 0, 512, height - 3), (wall + 3, height - 2, wall + 4, height - 1))


def turned_corridor(x, y):
    """RiMEA 1: 2 m wide, turned by 30 degrees about (4, 6)."""
    along, across = (x - 4) * 0.8660254 + (y - 6) * 0.5, (y - 6) * 0.8660254 - (x - 4) * 0.5
    return GROUND if abs(across) < 1.0 and -2 < along < 46 or (2 < x < 3 and 20 < y < 21) else cliff(3)


def hall_with_doors(*doors):
    """RiMEA 9 and 11: a room of 30 x 20 m in the open, doors of one cell."""
    yard = rooms((0, 0, 50, 40))
    wall_and_room = cut(yard, (9, 9, 41, 31))

    def cell(x, y):
        if 10 < x < 40 and 10 < y < 30 or any(i < x < i + 1 and j < y < j + 1 for i, j in doors):
            return GROUND
        # The keep's cell, in a corner of the yard.
        if x < 3 and y < 3:
            return GROUND if 1 < x < 2 and 1 < y < 2 else cliff(3)
        return wall_and_room(x, y)

    return cell


TWO_ROOMS = rooms((2, 3, 12, 13), (12, 8, 17, 9), (17, 3, 27, 13), (27, 8, 30, 9), (30, 3, 38, 13), (20, 1, 21, 2))

# RiMEA 15, 20 m wide: 50 m along the inner side of a corner, 81 m round its outer side, which is cut off.
CORNER_SHORT = rooms((1, 1, 56, 21), (30, 22, 31, 23))
CORNER_LONG = rooms((1, 1, 87, 21), (30, 22, 31, 23))


def corner(x, y):
    cut_off = x - y > 50
    return cliff(3) if cut_off else rooms((1, 1, 61, 21), (41, 21, 61, 36), (10, 30, 11, 31))(x, y)


def walled_in(x, y):
    """A town behind a wall with two gates of 5 m, each closed by a tower."""
    if abs(x - 64) < 22 and abs(y - 80) < 16 and not (abs(x - 64) < 20 and abs(y - 80) < 14):
        if 45 < x < 50 and y < 80 or 78 < x < 83 and y < 80:
            return GROUND
        return cliff(4)
    return GROUND


def several_keeps(x, y):
    """A yard with the keep in the middle, rocks that split the ways, exits at two sides."""
    for x0, y0, x1, y1 in [(24, 20, 40, 24), (56, 20, 72, 24), (24, 72, 40, 76), (56, 72, 72, 76), (20, 40, 24, 56), (72, 40, 76, 56)]:
        if x0 < x < x1 and y0 < y < y1:
            return cliff(3)
    return GROUND


def mixed_sizes(x, y):
    """Two walls: gaps of three cells in the first, where one large one fits, and of six in the second."""
    if x < 3 and y < 3:
        return GROUND if 1 < x < 2 and 1 < y < 2 else cliff(3)
    if 40 < x < 43:
        return GROUND if 15 < y < 18 or 46 < y < 49 else cliff(3)
    if 70 < x < 73:
        return GROUND if 29 < y < 35 else cliff(3)
    return GROUND


def scaled(length, scale):
    return round(length * scale)


# Width in metres: cells of the gap. A width of half metres has no whole cells, so there the whole scene is larger by
# cells / width: lengths, radius and speed, which leaves times and flow as they are.
GAP_CELLS = {"1": 1, "1.5": 2, "2": 2, "2.5": 3, "3": 3, "3.5": 4, "4": 4}


def bottlenecks():
    for kind, wall, middle, length in [("game", 32, 24, 48), ("human", 20, 12, 32)]:
        for width, cells in GAP_CELLS.items():
            scale = cells / float(width)
            w, m, l = scaled(wall, scale), scaled(middle, scale), scaled(length, scale)
            yield (f"testbeds/bottleneck-{kind}-{width}", l, 2 * m, bottleneck(w, m, cells, 2 * m))


LEVELS = [
    ("testbeds/counterflow-2", 96, 48, counterflow(2, 4)),
    ("testbeds/counterflow-4", 96, 48, counterflow(4, 4)),
    ("testbeds/counterflow-6", 96, 48, counterflow(6, 4)),
    ("testbeds/counterflow-8", 96, 48, counterflow(8, 4)),
    ("testbeds/counterflow-10", 96, 48, counterflow(10, 4)),
    ("testbeds/counterflow-passage", 96, 48, counterflow(6, 12)),
    ("testbeds/counterflow-door", 96, 48, counterflow(1, 4)),
    ("testbeds/crossing-4", 90, 90, crossing),
    ("testbeds/overtaking-file", 190, 24, lane),
    ("testbeds/overtaking-abreast", 190, 24, lane),
    *bottlenecks(),
    ("testbeds/rimea-1", 52, 16, rooms((1, 7, 50, 9), (20, 2, 21, 3))),
    ("testbeds/rimea-1-turned", 48, 36, turned_corridor),
    ("testbeds/rimea-6", 24, 24, rooms((2, 18, 16, 20), (14, 4, 16, 20), (4, 2, 5, 3))),
    ("testbeds/rimea-9-four", 50, 40, hall_with_doors((17, 9), (32, 9), (17, 30), (32, 30))),
    ("testbeds/rimea-9-two", 50, 40, hall_with_doors((17, 9), (32, 9))),
    ("testbeds/rimea-11", 50, 40, hall_with_doors((20, 9), (34, 9))),
    ("testbeds/rimea-12", 40, 16, TWO_ROOMS),
    ("testbeds/rimea-15-short", 64, 24, CORNER_SHORT),
    ("testbeds/rimea-15-corner", 64, 40, corner),
    ("testbeds/rimea-15-long", 92, 24, CORNER_LONG),
    ("testbeds/walled-in", 128, 128, walled_in),
    ("testbeds/several-keeps", 96, 96, several_keeps),
    ("testbeds/mixed-sizes", 100, 64, mixed_sizes),
    ("testbeds/passers-by", 80, 48, rooms((0, 0, 80, 48))),
]
