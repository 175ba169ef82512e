"""Strategies by name, and games played by a Python function: what it sees, and what it may return."""

import gc
import math
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sapper
from sapper import _engine
from sapper.game.game import Game
from sapper.game.layout import FirstClick, Layout
from sapper.game.moves import read_moves, write_moves
from sapper.play.player import KINDS, play_games
from sapper.play.strategy import Strategy
from sapper.run.gallery.entries import ENTRIES, OWN_FAMILY

BEGINNER = sapper.LEVELS["beginner"]
PYTHON = Strategy.parse(lambda analysis: analysis.safest_cells[0])

MODULE = """
def choose(analysis, *, depth=1):
    return analysis.safest_cells[-1 if depth > 1 else 0]


def broken(analysis):
    return (99, 99)


number = 7
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A user's module in the current folder."""
    (tmp_path / "own_strategy.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    sys.modules.pop("own_strategy", None)


def test_text_round_trips(own):
    for text in (
        "safest",
        "safest@deep,endgame_worlds=9",
        "own_strategy",
        "own_strategy:choose",
        "own_strategy,depth=2",
        "own_strategy,depth=0.5",
    ):
        assert str(Strategy.parse(text)) == text
        assert Strategy.parse(Strategy.parse(text)) == Strategy.parse(text)


def test_settings_reach_the_function(own):
    first = sapper.simulate("9x9/20", games=5, strategy="own_strategy").table["moves"]
    last = sapper.simulate("9x9/20", games=5, strategy="own_strategy,depth=2").table["moves"]
    assert first != last


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("", "unlike ''"),
        ("no_such_thing", "unknown strategy 'no_such_thing': it is one of"),
        ("no.such.thing", "unknown strategy 'no.such.thing'"),
        ("safest@much", "'safest@much': unknown budget 'much': it is one of fast, normal, deep, record"),
        ("safest,depth=1", "'safest,depth=1': unknown setting 'depth': it is one of endgame_worlds, endgame_nodes"),
        ("safest,rollouts=1", "unknown setting 'rollouts': it is one of endgame_worlds, endgame_nodes"),
        ("random,rollouts=1", "unknown setting 'rollouts': the strategy has none"),
        ("best,rollouts=2.5", "'rollouts' must be a whole number from 0 to a billion, unlike 2.5"),
        ("best,rollouts=many", "'rollouts' must be a whole number from 0 to a billion, unlike 'many'"),
        ("best,rollouts=-1", "'rollouts' must be a whole number from 0 to a billion, unlike -1"),
        (
            "best,endgame_worlds=1e10",
            r"'endgame_worlds' must be a whole number from 0 to a billion, unlike 1e\+10",
        ),
        ("best,stake=1e300", r"'stake' must be a number from 0 to a billion, unlike 1e\+300"),
        ("superloc,plus=maybe", "'plus' must be one of off, on, unlike 'maybe'"),
        ("superloc,plus=2", "'plus' must be one of off, on, unlike 2"),
        ("superloc,plus=0.5", "'plus' must be one of off, on, unlike 0.5"),
        ("smartguess,mode=3", "'mode' must be one of random, smart, perfect, unlike 3"),
        ("own_strategy:missing", "no function 'missing'"),
        ("own_strategy:number", "no function 'number'"),
        ("own_strategy@deep", "no budget"),
        ("own_strategy,depth", "name=value, unlike 'depth'"),
        ("own_strategy,depth=x", "a number, unlike 'x'"),
        ("own_strategy,depth=inf", "a number, unlike 'inf'"),
        ("own_strategy,depth=1,depth=2", "'depth' is given twice"),
        ("own_strategy,width=1", "unexpected keyword argument 'width'"),
        ("safest best", "unlike 'safest best'"),
        (7, "not 7"),
    ],
)
def test_bad_names_are_quoted(own, text, quoted):
    with pytest.raises(sapper.InputError, match=quoted):
        Strategy.parse(text)


def test_a_module_that_fails_to_import_says_why(own):
    (own / "half_done.py").write_text("import no_such_package\n")
    with pytest.raises(sapper.InputError, match=r"'half_done' cannot be imported.*no_such_package"):
        Strategy.parse("half_done")


