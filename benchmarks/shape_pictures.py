"""Draws the shapes of docs/shapes.md: `python benchmarks/shape_pictures.py` writes docs/pictures/shape-NAME.svg.

Each picture is a position of a game with the mine probability of every hidden cell, or the board alone where it is
too wide to count.
"""

from __future__ import annotations

from pathlib import Path

import sapper

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
LEVELS = {
    "hex": "hex-easy",
    "hexagon": "hexagon:5/12",
    "tri": "tri-easy",
    "torus": "torus-easy",
    "box": "box-easy",
    "tesseract": "box:4x4x4x4/20",
    "cube": "cube:4/18",
    "globe": "globe-easy",
}
SHARE = 0.55  # of the safe cells that are revealed


def draw(level: str) -> str:
    """The picture of a position in the middle of a game."""
    layout = sapper.Layout.from_seed(level, seed=7, first_click="zero")
    game, mines = sapper.Game(layout), set(layout.mines)
    assert layout.start is not None
    game.reveal(layout.start)
    safe = [cell for cell in layout.shape if cell not in mines]
    while sum(game.board[cell] >= 0 for cell in safe) < SHARE * len(safe):
        try:
            analysis = sapper.analyze(game.board)
            game.reveal((analysis.safe_cells or [cell for cell in analysis.safest_cells if cell in safe] or safe)[0])
        except sapper.LimitError:
            game.reveal(next(cell for cell in safe if game.board[cell] < 0))
    try:
        return sapper.analyze(game.board)._repr_svg_()
    except sapper.LimitError:
        return game.board._repr_svg_()


def main() -> None:
    """Write all pictures."""
    for name, level in LEVELS.items():
        path = PICTURES / f"shape-{name}.svg"
        path.write_text(draw(level) + "\n", encoding="utf-8")
        print(path.name, len(path.read_bytes()))


if __name__ == "__main__":
    main()
