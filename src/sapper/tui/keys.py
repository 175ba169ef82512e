"""The keys: what each does in the app, and what the help says about it.

>>> next(meaning for keys, meaning in HELP if keys == "f")
'flag'
"""

from __future__ import annotations

from textual.binding import Binding, BindingType

__all__ = ["BINDINGS", "HELP", "STEP"]

STEP = 5  # cells that the cursor moves with Shift

BINDINGS: tuple[BindingType, ...] = (
    *(
        Binding(keys, f"move({rows}, {cols})", show=False)
        for keys, rows, cols in (
            ("up,k", -1, 0),
            ("down,j", 1, 0),
            ("left,h", 0, -1),
            ("right,l", 0, 1),
            ("shift+up,K", -STEP, 0),
            ("shift+down,J", STEP, 0),
            ("shift+left,H", 0, -STEP),
            ("shift+right,L", 0, STEP),
            ("home", 0, -100_000),
            ("end", 0, 100_000),
        )
    ),
    Binding("space", "touch", "reveal"),
    Binding("enter", "enter", show=False),
    Binding("f", "play('flag')", "flag"),
    Binding("c", "play('chord')", show=False),
    Binding("x", "play('question')", show=False),
    Binding("i", "hint", "hint"),
    Binding("w", "why", "why"),
    Binding("o", "overlay", "overlay"),
    Binding("e", "chance", show=False),
    Binding("u", "undo", show=False),
    Binding("p", "pause", "pause"),
    Binding("n", "new", "new"),
    Binding("g", "choose", show=False),
    Binding("r", "again", show=False),
    Binding("v", "review", show=False),
    Binding("comma", "turn(-1)", show=False),
    Binding("full_stop", "turn(1)", show=False),
    Binding("m", "risk", show=False),
    Binding("s", "save", show=False),
    Binding("ctrl+o", "open", show=False),
    Binding("b", "statistics", show=False),
    Binding("t", "theme", show=False),
    Binding("plus,equals_sign", "zoom(1)", show=False),
    Binding("minus", "zoom(-1)", show=False),
    Binding("0", "zoom(0)", show=False),
    Binding("pageup", "scroll_text(-1)", show=False, priority=True),
    Binding("pagedown", "scroll_text(1)", show=False, priority=True),
    Binding("escape", "clear", show=False),
    Binding("question_mark", "help", "help"),
    Binding("q", "quit", "quit"),
    Binding("ctrl+c", "quit", show=False, priority=True),
)

HELP = (
    ("Move", ""),
    ("arrows, h j k l", "move the cursor"),
    ("shift+arrows, H J K L", "move it by five cells"),
    ("home, end", "first and last column"),
    ("Play", ""),
    ("space, enter", "reveal; on a number: chord"),
    ("f", "flag"),
    ("x", "question mark"),
    ("c", "chord"),
    ("u", "undo, also the move that lost"),
    ("p", "pause: stop the timer, cover the board"),
    ("Mouse", ""),
    ("left button", "reveal; on a number: chord"),
    ("right button", "flag"),
    ("middle, or both", "chord"),
    ("Help from the solver", ""),
    ("i", "hint; again for a stronger one, up to 4"),
    ("w", "why: the proof for the cell at the cursor"),
    ("o", "overlay: mine probabilities in percent"),
    ("e", "chance to win from here, after every move"),
    (", and .", "previous and next step of a proof"),
    ("esc", "hide what is shown; stop computing"),
    ("Games", ""),
    ("n", "new game with the same settings"),
    ("g", "new game: level, size, no guess, seed"),
    ("r", "same board again"),
    ("s", "save the game to a file"),
    ("ctrl+o", "open a saved game, a layout or a board"),
    ("b", "best times and statistics"),
    ("After a game", ""),
    ("v", "review: every move with its verdict"),
    (", . or arrows", "previous and next move; home and end"),
    ("m", "next move that took a risk"),
    ("space", "play the moves one after the other"),
    ("enter", "play on from the move that is shown"),
    ("Screen", ""),
    ("t", "theme: dark, light, high contrast"),
    ("+ - 0", "larger, smaller, best fitting cells"),
    ("page up, page down", "scroll the text below the board"),
    ("q", "quit; the game goes on next time"),
)