@pytest.mark.parametrize("fault", ["raise RuntimeError('boo')", "raise ValueError('boo')", "import boo"])
def test_a_package_that_fails_to_import_says_why(own, fault):
    """Of a module inside it as well."""
    (own / "half_package").mkdir()
    (own / "half_package" / "__init__.py").write_text(fault + "\n")
    (own / "half_package" / "own_strategy.py").write_text(MODULE)
    for name in ("half_package", "half_package.own_strategy"):
        with pytest.raises(sapper.InputError, match=rf"'{name}' cannot be imported.*boo"):
            Strategy.parse(name)


def test_a_change_of_the_source_shows(own):
    before = Strategy.parse("own_strategy").source
    (own / "own_strategy.py").write_text(MODULE + "# changed\n")
    assert before is not None
    assert Strategy.parse("own_strategy").source != before


def reachable(root: object) -> list[object]:
    """Everything that can be reached from an object without going through modules, classes or functions."""
    seen, todo = {}, [root]
    skipped = (type, type(sys), type(reachable), type(len))
    while todo:
        thing = todo.pop()
        if id(thing) not in seen and not isinstance(thing, skipped):
            seen[id(thing)] = thing
            todo += gc.get_referents(thing)
    return list(seen.values())


def test_a_strategy_cannot_reach_the_layout():
    looked = []

    def choose(analysis):
        assert isinstance(analysis, sapper.Analysis)
        things = reachable(analysis)
        looked.append(len(things))
        for thing in things:
            assert not isinstance(thing, (Layout, Game, _engine.Layout, _engine.Game)), thing
        return analysis.safest_cells[0]

    sapper.simulate("beginner", games=20, strategy=choose)
    assert looked


@pytest.mark.parametrize(
    "answer",
    [
        None,
        (0,),
        (0, 0, 0),
        (99, 0),
        (-1, 0),
        "ab",
        "88",
        (0.5, "x"),
        (8.7, 8),
        (math.inf, 0),
        (10**30, 0),
        (True, False),
        (2, 2),
    ],
    ids=str,
)
def test_what_is_no_hidden_cell_is_quoted(answer):
    """(2, 2) is the start and revealed already."""
    with pytest.raises(sapper.InputError, match=r"which is no hidden cell of 9x9:20:.* \(seed \d+\)") as caught:
        sapper.simulate("9x9/20", games=5, strategy=lambda _: answer)
    assert repr(answer) in str(caught.value)


def test_numpy_cells_are_cells():
    run = sapper.simulate("9x9/20", games=3, strategy=lambda a: np.argwhere(a.mine_probability < 1)[0])
    assert run.games == 3


def test_what_the_function_raises_passes():
    def choose(_):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        sapper.simulate("9x9/20", games=5, strategy=choose)


# Strategies that estimate chances themselves and may guess a certain cell.
ESTIMATING = {"automine", "smartguess"}


@pytest.mark.parametrize("strategy", [*_engine.strategy_names(), PYTHON], ids=str)
def test_the_columns_of_a_game_agree_with_a_replay(strategy):
    level = sapper.Level(12, 12, 24)
    seeds = sapper.game_seeds(5, 40)
    played = play_games(level, (2, 2), sapper.FirstClick.SAFE, seeds, Strategy.parse(strategy), threads=2)
    assert 0 < played.won.sum() < 40
    for i, seed in enumerate(seeds):
        game = Game(Layout.from_seed(level, seed=seed, start=(2, 2), first_click="safe"))
        text = played.moves[played.moves_first[i] : played.moves_first[i + 1]].decode()
        cells = read_moves(text, level)
        assert cells[0] == (2, 2)
        guessed = played.guess_click[played.guess_first[i] : played.guess_first[i + 1]]
        odds = played.guess_odds[played.guess_first[i] : played.guess_first[i + 1]]
        for number, cell in enumerate(cells):
            safe = 1 - sapper.analyze(game.board).mine_probability[cell] if number else 1
            if number in guessed and strategy not in ESTIMATING:
                assert safe == pytest.approx(odds[list(guessed).index(number)])
            elif number in guessed:
                assert 0 <= odds[list(guessed).index(number)] <= 1
            else:
                assert safe == 1
            assert game.reveal(cell)
        assert (game.status == "won") == played.won[i]
        assert game.status != "playing"
        assert game.clicks == played.clicks[i] == len(cells)
        assert np.count_nonzero(game.board.cells >= 0) == played.revealed[i]


