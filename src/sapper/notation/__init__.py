"""The text forms of a board: a picture, a one-line position and JSON. docs/formats.md describes them.

A text of any form goes in and a `Draft` comes out, which `Board.from_text` checks and makes a board of; the
writers take the cells and the number of mines of a board.

>>> from sapper.notation import read_text, write_position
>>> draft = read_text("mines 1\\n1.")
>>> write_position(draft.rows, draft.mines, draft.density)
'1x2:1:1a'
"""

from sapper.notation.draft import Draft
from sapper.notation.json_text import read_json, write_json
from sapper.notation.picture import read_picture, write_picture
from sapper.notation.position import read_position, write_position
from sapper.notation.reader import MAX_TEXT, Form, decode, find_form, read_text

__all__ = [
    "MAX_TEXT",
    "Draft",
    "Form",
    "decode",
    "find_form",
    "read_json",
    "read_picture",
    "read_position",
    "read_text",
    "write_json",
    "write_picture",
    "write_position",
]
