"""Every answer of the JavaScript package equals that of the Python package, number by number.

Node answers one batch of tasks; Python answers the same ones.
"""

from __future__ import annotations

import json
import math
import subprocess
from pathlib import Path

import numpy as np
import pytest

import sapper
from sapper import Board, FirstClick, Game, InputError, Layout, Level, Shape, View
from sapper.bench.boards import lattice_position, random_position, stuck_position
from sapper.board.sizes import SHAPE_LEVELS
from sapper.play.player import KINDS, play_games
from sapper.play.strategy import Strategy

HERE = Path(__file__).parent
MODULE = HERE.parents[1] / "build" / "npm" / "src" / "sapper.wasm"

SHAPES = [
    "1x1", "5x7", "square4:4x5", "knight:5x6", "torus:3x4", "cylinder:2x3", "hex:5x4", "hexagon:4",
    "tri:5x6", "tri3:4x5",
    "box:3x2x4", "box:2x3x2x2", "cube:3",
    "globe:12", "globe:32", "globe:42", "globe:72", "globe:60", "globe:80", "globe:140",
]  # fmt: skip
SHAPED = [
    "hex:9x9/15", "tri:8x12/16", "tri3:6x8/9", "torus:9x9/14", "cylinder:9x9/14", "square4:8x8/12",
    "knight:6x7/8", "hexagon:5/9", "box:4x4x4/12", "cube:4/14", "globe:92/15", "globe:80/8",
]  # fmt: skip
STRATEGIES = [
    "random", "safest", "safest,endgame_worlds=50,endgame_nodes=500", "lookahead", "best@fast",
    "efficient", "superloc", "smartguess", "matrix", "automine",
]  # fmt: skip


