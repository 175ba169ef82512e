"""Shapes: their neighbours, names, texts and symmetries; boards, layouts and games on them against brute force."""

import itertools
import json
import math
import pickle
import random
from fractions import Fraction

import numpy as np
import pytest
from command_line import run
from oracle.brute import Puzzle, brute_force
from oracle.optimal import Play
from oracle.proofs import check_claims, check_worlds

import sapper
from sapper import Board, Game, InputError, Layout, Level, LimitError, ParseError, Shape, View, analyze

GRAPH = {"a": ["b", "c", "d"], "b": ["a", "c"], "c": ["a", "b", 7], "d": ["a", 7], 7: ["c", "d", "e f"], "e f": [7]}
TEXTS = [
    "4x5", "square4:4x5", "knight:4x5", "torus:4x5", "cylinder:3x5", "hex:4x5", "hexagon:3", "tri:4x6", "tri3:4x6",
    "box:3x3x3", "box:2x3x2x3", "box:7", "cube:2", "cube:3", "globe:12", "globe:32", "globe:42", "globe:72",
    "globe:20", "globe:60", "globe:80",
]  # fmt: skip
SHAPES = [*map(Shape.parse, TEXTS), Shape.graph(GRAPH)]
every_shape = pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: str(shape)[:12])


def corners_of(shape, cell):
    return {tuple(round(value * 1e6) for value in corner) for corner in shape.outline(cell)}


@pytest.mark.parametrize(
    ("text", "shared"),
    [
        ("4x5", 1),
        ("square4:4x5", 2),
        ("hex:4x5", 2),
        ("hexagon:3", 2),
        ("tri:4x6", 1),
        ("tri3:4x6", 2),
        ("globe:12", 2),
        ("globe:42", 2),
        ("globe:72", 2),
        ("globe:20", 1),
        ("globe:60", 1),
        ("globe:80", 1),
    ],
)
def test_neighbours_are_the_cells_that_share_corners_of_their_outlines(text, shared):
    shape = Shape.parse(text)
    corners = {cell: corners_of(shape, cell) for cell in shape}
    for cell in shape:
        touching = [other for other in shape if other != cell and len(corners[cell] & corners[other]) >= shared]
        assert shape.neighbours(cell) == touching


