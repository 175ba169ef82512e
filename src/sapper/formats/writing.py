"""Writes what other programs read, and says what a form cannot hold.

>>> from sapper.formats.content import Content
>>> content = Content.of_layout(["*..", "..."])
>>> write(content, "ptta"), encode(content, "mbf")
('b=32&m=g0', b'\\x03\\x02\\x00\\x01\\x00\\x00')
>>> find_losses(Content.of_view(["1."], 1), "mbf")
['the position']
"""

from __future__ import annotations

from sapper import _engine
from sapper.base.number import quote
from sapper.errors import InputError
from sapper.formats.content import CLICKS, Content

__all__ = ["FORMS", "HOSTS", "POSITIONS", "encode", "find_losses", "link", "write"]

FORMS = ("mbf", "ptta", "mine", "analysis", "board", "tatham", "rawvf")
# Where a link of each form is opened.
HOSTS = {
    "ptta": "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?",
    "analysis": "https://davidnhill.github.io/JSMinesweeper/index.html?",
}
POSITIONS = ("mine", "analysis", "board")  # forms that hold a position
_HIDDEN_SIGNS = frozenset(".F*")  # a position of these alone tells no more than its layout


def write(content: Content, form: str) -> str:
    """Return content in a form; MBF as hexadecimal digits, a link without its address.

    Raises:
        InputError: an unknown form, or one that cannot hold the content; the message says what would be lost.
    """
    written = _write(content, form)
    return written.hex() if form == "mbf" else written.decode()


def encode(content: Content, form: str) -> bytes:
    """Return the file of content in a form.

    Raises:
        InputError: as `write`.
    """
    written = _write(content, form)
    return written if form == "mbf" else written.rstrip(b"\n") + b"\n"


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


def _write(content: Content, form: str) -> bytes:
    if form not in FORMS:
        raise InputError(f"unknown form {quote(form)}: forms are {', '.join(FORMS)}")
    cols = content.cols
    return _engine.write_form(
        content.rows,
        cols,
        content.mines,
        "".join(content.layout or ()),
        "".join(content.view or ()),
        None if content.start is None else content.start[0] * cols + content.start[1],
        [(CLICKS.index(kind), row * cols + col) for kind, (row, col) in content.clicks],
        list(content.details.items()),
        form,
    )
