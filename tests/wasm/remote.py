"""The Python package over the engine in WebAssembly: everything that computes is asked of a Node process.

`python -m wasm.remote` prints the signature of the package computed so. Boards, layouts and names of cells stay
objects of the native module, because they only hold values.
"""

from __future__ import annotations

import json
import subprocess
from itertools import count
from pathlib import Path

import numpy as np

from sapper import _engine, errors
from sapper.bench.signature import signature

HERE = Path(__file__).parent
RULES = list(_engine.FirstClick)
STATUSES = list(_engine.Status)


class Node:
    """The process, asked one call at a time."""

    def __init__(self):
        self.process = None

    def start(self):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(["node", HERE / "serve.mjs"], stdin=pipe, stdout=pipe, text=True)

    def close(self):
        self.process.communicate()

    def ask(self, name, *args, grid=None):
        """The value of a call; raises what it raises, with cells named as those of the grid."""
        self.process.stdin.write(json.dumps([name, *args], default=int) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline(), object_hook=unfold)
        if "error" not in answer:
            return answer["value"]
        told = answer["error"]
        names = None if grid is None else grid.names()
        cell = told.get("cell")
        match told["name"]:
            case "InputError":
                raise errors.InputError(told["message"], None if cell is None else names[cell])
            case "ContradictionError":
                clues = told["clues"] if names is None else [names[clue] for clue in told["clues"]]
                raise errors.ContradictionError(told["message"], clues, told["needsTotal"])
            case "LimitError":
                raise errors.LimitError(told["message"], int(told["width"]))
            case "GameError":
                raise errors.GameError(told["message"])
        raise AssertionError(told)


def unfold(value):
    return int(value["whole"]) if set(value) == {"whole"} else value


NODE = Node()
NUMBERS = count()


def shape_of(grid):
    assert grid.form is None  # the signature has squares only
    return {"recipe": "shape", "text": f"{grid.rows}x{grid.cols}"}


def mined(layout):
    return {"uint8": list(layout.flags())}


def sent(statements):
    return [[lo, hi, {"recipe": "cells", "cells": list(cells)}] for lo, hi, cells in statements]


class Solved:
    """Counted rules, by the recipe that makes them."""

    def __init__(self, recipe):
        self.recipe = recipe
        self._counted = None

    @property
    def counted(self):
        self._counted = self._counted or NODE.ask("exact_counts", self.recipe)
        return self._counted

    @property
    def cell_count(self):
        return int(self.counted["cells"])

    @property
    def floating(self):
        return self.counted["floating"]

    @property
    def settled(self):
        return self.counted["settled"]

    @property
    def settled_mines(self):
        return int(self.counted["settledMines"])

    def probability(self, asked, given):
        return NODE.ask("rule_probability", self.recipe, sent(asked), sent(given))

    def exact_counts(self, component):
        return counts(self.counted["counts"][component])

    def exact_part(self, statements):
        part = NODE.ask("exact_part", self.recipe, sent(statements))
        if part is None:
            return None
        numbers = [int(part[name]) for name in ("floating", "settledMines", "unrestricted")]
        return part["components"], *numbers, [counts(one) for one in part["counts"]]

    def components(self):
        return self.counted["counts"]  # the package takes their number


def counts(told):
    lo, words, numbers = told
    return int(lo), int(words) * 8, b"".join(number.to_bytes(8, "little") for number in numbers)


class BoardSolved(Solved):
    """The same for a board: groups and components go by names of cells."""

    def __init__(self, recipe, grid):
        super().__init__(recipe)
        self.parts = NODE.ask("components", recipe)
        self.names = grid.names()

    def groups(self):
        return [(part["cells"], []) for part in self.parts]

    def components(self):
        return [([k], part["clues"], int(part["width"]), int(part["states"])) for k, part in enumerate(self.parts)]


class RuleSolved(Solved):
    """The same for rules, with what is asked of them alone."""

    def __init__(self, recipe, probability):
        super().__init__(recipe)
        self.probabilities = np.array(probability)

    def mine_probability(self):
        return self.probabilities

    def groups(self):
        return [tuple(group) for group in NODE.ask("rule_groups", self.recipe)]


class ExactWalk:
    """A component's diagram."""

    def __init__(self, solved, component):
        self.layers = NODE.ask("exact_walk", solved.recipe, component)

    def steps(self):
        return [layer["cells"] for layer in self.layers[:-1]]

    def root(self):
        return int(self.layers[0]["first"])

    def edges(self, state, left):
        index = max(k for k, layer in enumerate(self.layers) if layer["first"] <= state)
        here, after = self.layers[index], self.layers[index + 1]
        told = here["states"][state - int(here["first"])]
        out = []
        for mines, edge in enumerate(told["edges"], int(told["least"])):
            target = after["states"][edge - int(after["first"])]
            words = int(target["words"])
            k = left - mines - int(target["lo"])
            if 0 <= k < len(target["ways"]) // words:
                number = target["ways"][k * words : (k + 1) * words]
                out.append((mines, edge, b"".join(word.to_bytes(8, "little") for word in number)))
        return out


