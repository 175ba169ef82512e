"""Layouts: the golden ones bit for bit, an independent implementation of the rules, the text form, bad input."""

import copy
import json
import pickle
import signal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.base.number import quote
from sapper.board.level import LEVELS, Level
from sapper.errors import InputError, LimitError, ParseError, SapperError
from sapper.game.layout import FirstClick, Layout, game_seeds

GOLDEN = json.loads((Path(__file__).parent.parent / "golden" / "kiss64_layouts.json").read_text())

SEEDS = st.integers(-(2**63), 2**64 - 1)


class Kiss64:
    """The random stream, implemented from its description without code of the engine."""

    def __init__(self, seed):
        seed %= 2**64
        self.x, self.c, self.y, self.z = seed | 1, seed | 2, seed | 4, seed | 8

    def next(self):
        t = ((self.x << 58) + self.c) % 2**64
        self.c = self.x >> 6
        self.x = (self.x + t) % 2**64
        self.c = (self.c + (self.x < t)) % 2**64
        self.y ^= (self.y << 13) % 2**64
        self.y ^= self.y >> 17
        self.y ^= (self.y << 43) % 2**64
        self.z = (6906969069 * self.z + 1234567) % 2**64
        return (self.x + self.y + self.z) % 2**64

    def below(self, n):
        return (self.next() % 2**32 * n) >> 32


def expected_mines(level, seed, start, rule):
    rng = Kiss64(seed)
    if rule in ("none", "drawn", "moved"):
        mines = set()
        while len(mines) < level.mines:
            row = rng.below(level.rows)
            col = rng.below(level.cols)
            if rule != "drawn" or max(abs(row - start[0]), abs(col - start[1])) > 1:
                mines.add((row, col))
        if rule == "moved" and start in mines:
            mines.add(min({(row, col) for row in range(level.rows) for col in range(level.cols)} - mines))
            mines.remove(start)
        return sorted(mines)
    reach = 1 if rule == "zero" else 0
    cells = [
        (row, col)
        for row in range(level.rows)
        for col in range(level.cols)
        if max(abs(row - start[0]), abs(col - start[1])) > reach
    ]
    for i in range(len(cells) - 1, 0, -1):
        j = rng.below(i + 1)
        cells[i], cells[j] = cells[j], cells[i]
    return sorted(cells[: level.mines])


@st.composite
def seeded(draw):
    """Draw valid arguments of Layout.from_seed for a small board."""
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    start = draw(st.integers(0, rows - 1)), draw(st.integers(0, cols - 1))
    rule = draw(st.sampled_from(FirstClick))
    reach = {"none": -1, "safe": 0, "zero": 1, "drawn": 1, "moved": 0}[rule]
    free = sum(max(abs(row - start[0]), abs(col - start[1])) > reach for row in range(rows) for col in range(cols))
    return {
        "level": Level(rows, cols, draw(st.integers(0, free))),
        "seed": draw(SEEDS),
        "start": start,
        "first_click": rule,
    }


@pytest.mark.parametrize("case", GOLDEN["layouts"] + GOLDEN["run_seed_1_games"])
def test_golden_layouts(case):
    layout = Layout.from_seed(
        Level(case["height"], case["width"], case["mines"]),
        seed=int(case["seed"]),
        start=tuple(case["start_row_col"]),
        first_click=case["first_click"],
    )
    assert layout.mines == [tuple(cell) for cell in case["mine_row_col"]]


def test_golden_game_seeds():
    seeds = [648562388970459621, 6553078780764110140, 2375128774590785639]
    assert game_seeds(1, 3) == seeds
    assert game_seeds(1, 2, first=2) == seeds[1:]
    # The golden file holds the first two games of a run for each of six levels and rules.
    assert [int(game["seed"]) for game in GOLDEN["run_seed_1_games"]] == game_seeds(1, 2) * 6


@given(seeded())
def test_the_rules_read_independently(arguments):
    layout = Layout.from_seed(**arguments)
    assert layout.mines == expected_mines(*(arguments[k] for k in ("level", "seed", "start", "first_click")))
    assert (layout.rows, layout.cols) == (arguments["level"].rows, arguments["level"].cols)
    assert layout.level == arguments["level"]
    assert layout.seed == arguments["seed"]
    assert layout.start == arguments["start"]
    assert layout.first_click is arguments["first_click"]


