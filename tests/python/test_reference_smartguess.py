"""Single-cell, two-cell and multi-cell logic: its games, their maps, and its results screen."""

import csv
import itertools
import json
import re

import numpy as np
import pytest
from command_line import check_refused, run, run_process

import sapper
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.moves import read_moves
from sapper.play.player import KINDS, play_games
from sapper.play.strategy import Strategy
from sapper.play.walk import Walk
from sapper.reference import smartguess
from sapper.reference.lettered import read_lettered
from sapper.reference.smartguess_log import RULES, log_board, log_game

WAYS = [(first, mode) for first in ("start", *smartguess.FIRSTS) for mode in smartguess.MODES]
MAP = re.compile(r"([stzrME^][1-9][0-9]* )+[WX]")
NONE = sapper.FirstClick.NONE


def played(first, mode, games=60, level=smartguess.FIELD):
    strategy = Strategy.parse(f"smartguess,first={first},mode={mode}")
    seeds = sapper.game_seeds(3, games)
    return seeds, play_games(level, (0, 0), NONE, seeds, strategy, threads=2)


@pytest.mark.parametrize(("first", "mode"), WAYS)
def test_a_map_tells_the_guesses_and_the_end(first, mode):
    _, games = played(first, mode)
    assert len(set(games.trails)) > 30
    for i, trail in enumerate(games.trails):
        assert MAP.fullmatch(trail), trail
        assert (trail[-1] == "W") == games.won[i]
        counts = dict.fromkeys("stzrME^", 0)
        for step in trail.split()[:-1]:
            counts[step[0]] += int(step[1:])
        kinds = [KINDS[kind] for kind in games.guess_kind[games.guess_first[i] : games.guess_first[i + 1]]]
        assert counts["z"] == kinds.count("zero")
        assert counts["r"] == (len(kinds) - kinds.count("zero") if mode == "random" else 0)
        assert counts["^"] == (len(kinds) - kinds.count("zero") if mode != "random" else 0)
        assert mode != "random" or counts["M"] == counts["E"] == 0
        # What logic cleared or flagged; the cells of guesses and cascades after them make up the rest.
        assert counts["s"] + counts["t"] <= games.revealed[i] + games.flagged[i]
        letters = [step[0] for step in trail.split()[:-1]]
        assert all(one != other for one, other in itertools.pairwise(letters))
    letters = "".join(games.trails)
    assert ("z" in letters) == (first == "zero")
    assert ("M" in letters and "E" in letters) == (mode != "random")


@pytest.mark.parametrize("mines", [130, 190])
@pytest.mark.parametrize("mode", smartguess.MODES)
def test_zeros_are_handed_out_until_logic_starts(mode, mines):
    level = sapper.Level(16, 30, mines)  # dense, so that one zero is often not enough, or all are
    seeds, games = played("zero", mode, level=level)
    zeros = 0
    for i, seed in enumerate(seeds):
        layout = Layout.from_seed(level, seed=seed, start=(0, 0), first_click=NONE)
        game = Game(layout)
        cells = read_moves(games.moves[games.moves_first[i] : games.moves_first[i + 1]].decode(), level)
        kinds = games.guess_kind[games.guess_first[i] : games.guess_first[i + 1]]
        told = re.match(r"(?:z(\d+) )?[^z]*$", games.trails[i])
        assert told is not None
        assert int(told[1] or 0) == [KINDS[kind] for kind in kinds].count("zero")
        for click, kind in enumerate(kinds):
            if KINDS[kind] != "zero":
                break
            assert games.guess_click[games.guess_first[i] + click] == click
            game.reveal(cells[click])
            assert game.board[cells[click]] == 0
            zeros += 1
    assert zeros > len(seeds) / 2


def test_a_human_start_may_be_anywhere_and_lose_at_once():
    seeds, games = played("human", "smart", games=400)
    first = {games.moves[at : at + 2] for at in games.moves_first[:-1]}
    assert len(first) > 200
    at_once = int((games.clicks == 1).sum())
    assert 40 < at_once < 120  # 90 of 480 cells are mines: 75 expected
    assert all(games.flagged[i] == 0 for i in range(len(seeds)) if games.clicks[i] == 1)


@pytest.mark.parametrize(("first", "mode"), WAYS)
def test_a_game_can_be_walked_through_by_its_seed(first, mode):
    seeds, games = played(first, mode, games=4, level=sapper.Level(9, 9, 14))
    for i, seed in enumerate(seeds):
        layout = Layout.from_seed("9x9/14", seed=seed, start=(0, 0), first_click=NONE)
        walk = Walk.play(layout, Strategy.parse(f"smartguess,first={first},mode={mode}"))
        assert len(walk.steps) == games.clicks[i]
        while walk.next is not None:
            assert walk.explain().text
            walk.forward()
        assert (walk.game.status == "won") == games.won[i]


