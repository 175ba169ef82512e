"""The game in the terminal, played with Textual's own pilot: by keyboard and by mouse, with all that it shows."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from rich.color import Color
from textual.widgets import Checkbox, Input, Select, Static
from typer.testing import CliRunner

from sapper import Layout, SapperError, analyze
from sapper.cli.app import app as cli
from sapper.game.live import Terms
from sapper.tui.app import PlayApp
from sapper.tui.board_view import FORMS, BoardView
from sapper.tui.dialogs import HelpDialog, NewGameDialog, StatisticsDialog
from sapper.tui.insight import Note, Page
from sapper.tui.keys import HELP
from sapper.tui.palette import PALETTES
from sapper.tui.records import Finished, Records
from sapper.tui.saved import open_game, read_game, save_game, write_game
from sapper.tui.session import Choice, Session

BEGINNER = Choice("9x9/10")
LAYOUT = "layout 4x5/3\n*....\n.....\n....*\n*....\n"


def run(test):
    asyncio.run(test)


@asynccontextmanager
async def play(folder: Path, *, size=(80, 24), **options):
    if not {"choice", "session", "unfinished"} & options.keys():
        options["choice"] = BEGINNER
    options.pop("unfinished", None)
    app = PlayApp(folder=folder, **options)
    async with app.run_test(size=size) as pilot:
        yield app, pilot


async def settle(app, pilot):
    await pilot.pause()
    await app.workers.wait_for_complete()
    await pilot.pause()


def shown(app) -> str:
    return str(app.screen_stack[0].query_one("#text", Static).content)


def bar(app) -> str:
    return str(app.screen_stack[0].query_one("#bar", Static).content)


async def go_to(app, pilot, cell):
    """Move the cursor with the arrow keys."""
    while app.board_view.cursor != cell:
        (row, col), (to_row, to_col) = app.board_view.cursor, cell
        rows, cols = to_row - row, to_col - col
        keys = ["J"] * (rows // 5) or ["down"] * rows or ["k"] * -rows
        keys += ["shift+right"] * (cols // 5) or ["l"] * cols or ["left"] * -cols
        await pilot.press(*keys)


def open_layout(text: str = LAYOUT) -> Session:
    return Session.open_board(Layout.from_text(text))


def place_of(app, cell) -> tuple[int, int]:
    form = app.board_view.form
    return cell[1] * form.width, cell[0] * form.height


def test_a_game_is_won_by_keyboard(tmp_path):
    async def test():
        async with play(tmp_path, choice=Choice("6x6/5"), seed=5) as (app, pilot):
            await pilot.press("space")
            while not app.session.live.over:
                cells = analyze(app.session.live.board)
                await go_to(app, pilot, (cells.safe_cells or cells.safest_cells)[0])
                await pilot.press("space")
            await settle(app, pilot)
            assert app.session.live.status == "won"
            assert "Won in 0:0" in shown(app)
            assert "took" in shown(app)
        [game] = Records(tmp_path / "terminal-games.jsonl").games
        assert (game.won, game.level, game.counts) == (True, "6x6/5", False)  # the seed was chosen
        assert not (tmp_path / "terminal-unfinished.json").exists()

    run(test())


def test_a_game_is_won_by_mouse_with_flags_and_chords(tmp_path):
    async def test():
        async with play(tmp_path, session=open_layout()) as (app, pilot):
            board = app.board_view
            for cell in ((0, 0), (2, 4), (3, 0)):
                await pilot.click(BoardView, offset=place_of(app, cell), button=3)
            assert app.session.live.signs.count("F") == 3
            assert bar(app).lstrip().startswith("⚑ 0")
            await pilot.click(BoardView, offset=place_of(app, (0, 2)))
            assert board.cursor == (0, 2)
            assert not app.session.live.over
            await pilot.click(BoardView, offset=place_of(app, (2, 3)), button=2)  # the middle button chords
            await pilot.click(BoardView, offset=place_of(app, (2, 1)))  # so does a click on a number
            await pilot.click(BoardView, offset=place_of(app, (0, 1)))
            # both buttons
            await pilot.mouse_down(BoardView, offset=place_of(app, (3, 3)), button=1)
            await pilot.mouse_down(BoardView, offset=place_of(app, (3, 3)), button=3)
            await pilot.mouse_up(BoardView, offset=place_of(app, (3, 3)))
            for cell in ((1, 0), (3, 4), (2, 0)):
                if app.session.live.signs[cell[0] * 5 + cell[1]] == ".":
                    await pilot.click(BoardView, offset=place_of(app, cell))
            await settle(app, pilot)
            assert app.session.live.status == "won"
            assert {move.kind for move in app.session.live.moves} == {"flag", "reveal", "chord"}

    run(test())


def test_a_lost_game_says_the_odds_and_can_be_undone(tmp_path):
    async def test():
        async with play(tmp_path, session=open_layout()) as (app, pilot):
            await go_to(app, pilot, (0, 2))
            await pilot.press("enter")
            await go_to(app, pilot, (0, 0))
            await pilot.press("enter")
            await settle(app, pilot)
            assert "lost" in bar(app)
            assert shown(app).startswith("Lost after 0:0")
            assert "was certainly a mine" in shown(app) or "risk" in shown(app)
            assert "X" in app.board_view.scene.signs
            await pilot.press("i")
            assert "v reviews it" in app._text
            await pilot.press("u")
            assert app.session.live.status == "playing"
            assert app.session.live.helped

    run(test())


def test_a_game_is_recorded_once_and_at_once(tmp_path):
    async def test():
        async with play(tmp_path, choice=Choice("4x4/3"), seed=5) as (app, pilot):
            await pilot.press("space")
            mines = app.session.live.layout.mines
            app._play("reveal", mines[0])
            await settle(app, pilot)
            await pilot.press("u")
            app._play("reveal", mines[1])
            await settle(app, pilot)
            assert len(app.keeper.records.games) == 1
            await pilot.press("n", "space")
            app._play("reveal", app.session.live.layout.mines[0])
            await app.action_quit()
            assert len(Records(tmp_path / "terminal-games.jsonl").games) == 2

    run(test())


def test_hints_grow_from_any_to_why(tmp_path):
    async def test():
        async with play(tmp_path, seed=1) as (app, pilot):
            await pilot.press("space")
            texts = []
            for _ in range(4):
                await pilot.press("i")
                await settle(app, pilot)
                texts.append(shown(app))
            assert "safe cell" in texts[0]
            assert "highlighted" in texts[1]
            assert "is safe." in texts[2]
            assert texts[3].startswith("Hint 4 of 4")
            cell = next(cell for cell, mark in app.note.pages[-1].marks.items() if mark == "safe")
            assert cell in analyze(app.session.live.board).safe_cells
            assert app.session.live.helped
            await pilot.press("escape")
            assert app.note is None

    run(test())


def test_a_hint_about_an_earlier_board_is_dropped(tmp_path, monkeypatch):
    begun, go_on = threading.Event(), threading.Event()

    def slow(board, strength):
        begun.set()
        go_on.wait(10)
        return Note("old", (Page("old"),))

    monkeypatch.setattr("sapper.tui.solver_app.find_hint", slow)

    async def test():
        async with play(tmp_path, seed=1) as (app, pilot):
            await pilot.press("space", "i")
            assert await asyncio.to_thread(begun.wait, 10)
            app._play("reveal", analyze(app.session.live.board).safe_cells[0])
            go_on.set()
            await pilot.pause(0.05)
            assert app.note is None

    run(test())


def test_a_hint_on_a_guess_names_the_best_cell(tmp_path):
    async def test():
        async with play(tmp_path, session=open_layout("layout 1x3/1\n..*")) as (app, pilot):
            await go_to(app, pilot, (0, 1))
            await pilot.press("space")
            for _ in range(4):
                await pilot.press("i")
            await settle(app, pilot)
            assert "Nothing is certain" in shown(app)
            assert list(app.note.pages[0].marks.values()) == ["best"]
            await pilot.press("e")
            await settle(app, pilot)
            assert "win 50 %" in bar(app)

    run(test())


def test_the_overlay_shows_exact_probabilities(tmp_path):
    async def test():
        async with play(tmp_path, seed=1) as (app, pilot):
            await pilot.press("o", "space")
            await settle(app, pilot)
            expected = analyze(app.session.live.board).mine_probability
            assert (app.board_view.scene.risk == expected)[expected == expected].all()
            line = "".join(app.board_view.render_line(y).text for y in range(app.board_view.virtual_size.height))
            assert "✓" in line
            assert "chance of a mine" in shown(app)
            await pilot.press("o")
            assert app.board_view.scene.risk is None

    run(test())


def test_proofs_have_steps_and_open_cells_have_two_worlds(tmp_path):
    async def test():
        async with play(tmp_path, seed=6) as (app, pilot):
            await pilot.press("space")
            analysis = analyze(app.session.live.board)
            await go_to(app, pilot, analysis.mine_cells[0])
            await pilot.press("w")
            await settle(app, pilot)
            assert "is a mine" in shown(app)
            unsure = next(cell for cell in analysis.frontier if 0 < analysis.mine_probability[cell] < 1)
            await go_to(app, pilot, unsure)
            await pilot.press("w")
            await settle(app, pilot)
            assert "not certain" in shown(app)
            await pilot.press(".")
            assert app.board_view.scene.marks[unsure] == "mine"
            await pilot.press(".", ".")
            assert app.board_view.scene.marks[unsure] == "safe"
            await pilot.press(",", ",", ",")
            assert app.page == 0

    run(test())


def test_the_clock_may_tick_while_the_app_closes(tmp_path):
    async def test():
        async with play(tmp_path, session=open_layout()) as (app, pilot):
            await go_to(app, pilot, (0, 2))
            await pilot.press("space")
            await settle(app, pilot)
            assert app.session.live.status == "playing"
            await app.screen_stack[0].query_one("#bar").remove()
            app._tick()

    run(test())


def test_a_finished_game_is_replayed_and_played_on(tmp_path):
    async def test():
        async with play(tmp_path, session=open_layout()) as (app, pilot):
            for cell in ((0, 2), (0, 1), (0, 0)):
                await go_to(app, pilot, cell)
                await pilot.press("space")
            await settle(app, pilot)
            await pilot.press("v")
            await settle(app, pilot)
            assert "The game was lost." in shown(app)
            assert "Luck" in shown(app)
            await pilot.press("home")
            assert set(app.board_view.scene.signs) == {"."}
            assert "Move 1 of" in shown(app)
            await pilot.press(".")
            assert "Move 2 of" in shown(app)
            await pilot.press("left", "m")
            await pilot.press("space")
            assert app.replay.playing
            app._replay_on()
            app._replay_on()
            app._replay_on()
            assert not app.replay.playing
            await pilot.press("left", "enter")
            assert app.replay is None
            assert app.session.live.status == "playing"
            assert not app.session.counts

    run(test())


def test_pausing_stops_the_clock_and_covers_the_board(tmp_path):
    async def test():
        now = [0.0]
        session = Session.start(BEGINNER, seed=1, clock=lambda: now[0])
        async with play(tmp_path, session=session) as (app, pilot):
            await pilot.press("space")
            now[0] = 5.0
            await pilot.press("p")
            assert app.board_view.scene.veiled
            now[0] = 100.0
            await pilot.press("space", "f")
            assert "paused" in shown(app)
            assert session.elapsed_ms == 5000
            await pilot.press("p")
            now[0] = 101.0
            assert session.elapsed_ms == 6000
            assert not app.board_view.scene.veiled

    run(test())


def test_a_chord_without_flags_says_why_it_does_nothing(tmp_path):
    async def test():
        async with play(tmp_path, session=open_layout()) as (app, pilot):
            await go_to(app, pilot, (0, 2))
            await pilot.press("space")
            await go_to(app, pilot, (0, 1))
            await pilot.press("c")
            before = app.session.live.clicks
            assert "number of flags" in shown(app)
            await pilot.press("x")
            assert "already" in shown(app)
            assert app.session.live.clicks == before

    run(test())


def test_no_guess_games_are_dealt_without_guesses(tmp_path):
    async def test():
        async with play(tmp_path, choice=Choice("9x9/10", no_guess=True), seed=2) as (app, pilot):
            await pilot.press("space")
            await settle(app, pilot)
            assert "no guess" in bar(app)
            live = app.session.live
            while not live.over:
                app._play("reveal", analyze(live.board).safe_cells[0])
            assert live.status == "won"
            await settle(app, pilot)
            assert "You took no risk." in shown(app)

    run(test())


def test_the_search_for_a_board_can_be_stopped(tmp_path, monkeypatch):
    stopped = threading.Event()

    def search(session, cell, *, on_progress):
        try:
            while True:
                time.sleep(0.01)
                on_progress(None)
        finally:
            stopped.set()

    monkeypatch.setattr(Session, "deal", search)

    async def test():
        async with play(tmp_path, choice=Choice("16x30/140", no_guess=True), seed=2) as (app, pilot):
            await pilot.press("space", "f")
            assert "esc stops" in shown(app)
            await pilot.press("escape")
            assert app.session.live.layout is None
            assert await asyncio.to_thread(stopped.wait, 10)
            await pilot.press("n", "f")
            assert app.session.live.signs.count("F") == 1

    run(test())


def test_a_new_game_is_chosen_in_a_dialog(tmp_path):
    async def test():
        async with play(tmp_path) as (app, pilot):
            await pilot.press("g")
            dialog = app.screen
            assert isinstance(dialog, NewGameDialog)
            dialog.query_one("#size", Input).value = "9x9/99"
            await pilot.pause()
            assert dialog.query_one("#level", Select).value == "own"
            await pilot.click("#play")
            assert "99 mines" in str(dialog.query_one("#fault", Static).content)
            dialog.query_one("#size", Input).value = "12x40/60"
            dialog.query_one("#seed", Input).value = "seven"
            dialog.query_one("#seed", Input).focus()
            await pilot.press("enter")
            assert "'seven'" in str(dialog.query_one("#fault", Static).content)
            dialog.query_one("#seed", Input).value = "7"
            dialog.query_one("#no-guess", Checkbox).value = True
            await pilot.press("enter")
            await pilot.pause()
            terms = app.session.live.terms
            assert isinstance(terms, Terms)
            assert (str(terms.level), terms.seed, terms.no_guess) == ("12x40/60", 7, True)
            await pilot.press("n")
            assert app.session.live.terms.seed_chosen is False
        async with play(tmp_path, unfinished=True) as (app, pilot):
            assert app.choice == Choice("12x40/60", no_guess=True)

    run(test())


def test_an_unfinished_game_goes_on_next_time(tmp_path):
    async def test():
        async with play(tmp_path, seed=1) as (app, pilot):
            await pilot.press("space", "q")
            signs = app.session.live.signs
        async with play(tmp_path, unfinished=True) as (app, pilot):
            assert app.session.paused
            assert app.board_view.scene.veiled
            await pilot.press("p")
            assert app.session.live.signs == signs

    run(test())


def test_games_are_saved_and_opened(tmp_path):
    file = tmp_path / "game.json"

    async def test():
        async with play(tmp_path, seed=1) as (app, pilot):
            await pilot.press("space", "i", "u", "space", "s")
            app.screen.query_one(Input).value = str(file)
            await pilot.press("enter")
            assert "Saved as" in app._text
            signs = app.session.live.signs
            await pilot.press("s")
            app.screen.query_one(Input).value = str(file)
            await pilot.press("enter")
            assert "exists already" in app._text
            await pilot.press("n", "ctrl+o")
            app.screen.query_one(Input).value = str(file)
            await pilot.press("enter")
            assert app.session.live.signs == signs
            await pilot.press("ctrl+o")
            app.screen.query_one(Input).value = str(tmp_path / "none.json")
            await pilot.press("enter")
            assert "Not opened" in app._text

    run(test())


def test_cruel_games(tmp_path):
    """A needless guess loses and is undone; the rest is won by best guesses, through a saved file."""

    async def test():
        async with play(tmp_path, choice=Choice("9x9/20", cruel=True), seed=1) as (app, pilot):
            assert "cruel but fair" in bar(app)
            app._play("reveal", (4, 4))
            live = app.session.live
            while not analyze(live.board).safe_cells:
                app._play("reveal", analyze(live.board).safest_cells[0])
            found = analyze(live.board)
            needless = next(cell for cell in live.board.hidden_cells if 0 < found.mine_probability_of(cell) < 1)
            app._play("reveal", needless)
            assert live.status == "lost"
            await settle(app, pilot)
            await pilot.press("u")
            file = tmp_path / "game.json"
            save_game(app.session, file)
            opened = open_game(file)
            assert opened.live.signs == live.signs
            assert opened.choice.cruel
            assert not opened.counts
            opened.resume()
            app._begin(opened)
            while not opened.live.over:
                app._play("reveal", analyze(opened.live.board).safest_cells[0])
            assert opened.live.status == "won"
            await settle(app, pilot)
            assert not app.keeper.records.games

    run(test())


def test_every_kind_of_file_opens(tmp_path):
    file = tmp_path / "file"
    file.write_text(LAYOUT)
    assert open_game(file).live.terms.level.mines == 3
    file.write_text("mines 1\n. 1 .\n. 1 .\n")
    session = open_game(file)
    assert session.live.board[0, 1] == 1
    save_game(session, file)
    assert open_game(file).live.signs == session.live.signs


def saved(**changes) -> str:
    session = Session.start(BEGINNER, seed=1)
    session.fix(session.deal((4, 4)))
    session.play("reveal", (4, 4))
    return json.dumps(json.loads(write_game(session)) | changes)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "no saved game"),
        ("[" * 100_000, "no saved game"),
        ("[]", "format"),
        ('{"format": "sapper game 1"}', "'level'"),
        (saved(level="9x9"), "unknown level"),
        (saved(level="8x9/10"), "the layout is 9x9/10"),
        (saved(level="999x999/10"), "too large"),
        (saved(first_click="warm"), "first-click"),
        (saved(no_guess=3), "'no_guess'"),
        (saved(origin="moon"), "'moon'"),
        (saved(seed="x"), "seed"),
        (saved(start=[1]), "a cell is"),
        (saved(clock_ms=-1), "clock_ms"),
        (saved(events=7), '"events"'),
        (saved(events=[["jump", [0, 0], 1]]), "event 1"),
        (saved(events=[["reveal", [99, 0], 1]]), "event 1"),
        (saved(events=[["reveal", None, 1]]), "event 1"),
        (saved(events=[["undo", None, 1]]), "event 1"),
        (saved(layout=None), "event 1"),
        (saved(layout="*"), "layout"),
        (saved(position=4), "a text"),
    ],
)
def test_bad_saved_games_are_refused(text, message):
    with pytest.raises(SapperError, match=message.replace("[", r"\[")):
        read_game(text)


def test_bad_files_are_told_and_never_overwritten(tmp_path):
    names = ("terminal-games.jsonl", "terminal-settings.json", "terminal-unfinished.json")
    for name in names:
        (tmp_path / name).write_text("{broken")

    async def test():
        async with play(tmp_path, unfinished=True) as (app, pilot):
            await pilot.pause()
            told = " ".join(one.message for one in app._notifications)
            assert all(name in told for name in names)
            await pilot.press("t", "space")
            app._play("reveal", (0, 0))
            while not app.session.live.over:
                app._play("reveal", analyze(app.session.live.board).safest_cells[0])
            await settle(app, pilot)
            await pilot.press("b")
            assert isinstance(app.screen, StatisticsDialog)
            await pilot.press("escape", "n", "space", "q")

    run(test())
    assert [(tmp_path / name).read_text() for name in names] == ["{broken"] * 3


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")

    async def test():
        async with play(blocked / "folder", seed=1) as (app, pilot):
            await pilot.press("t")
            assert any("Not a directory" in one.message for one in app._notifications)

    run(test())


def test_records_name_the_bad_line(tmp_path):
    file = tmp_path / "games.jsonl"
    records = Records(file)
    game = Finished("9x9/10", False, "zero", True, 4200, True, 21, 17, None, 0)
    records.add(game)
    records.add(game)
    assert Records(file).games == [game, game]
    with open(file, "a") as stream:
        stream.write('{"level": 3}\n')
    assert "line 3" in (Records(file).problem or "")
    file.write_text(file.read_text()[:-30])
    assert "cut off" in (Records(file).problem or "")


def test_one_win_is_written_in_the_singular(tmp_path):
    async def test():
        async with play(tmp_path) as (app, pilot):
            app.keeper.add(Finished("9x9/10", False, "zero", True, 9000, True, 21, 17, 1.0, 0))
            await pilot.press("b")
            assert "1 win in a row, at most 1" in " ".join(str(one.content) for one in app.screen.query(Static))

    run(test())


def test_statistics_count_streaks_and_best_times(tmp_path):
    records = Records(tmp_path / "games.jsonl")
    for won, ms, counts in ((True, 9000, True), (True, 5000, True), (False, 10, True), (True, 1000, False)):
        records.add(Finished("9x9/10", False, "zero", won, ms, counts, 21, 17, 1.0, 0))
    summary = records.summary("9x9/10", no_guess=False)
    assert (summary.played, summary.won, summary.streak, summary.longest) == (4, 3, 1, 2)
    assert (summary.best_ms, summary.mean_ms) == (5000, 7000)


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 6), (200, 60)])
def test_boards_fit_or_scroll(tmp_path, size):
    async def test():
        async with play(tmp_path, choice=Choice("16x30/99"), seed=1, size=size) as (app, pilot):
            board = app.board_view
            await pilot.pause()
            fits = size[0] >= 60 and size[1] >= 22
            assert (board.max_scroll_x == board.max_scroll_y == 0) is fits
            await go_to(app, pilot, (15, 29))
            await pilot.press("home", "end", "space")
            await pilot.pause()
            form = board.form
            assert board.scroll_offset.x + board.size.width >= 30 * form.width
            assert board.scroll_offset.y + board.size.height >= 16 * form.height
            assert app.session.live.started_at is not None

    run(test())


def test_resizing_and_zooming_change_the_cells(tmp_path):
    async def test():
        async with play(tmp_path, seed=1) as (app, pilot):
            await pilot.pause()
            assert app.board_view.form == FORMS[2]
            await pilot.resize_terminal(30, 15)
            await pilot.pause()
            assert app.board_view.form == FORMS[1]
            await pilot.press("minus")
            assert app.board_view.form == FORMS[0]
            await pilot.press("plus", "plus", "plus", "plus", "plus")
            assert app.board_view.form == FORMS[-1]
            await pilot.press("0")
            assert app.board_view.form == FORMS[1]

    run(test())


def test_help_lists_every_key(tmp_path):
    async def test():
        async with play(tmp_path) as (app, pilot):
            await pilot.press("question_mark")
            assert isinstance(app.screen, HelpDialog)
            assert app.screen.query(Static).last().size.height == len(HELP) + [
                meaning for _, meaning in HELP[1:]
            ].count("")
            text = " ".join(str(one.content) for one in app.screen.query(Static))
            keys = {key for binding in app.BINDINGS for key in binding.key.split(",") if len(key) == 1}
            assert [key for key in sorted(keys) if key not in text.replace(",", " ").split()] == []
            await pilot.press("escape", "r")
            assert "untouched" in shown(app)

    run(test())


def test_every_sign_can_be_read_in_every_theme():
    def luminance(colour: str) -> float:
        parts = (part / 255 for part in Color.parse(colour).get_truecolor())
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for palette in PALETTES.values():
        covers = [palette.cover(odd=odd) for odd in (False, True)]
        pairs = [(clue, palette.revealed) for clue in palette.clues]
        pairs += [(palette.flag, cover) for cover in covers]
        pairs += [(palette.cursor_ink, palette.cursor), (palette.look_ink, palette.look)]
        pairs += [(palette.ink, palette.screen), (palette.faint, palette.bar), (palette.accent, palette.bar)]
        pairs += [
            (style.color.name, style.bgcolor.name)
            for percent in range(101)
            for odd in (False, True)
            for style in [palette.risk(percent / 100, odd=odd)]
        ]
        for ink, paper in pairs:
            light, dark = sorted((luminance(ink), luminance(paper)), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (palette.name, ink, paper)


def test_themes_change_and_stay(tmp_path):
    async def test():
        async with play(tmp_path, theme="dark") as (app, pilot):
            await pilot.press("t")
            assert app.theme == "light"
        async with play(tmp_path) as (app, _):
            assert app.theme == "light"

    run(test())


def test_the_timer_rests_unless_a_game_is_played(tmp_path):
    async def test():
        async with play(tmp_path, seed=1) as (app, pilot):
            assert not app._timer._active.is_set()
            await pilot.press("space")
            assert app._timer._active.is_set()
            await pilot.press("p")
            assert not app._timer._active.is_set()

    run(test())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["9x9"], "unknown level"),
        (["9x9/81"], "no cell without a mine"),
        (["999x999/10"], "too large"),
        (["expert", "--open", "x"], "--open"),
        (["--open", "no-such-file"], "no-such-file"),
        (["beginner", "--no-guess", "--first-click", "none"], "promised to be safe"),
        (["beginner"], "needs a terminal"),
    ],
)
def test_the_command_refuses_what_cannot_be_played(arguments, message, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    result = CliRunner().invoke(cli, ["play", *arguments])
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_without_textual_the_extra_is_named():
    script = "import sys\nsys.modules['textual'] = None\nfrom sapper.cli.app import app\napp(['play'])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "pip install 'sapper[tui]'" in done.stderr
