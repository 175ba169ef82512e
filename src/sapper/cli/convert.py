"""`sapper convert`: a board or a layout in another form.

>>> from sapper.cli.app import app
>>> from typer.testing import CliRunner
>>> print(CliRunner().invoke(app, ["convert", "b=32&m=g0", "-", "--to", "tatham"]).stdout, end="")
3x2:m34
>>> print(CliRunner().invoke(app, ["convert", "3x2:m34", "-"]).stdout, end="")
layout 2x3/1
*..
...
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from sapper.base.whole_file import writing
from sapper.board.board import Board
from sapper.cli.errors import reporting
from sapper.cli.files import naming, read_board_data
from sapper.cli.options import DensityOption, MinesOption
from sapper.cli.outputs import ForceOption, keep
from sapper.cli.together import exclude
from sapper.errors import InputError
from sapper.formats.content import Content
from sapper.formats.reading import read, recognise
from sapper.formats.writing import FORMS, HOSTS, POSITIONS, encode, find_losses, link
from sapper.game.layout import Layout

__all__ = ["convert"]

_OWN = ("picture", "position", "json", "layout")
_ENDINGS = {".mbf": "mbf", ".abf": "mbf", ".mine": "mine", ".board": "board", ".rawvf": "rawvf", ".json": "json"}


def convert(
    source: Annotated[
        str,
        typer.Argument(
            metavar="IN",
            help="File with a board or a layout in any form, a link or a position. - reads standard input.",
        ),
    ],
    target: Annotated[
        str,
        typer.Argument(
            metavar="OUT", help="File to write: .mbf, .abf, .mine, .board, .rawvf, .json or .txt. - prints."
        ),
    ],
    *,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORM",
            help=f"Form to write: {', '.join((*_OWN, *FORMS))}.",
            show_default="set by the ending of OUT, or Sapper's own text",
        ),
    ] = None,
    as_link: Annotated[
        bool, typer.Option("--link", help="Write a link with its address (ptta or analysis).")
    ] = False,
    lossy: Annotated[bool, typer.Option("--lossy", help="Write what fits, and say what is lost.")] = False,
    force: ForceOption = False,
    mines: MinesOption = None,
    density: DensityOption = None,
) -> None:
    """Convert a board or a layout to another program's form, or back.

    Refuses a form that cannot hold all of it, unless --lossy is given.
    """
    with reporting():
        exclude("mines", "density")
        keep(target, force=force or target == "-")
        form = _choose_form(target, to, as_link)
        name, data = read_board_data(source)
        with naming(name):
            content, board, layout = _read(data, mines, density)
            if layout is None and form in FORMS and form not in POSITIONS:
                raise InputError(f"{form} holds a layout, and a position does not tell where the mines are")
            losses = _losses(content, board, layout, form)
            if losses and not lossy:
                raise InputError(f"{form or 'text'} cannot hold {' and '.join(losses)}; --lossy writes the rest")
            written = _write(content, board, layout, form, as_link=as_link)
        if losses:
            typer.echo(f"lost: {', '.join(losses)}", err=True)
        if target == "-":
            sys.stdout.buffer.write(written)
        else:
            with writing(Path(target)) as stream:
                stream.write(written)


def _choose_form(target: str, to: str | None, as_link: bool) -> str | None:
    form = to or (None if target == "-" else _ENDINGS.get(Path(target).suffix.lower()))
    if form is not None and form not in (*_OWN, *FORMS):
        raise InputError(f"unknown form {form!r}: forms are {', '.join((*_OWN, *FORMS))}")
    if as_link and form not in HOSTS:
        raise InputError(f"--link goes with --to {' or '.join(HOSTS)}")
    return form


def _read(
    data: str | bytes, mines: int | None, density: float | None
) -> tuple[Content | None, Board | None, Layout | None]:
    """Return what another program wrote, the board and the layout, where there are such."""
    if recognise(data) is not None:
        content = read(data)
        board = None if content.view is None else Board.from_text(data, mines=mines, density=density)
        return content, board, None if content.layout is None else Layout.from_text(data)
    assert isinstance(data, str)  # bytes that are no text are recognised
    begun = data.lstrip()
    if begun.startswith("layout") or (begun.startswith("{") and '"mine_cells"' in data):
        return None, None, Layout.from_text(data)
    return None, Board.from_text(data, mines=mines, density=density), None


def _losses(content: Content | None, board: Board | None, layout: Layout | None, form: str | None) -> list[str]:
    if content is None:
        return []
    if form in FORMS:
        return find_losses(content, form)
    lost = find_losses(
        replace(content, start=None), "mine"
    )  # our own text holds a position, or a layout and its start
    if board is not None and layout is not None and "the layout" not in lost and form == "layout":
        lost = ["the position", *lost]
    return lost


def _write(
    content: Content | None, board: Board | None, layout: Layout | None, form: str | None, *, as_link: bool
) -> bytes:
    if form in FORMS:
        if content is None:
            content = layout.to_content(form) if layout is not None else _position(board, form)
        return f"{link(content, form)}\n".encode() if as_link else encode(content, form)
    if form == "layout" or (form in (None, "json") and board is None):
        if layout is None:
            raise InputError("a position does not tell where its mines are")
        text = layout.to_text("layout" if form is None else form)
    elif board is None:
        raise InputError(f"a layout is no board, so it has no {form}")
    else:
        text = board.to_text(form or "picture")
    return f"{text}\n".encode()


def _position(board: Board | None, form: str) -> Content:
    assert board is not None  # there is a board or a layout
    return board.to_content(form)
