"""The text forms of a board: a picture, a one-line position and JSON. docs/formats.md describes them.

A text of any form goes in and a `Draft` comes out, which `Board.from_text` checks and makes a board of; the
writers take the cells and the number of mines of a board.

>>> from sapper.board.notation.reader import read_text
>>> from sapper.board.notation.position import write_position
>>> draft = read_text("mines 1\\n1.")
>>> write_position(draft.rows, draft.mines, draft.density)
'1x2:1:1a'
"""
