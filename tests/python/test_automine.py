"""The helper's three heuristics against a direct implementation, and its games, tables and command."""

import json
import random

import numpy as np
import pytest
from command_line import check_refused, run, written
from oracle import automine as oracle
from oracle.boards import clue, near, random_layout

import sapper
from sapper import Board, Game, InputError, View, _engine, analyze
from sapper.board.level import Level
from sapper.game.layout import FirstClick, Layout, game_seeds
from sapper.game.moves import read_moves
from sapper.play.player import play_games
from sapper.play.strategy import Strategy
from sapper.reference.automine import compare_heuristics, find_risk, measure_memory
from sapper.reference.automine_tables import PARTS, PROGRAM, TABLES, find_slips
from sapper.reference.patterns import find_pattern

STATE = {View.HIDDEN: oracle.HIDDEN, View.QUESTION: oracle.HIDDEN, View.FLAG: oracle.FOUND, View.MINE: oracle.FOUND}
SWITCHES = [
    {"search": search, "overlap": overlap, "patterns": patterns}
    for search in (True, False)
    for overlap in (True, False)
    for patterns in (True, False)
]


def expected(board, **switches):
    """Return the risks of the direct implementation by row and column; NaN where nothing is hidden."""
    state = [
        [STATE.get(value, oracle.OUT if value == View.VOID else int(value)) for value in col]
        for col in board.cells.T.tolist()
    ]
    risk = np.array(oracle.find_risk(state, board.mines, **switches)).T
    hidden = np.isin(board.cells, (View.HIDDEN, View.QUESTION))
    return np.where(hidden, np.clip(risk, 0, 1), np.nan)


