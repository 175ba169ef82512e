"""Puzzles can be saved and loaded, and strategies play mirrored puzzles alike."""

from __future__ import annotations

import os
import threading

import numpy as np
import pytest
from command_line import check_refused, run, written

import sapper
from sapper import _engine
from sapper.bench.boards import stuck_position
from sapper.board.flip import Flip
from sapper.game.layout import Layout, game_seeds
from sapper.game.puzzle import Puzzle, load_puzzles, save_puzzles
from sapper.play.strategy import Strategy
from sapper.play.walk import Walk


def some_puzzles():
    return [
        Puzzle(layout, tuple(step.cell for step in Walk.play(layout, Strategy.parse("safest")).steps))
        for layout in (Layout.from_seed("expert", seed=seed) for seed in game_seeds(5, 6))
    ]


def test_puzzles_round_trip_through_a_file(tmp_path):
    puzzles = [*some_puzzles(), Puzzle(Layout.from_mines(2, 3, [(0, 1)]))]
    assert save_puzzles(tmp_path / "puzzles.txt", puzzles) == 7
    assert list(load_puzzles(tmp_path / "puzzles.txt")) == puzzles


def test_puzzles_are_saved_into_the_file_they_come_from(tmp_path):
    path, puzzles = tmp_path / "puzzles.txt", some_puzzles()
    save_puzzles(path, puzzles)
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    assert save_puzzles(link, (puzzle.flip("vertical") for puzzle in load_puzzles(path))) == 6
    assert list(load_puzzles(path)) == [puzzle.flip("vertical") for puzzle in puzzles]
    assert link.is_symlink()