@pytest.mark.parametrize(("way", "published"), smartguess.RATES.items(), ids=str)
def test_it_wins_about_as_often_as_published(way, published):
    """2,000 games, whose rate is within 2.2 points of the truth in 19 of 20 runs; these are always the same games."""
    first, mode = way
    results = smartguess.play(mode, first, games=2000, seed=1, threads=2)
    assert 100 * results.rate.value == pytest.approx(published, abs=2.2)
    assert results.rate.wins == results.won_without_guess + results.won_with_guess
    assert results.lost == results.lost_before_flag + sum(results.losses)
    assert len(results.losses) == smartguess.BARS
    assert 0.6 < results.safety < 0.9
    assert all(results.found[f"rule_{rule}"] > 0 for rule in range(1, 6))
    assert (results.found["multi_cell"] > 0) == (results.found["end_solver"] > 0) == (mode != "random")


def test_wins_without_a_guess_are_counted_one_by_one():
    _, games = played("human", "smart")
    expected = sum(
        bool(games.won[i]) and not any(games.guess_click[games.guess_first[i] : games.guess_first[i + 1]] > 0)
        for i in range(60)
    )
    assert expected > 0
    assert smartguess.play("smart", "human", games=60, seed=3).won_without_guess == expected


def test_the_command_compares_all_ways():
    lines = run("reference", "smartguess", "--games", "50").stdout.splitlines()
    assert lines[0].split()[:4] == ["start", "guesses", "published", "ours"]
    assert [line.split()[:2] for line in lines[1:]] == [
        [first, mode] for first in ("human", "zero") for mode in ("random", "smart", "perfect")
    ]
    assert "24.6 %" in lines[1]
    assert (
        "%" not in run("reference", "smartguess", "--games", "50", "--level", "expert").stdout.split("(")[0][-12:-9]
    )


def test_the_command_shows_the_screen_of_one_way_and_writes_maps(tmp_path):
    maps = tmp_path / "maps.csv"
    command = ["reference", "smartguess", "--games", "60", "--seed", "3", "--mode", "smart", "--first", "human"]
    shown = run(*command, "--maps", str(maps)).stdout
    for text in ("0 to   7 %", "before the first flag", "average safety of a guess", "settled by rule 5"):
        assert text in shown
    seeds, games = played("human", "smart")
    rows = list(csv.DictReader(maps.read_text().splitlines()))
    assert [row["map"] for row in rows] == games.trails
    assert [int(row["seed"]) for row in rows] == seeds
    found = json.loads(run(*command, "--json").stdout)
    assert found["rate"]["wins"] == int(np.sum(games.won))
    assert found["published"] == {"won_percent": 32.4, "seconds_a_game": 0.0021}


def test_what_the_command_refuses():
    check_refused(run("reference", "smartguess", "--mode", "best"), "random, smart, perfect, not 'best'")
    check_refused(run("reference", "smartguess", "--first", "corner"), "human, zero, not 'corner'")
    check_refused(run("reference", "smartguess", "--level", "9x9"), "unknown level '9x9'")
    check_refused(run("reference", "smartguess", "--games", "0"), "games must be at least 1")
    check_refused(run("reference", "smartguess", "--games", "1", "--maps", "/no/such/folder/x.csv"), "No such file")
    check_refused(run("reference", "smartguess", "--game", "1", "--replay", "2"), "--game or --replay")
    check_refused(run("reference", "smartguess", "--game", "1", "--prompt"), "--game or --prompt")
    check_refused(
        run("reference", "smartguess", "--game", "1", "--maps", "x.csv"), "--maps is for the games of a run"
    )
    check_refused(run("reference", "smartguess", "--screen", "1", "--json"), "leave out --screen 1")
    check_refused(run("reference", "smartguess", "--game", str(2**33)), "beyond the last one of a run")
    check_refused(run("reference", "smartguess", "--replay", str(2**64)), "seed must fit in 64 bits")
    check_refused(run("reference", "smartguess", "--level", "9-9-99"), "99 mines do not fit in 81 cells")
    assert "less than or equal to 2" in run("reference", "smartguess", "--screen", "3").stderr
    with pytest.raises(sapper.InputError, match="unlike 'wild'"):
        smartguess.play("wild", "human", games=1)
    with pytest.raises(sapper.InputError, match="games"):
        smartguess.play("smart", "human", games=0)


def log_lines(*options):
    return run("reference", "smartguess", *options).stdout.splitlines()


