"""Shapes in play: the mines of the named levels, win rates, boards without guesses, and what instinct is worth.

`python benchmarks/shape_levels.py mines` finds, for each shape of the named levels, the number of mines with which
`best` wins about 90, 75 or 45 of 100 games, by halving, and prints every step.

`rates` plays the named levels with `safest`, `lookahead` and `best` on the same boards, which `mines` has not played.
`instinct` compares `best` with and without instinct on the levels and saves the difference.
`densities` plays every shape with 8 to 24 % mines with `safest`, and counts guesses and games that needed none.
`certain` plays games of `safest` on a small board of each shape with 16 % mines, with any safe first cell, and counts
those that were lost by a move that is no guess: none. `--games 200000` takes minutes a shape.
All save what they find in results/shapes.json. `tables` writes the saved figures into docs/shapes.md.

`mines`, `rates` and `instinct` play luck-free games (docs/luck_free.md). `--only` takes a part of names, and
`--strategies` those that `rates` plays; figures of the others stay.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from report import markdown, replace_block

import sapper
from sapper.board.sizes import SHAPE_LEVELS
from sapper.run.interval import Rate, ValueDifference

GOALS = {"easy": 0.9, "medium": 0.75, "hard": 0.45}
STRATEGIES = ("safest", "lookahead", "best")
SEARCH_SEED, RATES_SEED, INSTINCT_SEED = 1, 8001, 7001  # run seeds
SHAPES = ("16x30", "torus:16x30", "hex:20x24", "tri:20x24", "globe:482", "box:6x8x10", "box:4x4x5x6")
SMALL = (
    "9x9", "hex:9x9", "hexagon:5", "tri:8x12", "tri3:8x12", "torus:9x9", "cylinder:9x9", "cube:4", "globe:92",
    "globe:80", "box:3x3x3", "box:4x4x4", "box:3x3x3x3",
)  # fmt: skip
CERTAIN_DENSITY = 0.16
DENSITIES = (8, 12, 16, 20, 24)  # percent
SLOW = ("box:4x4x4x4", "box:4x4x5x6")  # shapes with a tenth of the games
SAVED = Path(__file__).parent / "results" / "shapes.json"
PAGE = Path(__file__).parents[1] / "docs" / "shapes.md"


def find_mines(shape: str, goal: float, games: int) -> int:
    """The number of mines with which the win rate of `best` is nearest to the goal."""
    cells = len(sapper.Shape.parse(shape))
    rates: dict[int, float] = {}

    def win_rate(mines: int) -> float:
        if mines not in rates:
            rates[mines] = play(sapper.Level.of(shape, mines), "best", SEARCH_SEED, games).value
            print(f"    {shape}/{mines}: {100 * rates[mines]:.1f} %", flush=True)
        return rates[mines]

    few, many = cells // 25, 2 * cells // 5
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (middle, many) if win_rate(middle) > goal else (few, middle)
    return min((few, many), key=lambda mines: abs(win_rate(mines) - goal))


def print_mines(games: int, only: str) -> None:
    """Print the levels that the search finds."""
    for name, level in SHAPE_LEVELS.items():
        if only in name:
            shape = level.partition("/")[0]
            goal = GOALS[name.rpartition("-")[2]]
            print(f"{name}: {shape}/{find_mines(shape, goal, _share(shape, games))}", flush=True)


def measure_rates(games: int, only: str, strategies: Sequence[str]) -> None:
    """Play the named levels and save what each strategy won."""
    saved = read_saved()
    for name, level in SHAPE_LEVELS.items():
        if only not in name:
            continue
        row = saved["rates"].setdefault(name, {"level": level})
        if row["level"] != level:
            row = saved["rates"][name] = {"level": level}
        for strategy in strategies:
            rate = play(level, strategy, RATES_SEED, _share(level, games))
            row[strategy] = asdict(rate)
            write_saved(saved)
            print(name, level, strategy, rate, flush=True)


def measure_instinct(games: int, only: str) -> None:
    """Play the named levels with and without instinct and save the difference."""
    saved = read_saved()
    for name, level in SHAPE_LEVELS.items():
        if only not in name:
            continue
        both = [values_of(level, one, INSTINCT_SEED, _share(level, games)) for one in ("best", "best,instinct=0")]
        found = ValueDifference.of(*both)
        saved["instinct"][name] = {"level": level} | asdict(found)
        write_saved(saved)
        print(name, level, found, flush=True)


def play(level: sapper.Level | str, strategy: str, seed: int, games: int) -> Rate:
    """The share that a strategy wins, by luck-free games."""
    return Rate.of_values(values_of(level, strategy, seed, games))


def values_of(level: sapper.Level | str, strategy: str, seed: int, games: int) -> NDArray[np.float64]:
    """The values of luck-free games."""
    run = sapper.simulate(level, games=games, seed=seed, strategy=strategy, luck_free=True)
    values: NDArray[np.float64] = run.table["value"].to_numpy()
    return values


def measure_densities(games: int, only: str) -> None:
    """Play every shape with every density and save wins, guesses and games that needed none."""
    saved = read_saved()
    for shape in SHAPES:
        if only not in shape:
            continue
        cells, count = len(sapper.Shape.make(shape)), _share(shape, games)
        for density in DENSITIES:
            level = sapper.Level.of(shape, round(cells * density / 100))
            table = sapper.simulate(level, games=count, seed=3, strategy="safest").table.to_pydict()
            risks = [1 - odds for game in table["guess_odds"] for odds in game]
            saved["densities"][f"{shape} {density}"] = {
                "level": str(level),
                "games": count,
                "wins": sum(table["won"]),
                "without_guess": sum(not guesses for guesses in table["guesses"]),
                "guesses": len(risks),
                "expected_losses": sum(risks),
                "bbbv": sum(table["bbbv"]),
                "estimates": sum(kinds.count("estimate") for kinds in table["guess_kinds"]),
            }
            write_saved(saved)
            print(shape, density, saved["densities"][f"{shape} {density}"], flush=True)


def measure_certain(games: int, only: str) -> None:
    """Play a small board of every shape and save how many games a certain move lost."""
    saved = read_saved()
    for shape in SMALL:
        if only not in shape:
            continue
        level = sapper.Level.of(shape, round(CERTAIN_DENSITY * len(sapper.Shape.make(shape))))
        table = sapper.simulate(level, games=games, seed=4, strategy="safest", first_click="safe").table
        columns = (table[name].to_pylist() for name in ("won", "clicks", "guess_clicks"))
        last = [(won, won or guessed[-1:] == [clicks - 1]) for won, clicks, guessed in zip(*columns, strict=True)]
        saved["certain"][shape] = {
            "level": str(level),
            "games": games,
            "lost": sum(not won for won, _ in last),
            "lost_by_certain_move": sum(not fair for _, fair in last),
        }
        write_saved(saved)
        print(shape, saved["certain"][shape], flush=True)


def write_tables() -> None:
    """Write the saved figures into the page."""
    saved = read_saved()
    replace_block(
        PAGE, "levels", markdown(("level", "board", "`safest`", "`lookahead`", "`best`"), _level_lines(saved))
    )
    header = ("shape", *(f"{density} %" for density in DENSITIES))
    for name, field, scale, form in (
        ("no guess", "without_guess", 100, "{:.0f} %"),
        ("guesses", "guesses", 1, "{:.1f}"),
        ("wins", "wins", 100, "{:.0f} %"),
    ):
        rows = []
        for shape in SHAPES:
            found = [saved["densities"][f"{shape} {density}"] for density in DENSITIES]
            rows.append((f"`{shape}`", *(form.format(scale * one[field] / one["games"]) for one in found)))
        replace_block(PAGE, name, markdown(header, rows))
    header = ("board", "games", "lost by a guess", "lost by a certain move")
    rows = [
        (f"`{one['level']}`", f"{one['games']:,}", f"{one['lost']:,}", str(one["lost_by_certain_move"]))
        for one in saved["certain"].values()
    ]
    replace_block(PAGE, "certain", markdown(header, rows))
    header = ("level", "board", "boards", "instinct wins more, points")
    replace_block(PAGE, "instinct", markdown(header, _instinct_lines(saved)))


def _level_lines(saved: dict[str, Any]) -> Iterable[tuple[str, ...]]:
    for name, one in saved["rates"].items():
        told = (_spell(Rate(**one[strategy]), "") if strategy in one else "" for strategy in STRATEGIES)
        yield (f"`{name}`", f"`{one['level']}`", *told)


def _instinct_lines(saved: dict[str, Any]) -> Iterable[tuple[str, ...]]:
    for name, one in saved["instinct"].items():
        pairs = ValueDifference(**{key: value for key, value in one.items() if key != "level"})
        yield f"`{name}`", f"`{one['level']}`", f"{pairs.games:,}", _spell(pairs, "+", digits=2)


def _spell(found: Rate | ValueDifference, sign: str, digits: int = 1) -> str:
    return f"{100 * found.value:{sign}.{digits}f} ± {50 * (found.high - found.low):.{digits}f}"


def _share(shape: str, games: int) -> int:
    return max(1, games // 10) if shape.startswith(SLOW) else games


def read_saved() -> dict[str, Any]:
    """The figures of earlier runs."""
    saved = json.loads(SAVED.read_text(encoding="utf-8")) if SAVED.exists() else {}
    return {"rates": {}, "instinct": {}, "densities": {}, "certain": {}} | saved


def write_saved(saved: dict[str, Any]) -> None:
    """Save figures, sorted as the tables show them."""
    order = list(SHAPE_LEVELS)
    for part in ("rates", "instinct"):
        saved[part] = dict(sorted(saved[part].items(), key=lambda item: order.index(item[0])))
    SAVED.write_text(json.dumps(saved, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Measure or write what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["mines", "rates", "instinct", "densities", "certain", "tables"])
    parser.add_argument("--games", type=int, default=1000, help="games of each measurement; a tenth on slow shapes")
    parser.add_argument("--only", default="", help="measure only levels or shapes whose names contain this")
    parser.add_argument("--strategies", nargs="+", choices=STRATEGIES, default=STRATEGIES, help="of rates")
    options = parser.parse_args()
    match options.what:
        case "mines":
            print_mines(options.games, options.only)
        case "rates":
            measure_rates(options.games, options.only, options.strategies)
        case "instinct":
            measure_instinct(options.games, options.only)
        case "densities":
            measure_densities(options.games, options.only)
        case "certain":
            measure_certain(options.games, options.only)
        case _:
            write_tables()


if __name__ == "__main__":
    main()
