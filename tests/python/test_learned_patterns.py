"""Local patterns learned from play: keys against simple code, counts against the games, the file, the strategy."""

import itertools
import json

import numpy as np
import pytest
from command_line import check_refused, run, written

import sapper
from sapper import Board, Game, InputError, analyze
from sapper.game.layout import FirstClick, Layout, game_seeds
from sapper.game.moves import read_moves
from sapper.game.puzzle import Puzzle, save_puzzles
from sapper.play.player import play_games
from sapper.play.strategy import Strategy
from sapper.reference.pattern_learning import learn_from_games, learn_from_play, learn_from_run
from sapper.reference.pattern_play import find_safety
from sapper.reference.pattern_table import Count, PatternTable
from sapper.reference.pattern_windows import SHAPES, code_boards, find_windows, write_pattern

LEVEL = sapper.Level(8, 8, 14)


def guess_positions(games, *, seed=3):
    """Analyses where games by the strategy safest had to guess, with their layouts, found move by move."""
    start = LEVEL.default_start(FirstClick.ZERO)
    seeds = game_seeds(seed, games)
    played = play_games(LEVEL, start, FirstClick.ZERO, seeds, Strategy.parse("safest"), threads=1)
    for place, one in enumerate(seeds):
        layout = Layout.from_seed(LEVEL, seed=one, start=start)
        text = played.moves[played.moves_first[place] : played.moves_first[place + 1]].decode()
        game = Game(layout)
        for number, cell in enumerate(read_moves(text, LEVEL)):
            if number and not analyze(game.board).safe_cells:
                yield analyze(game.board), layout
            game.reveal(cell)


def plain_sign(board, risk, row, col):
    """What a window shows of a cell, by the definition."""
    if not (0 <= row < board.rows and 0 <= col < board.cols):
        return "#"
    near = [
        (r, c)
        for r in range(max(row - 1, 0), min(row + 2, board.rows))
        for c in range(max(col - 1, 0), min(col + 2, board.cols))
    ]
    if board[row, col] >= 0:
        if not any(0 < risk[cell] < 1 for cell in near):
            return "#"
        return str(board[row, col] - sum(risk[cell] == 1 for cell in near))
    return "." if 0 < risk[row, col] < 1 else "#"


def plain_key(grid, mark):
    """The smallest text of a window and a marked cell in it, over all turns and mirrors of the same shape."""
    marked = np.zeros(grid.shape, bool)
    marked[mark] = True
    found = []
    for turns, mirrored in itertools.product(range(4), (False, True)):
        one, other = (np.rot90(np.fliplr(g) if mirrored else g, turns) for g in (grid, marked))
        if one.shape == SHAPES.get("pair") or one.shape[0] == one.shape[1]:
            digits = "".join(one.ravel().tolist()).replace(".", "0").replace("#", "9")
            found.append(int(digits) * 100 + int(np.flatnonzero(other.ravel())[0]))
    return min(found)


def plain_windows(analysis):
    """Every open cell with the key of each of its windows, by the definition; kinds apart."""
    board, risk = analysis.board, analysis.mine_probability
    found = {kind: [] for kind in SHAPES}

    def grid(row, col, rows, cols):
        return np.array([[plain_sign(board, risk, row + r, col + c) for c in range(cols)] for r in range(rows)])

    for row, col in np.ndindex(board.rows, board.cols):
        if 0 < risk[row, col] < 1:
            found["3x3"].append(((row, col), plain_key(grid(row - 1, col - 1, 3, 3), (1, 1))))
            found["5x5"].append(((row, col), plain_key(grid(row - 2, col - 2, 5, 5), (2, 2))))
        for rows, cols, second in ((4, 3, (row + 1, col)), (3, 4, (row, col + 1))):
            clues = [plain_sign(board, risk, *cell) for cell in ((row, col), second)]
            if all(sign in "1234567" for sign in clues):
                window = grid(row - 1, col - 1, rows, cols)
                for r, c in np.argwhere(window == ".").tolist():
                    found["pair"].append(((row - 1 + r, col - 1 + c), plain_key(window, (r, c))))
    return found


def test_keys_are_those_of_the_definition():
    tried = 0
    for analysis, _ in guess_positions(40):
        codes = code_boards(analysis.board.cells[None], analysis.mine_probability[None])
        for kind, windows in find_windows(codes).items():
            ours = [
                ((row, col), key) for (_, row, col), key in zip(windows.cells.tolist(), windows.keys(), strict=True)
            ]
            assert sorted(ours) == sorted(plain_windows(analysis)[kind]), kind
        tried += 1
    assert tried > 20


def test_symmetric_boards_have_the_same_keys():
    for analysis, _ in itertools.islice(guess_positions(40), 10):
        keys = set()
        cells = analysis.board.cells
        for turns, mirrored in itertools.product(range(4), (False, True)):
            seen = np.rot90(cells.T if mirrored else cells, turns)
            again = analyze(Board.from_rows(seen, mines=LEVEL.mines))
            codes = code_boards(seen[None], again.mine_probability[None])
            keys.add(json.dumps({kind: sorted(found.keys()) for kind, found in find_windows(codes).items()}))
        assert len(keys) == 1


