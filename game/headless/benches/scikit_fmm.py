"""Times scikit-fmm on cost maps; `tumblekeep-sim bench speed --only field` runs it.

Arguments: one file a map, holding side and goal as little-endian u32 and then side * side costs as f32 (1e9: blocked).
Prints one JSON object: version, and for each map the least CPU time of some runs in milliseconds and the sum of all
ways, to compare. First order, as the game's solver; walls are masked.
"""

import json
import struct
import sys
import time

import numpy
import skfmm

RUNS = 5


def measure(path):
    with open(path, "rb") as file:
        data = file.read()
    side, goal = struct.unpack_from("<II", data)
    cost = numpy.frombuffer(data, "<f4", side * side, 8).astype(float).reshape(side, side)
    walls = cost >= 1e9
    phi = numpy.ones((side, side))
    phi[goal // side, goal % side] = -1.0
    phi = numpy.ma.MaskedArray(phi, walls)
    speed = 1.0 / numpy.where(walls, 1.0, cost)
    best = float("inf")
    for _ in range(RUNS):
        start = time.process_time()
        way = skfmm.travel_time(phi, speed, order=1)
        best = min(best, time.process_time() - start)
    return {"ms": best * 1e3, "sum": float(numpy.ma.sum(way)), "reached": int(numpy.ma.count(way))}


print(json.dumps({"version": skfmm.__version__, "maps": [measure(path) for path in sys.argv[1:]]}))
