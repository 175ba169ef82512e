"""The three text forms: they round-trip exactly, and any other text raises a SapperError."""

import doctest
import importlib
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_boards import boards

from sapper import Board, InputError, LimitError, ParseError, SapperError, View
from sapper.board.notation.reader import MAX_TEXT, decode

DOCS = Path(__file__).parents[2] / "docs"
MODULES = ["", ".alphabet", ".draft", ".json_text", ".picture", ".position", ".reader"]
FORMS = [str, lambda board: board.position, Board.to_json]
MEGABYTES = 3 * 10**6


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(f"sapper.board.notation{name}")).failed == 0


def test_documented_examples():
    assert doctest.testfile(str(DOCS / "formats.md"), module_relative=False).failed == 0


@given(boards())
def test_round_trips(board):
    for form in FORMS:
        text = form(board)
        again = Board.from_text(text)
        assert again == board
        assert form(again) == text
        assert Board.from_text(decode(text.encode())) == board


@given(boards(), boards())
def test_position_tells_boards_apart(one, other):
    assert (one.position == other.position) == (one == other)


@given(boards())
def test_position_is_safe_in_urls(board):
    assert "\n" not in board.position
    assert set(board.position) <= set("0123456789abcdefghijklmnopqrstuvwxyzFQMV:/.-")


@given(
    boards(),
    st.sampled_from([" ", "\t", "  "]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.sampled_from("._-"),
)
def test_pictures_as_people_write_them(board, gap, line_end, hidden):
    header, *rows = str(board).split("\n")
    rows = [gap.join(row).replace(".", hidden) for row in rows]
    text = line_end.join(["\ufeff", "; a comment: é", header.upper(), "", *rows[:1], "; #", *rows[1:], "", " "])
    assert Board.from_text(text) == board


@pytest.mark.parametrize(
    ("rows", "kinds", "expected"),
    [
        ([[-1, -2, -3, -4, -5, 0]], {"mines": 2}, ("mines 2\n.F?*#0", "1x6:2:aFQMV0")),
        ([[-1] * 26], {"mines": 0}, ("mines 0\n" + "." * 26, "1x26:0:z")),
        ([[-1] * 27], {"mines": 27}, ("mines 27\n" + "." * 27, "1x27:27:za")),
        ([[-1] * 53, [-1] * 53], {"mines": 1}, (None, "2x53:1:zza/zza")),
        ([[-1]], {"density": 0.1 + 0.2}, ("density 0.30000000000000004\n.", "1x1:p0.30000000000000004:a")),
        ([[-1]], {"density": 1e-12}, ("density 1e-12\n.", "1x1:p1e-12:a")),
    ],
)
def test_what_is_written(rows, kinds, expected):
    board = Board.from_rows(rows, **kinds)
    assert expected[0] in (str(board), None)
    assert board.position == expected[1]
    assert board.to_json() == json.dumps({"rows": rows, **kinds})


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("mines 1\n1.", "1x2:1:1a"),
        ("mines:1\n1.", "1x2:1:1a"),
        ("Mines = 1\n1.", "1x2:1:1a"),
        ("density .5\n1.", "1x2:p0.5:1a"),
        ("mines 1 ; easy\n1. ; here", "1x2:1:1a"),
        ("  \n\n; mines 5\n\tmines 1\n\n  1.\n\n;\n", "1x2:1:1a"),
        ("mines 1\n1-", "1x2:1:1a"),
        ("mines 1\n-1", "1x2:1:a1"),
        ("mines 1\n- 1\n- 1", "2x2:1:a1/a1"),
        ("mines 1\n-1-1\n----", "2x4:1:a1a1/d"),
        ("mines 1\n1_ _1", "1x4:1:1b1"),
        ("mines 7\nMM3MM\nM---M", "2x5:7:MM3MM/McM"),
        ("M1.", None),  # not taken for a header; the number of mines is missing
        ("mines 1\nm1", None),
        ("mines 0\n#1", None),
        ("mines 0\n#0\n##", "2x2:0:V0/VV"),
        (" 1x2:1:1a \n", "1x2:1:1a"),
        ("\ufeff1x2:1:1a", "1x2:1:1a"),
        ("1X2:01:1a", "1x2:1:1a"),
        ("1x3:1:aaa", "1x3:1:c"),
        ("1x2:p2e-1:1a", "1x2:p0.2:1a"),
        ('{"mines": 1, "rows": [[1, -1]]}', "1x2:1:1a"),
        ('\r\n{\r\n"rows" : [ [1,-1] ] ,\r\n"density" : 2E-1 }\r\n', "1x2:p0.2:1a"),
    ],
)
def test_what_is_read(text, position):
    if position is None:
        with pytest.raises(ParseError):
            Board.from_text(text)
    else:
        assert Board.from_text(text).position == position