def test_counts_are_those_of_the_games():
    table = learn_from_play(LEVEL, games=250, seed=3, least=1)  # more than one chunk
    counts, positions = {kind: {} for kind in SHAPES}, 0
    for analysis, layout in guess_positions(250):
        positions += 1
        mines = set(layout.mines)
        for kind, windows in plain_windows(analysis).items():
            for cell, key in windows:
                seen, safe, expected = counts[kind].get(key, (0, 0, 0.0))
                chance = 1 - analysis.mine_probability[cell]
                counts[kind][key] = (seen + 1, safe + (cell not in mines), expected + chance)
    assert table.about["positions"] == positions
    for kind, found in table.windows.items():
        assert found.keys() == counts[kind].keys()
        for key, count in found.items():
            assert (count.seen, count.safe) == counts[kind][key][:2]
            assert count.expected == pytest.approx(counts[kind][key][2])


def test_frequencies_agree_with_the_exact_chances():
    table = learn_from_play("beginner", games=5000, seed=9, least=1)
    for kind, counts in table.windows.items():
        for count in counts.values():
            # Cells of one board are not independent, but those of one pattern nearly are.
            sd = max((count.expected - count.squares) ** 0.5, 1)
            assert abs(count.safe - count.expected) < 6 * sd, kind
        seen = sum(count.seen for count in counts.values())
        assert abs(sum(count.safe - count.expected for count in counts.values())) < 0.02 * seen


def test_the_same_table_on_any_number_of_threads_and_from_any_source(tmp_path):
    here = learn_from_play(LEVEL, games=230, seed=3, threads=1)
    assert learn_from_play(LEVEL, games=230, seed=3, threads=3) == here
    saved = sapper.simulate(LEVEL, games=230, seed=3, strategy="safest", folder=tmp_path / "run")
    assert learn_from_run(saved) == here
    games = learn_from_games(saved.puzzles(every=True), name=here.about["source"])  # every click is looked at
    assert games == here
    assert learn_from_play(LEVEL, games=230, seed=4).windows != here.windows


def test_games_of_several_levels_are_learned_together():
    cell = (0, 0)
    puzzles = [
        Puzzle(Layout.from_text("*.."), ((0, 1), (0, 2))),
        Puzzle(Layout.from_text(".\n.\n*"), ((1, 0), (1, 0), cell)),
    ]
    table = learn_from_games(puzzles, least=1)
    # Twice a 1 between two cells, up to symmetry; the click on a clue that is shown already counts once.
    assert {write_pattern("3x3", key): count for key, count in table.windows["3x3"].items()} == {
        "#1#/#.#/###": Count(4, 2, 2.0, 1.0)
    }
    assert table.about == {"source": "games", "games": 2, "positions": 2, "least": 1}


def test_tables_are_saved_and_loaded(tmp_path):
    table = learn_from_play(LEVEL, games=60, seed=3)
    table.save(tmp_path / "t.parquet")
    first = (tmp_path / "t.parquet").read_bytes()
    assert PatternTable.load(tmp_path / "t.parquet") == table
    learn_from_play(LEVEL, games=60, seed=3, threads=2).save(tmp_path / "t.parquet")
    assert (tmp_path / "t.parquet").read_bytes() == first


def test_rates_are_drawn_towards_the_simpler_pattern():
    board = analyze(Board.from_text("mines 1\n.1."))
    found = find_windows(code_boards(board.board.cells[None], board.mine_probability[None]))
    small, large = (found[kind].keys()[0] for kind in ("3x3", "5x5"))
    windows = {"pair": {}, "3x3": {small: Count(30, 10, 15.0, 7.5)}, "5x5": {large: Count(10, 10, 5.0, 2.5)}}
    table = PatternTable(windows, {})
    simpler = (10 + 10 * table.overall("3x3")) / 40
    assert find_safety(board, table, window="3x3")[0, 0] == pytest.approx(simpler)
    assert find_safety(board, table, window="5x5")[0, 2] == pytest.approx((10 + 10 * simpler) / 20)
    assert find_safety(board, table, window="5x5", prior=0)[0, 0] == 1
    assert find_safety(board, table, window="pair")[0, 0] == table.overall("3x3")
    assert np.isnan(find_safety(board, table)[0, 1])


@pytest.fixture
def learned(tmp_path, monkeypatch):
    """A folder with a table that the strategy finds by itself."""
    monkeypatch.chdir(tmp_path)
    learn_from_play(LEVEL, games=400, seed=3).save("patterns.parquet")
    return tmp_path


def test_the_strategy_plays_by_name(learned):
    assert str(Strategy.parse("patterns")) == "patterns"
    text = "patterns,prior=5,table=patterns.parquet,window=3x3"
    assert str(Strategy.parse(text)) == text
    games = [sapper.simulate(LEVEL, games=60, strategy=one).table for one in ("patterns", text)]
    assert games[0]["moves"] != games[1]["moves"]
    pairs = sapper.compare("patterns", "safest", level=LEVEL, games=60).pairs
    assert pairs.low <= 0.1


