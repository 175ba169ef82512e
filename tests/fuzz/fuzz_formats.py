"""Coverage-guided fuzzing of the readers of other programs' boards.

    python tests/fuzz/fuzz_formats.py -runs=20000 -seed=1

For any bytes only a SapperError may be raised. What is read without a loss in a form reads the same from that form.
The options are those of libFuzzer. A failure prints the bytes that caused it: add them to SEEDS here and a test to
tests/python/test_formats.py.
"""

from contextlib import suppress

from driver import fuzz

from sapper import Board, Layout, SapperError, formats

SEEDS = [
    bytes([3, 2, 0, 1, 0, 0]),
    b"030200010000",
    b"https://example.org/?b=0302&m=g",
    b"b=1&m=04g8&c=AAQ",
    b"3x2x1\nHHH\n1FH\n",
    b"board=9x9x10&analysis=oooooooo",
    b"3x2:m34",
    b"9x9n10#1234567890",
    b"Width: 3\nHeight: 2\nMines: 1\nBoard:\n*00\n000\n",
    formats.write(formats.Content.of_layout(["*..", "..."]), "board").encode(),
    formats.write(formats.Content.of_view(["1.", ".."], 1), "board").encode(),
    formats.write(formats.Content.of_view(["1.", ".F"], 1), "analysis").encode(),
    b"\xff\xfe\x00",
]
LONGEST_INPUT = 400


def check(data: bytes) -> None:
    """Read some bytes; raise what must not be raised."""
    for given in (data, data.decode("latin-1")):
        with suppress(SapperError):
            Layout.from_text(given)
        with suppress(SapperError):
            Board.from_text(given)
        try:
            content = formats.read(given)
        except SapperError:
            continue
        for form in formats.FORMS:
            check_form(content, form)


def check_form(content: formats.Content, form: str) -> None:
    """Write content in a form and read it again."""
    try:
        written = formats.encode(content, form)
    except SapperError:
        return
    again = formats.read(written)
    if not formats.find_losses(content, form):
        assert (again.rows, again.cols, again.mines) == (content.rows, content.cols, content.mines), (content, form)
        assert again.layout is None or content.layout is None or again.layout == content.layout, (content, form)


if __name__ == "__main__":
    fuzz(check, SEEDS, longest=LONGEST_INPUT, packages={"sapper", "json"})