def test_arguments_replace_or_supply_the_number_of_mines():
    assert Board.from_text("..1", mines=1).position == "1x3:1:b1"
    assert Board.from_text("mines 1\n..1", mines=2).mines == 2
    assert Board.from_text("1x3:1:b1", density=0.2).density == 0.2
    assert Board.from_text('{"rows": [[-1]]}', density=0.2).density == 0.2
    with pytest.raises(InputError, match="both mines and density"):
        Board.from_text("..1", mines=1, density=0.2)
    with pytest.raises(InputError, match="not nan"):
        Board.from_text("..1", density=float("nan"))
    with pytest.raises(ParseError, match="9 mines do not fit in 2 hidden cells") as caught:
        Board.from_text("mines 1\n..1", mines=9)
    assert caught.value.line is None


BAD = [
    # text, parts of the message, line, column
    ("", ["empty"], None, None),
    (" \n\t\r\n", ["empty"], None, None),
    ("; only\n; comments", ["no rows"], 2, 2),
    ("mines 5", ["no rows"], 1, 8),
    ("..\n..", ["number of mines", "mines 10", "density=0.2"], None, None),
    ("mines\n..", ["'' is not a number of mines"], 1, 6),
    ("mines x\n..", ["'x' is not a number of mines"], 1, 7),
    ("mines -5\n..", ["'-5' is not a number of mines"], 1, 7),
    ("mines 1.5\n..", ["'1.5' is not a number of mines"], 1, 7),
    ("mines 1 2\n..", ["'1 2' is not a number of mines"], 1, 7),
    ("mines \u0665\n..", ["'\u0665' is not a number of mines"], 1, 7),
    ("mines " + "9" * 1001 + "\n..", ["'999999999999999999999999'...", "1001 characters"], 1, 7),
    ("mines " + "9" * 999 + "\n..", ["mines do not fit"], 1, 7),
    ("mines 3\n..", ["3 mines do not fit in 2 hidden cells"], 1, 7),
    ("\n\n  mines 0\n*.", ["shows 1 mines but has only 0"], 3, 9),
    ("density nan\n..", ["'nan' is not a density"], 1, 9),
    ("density inf\n..", ["'inf' is not a density"], 1, 9),
    ("density 1_0\n..", ["'1_0' is not a density"], 1, 9),
    ("density 0\n..", ["'0' is not a density"], 1, 9),
    ("density 1.0\n..", ["'1.0' is not a density"], 1, 9),
    ("density 1e-400\n..", ["'1e-400' is not a density"], 1, 9),
    ("mines 1\ndensity 0.2\n..", ["twice", "'density 0.2'"], 2, 1),
    ("mines 1\n..\nmines 1\n..", ["unknown cell 'm' in 'mines 1'..."], 3, 1),
    ("mine 1\n..", ["unknown cell 'm' in 'mine 1'...", ". 0-8 F ? * #"], 1, 1),
    ("mines 1\n..\n.x.", ["unknown cell 'x' in 'x.'"], 3, 2),
    ("mines 1\n. 9", ["9 may be a mine"], 2, 3),
    ("mines 1\r\n..\r\n.f", ["unknown cell 'f'"], 3, 2),
    ("mines 1 ; \u00e9\n.. ; x\n.\u00e9", ["unknown cell '\u00e9'"], 3, 2),
    ("mines 1\n.\u2028.", ["unknown cell '\\u2028'"], 2, 2),
    ("mines 1\n.\ud800", ["unknown cell '\\ud800'"], 2, 2),
    ("mines 1\n.\x00", ["unknown cell '\\x00'"], 2, 2),
    ("mines 1\n.\x0b.", ["unknown cell '\\x0b'"], 2, 2),
    ("mines 1\n.\\xff", ["unknown cell '\\\\'"], 2, 2),
    ("mines 1\n...\n..\n...", ["row 1 has 2 cells instead of 3", "'..'..."], 3, 1),
    ("mines 1\n; c\n. . .\n;\n  . .. .", ["row 1 has 4 cells instead of 3", "'. .. .'"], 5, 3),
    ("mines 1\n..\n\n..", ["empty line", "'..'"], 3, 1),
    ("mines 1\n..\n;\n \t\n..", ["empty line"], 4, 1),
    ("mines 1\n-1 0\n0 0", ["'-1'", "'.' for a hidden cell"], 2, 1),
    ("mines 1\n0 0\n0 -1", ["'-1'", "'.' for a hidden cell"], 3, 3),
    ("mines 1\n5.\n..", ["clue 5", "neighbours, 3", "at 0,0"], 2, 1),
    ("mines 1\n; c\n. . .\n. ; c\n", ["row 1 has 1 cells instead of 3", "'. ;'"], 4, 1),
    ("mines 1\n. .\n;\n . 4", ["clue 4", "at 1,1"], 4, 4),
    ("layout 16x30/99 seed 7", ["'layout 16x30/99 seed 7' begins a layout"], 1, 1),
    ("1x", ["second ':'", "'1x'"], 1, 3),
    ("1x2:1", ["second ':'", "'1x2:1'"], 1, 6),
    ("1x:1:a", ["'1x' is no size"], 1, 1),
    ("\n 1x2x3:1:a", ["'1x2x3' is no size"], 2, 2),
    ("-1x2:1:a", ["unknown cell 'x' in 'x2:1:a'"], 1, 3),
    ("0x2:1:a", ["at least one row", "'0x2'"], 1, 1),
    ("2x0:1:a", ["at least one row", "'2x0'"], 1, 1),
    ("1x2::b", ["'' is not a number of mines"], 1, 5),
    ("1x2:-1:b", ["'-1' is not a number of mines"], 1, 5),
    ("1x2:q:b", ["'q' is not a number of mines"], 1, 5),
    ("1x2:p:b", ["'' is not a density"], 1, 6),
    ("1x2:p1:b", ["'1' is not a density"], 1, 6),
    ("1x2:pnan:b", ["'nan' is not a density"], 1, 6),
    ("1x2:3:b", ["3 mines do not fit"], 1, 5),
    ("1x2:1:", ["row 0 has 0 cells instead of 2"], 1, 7),
    ("1x2:1:a", ["row 0 has 1 cells instead of 2", "'a'"], 1, 7),
    ("2x2:1:b/c", ["row 1 has 3 cells instead of 2", "'c'"], 1, 9),
    ("2x2:1:c/a", ["row 0 has 3 cells instead of 2", "'c/a'"], 1, 7),
    ("2x2:1:b", ["'b' has 1 rows instead of 2"], 1, 7),
    ("1x2:1:b/b", ["'b/b' has 2 rows instead of 1"], 1, 7),
    ("1x2:1:b/", ["2 rows instead of 1"], 1, 7),
    ("1x2:1:b:", ["unknown cell ':'"], 1, 8),
    ("1x2:1:.9", ["unknown cell '.' in '.9'", "0-8 a-z F Q M V"], 1, 7),
    ("1x2:1:a9", ["unknown cell '9'"], 1, 8),
    ("1x2:1:a\na", ["unknown cell '\\n'"], 1, 8),
    ("1x2:1:a\u00e9", ["unknown cell '\u00e9'"], 1, 8),
    ("2x3:1:c/b8", ["clue 8", "neighbours, 3", "at 1,2"], 1, 10),
    ("[[1, -1]]", ["does not tell the number of mines"], None, None),
    ("[[1, -1]] 7", ["after the end"], 1, 11),
    ("[1, -1]", ["row 0 is not a list of cells"], 1, 2),
    ("{", ["malformed JSON", "at the end"], 1, 2),
    ("{}", ["'{}' has no \"rows\""], 1, 1),
    ('{"rows": [[-1]], }', ["malformed JSON", "'}'"], 1, 18),
    ('{"rows": [[-1]] "mines": 1}', ["malformed JSON", "expected ','", "'\"mines\": 1}'"], 1, 17),
    ('{"rows" [[-1]]}', ["malformed JSON", "expected ':'"], 1, 9),
    ('{"rows": [[-1, x]]}', ["malformed JSON", "'x]]}'"], 1, 16),
    ('{"rows": [[-1]], "mines": 1} x', ["after the end", "'x'"], 1, 30),
    ('{"rows": [[-1]], "mines": 1', ["malformed JSON", "at the end"], 1, 28),
    ('{"rows": "', ["malformed JSON", "unterminated string"], 1, 10),
    ("{'rows': 1}", ["malformed JSON", "'rows'"], 1, 2),
    ("{1: 2}", ["key in double quotes", "'1'"], 1, 2),
    ('{"rows": [[-1]],\n "size": 5}', ["unknown key '\"size\"'"], 2, 2),
    ('{"rows": [[-1]],\n "rows": [[-1]]}', ["repeated key '\"rows\"'"], 2, 2),
    ('{"mines": 1}', ['has no "rows"'], 1, 1),
    ('{"rows": [[-1]]}', ["number of mines"], None, None),
    ('{"rows": [[-1]], "mines": 1, "density": 0.5}', ["not both", "'0.5'"], 1, 41),
    ('{"density": 0.5, "rows": [[-1]], "mines": 1}', ["not both", "'1'"], 1, 43),
    ('{"rows": 5, "mines": 1}', ['"rows" must be a list', "'5'"], 1, 10),
    ('{"rows": [], "mines": 1}', ["no rows", "'[]'"], 1, 10),
    ('{"rows": [[]], "mines": 1}', ["row 0 is not a list of cells", "'[]], "], 1, 11),
    ('{"rows": [[-1],\n 5], "mines": 1}', ["row 1 is not a list of cells", "'5], "], 2, 2),
    ('{"rows": [["],"], {"a": 1}], "mines": 1}', ["row 1 is not a list of cells", '\'{"a": 1}], '], 1, 19),
    ('{"rows": [[-1, -1],\n [-1]], "mines": 1}', ["row 1 has 1 cells instead of 2", "'[-1]], "], 2, 2),
    ('{"rows": [[-1, -1],\n [-1, 1.5]], "mines": 1}', ["unknown cell value 1.5", "at 1,1"], 2, 7),
    ('{"rows": [[-1, true]], "mines": 1}', ["unknown cell value True"], 1, 16),
    ('{"rows": [[-1, {}]], "mines": 1}', ["unknown cell value {}"], 1, 16),
    ('{"rows": [["@"]], "mines": 1}', ["unknown cell value '@'"], 1, 12),
    ('{"rows": [[Infinity]], "mines": 1}', ["unknown cell value inf"], 1, 12),
    ('{"rows": [[-1, 99]], "mines": 1}', ["unknown cell value 99"], 1, 16),
    ('{"rows": [[-1, ' + "9" * 30 + ']], "mines": 1}', ["unknown cell value 999999"], 1, 16),
    ('{"rows": [[-1], [8]], "mines": 1}', ["clue 8", "at 1,0"], 1, 18),
    ('{"rows": [[-1]], "mines": 1.0}', ['"mines" must be a whole number', "'1.0'"], 1, 27),
    ('{"rows": [[-1]], "mines": -1}', ['"mines" must be a whole number', "'-1'"], 1, 27),
    ('{"rows": [[-1]], "mines": "1"}', ['"mines" must be a whole number', "'\"1\"'"], 1, 27),
    ('{"rows": [[-1]], "mines": true}', ['"mines" must be a whole number', "'true'"], 1, 27),
    ('{"rows": [[-1]], "mines": null}', ['"mines" must be a whole number', "'null'"], 1, 27),
    ('{"rows": [[-1]], "mines": NaN}', ['"mines" must be a whole number', "'NaN'"], 1, 27),
    ('{"rows": [[-1]], "mines": 2}', ["2 mines do not fit in 1 hidden cells"], 1, 27),
    ('{"rows": [[-1]], "mines": ' + "9" * 2000 + "}", ["mines do not fit"], 1, 27),
    ('{"rows": [[-1]], "mines": ' + "9" * 9999 + "}", ["too many digits", "'9999"], 1, 27),
    ('{"rows": [[-1]], "density": 1}', ['"density" must lie', "'1'"], 1, 29),
    ('{"rows": [[-1]], "density": 0.0}', ['"density" must lie', "'0.0'"], 1, 29),
    ('{"rows": [[-1]], "density": NaN}', ['"density" must lie', "'NaN'"], 1, 29),
    ('{"rows": [[-1]], "density": 1e999}', ['"density" must lie', "'1e999'"], 1, 29),
    ('{"rows": ' + "[" * 100_000, ["nested too deeply"], 1, 10),
    ('{"rows": ' + '{"a":' * 100_000, ["nested too deeply"], 1, 10),
    ('\x0b{"rows": [[-1]], "mines": 1}', ["malformed JSON", "expected '{'"], 1, 1),
]