@pytest.mark.parametrize("start", [(0, 0), (0, 3), (2, 1), (3, 3)])
def test_a_mine_at_the_start_moves_to_the_first_free_cell(start):
    """Only the start is cleared; without a mine there the layout is that of rule none."""
    moves = 0
    for seed in range(60):
        drawn, moved = (
            Layout.from_seed("4x4/9", seed=seed, start=start, first_click=rule).mines for rule in ("none", "moved")
        )
        if start not in drawn:
            assert moved == drawn
            continue
        moves += 1
        free = [(row, col) for row in range(4) for col in range(4) if (row, col) not in drawn]
        assert set(moved) == {*drawn, free[0]} - {start}
    assert moves > 20


@given(run_seed=SEEDS, first=st.integers(1, 50) | st.integers(16_000, 17_000), count=st.integers(0, 20))
def test_game_seeds_read_independently(run_seed, first, count):
    rng = Kiss64(run_seed)
    stream = [rng.next() for _ in range(first + count)]
    assert game_seeds(run_seed, count, first=first) == stream[first - 1 : first - 1 + count]


@given(seed=st.integers(-(2**63), -1))
def test_signed_seeds_are_their_twos_complement(seed):
    assert Layout.from_seed("classic", seed=seed) == Layout.from_seed("classic", seed=seed + 2**64)


def test_default_start_and_rule():
    layout = Layout.from_seed("expert", seed=7)
    assert (layout.start, layout.first_click) == ((3, 3), "zero")
    assert layout == Layout.from_seed(LEVELS["expert"], seed=7, start=(3, 3), first_click="zero")
    assert Layout.from_seed("expert", seed=7, first_click="safe").start == (0, 0)
    assert Layout.from_seed("beginner", seed=7).start == (2, 2)
    assert Layout.from_seed("1x5/2", seed=7).start == (0, 2)


@pytest.mark.parametrize("start", [[1, 2], np.array([1, 2]), (np.int8(1), np.uint64(2))])
def test_starts_of_any_integer_kind(start):
    layout = Layout.from_seed("classic", seed=1, start=start)
    assert layout.start == (1, 2)
    assert all(type(part) is int for part in layout.start)
    assert layout == Layout.from_seed("classic", seed=1, start=(1, 2))


@pytest.mark.parametrize(
    "start",
    [
        *[(8, 0), (0, 8), (-1, 0), (0, -1), (10**30, 0), (0, 10**5000), (2**32, 0)],
        *[(1.0, 2), (True, 2), (np.True_, 2), (float("nan"), 0), ("1", "2"), (None, 1), ("\ud800", 1)],
        *["12", "é" * 1000, b"\1\2", bytearray(b"\1\2"), 5, Ellipsis, {1, 2}, {1: 2, 3: 4}],
        *[(1,), (1, 2, 3), (), (np.array([1, 2]), 1), np.array(3), np.zeros((2, 2))],
    ],
    ids=quote,
)
def test_bad_starts(start):
    with pytest.raises(InputError):
        Layout.from_seed("classic", seed=1, start=start)


def test_bad_cells_are_quoted():
    with pytest.raises(InputError, match=r"cell 8,0 lies outside the board of 8 rows and 8 columns"):
        Layout.from_seed("classic", seed=1, start=(8, 0))
    with pytest.raises(InputError, match=r"a cell is a pair \(row, col\) of whole numbers, not \(1\.5, 2\)"):
        Layout.from_seed("classic", seed=1, start=(1.5, 2))
    with pytest.raises(InputError, match=r"not 'é+\.\.\."):
        Layout.from_seed("classic", seed=1, start="é" * 1000)
    with pytest.raises(InputError, match="cell 0,an object of type int lies outside"):
        Layout.from_seed("classic", seed=1, start=(0, 10**5000))


class Interrupted:
    """A coordinate during whose reading the user presses Ctrl-C."""

    def __index__(self):
        raise KeyboardInterrupt


def test_an_interrupt_is_no_bad_cell():
    with pytest.raises(KeyboardInterrupt):
        Layout.from_seed("classic", seed=1, start=(Interrupted(), 1))


@pytest.mark.parametrize("seed", [True, 1.0, float("nan"), "1", None, -(2**63) - 1, 2**64, 10**5000], ids=quote)
def test_bad_seeds(seed):
    with pytest.raises(InputError, match="seed must"):
        Layout.from_seed("classic", seed=seed)
    with pytest.raises(InputError, match="run seed must"):
        game_seeds(seed, 1)


def test_bad_levels_and_rules():
    for level in (None, 5, (8, 8), "8x8"):
        with pytest.raises(InputError):
            Layout.from_seed(level, seed=1)
    with pytest.raises(InputError, match="unknown first-click rule 'never'"):
        Layout.from_seed("classic", seed=1, first_click="never")


