"""Rocks: cut by planes, in layers, with worn edges. The game tints and stretches them, and throws the small one."""
import numpy as np

from shapes import sides, stone


def layers(k, size, cuts, spread=0.06, width=0.04, count=7, lean=0.22, moss=0.6, at=(0, 0), tilt=0.1):
    """A rock in layers that lie a little off each other; `cuts`: their heights from below."""
    n, d = sides(k, size, count, 3, lean)
    for i in range(len(cuts) - 1):
        grow = 1 + k.u(-spread, spread)
        stone(k, n, d * grow, cuts[i] - (0.04 if i else 0), cuts[i + 1], width if i == len(cuts) - 2 else 0, tilt if i == len(cuts) - 2 else 0.03, moss=moss if i == len(cuts) - 2 else 0.15,
              shift=(at[0] + k.u(-spread, spread) * 0.6, at[1] + k.u(-spread, spread) * 0.6))


def rock_a(k):
    """One stone that looks right from below as well: it flies."""
    n, d = sides(k, (0.54, 0.46, 0.46), 6, 3, 0.3)
    stone(k, n, d, -0.2, 0.4, 0.04, 0.2, moss=0.0)
    return k.finish(ao_reach=1.2, grime=0.25, grime_h=0.6)


def rock_b(k):
    with k.at(scale=0.87):
        layers(k, (1.2, 0.95, 1.0), (-0.3, 0.42, 0.92), 0.07, 0.05)
        if not k.lod:
            layers(k, (0.5, 0.42, 0.45), (-0.2, 0.36), width=0, count=5, at=(0.95, -0.55))
            layers(k, (0.3, 0.26, 0.3), (-0.1, 0.22), width=0, count=5, at=(-0.95, -0.6), moss=0)
    return k.finish(ao_reach=1.2, grime=0.3, grime_h=0.8)


def rock_c(k):
    with k.at(scale=0.84):
        layers(k, (0.95, 0.85, 1.9), (-0.3, 0.62, 1.12, 1.85), 0.08, 0.05, lean=0.3)
        if not k.lod:
            layers(k, (0.55, 0.5, 0.8), (-0.2, 0.35, 0.72), 0.06, 0, 5, at=(0.8, -0.45))
    return k.finish(ao_reach=1.2, grime=0.3, grime_h=0.8)


def rock_slab(k):
    """Plates of rock that came to lie upon each other."""
    for i, (x, y, z, s, turn, tilt) in enumerate(((0, 0, 0, 1.0, 0.0, 0.05), (0.25, 0.15, 0.42, 0.78, 0.6, -0.12), (-0.95, -0.75, -0.05, 0.62, 1.9, 0.3))):
        if k.lod and i == 2:
            continue
        with k.at(x, y, z, turn, tilt):
            n, d = sides(k, (1.75 * s, 1.15 * s, 1.0), 9, 0, 0.18)
            stone(k, n, d, -0.3 if i != 1 else 0, 0.46 if i != 1 else 0.34, 0.045, 0.03, moss=1.0 if i else 0.6)
    return k.finish(ao_reach=1.4, grime=0.3, grime_h=0.8)


def rock_boulder(k):
    """A boulder as high as a house door, split by frost."""
    n, d = sides(k, (1.9, 1.6, 1.9), 8, 5, 0.25)
    split = np.array([0.88, 0.42, 0.22]) / np.linalg.norm([0.88, 0.42, 0.22])
    for way, gap, drop in ((1, 0.12, -0.12), (-1, -0.02, 0.0)):
        with k.at(0, 0, drop):
            stone(k, np.concatenate([n, [split * -way]]), np.concatenate([d, [-way * 0.35 - gap]]), -0.4, 1.85, 0.07, 0.16, moss=1.0)
    if not k.lod:
        layers(k, (0.6, 0.5, 0.6), (-0.2, 0.5), width=0.04, count=6, at=(1.5, -1.15))
        layers(k, (0.4, 0.34, 0.4), (-0.2, 0.3), width=0.04, count=5, at=(0.55, -1.75), moss=0)
        layers(k, (0.32, 0.3, 0.3), (-0.2, 0.22), width=0, count=5, at=(-1.6, -0.9), moss=0)
    return k.finish(ao_reach=1.8, grime=0.3, grime_h=1.0)