@pytest.mark.parametrize(("text", "parts", "line", "column"), BAD, ids=[ascii(case[0][:40]) for case in BAD])
def test_bad_texts(text, parts, line, column):
    with pytest.raises(ParseError) as caught:
        Board.from_text(text)
    error = caught.value
    assert [part for part in parts if part not in str(error)] == []
    assert (error.line, error.column) == (line, column)
    assert line is None or f"(line {line}, column {column})" in str(error)
    assert len(str(error)) < 300


def test_a_fault_at_a_cell_keeps_the_cell():
    with pytest.raises(ParseError) as caught:
        Board.from_text("mines 1\n..\n.8")
    assert (caught.value.cell, caught.value.line, caught.value.column) == ((1, 1), 3, 2)


@pytest.mark.parametrize(
    "text",
    ["40000x40000:1:a", "1000000000x1:1:a", "1x" + "9" * 25 + ":1:a", "9" * 5000 + "x1:1:a", "4097x4096:1:a"],
)
def test_sizes_beyond_the_limit_are_refused_at_once(text):
    with pytest.raises(LimitError, match="larger than the limit of 16777216"):
        Board.from_text(text)


@pytest.mark.parametrize("text", [None, 5, ["."]])
def test_only_text_is_text(text):
    with pytest.raises(InputError, match="expected text"):
        Board.from_text(text)


