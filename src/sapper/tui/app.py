"""The game in the terminal as a Textual app.

The app holds one `Session`. Keys and clicks become moves of it; after each the board, the bar and the text below are
shown again. What may take longer than a moment runs in a thread and is dropped when the board has changed meanwhile.

>>> PlayApp.TITLE
'Sapper'
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import Footer, Static
from textual.worker import WorkType

from sapper.analysis.hint import Strength
from sapper.board.board import Board
from sapper.board.cell import Cell
from sapper.errors import GameError, SapperError
from sapper.game.noguess import MakerProgress
from sapper.play.review import Judgement
from sapper.tui.board_view import FORMS, BoardView, Scene
from sapper.tui.dialogs import FileDialog, HelpDialog, NewGameDialog, StatisticsDialog
from sapper.tui.insight import Note, Page, Risks, find_hint, find_risks, prove, say_win
from sapper.tui.keeper import Keeper
from sapper.tui.keys import BINDINGS, STEP
from sapper.tui.palette import PALETTES
from sapper.tui.records import Finished
from sapper.tui.replay import Replay
from sapper.tui.saved import open_game, save_game
from sapper.tui.session import Choice, Session
from sapper.tui.settings import Settings
from sapper.tui.wording import say_end, say_error, say_legend, say_mismatch

__all__ = ["PlayApp"]

Answer = TypeVar("Answer")

_TICK = 1.0  # seconds between updates of the timer
_SAVE_AFTER = 10  # ticks after which an unfinished game is saved
_REPLAY_SECONDS = 0.6  # between moves of a replay
_FLASH_SECONDS = 0.6
_LEAST_TEXT = 4  # lines below the board
_PAUSED = "Paused. p goes on."
_KEYS = "left button or space: reveal   right button or f: flag   i: hint   ?: all keys"


class _Stopped(Exception):  # noqa: N818  # not an error
    """Raised in a search that is not wanted any more."""


class PlayApp(App[None]):
    """Minesweeper in the terminal."""

    TITLE = "Sapper"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #bar { height: 1; background: $surface; padding: 0 1; }
    #table { height: 1fr; align: center middle; }
    #board { width: auto; height: auto; max-width: 100%; max-height: 100%; }
    #talk { height: auto; min-height: 4; max-height: 8; padding: 0 1; scrollbar-size: 1 1; }
    #talk > Static { height: auto; }
    Footer { background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(BINDINGS)

    def __init__(
        self,
        *,
        folder: Path,
        choice: Choice | None = None,
        seed: int | None = None,
        session: Session | None = None,
        theme: str | None = None,
    ) -> None:
        """Play in the terminal; settings, statistics and an unfinished game are kept in `folder`.

        `session` is the game to begin with. Without it, `choice` or `seed` begin a new game; without these, the game
        that was left unfinished goes on.

        Raises:
            SapperError: a game that cannot be played.
        """
        super().__init__()
        self.animation_level = "none"
        self.keeper = Keeper(folder)
        self._theme_name = theme or self.keeper.settings.theme
        self._fresh = choice is not None or seed is not None or session is not None
        self.choice = choice or (self.keeper.settings.choice if session is None else session.choice)
        self.session = session or Session.start(self.choice, seed=seed)
        self.note: Note | None = None
        self.page = 0
        self.risks: Risks | None = None
        self.replay: Replay | None = None
        self.overlay = False
        self.shows_chance = False
        self.chance = ""  # to win, in words
        self.ending = ""  # how the game ended, in words
        self._strength = 0  # of the last hint
        self._text = ""  # shown where there is no note
        self._zoom: int | None = None  # index of a form; None fits
        self._making: threading.Event | None = None  # set to stop the search for a board without guesses
        self._unsaved = 0  # ticks since the last move that is not saved

    # What is on the screen

    def compose(self) -> ComposeResult:
        """Lay out the bar, the board, the text and the keys."""
        yield Static(id="bar")
        with Container(id="table"):
            yield BoardView()
        with VerticalScroll(id="talk", can_focus=False):
            yield Static(id="text")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """Take up the unfinished game, if there is one, and start the timer."""
        for palette in PALETTES.values():
            self.register_theme(palette.theme)
        self.theme = self._theme_name
        found = None if self._fresh else self.keeper.take_unfinished()
        if found is not None:
            self.session, self.choice = found, found.choice
        self._text = _PAUSED if self.session.paused else "Reveal any cell to begin. ? lists all keys."
        self.board_view.focus()
        self._timer = self.set_interval(_TICK, self._tick, pause=True)
        self._replay_timer = self.set_interval(_REPLAY_SECONDS, self._replay_on, pause=True)
        self._show()
        self._centre()
        self._tell_problems()

    def on_resize(self, event: events.Resize) -> None:
        """Draw cells as large as fits."""
        self.call_after_refresh(self._fit)

    @property
    def board_view(self) -> BoardView:
        """The widget of the board; it is there while a dialog is open, too."""
        return self.screen_stack[0].query_one(BoardView)

    @property
    def _board(self) -> Board:
        return self.session.live.board if self.replay is None else self.replay.board

    @property
    def _cell(self) -> Cell:
        return self.board_view.cursor

    def _show(self) -> None:
        """Show everything again, as far as it has changed."""
        live, replay, note = self.session.live, self.replay, self.note
        level = live.terms.level
        marks = dict(note.pages[self.page].marks) if note is not None else {}
        if replay is not None:
            marks = replay.marks | marks
        risks = self.risks if self.overlay else None
        veiled = self.session.paused and not live.over
        self.board_view.show(
            Scene(
                level.rows,
                level.cols,
                live.signs if replay is None else replay.signs,
                None if risks is None or veiled else risks.mine_probability,
                frozenset() if risks is None else risks.floating_cells,
                {} if veiled else marks,
                veiled,
            )
        )
        self._show_bar()
        self.screen_stack[0].query_one("#text", Static).update(self._words())
        runs = live.status == "playing" and not self.session.paused
        self._timer.resume() if runs else self._timer.pause()
        self._fit()

    def _show_bar(self) -> None:
        session, live = self.session, self.session.live
        width = max(self.size.width - 2, 1)
        status = {"ready": "", "playing": "", "won": "won", "lost": "lost"}[live.status]
        state = "replay" if self.replay is not None else "paused" if session.paused and not live.over else status
        seconds = session.elapsed_ms // 1000
        left = f"⚑ {session.mines_left}"
        middle = " · ".join(
            part
            for part in (str(session.choice), "helped" if live.helped else "", state, self._chance_words())
            if part
        )
        right = f"{seconds // 60}:{seconds % 60:02d}"
        side = max(len(left), len(right)) + 1
        room = max(width - 2 * side, 0)
        line = Content.assemble(
            (left.ljust(side), "bold $primary"),
            (middle[:room].center(room), ""),
            (right.rjust(side), "bold $primary"),
        )
        self.screen_stack[0].query_one("#bar", Static).update(line)

    def _chance_words(self) -> str:
        return f"win {self.chance}" if self.shows_chance and self.chance and not self.session.live.over else ""

    def _words(self) -> Content:
        """Return the text below the board."""
        parts = []
        if self.note is not None:
            count = len(self.note.pages)
            steps = f" (step {self.page + 1} of {count}, next: .)" if count > 1 else ""
            parts += [Content.styled(f"{self.note.title}{steps}", "bold $primary")]
            parts += [Content(self.note.pages[self.page].text)]
        elif self.replay is not None:
            keys = ", and . step   m next risk   space play   enter play on from here   esc leave"
            parts += [Content(self.replay.text), Content.styled(keys, "$text-muted")]
        elif self.ending:
            keys = "v review   n new game   r same board   u undo"
            parts += [Content.styled(self.ending, "bold"), Content.styled(keys, "$text-muted")]
        else:
            parts += [Content(self._text)]
        if self.overlay and self.risks is not None and not self.session.paused:
            parts += [Content.styled(say_legend(self.risks), "$text-muted")]
        return Content("\n").join(parts)

    def _fit(self) -> None:
        """Choose the largest form in which the whole board fits, or the smallest."""
        level = self.session.live.terms.level
        if self._zoom is not None:
            form = FORMS[self._zoom]
        else:
            width, height = self.size.width, self.size.height - 2 - _LEAST_TEXT
            fitting = [
                form for form in FORMS if level.cols * form.width <= width and level.rows * form.height <= height
            ]
            form = fitting[-1] if fitting else FORMS[0]
        self.board_view.set_form(form)

    def _tick(self) -> None:
        if self.session.live.status == "playing":
            self._show_bar()
        self._unsaved += 1
        if self._unsaved >= _SAVE_AFTER:
            self._unsaved = 0
            self.keeper.keep_unfinished(self.session)
            self._tell_problems()

    # Moves

    def action_move(self, rows: int, cols: int) -> None:
        """Move the cursor, or step through a replay."""
        if self.replay is not None and cols:
            if abs(cols) > STEP:
                self._go_replay(lambda replay: replay.go(0 if cols < 0 else 1_000_000))
            else:
                self.action_turn(cols)
            return
        row, col = self._cell
        self.board_view.move_cursor((row + rows, col + cols))

    def action_touch(self) -> None:
        """Reveal the cell at the cursor, or chord on a number; in a replay, start or stop it."""
        if self.replay is not None:
            self.replay.playing = not self.replay.playing
            self._replay_timer.resume() if self.replay.playing else self._replay_timer.pause()
        else:
            self._touch(self._cell)

    def action_enter(self) -> None:
        """Reveal; in a replay, play on from the place that is shown."""
        if self.replay is None:
            self.action_touch()
        elif self.replay.point is None:
            self._say("There is no move left to play. Go back first.")
        else:
            self._begin(self.session.branch(self.replay.moves))
            self._say("You play on from here. This game has no best time.")

    def action_play(self, kind: str) -> None:
        """Make a move at the cursor."""
        self._play(kind, self._cell)

    def on_board_view_pressed(self, event: BoardView.Pressed) -> None:
        """Make a move with the mouse."""
        self.board_view.move_cursor(event.cell)
        if event.action == "reveal":
            self._touch(event.cell)
        elif event.action == "chord" or not self.board_view.scene.sign(event.cell).isdigit():
            self._play(event.action, event.cell)

    def action_undo(self) -> None:
        """Undo the last move."""
        if self._may_play():
            try:
                self.session.undo()
            except GameError as error:
                self._say(say_error(error))
            else:
                self.ending = ""
                self.session.resume()
                self._changed("Undone. This game has no best time.")

    def _touch(self, cell: Cell) -> None:
        self._play("chord" if self.session.live.signs[self._index(cell)].isdigit() else "reveal", cell)

    def _play(self, kind: str, cell: Cell) -> None:
        """Make a move; the first reveal deals the mines first."""
        live = self.session.live
        if not self._may_play():
            return
        if live.over:
            self._say(self._text)
            return
        if live.needs_layout(kind, cell):
            self._deal(cell)
            return
        try:
            played = self.session.play(kind, cell)
        except GameError as error:
            self._say(say_error(error))
            return
        if played.event is not None:
            self._changed()
        elif played.flash:
            self.note = Note(
                "No chord", (Page(say_mismatch(self._board, cell), dict.fromkeys(played.flash, "look")),)
            )
            self.page = 0
            self._show()
            self.set_timer(_FLASH_SECONDS, partial(self._drop_note, self.note))

    def _may_play(self) -> bool:
        """Say what keeps a move from being made."""
        if self._making is not None:
            self._say("Still looking for a board without guesses; esc stops.")
        elif self.replay is not None:
            self._say("This is a replay; esc leaves it.")
        elif self.session.paused and not self.session.live.over:
            self._say("The game is paused; p goes on.")
        else:
            return True
        return False

    def _deal(self, cell: Cell) -> None:
        """Deal the mines and reveal the cell; a no-guess board takes a while and is made in a thread."""
        session = self.session
        if not session.live.terms.no_guess:
            session.fix(session.deal(cell))
            self._play("reveal", cell)
            return
        self._making = stop = threading.Event()
        self._say("Looking for a board that needs no guess; esc stops.")

        def check(progress: MakerProgress) -> None:
            if stop.is_set():
                raise _Stopped

        async def make() -> None:
            try:
                layout = await asyncio.to_thread(session.deal, cell, on_progress=check)
            except _Stopped:
                return
            except SapperError as error:
                self._making = None
                self._say(say_error(error))
                return
            if self._making is stop:
                self._making = None
                session.fix(layout)
                self._play("reveal", cell)

        self._work("deal", make)

    def _changed(self, text: str = "") -> None:
        """Show the board after a move, and compute what is shown with it."""
        self._stop_thinking()  # an answer about the board before would be wrong
        self.note, self.page, self._strength, self.risks, self.chance = None, 0, 0, None, ""
        self._text = text or _KEYS
        self._unsaved = max(self._unsaved, 1)
        if self.session.live.over and not self.ending:
            self._end()
        self._show()
        self._think()

    def _index(self, cell: Cell) -> int:
        return cell[0] * self.session.live.terms.level.cols + cell[1]

    # The end

    def _end(self) -> None:
        """Say how the game ended; the odds follow when they are computed."""
        session = self.session
        self.ending = say_end(session, None, None)

        def judge() -> Judgement:
            return Replay(session).judgement

        def told(judgement: Judgement | None) -> None:
            best = self.keeper.records.summary(
                str(session.live.terms.level), no_guess=session.live.terms.no_guess
            ).best_ms
            self._record(session, None if judgement is None else judgement.odds)
            if self.session is session and self.ending:
                self.ending = say_end(session, judgement, best)
                self._show()

        # Not exclusive: the game is recorded even if a new one begins at once.
        self._work("end", partial(self._ask, judge, told, lambda error: told(None)), exclusive=False)

    def _record(self, session: Session, odds: float | None) -> None:
        """Add the game to the statistics, unless it is there or its board was chosen."""
        live = session.live
        if session.recorded:
            return
        session.recorded = True
        game = Finished(
            level=str(live.terms.level),
            no_guess=live.terms.no_guess,
            first_click=live.terms.first_click.value,
            won=live.status == "won",
            ms=session.elapsed_ms,
            counts=session.counts,
            clicks=live.clicks,
            bbbv=live.three_bv,
            odds=odds,
            ended_at=int(time.time()),
        )
        if live.terms.origin == "new":
            self.keeper.add(game)
        self.keeper.drop_unfinished()
        self._tell_problems()

    # Help from the solver

    def action_hint(self) -> None:
        """Give a hint; each further one on the same board gives away more."""
        if not self._may_ask():
            return
        self._strength = min(self._strength + 1, max(Strength))
        self.session.help()
        self._note(partial(find_hint, self._board, Strength(self._strength)))

    def action_why(self) -> None:
        """Prove that the cell at the cursor is safe or a mine."""
        if self._may_ask():
            self.session.help()
            self._note(partial(prove, self._board, self._cell))

    def action_overlay(self) -> None:
        """Show or hide the mine probabilities."""
        self.overlay = not self.overlay
        self._show()
        self._think()

    def action_chance(self) -> None:
        """Show or hide the chance to win."""
        self.shows_chance = not self.shows_chance
        self._say("The chance to win stands above the board." if self.shows_chance else _KEYS)
        self._think()

    def action_turn(self, by: int) -> None:
        """Show another step of a note, or another move of a replay."""
        if self.replay is not None and (self.note is None or len(self.note.pages) == 1):
            self._go_replay(lambda replay: replay.forward() if by > 0 else replay.back())
        elif self.note is not None:
            self.page = min(max(self.page + by, 0), len(self.note.pages) - 1)
            self._show()

    def _may_ask(self) -> bool:
        if self.session.live.over and self.replay is None:
            self._say("The game has ended; v reviews it.")
            return False
        return self.replay is not None or self._may_play()

    def _note(self, find: Callable[[], Note]) -> None:
        """Compute a note in a thread and show it."""

        def told(note: Note) -> None:
            self.note, self.page = note, 0
            self._show()

        self._work("note", partial(self._ask, find, told, self._failed))

    def _think(self) -> None:
        """Compute the overlay and the chance to win, where they are shown."""
        live = self.session.live
        if self.session.paused or (live.over and self.replay is None):
            return
        board = self._board
        if self.overlay or self.shows_chance:
            self.session.help()
        if self.overlay:

            def told(risks: Risks) -> None:
                self.risks = risks
                self._show()

            self._work("risks", partial(self._ask, partial(find_risks, board), told, self._failed))
        if self.shows_chance and self.replay is None:

            def told_chance(chance: str) -> None:
                self.chance = chance
                self._show_bar()

            failed: Callable[[SapperError], None] = lambda error: told_chance("unknown")  # noqa: E731
            self._work("chance", partial(self._ask, partial(say_win, board), told_chance, failed))

    def _stop_thinking(self) -> None:
        for group in ("note", "risks", "chance"):
            self.workers.cancel_group(self, group)

    def _work(self, group: str, work: Callable[[], Coroutine[None, None, None]], *, exclusive: bool = True) -> None:
        """Run a coroutine; `exclusive` cancels those of the group that still run."""
        wanted: WorkType[None] = work
        self.run_worker(wanted, group=group, exclusive=exclusive)

    async def _ask(
        self, find: Callable[[], Answer], told: Callable[[Answer], None], failed: Callable[[SapperError], None]
    ) -> None:
        """Call `find` in a thread and pass on its answer; nothing if the worker is cancelled meanwhile."""
        try:
            answer = await asyncio.to_thread(find)
        except SapperError as error:
            failed(error)
        else:
            told(answer)

    def _failed(self, error: SapperError) -> None:
        self._say(say_error(error))

    def _drop_note(self, note: Note) -> None:
        if self.note is note:
            self.note = None
            self._show()

    # The replay

    def action_review(self) -> None:
        """Begin the replay of a finished game."""
        session = self.session
        if self.replay is not None:
            self.action_clear()
        elif not session.live.over:
            self._say("A game can be reviewed after its end.")
        else:
            self._say("Judging every move...")

            def told(replay: Replay) -> None:
                if self.session is session:
                    self.replay, self.note = replay, None
                    replay.go(1_000_000)
                    self._go_replay(lambda _: True)
                    self._work("wins", partial(self._find_wins, replay))

            self._work("note", partial(self._ask, partial(Replay, session), told, self._failed))

    async def _find_wins(self, replay: Replay) -> None:
        """Compute the win chances in a thread, and show them as they come."""
        task = asyncio.create_task(asyncio.to_thread(replay.review.find_wins))
        try:
            while not task.done():
                await asyncio.wait([task], timeout=0.5)
                if self.replay is replay:
                    self._show()
        finally:
            replay.review.stop()

    def _go_replay(self, go: Callable[[Replay], bool]) -> None:
        replay = self.replay
        if replay is None:
            return
        if not go(replay):
            replay.playing = False
            self._replay_timer.pause()
        self.note, self.risks = None, None
        if replay.point is not None:
            self.board_view.move_cursor(replay.point.cell)
        self._show()
        self._think()

    def _replay_on(self) -> None:
        self._go_replay(lambda replay: replay.forward())

    def action_risk(self) -> None:
        """Go on to the next move of the replay that took a risk."""
        if self.replay is not None:
            self._go_replay(lambda replay: replay.to_risk() or replay.go(1_000_000))

    # Games

    def action_new(self) -> None:
        """Begin a new game with the same settings."""
        self._start(self.choice, None)

    def action_choose(self) -> None:
        """Ask for the settings of a new game."""

        def chosen(answer: tuple[Choice, int | None] | None) -> None:
            if answer is not None:
                self._start(*answer)

        self.push_screen(NewGameDialog(self.choice), chosen)

    def action_again(self) -> None:
        """Begin the same board again."""
        try:
            self._begin(self.session.again())
        except GameError as error:
            self._say(say_error(error))
        else:
            self._say("The same board again. This game has no best time.")

    def action_save(self) -> None:
        """Ask for a file and save the game in it."""

        def chosen(name: str | None) -> None:
            if name is None:
                return
            file = Path(name).expanduser()
            try:
                if file.exists():
                    raise GameError(f"{file} exists already; choose another name")
                save_game(self.session, file)
            except (OSError, SapperError) as error:
                self._say(f"Not saved: {error}")
            else:
                self._say(f"Saved as {file}.")

        self.push_screen(FileDialog("Save the game as", time.strftime("sapper-%Y%m%d-%H%M%S.json")), chosen)

    def action_open(self) -> None:
        """Ask for a file and open the game in it."""

        def chosen(name: str | None) -> None:
            if name is None:
                return
            try:
                self._begin(open_game(Path(name).expanduser()))
            except (OSError, SapperError) as error:
                self._say(f"Not opened: {error}")
            else:
                self._say(_PAUSED if self.session.paused else f"Opened {name}.")

        self.push_screen(FileDialog("Open a saved game, a layout or a board"), chosen)

    def action_pause(self) -> None:
        """Stop the timer and cover the board, or go on."""
        session = self.session
        if session.live.status == "playing" and self._making is None:
            session.resume() if session.paused else session.pause()
            self.note = None
            self._say(_PAUSED if session.paused else _KEYS)
            self._think()

    def _start(self, choice: Choice, seed: int | None) -> None:
        try:
            session = Session.start(choice, seed=seed)
        except SapperError as error:
            self._say(say_error(error))
            return
        self._begin(session)
        self.choice = choice
        self.keeper.keep_settings(Settings(self.theme, self.choice))
        self._tell_problems()

    def _begin(self, session: Session) -> None:
        self._stop_making()
        if self.replay is not None:
            self.replay.review.stop()
        self._replay_timer.pause()
        self.session, self.replay, self.ending = session, None, ""
        self._changed("Reveal any cell to begin.")
        self._centre()

    def _centre(self) -> None:
        level = self.session.live.terms.level
        self.board_view.move_cursor((level.rows // 2, level.cols // 2))

    def _stop_making(self) -> None:
        if self._making is not None:
            self._making.set()
            self._making = None

    # The rest

    def action_clear(self) -> None:
        """Remove what is shown, and stop what is computed."""
        self._stop_thinking()
        if self._making is not None:
            self._stop_making()
            self._say("Stopped. Reveal any cell to begin.")
        elif self.note is not None:
            self.note = None
        elif self.replay is not None:
            self.replay.review.stop()
            self.replay, self.risks = None, None
            self._replay_timer.pause()
        elif self.overlay:
            self.overlay = False
        self._show()

    def action_theme(self) -> None:
        """Switch to the next theme."""
        names = list(PALETTES)
        self.theme = names[(names.index(self.theme) + 1) % len(names)]
        self.board_view.refresh()
        self.keeper.keep_settings(Settings(self.theme, self.choice))
        self._tell_problems()
        self._say(f"Theme: {self.theme}.")

    def action_zoom(self, by: int) -> None:
        """Draw cells larger or smaller, or as large as fits."""
        now = FORMS.index(self.board_view.form)
        self._zoom = None if by == 0 else min(max(now + by, 0), len(FORMS) - 1)
        self._fit()

    def action_scroll_text(self, by: int) -> None:
        """Scroll the text below the board."""
        talk = self.screen_stack[0].query_one("#talk", VerticalScroll)
        talk.scroll_relative(y=by * max(talk.size.height - 1, 1), animate=False)

    def action_statistics(self) -> None:
        """Show games, wins and best times."""
        self.push_screen(StatisticsDialog(self.keeper.records))

    def action_help(self) -> None:
        """Show all keys."""
        self.push_screen(HelpDialog())

    async def action_quit(self) -> None:
        """Save an unfinished game and quit."""
        self._stop_making()
        if self.replay is not None:
            self.replay.review.stop()
        if self.session.live.over:  # its odds may still be computed
            self._record(self.session, None)
        self.keeper.keep_unfinished(self.session)
        self.exit()

    def _say(self, text: str) -> None:
        self._text, self.note = text, None
        self._show()

    def _tell_problems(self) -> None:
        """Show what is wrong with the files, once."""
        while self.keeper.problems:
            self.notify(self.keeper.problems.pop(0), severity="error", timeout=15, markup=False)
