"""The benchmarks of play run, and the recorded games of other solvers are on the same boards."""

import importlib
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sapper
from sapper import _engine
from sapper.base.threads import count_cores

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def run(*arguments):
    command = [sys.executable, "-W", "error", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, cwd=BENCHMARKS)


def test_play_measures_every_row():
    result = run("play.py", "--quick")
    assert (result.returncode, result.stderr) == (0, "")
    for row in (
        "| expert, zero (3,3)       | `safest` ",
        "| expert, safe (0,0)       | `best` ",
        "| beginner, zero (2,2)     | `best` ",
        "a Python function: games a second",
        "safest, run in a folder: memory",
        "Against Hill's Java solver, pair by pair",
    ):
        assert row in result.stdout
    assert "safest: two threads against one" in result.stdout or count_cores() < 2


def test_every_idea_is_weighed():
    result = run("ideas.py", "--quick")
    assert (result.returncode, result.stderr) == (0, "")
    assert "| exact search of areas and endgames " in result.stdout
    assert "| `best@deep` " in result.stdout


def test_efficiencies_are_compared_and_estimated(tmp_path):
    result = run("efficiency.py", "--compare", "efficient", "efficient,finish=0", "--games", "60", "--luck-free")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"^expert  efficient,finish=0  .* points more -0\.\d+ ± 0\.\d+ ", result.stdout, re.MULTILINE)
    sapper.simulate("expert", games=40, seed=1, strategy="efficient", folder=tmp_path / "run", threads=1)
    result = run("efficiency.py", "--folder", tmp_path / "run", "--games", "60")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"^points more than efficient +0\.00 ± 0\.00$", result.stdout, re.MULTILINE)
    assert len(set(re.findall(r"^eff\S+(?: on 60 boards)? +(1\d\d\.\d\d) ", result.stdout, re.MULTILINE))) == 1


def test_first_guesses_are_played_out_for_long():
    result = run("first_guesses.py", "--rollouts", "2")
    assert (result.returncode, result.stderr) == (0, "")
    row = re.compile(r"^\| (\d) \| \(\d+, \d+\) \| 0\.\d+ \| (\(\d+, \d+\)) \| 0\.\d+ \|$", re.MULTILINE)
    told = row.findall((BENCHMARKS.parent / "docs" / "play.md").read_text())
    assert [number for number, _ in told] == ["1", "2", "3"]
    assert row.findall(result.stdout) == told, "the usual cells are those of the document"


def test_luck_free_games_are_compared_with_wins():
    result = run("luck_free.py", "--games", "20")
    assert (result.returncode, result.stderr) == (0, "")
    assert "| `lookahead` | `safest` | " in result.stdout
    result = run("luck_free.py", "--agreement", "--share", "10000")
    assert (result.returncode, result.stderr) == (0, "")
    assert "| torus:8x8/12 | none (0,0) | `random` | 30 | " in result.stdout
    result = run("luck_free.py", "--expert", "--share", "20000")
    assert (result.returncode, result.stderr) == (0, "")
    assert (
        len(re.findall(r"^\| expert, zero \(3,3\) .* \d+\.\d+ % ± \d+\.\d+ +\|$", result.stdout, re.MULTILINE)) == 7
    )
    assert re.search(r"\| `best` +\| 54\.\d+ % ± 0\.\d+ +\| 3 +\| [+-]\d\.\d+ ± \d+\.\d+ +\|", result.stdout)


@pytest.mark.parametrize("rule", ["none", "safe"])
def test_no_player_is_above_the_ceiling(rule):
    result = run("ceiling.py", "--exact", "4x4/4", "4x4/5", "--first-click", rule)
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()[2:]
    assert len(lines) == 2
    for line in lines:
        optimum, *bounds = (float(share) for share in re.findall(r"(\d+\.\d\d) % ", line))
        assert optimum <= min(bounds) < 100