def test_effort_by_hand():
    """Two openings, and a cell between mines that neither opens."""
    level = sapper.Level(1, 9, 2)

    def seed_of(mines):
        return next(s for s in range(9999) if Layout.from_seed(level, seed=s, first_click="none").mines == mines)

    seeds = [seed_of([(0, 3), (0, 5)]), seed_of([(0, 0), (0, 1)])]
    played = play_games(level, (0, 8), sapper.FirstClick.NONE, seeds, PYTHON, threads=1)
    assert played.openings.tolist() == [2, 1]
    assert played.bbbv.tolist() == [3, 1]


@pytest.mark.parametrize("first_click", ["none", "safe", "zero", "drawn", "moved"])
def test_engine_and_python_agree_on_the_layouts(first_click):
    options = {"games": 60, "first_click": first_click, "start": (4, 4)}
    engine, python = (
        sapper.simulate("13x9/20", strategy=strategy, **options).table for strategy in ("safest", PYTHON)
    )
    for name in ("game", "seed", "openings", "bbbv"):
        assert engine[name] == python[name]
    assert engine.schema == python.schema


@pytest.mark.parametrize("strategy", ["safest", PYTHON], ids=str)
def test_a_start_that_may_be_mined_is_a_guess(strategy):
    run = sapper.simulate("9x9/20", games=30, first_click="none", strategy=strategy)
    rows = run.table.to_pylist()
    assert all(row["guess_kinds"][0] == "start" and row["guess_clicks"][0] == 0 for row in rows)
    assert all(row["guess_odds"][0] == pytest.approx(61 / 81) for row in rows)
    dead_at_once = [row for row in rows if row["clicks"] == 1 and not row["won"]]
    assert dead_at_once
    assert all((row["died_row"], row["died_col"], row["progress"]) == (0, 0, 0.0) for row in dead_at_once)


