"""What a notebook shows: well-formed pictures and tables of limited size, with every text escaped."""

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import sapper
from sapper.board.colours import risk_colour
from sapper.board.svg import draw_cells
from sapper.run.interval import Rate
from sapper.run.sweep.axis import read_axis

SMALL = sapper.Board.from_text("mines 3\n0 1 . F\n0 2 . ?\n0 1 . .")
STUCK = sapper.Board.from_text("mines 6\n....\n.13.\n....\n....\n")
SVG = "{http://www.w3.org/2000/svg}"


def texts(markup: str) -> list[str]:
    """All texts of a well-formed fragment."""
    tree = ElementTree.fromstring(markup.replace("<br>", ""))
    return [text for element in tree.iter() for text in (element.text, element.tail) if text]


def test_a_board_shows_clues_flags_and_question_marks():
    found = texts(SMALL._repr_svg_())
    assert "3x4, 3 mines" in found
    assert found[-5:-1] == ["1", "2", "?", "1"]
    tree = ElementTree.fromstring(SMALL._repr_svg_())
    assert any(path.get("fill") == "#c4001a" for path in tree.iter(f"{SVG}path")), "the flag"


def test_one_element_places_all_clues_of_a_number_in_a_row():
    tree = ElementTree.fromstring(sapper.Board.from_text("mines 0\n1001\n..00\n")._repr_svg_().replace("'", '"'))
    clue = next(text for text in tree.iter(f"{SVG}text") if text.text == "11")
    assert clue.get("x").split() == ["13", "91"]


def test_an_analysis_shows_every_probability_and_outlines_the_advice():
    analysis = sapper.analyze(STUCK)
    found = texts(analysis._repr_svg_())
    assert "0 safe, 0 mines; safest guess 0,0, 9.09 % a mine" in found
    assert found.count("9.1") == 3
    tree = ElementTree.fromstring(analysis._repr_svg_())
    assert len([rect for rect in tree.iter(f"{SVG}rect") if rect.get("fill") == "none"]) == 3


def test_certain_cells_differ_by_more_than_colour():
    picture = sapper.analyze(SMALL)._repr_svg_()
    assert "ok" in texts(picture)
    assert risk_colour(1.0) in picture
    assert "#ffffff" in picture


@pytest.mark.parametrize(
    ("chance", "shown"), [(1e-9, "<.1"), (0.999999, "99.9"), (0.5, "50"), (0.0123, "1.2"), (0.99, "99.0")]
)
def test_probabilities_are_never_rounded_to_certainty(chance, shown):
    picture = draw_cells(np.array([[-1]], dtype=np.int8), risk=np.array([[chance]]))
    assert texts(picture)[-1] == shown


def test_a_layout_and_a_game():
    layout = sapper.Layout.from_seed("beginner", seed=1)
    assert "layout 9x9/10 seed 1 first-click zero start 2,2" in texts(layout._repr_svg_())
    game = sapper.Game(layout)
    game.reveal((2, 2))
    assert "9x9/10, playing, 1 click" in texts(game._repr_svg_())
    before = game._repr_svg_()
    assert "#111111" not in before, "no mine is drawn while the game goes on"
    game.reveal(layout.mines[0])
    assert "9x9/10, lost, 2 clicks" in texts(game._repr_svg_())
    assert "#111111" in game._repr_svg_()


def test_the_numbers_of_a_layout_are_those_of_the_game():
    layout = sapper.Layout.from_seed("5x7/8", seed=4, first_click="none")
    game = sapper.Game(layout)
    for row in range(5):
        for col in range(7):
            if (row, col) not in layout.mines:
                game.reveal((row, col))
    won = game.board.cells
    won[won < 0] = sapper.View.MINE
    assert draw_cells(won, outlined={(0, 0): "#0b57d0"}, caption=repr(layout)[1:-1]) == layout._repr_svg_()


def test_a_proof_shows_its_board_and_its_steps():
    proof = sapper.analyze(SMALL).explain((1, 2))
    found = texts(proof._repr_html_())
    assert found[0] == "1,2 is safe: two clues compared."
    assert [text for text in found if text in {step.text for step in proof.steps}] == [
        step.text for step in proof.steps
    ]
    assert proof.board == SMALL


def test_a_witness_shows_both_worlds():
    witness = sapper.analyze(STUCK).explain((0, 0))
    found = texts(witness._repr_html_())
    assert "a world with a mine at 0,0" in found
    assert "a world without a mine at 0,0" in found
    assert witness.board == STUCK


