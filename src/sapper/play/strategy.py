"""Strategies by name: `NAME[@BUDGET][,setting=value...]`, or any callable from an `Analysis` to a cell.

A text or a callable comes in; a checked `Strategy` comes out. NAME is built in, or a Python module with a
function `choose`, or `module:function`; `patterns` is such a module of this package. A function gets the analysis
and the settings as keywords, and never the layout. It returns the cell to guess when nothing is certain. A setting
is a number, or a text where the function annotates it as `str`.

>>> strategy = Strategy.parse("safest@normal,endgame_worlds=50")
>>> str(strategy), strategy.engine_settings["endgame_worlds"]
('safest,endgame_worlds=50', 50)
>>> Strategy.parse("safest@slow")
Traceback (most recent call last):
sapper.errors.InputError: 'safest@slow': unknown budget 'slow': it is one of fast, normal, deep, record
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import math
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeAlias

from sapper import _engine
from sapper.analysis.analysis import Analysis
from sapper.base.number import quote
from sapper.board.board import check_squares
from sapper.board.cell import Cell
from sapper.board.shape import Shape
from sapper.errors import InputError
from sapper.play.source import digest_callable, find_file

__all__ = ["Choose", "Strategy"]

Choose: TypeAlias = Callable[[Analysis], Cell]

_TEXT = re.compile(r"(?P<name>[A-Za-z_][\w.-]*(:[A-Za-z_][\w-]*)?)(@(?P<budget>[^,]*))?(,(?P<settings>.*))?")
_SETTING = re.compile(r"(?P<name>[A-Za-z_][\w-]*)=(?P<value>[^,=]+)")
_DEFAULT_FUNCTION = "choose"
_DEFAULT_BUDGET = "normal"
_OWN_FAMILY = "Sapper"
# Python strategies of the package: name -> module.
_PACKAGED = {"patterns": "sapper.reference.pattern_play"}


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to choose the next move, with its settings; `str(strategy)` is what `parse` reads.

    Attributes:
        name: built in, or module[:function].
        budget: name of the budget of a built-in strategy; None for a Python strategy.
        settings: set by the text, sorted by name; a choice by its word.
        choose: settings applied; None where the engine plays.
    """

    name: str
    budget: str | None
    settings: tuple[tuple[str, float | str], ...]
    choose: Choose | None = field(compare=False, repr=False)

    @classmethod
    def parse(cls, strategy: Strategy | str | Choose) -> Strategy:
        """Return the strategy that a text names, or that wraps a callable.

        In names of strategies and settings a hyphen stands for an underscore.

        Raises:
            InputError: a text that is not a strategy, an unknown name, budget or setting, or a module that cannot be
                imported or lacks the function.
        """
        if isinstance(strategy, Strategy):
            return strategy
        if callable(strategy):
            name = getattr(strategy, "__qualname__", type(strategy).__qualname__)
            return cls(f"{strategy.__module__}:{name}", None, (), strategy)
        if not isinstance(strategy, str):
            raise InputError(f"a strategy is a name or a callable, not {quote(strategy)}")
        match = _TEXT.fullmatch(strategy)
        if match is None:
            raise InputError(f"a strategy is written NAME[@BUDGET][,setting=value...], unlike {quote(strategy)}")
        settings = _read_settings(match["settings"], strategy)
        name, budget = match["name"].replace("-", "_"), match["budget"]
        by_hand = tuple(sorted(settings.items()))
        if name in _engine.strategy_names():
            budget = budget or _DEFAULT_BUDGET
            try:
                _engine.read_settings(name, _engine.strategy_settings(name, budget) | settings)
            except InputError as error:
                raise InputError(f"{quote(strategy)}: {error}") from None
            return cls(name, budget, by_hand, None)
        if budget is not None:
            raise InputError(f"a strategy in Python has no budget, unlike {quote(strategy)}")
        return _with_settings(name, _import(name), settings, strategy)

    @classmethod
    def recall(cls, text: str) -> Strategy:
        """Return the strategy of a saved run. If its module cannot be imported, it has a name but cannot play."""
        try:
            return cls.parse(text)
        except InputError:
            return cls(text, None, (), _forgotten)

    def vary(self, settings: Mapping[str, float | str], *, budget: str | None = None) -> Strategy:
        """Return this strategy with other settings or another budget; the settings it has stay, unless they change.

        Raises:
            InputError: an unknown setting or budget, or a value that the setting cannot have.
        """
        if not settings and budget is None:
            return self
        merged = dict(self.settings) | {name.replace("-", "_"): value for name, value in settings.items()}
        text = "".join(f",{name}={value}" for name, value in merged.items())
        if self.choose is None:
            return Strategy.parse(f"{self.name}@{budget or self.budget}{text}")
        if budget is not None:
            raise InputError(f"a strategy in Python has no budget, unlike {quote(f'{self.name}@{budget}')}")
        function = self.choose.func if self.settings and isinstance(self.choose, partial) else self.choose
        return _with_settings(self.name, function, merged, self.name + text)

    def playing(self, shape: Shape) -> Strategy:
        """Return the strategy itself, if it plays boards of this shape.

        Raises:
            InputError: a strategy of a published system, which is defined for squares alone, and another shape.
        """
        if self.choose is None and not shape.is_square:
            family = _engine.describe_strategy(self.name).family
            if family != _OWN_FAMILY:
                check_squares(shape, f"strategy {self.name!r} of the system {family}")
        return self

    @property
    def engine_settings(self) -> dict[str, bool | int | float]:
        """Every setting of a built-in strategy, from the text or the budget; empty for a Python strategy.

        A switch is True or False, and a choice the number of its word.
        """
        if self.choose is not None or self.budget is None:
            return {}
        settings = _engine.strategy_settings(self.name, self.budget) | dict(self.settings)
        return _engine.read_settings(self.name, settings)

    @property
    def file(self) -> Path | None:
        """The source file of a Python strategy; None if there is none."""
        return None if self.choose is None else find_file(self.choose)

    @property
    def source(self) -> str | None:
        """A digest of a Python strategy, to tell two of one name apart; None if that is impossible."""
        return None if self.choose is None else digest_callable(self.choose)

    def __str__(self) -> str:
        """Return the text form."""
        budget = "" if self.budget in (None, _DEFAULT_BUDGET) else f"@{self.budget}"
        return self.name + budget + "".join(f",{name}={value}" for name, value in self.settings)