def test_mines_that_cannot_fit_the_rule():
    with pytest.raises(InputError, match="8 mines do not fit: the first-click rule zero leaves 7 of 16 cells"):
        Layout.from_seed("4x4/8", seed=1, start=(1, 1))
    with pytest.raises(InputError, match="the first-click rule safe leaves 15 of 16 cells"):
        Layout.from_seed("4x4/16", seed=1, first_click="safe")
    with pytest.raises(InputError, match="the first-click rule moved leaves 15 of 16 cells"):
        Layout.from_seed("4x4/16", seed=1, first_click="moved")
    assert len(Layout.from_seed("4x4/15", seed=1, first_click="moved").mines) == 15
    assert len(Layout.from_seed("4x4/16", seed=1, first_click="none").mines) == 16


def test_absurd_sizes_are_refused_at_once():
    with pytest.raises(LimitError):
        Layout.from_seed(f"{10**9}x{10**9}/5", seed=1)
    with pytest.raises(LimitError):
        Layout.from_mines(10**9, 10**9, [])
    with pytest.raises(LimitError):
        Layout.from_mines(10**40, 1, [])
    with pytest.raises(LimitError):
        Layout.from_text(f"layout {10**9}x1/0\n.")


def test_absurd_game_seeds():
    with pytest.raises(InputError):
        game_seeds(1, -1)
    with pytest.raises(InputError):
        game_seeds(1, 1, first=0)
    with pytest.raises(InputError):
        game_seeds(1, 2.5)
    for count, first in ((10**9, 1), (10**5000, 1), (1, 10**30), (2, 2**32)):
        with pytest.raises(LimitError):
            game_seeds(1, count, first=first)


def test_a_nearly_full_board_under_rule_none():
    layout = Layout.from_seed("2000x2000/3999999", seed=5, first_click="none")
    assert layout.level.mines == 3999999