@pytest.mark.parametrize(("first", "mode"), list(itertools.product(smartguess.FIRSTS, smartguess.MODES)))
@pytest.mark.parametrize("level", ["16x30/90", "9x9/14", "12x12/45"])
def test_a_log_tells_the_map_rule_by_rule(first, mode, level):
    """The counts of the stages, made up from rules and reveals, are those that the engine keeps by itself."""
    used = set()
    for seed in sapper.game_seeds(5, 25):
        log = log_game(mode, first, seed=seed, level=level)
        assert log.stages[-1].map == log.map
        mines, luck = set(log.layout.mines), 1.0
        for stage in log.stages:
            for use in stage.uses:
                assert all((cell in mines) == use.mine for cell in use.cells)
                assert RULES[use.rule][0] == stage.key
            for guess in stage.guesses:
                luck *= guess.safety
                assert (guess.shows is None) == (guess.cell in mines) == (guess.cell == log.exploded)
            assert stage.luck == luck
            assert stage.flags == int((stage.board.cells == sapper.View.FLAG).sum())
            used |= {use.rule for use in stage.uses}
    assert {"rule_1", "rule_2", "rule_3", "rule_4"} <= used
    assert ("multi_cell" in used) <= (mode != "random")


def count_fillings(board, chain):
    """The solutions of a chain with its bounds, and their mean number of mines, one by one."""
    cells = board.cells
    filled = np.array(list(itertools.product((0, 1), repeat=len(chain.cells))))
    for row, col in np.argwhere(cells >= 0).tolist():
        beside = [k for k, (r, c) in enumerate(chain.cells) if max(abs(r - row), abs(c - col)) == 1]
        if beside:
            flags = int((cells[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2] == sapper.View.FLAG).sum())
            filled = filled[filled[:, beside].sum(1) == cells[row, col] - flags]
    mines = filled.sum(1)
    mines = mines[(mines >= chain.least) & (mines <= chain.most)]
    return len(mines), mines.mean()


@pytest.mark.parametrize("mode", ["smart", "perfect"])
def test_the_chains_of_a_guess_are_counted_right(mode):
    chains = 0
    for seed in sapper.game_seeds(9, 60):
        log = log_game(mode, "zero", seed=seed, level="9x9/16")
        for before, stage in itertools.pairwise(log.stages):
            if stage.key != "^":
                continue
            guess = stage.guesses[0]
            for chain in guess.chains:
                if len(chain.cells) > 12:
                    continue
                solutions, mines = count_fillings(before.board, chain)
                assert chain.solutions == pytest.approx(solutions)
                assert chain.mines == pytest.approx(mines)
                chains += 1
            if guess.interior_risk:
                left = log.level.mines - before.flags - (guess.border_estimate or 0)
                assert guess.interior_risk == pytest.approx(left / guess.interior)
    assert chains > 40


def test_the_deviation_is_the_mean_over_all_estimates():
    results = smartguess.play("smart", "human", games=60, seed=3, threads=2)
    logs = [log_game("smart", "human", seed=seed) for seed in sapper.game_seeds(3, 60)]
    guesses = [guess for log in logs for stage in log.stages for guess in stage.guesses]
    off = [guess.border_estimate - guess.border_mines for guess in guesses if guess.border_estimate is not None]
    for guess in guesses:
        if guess.border_estimate is not None:
            assert guess.border_estimate == pytest.approx(sum(chain.mines for chain in guess.chains))
    assert results.estimates == len(off) > 100
    assert results.deviation == pytest.approx(np.mean(off))
    assert results.deviation_size == pytest.approx(np.mean(np.abs(off)))
    large = sum(chain.solutions > 10_000 for guess in guesses for chain in guess.chains)
    assert results.large_chains == large


def test_the_luck_of_a_run_is_that_of_its_games():
    seen = []
    results = smartguess.play("perfect", "human", games=50, seed=4, on_game=seen.append, threads=1)
    logs = [log_game("perfect", "human", seed=one.seed) for one in seen]
    for one, log in zip(seen, logs, strict=True):
        assert (one.map, one.won, one.luck) == (log.map, log.won, log.luck)
        assert log.luck <= 1 - 90 / 480  # the first move counts
    assert results.luck_won == pytest.approx(np.mean([log.luck for log in logs if log.won]))
    assert results.luck_lost == pytest.approx(np.mean([log.luck for log in logs if not log.won]))
    assert results.guesses_in_wins == sum(log.guesses for log in logs if log.won)
    assert results.lost_unexpectedly == 0


