"""The dialogs: help, a new game, statistics, and a file name.

>>> FileDialog("Open a game").title is None
True
"""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Checkbox, Input, Label, Select, Static

from sapper.board.level import LEVELS, FirstClick
from sapper.errors import SapperError
from sapper.tui.keys import HELP
from sapper.tui.records import Records, Summary
from sapper.tui.session import Choice, Session
from sapper.tui.wording import say_time

__all__ = ["Dialog", "FileDialog", "HelpDialog", "NewGameDialog", "StatisticsDialog"]

Result = TypeVar("Result")


class Dialog(ModalScreen[Result | None], Generic[Result]):
    """A dialog in the middle of the screen, closed by Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Close", show=False)]
    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog > #box {
        width: 72; max-width: 100%; height: auto; max-height: 100%;
        padding: 1 2; background: $surface; border: round $primary;
    }
    Dialog #box Label { color: $text-muted; }
    Dialog #title { color: $primary; text-style: bold; margin-bottom: 1; }
    Dialog #fault { color: $text-error; height: auto; }
    Dialog Horizontal { height: auto; }
    Dialog #box { scrollbar-size: 1 1; }
    Dialog Input, Dialog Select { width: 1fr; background: $background; }
    Dialog Checkbox { background: $surface; }
    Dialog .row Label { width: 16; }
    Dialog .row { margin-bottom: 1; }
    Dialog Button { margin-right: 2; min-width: 12; }
    """

    def action_leave(self) -> None:
        """Close without a result."""
        self.dismiss(None)


class HelpDialog(Dialog[None]):
    """All keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,q,enter,space", "leave", "Close", show=False)]

    def compose(self) -> ComposeResult:
        """List the keys by topic."""
        with VerticalScroll(id="box"):
            yield Static("Keys", id="title")
            lines: list[Content] = []
            for keys, meaning in HELP:
                style = ("bold $primary", "") if not meaning else ("bold", "$text-muted")
                if not meaning and lines:
                    lines.append(Content(""))
                lines.append(Content.assemble((keys.ljust(23), style[0]), (meaning, style[1])))
            yield Static(Content("\n").join(lines))


class StatisticsDialog(Dialog[None]):
    """Games, wins and best times."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("b,q,enter,space", "leave", "Close", show=False)]

    def __init__(self, records: Records) -> None:
        """Show these records."""
        super().__init__()
        self._records = records

    def compose(self) -> ComposeResult:
        """List every level that was played."""
        with VerticalScroll(id="box"):
            yield Static("Statistics", id="title")
            if self._records.problem is not None:
                yield Static(Content(self._records.problem), id="fault")
            if not self._records.games:
                yield Static("No game has been finished yet.")
            for level, no_guess in self._records.kinds():
                summary = self._records.summary(level, no_guess=no_guess)
                yield Static(_describe(str(Choice(level, no_guess=no_guess)), summary))


class NewGameDialog(Dialog[tuple[Choice, int | None]]):
    """Level, size, first-click rule, no guess, cruel, seed."""

    def __init__(self, choice: Choice) -> None:
        """Start from the settings of the current game."""
        super().__init__()
        self._choice = choice

    def compose(self) -> ComposeResult:
        """Ask for everything a game is made with."""
        known = {str(level): name for name, level in LEVELS.items()}
        levels = [(f"{name}  {level}", str(level)) for name, level in LEVELS.items()]
        own = self._choice.level not in known
        with VerticalScroll(id="box"):
            yield Static("New game", id="title")
            with Horizontal(classes="row"):
                yield Label("Level")
                yield Select(
                    [*levels, ("own size", "own")],
                    value="own" if own else self._choice.level,
                    allow_blank=False,
                    id="level",
                    compact=True,
                )
            with Horizontal(classes="row"):
                yield Label("Own size")
                yield Input(
                    self._choice.level if own else "",
                    placeholder="rows x columns / mines: 16x30/99",
                    id="size",
                    compact=True,
                )
            with Horizontal(classes="row"):
                yield Label("First click")
                yield Select(
                    [(text, rule.value) for rule, text in _RULES.items()],
                    value=self._choice.first_click.value,
                    allow_blank=False,
                    id="rule",
                    compact=True,
                )
            with Horizontal(classes="row"):
                yield Label("No guess")
                yield Checkbox(
                    "only boards that logic can finish", value=self._choice.no_guess, id="no-guess", compact=True
                )
            with Horizontal(classes="row"):
                yield Label("Cruel but fair")
                yield Checkbox(
                    "needless guesses lose, best ones never", value=self._choice.cruel, id="cruel", compact=True
                )
            with Horizontal(classes="row"):
                yield Label("Seed")
                yield Input("", placeholder="random; a chosen seed has no best time", id="seed", compact=True)
            yield Static("", id="fault")
            with Horizontal():
                yield Button("Play", variant="primary", id="play", compact=True)
                yield Button("Cancel", id="cancel", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Start the game, or leave."""
        if event.button.id == "play":
            self._finish()
        else:
            self.dismiss(None)

    def on_input_submitted(self) -> None:
        """Start the game."""
        self._finish()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Choose the own size when one is typed."""
        if event.input.id == "size" and event.value:
            self.query_one("#level", Select).value = "own"

    def _finish(self) -> None:
        level = str(self.query_one("#level", Select).value)
        seed = self.query_one("#seed", Input).value.strip()
        try:
            size = self.query_one("#size", Input).value.replace(" ", "")
            choice = Choice(
                size if level == "own" else level,
                FirstClick(str(self.query_one("#rule", Select).value)),
                self.query_one("#no-guess", Checkbox).value,
                self.query_one("#cruel", Checkbox).value,
            )
            number = int(seed) if seed else None
            Session.start(choice, seed=number)
        except SapperError as error:
            self.query_one("#fault", Static).update(Content(str(error)))
        except ValueError:
            self.query_one("#fault", Static).update(Content(f"a seed is a whole number, not {seed!r}"))
        else:
            self.dismiss((choice, number))


class FileDialog(Dialog[str]):
    """Asks for the name of a file."""

    def __init__(self, title: str, name: str = "") -> None:
        """Suggest a name."""
        super().__init__()
        self._title = title
        self._name = name

    def compose(self) -> ComposeResult:
        """Ask for the name."""
        with Vertical(id="box"):
            yield Static(self._title, id="title")
            yield Input(self._name, placeholder="name of a file", id="file", compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the name."""
        self.dismiss(event.value.strip() or None)


_RULES = {
    FirstClick.ZERO: "zero: no mine there or beside it",
    FirstClick.SAFE: "safe: no mine there",
    FirstClick.MOVED: "moved: as safe, as in Windows",
    FirstClick.DRAWN: "drawn: as zero, of older programs",
    FirstClick.NONE: "none: it may be a mine",
}


def _describe(name: str, summary: Summary) -> Content:
    rate = f"{100 * summary.won / summary.played:.0f} %" if summary.played else "-"
    lines = [
        Content.styled(name, "bold"),
        Content(f"  {summary.won} of {summary.played} won ({rate})"),
        Content(f"  {summary.streak} {'win' if summary.streak == 1 else 'wins'} in a row, at most {summary.longest}"),
    ]
    if summary.best and summary.mean_ms is not None:
        best = "  ".join(say_time(game.ms) for game in summary.best)
        lines += [Content(f"  best    {best}"), Content(f"  mean    {say_time(summary.mean_ms)}")]
    return Content("\n").join(lines) + Content("\n")
