"""The keep: drawn by buildings.py; here only how it is lit and that its corners do not fall."""
from buildings import keep


def draw(k, kind):
    k.reach, k.rays = 2.6, 32
    keep(k)