def test_forced_guesses_are_the_same_after_moving_their_mines(monkeypatch):
    """Moving the mine of a pair that counts changes no number that can be seen, and none of the pairs that count."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    ceiling = importlib.import_module("ceiling")
    promised = ceiling.promise(8, 12, "safe", (4, 6))
    boards = next(ceiling.deal(promised, 24, 4000, np.random.default_rng(5)))

    def numbers(board, pair):
        wide = np.pad(board.astype(int), 1)
        around = sum(np.roll(wide, step, (0, 1)) for step in ceiling.neighbours(0, 0))[1:-1, 1:-1]
        around[board] = -1
        around[pair[:2]] = around[pair[2:]] = 0
        return around

    seen = set()
    for board, forced in zip(boards, ceiling.find_forced(boards, promised), strict=True):
        seen.add(len(forced))
        for pair in forced:
            moved = board.copy()
            ceiling.exchange(moved, pair)
            assert not moved[promised].any()
            assert np.array_equal(numbers(board, pair), numbers(moved, pair))
            assert ceiling.find_forced(moved[None], promised) == [forced]
    assert seen >= {0, 1, 2}


def test_rectangles_say_nothing_of_each_other(monkeypatch):
    """Whatever mines a rectangle has, the player is told the same about the others."""
    monkeypatch.syspath_prepend(BENCHMARKS)
    ceiling = importlib.import_module("ceiling")
    dice = np.random.default_rng(3)
    for place in ceiling.PLACES:
        level = sapper.Level.parse(place.level)
        promised = ceiling.promise(level.rows, level.cols, place.first_click, place.start)
        rectangles = ceiling.cut(place.heights, place.widths)
        assert {side.stop for side, _ in rectangles} >= {level.rows}
        assert {side.stop for _, side in rectangles} >= {level.cols}
        board = next(ceiling.deal(promised, level.mines, 1, dice))[0]
        told = [ceiling.tell(board, promised, one) for one in rectangles]
        for changed in rectangles:
            other = board.copy()
            other[changed] = dice.permutation(other[changed].ravel()).reshape(other[changed].shape)
            for one, text in zip(rectangles, told, strict=True):
                assert one is changed or ceiling.tell(other, promised, one) == text


def test_a_rectangle_of_the_whole_board_is_worth_the_optimum(monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)
    ceiling = importlib.import_module("ceiling")
    nothing = ceiling.promise(4, 4, "none", (0, 0))
    board = next(ceiling.deal(nothing, 4, 1, np.random.default_rng(1)))
    found = sapper.optimum("4x4/4", first_click="none")
    assert ceiling.worth_of_rectangles(board, nothing, ceiling.cut((4,), (4,))) == [found.wins / found.total]


def test_the_ceiling_is_estimated():
    result = run("ceiling.py", "--layouts", "40")
    assert (result.returncode, result.stderr) == (0, "")
    assert len(re.findall(r"\| 40 +\| \d+\.\d\d % ± \d+\.\d\d +", result.stdout)) == 8


def test_environments_are_measured():
    result = run("rl.py", "--quick", "--skip-jumanji")
    assert (result.returncode, result.stderr) == (0, "")
    assert "| Sapper, probabilities and safe cells " in result.stdout
    assert "Sapper against plain Python: " in result.stdout


def test_starts_are_measured():
    result = run("start.py")
    assert (result.returncode, result.stderr) == (0, "")
    assert [line.rpartition(" ")[2] for line in result.stdout.splitlines()] == ["pass", "--version", "--help"]


def test_two_builds_are_compared():
    result = run("sides.py", sys.executable, "--rounds", "1", "--rows", "hints")
    assert (result.returncode, result.stderr) == (0, "")
    name, other, _, this, _, ratio = result.stdout.split()
    assert (name, float(ratio)) == ("hints", pytest.approx(float(this) / float(other), abs=0.02))


def test_play_refuses_a_row_that_is_none():
    result = run("play.py", "--quick", "--rows", "safest", "--games", "worst=3")
    assert (result.returncode, result.stderr) == (1, "there is no row 'worst' of games\n")


def test_play_refuses_to_use_no_core():
    result = run("play.py", "--quick", "--rows", "safest", "--threads", 0)
    assert result.returncode == 2
    assert result.stderr.endswith("--threads is a whole number above 0, not 0\n")


def test_the_page_on_strategies_has_every_setting():
    page = (BENCHMARKS.parent / "docs" / "strategies.md").read_text(encoding="utf-8")
    for name in _engine.strategy_settings("best", "normal"):
        assert f"\n| `{name}` | " in page, f"docs/strategies.md does not explain {name}"
    assert run("budgets.py", "--check").returncode == 0, "run benchmarks/budgets.py to renew its table of budgets"


@pytest.mark.parametrize(("rule", "start", "wins"), [("zero", (3, 3), [16241, 54453]), ("safe", (0, 0), [12394])])
def test_recorded_games_are_those_of_our_seeds(rule, start, wins):
    """The reader rejects games of other boards."""
    code = f"print([int(span.won.sum()) for span in read_record({rule!r}, {start!r}).spans])"
    result = run("-c", f"from solvers import read_record; {code}")
    assert result.stdout == f"{wins}\n", result.stderr


def test_totals_give_the_difference_on_more_games():
    """One side alone wins 130 of the 130,000 recorded boards, so 300 of 300,000 are expected."""
    code = (
        "import numpy as np; from solvers import read_record; record = read_record('zero', (3, 3));"
        "blocks = lambda won: won[: len(won) // 10_000 * 10_000].reshape(-1, 10_000).sum(axis=1).tolist();"
        "pair_all = lambda won: record.pair_all(record.pair(won), blocks(won));"
        "won = np.zeros(record.all_games, bool); one, other = record.spans;"
        "won[:30_000] = one.won; won[100_000:200_000] = other.won;"
        "won[np.flatnonzero(~one.won)[:50]] = 1; won[np.flatnonzero(other.won)[:80] + 100_000] = 0;"
        "won[30_000:100_000][: record.all_wins + 40 - won.sum()] = 1;"
        "won[200_000:][: record.all_wins + 40 - won.sum()] = 1;"
        "found, pairs = pair_all(won), record.pair(won); fewer = record.pair(won[:100_001]);"
        "part = pair_all(won[:-1]); told = pair_all(won[:39_999]);"
        "print(found.games, found.only_first, found.only_second, part.games);"
        "print(part.only_first - part.only_second == won[:290_000].sum() - sum(record.block_wins[:29]), told.games);"
        "rest = record.pair(won[120_000:], first=120_001) + record.pair(won[:120_000]);"
        "print(pairs.games, pairs.only_first, pairs.only_second, fewer.games, fewer.only_second, rest == pairs)"
    )
    assert run("-c", code).stdout == "300000 170 130 290000\nTrue 0\n130000 50 80 30001 0 True\n"


def test_a_row_is_taken_from_the_folder_of_a_run(tmp_path):
    sapper.simulate("expert", games=120, seed=1, strategy="safest", start=(3, 3), folder=tmp_path / "run")
    row = ("play.py", "--quick", "--rows", "safest", "--games", "safest=30")
    result = run(*row, "--folder", f"safest={tmp_path / 'run'}")
    assert (result.returncode, result.stderr) == (0, "")
    played = run(*row[:-1], "safest=120")
    rates, differences = r"\d+\.\d+ % ± \d+\.\d+", r"\S+ ± \S+ points on 120 pairs"
    for pattern in (rates, differences):
        assert re.findall(pattern, result.stdout) == re.findall(pattern, played.stdout) != []
    for wrong in (f"lookahead={tmp_path / 'run'}", "safest", f"no={tmp_path}"):
        result = run("play.py", "--quick", "--rows", "lookahead", "--games", "1", "--folder", wrong)
        assert result.returncode == 1
        assert "holds another run" in result.stderr or "names a row" in result.stderr


def test_the_picture_is_drawn(tmp_path):
    code = (
        "from pathlib import Path; from match import play_match; from play_picture import draw_play;"
        "rows = ('safest', 'lookahead', 'safe:lookahead');"
        f"draw_play([play_match(name, 20) for name in rows], Path({str(tmp_path)!r}))"
    )
    assert run("-c", code).stderr == ""
    drawn = {f"{name}-{ink}.png" for name in ("play", "play-safe") for ink in ("light", "dark")}
    assert {path.name for path in tmp_path.iterdir()} == drawn


def test_the_load_of_players_is_measured_and_nothing_is_lost():
    result = run("web_load.py", "--players", 4, "--rate", 40, "--seconds", 2)
    assert (result.returncode, result.stderr) == (0, "")
    assert "met    no acknowledged move lost: 0 of" in result.stdout
    assert "as fast as they can: " in result.stdout


def test_the_attack_reaches_every_kind_and_the_probe_names_what_ran():
    result = run("web_load.py", "--players", 4, "--rate", 20, "--seconds", 2, "--attack", "--probe")
    assert "met    no failed move: 0" in result.stdout
    assert "callbacks over 5 ms: " in result.stdout
    kinds = re.findall(r"^  (\w+) +(\d+) +(\d+) +0$", result.stdout, re.MULTILINE)
    assert len(kinds) == 11, result.stdout
