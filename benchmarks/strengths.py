"""Writes the win rate of every strategy that the page offers: src/sapper/web/strengths.json.

Expert games of run seed 1 from an opening at (3, 3). Rows of benchmarks/results/play.json are taken as they are; the
others are played here.

    python benchmarks/strengths.py                  about a minute
    python benchmarks/strengths.py --games 1000     fewer games, to see whether anything broke
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from report import RESULTS

from sapper import _engine
from sapper.run.simulate import simulate
from sapper.web.demo import BUDGETS

GOAL = Path(__file__).parents[1] / "src/sapper/web/strengths.json"
START = (3, 3)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000, help="of each strategy that has no saved row")
    games = parser.parse_args().games
    saved = {row["name"]: row for row in json.loads((RESULTS / "play.json").read_text())["scores"]}
    rows = {}
    for name in _engine.strategy_names():
        for budget in reversed(BUDGETS):  # normal first: another budget may change nothing
            strategy = name if budget == "normal" else f"{name}@{budget}"
            if strategy in saved:
                rows[strategy] = {"games": saved[strategy]["games"], "wins": saved[strategy]["wins"]}
            elif (
                _engine.strategy_settings(name, budget) == _engine.strategy_settings(name, "normal") and name in rows
            ):
                rows[strategy] = rows[name]
            else:
                run = simulate("expert", games=games, strategy=strategy, first_click="zero", start=START)
                rows[strategy] = {"games": run.games, "wins": run.wins}
            print(strategy, rows[strategy])
    GOAL.write_text(json.dumps({"level": "expert", "strategies": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
