"""Turns all normals of a model upwards: grass is lit like the ground it stands on, not like little walls.

    python3 upright.py FILE.glb...          # in place; make_models.py does it where nature.toml says so
"""
import json
import struct
import sys
from pathlib import Path

FORMATS = {5126: ("f", 1.0), 5120: ("b", 127), 5122: ("h", 32767)}


def upright(path):
    data = bytearray(Path(path).read_bytes())
    length = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20:20 + length])
    start = 20 + length + 8
    for mesh in document["meshes"]:
        for primitive in mesh["primitives"]:
            accessor = document["accessors"][primitive["attributes"]["NORMAL"]]
            view = document["bufferViews"][accessor["bufferView"]]
            letter, one = FORMATS[accessor["componentType"]]
            size = struct.calcsize(letter)
            stride = view.get("byteStride", 3 * size)
            first = start + view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
            for k in range(accessor["count"]):
                struct.pack_into("<3" + letter, data, first + k * stride, 0 * one, one, 0 * one)
    Path(path).write_bytes(data)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        upright(name)
