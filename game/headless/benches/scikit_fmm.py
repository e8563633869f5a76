"""Times scikit-fmm on cost maps; `tumblekeep-sim bench speed --only field` runs it.

Arguments: one file a map, holding side and goal as little-endian u32 and then side * side costs as f32 (1e9: blocked).
Reads indexes of these from standard input, one a line, solves that map once for each, and prints one JSON object a line:
the CPU time in milliseconds of the marching alone ("ms") and of the whole call of skfmm.travel_time ("call_ms"), which
also converts masks. The first line holds the version. First order, as the game's solver; walls are masked.
"""

import json
import struct
import sys
import time

import numpy
import skfmm
from skfmm import pfmm
from skfmm.cfmm import cFastMarcher


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    side, goal = struct.unpack_from("<II", data)
    cost = numpy.frombuffer(data, "<f4", side * side, 8).astype(float).reshape(side, side)
    walls = cost >= 1e9
    phi = numpy.ones((side, side))
    phi[goal // side, goal % side] = -1.0
    return numpy.ma.MaskedArray(phi, walls), 1.0 / numpy.where(walls, 1.0, cost)


def marching(phi, speed):
    """CPU time of the C function, with everything converted as it wants it before; as skfmm.travel_time calls it."""
    plain, dx, flag, ext_mask, periodic = pfmm.pre_process_args(phi, 1.0, 0.0, False)
    start = time.process_time()
    cFastMarcher(plain, dx, flag, speed, ext_mask, 0, pfmm.TRAVEL_TIME, 1, 0.0, periodic)
    return time.process_time() - start


def call(phi, speed):
    start = time.process_time()
    skfmm.travel_time(phi, speed, order=1)
    return time.process_time() - start


maps = [read(path) for path in sys.argv[1:]]
print(json.dumps({"version": skfmm.__version__}), flush=True)
for line in sys.stdin:
    phi, speed = maps[int(line)]
    print(json.dumps({"ms": marching(phi, speed) * 1e3, "call_ms": call(phi, speed) * 1e3}), flush=True)
