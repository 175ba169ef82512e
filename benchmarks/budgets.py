"""The table of the settings of every budget in docs/strategies.md.

Writes the settings of the engine's strategies into the page. With --check, only compares them with the page.

    python benchmarks/budgets.py          renew the table
    python benchmarks/budgets.py --check  exit with 1 if it is out of date
"""

from __future__ import annotations

import sys

from report import DOCS, markdown, replace_block

from sapper import _engine

STRATEGIES = ("lookahead", "best")
PAGE = DOCS / "strategies.md"


def table() -> str:
    """Settings by line, strategies with their budgets by column."""
    spent = {
        f"{name}@{budget}": _engine.strategy_settings(name, budget)
        for name in STRATEGIES
        for budget in _engine.budget_names()
    }
    settings = list(_engine.strategy_settings("best", "normal"))
    lines = [
        (f"`{name}`", *(f"{budget[name]:g}" if name in budget else "" for budget in spent.values()))
        for name in settings
    ]
    return markdown(("setting", *(f"`{name}`" for name in spent)), lines)


def main() -> int:
    """Renew the table, or check whether it is up to date."""
    if "--check" in sys.argv[1:]:
        return int(table() not in PAGE.read_text())
    replace_block(PAGE, "budgets", table())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
