"""What a finished file must be. A fault is a sentence; a build with faults fails."""

from __future__ import annotations

from .catalog import EFFECTS
from .core import SR
from .master import CEILING

BY_NAME = {e.name: e for e in EFFECTS}
# a one-shot may miss its loudness when the ceiling holds it down; a loop may not
LOUDNESS_OFF = {False: 2.0, True: 0.7}
LONGEST_S = 8.0
BYTES_MAX = {False: 90_000, True: 320_000}


def effect(name: str, row: dict[str, str]) -> list[str]:
    e = BY_NAME[name.rsplit("_", 1)[0]]
    out = []
    if float(row["peak_db"]) > CEILING + 0.001:
        out.append(f"{name}: peak {row['peak_db']} dBFS, at most {CEILING}")
    off = abs(float(row["lufs"]) - e.lufs)
    if off > LOUDNESS_OFF[e.loop]:
        out.append(f"{name}: loudness {row['lufs']}, wanted {e.lufs}: change the recipe's crest or the table's target")
    if float(row["dc"]) > 0.003:
        out.append(f"{name}: an offset of {row['dc']}: high-pass the recipe")
    if not e.loop and float(row["seconds"]) > LONGEST_S:
        out.append(f"{name}: {row['seconds']} s, at most {LONGEST_S}")
    if float(row["mono_loss_db"]) < -4.5:
        out.append(f"{name}: {row['mono_loss_db']} dB are lost on one loudspeaker: less difference between left and right")
    if int(row["bytes"]) > BYTES_MAX[e.loop]:
        out.append(f"{name}: {row['bytes']} bytes, at most {BYTES_MAX[e.loop]}")
    if e.loop:
        out += seam(name, row)
    return out


def seam(name: str, row: dict[str, str]) -> list[str]:
    """The step across the loop point is an ordinary one, and its spectral jump is not the largest of all. A rank is a share of
    the frames of 256 samples that jump less; the nine around the largest jump do not."""
    out = []
    rank_max = 1.0 - 9.5 * 256 / (float(row["seconds"]) * SR)
    if float(row["step_ratio"]) > 1.5:
        out.append(f"{name}: the step at the loop point is {row['step_ratio']} times a usual one")
    if float(row["flux_rank"]) > rank_max and float(row["hf_rank"]) > rank_max:
        out.append(f"{name}: the loop point is the largest jump of the whole loop (rank {row['flux_rank']}, above 8 kHz {row['hf_rank']})")
    return out