class Batch:
    """Tasks for Node, each with the function that checks its answer."""

    def __init__(self):
        self.tasks, self.checks = [], []

    def add(self, check, task, **what):
        self.tasks.append({"task": task, **what})
        self.checks.append(check)

    def run(self):
        assert MODULE.exists(), "the module is not built: make wasm"
        done = subprocess.run(
            ["node", HERE / "ask.mjs"], input=json.dumps(self.tasks), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        answers = json.loads(done.stdout)
        assert len(answers) == len(self.tasks)
        for task, check, answer in zip(self.tasks, self.checks, answers, strict=True):
            assert "error" not in answer, (task, answer)
            check(answer["value"])


def number(board_or_shape, cells):
    shape = board_or_shape.shape if isinstance(board_or_shape, Board) else board_or_shape
    return [shape.number(cell) for cell in cells]


def sent(board):
    return {
        "shape": str(board.shape),
        "views": board.cells.ravel().tolist(),
        "mines": board.mines,
        "density": board.density,
    }


def floats(array):
    """As JSON has them: None for NaN."""
    return [None if math.isnan(value) else value for value in np.ravel(array).tolist()]


def marked(board):
    """The board with a flag, a question mark and a known mine."""
    analysis = sapper.analyze(board)
    cells = [*analysis.mine_cells[:2], *analysis.frontier[:1]]
    views = (View.FLAG, View.MINE, View.QUESTION)
    return board.replace(dict(zip(cells, views, strict=False)))


def boards():
    played = [
        random_position(level, seed=seed, share=seed / 6)
        for level in ("beginner", "9x9/20", "expert")
        for seed in (1, 3, 5)
    ]
    stuck = [stuck_position(level, seed=seed) for level in ("beginner", "intermediate", "expert") for seed in (1, 2)]
    shaped = [shaped_position(level, seed) for seed, level in enumerate(SHAPED)]
    dense = [Board.from_rows(board.cells, density=0.2) for board in (played[0], stuck[1])]
    return [*played, *stuck, *shaped, *dense, marked(played[4]), lattice_position(9, mines=16, seed=2)]


def shaped_position(level, seed):
    layout = Layout.from_seed(level, seed=seed)
    game = Game(layout)
    for cell in (layout.start, *layout.shape.cells[::5]):
        if cell not in layout.mines:
            game.reveal(cell)
    return game.board


def test_analyses():
    batch = Batch()
    for board in boards():
        analysis = sapper.analyze(board)
        unsure = [cell for cell in analysis.frontier if 0 < analysis.mine_probability_of(cell) < 1]
        cells = [*unsure[:1], *analysis.floating[:1], *unsure[-1:]]
        batch.add(
            lambda answer, analysis=analysis, cells=cells: check_analysis(answer, analysis, cells),
            "analysis",
            board=sent(board),
            cells=number(board, cells),
        )
    batch.run()


def check_analysis(answer, analysis, cells):
    board = analysis.board

    def numbers(names):
        return number(board, names)

    assert answer["probability"] == floats(analysis.mine_probability)
    assert answer["safe"] == numbers(analysis.safe_cells)
    assert answer["mines"] == numbers(analysis.mine_cells)
    assert answer["safest"] == numbers(analysis.safest_cells)
    assert int(answer["worlds"]) == analysis.worlds
    assert answer["dead"] == numbers(analysis.dead_cells)
    assert answer["hidden"] == {"frontier": numbers(analysis.frontier), "floating": numbers(analysis.floating)}
    assert answer["groups"] == [
        {"cells": numbers(group.cells), "clues": numbers(group.clues)} for group in analysis.groups
    ]
    assert answer["components"] == [
        {"cells": numbers(part.cells), "clues": numbers(part.clues), "width": part.width, "states": part.states}
        for part in analysis.components
    ]
    assert answer["sample"] == [world.ravel().astype(int).tolist() for world in analysis.sample(2, seed=5)]
    indices = (0, analysis.worlds // 3, analysis.worlds - 1)
    assert answer["world"] == [analysis.world(index).ravel().astype(int).tolist() for index in indices]
    assert [found["mine"] for found in answer["outcomes"]] == [analysis.outcomes(cell).mine for cell in cells]
    for found, cell in zip(answer["outcomes"], cells, strict=True):
        wanted = analysis.outcomes(cell).numbers
        assert found["numbers"] + [0] * (len(wanted) - len(found["numbers"])) == list(wanted)
    if len(cells) > 1:
        facts = {cells[0]: True} | {cells[1]: False}
        assert answer["joint"] == analysis._handle.solved.probability(analysis._handle.facts(facts), [])
    if board.mines is not None:
        wanted = [analysis.probability_of({cell: 1}, exact=True) for cell in cells]
        assert answer["fractions"] == [[str(one.numerator), str(one.denominator)] for one in wanted]
        steps = answer["techniques"]
        assert {cell for step in steps for cell in (*step["safe"], *step["mines"])} == set(
            numbers(analysis.techniques)
        )
    for cell, proofs in answer["proofs"].items():
        name = board.shape.cells[int(cell)]
        for easiest, found in zip((False, True), proofs, strict=True):
            check_proof(found, analysis.explain(name, easiest=easiest), numbers)


def check_proof(found, proof, numbers):
    assert (found["mine"], found["technique"], found["clues"]) == (proof.mine, proof.technique, numbers(proof.clues))
    assert [found[name] for name in ("counter", "minimal", "smallest")] == [
        proof.counter,
        proof.minimal,
        proof.smallest,
    ]
    assert len(found["steps"]) == len(proof.steps)
    for told, step in zip(found["steps"], proof.steps, strict=True):
        assert (told["technique"], told["safe"], told["mines"]) == (
            step.technique,
            numbers(step.safe),
            numbers(step.mines),
        )
        assert told["clues"] == numbers(step.clues)
        assert [case["cell"] for case in told["cases"]] == numbers([case.cell for case in step.cases])
        assert [area["mines"] for area in told["areas"]] == [list(area.mines) for area in step.areas]
        assert (told["minesLeft"], told["openCells"]) == (step.mines_left, step.open_cells)


def test_values_choices_and_hints():
    batch = Batch()
    small = [stuck_position(level, seed=seed) for level in ("beginner", "6x6/9") for seed in (1, 2, 3)]
    hexagons = shaped_position("hex:5x5/6", 2)
    wide = stuck_position("intermediate", seed=3)
    for board in (*small, hexagons, Board.from_rows(small[0].cells, density=0.15)):
        value = sapper.win_value(board, nodes=2000, worlds=3000, rollouts=20, seed=7)
        batch.add(
            lambda answer, value=value, board=board: check_value(answer, value, board),
            "value", board=sent(board), nodes=2000, worlds=3000, rollouts=20, seed=7,
        )  # fmt: skip
    for board in (*small[:2], hexagons, wide, random_position("beginner", seed=4)):
        hint = sapper.hint(board)
        batch.add(lambda answer, hint=hint, board=board: check_hint(answer, hint, board), "hint", board=sent(board))
        own = [name for name in STRATEGIES if board.shape.is_square or name.partition("@")[0] in OWN]
        for strategy in own:
            choice = sapper.choose(board, strategy, seed=11)
            batch.add(
                lambda answer, choice=choice, board=board: check_choice(answer, choice, board),
                "choice", board=sent(board), strategy=strategy, seed=11,
            )  # fmt: skip
    batch.run()


def test_best_moves_and_candidates():
    batch = Batch()
    few, many = stuck_position("6x6/9", seed=2), stuck_position("beginner", seed=3)
    hexagons = shaped_position("hex:5x5/6", 2)
    dense = Board.from_rows(many.cells, density=0.15)
    flagged = many.replace({sapper.analyze(many).frontier[0]: View.FLAG})
    for board in (few, many, hexagons, dense, flagged, random_position("beginner", seed=4)):
        for strategy, rollouts in (("best", 4), ("safest", 0)):
            if board.mines is None and strategy != "best":
                continue
            move = sapper.best_move(board, strategy, rollouts=rollouts, seed=5)
            batch.add(
                lambda answer, move=move, board=board: check_move(answer, move, board),
                "move",
                board=sent(board),
                strategy=strategy,
                rollouts=rollouts,
                seed=5,
            )
    for board in (few, many, dense):
        report = sapper.analyze(board).explain_guess(rollouts=4, seed=3)
        batch.add(
            lambda answer, report=report, board=board: check_report(answer, report, board),
            "guess",
            board=sent(board),
            rollouts=4,
            seed=3,
        )
    batch.run()


def check_move(answer, move, board):
    assert (answer["cell"], answer["safety"]) == (number(board, [move.cell])[0], move.safety)
    check_value(answer["win"], move.win, board)
    check_candidates(answer["candidates"], move.candidates, board)


def check_report(answer, report, board):
    assert answer["best"] == number(board, [report.best])[0]
    assert (answer["win"] is None) == (report.win is None)
    if report.win is not None:
        check_value(answer["win"], report.win, board)
    check_candidates(answer["candidates"], report.candidates, board)


def check_candidates(found, candidates, board):
    assert [one["cell"] for one in found] == number(board, [one.cell for one in candidates])
    for told, one in zip(found, candidates, strict=True):
        assert (told["safety"], told["progress"], told["areas"]) == (one.safety, one.progress, one.areas)
        assert told["numbers"] == [
            {"number": n.number, "probability": n.probability, "safe": n.safe, "mines": n.mines, "wins": n.wins}
            for n in one.numbers
        ]
        assert (told["win"] is None) == (one.win is None)
        if one.win is not None:
            check_value(told["win"], one.win, board)


OWN = {"random", "safest", "lookahead", "best", "efficient"}


def check_value(answer, value, board):
    assert answer["moves"] == number(board, value.moves)
    match value:
        case sapper.Exact():
            assert (answer["type"], answer["wins"], answer["total"]) == ("exact", value.wins, value.total)
            assert answer["probability"] == float(value.probability)
        case sapper.Bound():
            assert (answer["type"], answer["low"], answer["high"]) == ("bound", value.low, value.high)
        case sapper.Estimate():
            assert (answer["type"], answer["probability"], answer["error"]) == (
                "estimate",
                value.probability,
                value.error,
            )


def check_hint(answer, hint, board):
    assert (answer["safe"], answer["cell"]) == (hint.safe, number(board, [hint.cell])[0])
    assert answer["technique"] == (hint.technique and int(hint.technique))
    if hint.proof is not None:
        check_proof(answer["proof"], hint.proof, lambda cells: number(board, cells))


def check_choice(answer, choice, board):
    assert (answer["cell"], answer["rule"], answer["words"]) == (
        number(board, [choice.cell])[0],
        choice.rule,
        choice.words,
    )
    assert (answer["safety"], answer["win"]) == (choice.safety, choice.win)
    found = {row["cell"]: row for row in answer["candidates"]}
    assert set(found) == set(number(board, [one.cell for one in choice.candidates]))
    for one in choice.candidates:
        row = found[number(board, [one.cell])[0]]
        for name, there in (
            ("progress", "progress"),
            ("game_tree", "gameTree"),
            ("lookahead", "lookahead"),
            ("win", "win"),
            ("games", "games"),
        ):
            assert row[there] == getattr(one, name), name


def test_layouts_and_games():
    batch = Batch()
    for level in ("beginner", "expert", "1x40/9", "box:3x3x3x3/40", *list(SHAPE_LEVELS.values())[::4]):
        for rule in FirstClick:
            start = Level.parse(level).default_start(rule)
            shape = Level.parse(level).shape
            batch.add(
                lambda answer, start=start, shape=shape: check_equal(answer, shape.number(start)),
                "start",
                level=level,
                firstClick=str(rule),
            )
            for seed in (0, 7, -3, 2**63 + 5):
                layout = Layout.from_seed(level, seed=seed, first_click=rule)
                batch.add(
                    lambda answer, layout=layout: check_layout(answer, layout),
                    "layout", level=level, seed=str(seed), firstClick=str(rule),
                )  # fmt: skip
    for seed in range(1, 9):
        check, what = game_task(seed, ("beginner", "9x9/20", "expert")[seed % 3])
        batch.add(check, "game", **what)
    batch.run()


def check_equal(found, wanted):
    assert found == wanted


def check_layout(answer, layout):
    assert [cell for cell, mine in enumerate(answer["mined"]) if mine] == number(layout.shape, layout.mines)


def check_text(answer, board):
    assert answer == {"position": board.position, "picture": str(board)}


def game_task(seed, level):
    """Random moves of every kind, and what is seen after each."""
    size = Level.parse(level)
    game = Game(Layout.from_seed(size, seed=seed, first_click="safe"))
    moves, states = [], []
    for draw in sapper.game_seeds(seed, 40):
        name = ("reveal", "reveal", "chord", "flag", "question", "undo", "again")[draw % 7 if draw % 5 else 6]
        cell = (draw >> 8) % size.rows, (draw >> 24) % size.cols
        try:
            answer = getattr(game, name)(*([] if name in ("undo", "again") else [cell]))
            answer = None if name == "again" else answer is not False
        except sapper.GameError as error:
            answer = str(error)
        moves.append([name] if name in ("undo", "again") else [name, cell[0] * size.cols + cell[1]])
        exploded = None if game.exploded is None else size.shape.number(game.exploded)
        states.append([answer, game.board.position, str(game.status), game.clicks, exploded])
    return (lambda answer: check_equal(answer, states)), {
        "level": level,
        "seed": str(seed),
        "firstClick": "safe",
        "moves": moves,
    }


def test_games_of_strategies():
    batch = Batch()
    cases = [("9x9/15", strategy, "zero", False, 12) for strategy in STRATEGIES]
    cases += [
        ("expert", "safest", "safe", True, 12),
        ("expert", "lookahead", "zero", False, 3),
        ("hex-easy", "lookahead", "zero", False, 5),
    ]
    for level, text, rule, luck_free, games in cases:
        size = Level.parse(level)
        played = play_games(
            size, size.default_start(rule), FirstClick(rule), sapper.game_seeds(3, games), Strategy.parse(text),
            threads=1, luck_free=luck_free,
        )  # fmt: skip
        batch.add(
            lambda answer, played=played: check_games(answer, played),
            "simulate", level=level, strategy=text, seed=3, games=games, firstClick=rule, luckFree=luck_free,
        )  # fmt: skip
    batch.run()


def check_games(answer, played):
    assert answer["moves"] == played.moves.decode()
    assert answer["won"] == played.won.astype(int).tolist()
    assert answer["wins"] == int(played.won.sum())
    assert answer["value"] == played.value.tolist()
    assert answer["guessOdds"] == played.guess_odds.tolist()
    for there, here in (("clicks", "clicks"), ("revealed", "revealed"), ("openings", "openings"), ("bbbv", "bbbv"),
                        ("guessFirst", "guess_first"), ("guessKind", "guess_kind"), ("guessClick", "guess_click"),
                        ("movesFirst", "moves_first"), ("flags", "flags"), ("chords", "chords")):  # fmt: skip
        assert answer[there] == getattr(played, here).tolist(), here
    assert [int(one) for one in answer["nodes"]] == played.nodes.tolist()
    assert len(KINDS) > max(answer["guessKind"], default=0)


def test_makers_ratings_and_measures():
    batch = Batch()
    for level, maker, seed in (
        ("beginner", "uniform", 1),
        ("expert", "uniform", 2),
        ("16x30/150", "repair", 3),
        ("hex-easy", "uniform", 4),
    ):
        layout = sapper.no_guess(level, seed=seed, maker=maker)
        batch.add(
            lambda answer, layout=layout: check_made(answer, layout), "noGuess", level=level, seed=seed, maker=maker
        )
    for seed in (1, 2):
        layout = Layout.from_seed("beginner", seed=seed)
        least = sapper.least_clicks(layout)
        told = {"shape": "9x9", "mines": number(layout.shape, layout.mines), "start": None}
        batch.add(
            lambda answer, least=least: check_equal(len(answer["path"]), len(least.path)), "leastClicks", layout=told
        )
    batch.run()


def check_made(answer, layout):
    assert answer["mines"] == number(layout.shape, layout.mines)
    assert answer["seed"] == (None if layout.seed is None else str(layout.seed % 2**64))
    rating, told = sapper.rate(layout), answer["rating"]
    assert told["moves"][1:] == list(rating.moves.values())
    assert (told["solvable"], told["difficulty"], told["bbbv"], told["openings"]) == (
        rating.solvable, rating.difficulty, rating.bbbv, rating.openings
    )  # fmt: skip
    from sapper import _engine  # noqa: PLC0415

    names = list(answer["metrics"])
    assert list(answer["metrics"].values()) == _engine.measure_layout(layout._handle, names)


def test_shapes_and_texts():
    batch = Batch()
    for text in SHAPES:
        shape = Shape.parse(text)
        batch.add(lambda answer, shape=shape: check_shape(answer, shape), "shape", shape=text)
    shaped = [shaped_position(level, seed) for seed, level in enumerate(SHAPED)]
    for board in (
        *boards()[:12],
        *shaped,
        *map(Board.from_text, ("3x7:p0.35:aF2F1F1/g/1Qa3Qa1", "tri:4x6:p0.2:b1FQMVa2e(11)i")),
    ):
        for text in (board.position, str(board)):
            batch.add(lambda answer, board=board: check_text(answer, board), "text", text=text)
    batch.run()


def check_shape(answer, shape):
    assert answer["sides"] == list(shape.sides)
    assert answer["names"] == [sapper.errors.spell(cell) for cell in shape.cells]
    first, neighbour = answer["first"], answer["neighbour"]
    for cell, name in enumerate(shape.cells):
        assert neighbour[first[cell] : first[cell + 1]] == number(shape, shape.neighbours(name))


RULES = [
    {"rules": ["1:a,b,c", "2:b,c,d"], "facts": {"b": True}},
    {"rules": ["0-1:a,b", "1 mine in cells b and c", "2:c,d,e"], "others": 3, "mines": 4, "facts": {"a": True}},
    {"rules": ["{1 mine in spaces (0,1) and (1, 1)}", "2:(1,1),x"], "cells": ["lone"], "facts": {"lone": True}},
    {"rules": ["1:a,b,c", "1:c,d"], "density": 0.2, "others": 2, "facts": {"c": True}, "given": {"a": False}},
    {"rules": ["1:a,b,c", "1:c,d"], "mines": 2, "others": 90, "facts": {"c": True}, "given": {"a": False}},
    {"rules": [], "cells": ["a"], "facts": {"a": True}},
]


def name(text):
    """The name in Python: pairs of numbers for cells."""
    return tuple(map(int, text[1:-1].split(","))) if text.startswith("(") else text


def test_rules():
    batch = Batch()
    for asked in RULES:
        batch.add(lambda answer, asked=asked: check_rules(asked, answer), "rules", **asked)
    batch.run()


def check_rules(asked, answer):
    options = {key: value for key, value in asked.items() if key not in ("facts", "given")}
    solution = sapper.solve_rules(**options)
    assert {name(one): value for one, value in answer["probability"]} == solution.mine_probability
    assert answer["other"] == solution.other_probability
    assert [name(one) for one in answer["safe"]] == solution.safe_cells
    assert [name(one) for one in answer["mines"]] == solution.mine_cells
    worlds = solution.worlds
    assert int(answer["worlds"]) == worlds
    for index, found in zip((0, worlds // 2, worlds - 1), answer["world"], strict=True):
        assert {name(one): value for one, value in found} == solution.world(index)
    fraction = solution.probability_of(asked["facts"], given=asked.get("given"), exact=True)
    assert math.isclose(answer["joint"], fraction, rel_tol=1e-12)
    if answer["fraction"] is not None:
        assert tuple(map(int, answer["fraction"])) == (fraction.numerator, fraction.denominator)
    assert ("density" in asked) == (answer["fraction"] is None)


THREE = {"shape": "1x3", "views": [-1, 1, -1], "mines": 1}
UNKNOWN = "(a clue is 0 or more, hidden -1, flag -2, question -3, mine -4, out of play -5)"
WRONG = [
    ("analysis", {"board": {"shape": "1x3", "views": [1, 2, 1], "mines": 1}, "cells": []}),
    ("analysis", {"board": {"shape": "2x3", "views": [1, 2, 1, -1, -1, -1], "mines": 1}, "cells": []}),
    ("analysis", {"board": {"shape": "2x2", "views": [4, -1, -1, -1], "mines": 1}, "cells": []}),
    ("analysis", {"board": {"shape": "2x2", "views": [-9, -1, -1, -1], "mines": 1}, "cells": []}),
    ("analysis", {"board": {"shape": "2x2", "views": [1, -1, -1, -1], "mines": 9}, "cells": []}),
    ("analysis", {"board": {"shape": "2x2", "views": [1, -1, -1], "mines": 1}, "cells": []}),
    ("layout", {"level": "3x3/9", "seed": "1", "firstClick": "zero"}),
    ("layout", {"level": "3x3/1", "seed": "1", "start": 9, "firstClick": "zero"}),
    ("layout", {"level": "3x3/1", "seed": str(2**64), "firstClick": "zero"}),
    ("layout", {"level": "3x3/1", "seed": "1", "firstClick": "kind"}),
    ("layout", {"level": "epxert", "seed": "1", "firstClick": "zero"}),
    ("shape", {"shape": "torus:2x5"}),
    ("shape", {"shape": "globe:100"}),
    ("shape", {"shape": "hex:40000x40000"}),
    ("choice", {"board": THREE, "strategy": "bestest", "seed": 1}),
    ("choice", {"board": THREE, "strategy": "best,rollouts=-2.5", "seed": 1}),
    ("choice", {"board": THREE | {"shape": "hex:1x3"}, "strategy": "matrix", "seed": 1}),
    ("choice", {"board": {"shape": "1x3", "views": [-1, 1, -1], "density": 0.2}, "strategy": "best", "seed": 1}),
    ("text", {"text": "mines 2\n..\n."}),
    ("text", {"text": "2x2:x:b/b"}),
    ("text", {"text": "hex:2x2:1:b1$"}),
    ("text", {"text": "hex:2x2:1:c"}),
    ("text", {"text": "shape hex:2x2\nmines 1\n.x.."}),
    ("noGuess", {"level": "9x9/40", "seed": 1, "attempts": 3}),
    ("simulate", {"level": "9x9/10", "games": 0}),
    ("rules", {"rules": ["2:a", "0:b"]}),
    ("rules", {"rules": ["a,b"]}),
    ("rules", {"rules": ["1:a,a"]}),
    ("rules", {"rules": ["1:a"], "facts": {"z": True}}),
    ("rules", {"rules": ["1:a,b"], "facts": {"b": True}, "given": {"a": True, "b": True}}),
]  # fmt: skip
MESSAGES = [
    "InputError: 1 mines do not fit in 0 hidden cells",
    "ContradictionError: the 2 at 0,1 needs at least 2 mines, but the board has 1",
    "InputError: clue 4 is larger than its number of neighbours, 3, at 0,0",
    f"InputError: unknown cell value -9 {UNKNOWN}, at 0,0",
    "InputError: ",
    "InputError: a board of 4 cells got 3 values",
    "InputError: ",
    "InputError: there is no cell 9 in a shape of 9 cells",
    "InputError: seed 18446744073709551616 does not fit in 64 bits",
    "InputError: unknown first-click rule 'kind': it is one of none, safe, zero, drawn, moved",
    "InputError: unknown level 'epxert': it is one of beginner, ",
    "InputError: a size of torus must be a whole number of at least 3, not 2",
    "InputError: there is no globe of 100 cells",
    "LimitError: a shape of 1600000000 cells is larger than the limit of 16777216 cells",
    "InputError: unknown strategy 'bestest': it is one of random, ",
    "InputError: setting 'rollouts' ",
    "InputError: strategy 'matrix' of the system",
    "InputError: a strategy needs to know the number of mines",
    "ParseError: a row of 1 cells, but the first row has 2 (line 3)",
    "ParseError: 'x' is no number of mines (line 1, column 5)",
    "ParseError: unknown cell '$'; cells are 0-9 (10) a-z F Q M V (line 1, column 13)",
    "ParseError: shape hex:2x2 has 4 cells, not 3",
    "ParseError: unknown cell 'x'; cells are 0-9 10 . F ? * #",
    "NoGuessError: no board that needs no guess was found in 3 attempts",
    "InputError: games must be at least 1, not 0",
    "ContradictionError: the rule '2:a' cannot hold",
    "ParseError: a rule looks like '2:a,b,c', '0-1:a,b' or '1 mine in cells (0,1) and (1,1)', not 'a,b'",
    "InputError: the cells of rule 0, '1:a,a', name 'a' twice",
    "InputError: no rule names the cell 'z'",
    "InputError: what is given is impossible",
]


def test_errors():
    tasks = [{"task": task, **what} for task, what in WRONG]
    done = subprocess.run(
        ["node", HERE / "ask.mjs"], input=json.dumps(tasks), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    for task, answer, message in zip(tasks, json.loads(done.stdout), MESSAGES, strict=True):
        found = "{name}: {message}".format(**answer["error"]) if "error" in answer else answer
        assert str(found).startswith(message), (task, found)
    with pytest.raises(InputError):
        Board.from_rows([[4, -1], [-1, -1]], mines=1)
