"""The game against a small model of its rules, move by move, and that it does not reveal the layout."""

import copy
import pickle

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sapper.errors import GameError, InputError
from sapper.game.game import Game, Status
from sapper.game.layout import Layout

HIDDEN, FLAG, QUESTION, MINE = -1, -2, -3, -4
COVERED = (HIDDEN, FLAG, QUESTION)


class Model:
    """A simple model of the rules: a dict of views, and a list of old dicts for undo."""

    def __init__(self, rows, cols, mines):
        self.rows, self.cols, self.mines = rows, cols, mines
        self.again()

    def again(self):
        self.views = {(r, c): HIDDEN for r in range(self.rows) for c in range(self.cols)}
        self.past = []

    def around(self, cell):
        row, col = cell
        near = [(row + i, col + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
        return [other for other in near if other in self.views]

    def status(self):
        if MINE in self.views.values():
            return "lost"
        left = [cell for cell, view in self.views.items() if view in COVERED and cell not in self.mines]
        return "playing" if left else "won"

    def show(self, cell, views):
        if views[cell] not in (HIDDEN, QUESTION):
            return
        near = self.around(cell)
        views[cell] = MINE if cell in self.mines else sum(other in self.mines for other in near)
        if views[cell] == 0:
            for other in near:
                self.show(other, views)

    def play(self, move, cell):
        """Make a move; return whether it is allowed."""
        view = self.views[cell]
        if self.status() == "playing" and move == "reveal" and view >= 0:
            return True
        if self.status() != "playing" or (view in COVERED) == (move == "chord"):
            return False
        if move == "reveal" and view == FLAG:
            return False
        views = dict(self.views)
        if move == "reveal":
            self.show(cell, views)
        elif move == "flag":
            views[cell] = HIDDEN if view == FLAG else FLAG
        elif move == "question":
            views[cell] = HIDDEN if view == QUESTION else QUESTION
        elif sum(views[other] == FLAG for other in self.around(cell)) == view:
            for other in self.around(cell):
                self.show(other, views)
        if views != self.views:
            self.past.append(self.views)
            self.views = views
        return True

    def undo(self):
        self.views = self.past.pop()


class Play(RuleBasedStateMachine):
    """Any moves, on the game and on the model."""

    @initialize(data=st.data(), rows=st.integers(1, 6), cols=st.integers(1, 6))
    def start(self, data, rows, cols):
        cells = [(row, col) for row in range(rows) for col in range(cols)]
        mines = data.draw(st.sets(st.sampled_from(cells), max_size=max(1, len(cells) // 3)))
        self.cells = st.sampled_from(cells)
        self.model = Model(rows, cols, mines)
        self.game = Game(Layout.from_mines(rows, cols, mines))

    @rule(data=st.data(), move=st.sampled_from(["reveal", "flag", "question", "chord"]))
    def play(self, data, move):
        self.move(move, data.draw(self.cells))

    @rule(data=st.data())
    def flag_a_mine(self, data):
        if self.model.mines:
            self.move("flag", data.draw(st.sampled_from(sorted(self.model.mines))))

    @rule(data=st.data())
    def chord_a_clue(self, data):
        clues = [cell for cell, view in self.model.views.items() if view > 0]
        if clues:
            self.move("chord", data.draw(st.sampled_from(clues)))

    def move(self, move, cell):
        clicks = len(self.model.past)
        allowed = self.model.play(move, cell)
        if allowed:
            outcome = getattr(self.game, move)(cell)
            assert outcome == ((len(self.model.past) > clicks) if move in ("chord", "reveal") else None)
        else:
            with pytest.raises(GameError):
                getattr(self.game, move)(cell)

    @rule()
    def undo(self):
        if self.model.past:
            self.game.undo()
            self.model.undo()
        else:
            with pytest.raises(GameError, match="no move to undo"):
                self.game.undo()

    @precondition(lambda self: len(self.model.past) > 3)
    @rule()
    def again(self):
        self.game.again()
        self.model.again()

    @invariant()
    def same(self):
        model, game, board = self.model, self.game, self.game.board
        assert (board.rows, board.cols, board.mines) == (model.rows, model.cols, len(model.mines))
        assert board.cells.ravel().tolist() == list(model.views.values())
        assert game.status == model.status()
        assert game.clicks == len(model.past)
        assert game.exploded == min((c for c, view in model.views.items() if view == MINE), default=None)
        if game.status == "playing":
            with pytest.raises(GameError):
                game.layout  # noqa: B018
        else:
            assert set(game.layout.mines) == model.mines


Play.TestCase.settings = settings(max_examples=150, stateful_step_count=40)
TestPlay = Play.TestCase


def corner_game():
    """Return a 3x3 game with mines in two opposite corners."""
    return Game(Layout.from_text("*..\n...\n..*"))


def test_a_new_game():
    game = corner_game()
    assert (game.status, game.clicks, game.exploded) == (Status.PLAYING, 0, None)
    assert (game.board.cells == HIDDEN).all()
    assert game.board.mines == 2
    assert repr(game) == "<Game 3x3/2 playing, clicks 0>"


def test_losing_undoing_and_playing_again():
    game = corner_game()
    game.reveal((0, 0))
    assert (game.status, game.exploded, game.clicks) == ("lost", (0, 0), 1)
    assert game.board[0, 0] == MINE
    assert game.layout.mines == [(0, 0), (2, 2)]
    for move in (game.reveal, game.flag, game.question, game.chord):
        with pytest.raises(GameError, match="the game is over: it is lost"):
            move((1, 1))
    game.undo()
    assert (game.status, game.exploded, game.clicks) == ("playing", None, 0)
    game.reveal((0, 2))
    game.again()
    assert game.clicks == 0
    assert (game.board.cells == HIDDEN).all()


def test_winning():
    game = corner_game()
    game.reveal((0, 2))
    assert game.status == "playing"
    game.reveal((2, 0))
    assert game.status == "won"
    with pytest.raises(GameError, match="the game is over: it is won"):
        game.flag((0, 0))
    assert game.layout.mines == [(0, 0), (2, 2)]
    game.undo()
    with pytest.raises(GameError, match="hidden until the game ends"):
        game.layout  # noqa: B018


def test_refused_moves_name_the_cell_and_change_nothing():
    game = corner_game()
    game.reveal((1, 1))
    game.flag((0, 1))
    before = game.board.cells.tolist()
    refused = {
        "a flagged cell cannot be revealed, at 0,1": (game.reveal, (0, 1)),
        "a chord needs a revealed clue, at 0,2": (game.chord, (0, 2)),
        "a chord needs a revealed clue, at 0,1": (game.chord, (0, 1)),
    }
    for message, (move, cell) in refused.items():
        with pytest.raises(GameError, match=f"^{message}$"):
            move(cell)
    for mark in (game.flag, game.question):
        with pytest.raises(GameError, match="the cell is already revealed, at 1,1"):
            mark((1, 1))
    assert game.chord((1, 1)) is False
    assert game.reveal((1, 1)) is False
    assert game.board.cells.tolist() == before
    assert game.clicks == 2


@pytest.mark.parametrize("cell", [(3, 0), (0, -1), (0.0, 0), (True, 0), None, 4, "00", b"\0\0", (0,), (0, 0, 0)])
def test_bad_cells(cell):
    game = corner_game()
    for move in (game.reveal, game.flag, game.question, game.chord):
        with pytest.raises(InputError):
            move(cell)
    assert game.clicks == 0


def test_a_bad_cell_is_a_bad_cell_even_after_the_end():
    game = corner_game()
    game.reveal((0, 0))
    with pytest.raises(InputError):
        game.reveal((9, 9))


@pytest.mark.parametrize("layout", [None, "expert", 7, [(0, 0)]])
def test_games_need_a_layout(layout):
    with pytest.raises(InputError, match="a game needs a Layout"):
        Game(layout)


def test_a_layout_without_a_free_cell_is_won():
    game = Game(Layout.from_text("**"))
    assert (game.status, game.clicks) == ("won", 0)


def test_boards_stay_as_they_were():
    game = corner_game()
    before = game.board
    game.reveal((1, 1))
    assert (before.cells == HIDDEN).all()
    assert game.board != before


def test_a_large_cascade():
    game = Game(Layout.from_mines(1000, 1000, [(0, 0)]))
    game.reveal((999, 999))
    assert game.status == "won"
    game.undo()
    assert game.status == "playing"


MOVES = {"again", "chord", "flag", "question", "reveal", "undo"}
FACTS = {"board", "clicks", "exploded", "layout", "status"}


def facts(game):
    """Return all public attributes of a game."""
    said = {"repr": repr(game), "str": str(game), "format": f"{game}"}
    for name in FACTS:
        try:
            value = getattr(game, name)
        except GameError as error:
            value = str(error)
        said[name] = value
    return said


def test_the_public_surface_is_known():
    assert {name for name in dir(corner_game()) if not name.startswith("_")} == MOVES | FACTS
    assert not hasattr(corner_game(), "__dict__")


@given(data=st.data(), rows=st.integers(2, 7), cols=st.integers(2, 7))
def test_nothing_of_the_layout_shows_before_the_end(data, rows, cols):
    """Two layouts that look alike to the player are alike to every public attribute.

    The second layout moves mines among cells that no revealed cell touches. The player cannot distinguish the two
    layouts, so any difference would be a leak.
    """
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    mines = data.draw(st.sets(st.sampled_from(cells), min_size=1, max_size=len(cells) // 2))
    safe = sorted(set(cells) - mines)
    moves = [("reveal", cell) for cell in data.draw(st.lists(st.sampled_from(safe), max_size=3))]
    moves += [("flag", cell) for cell in data.draw(st.lists(st.sampled_from(cells), max_size=3))]
    first = Game(Layout.from_mines(rows, cols, mines))
    played = []
    for move, cell in moves:
        try:
            getattr(first, move)(cell)
        except GameError:
            continue
        played.append((move, cell))
    assume(first.status == "playing")

    model = Model(rows, cols, mines)
    seen = first.board.cells
    untouched = [
        cell for cell in cells if seen[cell] in COVERED and all(seen[near] < 0 for near in model.around(cell))
    ]
    spread = data.draw(st.permutations(untouched))
    moved = dict(zip(untouched, spread, strict=True))
    second = Game(Layout.from_mines(rows, cols, [moved.get(cell, cell) for cell in mines]))
    for move, cell in played:
        getattr(second, move)(cell)
    assert facts(first) == facts(second)
    assert first.exploded is None
    with pytest.raises(GameError):
        first.layout  # noqa: B018
    for value in facts(first).values():
        assert not isinstance(value, Layout)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_game_is_not_copied(duplicate):
    game = Game(Layout.from_seed("beginner", seed=1))
    with pytest.raises(TypeError, match="again"):
        duplicate(game)
