"""Boards of other programs: MBF, links, text positions and game IDs, read and written.

`read` recognises a text or file and returns its `Content`: a layout, a position or both, in our own signs. `write`
and `encode` return it in another form, `link` with an address, and `find_losses` says what a form cannot hold.
`Layout.from_text`, `Board.from_text` and their `to_text` use this room.

>>> import sapper
>>> content = sapper.formats.read("b=0302&m=g")
>>> sapper.formats.write(content, "tatham"), sapper.formats.find_losses(content, "mbf")
('3x2:m34', [])
"""

from sapper.formats.content import Click, Content
from sapper.formats.reading import read, recognise
from sapper.formats.writing import FORMS, encode, find_losses, link, write

__all__ = ["FORMS", "Click", "Content", "encode", "find_losses", "link", "read", "recognise", "write"]
