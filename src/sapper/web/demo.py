"""The demo: a strategy plays a layout to the end, from the cells revealed so far.

Each move has its reason and the cells it changed. The strategy sees only boards, never the layout.

>>> demo = play_demo(Layout.from_seed("beginner", seed=1), (), read_strategy("safest"))
>>> demo.outcome, demo.steps[0].cell, demo.steps[0].kind
('won', (2, 2), 'start')
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import asdict

from sapper import _engine
from sapper.base.number import quote
from sapper.board.cell import Cell
from sapper.errors import InputError
from sapper.game.layout import Layout
from sapper.game.live import SIGN_CODE, differences, draw
from sapper.play.strategy import Strategy
from sapper.play.walk import Walk
from sapper.web.places import Places
from sapper.web.schemas import CandidateView, DemoStep, DemoView
from sapper.words.catalogue import ENGLISH

__all__ = ["BUDGETS", "list_words", "play_demo", "read_strategy"]

BUDGETS = ("fast", "normal")  # larger budgets take too long for a page
_CANDIDATES = 8  # returned for every guess
# Settings that are numbers and cost no time, with the values a page offers, the default first.
_CHEAP_NUMBERS = {"random_clicks": ["0", "1", "2", "3", "5", "8"]}


def read_strategy(text: str) -> Strategy:
    """Return the built-in strategy called NAME[@BUDGET][,setting=word...].

    Most settings that are numbers are not allowed, since they set how long a strategy thinks.

    Raises:
        InputError: there is no such strategy or setting.
    """
    name, _, budget = text.partition(",")[0].partition("@")
    if name not in _engine.strategy_names() or (budget or BUDGETS[1]) not in BUDGETS:
        known = ", ".join(_engine.strategy_names())
        raise InputError(f"unknown strategy {quote(text)}: it is one of {known}, each with @fast or @normal")
    strategy = Strategy.parse(text)
    for setting, value in strategy.settings:
        if not isinstance(value, str) and setting not in _CHEAP_NUMBERS:
            raise InputError(f"setting {setting!r} of {quote(text)} is a number; here only words can be set")
    return strategy


def list_words(name: str) -> dict[str, list[str]]:
    """Return the settings of a strategy that a page offers, each with its values, the default first."""
    usual = _engine.strategy_settings(name, BUDGETS[1])
    found = {setting.name: _words(setting) for setting in _engine.describe_strategy(name).settings}
    return {
        setting: sorted(words, key=lambda word: words.index(word) != usual[setting])
        for setting, words in found.items()
        if words
    }


def play_demo(layout: Layout, opened: Iterable[Cell], strategy: Strategy) -> DemoView:
    """Return the moves of a strategy from the board on which these cells are revealed, to the end.

    Raises:
        LimitError: a strategy that does not estimate on a board too wide to count.
    """
    begun = tuple(opened)
    clock = time.perf_counter()
    # From the start it is the game of a run, in which first moves may differ from later ones.
    walk = Walk.play_on(layout, begun, strategy) if begun else Walk.play(layout, strategy)
    seconds = time.perf_counter() - clock
    board = signs = draw(walk.game, layout)
    places = Places(layout.shape)
    steps = []
    while walk.next is not None:
        reason = walk.explain()
        weighed = walk.weigh()
        step = walk.forward()
        before, signs = signs, draw(walk.game, layout)
        steps.append(
            DemoStep(
                cell=places.of(step.cell),
                kind=step.kind,
                safety=step.safety,
                technique=reason.rule,
                said=dict(reason.said),
                text=ENGLISH.text(reason.said),
                clues=places.all(reason.clues),
                changed=differences(before, signs, layout.cols),
                candidates=[
                    CandidateView(**{**asdict(one), "cell": places.of(one.cell)}) for one in weighed[:_CANDIDATES]
                ],
            )
        )
    return DemoView(
        strategy=str(strategy),
        board=board.decode(SIGN_CODE),
        steps=steps,
        outcome=walk.game.status.value,
        time_ms=round(seconds * 1000),
    )


def _words(setting: _engine.SettingInfo) -> list[str]:
    if setting.kind is _engine.SettingKind.SWITCH:
        return ["off", "on"]
    return setting.words or _CHEAP_NUMBERS.get(setting.name, [])
