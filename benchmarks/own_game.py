"""A small Minesweeper of our own in a window, to be watched and played where no other program's art may be shown.

python benchmarks/own_game.py --level 9x9/10 --seed 1
"""

from __future__ import annotations

import argparse
import tkinter

import sapper

TITLE = "Own game"
SIDE = 28  # pixels of a cell
MARGIN = 14
GROUND, HIDDEN, OPEN, LIGHT, MINE = "#2f3e46", "#84a98c", "#e9efe6", "#a9c9b0", "#9b2226"
INKS = ("", "#1d4e89", "#2d6a4f", "#b23a48", "#4a2c82", "#7f4f24", "#0b7285", "#111111", "#6c757d")


class Table:
    """The window of one game."""

    def __init__(self, game: sapper.Game) -> None:
        """Draw the cells of a game, all hidden."""
        self.game = game
        board = game.board
        self.tk = tkinter.Tk()
        self.tk.title(TITLE)
        width, height = board.cols * SIDE + 2 * MARGIN, board.rows * SIDE + 2 * MARGIN
        self.canvas = tkinter.Canvas(self.tk, width=width, height=height, background=GROUND, highlightthickness=0)
        self.canvas.pack()
        self.canvas.bind("<ButtonRelease-1>", self.reveal)
        self.tk.geometry("+20+40")
        self.draw()

    def reveal(self, event: tkinter.Event[tkinter.Misc]) -> None:
        """Reveal the cell under the mouse."""
        row, col = (event.y - MARGIN) // SIDE, (event.x - MARGIN) // SIDE
        board = self.game.board
        if 0 <= row < board.rows and 0 <= col < board.cols and self.game.status.name == "PLAYING":
            self.game.reveal((row, col))
            self.draw()

    def draw(self) -> None:
        """Draw all cells."""
        board = self.game.board
        self.canvas.delete("all")
        for row in range(board.rows):
            for col in range(board.cols):
                x, y, view = MARGIN + col * SIDE, MARGIN + row * SIDE, board[row, col]
                ground = OPEN if view >= 0 else MINE if view == sapper.View.MINE else HIDDEN
                self.canvas.create_rectangle(x + 1, y + 1, x + SIDE - 1, y + SIDE - 1, fill=ground, width=0)
                if view == sapper.View.HIDDEN:
                    self.canvas.create_rectangle(x + 1, y + 1, x + SIDE - 1, y + 4, fill=LIGHT, width=0)
                if view > 0:
                    middle = (x + SIDE / 2, y + SIDE / 2)
                    self.canvas.create_text(
                        *middle, text=str(view), fill=INKS[view], font=("DejaVu Sans", -17, "bold")
                    )


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", default="9x9/10")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    layout = sapper.Layout.from_seed(options.level, seed=options.seed, start=(0, 0))
    Table(sapper.Game(layout)).tk.mainloop()


if __name__ == "__main__":
    main()