def _with_settings(name: str, choose: Choose, settings: dict[str, float | str], text: str) -> Strategy:
    """The strategy of a Python function with settings; `text` is quoted in messages."""
    for setting, value in settings.items():
        if isinstance(value, str) and not _takes_text(choose, setting):
            raise InputError(f"setting {setting!r} must be a number, unlike {quote(value)} in {quote(text)}")
    return Strategy(name, None, tuple(sorted(settings.items())), _apply(choose, settings, text))


def _forgotten(_: Analysis) -> Cell:
    raise InputError("this strategy cannot play: its module is missing")


def _read_settings(text: str | None, strategy: str) -> dict[str, float | str]:
    settings: dict[str, float | str] = {}
    for part in text.split(",") if text is not None else ():
        match = _SETTING.fullmatch(part.strip())
        if match is None:
            raise InputError(f"a setting is written name=value, unlike {quote(part)} in {quote(strategy)}")
        name = match["name"].replace("-", "_")
        if name in settings:
            raise InputError(f"setting {name!r} is given twice in {quote(strategy)}")
        settings[name] = _read_value(match["value"])
    return settings


def _read_value(text: str) -> float | str:
    """A finite number, or the text itself."""
    try:
        value = int(text) if re.fullmatch(r"[+-]?[0-9]{1,15}", text) else float(text)
    except ValueError:
        return text
    return value if math.isfinite(value) else text


def _takes_text(choose: Choose, setting: str) -> bool:
    """Whether a Python function annotates a setting as a text."""
    try:
        found = inspect.signature(choose).parameters.get(setting)
    except (TypeError, ValueError):
        return False
    return found is not None and found.annotation in (str, "str")


def _import(name: str) -> Choose:
    """Import the function called `name`, from a module on the path or in the current folder."""
    module_name, _, function = _PACKAGED.get(name, name).partition(":")
    if _is_missing(module_name):
        here = os.getcwd()
        if here not in sys.path and "" not in sys.path:
            sys.path.append(here)
            importlib.invalidate_caches()
        if _is_missing(module_name):
            known = ", ".join([*_engine.strategy_names(), *_PACKAGED])
            raise InputError(f"unknown strategy {quote(name)}: it is one of {known}, or an importable Python module")
    try:
        module = importlib.import_module(module_name)
    except Exception as error:  # the module is the user's code
        raise InputError(f"strategy {quote(name)} cannot be imported: {error!r}") from error
    found = getattr(module, function or _DEFAULT_FUNCTION, None)
    if not callable(found):
        raise InputError(f"module {module_name!r} has no function {function or _DEFAULT_FUNCTION!r}")
    choose: Choose = found
    return choose


def _is_missing(module_name: str) -> bool:
    try:
        return importlib.util.find_spec(module_name) is None
    except ModuleNotFoundError as error:  # a parent package is missing, or imports a missing module
        return f"{module_name}.".startswith(f"{error.name}.")
    except Exception:  # a parent raised it, and the import will report it; or the module is partially imported
        return module_name in sys.modules


def _apply(choose: Choose, settings: dict[str, float | str], strategy: str) -> Choose:
    if not settings:
        return choose
    try:
        inspect.signature(choose).bind(None, **settings)
    except (TypeError, ValueError) as error:
        raise InputError(f"{quote(strategy)}: {error}") from error
    return partial(choose, **settings)
