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
    "board_rows": "the board has {0} rows",
    "board_rows_differ": "the board has {0} rows instead of {1}",
    "brackets_without_end": "the text in brackets has no end",
    "broken_click": "click {0} is none: {1}",
    "bytes_follow": "{0} bytes follow the end",
    "cell_without_pixels": "a cell has at least one pixel",
    "empty_file": "the file is empty",
    "ends_early": "{0} ends {1} bytes too early",
    "entry_missing": "the entry '{0}' is missing",
    "entry_no_number": "{0}: {1} is no number",
    "events_without_end": "the events have no end",
    "evf_event": "EVF has no event for a left click with shift",
    "evf_size": "EVF holds boards of up to 255x255 cells and 32767 pixels, not {0}x{1} of {2} pixels",
    "evf_version": "EVF has versions 0 to 4, not {0}",
    "evfs_version": "EVFS has version 0, not {0}",
    "few_events": "the file has {0} of {1} events",
    "in_replay": "in {0}, {1}",
    "json_rest": "the JSON is broken: something follows its end",
    "json_sign": "the JSON is broken: a {0} is missing",
    "json_text": "the JSON is broken: this is no part of a text",
    "json_utf8": "the JSON is broken: it is not UTF-8",
    "json_value": "the JSON is broken: no value begins here",
    "large_board": "a board of {0}x{1} is larger than {2}x{2}",
    "late_click": "a time of {0} milliseconds is above 1000000000000",
    "mine_outside": "the mine at {0},{1} lies outside a board of {2} rows and {3} columns",
    "mine_twice": "the mine at {0},{1} is listed twice",
    "mines_differ": "the board has {0} mines, not {1}",
    "mvf_level": "{0} is no level of MVF, which has 1 to 5",
    "mvf_year": "{0} ends no year of Minesweeper Clone",
    "no_board": "{0}x{1} cells with {2} mines are no board",
    "no_board_line": "the replay has no line 'Board:'",
    "no_brackets": "the text in brackets is missing",
    "no_click": "{0} is no type of click",
    "no_end": "{0} has no end",
    "no_event": "{0} is no event",
    "no_events": "there are no events",
    "no_header": "the object has no header and replay",
    "no_kind": "{0} is no kind of event",
    "no_kind_named": "{0} is no kind of event",
    "no_layout": "the replay leaves {0} cells for {1} mines, so it has no layout",
    "no_number": "{0} has no number, but {1}",
    "no_replay": "this is no replay of a known format; as AVF, its level would be {0}",
    "no_replays": "the file holds no replay",
    "not_whole": "{0} is a whole number, not {1}",
    "outside": "{0},{1} lies outside the board",
    "rawvf_cell": "unknown cell {0}: cells are * and 0",
    "rawvf_event": "RAWVF has no event for a button that is pressed or released",
    "replay_without_events": "the replay has no events",
    "rmv_type": "{0} is no type of {1}",
    "row_cells": "row {0} has {1} cells instead of {2}",
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
