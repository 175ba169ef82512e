"""A database with many results and scores, and the times of the requests of every page on it.

>>> len(PATHS)
17
"""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import sqlalchemy
from sqlalchemy import Connection, Engine, Table
from web_players import Wire, percentile

from sapper.game.layout import Layout
from sapper.web.database import open_database
from sapper.web.migrations.v0003_totals import count_totals
from sapper.web.scores import Score, read_key
from sapper.web.tables import demo_totals, demos, events, games, races, results, scores, totals

__all__ = ["PATHS", "fill", "measure"]

_LEVELS = ("9x9/10", "16x16/40", "16x30/99")
_TOGETHER = 20_000
_NAMES = 20_000
_STRATEGY = "best@fast"
# The requests of every page. A stored game has the number of its row: {scored} is the last one with a score.
PATHS = (
    "/",
    "/scores",
    "/static/js/main.js",
    "/api/levels",
    "/api/strategies",
    "/api/limits",
    "/api/ready",
    "/api/scores?level=expert",
    "/api/scores?level=expert&game={scored}",
    "/api/statistics",
    "/api/statistics?level=expert",
    "/api/statistics?level=expert&name=Player+7",
    "/api/statistics/demos",
    "/api/names",
    "/api/games/{game}",
    "/api/games/{game}/odds",
    "/api/races/{race}",
)


def fill(url: str, key_file: Path, *, count: int) -> str:
    """Store so many finished games, a score for every fifth, a demo for every tenth and a race for every hundredth.

    Returns the game of a score of the expert table, of middling time.
    """
    engine, key, dice = open_database(url), read_key(key_file), random.Random(1)
    now = int(time.time() * 1000)
    layouts = {level: str(Layout.from_seed(level, seed=1, start=(3, 3))) for level in _LEVELS}
    middling = ""
    for begin in range(0, count, _TOGETHER):
        numbers = range(begin, min(begin + _TOGETHER, count))
        ended = [_result(dice, number, now - count + number) for number in numbers]
        entered = [_score(row, key) for row in [row for row in ended if row["won"]][::2]]
        with engine.begin() as connection:
            _insert(connection, games, (_game(row, layouts) for row in ended))
            _insert(connection, events, (_event(row) for row in ended))
            _insert(connection, results, ended)
            _insert(connection, scores, entered)
            _insert(connection, demos, (_demo(row) for row in ended[::10]))
            _insert(connection, races, (_race(row) for row in ended[::100]))
        middling = next((str(row["game"]) for row in entered if row["level"] == _LEVELS[2]), middling)
    _count(engine)
    engine.dispose()
    return middling


async def measure(port: int, *, scored: str, times: int) -> list[tuple[str, float]]:
    """Print the times of the requests of every page; return the 99th percentile of each in seconds."""
    found = []
    print(f"  {'request':48} {'p50':>8} {'p99':>8} {'longest':>8}  answers")
    for number, form in enumerate(PATHS, 1):
        wire = Wire(port, f"127.0.3.{number}")  # each within the limit of an address
        taken = []
        for turn in range(times):
            # Another game each time, so that it is read from the database.
            path = form.format(scored=scored, game=f"g{turn * 100}", race=f"r{turn * 100}")
            begin = time.perf_counter()
            status, answer = await wire.fetch("GET", path)
            if status == 200:
                taken.append(time.perf_counter() - begin)
            elif status != 429:
                raise RuntimeError(f"{path}: {status}: {answer[:200]!r}")
        wire.close()
        row = " ".join(f"{percentile(taken, share) * 1000:5.1f} ms" for share in (0.5, 0.99, 1.0))
        print(f"  {form:48} {row}  {len(taken)}", flush=True)
        found.append((form, percentile(taken, 0.99)))
    return found


def _insert(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    """Insert rows by the driver itself: SQLAlchemy would take most of the time."""
    first, rest = _peek(rows)
    if first is None:
        return
    names = ", ".join(f'"{name}"' for name in first)
    if connection.dialect.name == "sqlite":
        marks = ", ".join("?" * len(first))
        cursor = connection.connection.cursor()
        cursor.executemany(
            f"INSERT INTO {table.name} ({names}) VALUES ({marks})", [tuple(row.values()) for row in rest]
        )
        cursor.close()
        return
    driver: Any = connection.connection.driver_connection
    with driver.cursor() as cursor, cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy:
        for row in rest:
            copy.write_row(tuple(row.values()))


def _peek(rows: Iterable[Mapping[str, Any]]) -> tuple[Mapping[str, Any] | None, Iterator[Mapping[str, Any]]]:
    left = iter(rows)
    first = next(left, None)
    return first, itertools.chain([] if first is None else [first], left)


def _count(engine: Engine) -> None:
    """Fill the totals, which the server keeps itself otherwise."""
    with engine.begin() as connection:
        _insert(connection, totals, count_totals(connection))
        keys = (demos.c.level, demos.c.strategy, demos.c.from_start, demos.c.no_guess)
        won = sqlalchemy.func.sum(sqlalchemy.case((demos.c.won, 1), else_=0))
        summed = sqlalchemy.select(*keys, sqlalchemy.func.count(), won, sqlalchemy.func.sum(demos.c.time_ms))
        names = ["level", "strategy", "from_start", "no_guess", "games", "wins", "time_ms"]
        connection.execute(sqlalchemy.insert(demo_totals).from_select(names, summed.group_by(*keys)))


def _result(dice: random.Random, number: int, at: int) -> dict[str, Any]:
    return {
        "game": f"g{number}",
        "level": _LEVELS[number % 3],
        "no_guess": False,
        "helped": False,
        "name": f"Player {int(dice.random() * _NAMES)}",
        "won": dice.random() < 0.4,
        "time_ms": 1000 + int(dice.random() * 599_000),
        "three_bv": 10 + int(dice.random() * 190),
        "ended_at": at,
        "best_wins": None,
        "to_judge": False,
        "time_counts": True,
    }


def _game(result: Mapping[str, Any], layouts: Mapping[str, str]) -> dict[str, Any]:
    return {
        "id": result["game"],
        "origin": "new",
        "level": result["level"],
        "first_click": "zero",
        "no_guess": False,
        "seed": 1,
        "seed_chosen": False,
        "layout": layouts[result["level"]],
        "helped": False,
        "name": result["name"],
        "created_at": result["ended_at"],
    }


def _event(result: Mapping[str, Any]) -> dict[str, Any]:
    return {"game": result["game"], "number": 1, "kind": "reveal", "row": 3, "col": 3, "at": result["ended_at"]}


def _score(result: Mapping[str, Any], key: bytes) -> dict[str, Any]:
    names = ("game", "level", "helped", "name", "time_ms", "three_bv", "ended_at")
    made = Score(**{name: result[name] for name in names}, signature="").sign(key)
    return {name: getattr(made, name) for name in (*names, "signature")}


def _demo(result: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: result[name] for name in ("game", "level", "no_guess", "won", "time_ms", "ended_at")}
    return {**kept, "strategy": _STRATEGY, "from_start": True, "guesses": 1}


def _race(result: Mapping[str, Any]) -> dict[str, Any]:
    race = "r" + str(result["game"]).removeprefix("g")
    return {
        "id": race,
        "game": result["game"],
        "strategy": _STRATEGY,
        "pace_ms": 500,
        "open": False,
        "created_at": result["ended_at"],
    }