def test_neighbours_by_coordinates():
    torus = Shape.torus(4, 5)
    for row, col in torus:
        steps = set(itertools.product((-1, 0, 1), repeat=2)) - {(0, 0)}
        assert set(torus.neighbours((row, col))) == {((row + down) % 4, (col + right) % 5) for down, right in steps}
    box = Shape.box(3, 2, 4, 3)
    for cell in box:
        near = {other for other in box if max(abs(a - b) for a, b in zip(cell, other, strict=True)) == 1}
        assert set(box.neighbours(cell)) == near
    knight = Shape.square(5, 6, neighbours="knight")
    for cell in knight:
        assert set(knight.neighbours(cell)) == {other for other in knight if math.dist(cell, other) == 5**0.5}
    cylinder = Shape.cylinder(2, 3)
    assert cylinder.neighbours((0, 0)) == [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


def test_a_cube_has_seven_neighbours_at_its_corners():
    cube = Shape.cube(4)
    counts = [len(cube.neighbours(cell)) for cell in cube]
    assert (len(cube), counts.count(7), counts.count(8)) == (96, 24, 72)
    assert Shape.cube(1).neighbours((0, 0, 0)) == [(1, 0, 0), (2, 0, 0), (3, 0, 0), (4, 0, 0)]


@pytest.mark.parametrize(
    "text", ["box:40x40x40x40", "torus:1025x1025", "knight:1100x1000", "hex:1200x1200", "tri:1000x1000", "cube:600"]
)
def test_a_shape_of_too_many_neighbours_is_refused_before_it_is_made(text, monkeypatch):
    """A box of 2.6 million cells with 80 neighbours each took 7.5 GB."""
    monkeypatch.setattr("sapper.board.shapes.kind.steps_apart", None)
    with pytest.raises(LimitError, match=r"neighbours each is larger than the limit of 8388608 pairs of neighbours"):
        Shape.parse(text)
    assert len(Shape.parse("square4:1448x1448")) == 1448**2


@pytest.mark.parametrize(("cells", "most"), [(162, 6), (642, 6), (92, 6), (180, 12), (320, 12)])
def test_globes_have_twelve_pentagons(cells, most):
    shape = Shape.globe(cells)
    counts = [len(shape.neighbours(cell)) for cell in shape]
    assert len(shape) == cells
    assert max(counts) == most
    assert counts.count(most - 1) == (12 if most == 6 else 60)
    assert all(abs(math.hypot(*shape.centre(cell)) - 1) < 1e-9 for cell in shape)


@every_shape
def test_cells_numbers_and_texts_agree(shape):
    cells = shape.cells
    assert len(shape) == len(cells) == len(set(cells)) == math.prod(shape.sides)
    assert [shape.number(cell) for cell in cells] == list(range(len(cells)))
    assert all(cell in shape.neighbours(other) for cell in cells for other in shape.neighbours(cell))
    assert all(cell in shape for cell in cells)
    assert [shape.cell(sapper.errors.spell(cell)) for cell in cells] == cells
    assert pickle.loads(pickle.dumps(shape)) == shape
    assert Shape.parse(str(shape)) == shape
    assert hash(Shape.parse(str(shape))) == hash(shape)
    level = Level.of(shape, 2)
    assert Level.parse(str(level)) == level == Level.make((shape, 2))


@every_shape
def test_symmetries_keep_neighbours_neighbours(shape):
    cells, found = shape.cells, list(shape.symmetries())
    assert found[0] == list(range(len(shape)))
    assert len({tuple(one) for one in found}) == len(found)
    for image in random.Random(1).sample(found, min(len(found), 12)):
        for number, cell in enumerate(cells):
            moved = {cells[image[shape.number(near)]] for near in shape.neighbours(cell)}
            assert moved == set(shape.neighbours(cells[image[number]]))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("5x5", 8),
        ("4x5", 4),
        ("torus:4x5", 80),
        ("torus:4x4", 128),
        ("cylinder:3x5", 20),
        ("hexagon:3", 12),
        ("box:3x3x3", 48),
        ("cube:3", 48),
        ("globe:42", 120),
        ("globe:72", 60),
        ("globe:20", 120),
        ("hex:4x5", 2),
    ],
)
def test_numbers_of_symmetries(text, count):
    assert len(list(Shape.parse(text).symmetries())) == count


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Shape.torus(2, 5), "rows must be at least 3, not 2: a cell would be its own neighbour"),
        (lambda: Shape.torus(5, 1), "cols must be at least 3"),
        (lambda: Shape.cylinder(5, 2), "cols must be at least 3"),
        (lambda: Shape.hexagons(0, 5), "rows must be at least 1, not 0"),
        (lambda: Shape.square(3, 3, neighbours=6), "squares have 8, 4 or 'knight' neighbours, not 6"),
        (lambda: Shape.triangles(3, 3, neighbours=8), "triangles have 12 or 3 neighbours, not 8"),
        (Shape.box, "a box has from 1 to 6 sides, not 0"),
        (lambda: Shape.box(3, 2.5), "a side of a box must be a whole number, not 2.5"),
        (lambda: Shape.globe(100), "there is no globe of 100 cells"),
        (lambda: Shape.globe(163), "such as 140, 162, 180, 192"),
        (lambda: Shape.parse("ring:5"), "unknown shape 'ring:5'"),
        (lambda: Shape.parse("hex:5"), "a shape of this kind is written hex:ROWSxCOLS, not 'hex:5'"),
        (lambda: Shape.parse("hex:axb"), "a shape of this kind is written hex:ROWSxCOLS, not 'hex:axb'"),
        (lambda: Shape.parse(5), "a shape is a text such as hex:8x8, not 5"),
        (lambda: Shape.graph([]), "a shape needs at least one cell"),
        (lambda: Shape.graph([[1], []]), "cell 0 lists 1, which does not list it back"),
        (lambda: Shape.graph([[0]]), "cell 0 is its own neighbour"),
        (lambda: Shape.graph([[1, 1], [0, 0]]), "cell 0 lists the neighbour 1 twice"),
        (lambda: Shape.graph({"a": ["x"]}), "cell 'a' lists the unknown neighbour 'x'"),
        (lambda: Shape.graph([[1], [0]], names=["a", "a"]), "two cells have the name 'a'"),
        (lambda: Shape.graph([[1], [0]], points=[(0, 0)]), "2 cells got 1 points"),
        (lambda: Shape.parse("graph:no/such/file"), "cannot read the graph file 'no/such/file'"),
        (lambda: Shape.hexagons(3, 3).neighbours((3, 0)), "lies outside the shape of 3x3 cells"),
        (lambda: Shape.globe(42).neighbours("x"), "a cell is a whole number, not 'x'"),
        (lambda: Shape.box(3, 3, 3).number((1, 1)), "a cell is 3 whole numbers, not (1, 1)"),
        (lambda: Shape.graph(GRAPH).number(["a"]), "the shape has no cell ['a']; its first one is 'a'"),
        (lambda: Level.parse("torus:2x5/3"), "rows must be at least 3"),
        (lambda: Level.parse("hex:3x3/10"), "10 mines do not fit in 9 cells"),
        (lambda: Board("hex:2x2", {(0, 0): 4}, mines=1), "clue 4 is larger than its number of neighbours, 2, at 0,0"),
        (lambda: Board("hex:2x2", {(0, 0): "x"}, mines=1), "unknown cell value"),
        (lambda: Board("hex:2x2", {(5, 0): 1}, mines=1), "lies outside the shape"),
        (lambda: Board("hex:2x2", mines=5), "5 mines do not fit in 4 hidden cells"),
    ],
)
def test_refusals(make, message):
    with pytest.raises(InputError) as caught:
        make()
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Shape.hexagons(10**6, 10**6),
        lambda: Shape.parse("torus:99999999999x3"),
        lambda: Shape.box(3, 3, 3, 3, 3),
        lambda: Shape.globe(10**9 + 2),
        lambda: Shape.graph([list(range(1, 126)), *[[0]] * 125]),
    ],
)
def test_limits(make):
    with pytest.raises(LimitError):
        make()