def test_ctrl_c_stops_a_long_call():
    def interrupt(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(KeyboardInterrupt):
            Layout.from_seed("4096x4096/16777215", seed=1, first_click="none")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_from_mines():
    layout = Layout.from_mines(2, 3, iter([[1, 2], (0, 0)]))
    assert layout.mines == [(0, 0), (1, 2)]
    assert (layout.rows, layout.cols, layout.seed, layout.start, layout.first_click) == (
        2,
        3,
        None,
        None,
        None,
    )
    assert Layout.from_mines(2, 3, []).mines == []
    assert Layout.from_mines(2, 3, np.array([[1, 2], [0, 0]])) == layout


def test_bad_mines():
    with pytest.raises(InputError, match="a mine is listed twice, at 1,2") as caught:
        Layout.from_mines(2, 3, [(1, 2), (0, 0), (1, 2)])
    assert caught.value.cell == (1, 2)
    for mines in ([(2, 0)], [(0, 3)], [(-1, 0)], [(0.0, 1)], [5], "ab", 5, None, [None], [(0, 0, 0)]):
        with pytest.raises(InputError):
            Layout.from_mines(2, 3, mines)
    with pytest.raises(InputError):
        Layout.from_mines(0, 3, [])
    with pytest.raises(InputError):
        Layout.from_mines(2.0, 3, [])


def test_mines_are_a_fresh_list():
    layout = Layout.from_mines(2, 3, [(1, 2)])
    layout.mines.clear()
    assert layout.mines == [(1, 2)]
    with pytest.raises(AttributeError):
        layout.seed = 5
    with pytest.raises(TypeError, match="from_seed"):
        Layout()


def origin(layout):
    return layout.rows, layout.cols, layout.mines, layout.seed, layout.start, layout.first_click


@given(seeded())
def test_text_pickle_and_copy_round_trip(arguments):
    seeded_layout = Layout.from_seed(**arguments)
    bare = Layout.from_mines(seeded_layout.rows, seeded_layout.cols, seeded_layout.mines)
    assert bare == seeded_layout
    assert hash(bare) == hash(seeded_layout)
    for layout in (seeded_layout, bare):
        assert origin(Layout.from_text(str(layout))) == origin(layout)
        assert origin(pickle.loads(pickle.dumps(layout))) == origin(layout)
        assert origin(copy.deepcopy(layout)) == origin(layout)


def test_text_form():
    layout = Layout.from_seed("4x5/3", seed=-7, start=(0, 1), first_click="safe")
    header, *picture = str(layout).split("\n")
    assert header == "layout 4x5/3 seed -7 first-click safe start 0,1"
    assert repr(layout) == f"<{header}>"
    assert [(r, c) for r, line in enumerate(picture) for c, sign in enumerate(line) if sign == "*"] == layout.mines
    assert str(Layout.from_mines(2, 3, [(0, 1)])) == "layout 2x3/1\n.*.\n..."


def test_pictures_people_type():
    layout = Layout.from_mines(2, 3, [(0, 1)])
    for text in (".*.\n...", ".M.\n...", "\n\n.*.  \r\n...\r\n\n", "  \nlayout 2x3/1\n.*.\n...\n", ".*.\n...\n \t\n"):
        assert Layout.from_text(text) == layout


def test_unequal_layouts():
    layout = Layout.from_mines(2, 3, [(0, 1)])
    assert layout != Layout.from_mines(3, 2, [(0, 1)])
    assert layout != Layout.from_mines(2, 3, [(0, 2)])
    assert layout != "layout 2x3/1"


HEADER = "layout 4x5/3 seed 7 first-click safe start 0,1"
PICTURE = "\n".join(str(Layout.from_seed("4x5/3", seed=7, start=(0, 1), first_click="safe")).split("\n")[1:])


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "missing"),
        (" \n\n", 3, 1, "missing"),
        ("layout 2x3/1", 2, 1, "missing"),
        ("layout 2x3/1\n\n.*.\n...", 2, 1, "missing"),
        (".*.\n.x.", 2, 2, "unknown character 'x'"),
        (".m.\n...", 1, 2, "unknown character 'm'"),
        ("\n\n.*.\n..\x00", 4, 3, "unknown character"),
        (" .*.\n...", 1, 1, "unknown character ' '"),
        (".*.\n\n...", 2, 1, "this row has 0 cells, but the first has 3"),
        (".*.\n....", 2, 4, "this row has 4 cells, but the first has 3"),
        ("layout\n...", 1, 1, "is no header such as"),
        ("layout 1x3/0 seed\n...", 1, 1, "is no header such as"),
        ("layouts\n...", 1, 1, "is no header such as"),
        ("layout 1x3\n...", 1, 8, "unknown level '1x3'"),
        ("\nlayout 1x3/1\n...", 2, 8, "the header says 1x3/1, but the picture is 1x3/0"),
        (f"{HEADER} \n{PICTURE}\n.....", 1, 8, "but the picture is 5x5/3"),
        (f"{HEADER.replace('7', '8')}\n{PICTURE}", 1, 19, "the picture is not the layout of seed 8"),
        (f"{HEADER.replace('7', '9' * 20)}\n{PICTURE}", 1, 19, "must fit in 64 bits"),
        (f"{HEADER.replace('7', '9' * 21)}\n{PICTURE}", 1, 1, "is no header such as"),
        (f"{HEADER.replace('safe', 'sure')}\n{PICTURE}", 1, 19, "unknown first-click rule 'sure'"),
        (f"{HEADER.replace('0,1', '4,1')}\n{PICTURE}", 1, 19, r"cell 4,1 lies outside"),
    ],
)
def test_malformed_texts(text, line, column, words):
    with pytest.raises(ParseError, match=words) as caught:
        Layout.from_text(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize("text", [None, 5, [".*."]])
def test_texts_that_are_no_text(text):
    with pytest.raises(InputError, match="from text or bytes"):
        Layout.from_text(text)


def test_megabytes():
    size = 3 * 10**6
    assert Layout.from_text("*" * size).level == Level(1, size, size)
    for text in ("." * size + "?", "\n" * size + "x", "layout " * (size // 7), " " * size, "\x00" * size):
        with pytest.raises(ParseError):
            Layout.from_text(text)
    with pytest.raises(LimitError):
        Layout.from_text("." * 2 * 10**7)


@given(st.one_of(st.text(), st.text(alphabet="layout 12x/*.\n\r,seed-firckz"), st.text(alphabet="*.\n")))
def test_any_text_is_a_layout_or_our_error(text):
    try:
        layout = Layout.from_text(text)
    except SapperError:
        return
    assert Layout.from_text(str(layout)) == layout


def test_a_layout_from_a_mask():
    mask = np.array([[True, False], [False, False], [False, True]])
    layout = Layout.from_mask(mask)
    assert layout == Layout.from_mines(3, 2, [(0, 0), (2, 1)]) == Layout.from_mask(mask.tolist())
    assert Layout.from_mask(mask.T.copy().T) == layout
    assert (layout.bbbv, layout.openings, layout.start) == (4, 0, None)
    assert Layout.from_mask(mask, start=(1, 0)).start == (1, 0)
    for bad in ([], [True], [[0, 1]], np.zeros((2, 2, 2), dtype=bool), [[True], [True, False]], "x", None):
        with pytest.raises(InputError):
            Layout.from_mask(bad)
    with pytest.raises(InputError, match="allows no mine"):
        Layout.from_mask(mask, start=(0, 0), first_click="safe")