def test_a_guess_shows_its_candidates():
    report = sapper.analyze(STUCK).explain_guess()
    found = texts(report._repr_html_())
    assert found[0] == report.text
    assert "62.1\u00a0% (41 of 66 worlds)" in found


def test_runs_comparisons_and_sweeps_escape_names():
    strategy = lambda analysis: analysis.safest_cells[0]  # noqa: E731  # its name has an angle bracket
    run = sapper.simulate("4x4/2", games=20, strategy=strategy, threads=1)
    assert any("<lambda>" in text for text in texts(run._repr_html_()))
    found = sapper.compare(strategy, "safest", level="4x4/2", games=20, threads=1)
    assert any("<lambda>" in text for text in texts(found._repr_html_()))
    swept = sapper.sweep("4x4/2", [read_axis("row=0:3")], games=20, strategy="safest", threads=1)
    assert "row 3" in texts(swept._repr_html_())
    for shown in (run, found, swept):
        assert "<lambda>" not in shown._repr_html_()


def test_a_run_without_games_has_no_rate():
    found = sapper.compare("safest", "random", level="4x4/2", games=20, threads=1)
    empty = type(found)(found.first, found.second, found.spec, 20)
    assert empty.first_rate == Rate(0, 0)
    assert texts(empty._repr_html_()).count("no games") == 2


@pytest.mark.parametrize("size", ["3000x3000/900000", "1x200000/40000", "200000x1/40000", "100x100/5000"])
def test_large_boards_give_pictures_of_limited_size(size):
    layout = sapper.Layout.from_seed(size, seed=1, first_click="none")
    picture = layout._repr_svg_()
    assert len(picture) < 600_000
    tree = ElementTree.fromstring(picture)
    assert float(tree.get("width")) < 1500
    assert float(tree.get("height")) < 3000
    assert ("the first" in picture) == (size != "100x100/5000")


def test_an_analysis_of_a_large_board_is_limited_too():
    board = sapper.Board.from_rows(np.full((500, 500), -1), mines=1000)
    assert len(sapper.analyze(board)._repr_svg_()) < 1_000_000


def test_long_tables_are_cut():
    swept = sapper.sweep("9x9/0", [read_axis("row=0:8"), read_axis("col=0:8")], games=1, strategy="safest", threads=1)
    assert "and 21 more" in texts(swept._repr_html_())


@pytest.mark.parametrize(
    "name",
    ["hex:4x5", "hexagon:3", "tri:4x7", "box:3x3x3", "box:3x3x2x2", "cube:2", "globe:42", "torus:4x4"],
)
def test_every_cell_of_a_shape_is_drawn_once(name):
    shape = sapper.Shape.parse(name)
    layout = sapper.Layout.from_seed(sapper.Level.of(shape, len(shape) // 4), seed=1, first_click="none")
    tree = ElementTree.fromstring(layout._repr_svg_())
    numbers = [
        sum(near in layout.mines for near in shape.neighbours(cell)) for cell in shape if cell not in layout.mines
    ]
    written = "".join(text.text for text in tree.iter(f"{SVG}text") if text.get("fill") not in ("#7b8694", None))
    assert sorted(written) == sorted("".join(str(number) for number in numbers if number))
    if not shape.has_square_rows:
        paths = "".join(path.get("d") for path in tree.iter(f"{SVG}path") if path.get("stroke") == "#87919f")
        assert paths.count("z") == len(shape)
    analysis = sapper.analyze(sapper.Board(shape, {shape.cells[0]: 1}, mines=2))
    marked = ElementTree.fromstring(analysis._repr_svg_()).iter()
    outlines = [element for element in marked if element.get("fill") == "none"]
    assert len(outlines) == min(len(analysis.safest_cells), 12)


def test_a_graph_is_drawn_with_lines_and_a_huge_shape_not_at_all():
    graph = sapper.Shape.graph({"a": ["b"], "b": ["a", "c"], "c": ["b"]})
    tree = ElementTree.fromstring(sapper.Board(graph, {"b": 1}, mines=1)._repr_svg_())
    lines = next(path.get("d") for path in tree.iter(f"{SVG}path") if path.get("fill") == "none")
    assert lines.count("L") == 2
    huge = sapper.Board("hex:200x200", {}, mines=5)._repr_svg_()
    assert "40,000 cells is not drawn" in huge
    assert len(huge) < 1000
