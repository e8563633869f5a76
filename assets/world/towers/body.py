"""A kit that knows what works, what breaks and when.

Every triangle drawn into a `Body` carries three things more than one drawn into a plain Kit: the part (one call of `add`:
one stone, one tile, one beam) it belongs to, the working piece that it moves with, and in which states it is there.

States: 0 whole, 1 hurt, 2 badly hurt. `with k.since(1):` draws what is there from hurt on; `with k.until(2):` what is gone
when badly hurt. `with k.piece("head", pivot, motion):` draws a working piece; pieces nest.
"""
import sys
from contextlib import contextmanager
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from kit import Kit  # noqa: E402

STATES = ("whole", "hurt", "bad")
THIN = 0.2   # m


class Body(Kit):
    def __init__(self, seed, lod=0):
        super().__init__(seed, lod)
        self.part, self.face, self.first, self.last, self.work, self.firm = [], [], [], [], [], []
        self.pieces = {}      # name -> (pivot in model space, motion, axis, parent)
        self.bites = []       # (azimuth in degrees, height, radius, from which state on)
        self._first, self._last, self._work, self._firm = 0, 3, None, False
        self._parts, self._faces = 0, 0
        self.reach, self.rays = 2.2, 40

    def add(self, pts, faces, *args, **kw):
        before = len(self.t)
        super().add(pts, faces, *args, **kw)
        for f in faces:
            self.face += [self._faces] * (len(f) - 2)
            self._faces += 1
        new = len(self.t) - before
        self.part += [self._parts] * new
        self.first += [self._first] * new
        self.last += [self._last] * new
        self.work += [self._work] * new
        self.firm += [self._firm] * new
        self._parts += 1

    def block(self, x, y, z, sx, sy, sz, col, bevel=0.07, *args, **kw):
        """Boards and thin timbers go without bevel: at play distance it is under a pixel, and it trebles the vertices."""
        super().block(x, y, z, sx, sy, sz, col, bevel if min(sx, sy, sz) >= THIN else 0, *args, **kw)

    @contextmanager
    def since(self, state):
        kept, self._first = self._first, state
        yield
        self._first = kept

    @contextmanager
    def until(self, state):
        kept, self._last = self._last, state
        yield
        self._last = kept

    @contextmanager
    def stays(self):
        """No bite takes what is drawn here: posts and floors that hold something up."""
        kept, self._firm = self._firm, True
        yield
        self._firm = kept

    @contextmanager
    def piece(self, name, pivot=(0, 0, 0), motion="yaw", axis=(0, 0, 1)):
        """A working piece; pivot and axis are given in the present place of the kit."""
        m = self.m
        way = m[:3, :3] @ np.asarray(axis, float)
        self.pieces[name] = (m[:3, :3] @ np.asarray(pivot, float) + m[:3, 3], motion, way / np.linalg.norm(way), self._work)
        kept, self._work = self._work, name
        yield
        self._work = kept

    def bite(self, azimuth, height, radius, state=1):
        """Something struck here: see wreck.py. Azimuth 0 is +x, -90 the front."""
        self.bites.append((azimuth, height, radius, state))

    def tidy(self):
        """Leaves out triangles without area, so that all lists stay in step."""
        v, t = np.array(self.v), np.array(self.t)
        a, b, c = v[t[:, 0]], v[t[:, 1]], v[t[:, 2]]
        longest = np.max([np.linalg.norm(b - a, axis=1), np.linalg.norm(c - b, axis=1), np.linalg.norm(a - c, axis=1)], axis=0)
        keep = np.linalg.norm(np.cross(b - a, c - a), axis=1) > 2e-3 * longest
        for name in ("t", "c", "g", "part", "face", "first", "last", "work", "firm"):
            setattr(self, name, [x for x, k in zip(getattr(self, name), keep) if k])

    def baked(self, which, only=None):
        """Colors with occlusion (n, 3, 4) of the triangles `which`, as if no others were there; `only` some of them are baked."""
        mine = np.nonzero(which)[0]
        kept = self.t, self.c, self.g
        self.t, self.c, self.g = ([x[i] for i in mine] for x in kept)
        out = self.finish(ao_reach=self.reach, rays=self.rays, only=None if only is None else np.nonzero(only[mine])[0])["c"]
        self.t, self.c, self.g = kept
        return mine, out