LONG = {
    "hidden cells": lambda: "mines 5\n" + "." * MEGABYTES,
    "no header": lambda: "F" * MEGABYTES,
    "letters": lambda: "x" * MEGABYTES,
    "not ASCII": lambda: "\u00e9" * MEGABYTES,
    "blanks": lambda: " " * MEGABYTES + "x",
    "line ends": lambda: "." + "\n" * MEGABYTES + ".",
    "returns": lambda: "\r" * MEGABYTES,
    "comment": lambda: ";" * MEGABYTES,
    "comments": lambda: ";\n" * (MEGABYTES // 2) + "x",
    "zeros": lambda: "\x00" * MEGABYTES,
    "digits": lambda: "1" * MEGABYTES,
    "signs": lambda: "-" * MEGABYTES + " -1",
    "total": lambda: "mines " + "9" * MEGABYTES + "\n.",
    "density": lambda: "density 0." + "3" * MEGABYTES + "\n.",
    "rows of one": lambda: "mines 1\n" + ".\n" * (MEGABYTES // 2) + "..",
    "position digits": lambda: "1" * MEGABYTES + "x1:1:a",
    "position run": lambda: "1x4:1:" + "z" * MEGABYTES,
    "position rows": lambda: "4096x4096:1:" + "/" * MEGABYTES,
    "position last row": lambda: f"{MEGABYTES // 2}x1:1:" + "a/" * (MEGABYTES // 2 - 1) + "b",
    "position density": lambda: "1x1:p0." + "1" * MEGABYTES + ":a",
    "position colons": lambda: "1x1" + ":" * MEGABYTES,
    "JSON nesting": lambda: '{"rows": ' + "[" * MEGABYTES,
    "JSON cells": lambda: '{"rows": [[' + "0," * (MEGABYTES // 2) + '0]], "mines": 0}',
    "JSON last cell": lambda: '{"rows": [[' + "0," * (MEGABYTES // 2) + '9]], "mines": 0}',
    "JSON last row": lambda: '{"rows": [' + "[0]," * (MEGABYTES // 4) + '[0, 0]], "mines": 0}',
    "JSON number": lambda: '{"rows": [[0]], "mines": ' + "9" * MEGABYTES + "}",
    "JSON string": lambda: '{"rows": "' + "a" * MEGABYTES,
    "JSON key": lambda: '{"' + "a" * MEGABYTES + '": 1}',
    "JSON blanks": lambda: "{" + " " * MEGABYTES,
}


@pytest.mark.parametrize("name", LONG)
def test_lines_of_megabytes(name):
    """Takes tenths of a second; an algorithm that is not linear would take hours."""
    message = ""
    try:
        Board.from_text(LONG[name]())
    except SapperError as error:
        message = str(error)
    assert len(message) < 300


def test_texts_beyond_the_limit():
    with pytest.raises(ParseError, match="more than the limit"):
        Board.from_text("." * (MAX_TEXT + 1))
    with pytest.raises(ParseError, match="more than the limit"):
        decode(bytes(MAX_TEXT + 1))


@pytest.mark.parametrize(
    ("data", "part", "line", "column"),
    [
        (b"\x00", "byte 0x00 at offset 0", 1, 1),
        (b"mines 1\n..\x00", "byte 0x00 at offset 10", 2, 3),
        (b"mines 1\n..\n.\xff", "byte 0xff at offset 12", 3, 2),
        (b"\x89PNG\r\n\x1a\n\x00", "byte 0x89 at offset 0", 1, 1),
        ("..".encode("utf-16"), "byte 0xff at offset 0", 1, 1),
        (b"\xef\xbb\xbf..\xc3", "byte 0xc3 at offset 5", 1, 6),
        (b"\xed\xa0\x80", "byte 0xed at offset 0", 1, 1),
    ],
)
def test_bytes_that_are_no_text(data, part, line, column):
    with pytest.raises(ParseError) as caught:
        decode(data)
    assert part in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_bytes_that_are_text():
    assert decode(b"\xef\xbb\xbfmines 1\r\n..") == "mines 1\r\n.."
    assert decode(bytearray("é".encode())) == "é"
    assert decode(b"") == ""
    with pytest.raises(InputError, match="expected bytes, not str"):
        decode("..")


def answer(text):
    """Read a text. A board must round-trip; an error must be a SapperError."""
    try:
        board = Board.from_text(text)
    except SapperError:
        return
    assert all(Board.from_text(form(board)) == board for form in FORMS)


@given(st.text())
def test_any_text(text):
    answer(text)


@given(st.text(alphabet='mines10. \t\n\r;:=-_F?*#08/xpabzQMV{}[]",'))
def test_texts_of_our_characters(text):
    answer(text)


@given(boards(max_rows=3, max_cols=5), st.sampled_from(FORMS), st.data())
def test_damaged_texts(board, form, data):
    text = form(board)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 3, len(text))))
    answer(text[:start] + data.draw(st.text(max_size=3)) + text[end:])


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists))
def test_any_json_rows(rows):
    answer(json.dumps({"rows": rows, "mines": 0}))
    answer(json.dumps({"rows": [[0]], "mines": rows}))
    answer(json.dumps({"rows": [[-1]], "density": rows}))


@given(st.binary())
def test_any_bytes(data):
    try:
        answer(decode(data))
    except ParseError:
        return


def test_deep_nesting_near_the_recursion_limit():
    limit = sys.getrecursionlimit()
    for depth in range(limit - 300, limit + 20, 20):
        answer('{"rows": [[' + "[" * depth + "]" * depth + ']], "mines": 1}')


def test_largest_clue_is_eight():
    rows = [[-1, -1, -1], [-1, 8, -1], [-1, -1, -1]]
    board = Board.from_rows(rows, mines=8)
    assert all(Board.from_text(form(board)) == board for form in FORMS)
    assert board[(1, 1)] == 8
    assert board[(0, 0)] == View.HIDDEN
