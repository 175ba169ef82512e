"""Cruel games: every answer against all worlds of the board, for reveals, chords, undo and first clicks."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from oracle.brute import Worlds, brute_force, read_board
from oracle.checks import chi_square_fits, mine_set

from sapper import Analysis, Board, Game, GameError, InputError, Layout, LimitError, Status, View
from sapper.board.level import FirstClick
from sapper.game.cruel import Doubt, settle, settle_or_keep


def worlds_of(board: Board, known: dict | None = None) -> Worlds:
    """All worlds of a board; `known` replaces cells, as `Board.replace` does."""
    changed = board.replace(known or {})
    return brute_force(read_board(changed.cells.tolist(), mines=board.mines))


def revealed_by(board: Board, kind: str, cell: tuple[int, int]) -> list[tuple[int, int]]:
    """The cells a move reveals first, written down again: a flag protects, and a chord needs matching flags."""
    hidden = (View.HIDDEN, View.QUESTION)
    if kind == "reveal":
        return [cell] if board[cell] in hidden else []
    near = board.neighbours(cell)
    if kind != "chord" or board[cell] < 0 or sum(board[one] == View.FLAG for one in near) != board[cell]:
        return []
    return [one for one in near if board[one] in hidden]


def check_answer(board: Board, cells: list[tuple[int, int]], game: Game, start: tuple[int, int] | None) -> str:
    """Check what a game answered to a move that revealed `cells`, and return which rule held."""
    known = {} if start is None else {start: 0}
    worlds = worlds_of(board, known)
    assert mine_set(game._layout.mask) in worlds.sets()  # the board had this world all the time
    lost = game.status is Status.LOST
    risky = [cell for cell in cells if cell != start and worlds.fraction(cell) > 0]
    if not risky:
        assert not lost
        return "certain"
    joint = worlds.probability(dict.fromkeys(risky, False))
    if joint == 0:
        assert lost
        return "impossible"
    risks = {cell: worlds.fraction(cell) for cell in worlds.puzzle.cells}
    if start is not None or min(risks.values()) == 0:
        assert lost
        return "needless"
    if all(risks[cell] == min(risks.values()) for cell in risky):
        assert not lost
        return "best"
    return "honest"


@pytest.mark.parametrize(("rule", "mines"), [("none", 4), ("none", 2), ("safe", 5), ("zero", 3)])
def test_every_answer_obeys_the_rules(rule, mines):
    """Random players on small boards, who reveal, flag, chord and undo: brute force knows what has to happen."""
    seen: dict[str, int] = {}
    for seed in range(80):
        rng = random.Random(seed)
        layout = Layout.from_seed((3, 4, mines), seed=seed, start=(0, 0), first_click=rule)
        game = Game(layout, cruel=True, seed=seed)
        for _ in range(25):
            board, hidden = game.board, game.board.hidden_cells
            start = (0, 0) if rule != "none" and board[0, 0] < 0 else None
            if start is not None and rule == "safe":
                game.reveal(start)  # its number is unknown: the rules above say nothing of it
                assert game.status is not Status.LOST
                continue
            kind = rng.choice(["reveal", "reveal", "flag", "chord", "undo"])
            cell = rng.choice(hidden) if kind != "chord" else (rng.randrange(3), rng.randrange(4))
            cells = revealed_by(board, kind, cell)
            try:
                game.undo() if kind == "undo" else getattr(game, kind)(cell)
            except GameError:  # a flag, or nothing to undo
                continue
            if cells:
                held = check_answer(board, cells, game, start)
                seen[held] = seen.get(held, 0) + 1
                seen["chord"] = seen.get("chord", 0) + (kind == "chord")
            if game.status is Status.LOST:
                assert game.layout == game._layout
                game.undo()
                assert game.board == board
            if game.status is Status.WON:
                break
    assert {"certain", "needless", "chord"} <= set(seen)
    assert rule == "zero" or {"best", "honest"} <= set(seen)


def test_new_worlds_are_equally_likely():
    """A layout that is replaced is drawn from all worlds that agree with the answer."""
    board = Board.from_text("mines 4\n....\n.2..\n....\n")
    worlds = worlds_of(board)
    least = min(worlds.fraction(cell) for cell in worlds.puzzle.cells)
    best = next(cell for cell in worlds.puzzle.cells if worlds.fraction(cell) == least)
    safe = [world for world in worlds.sets() if best not in world]
    layout = Layout.from_mines(3, 4, next(world for world in worlds.sets() if best in world))
    drawn: dict[frozenset, int] = {}
    for seed in range(3000):
        world = mine_set(settle(Doubt(board, layout, (best,), False, seed)).mask)
        drawn[world] = drawn.get(world, 0) + 1
    assert chi_square_fits(drawn, dict.fromkeys(safe, Fraction(1, len(safe))))

    # A chord that is needless: mines among its cells in every way that is possible.
    board = Board.from_text("mines 2\nFF...\n.2..0\n.....\n")
    cells = tuple(revealed_by(board, "chord", (1, 1)))
    worlds = worlds_of(board)
    hit = [world for world in worlds.sets() if world & set(cells)]
    layout = Layout.from_mines(3, 5, next(world for world in worlds.sets() if not world & set(cells)))
    assert min(worlds.fraction(cell) for cell in worlds.puzzle.cells) == 0
    drawn = {}
    for seed in range(3000):
        world = mine_set(settle(Doubt(board, layout, cells, False, seed)).mask)
        drawn[world] = drawn.get(world, 0) + 1
    assert chi_square_fits(drawn, dict.fromkeys(hit, Fraction(1, len(hit))))


def test_equal_fractions_are_best_though_their_floats_differ(monkeypatch):
    """The last bits of a probability do not decide whether a cell is a best one."""
    board = Board.from_text("mines 1\n.1.\n")
    layout = Layout.from_mines(1, 3, [(0, 2)])
    true = Analysis.mine_probability_of
    monkeypatch.setattr(
        Analysis, "mine_probability_of", lambda self, cell: true(self, cell) + (2e-16 if cell == (0, 2) else 0)
    )
    assert settle(Doubt(board, layout, ((0, 2),), False, 1)).mines == [(0, 0)]


def test_boards_too_wide_are_honest():
    """Where the analysis reaches its limit, the layout stays."""
    board = Board.from_text("mines 4\n....\n.2..\n....\n")
    layout = Layout.from_mines(3, 4, [(0, 0), (0, 1), (2, 3), (1, 3)])
    for cell in board.hidden_cells:
        doubt = Doubt(board, layout, (cell,), False, 1)
        assert settle_or_keep(doubt, max_states=1) is layout
        with pytest.raises(LimitError):
            settle(doubt, max_states=1)


def test_first_clicks():
    """A first reveal without a promise is a best guess; with one, any other cell than the start is needless."""
    for seed in range(20):
        game = Game(Layout.from_seed("beginner", seed=seed, first_click=FirstClick.NONE), cruel=True)
        game.reveal((8, 8))
        assert game.status is Status.PLAYING
        game = Game(Layout.from_seed("beginner", seed=seed, start=(2, 2)), cruel=True)
        game.reveal((8, 8))
        assert game.status is Status.LOST
        assert game.layout.start == (2, 2)
        game.undo()
        game.reveal((2, 2))
        assert game.board[2, 2] == 0


def test_the_same_seed_gives_the_same_game():
    """Games are reproducible, and `again` begins with the layout that was given."""
    layout = Layout.from_seed("beginner", seed=5, first_click="none")
    boards = []
    for _ in range(2):
        game = Game(layout, cruel=True, seed=9)
        for cell in [(8, 8), (0, 8), (4, 4)]:
            if game.status is Status.PLAYING:
                game.reveal(cell)
        boards.append(game.board)
    assert boards[0] == boards[1]
    game.again()
    assert game.clicks == 0
    assert not (game.board.cells >= 0).any()


def test_large_boards():
    """Boards up to the largest of the page are played."""
    game = Game(Layout.from_seed((200, 200, 8000), seed=3), cruel=True)
    game.reveal((2, 2))
    game.reveal((199, 199))  # cells beside the opening are safe
    assert game.status is Status.LOST


def test_bad_input():
    """A seed is a whole number."""
    with pytest.raises(InputError, match="seed"):
        Game(Layout.from_seed("beginner", seed=1), cruel=True, seed="x")
