"""Boards of other programs: golden texts, round trips, refusals with their place, and mutated texts."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest
from command_line import run
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper import Board, InputError, Layout, ParseError, SapperError
from sapper.formats import FORMS, Click, Content, encode, find_losses, link, read, recognise, write

EXPERT = "b=3&m=00o1a00100d5gc850g1m0430003kg4g08a08gg00g00k00g826008k2g801g880g1agk00bio040s40q004007is41k1c8jg"
LINKS = {
    EXPERT: ("16x30/99", 127, 11),
    "b=2&m=2op8000009p4i40p0g94288s001g30g624088g002o980i015g90": ("16x16/55", 154, 3),
    "b=2020&m=240002000202cguh00c0h40o2q120290944431010gc088050g18016002064g40g80g008090j0h1h0": ("20x20/72", 178, 9),
    "b=3&m=00g59800n01b280005241ig40a2ho0f51g810g2m4g20104q023o40g4840082g68625j100001300o444000c0g1q0040a1": (
        "16x30/99",
        160,
        10,
    ),
    "b=4005&m=vvvvvvvv000000010000000194i94i95vvvvvvvv": ("5x40/96", 104, 0),
}
ROWS = "******..* ****.*... ..*...*.* *.*...*.. *.....*** *.....*.. *.*.**... ..***.... ..****..."


@pytest.mark.parametrize("text", LINKS)
@pytest.mark.parametrize("host", ["", "https://llamasweeper.com/#/game/zini-explorer?", "?"])
def test_golden_links(text, host):
    layout = Layout.from_text(host + text)
    assert (str(layout.level), layout.bbbv, layout.openings) == LINKS[text]
    assert layout.to_text("ptta") == text
    assert Layout.from_text(text.upper().replace("B=", "b=").replace("&M=", "&m=")) == layout


def test_golden_mbf():
    layout = Layout.from_text(EXPERT)
    assert layout.to_text("mbf").startswith("1e100063000200050006000b000c000f010a010c")
    data = bytes.fromhex(layout.to_text("mbf"))
    assert len(data) == 202
    assert Layout.from_text(data) == layout
    assert Layout.from_text(data.hex(" ").upper() + "\n") == layout


def test_golden_game_id():
    layout = Layout.from_text("9x9:4,4,m00b7d48a3e0231c419200")
    assert str(layout).split()[-9:] == ROWS.split()
    assert (layout.start, layout.first_click) == ((4, 4), "zero")
    assert layout.to_text("tatham") == "9x9:4,4,m00b7d48a3e0231c419200"


def test_golden_positions():
    board = Board.from_text("https://davidnhill.github.io/JSMinesweeper/index.html?board=4x4x6&analysis=aeaeaaagWlx0")
    assert board == Board.from_text("aeaeaaagWlx0") == Board.from_text("4x4:6:d/a13a/d/d")
    assert board.to_text("analysis") == "aeaeaaagWlx0"
    assert Board.from_text("ajajaaakZS").position == "9x9:10:i/i/i/i/i/i/i/i/i"


def test_flags_lower_the_clues_of_a_link():
    board = Board.from_text("mines 3\n.F2\nF21\n110")
    assert Board.from_text(board.to_text("analysis")) == board
    wrong = Board.from_text("mines 3\nF0.\n00F\n..F")  # these flags cannot lower a 0
    assert Board.from_text(wrong.to_text("analysis")) == wrong


def test_a_file_of_layout_and_position():
    text = (
        "# MINESWEEPER-BOARD v0.1\r\n# Render: emoji\nauthor: A: B\nrows: 2\ncolumns: 3\nmines: 2\n"
        "game_mode: win7\n\n[real]\n*21\n12*\n[view]\n🚩2️⃣⬜\n⬜❓💥\n"
    )
    assert str(Board.from_text(text)) == "mines 2\nF2.\n.?*"
    assert Layout.from_text(text).mines == [(0, 0), (1, 2)]
    content = read(text)
    assert content.details == {"author": "A: B", "game_mode": "win7"}
    assert read(write(content, "board")) == content
    assert find_losses(content, "mbf") == ["the position", "author, game_mode", "which mine exploded"]


def test_marked_mines_make_a_layout():
    text = "3x2x2\nH1F\nM11\n"
    assert Layout.from_text(text).mines == [(0, 2), (1, 0)]
    assert Board.from_text(text).position == "2x3:2:a1F/M11"
    with pytest.raises(ParseError, match="is a position"):
        Layout.from_text("3x2x2\nH1F\nH11\n")


def test_clicks_of_a_link():
    clicks = (Click("reveal", (1, 2)), Click("flag", (0, 0)), Click("chord", (0, 1)))
    content = Content.of_layout(["*..", "..."], clicks=clicks)
    text = write(content, "ptta")
    assert read(f"https://llamasweeper.com/#/game/zini-explorer?{text}&d=1").clicks == clicks
    assert find_losses(content, "mbf") == ["3 clicks"]
    assert link(content, "ptta").endswith(text)
    assert read(write(Content.of_layout(["."], clicks=(Click("reveal", (0, 0)),)), "ptta")).clicks


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 20), st.integers(1, 20), st.floats(0, 1), st.randoms(use_true_random=False))
def test_layouts_round_trip(rows, cols, density, rng):
    mines = [(row, col) for row in range(rows) for col in range(cols) if rng.random() < density]
    layout = Layout.from_mines(rows, cols, mines)
    for form in FORMS:
        text = layout.to_text(form)
        if form == "mbf" and not mines:  # eight digits that may be clues as well; as a file they are read
            assert Layout.from_text(bytes.fromhex(text)) == layout
        else:
            assert Layout.from_text(text) == layout, form
        assert Layout.from_text(encode(layout.to_content(form), form)) == layout, form


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 9), st.integers(1, 9), st.randoms(use_true_random=False))
def test_positions_round_trip(rows, cols, rng):
    signs = [["." if rng.random() < 0.5 else rng.choice("F*01") for _ in range(cols)] for _ in range(rows)]
    signs[0][0] = "."
    mines = sum(line.count("*") + line.count("F") for line in signs) + 1
    board = Board.from_text(
        "\n".join(map("".join, signs)), mines=min(mines, sum(one not in "01" for line in signs for one in line))
    )
    for form in ("mine", "board", "analysis"):
        try:
            text = board.to_text(form)
        except InputError as error:
            assert "a mine beside" in str(error)  # noqa: PT017
            continue
        assert Board.from_text(text) == board


BAD = {
    "b=3x&m=0": (1, 3),
    "b=0000&m=0": (1, 3),
    "b=101101&m=0": (1, 3),
    "b=32&m=gw": (1, 9),
    "b=32&m=g01": (1, 10),
    "b=32&m=g0&c=*": (1, 13),
    "b=32&m=g0&c=AA": (1, 13),
    "9x9:4,4,m00b7": (1, 14),
    "9x9:9,4,m00b7d48a3e0231c419200": (1, 5),
    "9x9n10:4,4,m00b7d48a3e0231c419200": (1, 5),
    "9x9n10:r10,u,1234": (1, 8),
    "9x9n10#1234": (1, 8),
    "3x2x1\nHHH": (1, 1),
    "3x2x1\nHHH\nHxH": (3, 2),
    "3x2x1\nHHH\nHH": (3, 1),
    "3x2x1\n5HH\nHHH": (2, 1),
    "board=1&analysis=ababaaab-": (1, 26),
    "board=1&analysis=abab": (1, 18),
    "analysis=ababaaabSS": (1, 18),
    "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\n[real]\n**": (4, 1),
    "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\n[real]\n*2": (6, 2),
    "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\n[view]\nU": (6, 1),
    "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\n[real]\n*1\n[view]\nU2": (8, 2),
    "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\n[real]\n*1\n[view]\n0U": (8, 1),
    "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\n[real]\n*1\n[view]\nUX": (8, 2),
    "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\n[real]\n*1\n[view]\nU@": (8, 2),
    "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\n[real]\n*1\n[view]\n#1": (8, 1),
    "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1": (4, 9),
    "# MINESWEEPER-BOARD v0.1\nrows: one\n": (2, 1),
    "RawVF_Version: Rev5\nWidth: 2\nHeight: 1\nMines: 1\nBoard:\n*x\n": (6, 2),
    "RawVF_Version: Rev5\nWidth: 2\nHeight: 1\nMines: 2\nBoard:\n*0\n": (4, 8),
    "RawVF_Version: Rev5\nWidth: 2\n": (3, 1),
    "0302 0001 0300": (1, 11),
    "03020002 0000 0000": (1, 15),
}


@pytest.mark.parametrize("text", BAD)
def test_bad_texts(text):
    read_text = Board.from_text if "5HH" in text else Layout.from_text
    with pytest.raises(ParseError) as caught:
        read_text(text)
    assert (caught.value.line, caught.value.column) == BAD[text], str(caught.value)


@pytest.mark.parametrize(
    ("data", "byte"),
    [
        (b"\x03\x02\x00\x01\x00", 5),
        (b"\x03\x02\x00\x01\x00\x00\x00", 6),
        (b"\x03\x02\x00\x01\x00\x02", 4),
        (b"\x03\x02\x00\x02\x00\x00\x00\x00", 6),
        (b"\x00\x02\x00\x00", 0),
        (b"\x03\x00", 2),
        (b"*rmv\x00\x01", 0),
    ],
)
def test_bad_bytes(data, byte):
    with pytest.raises(ParseError, match=f"byte {byte}") as caught:
        Layout.from_text(data)
    assert caught.value.byte == byte


@pytest.mark.parametrize(
    ("text", "form", "part"),
    [
        ("mines 1\n.?", "mine", "question mark, at 0,1"),
        ("mines 1\n.#", "analysis", "out of play, at 0,1"),
        ("mines 1\n.#", "board", "out of play, at 0,1"),
        ("density 0.2\n..", "mine", "only a density"),
        ("mines 1\n..", "mbf", "does not tell where the mines are"),
        ("mines 1\n*0", "analysis", "a mine beside"),
        ("shape hex:1x2\nmines 1\n..", "mine", "squares"),
        ("mines 1\n..", "xyz", "unknown form 'xyz'"),
    ],
)
def test_what_a_form_cannot_hold(text, form, part):
    with pytest.raises(InputError, match=part):
        Board.from_text(text).to_text(form)


def test_sizes_a_form_cannot_hold():
    with pytest.raises(InputError, match="255x255"):
        Layout.from_mines(1, 256, []).to_text("mbf")
    with pytest.raises(InputError, match="100x100"):
        Layout.from_mines(101, 1, []).to_text("ptta")
    with pytest.raises(InputError, match="500x500"):
        Layout.from_mines(501, 1, []).to_text("analysis")
    with pytest.raises(InputError, match="unknown form"):
        Layout.from_mines(1, 1, []).to_text("avf")
    with pytest.raises(InputError, match="is no link"):
        link(Content.of_layout(["."]), "mbf")
    assert recognise("a9a9aaabaZ") is None  # 61x61 cells are not told


@pytest.mark.parametrize(
    ("link", "part"),
    [
        ("https://davidnhill.github.io/JSMinesweeper/index.html?board=30x16x99&seed=123", "holds a seed"),
        ("?board=30x16x99&seed=123", "holds a seed"),
        ("https://minesweeper.online/game/123", "bookmarklet"),
        ("https://example.org/games/5", "no board: links with one have b= or analysis="),
        ("example.org?game=5", "no board: links with one have b= or analysis="),
    ],
)
def test_links_without_a_board(link, part):
    for reader in (Layout.from_text, Board.from_text, read):
        with pytest.raises(ParseError, match=part):
            reader(link)
    assert part in run("convert", link, "-").stderr


def test_own_texts_are_not_taken_for_others():
    for text in (
        "1x4:1:1ab",
        "mines 2\n..1",
        "mines=2\n..1",
        "..1",
        '{"rows": [[-1]], "mines": 1}',
        "layout 1x1/0\n.",
    ):
        assert recognise(text) is None
    assert Board.from_text("11110000", mines=0).cols == 8
    assert Board.from_text(b"\xef\xbb\xbfmines 1\r\n1.").position == "1x2:1:1a"
    assert Layout.from_text(b"layout 1x2/1\n*.\n").mines == [(0, 0)]
    with pytest.raises(InputError, match="text or bytes"):
        recognise(5)
    with pytest.raises(ParseError, match="no board of another program"):
        read("hello")
    with pytest.raises(ParseError, match="holds a seed"):
        read("https://example.org/?board=30x16x99&seed=5")


def test_texts_of_many_lines_are_told_at_once():
    """Signs of repetition that overlap would take exponential time in the lines, or quadratic in the blanks."""
    with pytest.raises(ParseError):
        read("key: a b c d e f g h\n" * 60)
    assert read("key: a" + " " * 400_000 + "b\nBoard:\n*0\n").layout == ("*.",)


def test_a_text_with_a_zero_is_refused():
    """Its bytes would be read as MBF."""
    with pytest.raises(ParseError, match="line 2, column 12"):
        read("# MINESWEEPER-BOARD v0.1\ngame_mode: \0\nrows: 1\ncolumns: 1\nmines: 0\n[view]\nU\n")


def test_mutated_texts_raise_our_errors():
    layout = Layout.from_text(EXPERT)
    rng = random.Random(1)
    samples = [encode(layout.to_content(form), form) for form in FORMS]
    samples.append(Board.from_text("4x4:6:d/a13a/d/d").to_text("board").encode())
    for _ in range(1500):
        data = bytearray(rng.choice(samples))
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data) or 1)
            change = rng.randrange(4)
            if change == 0:
                data[at : at + 1] = bytes([rng.randrange(256)])
            elif change == 1:
                del data[at : at + rng.randint(1, 9)]
            elif change == 2:
                data[at:at] = bytes(rng.choices(b"0159HFx:=&,\n*[]", k=3))
            else:
                data = data[: at + 1]
        for reader in (Layout.from_text, Board.from_text):
            with suppress(SapperError):
                reader(bytes(data))


def test_convert(tmp_path):
    file = tmp_path / "board.mbf"
    assert run("convert", EXPERT, str(file)).exit_code == 0
    assert file.read_bytes() == bytes.fromhex(Layout.from_text(EXPERT).to_text("mbf"))
    assert run("convert", str(file), "-", "--to", "ptta").stdout.strip() == EXPERT
    assert run("convert", str(file), "-").stdout.startswith("layout 16x30/99\n")
    shown = run("convert", "4x4:6:d/a13a/d/d", "-", "--to", "analysis", "--link").stdout.strip()
    assert Board.from_text(shown).position == "4x4:6:d/a13a/d/d"
    assert run("convert", shown, "-", "--to", "position").stdout.strip() == "4x4:6:d/a13a/d/d"
    assert "does not tell where" in run("convert", shown, "-", "--to", "mbf").stderr
    assert "--link goes with" in run("convert", shown, "-", "--link").stderr
    assert "unknown form" in run("convert", shown, "-", "--to", "avf").stderr
    both = tmp_path / "both.board"
    both.write_text(
        "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 2\nmines: 1\nauthor: x\n[real]\n*1\n[view]\nU1\n",
        encoding="utf-8",
    )
    refused = run("convert", str(both), "-", "--to", "ptta")
    assert refused.exit_code == 2
    assert "ptta cannot hold the position and author" in refused.stderr
    written = run("convert", str(both), "-", "--to", "ptta", "--lossy")
    assert written.stdout.strip() == "b=21&m=g"
    assert "lost: the position, author" in written.stderr


def test_nothing_is_lost_unsaid(tmp_path):
    game_id = "9x9:4,4,m00b7d48a3e0231c419200"
    assert "mbf cannot hold the first click;" in run("convert", game_id, "-", "--to", "mbf").stderr
    assert run("convert", game_id, "-", "--to", "tatham").stdout.strip() == game_id
    assert " start 4,4" in run("convert", game_id, "-").stdout
    replay = tmp_path / "game.rawvf"
    head = "Width: 3\nHeight: 2\nMines: 1\nBoard:\n*00\n000\nEvents:\n"
    replay.write_text(head + "0.1 lc (40 8)\n0.2 lr (40 8)\n", encoding="utf-8")
    assert "ptta cannot hold the events of the replay" in run("convert", replay, "-", "--to", "ptta").stderr
    assert "text cannot hold the events" in run("convert", replay, "-").stderr
    replay.write_text(head, encoding="utf-8")
    assert run("convert", replay, "-", "--to", "ptta").stdout.strip() == "b=32&m=g0"
    ended = tmp_path / "ended.board"
    head = "# MINESWEEPER-BOARD v0.1\nrows: 1\ncolumns: 4\nmines: 2\n[view]\n"
    for view, told in (("X@1U", "which mine exploded"), ("@@#U", "which flags are wrong")):
        ended.write_text(f"{head}{view}\n", encoding="utf-8")
        for form in ("mine", "board", "position"):
            assert f"cannot hold {told};" in run("convert", ended, "-", "--to", form).stderr
        assert run("convert", ended, "-", "--to", "board", "--lossy").exit_code == 0


def test_commands_read_the_forms(tmp_path):
    file = tmp_path / "board.mine"
    file.write_text("4x4x6\nHHHH\nH13H\nHHHH\nHHHH\n", encoding="utf-8")
    assert run("best", str(file)).stdout == run("best", "4x4:6:d/a13a/d/d").stdout
    assert run("rate", EXPERT, "--start", "0,0").exit_code == 0
    assert run("flip", "b=32&m=g0", "horizontal").stdout.strip() == "b=32&m=40"
    assert run("solve", EXPERT, "--all").exit_code == 0
    assert "holds a layout" in run("best", EXPERT).stderr
    assert sapper.formats.FORMS == FORMS
