"""Tables of measures: read whole, changed by rows, written whole, so that a build of a part leaves the rest true."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path


def read(path: Path, key: str) -> dict[str, dict[str, str]]:
    """Rows by a column, or (key empty) by their first three."""
    if not path.exists():
        return {}
    with path.open(newline="") as f:
        return {row[key] if key else " ".join(list(row.values())[:3]): row for row in csv.DictReader(f)}


def write(path: Path, keys: Sequence[str], rows: Mapping[str, Mapping[str, str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as f:
        w = csv.DictWriter(f, list(keys), restval="")
        w.writeheader()
        w.writerows(rows[name] for name in sorted(rows))
