"""`sapper flip`: prints the mirror image of a board, a layout or puzzles.

>>> from sapper.cli.flip import flip_text
>>> flip_text("layout 2x3/1\\n..*\\n...\\n", Flip.HORIZONTAL)
'layout 2x3/1\\n*..\\n...'
>>> flip_text("1x3:1:1b", Flip.HORIZONTAL)
'1x3:1:b1'
"""

from __future__ import annotations

from io import StringIO
from typing import Annotated

import typer

from sapper.board.board import Board
from sapper.board.flip import Flip
from sapper.board.notation.codes import Codes
from sapper.board.notation.reader import Form, decode, find_form
from sapper.cli.errors import reporting
from sapper.cli.files import naming, read_board_data
from sapper.cli.options import CodesOption, DensityOption, MinesOption, read_codes
from sapper.cli.together import exclude
from sapper.errors import ParseError
from sapper.formats.reading import read, recognise
from sapper.game.layout import Layout
from sapper.game.puzzle import read_puzzles

__all__ = ["flip", "flip_text"]


def flip(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="File with a board, a layout or puzzles. - reads standard input. A position such as 1x3:1:b1 can be "
            "given instead of a file.",
        ),
    ],
    mirror: Annotated[Flip, typer.Argument(help="Swap left and right, or top and bottom.")],
    *,
    mines: MinesOption = None,
    density: DensityOption = None,
    codes: CodesOption = None,
) -> None:
    """Print the mirror image of a board, a layout or puzzles.

    A board keeps its text form. A mirrored layout has no seed.
    """
    with reporting():
        exclude("mines", "density")
        name, text = read_board_data(file)
        with naming(name):
            typer.echo(flip_text(text, mirror, mines=mines, density=density, codes=read_codes(codes)))


def flip_text(
    text: str | bytes,
    mirror: Flip,
    *,
    mines: int | None = None,
    density: float | None = None,
    codes: Codes | None = None,
) -> str:
    """Return the mirror image of what a text describes: puzzles as puzzles, a board in its own form.

    What another program wrote is returned in its form, MBF as hexadecimal digits.

    Layouts get a header if they had none, and lose their seed, because a mirror image has none. `mines`,
    `density` and `codes` are those of `Board.from_text`.

    Raises:
        InputError: it describes neither a board nor layouts; names line and column.
    """
    form = None if codes is not None else recognise(text)
    if form is not None:
        content = read(text)
        if content.view is None:
            return Layout.from_text(text).flip(mirror).to_text(form)
        return Board.from_text(text, mines=mines, density=density).flip(mirror).to_text(form)
    text = decode(text) if isinstance(text, bytes) else text
    try:
        puzzles = [puzzle.flip(mirror) for puzzle in read_puzzles(StringIO(text, newline=None))]
    except ParseError:
        if text.lstrip().startswith("layout"):
            raise
        puzzles = []
    if puzzles:
        return "\n\n".join(map(str, puzzles))
    board = Board.from_text(text, mines=mines, density=density, codes=codes).flip(mirror)
    match find_form(text):
        case Form.JSON:
            return board.to_json()
        case Form.POSITION:
            return board.position
        case _:
            return str(board)
