"""What is said of texts and files of other programs that are refused.

The engine tells a code, the values of its sentence and the place of the fault; the sentences stand here.

>>> str(make_error(0, "no_kind", [77], (None, None, 12, None)))
'77 is no kind of event (byte 12)'
"""

from __future__ import annotations

from typing import TypeAlias

from sapper.errors import InputError, LimitError, ParseError, SapperError

__all__ = ["make_error"]

Place: TypeAlias = tuple[int | None, int | None, int | None, tuple[int, int] | None]  # line, column, byte and cell

# What is missing where a file ends, or a text has no end.
_PARTS = {
    "a_checksum": "a checksum",
    "board": "the mines",
    "checksum": "the checksum",
    "country": "the country",
    "device": "the device",
    "encoding": "the encoding",
    "end": "the end",
    "events": "the events",
    "extensions": "the extensions",
    "file": "the file",
    "flags": "the flags",
    "metric": "the name of a metric",
    "mines": "the list of mines",
    "name": "the name",
    "player": "the player",
    "properties": "the properties",
    "race": "the race",
    "replay": "a replay",
    "replay_name": "the name of a replay",
    "result": "the result",
    "software": "the software",
    "start": "the start",
    "transcoder": "the transcoder",
    "unique": "the unique id",
    "version": "the version",
}
_SENTENCES = {
    "analysis_digit": "unknown character {0}: digits are a-z, A-Z and 0-9",
    "analysis_mines": "the form 'analysis' holds up to {0} mines, not {1}",
    "analysis_short": "a position has a size, a number of mines and cells",
    "board_entry": "{0} is no entry such as 'rows: 16'",
    "board_part": "the part {0} is unknown or repeated: parts are [real], [view]",
    "board_rows": "the board has {0} rows",
    "board_rows_differ": "the board has {0} rows instead of {1}",
    "brackets_without_end": "the text in brackets has no end",
    "broken_click": "click {0} is none: {1}",
    "bytes_follow": "{0} bytes follow the end",
    "cell_without_pixels": "a cell has at least one pixel",
    "cells_differ": "{0} cells instead of {1}",
    "cells_more": "more than the {0} cells of the board",
    "clue_above": "the clue at row {0}, column {1} is above 8",
    "content_sign": "a layout is drawn with * and ., a position with . 0-8 F ? * #, not {0}",
    "content_size": "the content is no board of {0}x{1} cells with its clicks inside",
    "empty_file": "the file is empty",
    "ends_early": "{0} ends {1} bytes too early",
    "entry_missing": "the entry '{0}' is missing",
    "entry_no_number": "{0}: {1} is no number",
    "entry_zero": "{0}: a board has at least one cell",
    "events_without_end": "the events have no end",
    "evf_event": "EVF has no event for a left click with shift",
    "evf_size": "EVF holds boards of up to 255x255 cells and 32767 pixels, not {0}x{1} of {2} pixels",
    "evf_version": "EVF has versions 0 to 4, not {0}",
    "evfs_version": "EVFS has version 0, not {0}",
    "few_events": "the file has {0} of {1} events",
    "form_sides": "{0} holds boards of up to {1}x{1} cells, not {2}x{3}",
    "in_digits": "{0}",
    "in_replay": "in {0}, {1}",
    "json_rest": "the JSON is broken: something follows its end",
    "json_sign": "the JSON is broken: a {0} is missing",
    "json_text": "the JSON is broken: this is no part of a text",
    "json_utf8": "the JSON is broken: it is not UTF-8",
    "json_value": "the JSON is broken: no value begins here",
    "large_board": "a board of {0}x{1} is larger than {2}x{2}",
    "late_click": "a time of {0} milliseconds is above 1000000000000",
    "layout_mines": "the layout has {0} mines, not {1}",
    "link_bare": "the link holds no board: links with one have b= or analysis=",
    "link_base64": "the clicks c={0} are not base64url",
    "link_beyond": "m= has a mine beyond the {0} cells of {1}x{2}",
    "link_click": "click {0} of c= is cut off or outside the board, or the end mark is missing",
    "link_digit": "unknown digit {0} in m=: digits are 0-9 and a-v",
    "link_large": "a link holds boards of up to {0}x{0} cells, not {1}x{2}",
    "link_online": "a link to minesweeper.online holds no board: the bookmarklet of the help page reads it",
    "link_seed": "the link holds a seed, from which only the program behind it makes the layout",
    "link_sides": "the sides of b={0} are not from 1 to 100",
    "link_size": "the size b={0} is not 1, 2, 3 or width and height as in 3016",
    "mbf_cells": "an MBF board has at least one cell, not {0}x{1}",
    "mbf_length": "an MBF file with {0} mines has {1} bytes, not {2}",
    "mbf_outside": "the mine at column {0}, row {1} lies outside a board of {2}x{3}",
    "mbf_short": "an MBF file has at least 4 bytes, not {0}",
    "mbf_twice": "the mine at column {0}, row {1} is listed twice",
    "mine_cell": "unknown cell {0}: cells are 0-8 H F ? M",
    "mine_outside": "the mine at {0},{1} lies outside a board of {2} rows and {3} columns",
    "mine_rows": "the first line says {0} rows, but {1} follow",
    "mine_twice": "the mine at {0},{1} is listed twice",
    "mines_differ": "the board has {0} mines, not {1}",
    "mvf_level": "{0} is no level of MVF, which has 1 to 5",
    "mvf_year": "{0} ends no year of Minesweeper Clone",
    "no_board": "{0}x{1} cells with {2} mines are no board",
    "no_board_line": "the replay has no line 'Board:'",
    "no_brackets": "the text in brackets is missing",
    "no_cells": "a board of {0}x{1} has no cells",
    "no_click": "{0} is no type of click",
    "no_end": "{0} has no end",
    "no_event": "{0} is no event",
    "no_events": "there are no events",
    "no_form": "{0} is no board of another program: forms are board, mine, rawvf, ptta, tatham, mbf, analysis",
    "no_header": "the object has no header and replay",
    "no_kind": "{0} is no kind of event",
    "no_kind_named": "{0} is no kind of event",
    "no_layout": "the replay leaves {0} cells for {1} mines, so it has no layout",
    "no_layout_told": "the form '{0}' holds a layout, and a position does not tell where the mines are",
    "no_number": "{0} has no number, but {1}",
    "no_parts": "the file has neither [real] nor [view]",
    "no_replay": "this is no replay of a known format; as AVF, its level would be {0}",
    "no_replays": "the file holds no replay",
    "no_sign_mine": "the form 'analysis' has no sign for a mine beside this many",
    "no_sign_question": "the form '{0}' has no sign for a question mark",
    "no_sign_void": "the form '{0}' has no sign for a cell out of play",
    "no_text": "this is not UTF-8 text, and MBF with {0} mines would have {1} bytes, not {2}",
    "not_whole": "{0} is a whole number, not {1}",
    "outside": "{0},{1} lies outside the board",
    "part_cell_real": "unknown cell {0} in [real]: cells are * 0 1 2 3 4 5 6 7 8",
    "part_cell_view": "unknown cell {0} in [view]: cells are U F ? X @ # 0 1 2 3 4 5 6 7 8",
    "part_cells": "row {0} of [{1}] has {2} cells instead of {3}",
    "part_differs": "the cell {0} in [view] is {1} in [real]",
    "part_number": "the number {0} in [real] has {1} mines beside it",
    "part_rows": "[{0}] has {1} rows instead of {2}",
    "rawvf_cell": "unknown cell {0}: cells are * and 0",
    "rawvf_event": "RAWVF has no event for a button that is pressed or released",
    "replay_no_board": "this is a replay ({0}), not a board: Replay.read reads it",
    "replay_without_events": "the replay has no events",
    "rmv_type": "{0} is no type of {1}",
    "row_cells": "row {0} has {1} cells instead of {2}",
    "row_cells_quoted": "row {0} has {1} cells instead of {2}: {3}",
    "tatham_cells": "the form 'tatham' holds up to {0} cells, not {1}",
    "tatham_description": "{0} is no description such as 4,4,m00b7d48a",
    "tatham_digits": "a board of {0}x{1} has {2} digits, not {3}",
    "tatham_seed": "the ID is a seed, from which only Tatham's Mines makes the layout",
    "tatham_start": "the first click {0},{1} lies outside the board",
    "text_zero": "a text of another program has no character NUL",
    "unknown_form": "unknown form {0}",
}


def make_error(kind: int, code: str, values: list[object], place: Place) -> SapperError:
    """Return the error of a refusal: 0 of a text or file that is read, 1 of what is to be written, 2 of a limit."""
    line, column, byte, cell = place
    if code in ("ends_early", "no_end"):
        values = [_PARTS[str(values[0])], *values[1:]]
    sentence = _SENTENCES[code].format(*values)
    if kind == 0:
        return ParseError(sentence, line, column, byte=byte)
    return InputError(sentence, cell) if kind == 1 else LimitError(sentence)
