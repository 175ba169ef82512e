"""The levels with names. Imports nothing, so that a shell completes the names at once."""

from __future__ import annotations

from typing import Final

__all__ = ["SHAPE_LEVELS", "SIZES"]

# Squares: rows, columns and mines.
SIZES: Final = {
    "beginner": (9, 9, 10),
    "intermediate": (16, 16, 40),
    "expert": (16, 30, 99),
    "classic": (8, 8, 10),
}

# Other shapes. The strategy `best` wins about 90 % of easy, 75 % of medium and 45 % of hard games, which start with a
# zero: benchmarks/shape_levels.py finds and measures the numbers of mines.
SHAPE_LEVELS: Final = {
    "hex-easy": "hex:9x9/15",
    "hex-medium": "hex:14x14/39",
    "hex-hard": "hex:16x24/84",
    "hexagon-easy": "hexagon:6/17",
    "hexagon-medium": "hexagon:9/45",
    "hexagon-hard": "hexagon:12/90",
    "tri-easy": "tri:8x12/16",
    "tri-medium": "tri:12x18/45",
    "tri-hard": "tri:16x24/93",
    "tri3-easy": "tri3:8x12/11",
    "tri3-medium": "tri3:12x18/27",
    "tri3-hard": "tri3:16x24/55",
    "square4-easy": "square4:9x9/13",
    "square4-medium": "square4:16x16/42",
    "square4-hard": "square4:16x30/86",
    "knight-easy": "knight:9x9/21",
    "knight-medium": "knight:16x16/73",
    "knight-hard": "knight:16x30/155",
    "torus-easy": "torus:9x9/14",
    "torus-medium": "torus:16x16/67",
    "torus-hard": "torus:16x30/132",
    "cylinder-easy": "cylinder:9x9/14",
    "cylinder-medium": "cylinder:16x16/57",
    "cylinder-hard": "cylinder:16x30/115",
    "box-easy": "box:4x4x4/18",
    "box-medium": "box:6x6x6/48",
    "box-hard": "box:7x7x7/84",
    "tesseract-easy": "box:4x4x4x4/56",
    "tesseract-medium": "box:4x4x4x4/64",
    "tesseract-hard": "box:4x4x4x4/76",
    "cube-easy": "cube:5/35",
    "cube-medium": "cube:7/75",
    "cube-hard": "cube:9/132",
    "globe-easy": "globe:92/22",
    "globe-medium": "globe:162/42",
    "globe-hard": "globe:362/96",
}