def test_the_strategy_takes_the_cell_that_was_safe_most_often(learned):
    table, choose = PatternTable.load("patterns.parquet"), Strategy.parse("patterns").choose
    for analysis, _ in itertools.islice(guess_positions(100, seed=8), 30):
        safety = find_safety(analysis, table)
        assert np.isnan(safety[(analysis.mine_probability == 1) | np.isnan(analysis.mine_probability)]).all()
        assert safety[choose(analysis)] == np.nanmax(safety)


def test_a_changed_table_is_read_again(learned):
    first = sapper.simulate(LEVEL, games=100, strategy="patterns")
    table = PatternTable.load("patterns.parquet")
    turned = {
        kind: {key: Count(c.seen, c.seen - c.safe, c.expected, c.squares) for key, c in counts.items()}
        for kind, counts in table.windows.items()
    }
    PatternTable(turned, table.about).save("patterns.parquet")
    assert sapper.simulate(LEVEL, games=100, strategy="patterns").wins < first.wins  # the riskiest cells


def test_the_strategy_refuses(learned):
    for text, message in (
        ("patterns,table=nothing.parquet", "sapper reference patterns learn"),
        ("patterns,window=7x7", "window must be one of pair, 3x3, 5x5, not '7x7'"),
        ("patterns,prior=-1", "prior must be a number from 0 on, not -1"),
        ("patterns,prior=much", "'prior' must be a number, unlike 'much'"),
        ("patterns,depth=1", "unexpected keyword argument 'depth'"),
        ("patterns@deep", "no budget"),
    ):
        with pytest.raises(InputError, match=message):
            sapper.simulate(LEVEL, games=30, strategy=text)


def test_the_commands(learned):
    result = run("reference", "patterns", "learn", "--level", "8x8/14", "--games", 100, "--out", "new.parquet")
    assert result.exit_code == 0, result.stderr
    for text in ("8x8_14", "100 games", "5x5", "saved in new.parquet"):
        assert text in result.stdout, text
    shown = run("reference", "patterns", "show", "new.parquet", "--limit", 2)
    assert shown.exit_code == 0, shown.stderr
    assert (shown.stdout.count("safe "), shown.stdout.count("?")) == (3, 2)
    found = json.loads(run("reference", "patterns", "show", "--window", "pair", "--least", 3, "--json").stdout)
    assert (found["games"], found["window"], len(found["patterns"])) == (400, "pair", 12)
    assert all(
        one["seen"] >= 3 and one["pattern"].replace("/", "")[3 * one["cell"][0] + one["cell"][1]] == "."
        for one in found["patterns"]
    )
    for order, worth in (("seen", "seen"), ("spread", "spread")):
        rows = json.loads(run("reference", "patterns", "show", "--sort", order, "--json").stdout)["patterns"]
        assert rows == sorted(rows, key=lambda row: -row[worth])


def test_the_commands_learn_from_runs_and_puzzles(learned):
    saved = sapper.simulate(LEVEL, games=400, seed=3, strategy="safest", folder="run")
    save_puzzles("mine.puzzles", saved.puzzles(every=True))
    tables = []
    for source in ("run", "mine.puzzles"):
        assert run("reference", "patterns", "learn", source, "--out", "new.parquet", "--force").exit_code == 0
        tables.append(PatternTable.load("new.parquet").windows)
    assert tables[0] == tables[1] == PatternTable.load("patterns.parquet").windows


def test_the_command_draws_a_board(learned):
    result = run("reference", "patterns", "show", "--board", "1x3:1:a1a")
    assert result.exit_code == 0, result.stderr
    assert "risk in %" in result.stdout
    assert "off the exact risk by" in result.stdout
    found = json.loads(run("reference", "patterns", "show", "--board", "1x5:2:a1a1a", "--json").stdout)
    assert [value is None for value in found["risk"][0]] == [False, True, False, True, False]


def test_the_commands_refuse(learned, tmp_path):
    check_refused(run("reference", "patterns", "show", "nothing.parquet"), "'nothing.parquet' cannot be read")
    check_refused(run("reference", "patterns", "show", written(tmp_path, "no table", "bad.parquet")), "no table")
    saved = sapper.simulate(LEVEL, games=5, strategy="safest", folder="run")
    check_refused(run("reference", "patterns", "show", next(saved.folder.rglob("*.parquet"))), "lacks")
    check_refused(run("reference", "patterns", "learn"), "'patterns.parquet' exists; --force replaces it")
    learn = ("reference", "patterns", "learn", "--out", "new.parquet")
    check_refused(run(*learn, "nothing.puzzles"), "nothing.puzzles")
    check_refused(run(*learn, written(tmp_path, "", "none.puzzles")), "no game")
    check_refused(run(*learn, "--level", "nowhere"), "'nowhere'")
    check_refused(run(*learn, "--strategy", "nothing", "--games", 1), "'nothing'")
    check_refused(run("reference", "patterns", "show", "--board", "1x3:1:a9a"), "9")
    assert run("reference", "patterns", "show", "--window", "7x7").exit_code == 2
    with pytest.raises(InputError, match="least"):
        learn_from_play(LEVEL, games=1, least=0)