def test_a_graph_from_a_file(tmp_path):
    file = tmp_path / "graph.json"
    told = {"neighbours": [[1], [0, 2], [1]], "names": ["x", ["y", 1], "z"], "points": [[0, 0], [1, 0], [2, 1]]}
    file.write_text(json.dumps(told), encoding="utf-8")
    level = Level.parse(f"graph:{file}/1")
    assert level.shape.cells == ["x", ("y", 1), "z"]
    assert str(level) == f"graph:{file}/1"
    assert level.shape.centre("z") == pytest.approx((2, 1))
    file.write_text('{"neighbours": 5}', encoding="utf-8")
    with pytest.raises(InputError, match="neighbours must be a list, not 5"):
        Shape.parse(f"graph:{file}")


def random_board(shape, rng, hidden=12):
    """A board that a world fits: random mines, all but a few cells shown."""
    cells = shape.cells
    covered = set(rng.sample(cells, min(len(cells), rng.randint(2, hidden))))
    mined = {cell for cell in covered if rng.random() < 0.45}
    known = {cell for cell in set(cells) - covered if rng.random() < 0.1}
    void = {cell for cell in set(cells) - covered - known if rng.random() < 0.1}
    shown = {}
    for cell in cells:
        if cell in covered:
            shown[cell] = rng.choice([View.HIDDEN, View.HIDDEN, View.FLAG, View.QUESTION])
        elif cell in known or cell in void:
            shown[cell] = View.MINE if cell in known else View.VOID
        elif rng.random() < 0.9:
            shown[cell] = sum(near in mined or near in known for near in shape.neighbours(cell))
        else:
            shown[cell] = View.VOID
    if rng.random() < 0.3:
        return Board(shape, shown, density=0.25)
    return Board(shape, shown, mines=len(mined) + len(known))