class Analysis:
    """The analysis of a board."""

    def __init__(self, board, trust_flags, max_states):
        self.board, self.grid = board, board.grid
        views = {"int8": board.views().ravel().tolist()}
        args = [shape_of(self.grid), views, board.mines, board.density, bool(trust_flags), max_states or None]
        self.probability = np.array(
            [np.nan if one is None else one for one in NODE.ask("analyze", *args, grid=self.grid)]
        )
        self.recipe = {"recipe": "analysis", "number": next(NUMBERS), "rules": False, "args": args}
        self.names = self.grid.names()
        self._solved = None

    def _array(self, values, dtype):
        return np.array(values, dtype=dtype).reshape(-1, self.grid.rows, self.grid.cols)

    def _named(self, cells):
        return [self.names[int(cell)] for cell in cells]

    def mine_probability(self):
        return self.probability.reshape(self.grid.rows, self.grid.cols)

    def safe_cells(self):
        return self._named(np.flatnonzero(self.probability == 0))

    def mine_cells(self):
        return self._named(np.flatnonzero(self.probability == 1))

    def mine_probability_of(self, cell):
        return float(self.probability[self.grid.number(cell)])

    @property
    def solved(self):
        self._solved = self._solved or BoardSolved(self.recipe, self.grid)
        return self._solved

    @property
    def unknown_mines(self):
        mines = self.solved.counted["mines"]
        return None if mines is None else int(mines)

    def frontier(self):
        return self._named(NODE.ask("hidden", self.recipe)["frontier"])

    def floating(self):
        return self._named(NODE.ask("hidden", self.recipe)["floating"])

    def groups(self):
        found = NODE.ask("groups", self.recipe)
        return [(self._named(one["cells"]), self._named(one["clues"])) for one in found]

    def named(self, cells):
        return self._named(sorted(cells))

    def clues(self, cells):
        return self._named(cells)

    def facts(self, facts):
        told = [part for cell, fact in facts.items() for part in (self.grid.number(cell), fact)]
        return [(int(lo), int(hi), cells) for lo, hi, cells in NODE.ask("facts", self.recipe, told, grid=self.grid)]

    def outcomes(self, cell):
        found = NODE.ask("outcomes", self.recipe, self.grid.number(cell))
        return found["mine"], found["numbers"]

    def dead_cells(self):
        return self._named(NODE.ask("dead_cells", self.recipe))

    def sample(self, number, seed):
        return self._array(NODE.ask("sample", self.recipe, number, {"whole": str(seed)}), bool)

    def world(self, cells):
        return self._array(NODE.ask("world", self.recipe, {"recipe": "cells", "cells": cells}), bool)[0]


class Layout:
    """What makes layouts: the mines come from Node, the object is native."""

    native = _engine.Layout
    from_mines, from_flags = native.from_mines, native.from_flags

    @classmethod
    def from_seed(cls, grid, mines, start, first_click, seed):
        rule = RULES.index(first_click)
        args = (mines, grid.number(start), rule, {"whole": str(seed)})
        return cls.native.from_flags(grid, bytes(NODE.ask("layout_from_seed", shape_of(grid), *args, grid=grid)))


class Game:
    """A game whose moves are made in Node."""

    def __init__(self, layout):
        self.grid, self.mines = layout.grid, layout.mine_count
        recipe = {"number": next(NUMBERS), "args": [shape_of(self.grid), mined(layout)]}
        self.recipe = recipe | {"moves": []}
        self.views, self.status, self.clicks, self.exploded = None, STATUSES[0], 0, None

    def _move(self, name, *cell):
        numbers = [self.grid.number(one) for one in cell]
        state = NODE.ask("move", self.recipe, name, *numbers, grid=self.grid)
        if state["changed"]:
            self.recipe["moves"].append([name, *numbers])
        self.views, self.status, self.clicks = state["views"], STATUSES[int(state["status"])], int(state["clicks"])
        self.exploded = None if state["exploded"] is None else self.grid.names()[int(state["exploded"])]
        return state["changed"]

    def reveal(self, cell):
        return self._move("reveal", cell)

    def flag(self, cell):
        self._move("flag", cell)

    def question(self, cell):
        self._move("question", cell)

    def chord(self, cell):
        return self._move("chord", cell)

    def undo(self):
        self._move("undo")

    def board(self):
        views = np.full((self.grid.rows, self.grid.cols), -1, np.int8) if self.views is None else self.views
        views = np.array(views, np.int8).reshape(self.grid.rows, self.grid.cols)
        return _engine.Board.from_views(self.grid, views, self.mines, 0.5)


def analyze_batch(boards, trust_flags, max_states, _threads):
    out = []
    for board in boards:
        try:
            out.append(Analysis(board, trust_flags, max_states))
        except errors.SapperError as error:
            out.append(error)
    return out


def game_seeds(run_seed, first, number):
    return NODE.ask("game_seeds", {"whole": str(run_seed)}, first, number)


def solve_rules(cell_count, rules, mines, density, max_states):
    args = [cell_count, sent(rules), mines, density, max_states]
    probability, _ = NODE.ask("open_rules", *args)
    recipe = {"recipe": "analysis", "number": next(NUMBERS), "rules": True, "args": args}
    return RuleSolved(recipe, probability)


def replace_engine():
    """From now on the package asks Node."""
    _engine.analyze, _engine.Analysis, _engine.analyze_batch = Analysis, Analysis, analyze_batch
    _engine.Layout, _engine.Game, _engine.ExactWalk = Layout, Game, ExactWalk
    _engine.game_seeds, _engine.solve_rules = game_seeds, solve_rules


if __name__ == "__main__":
    NODE.start()
    replace_engine()
    print(signature())
    NODE.close()