def test_random_guesses_estimate_nothing():
    results = smartguess.play("random", "human", games=20, seed=1)
    assert results.estimates == results.large_chains == 0
    assert np.isnan(results.deviation)
    found = json.loads(
        run("reference", "smartguess", "--games", "20", "--mode", "0", "--first", "0", "--json").stdout
    )
    assert found["deviation"] is None
    assert found["estimates"] == 0


def test_the_three_levels_of_a_game():
    little, result, everything = (log_lines("--game", "7", "--first", "zero", "--screen", k) for k in range(3))
    assert little == ["seed 13916187468073365883  lost  z1 s387 t3 s2 M1 s7 ^6 X"]
    assert result[0] == little[0]
    assert result[7] == "  X....F22222F3221123F3210123F21"
    assert "  luck 17.6296 %: the chance to get this far" in result
    assert "  flags placed 77 of 90 (85.6 %)" in result
    assert everything == log_lines("--game", "7", "--first", "zero")
    assert "stage 7  ^6  smartguess" in everything
    assert "stage 5  M1  smartguess: multi-cell logic" in everything
    assert "  border estimate 6.3333 mines; 6 in the layout, deviation +0.3333" in everything
    assert "  reveals 6,0: 83.33 % safe, one of 4 alike; X" in everything
    assert everything[-5:] == result[-5:]


def test_a_game_is_replayed_by_its_own_seed(tmp_path):
    maps = tmp_path / "maps.csv"
    log_lines("--games", "5", "--seed", "8", "--mode", "perfect", "--first", "zero", "--maps", str(maps))
    for number, row in enumerate(csv.DictReader(maps.read_text().splitlines()), start=1):
        way = ("--mode", row["mode"], "--first", row["start"])
        replayed = log_lines("--replay", row["seed"], *way)
        assert replayed == log_lines("--game", number, "--seed", "8", *way)
        found = json.loads(run("reference", "smartguess", "--replay", row["seed"], *way, "--json").stdout)
        assert found["map"] == row["map"] == found["stages"][-1]["map"]
        assert found["luck"] == float(row["luck"])
    drawn = [log_lines("--replay", "0", "--screen", "0")[0].split()[1] for _ in range(2)]
    assert drawn[0] != drawn[1]


def test_a_run_prints_and_logs_its_games(tmp_path):
    log = tmp_path / "games.log"
    way = ("--mode", "smart", "--first", "human", "--level", "9-9-12", "--games", "3")
    lines = log_lines(*way, "--screen", "1", "--log", str(log))
    games = [log_lines(*way[:6], "--game", number, "--screen", "1") for number in (1, 2, 3)]
    assert lines[: sum(map(len, games)) + 3] == [line for game in games for line in (*game, "")]
    assert "games played" in "\n".join(lines)
    logged = [log_lines(*way[:6], "--game", number) for number in (1, 2, 3)]
    assert log.read_text().splitlines() == [line for game in logged for line in (*game, "")]
    one = tmp_path / "one.log"
    assert log_lines(*way[:6], "--game", "2", "--screen", "0", "--log", str(one)) == games[1][:1]
    assert one.read_text().splitlines() == logged[1]


def ask(answers, *options):
    return run("reference", "smartguess", "--prompt", *options, stdin=answers)


def test_the_prompt_asks_for_every_setting():
    result = ask("2\n9-9-10\n1\n2\n0\n1\n")
    assert result.exit_code == 0
    questions = re.findall(r"\[(.*?)\]", result.stderr)
    assert questions == ["100000", "30-16-90", "0", "1", "0", "0"]
    assert result.stdout.count("seed ") == 2
    assert re.search(r"^zero +perfect ", result.stdout, re.MULTILINE)
    seed = re.search(r"run seed (\d+)", result.stderr)[1]
    way = ("--games", "2", "--level", "beginner", "--first", "zero", "--mode", "perfect", "--seed", seed)
    again = log_lines(*way, "--screen", "1")
    assert [line for line in again if line.startswith("seed")] == re.findall("^seed.*", result.stdout, re.MULTILINE)


def test_the_prompt_takes_defaults_from_the_other_options():
    result = ask(
        "\n" * 6, "--replay", "77", "--level", "beginner", "--games", "4", "--mode", "random", "--first", "1"
    )
    assert re.findall(r"\[(.*?)\]", result.stderr) == ["4", "9-9-10", "1", "0", "77", "2"]
    way = ("--level", "beginner", "--mode", "random", "--first", "zero")
    assert result.stdout.splitlines() == log_lines("--replay", "77", *way)