def puzzle_of(board):
    """The same board for the oracle."""
    shape = board.shape
    known = frozenset(cell for cell in shape if board[cell] == View.MINE)
    hidden = tuple(board.hidden_cells)
    rules, clues = [], {}
    for cell in shape:
        if board[cell] >= 0:
            clues[cell] = len(rules)
            near = shape.neighbours(cell)
            need = board[cell] - sum(one in known for one in near)
            rules.append((need, need, tuple(one for one in near if one in hidden)))
    mines = None if board.mines is None else board.mines - len(known)
    density = Fraction(1, 2) if board.density is None else Fraction(board.density)
    around = {cell: frozenset(near for near in shape.neighbours(cell) if board[near] != View.VOID) for cell in shape}
    return Puzzle(hidden, tuple(rules), mines, density, known, around, clues)


@every_shape
def test_probabilities_and_counts_against_all_placements(shape):
    rng = random.Random(str(shape))
    for _ in range(12):
        board = random_board(shape, rng)
        worlds = brute_force(puzzle_of(board))
        analysis = analyze(board)
        assert analysis.worlds == worlds.worlds
        for cell in board.hidden_cells:
            truth = worlds.fraction(cell)
            assert analysis.mine_fraction(cell) == truth
            probability = analysis.mine_probability_of(cell)
            assert probability == pytest.approx(float(truth), abs=1e-12)
            assert (probability == 0, probability == 1) == (truth == 0, truth == 1)
            assert (cell in analysis.safe_cells) == (truth == 0)


@every_shape
def test_questions_and_samples_against_all_placements(shape):
    rng = random.Random(str(shape) + "questions")
    for _ in range(4):
        board = random_board(shape, rng, hidden=8)
        worlds, analysis = brute_force(puzzle_of(board)), analyze(board)
        assert sorted(map(shape.number, analysis.dead_cells)) == sorted(map(shape.number, worlds.dead()))
        for cell in board.hidden_cells[:3]:
            found = analysis.outcomes(cell)
            for number, chance in enumerate(found.numbers):
                assert chance == pytest.approx(float(worlds.probability({cell: number})), abs=1e-12)
        for world in analysis.sample(5, seed=1):
            mined = {cell for cell in shape if board.value_of(world, cell)}
            clues = [cell for cell in shape if board[cell] >= 0]
            assert all(board[cell] == sum(near in mined for near in shape.neighbours(cell)) for cell in clues)


@every_shape
def test_proofs_and_win_probabilities_against_all_placements(shape):
    rng = random.Random(str(shape) + "proofs")
    for _ in range(5):
        board = random_board(shape, rng, hidden=7)
        puzzle, analysis = puzzle_of(board), analyze(board)
        worlds = brute_force(puzzle)
        for cell in board.hidden_cells:
            proof = analysis.explain(cell)
            decided = worlds.fraction(cell) in (0, 1)
            assert isinstance(proof, sapper.Proof if decided else sapper.Witness)
            assert not decided or proof.mine == (worlds.fraction(cell) == 1)
            (check_claims if decided else check_worlds)(puzzle, proof)
        if board.mines is not None:
            play = Play(
                {
                    frozenset(one for one, mine in zip(puzzle.cells, row, strict=True) if mine)
                    | puzzle.known: Fraction(1)
                    for row in worlds.table.tolist()
                },
                list(puzzle.cells),
                dict(puzzle.neighbours),
            )
            best = play.value(frozenset(play.weight), frozenset()) / len(play.weight)
            assert sapper.win_value(board).probability == best


@every_shape
def test_boards_read_what_they_write(shape):
    rng = random.Random(7)
    for _ in range(6):
        board = random_board(shape, rng)
        for text in (str(board), board.position, board.to_json()):
            assert Board.from_text(text) == board
        assert Board.from_rows(json.loads(board.to_json())) == board
        assert pickle.loads(pickle.dumps(board)) == board
        assert hash(Board.from_text(board.position)) == hash(board)
        assert Board(shape, board.cells, mines=board.mines, density=board.density) == board
        assert board.shape == shape


@every_shape
def test_an_analysis_follows_the_symmetries_of_the_shape(shape):
    rng = random.Random(11)
    found = list(shape.symmetries())
    for _ in range(4):
        board, image = random_board(shape, rng), rng.choice(found)
        there = analyze(board.turn(image)).mine_probability.ravel()
        here = analyze(board).mine_probability.ravel()
        assert there[np.array(image)] == pytest.approx(here, abs=1e-12, nan_ok=True)