def test_a_file_that_cannot_be_written_to_the_end_stays_as_it_was(tmp_path):
    path, puzzles = tmp_path / "puzzles.txt", some_puzzles()
    save_puzzles(path, puzzles)
    with pytest.raises(sapper.InputError, match="only puzzles can be saved, unlike 5"):
        save_puzzles(path, [puzzles[0], 5])
    with pytest.raises(ZeroDivisionError):
        save_puzzles(path, (puzzles[1 // place] for place in (1, 0)))
    assert list(load_puzzles(path)) == puzzles
    assert list(tmp_path.iterdir()) == [path]


def test_puzzles_go_down_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    puzzles, found = some_puzzles()[:1], []
    reader = threading.Thread(target=lambda: found.extend(load_puzzles(tmp_path / "pipe")))
    reader.start()
    assert save_puzzles(tmp_path / "pipe", puzzles) == 1
    reader.join()
    assert found == puzzles


def test_what_is_no_puzzle(tmp_path):
    with pytest.raises(sapper.InputError, match="must be a str, not 5"):
        Puzzle.from_text(5)
    for wrong in (5, some_puzzles()[0]):
        with pytest.raises(sapper.InputError, match="puzzles must be a list of puzzles, not"):
            save_puzzles(tmp_path / "puzzles.txt", wrong)
    assert not list(tmp_path.iterdir())


def test_a_bad_puzzle_is_named_by_its_line(tmp_path):
    path = written(tmp_path, "layout 1x3/1\n*..\n\nlayout 1x3/1\n*.?\n")
    with pytest.raises(sapper.ParseError, match=r"unknown character '\?'.*line 5, column 3"):
        list(load_puzzles(path))
    with pytest.raises(sapper.ParseError, match=r"no digit of a move.*line 3, column 7"):
        Puzzle.from_text("layout 1x3/1\n*..\nmoves A!")


def test_a_lost_puzzle_can_be_taken_back():
    lost = next(puzzle for puzzle in some_puzzles() if puzzle.play().exploded is not None)
    game = lost.play()
    assert game.exploded == lost.clicks[-1]
    game.undo()
    assert game.exploded is None


@pytest.mark.parametrize("mirror", Flip)
def test_mirrors(mirror):
    for puzzle in some_puzzles():
        flipped = puzzle.flip(mirror)
        assert flipped.flip(mirror) == puzzle
        assert flipped.play().board == puzzle.play().board.flip(mirror)
        axis = 1 if mirror is Flip.HORIZONTAL else 0
        assert np.array_equal(flipped.play().board.cells, np.flip(puzzle.play().board.cells, axis))
    with pytest.raises(sapper.InputError, match="unknown mirror 'sideways'"):
        puzzle.layout.flip("sideways")


def options(board, strategy):
    """The move of a strategy: cell, kind and safety."""
    cell, kind, safety, _ = _engine.choose_move(board._handle, strategy.name, strategy.engine_settings, 7)
    return cell, kind, safety


@pytest.mark.parametrize(
    "text", ["safest", "safest,endgame_worlds=100,endgame_nodes=1000", "lookahead", "superloc", "superloc,linked=old"]
)
def test_strategies_treat_mirrored_boards_alike_but_for_ties(text):
    """Whether two moves have the same kind and safety, and the same cell unless another one is equally good."""
    strategy = Strategy.parse(text)
    alike = 0
    for seed in range(1, 41):
        board = stuck_position("intermediate", seed=seed)
        cell, kind, safety = options(board, strategy)
        for mirror in Flip:
            there, other_kind, other_safety = options(board.flip(mirror), strategy)
            assert other_kind == kind
            assert other_safety == pytest.approx(safety, abs=1e-9)
            alike += there == mirror.cell(cell, rows=board.rows, cols=board.cols)
    assert alike > 40  # of 80


def test_commands(tmp_path):
    folder, file = tmp_path / "run", tmp_path / "lost.txt"
    run("simulate", "expert", "--games", 20, "--strategy", "safest", "--out", folder)
    opened = sapper.Run.open(folder)
    assert f"saved {20 - opened.wins} of 20 games" in run("puzzles", folder, file).stdout
    puzzles = list(load_puzzles(file))
    assert puzzles == list(opened.puzzles())
    assert all(puzzle.play().exploded == puzzle.clicks[-1] for puzzle in puzzles)
    printed = run("flip", file, "vertical").stdout
    assert written(tmp_path, printed, "flipped.txt")
    assert list(load_puzzles(tmp_path / "flipped.txt")) == [puzzle.flip("vertical") for puzzle in puzzles]
    solved = run("solve", tmp_path / "flipped.txt", "--game", 2, "--strategy", "superloc", "--all")
    assert "reveal" in solved.stdout
    check_refused(run("solve", file), "several puzzles")
    check_refused(run("solve", file, "--game", 99), "no puzzle 99")


def test_a_board_in_a_mirror(tmp_path):
    board = written(tmp_path, "mines 1\n1 .\n1 .")
    assert run("flip", board, "horizontal").stdout == "mines 1\n.1\n.1\n"
    check_refused(run("flip", written(tmp_path, "mines 1\n1 x", "bad.txt"), "horizontal"), "'x'", "line 2")


@pytest.mark.parametrize(
    ("text", "flipped"),
    [
        ("mines 1\n1 .\n1 .\n", "mines 1\n.1\n.1"),
        ("2x2:1:1a/1a\n", "2x2:1:a1/a1"),
        (' {"rows": [[1, -1]], "mines": 1}', '{"rows": [[-1, 1]], "mines": 1}'),
        ("*..\n", "layout 1x3/1\n..*"),
        ("layout 1x3/1 first-click safe start 0,1\n*..\n", "layout 1x3/1 first-click safe start 0,1\n..*"),
        # The lines between two puzzles may hold blanks, and all line ends are accepted.
        ("\r\nlayout 1x3/1\r\n*..\r\n \t\r\n*..\r\nmoves AB\r\n", "layout 1x3/1\n..*\n\nlayout 1x3/1\n..*\nmoves AB"),
    ],
)
def test_a_mirror_image_has_the_form_of_what_is_read(tmp_path, text, flipped):
    assert run("flip", written(tmp_path, text), "horizontal").stdout == flipped + "\n"
    assert run("flip", "-", "horizontal", stdin=text).stdout == flipped + "\n"


def test_a_fault_is_named_by_its_line_in_the_file(tmp_path):
    path = written(tmp_path, "\n\nlayout 1x3/1\n*..\n \nlayout 1x3/1\n*.?\n")
    for command in (("flip", path, "vertical"), ("solve", path)):
        check_refused(run(*command), f"'{path}': ", "line 7, column 3")
    check_refused(run("flip", "-", "vertical", stdin="1x2:1:1x9"), "standard input: ")
    check_refused(run("flip", "-", "vertical", stdin=""), "standard input: the text is empty")