def test_the_prompt_asks_again_after_a_wrong_answer():
    wrong = "0\nmany\n2\n9-9\n9-9-100\n9-9-10\n2\n0\nbest\n1\n1e3\n99999999999999999999\n5\n3\n0\n"
    result = ask(wrong)
    assert result.exit_code == 0
    assert result.stdout.startswith("seed 5 ")
    for message in (
        "games must be at least 1, not 0",
        "games must be a whole number such as 500, 1e6, 1_000_000 or 100k, not 'many'",
        "unknown level '9-9'",
        "100 mines do not fit in 81 cells",
        "a start is a number from 0 to 1 or one of human, zero, not '2'",
        "or one of random, smart, perfect, not 'best'",
        "a whole number is needed, not '1e3'",
        "seed must fit in 64 bits",
        "a number from 0 to 2 is needed, not '3'",
    ):
        assert message in result.stderr


@pytest.mark.parametrize(("answers", "question"), [("", "Number of games"), ("5\n\nx\n", "Reveal zeros")])
def test_the_prompt_stops_at_the_end_of_the_input(answers, question):
    result = ask(answers)
    assert result.exit_code == 2
    assert result.stdout == ""
    last = result.stderr.splitlines()[-1]
    assert last.startswith("sapper: error: the input ended at the question")
    assert question in last


def test_the_prompt_reads_a_pipe_of_any_bytes():
    result = run_process("reference", "smartguess", "--prompt", stdin=b"\xff\n1\n\n\n\n9\n0")
    assert result.returncode == 0
    assert b"games must be a whole number" in result.stderr
    assert result.stdout.startswith(b"seed 9 ")


EXAMPLES = [  # the boards of the document, and what it says about them
    ("1##/abc/#2#", 2, ("rule_3", {(1, 2)}, True)),
    ("ab##/2c5d/efgh", 5, ("rule_3", {(1, 3), (2, 2), (2, 3)}, True)),
    ("1##/abc/#1#", 1, ("rule_4", {(1, 2)}, False)),
    ("abc#/#33#/def#", 3, ("rule_4", {(0, 0), (2, 0)}, False)),
    ("abcde/f121g/hijkl", 2, ("rule_5", {(0, 2), (2, 2)}, False)),
]


@pytest.mark.parametrize(("text", "mines", "expected"), EXAMPLES, ids=str)
def test_the_rules_on_the_documents_own_boards(text, mines, expected):
    board, _ = read_lettered(text, mines=mines)
    use = log_board(board).uses[0]
    assert (use.rule, set(use.cells), use.mine) == expected
    told = json.loads(run("reference", "smartguess", text, "--mines", mines, "--json").stdout)
    assert told["rules"][0]["rule"] == expected[0]
    assert {tuple(cell) for cell in told["rules"][0]["cells"]} == expected[1]


@pytest.mark.parametrize("mode", smartguess.MODES)
def test_the_log_of_a_board_ends_with_the_move_of_the_strategy(mode):
    guesses = 0
    for seed in sapper.game_seeds(4, 40):
        log = log_game(mode, "zero", seed=seed, level="9x9/14")
        for stage in log.stages[:-1]:
            # Flags are opinions to a board; without them the strategy finds the mines again.
            rows = np.where(stage.board.cells == sapper.View.FLAG, sapper.View.HIDDEN, stage.board.cells)
            board = sapper.Board.from_rows(rows, mines=14)
            told = log_board(board, mode)
            choice = sapper.choose(board, f"smartguess,mode={mode}")
            assert (told.guess is not None) == choice.is_guess
            for use in told.uses:
                assert all((cell in log.layout.mines) == use.mine for cell in use.cells)
            if told.guess is None:
                assert told.cell not in log.layout.mines
            else:
                assert told.cell == told.guess.cell == choice.cell
                guesses += 1
    assert guesses > 10


def test_single_clues_are_in_the_log_of_a_board():
    shown = log_lines("1x4:1:1a1a")
    assert shown[1].startswith("rule 2 at 0,0: flag 0,1")
    assert shown[2].startswith("rule 1 at 0,2: clear 0,3")
    assert shown[3] == "reveals 0,3, which is safe"


def test_boards_that_have_no_log():
    check_refused(run("reference", "smartguess", "1##/abc/#2#"), "number of mines")
    check_refused(
        run("reference", "smartguess", "1##/abc/#2#", "--mines", "1"),
        "the 2 at 2,1 needs at least 2 mines, but the board has 1",
    )
    check_refused(run("reference", "smartguess", "no_such_file.txt"), "no_such_file.txt")
    check_refused(run("reference", "smartguess", "1x4:1:1a1a", "--game", "1"), "a board is not played")
    check_refused(run("reference", "smartguess", "--mines", "5"), "--mines is for a board")
