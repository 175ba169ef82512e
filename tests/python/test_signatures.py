"""Public functions and their commands agree: the same defaults, levels and names."""

from __future__ import annotations

import inspect
from enum import Enum
from importlib import import_module

import pytest

import sapper
from sapper.reference.patterns import find_pattern
from sapper.run.gallery.play import play_gallery

COMMANDS = {
    "analyze": sapper.analyze,
    "best": sapper.best_move,
    "compare": sapper.compare,
    "explain": sapper.Analysis.explain,
    "gallery": play_gallery,
    "generate": sapper.generate,
    "hint": sapper.hint,
    "optimum": sapper.optimum,
    "patterns": find_pattern,
    "rate": sapper.rate,
    "simulate": sapper.simulate,
    "sweep": sapper.sweep,
}
TAKES_LEVEL = [
    lambda level: sapper.Layout.from_seed(level, seed=1).level,
    lambda level: sapper.no_guess(level, seed=1).level,
    lambda level: sapper.no_guess_many(level, 1, seed=1)[0].level,
    lambda level: next(iter(sapper.generate(level, count=1, seed=1))).level,
    lambda level: sapper.optimum(level, first_click="safe", start=(0, 0)).level,
    lambda level: sapper.simulate(level, games=1, strategy="safest", threads=1).spec.level,
    lambda level: sapper.sweep(level, ["row=0"], games=1, strategy="safest", threads=1).spec.level,
    lambda level: sapper.compare("safest", "random", level=level, games=1, threads=1).spec.level,
]


def parameters(function):
    return inspect.signature(function).parameters


def plain(default: object) -> object:
    """Return a default as a text: a member of an enumeration and its name mean the same."""
    return (default.name if isinstance(default, Enum) else str(default)).lower()


@pytest.mark.parametrize("command", COMMANDS)
def test_functions_and_commands_have_the_same_defaults(command):
    function = parameters(COMMANDS[command])
    typed = parameters(getattr(import_module(f"sapper.cli.{command}"), command))
    shared = [name for name in function if name in typed and function[name].default is not inspect.Parameter.empty]
    assert {name: plain(typed[name].default) for name in shared} == {
        name: plain(function[name].default) for name in shared
    }


def test_one_name_for_progress():
    functions = [getattr(sapper, name) for name in dir(sapper) if inspect.isfunction(getattr(sapper, name))]
    taking = {one.__name__: [name for name in parameters(one) if "progress" in name] for one in functions}
    assert {name for name, found in taking.items() if found} >= {
        "compare",
        "generate",
        "optimum",
        "simulate",
        "sweep",
    }
    assert all(found in ([], ["on_progress"]) for found in taking.values())


@pytest.mark.parametrize("take", TAKES_LEVEL)
def test_every_level_is_read_alike(take):
    small = sapper.Level(4, 4, 2)
    assert {take(small), take("4x4/2"), take((4, 4, 2)), take([4, 4, 2])} == {small}
    for wrong in ("huge", (4, 4), (4, 4, 99), 4):
        with pytest.raises(sapper.InputError):
            take(wrong)


def test_hyphens_and_underscores_mean_the_same():
    parse = sapper.Strategy.parse
    assert parse("best,endgame-worlds=5") == parse("best,endgame_worlds=5")
    assert str(parse("superloc,do-or-die=0")) == "superloc,do_or_die=0"
    assert parse("best").vary({"endgame-worlds": 5}) == parse("best,endgame_worlds=5")
    assert parse("sapper.reference.pattern-play").name == "sapper.reference.pattern_play"
    with pytest.raises(sapper.InputError, match="given twice"):
        parse("best,endgame-worlds=5,endgame_worlds=6")
    with pytest.raises(sapper.InputError, match="unknown strategy 'no_such'"):
        parse("no-such")
    for name in ("ms_toollib", "ms-toollib"):
        assert sapper.analyze([[10, 1]], mines=1, codes=name).mine_cells == [(0, 0)]
