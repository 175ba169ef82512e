"""Coverage-guided fuzzing of everything that reads text.

    python tests/fuzz/fuzz_text.py -runs=20000 -seed=1

For any bytes only a SapperError may be raised, and a board that is read must round-trip in all forms.
The options are those of libFuzzer; without -seed=, 1 is used. A failure prints the bytes that caused it: add
them to SEEDS here and a test to tests/python/test_notation.py.
"""

from driver import fuzz

from sapper import Board, SapperError
from sapper.board.notation.reader import decode

SEEDS = [
    b"mines 10\n..1?\nF2#*\n",
    b"density 0.2\r\n. . 1\r\n- _ 1 ; note\r\n",
    b"\xef\xbb\xbf; note\n\nmines = 1\n\n1.\n",
    b"mines 1\n-1 0\n",
    b"layout 16x30/99 seed 7 first-click zero start 3,3\n",
    b"2x4:2:b1Q/F2VM",
    b"1x53:p1e-05:zza",
    b"40000x40000:1:z",
    b'{"rows": [[-1, 1], [-2, 1]], "mines": 1}',
    b'{"density": 0.25, "rows": [[-3], [-4], [-5]]}',
    b'{"rows": [[1e400, NaN, true, null, "x", {}]], "mines": -1}',
    b"[[[[[[[[",
    b"\x00\xff\xfe",
]

# Long inputs are mostly repetition: tests/python/test_notation.py has those.
LONGEST_INPUT = 300


def check(data: bytes) -> None:
    """Read some bytes as a board; raise what must not be raised."""
    check_text(data.decode("latin-1"))  # most bytes are not UTF-8 and would test only the decoder
    try:
        text = decode(data)
    except SapperError:
        return
    check_text(text)


def check_text(text: str) -> None:
    """Read a text as a board, and the board's own texts in turn."""
    try:
        board = Board.from_text(text)
    except SapperError:
        return
    for form in (str, lambda board: board.position, Board.to_json):
        again = Board.from_text(form(board))
        assert again == board, (text, board)
        assert form(again) == form(board), (text, board)


if __name__ == "__main__":
    fuzz(check, SEEDS, longest=LONGEST_INPUT, packages={"sapper", "json"})
