"""Writes what other programs read, and says what a form cannot hold.

>>> from sapper.formats.content import Content
>>> content = Content.of_layout(["*..", "..."])
>>> write(content, "ptta"), encode(content, "mbf")
('b=32&m=g0', b'\\x03\\x02\\x00\\x01\\x00\\x00')
>>> find_losses(Content.of_view(["1."], 1), "mbf")
['the position']
"""

from __future__ import annotations

from collections.abc import Callable

from sapper.base.number import quote
from sapper.errors import InputError
from sapper.formats.analysis_text import write_analysis
from sapper.formats.board_text import write_board_text
from sapper.formats.content import Content
from sapper.formats.link import HOSTS, write_link
from sapper.formats.mbf import write_mbf
from sapper.formats.mine_text import write_mine_text
from sapper.formats.rawvf_board import write_rawvf_board
from sapper.formats.tatham import write_tatham

__all__ = ["FORMS", "POSITIONS", "encode", "find_losses", "link", "write"]

_WRITERS: dict[str, Callable[[Content], str]] = {
    "mbf": lambda content: write_mbf(content).hex(),
    "ptta": write_link,
    "mine": write_mine_text,
    "analysis": write_analysis,
    "board": write_board_text,
    "tatham": write_tatham,
    "rawvf": write_rawvf_board,
}
FORMS = tuple(_WRITERS)
POSITIONS = ("mine", "analysis", "board")  # forms that hold a position
_HIDDEN_SIGNS = frozenset(".F*")  # a position of these alone tells no more than its layout


def write(content: Content, form: str) -> str:
    """Return content in a form; MBF as hexadecimal digits, a link without its address.

    Raises:
        InputError: an unknown form, or one that cannot hold the content; the message says what would be lost.
    """
    if form not in _WRITERS:
        raise InputError(f"unknown form {quote(form)}: forms are {', '.join(FORMS)}")
    if content.layout is None and form not in POSITIONS:
        raise InputError(f"the form {form!r} holds a layout, and a position does not tell where the mines are")
    return _WRITERS[form](content)


def encode(content: Content, form: str) -> bytes:
    """Return the file of content in a form.

    Raises:
        InputError: as `write`.
    """
    if form == "mbf" and content.layout is not None:
        return write_mbf(content)
    return (write(content, form).rstrip("\n") + "\n").encode()


def link(content: Content, form: str) -> str:
    """Return a link that can be opened, "ptta" or "analysis".

    Raises:
        InputError: another form, or as `write`.
    """
    if form not in HOSTS:
        raise InputError(f"{quote(form)} is no link: links are {', '.join(HOSTS)}")
    text = write(content, form)
    board = f"board={content.cols}x{content.rows}x{content.mines}&analysis="
    return HOSTS[form] + (board + text if form == "analysis" else text)


def find_losses(content: Content, form: str) -> list[str]:
    """Return what a form cannot hold of content, each as words of a message; nothing where no more is lost."""
    losses = []
    if content.view is not None and form not in POSITIONS and not _is_bare(content):
        losses.append("the position")
    if content.layout is not None and content.view is not None and form in ("mine", "analysis"):
        marked = sum(line.count("F") + line.count("*") for line in content.view)
        if marked != content.mines:
            losses.append("the layout")
    if content.clicks and form != "ptta":
        losses.append(f"{len(content.clicks)} clicks")
    if content.details and form != "board":
        losses.append(", ".join(content.details))
    if content.start is not None and form != "tatham":
        losses.append("the first click")
    return [*losses, *content.left_out]


def _is_bare(content: Content) -> bool:
    """Whether a position tells no more than its layout: nothing is revealed, and every mark is on a mine."""
    if content.layout is None or content.view is None:
        return False
    return all(
        sign in _HIDDEN_SIGNS and (sign == ".") == (mine == ".")
        for line, drawn in zip(content.view, content.layout, strict=True)
        for sign, mine in zip(line, drawn, strict=True)
    )