@pytest.mark.parametrize("level", ["1x1/0", "64x64/3", "65x64/3", "1x4097/5"])
def test_moves_round_trip(level):
    size = sapper.Level.parse(level)
    cells = [(0, 0), (size.rows - 1, size.cols - 1), (size.rows // 2, size.cols // 3)]
    assert read_moves(write_moves(cells, size), size) == cells


@pytest.mark.parametrize(("text", "quoted"), [("A", "1 digits"), ("A!", "'!'"), ("__", "'__'")])
def test_bad_moves_are_quoted(text, quoted):
    with pytest.raises(sapper.InputError, match=quoted):
        read_moves(text, BEGINNER)


@pytest.mark.parametrize("settings", ["endgame_worlds=10", "endgame_worlds=500,endgame_nodes=0"])
def test_settings_at_the_edge_play(settings):
    for level in ("6x7/8", "8x8/20"):
        assert sapper.simulate(level, games=50, strategy=f"safest,{settings}").games == 50


def test_settings_have_types():
    settings = Strategy.parse("superloc,linked=new,plus=off,worlds=9,threshold=1").engine_settings
    assert [settings[name] for name in ("linked", "plus", "worlds", "threshold", "early")] == [2, False, 9, 1, True]
    assert [type(settings[name]) for name in ("linked", "plus", "worlds", "threshold")] == [int, bool, int, float]
    assert Strategy.parse("superloc,linked=2,plus=0,worlds=9.0,threshold=1").engine_settings == settings


@pytest.mark.parametrize("name", _engine.strategy_names())
def test_a_registration_is_enough(name):
    """Python reads the name, the settings and the reasons of a strategy from the engine."""
    told = _engine.describe_strategy(name)
    assert told.name == str(Strategy.parse(name)) == name
    assert told.name in {Strategy.parse(entry.strategy).name for entry in ENTRIES if entry.family == told.family}
    docs = Path(__file__).parents[2] / "docs"
    page, references = ((docs / f"{name}.md").read_text(encoding="utf-8") for name in ("strategies", "references"))
    assert f"`{name}`" in page
    for setting in told.settings:
        if told.family == OWN_FAMILY:
            assert f"\n| `{setting.name}` | {setting.description} |\n" in page
        else:
            assert f"`{setting.name}" in references
            assert setting.description
    assert {setting.name for setting in told.settings} == set(Strategy.parse(name).engine_settings)
    assert set(told.reasons) <= set(KINDS)
    played = play_games(
        BEGINNER, (0, 0), sapper.FirstClick.NONE, sapper.game_seeds(1, 50), Strategy.parse(name), threads=1
    )
    assert {KINDS[kind] for kind in played.guess_kind} <= set(told.reasons)
    assert list(played.counters) == told.counters


def test_every_kind_of_guess_says_what_it_means():
    kinds = _engine.guess_kinds()
    assert (*kinds, "python") == KINDS
    assert all(kinds.values())


def test_a_function_is_asked_at_guesses_only_and_sees_the_board():
    """Every board it gets is that of its game at that click, and has no certain cell."""
    seen = []

    def choose(analysis):
        assert not analysis.safe_cells
        seen.append(analysis.board)
        return analysis.safest_cells[-1]

    level, seeds = sapper.Level(10, 12, 28), sapper.game_seeds(5, 40)
    played = play_games(level, (3, 3), FirstClick.SAFE, seeds, Strategy.parse(choose), threads=1)
    boards = iter(seen)
    for i, seed in enumerate(seeds):
        game = Game(Layout.from_seed(level, seed=seed, start=(3, 3), first_click="safe"))
        clicks = played.guess_click[played.guess_first[i] : played.guess_first[i + 1]].tolist()
        moves = played.moves[played.moves_first[i] : played.moves_first[i + 1]].decode()
        for click, cell in enumerate(read_moves(moves, level)):
            if click in clicks:
                assert next(boards) == game.board
            elif click:
                assert cell in sapper.analyze(game.board).safe_cells
            game.reveal(cell)
        assert (game.status == "won") == played.won[i]
    assert next(boards, None) is None


def test_a_function_plays_as_the_strategy_it_asks():
    seeds = sapper.game_seeds(2, 30)
    asking = Strategy.parse(lambda analysis: sapper.choose(analysis, "lookahead", candidates=False).cell)
    own, other = (
        play_games(sapper.Level(9, 9, 18), (2, 2), FirstClick.ZERO, seeds, strategy, threads=1)
        for strategy in (asking, Strategy.parse("lookahead"))
    )
    assert own.moves == other.moves
    assert own.guess_odds.tolist() == pytest.approx(other.guess_odds.tolist())


PLAY_IN_ORDER = """
import sys
from sapper import FirstClick, Level, game_seeds
from sapper.play.player import play_games
from sapper.play.strategy import Strategy

level, strategy = Level.parse(sys.argv[1]), Strategy.parse(sys.argv[2])
for place in sys.argv[3:]:
    played = play_games(level, (0, 0), FirstClick.SAFE, [game_seeds(5, 30)[int(place)]], strategy, threads=1)
    print(place, played.moves.decode(), played.nodes[0], *played.guess_click[:1])
"""


# Areas that two guesses of a game share are valued once, which many rollouts on a small board show.
@pytest.mark.parametrize(
    ("level", "strategy"),
    [("12x12/28", "best,rollouts=20,careful=20"), ("9x9/16", "best,rollouts=400,careful=200")],
)
def test_moves_kept_for_other_games_are_those_found_alone(level, strategy):
    def play(places):  # in a process of its own, because all games of a process share what is kept
        told = [sys.executable, "-c", PLAY_IN_ORDER, level, strategy, *map(str, places)]
        lines = subprocess.run(told, check=True, capture_output=True, text=True).stdout.splitlines()
        return {int(place): rest for place, *rest in map(str.split, lines)}

    games = play(range(30))
    assert play(reversed(range(30))) == games
    assert play([29]) == {29: games[29]}
    # Many games meet the position of another one after the first click, and make the same guess there.
    second = [moves[2:4] for moves, _, *guess in games.values() if guess == ["1"]]
    assert len(second) > 10
    assert len(set(second)) < len(second) / 2
