"""A small window that shows a board with its mine probabilities, a hint and the win chance, beside a running game.

It is drawn by Tk, which comes with Python. `show` may be called from any thread; all else belongs to the thread that
made the window.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from math import isnan
from typing import Any

from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.board.colours import MINE, REVEALED, SAFE, clue_colour, risk_colour
from sapper.board.view import View
from sapper.errors import InputError, MissingError
from sapper.vision.advice import CHEATING, Advice
from sapper.vision.camera import Region

__all__ = ["AdviceWindow"]

_PLAIN = "#b8c4cc"  # a hidden cell without a number
_LINES, _INK, _BEST = "#6d7a83", "#16212b", "#1746d1"
_WIDEST, _TALLEST = 660, 480  # pixels that a board takes at most
_SIDES = (15, 30)  # pixels of a cell, at least and at most
_SIGNS = {View.FLAG: "F", View.QUESTION: "?", View.MINE: "*", View.VOID: ""}
_EDGE = 18  # pixels for the numbers of rows and columns
_POLL = 60  # milliseconds between two looks for something new to show
_MARGIN = 12
_GAP = 16  # pixels between the game and this window

Drawn = tuple[str, str, str]  # ground, ink and text of a cell


class AdviceWindow:
    """The window. `run` shows it until it is closed."""

    def __init__(self, *, delay: float = 0.0, beside: Region | None = None) -> None:
        """Open the window, to the right of the region `beside`, or where there is most room.

        Raises:
            MissingError: this Python comes without Tk.
            InputError: there is no screen to open a window on.
        """
        try:
            import tkinter  # noqa: PLC0415  # some systems pack it apart
        except ImportError as error:
            raise MissingError(
                "the window needs Tk, which this Python lacks: install it (Debian: python3-tk), "
                "or use --show terminal"
            ) from error
        try:
            self._tk = tkinter.Tk(className="Sapper")
        except tkinter.TclError as error:
            raise InputError(f"no window can be opened: {error}; --show terminal needs none") from error
        self.delay = delay  # seconds that the board must stay as it is, as chosen in the window
        self._queue: queue.SimpleQueue[Advice | BaseException | str] = queue.SimpleQueue()
        self._size: tuple[int, int] | None = None
        self._side = _SIDES[1]
        self._items: dict[Cell, tuple[int, int]] = {}  # the square and the text of each cell
        self._drawn: dict[Cell, Drawn] = {}
        self._failure: BaseException | None = None
        self._region: Region | None = None
        self._build(tkinter)
        self._place(beside)

    @property
    def region(self) -> Region | None:
        """Where the window lies on the screen, as it was when it was last drawn; any thread may ask."""
        return self._region

    def show(self, what: Advice | BaseException | str) -> None:
        """Show an analysis, or a text alone; an exception closes the window, and `run` raises it."""
        self._queue.put(what)

    def run(self, *, until: Callable[[], bool] = lambda: False) -> None:
        """Show the window until it is closed or `until` returns True.

        Raises:
            BaseException: what `show` was given.
        """
        self._tk.after(0, self._poll, until)  # not at once: what ends the loop must come after its begin
        self._tk.mainloop()
        if self._failure is not None:
            raise self._failure

    def close(self) -> None:
        """Close the window."""
        self._tk.quit()
        self._tk.destroy()

    def _build(self, tkinter: Any) -> None:  # noqa: ANN401  # the module
        tk = self._tk
        tk.title("Sapper watch")
        tk.configure(background="white", padx=_MARGIN, pady=_MARGIN)
        tk.attributes("-topmost", True)
        tk.protocol("WM_DELETE_WINDOW", self._end)
        self._canvas = tkinter.Canvas(tk, width=360, height=120, background="white", highlightthickness=0)
        self._canvas.pack()
        big, small = ("TkDefaultFont", 13, "bold"), ("TkDefaultFont", 10)
        common = {"background": "white", "foreground": _INK, "anchor": "w", "justify": "left"}
        self._win = tkinter.Label(tk, font=big, text="No board yet", **common)
        self._win.pack(fill="x", pady=(8, 0))
        self._text = tkinter.Label(tk, font=small, wraplength=360, height=6, **{**common, "anchor": "nw"})
        self._text.pack(fill="x", pady=(2, 6))
        row = tkinter.Frame(tk, background="white")
        row.pack(fill="x")
        tkinter.Label(row, font=small, text="Show after", **common).pack(side="left")
        self._chosen = tkinter.StringVar(tk, f"{self.delay:.1f}")
        self._chosen.trace_add("write", lambda *_: self._set_delay())
        spin = {"from_": 0, "to": 60, "increment": 0.5, "format": "%.1f", "width": 5}
        tkinter.Spinbox(row, textvariable=self._chosen, font=small, **spin).pack(side="left", padx=4)
        tkinter.Label(row, font=small, text="seconds without a move", **common).pack(side="left")
        tkinter.Label(tk, font=small, text=CHEATING, **{**common, "foreground": MINE}).pack(fill="x", pady=(6, 0))

    def _place(self, beside: Region | None) -> None:
        """Put the window where it covers as little of the game as possible."""
        self._tk.update_idletasks()
        if beside is None:
            return
        wide = self._tk.winfo_screenwidth()
        right = wide - beside.left - beside.width
        left = beside.left + beside.width + _GAP if right >= beside.left else 0
        self._tk.geometry(f"+{min(left, wide - 100)}+{max(beside.top, 0)}")

    def _set_delay(self) -> None:
        try:
            self.delay = max(0.0, float(self._chosen.get()))
        except ValueError:
            return  # half written

    def _poll(self, until: Callable[[], bool]) -> None:
        what: Advice | BaseException | str | None = None
        while not self._queue.empty():
            what = self._queue.get()
            if isinstance(what, BaseException):
                break
        if isinstance(what, BaseException):
            self._failure = what
            self._end()
            return
        if isinstance(what, str):
            self._win["text"], self._text["text"] = what, ""
        elif what is not None:
            self._draw(what)
        if until():
            self._end()
            return
        tk = self._tk
        self._region = Region(tk.winfo_rootx(), tk.winfo_rooty(), tk.winfo_width(), tk.winfo_height())
        tk.after(_POLL, self._poll, until)

    def _end(self) -> None:
        self._tk.quit()

    def _draw(self, advice: Advice) -> None:
        board = advice.board
        self._win["text"], self._text["text"] = advice.win, advice.text
        if (board.rows, board.cols) != self._size:
            self._lay_out(board)
        for cell, (square, text) in self._items.items():
            drawn = _describe(board, advice, cell)
            if self._drawn.get(cell) != drawn:
                self._drawn[cell] = drawn
                self._canvas.itemconfigure(square, fill=drawn[0])
                self._canvas.itemconfigure(text, fill=drawn[1], text=drawn[2])
        self._canvas.delete("best")
        if advice.best is not None:
            row, col = advice.best
            x, y = _EDGE + col * self._side, _EDGE + row * self._side
            corners = (x + 2, y + 2, x + self._side, y + self._side)
            self._canvas.create_rectangle(*corners, outline=_BEST, width=3, tags="best")

    def _lay_out(self, board: Board) -> None:
        """Make the squares of a board of another size."""
        self._size = board.rows, board.cols
        side = max(_SIDES[0], min(_SIDES[1], _WIDEST // board.cols, _TALLEST // board.rows))
        self._side = side
        self._canvas.delete("all")
        self._items, self._drawn = {}, {}
        self._canvas.configure(width=_EDGE + board.cols * side + 2, height=_EDGE + board.rows * side + 2)
        wide = max(board.cols * side, 360)
        self._text.configure(wraplength=wide)
        self._tk.minsize(wide + 2 * _MARGIN + _EDGE, 1)  # as wide for every text
        font = ("TkDefaultFont", -round(side * 0.55), "bold")
        label = {"font": ("TkDefaultFont", -round(min(side * 0.5, 11))), "fill": _LINES}
        for col in range(board.cols):  # hints name cells by these numbers
            self._canvas.create_text(_EDGE + (col + 0.5) * side, _EDGE / 2, text=str(col), **label)
        for row in range(board.rows):
            self._canvas.create_text(_EDGE / 2, _EDGE + (row + 0.5) * side, text=str(row), **label)
            for col in range(board.cols):
                x, y = _EDGE + col * side + 1, _EDGE + row * side + 1
                square = self._canvas.create_rectangle(x, y, x + side, y + side, outline=_LINES)
                text = self._canvas.create_text(x + side / 2, y + side / 2, font=font)
                self._items[row, col] = square, text


def _describe(board: Board, advice: Advice, cell: Cell) -> Drawn:
    """Return how a cell is drawn."""
    view = board[cell]
    if view >= 0:
        return REVEALED, clue_colour(view), str(view) if view else ""
    sign = "" if view == View.HIDDEN else _SIGNS[View(view)]
    if advice.analysis is None or isnan(risk := float(advice.analysis.mine_probability[cell])):
        return _PLAIN, _INK, sign
    ground = risk_colour(risk)
    ink = "#ffffff" if ground in (SAFE, MINE) else _INK
    # A certain cell needs no number: its colour says it, and a sign for those who see no colours.
    number = {0.0: "+", 1.0: "*"}.get(risk, str(min(max(round(100 * risk), 1), 99)))
    return ground, ink, sign or number