@every_shape
def test_layouts_read_what_they_write(shape):
    for rule in ("none", "safe", "zero", "drawn", "moved"):
        mines = 1 if rule in ("zero", "drawn") and shape.most_neighbours + 2 <= len(shape) else 0
        level = Level.of(shape, mines if rule in ("zero", "drawn") else 3)
        layout = Layout.from_seed(level, seed=5, first_click=rule)
        assert len(layout.mines) == level.mines
        assert Layout.from_text(str(layout)) == layout
        assert Layout.from_text(layout.to_json()) == layout
        assert pickle.loads(pickle.dumps(layout)) == layout
        assert Layout.from_mask(layout.mask, shape=shape) == layout
        assert Layout.of_mines(shape, layout.mines) == layout


@every_shape
def test_games_show_the_neighbours_of_the_shape(shape):
    layout = Layout.from_seed(Level.of(shape, len(shape) // 6), seed=2, first_click="safe")
    game, mines = Game(layout), set(layout.mines)
    for cell in shape:
        if cell not in mines and game.board[cell] == View.HIDDEN:
            game.reveal(cell)
    assert game.status == "won"
    for cell in set(shape) - mines:
        assert game.board[cell] == sum(near in mines for near in shape.neighbours(cell))


@every_shape
@pytest.mark.parametrize("strategy", ["safest", "lookahead", "best", "random"])
def test_no_certain_move_of_a_game_loses(shape, strategy):
    """Games of every strategy end, and every lost one is lost by a guess, the last of its moves."""
    level = Level.of(shape, max(1, len(shape) // 7))
    games = 4 if strategy == "best" else 15
    run = sapper.simulate(level, games=games, seed=3, strategy=strategy, first_click="safe")
    table = run.table.to_pydict()
    assert run.wins == sum(table["won"])
    for won, clicks, guesses in zip(table["won"], table["clicks"], table["guesses"], strict=True):
        assert clicks >= 1
        assert won or guesses >= 1


@pytest.mark.parametrize("strategy", ["safest", "lookahead", "best", "random"])
def test_games_go_on_where_boards_are_too_wide_to_count(strategy):
    run = sapper.simulate("box:4x4x4x4/20", games=20, seed=1, strategy=strategy, first_click="safe")
    rows = run.table.to_pylist()
    kinds = {kind for row in rows for kind in row["guess_kinds"]}
    assert kinds & {"estimate", "random"}
    assert all(row["won"] or row["guesses"] for row in rows)
    if strategy != "random":
        assert run.wins > 10  # of 20; about nine of ten


def test_the_default_limit_of_wide_shapes_is_low():
    layout = sapper.Layout.from_seed("box:4x4x4x4/20", seed=3, first_click="safe")
    game, safe = sapper.Game(layout), [cell for cell in layout.shape.cells if cell not in layout.mines]
    for cell in safe[::5]:
        game.reveal(cell)
    with pytest.raises(sapper.LimitError, match="within 20000 states"):
        sapper.analyze(game.board)
    with pytest.raises(sapper.LimitError, match="within 20000 states"):
        sapper.analyze_many([game.board])
    few = Board(layout.shape, {(0, 0, 0, 0): 1, (2, 2, 2, 2): 7, (1, 2, 1, 2): 6}, mines=20)
    assert sapper.analyze(few).worlds == sapper.analyze(few, max_states=10**6).worlds


@every_shape
def test_hints_and_moves_are_those_of_the_analysis(shape):
    rng = random.Random(str(shape) + "hints")
    for _ in range(5):
        board = random_board(shape, rng)
        if board.mines is None:
            continue
        analysis = analyze(board)
        hint, safe = sapper.hint(board, strength="why"), analysis.safe_cells
        assert hint.safe == bool(safe)
        if not np.any(analysis.mine_probability < 1):
            continue  # every safe cell is revealed
        move = sapper.best_move(board)
        assert move.is_guess == (not safe)
        if safe:
            assert hint.cell in safe
            assert isinstance(analysis.explain(hint.cell), sapper.Proof)
            assert move.cell in safe
        else:
            assert move.safety == pytest.approx(1 - analysis.mine_probability_of(move.cell))


@pytest.mark.parametrize("text", ["hex:3x3", "tri:2x5", "torus:3x3", "box:2x2x2", "cube:1", "square4:3x3"])
def test_optimal_play_of_whole_boards_is_that_of_the_definition(text):
    """From every start cell, over all layouts of two mines."""
    shape = Shape.parse(text)
    around = {cell: frozenset(shape.neighbours(cell)) for cell in shape}
    layouts = {frozenset(mines): Fraction(1) for mines in itertools.combinations(shape.cells, 2)}
    play = Play(layouts, shape.cells, around)
    best = sapper.optimum(Level.of(shape, 2))
    assert max(start.wins for start in best.every) == play.value(frozenset(layouts), frozenset())


@every_shape
def test_runs_compare_sweep_and_rate(shape):
    level = Level.of(shape, max(1, len(shape) // 8))
    found = sapper.compare("safest", "random", level=level, games=12, seed=2, first_click="safe")
    alone = sapper.simulate(level, games=12, seed=2, strategy="safest", first_click="safe")
    assert found.both + found.pairs.only_first == alone.wins
    swept = sapper.sweep(level, {"strategy": ["safest", "random"]}, games=12, first_click="safe", seed=2)
    assert [point.rate.games for point in swept.points] == [12, 12]
    assert swept.points[0].rate.wins == alone.wins
    # A layout is solvable without a guess exactly if a strategy that makes every certain move needs none.
    rows = alone.table.to_pylist()
    for row in rows:
        rating = sapper.rate(Layout.from_seed(level, seed=row["seed"], first_click="safe"))
        assert rating.solvable == (row["guesses"] == 0)


@every_shape
def test_a_game_is_solved_and_explained_in_the_terminal(shape):
    if shape.kind != "graph":
        done = run("solve", "--level", f"{shape}/2", "--seed", "3", "--first-click", "safe", "--strategy", "safest")
        assert done.exit_code == 0
        board = random_board(shape, random.Random(1))
        for command in ("analyze", "hint", "best", "explain"):
            if board.mines is not None:
                assert run(command, board.position).exit_code == 0


def test_commands_take_the_names_of_cells(tmp_path):
    assert "globe:42/5 from 7:" in run("rate", "--level", "globe:42/5", "--start", "7", "--seed", "1").stdout
    saved = tmp_path / "layout.txt"
    saved.write_text(run("generate", "box:4x4x4/4", "--seed", "2", "--start", "1,2,1").stdout)
    assert "box:4x4x4/4 from 1,1,1:" in run("rate", saved, "--start", "1,1,1").stdout
    refused = run("rate", "--level", "globe:42/5", "--start", "9,9")
    assert (refused.exit_code, "(9, 9)" in refused.stderr) == (2, True)


def test_published_systems_refuse_other_shapes():
    for name in sapper._engine.strategy_names():
        if sapper._engine.describe_strategy(name).family != "Sapper":
            with pytest.raises(InputError, match="squares with eight neighbours alone"):
                sapper.simulate("hex:6x6/5", games=1, seed=1, strategy=name)
            with pytest.raises(InputError, match="squares with eight neighbours alone"):
                sapper.choose(Board("hex:6x6", {(2, 2): 1}, mines=5), strategy=name)
    with pytest.raises(InputError, match="a mirror is defined for squares"):
        Board("hex:3x3", mines=2).flip("horizontal")


def test_numbers_above_nine_have_separators():
    board = Board("box:3x3x3", {(1, 1, 1): 12, (0, 0, 0): 3}, mines=13)
    assert str(board).splitlines()[:4] == ["shape box:3x3x3", "mines 13", " 3  .  .", " .  .  ."]
    assert board.position == "box:3x3x3:13:3l(12)m"
    with pytest.raises(ParseError, match=r"clue 8 is larger than its number of neighbours, 7, at 0,0,0 \(line 3"):
        Board.from_text(str(board).replace(" 3  .", " 8  .", 1))


def test_optimum_counts_layouts_of_a_shape():
    """On a ring of five cells every start is alike, and the cells behind its neighbours tell which holds a mine."""
    ring = Shape.graph([[(k - 1) % 5, (k + 1) % 5] for k in range(5)])
    found = sapper.optimum((ring, 1))
    assert (found.total, len(found.starts)) == (5, 5)
    assert found.wins == 4