def seen_board(rng, *, flags=False):
    """A random board with some cells shown, and some mines flagged or known."""
    rows, cols = rng.randint(1, 9), rng.randint(1, 9)
    mines = rng.randint(0, rows * cols // 3)
    layout = random_layout(rows, cols, mines, seed=rng.randrange(2**32))
    share, cells = rng.choice((0.05, 0.2, 0.6)), []
    for row in range(rows):
        cells.append([])
        for col in range(cols):
            value = View.HIDDEN
            if (row, col) in layout:
                if flags and rng.random() < 0.3:
                    value = rng.choice((View.FLAG, View.MINE))
            elif rng.random() < share:
                value = clue((row, col), layout, rows, cols)
            elif flags and rng.random() < 0.05:
                value = View.QUESTION
            cells[-1].append(value)
    return Board.from_rows(cells, mines=mines)


@pytest.mark.parametrize("switches", SWITCHES, ids=lambda switches: "".join("+-"[not on] for on in switches.values()))
def test_risks_are_those_of_the_plain_procedure(switches):
    rng = random.Random(11)
    for _ in range(250):
        board = seen_board(rng, flags=rng.random() < 0.5)
        np.testing.assert_array_equal(find_risk(board, **switches).risk, expected(board, **switches), str(board))


def test_pairs_of_clues_get_the_risks_of_the_table():
    rng, found = random.Random(12), 0
    for _ in range(400):
        rows, cols = rng.randint(4, 7), rng.randint(3, 7)
        cells = np.full((rows, cols), View.HIDDEN, np.int8)
        row, col = rng.randint(1, rows - 2), rng.randint(1, cols - 2)
        pair = rng.choice(sorted(oracle.PAIRS))
        beside = rng.choice([cell for cell in near((row, col), rows, cols) if 0 in (cell[0] - row, cell[1] - col)])
        cells[row, col], cells[beside] = pair
        try:
            board = Board.from_rows(cells if rng.random() < 0.5 else cells.T.copy(), mines=rng.randint(5, 8))
        except InputError:
            continue
        risk = find_risk(board)
        found += risk.patterns
        np.testing.assert_array_equal(
            risk.risk, expected(board, search=True, overlap=True, patterns=True), str(board)
        )
    assert found > 300


def test_green_and_red_are_true():
    rng, settled = random.Random(13), 0
    for _ in range(300):
        board = seen_board(rng)
        risk, exact = find_risk(board), analyze(board).mine_probability
        for cell in risk.green_cells:
            assert exact[cell] == 0
        for cell in risk.red_cells:
            assert exact[cell] == 1
        settled += len(risk.green_cells) + len(risk.red_cells)
    assert settled > 500


def play_plainly(layout, **switches):
    """Return the cells that the direct implementation reveals: all green ones, or the lowest risk."""
    rows, cols, mines = layout.rows, layout.cols, set(layout.mines)
    shown, cells = {}, []

    def reveal(cell):
        cells.append(cell)
        stack = [cell]
        while stack:
            at = stack.pop()
            if at not in shown:
                shown[at] = clue(at, mines, rows, cols)
                stack += near(at, rows, cols) if shown[at] == 0 else []

    reveal(layout.start)
    while len(shown) < rows * cols - len(mines):
        state = [[shown.get((row, col), oracle.HIDDEN) for row in range(rows)] for col in range(cols)]
        risk = oracle.find_risk(state, len(mines), **switches)
        hidden = [(row, col) for col in range(cols) for row in range(rows) if (row, col) not in shown]
        green = [cell for cell in hidden if risk[cell[1]][cell[0]] == 0]
        if not green:
            green = [min(hidden, key=lambda cell: risk[cell[1]][cell[0]])]
            if green[0] in mines:
                return [*cells, green[0]]
        for cell in green:
            if cell not in shown:
                reveal(cell)
    return cells


@pytest.mark.parametrize("switches", SWITCHES[:2] + SWITCHES[4:5] + SWITCHES[-1:], ids=str)
def test_games_are_those_of_the_plain_procedure(switches):
    settings = "".join(f",{name}={'on' if on else 'off'}" for name, on in switches.items())
    for level in (Level(8, 8, 10), Level(6, 11, 12)):
        start, seeds = (2, 2), game_seeds(5, 25)
        played = play_games(level, start, FirstClick.ZERO, seeds, Strategy.parse("automine" + settings), threads=2)
        moves = played.moves.decode()
        for game, seed in enumerate(seeds):
            layout = Layout.from_seed(level, seed=seed, start=start, first_click=FirstClick.ZERO)
            begin, end = played.moves_first[game : game + 2].tolist()
            assert read_moves(moves[begin:end], level) == play_plainly(layout, **switches), seed


def test_asked_on_a_board_it_makes_the_same_moves():
    strategy = Strategy.parse("automine")
    for seed in game_seeds(6, 6):
        layout = Layout.from_seed("classic", seed=seed, start=(2, 2), first_click=FirstClick.ZERO)
        game, moves = Game(layout), play_plainly(layout, search=True, overlap=True, patterns=True)
        game.reveal(moves[0])
        for place, cell in enumerate(moves[1:], start=1):
            chosen, reason, safety, _ = _engine.choose_move(
                game.board._handle, strategy.name, strategy.engine_settings, 0
            )
            risk = find_risk(game.board)
            if risk.green_cells:
                assert (chosen in risk.green_cells, reason, safety) == (True, "certain", 1)
            else:
                assert (chosen, reason, safety) == (cell, "estimate", 1 - risk.risk[cell]), place
            game.reveal(cell)


def test_wrong_flags_do_no_harm():
    rng = random.Random(14)
    for _ in range(200):
        cells = [[rng.choice((-1, -1, -2, -3, 0, 1, 2)) for _ in range(5)] for _ in range(4)]
        try:
            board = Board.from_rows(cells, mines=rng.randint(0, 6))
        except InputError:
            continue
        risk = find_risk(board).risk
        assert np.all((risk >= 0) & (risk <= 1) | np.isnan(risk))


def test_what_is_refused():
    with pytest.raises(InputError, match="number of mines"):
        find_risk(Board.from_text("density 0.2\n.1."))
    with pytest.raises(InputError, match="board"):
        find_risk("1x3")
    with pytest.raises(InputError, match="search"):
        Strategy.parse("automine,search=perhaps")
    with pytest.raises(InputError, match="unknown setting 'searching'"):
        Strategy.parse("automine,searching=on")


def test_the_slips_of_the_document():
    slips = {(slip.where, slip.pair, slip.part): slip for slip in find_slips()}
    assert len(slips) == 23
    wrong = slips["section 4.1.2", (1, 3), "before"]
    assert (wrong.printed, wrong.exact) == ("0.0341", find_pattern(1, 3).before)
    # Three patterns of table 4 were copied from table 3 instead of being calculated.
    copied = {pair for (where, pair, _), slip in slips.items() if "average of table 3" in slip.reason}
    assert copied == {(2, 4), (3, 3), (3, 4)}
    assert not any(slip.reason == "unknown" for slip in slips.values())
    for printed in TABLES:
        for place, part in enumerate(PARTS):
            exact = getattr(printed.exact, part)
            off = abs(float(printed.calculated[place]) - exact)
            assert (("table 4", printed.pair, part) in slips) == (off > 0.00005)
            assert abs(float(printed.mean(place)) - exact) < 0.003


def test_the_table_of_the_program_is_that_of_the_strategy():
    assert {pair: tuple(map(float, values)) for pair, values in PROGRAM.items()} == oracle.PAIRS


def test_heuristics_are_compared_on_the_same_boards():
    gallery = compare_heuristics("8x8/10", games=40, seed=2, threads=1)
    names = [exhibit.entry.name for exhibit in gallery.exhibits]
    assert (len(names), names[0], names[-1]) == (8, "search + overlap + patterns", "none of them")
    wins = [exhibit.rate.wins for exhibit in gallery.exhibits]
    assert min(wins[:4]) > max(wins[4:])
    memory = measure_memory(gallery)
    assert all(500 < used < 20_000 for used in memory)
    assert memory[0] > memory[-1]  # the search stores the risks of the previous round


def test_the_command_prints_the_tables():
    result = run("reference", "automine", "--games", 20, "--boards", 200)
    assert result.exit_code == 0, result.stderr
    for text in (
        "8x8/10, 20 boards of run seed 1",
        "16x30/99, 20 boards",
        "search + overlap + patterns",
        "Tables 3 and 4 again",
        "0.1069 0.1050 0.1039",
        "27/257",
        "the average of table 3, not calculated",
        "The table in its program",
    ):
        assert text in result.stdout, text
    found = json.loads(run("reference", "automine", "--games", 0, "--boards", 10, "--json").stdout)
    assert (len(found["patterns"]), len(found["slips"]), found["levels"]) == (9, 23, [])


def test_the_command_draws_a_board(tmp_path):
    board = written(tmp_path, "mines 2\n....\n.12.\n....\n..F.")
    result = run("reference", "automine", board)
    assert result.exit_code == 0, result.stderr
    for text in ("4.0", "21.0", "37.0", "F*", "risk in %", "1 patterns", "lowest risk"):
        assert text in result.stdout, text
    plain = run("reference", "automine", board, "--no-patterns", "--no-overlap", "--no-search").stdout
    assert "0 rounds of full search, 0 patterns" in plain
    found = json.loads(run("reference", "automine", "1x3:1:a1a", "--json").stdout)
    assert (found["risk"], found["green"], found["rounds"]) == ([[0.45, None, 0.45]], [], 1)


def test_the_command_refuses(tmp_path):
    check_refused(run("reference", "automine", tmp_path / "nothing"), "nothing")
    check_refused(run("reference", "automine", written(tmp_path, "density 0.5\n.1.")), "number of mines")
    check_refused(run("reference", "automine", "1x3:1:a9a"), "9")
    assert run("reference", "automine", "--games", -1).exit_code == 2


def test_random_clicks_come_first_and_cost_wins():
    runs = [sapper.simulate("8x8/10", games=300, strategy=f"automine,random_clicks={n}") for n in (0, 1, 4)]
    assert runs[0].wins > runs[1].wins > runs[2].wins
    for row in runs[2].table.to_pylist():
        kinds = [kind for kind in row["guess_kinds"] if kind == "random"]
        assert len(kinds) == 4 or (not row["won"] and len(kinds) < 4) or row["clicks"] <= 4
        assert row["guess_kinds"][: len(kinds)] == kinds
        assert row["guess_clicks"][: len(kinds)] == list(range(1, 1 + len(kinds)))
    cells = {tuple(read_moves(text, Level(8, 8, 10)))[1:2] for text in runs[2].table["moves"].to_pylist()}
    assert len(cells) > 30  # anywhere
    again = sapper.simulate("8x8/10", games=300, strategy="automine,random_clicks=4", threads=2)
    assert again.table["moves"] == runs[2].table["moves"]


def test_the_chance_of_a_random_click_is_that_of_any_hidden_cell():
    run = sapper.simulate("8x8/10", games=2000, strategy="automine,random_clicks=1")
    chances = [
        (row["guess_odds"][0], row["won"] or row["clicks"] > 2) for row in run.table.to_pylist() if row["guess_odds"]
    ]
    expected, safe = (sum(column) for column in zip(*chances, strict=True))
    assert abs(expected - safe) < 4 * (len(chances) / 4) ** 0.5


def test_in_the_middle_of_a_game_no_click_is_random():
    board = Board.from_text("mines 2\n....\n.12.\n....\n....")
    settings = [Strategy.parse(f"automine,random_clicks={n}").engine_settings for n in (0, 9)]
    first, second = (_engine.choose_move(board._handle, "automine", one, 0) for one in settings)
    assert first[0] == second[0]
