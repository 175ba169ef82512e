"""Boards from pictures: drawn skins are read exactly, and what is no picture of a board is refused."""

import io
import json
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from command_line import run
from photos import take_photo
from PIL import Image, ImageDraw, ImageFont
from scenes import paint_scene, random_views
from skins import Skin

import sapper
from sapper.vision import places
from sapper.vision.cells import Grid, find_raw_steps
from sapper.vision.counter import choose_total
from sapper.vision.extent import Found, trim
from sapper.vision.logic import drop_impossible, repair, weigh_doubts
from sapper.vision.looks import _open_zeros, _weigh_grounds, settle_looks
from sapper.vision.network import LOOKS, Cells
from sapper.vision.picture import load_picture
from sapper.vision.read import _count_mines, _doubt_covers, read_again

ROOT = Path(__file__).parents[2]

VIEWS = {"hidden": -1, "flag": -2, "question": -3, "mine": -4, "blast": -4, "crossed": -2}


def draw(seed, family, size=(9, 9, 10), pitch=20, progress=0.5, **options):
    """A scene in a skin that needs no font of the machine."""
    rng = np.random.default_rng(seed)
    rows, cols, mines = size
    skin = Skin.choose(rng, [family], [None])
    return paint_scene(rng, skin, random_views(rng, rows, cols, mines, progress), pitch, mines=mines, **options)


def truth(scene):
    return [[VIEWS.get(str(look), str(look)) for look in row] for row in scene.looks]


def png(pixels):
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(
    ("seed", "family", "options"),
    [
        (1, "bevel", {"pitch": 16}),
        (12, "lines", {"size": (16, 30, 99), "pitch": 22, "screen": (1280, 800)}),
        (3, "checker", {"pitch": 30, "scale": 1.25}),
        (4, "gloss", {"pitch": 24, "quality": 85, "pointer": True}),
        (5, "gaps", {"pitch": 24, "crop": True, "scale": 1.5}),
        (6, "rings", {"pitch": 40, "progress": 0.0}),
        (7, "bevel", {"size": (16, 16, 40), "pitch": 16, "progress": 0.97, "highlight": True}),
        (211, "dots", {"pitch": 18, "progress": 0.6}),  # a grid found half a cell off
        (108, "cushion", {"progress": 0.25}),  # a plain border row beside a window of another colour
        (302, "inset", {"progress": 0.7}),  # a border row of plain open cells without lines
        (318, "hatch", {"progress": 0.4, "pitch": 24}),  # a frame as wide as a line between cells
        (308, "cushion", {"progress": 0.6, "quality": 80}),  # soft sides with the noise of JPEG
    ],
)
def test_a_drawn_board_is_read_exactly(seed, family, options):
    scene = draw(seed, family, **options)
    [reading] = sapper.read_image(scene.pixels)
    assert reading.board.cells.tolist() == np.array(truth(scene)).astype(int).tolist()
    assert abs(reading.grid.left - scene.left) < 0.15 * scene.pitch
    assert abs(reading.grid.across - scene.pitch) < 0.01 * scene.pitch
    assert reading.probabilities.shape == (*scene.looks.shape, len(LOOKS))


def test_large_cells_whose_sides_are_slopes_are_found():
    scene = draw(436, "cushion", pitch=72)
    [reading] = sapper.read_image(scene.pixels)
    assert reading.board.cells.tolist() == np.array(truth(scene)).astype(int).tolist()


def test_a_row_that_seems_to_lie_beside_the_board_is_left_out():
    sure = np.log(np.array([0.98, 0.01, 0.005, 0.005], np.float32))
    weak = np.log(np.array([0.8, 0.05, 0.1, 0.05], np.float32))
    places = np.broadcast_to(sure, (17, 16, 4)).copy()
    found = Found(Grid(10, 20, 16, 16, 17, 16), places, np.zeros((17, 16, 2), np.complex64), 0.0)
    assert trim(found) == []
    places[0] = weak
    [other] = trim(found)
    assert other.grid == Grid(10, 36, 16, 16, 16, 16)
    assert other.places.shape == (16, 16, 4)


@pytest.mark.parametrize("colour", [0, 192, 255])
def test_a_grid_with_nothing_on_it_is_no_board_any_more(colour):
    scene = draw(1, "bevel", pitch=16)
    [reading] = sapper.read_image(scene.pixels)
    assert read_again(scene.pixels, reading.grid).board == reading.board
    with pytest.raises(sapper.InputError, match="no board on the grid any more"):
        read_again(np.full_like(scene.pixels, colour), reading.grid)


def test_the_counter_tells_the_mines():
    scene = draw(11, "bevel", size=(16, 16, 40), pitch=16, counter=True)
    assert scene.counter
    [reading] = sapper.read_image(scene.pixels)
    assert (reading.board.mines, reading.mines_from) == (40, "counter")
    assert sapper.Board.from_image(png(scene.pixels), mines=41).mines == 41


def test_a_written_counter_tells_the_mines():
    scene = draw(15, "lines", size=(16, 16, 40), pitch=22, counter="text")
    assert scene.counter
    [reading] = sapper.read_image(scene.pixels)
    assert (reading.board.mines, reading.mines_from) == (40, "counter")


@pytest.mark.parametrize(
    ("numbers", "size", "flags", "total"),
    [
        (["40"], (16, 16), 0, 40),
        (["37"], (16, 16), 3, 40),
        (["3/40", "012"], (16, 16), 3, 40),
        (["37/40"], (16, 16), 3, 40),
        (["5/40"], (16, 16), 3, None),  # flags that the board does not have
        (["40", "99"], (16, 30), 0, 99),  # a clock beside it
        (["12"], (16, 16), 0, None),  # the clock alone
        (["20"], (10, 12), 0, 20),
        (["20", "35"], (10, 12), 0, None),
        (["900"], (10, 12), 0, None),
        ([], (9, 9), 0, None),
    ],
)
def test_written_numbers_tell_the_mines_or_nothing(numbers, size, flags, total):
    assert choose_total(numbers, *size, flags) == total


@pytest.mark.parametrize(("seed", "family", "screen"), [(1, "inset", (1280, 800)), (2, "bevel", None)])
def test_a_photo_of_a_screen_is_made_upright(seed, family, screen):
    scene = draw(seed, family, size=(9, 9, 10), pitch=30, screen=screen)
    photo = take_photo(np.random.default_rng(seed), scene, (1000, 750))
    [reading] = sapper.read_image(photo.pixels)
    assert reading.board.cells.tolist() == np.array(truth(scene)).astype(int).tolist()
    assert np.abs(reading.corners - photo.corners).max() < 5
    grid = reading.grid
    assert grid.bottom < len(reading.straight)
    assert grid.right < reading.straight.shape[1]


def draw_shape(shape, cells, side, *, mirrored=False):
    """A board of other cells: covered ones stippled, flags on orange, digits on white, black lines between them."""
    image = Image.new("RGB", (700, 560), (250, 250, 250))
    pen = ImageDraw.Draw(image)
    for cell, value in np.ndenumerate(cells):
        corners = [(40 + side * x, 30 + side * y) for x, y in shape.outline(cell)]
        ground = {-1: (128, 128, 128), -2: (255, 165, 0)}.get(int(value), (255, 255, 255))
        pen.polygon(corners, fill=ground)
        if value == -1:
            x0, y0 = (int(min(part)) for part in zip(*corners, strict=True))
            x1, y1 = (int(max(part)) for part in zip(*corners, strict=True))
            inside = Image.new("1", image.size)
            ImageDraw.Draw(inside).polygon(corners, fill=1)
            dots = [(x, y) for y in range(y0, y1) for x in range(x0 + y % 2, x1, 2) if inside.getpixel((x, y))]
            pen.point(dots, fill=(90, 90, 90))
        pen.line([*corners, corners[0]], fill=(0, 0, 0), width=2)
        x, y = (40 + side * shape.centre(cell)[0], 30 + side * shape.centre(cell)[1])
        if value > 0:
            pen.text((x, y), str(value), font=ImageFont.load_default(side // 3), fill=(0, 0, 120), anchor="mm")
        if value == -2:
            pen.polygon([(x - 5, y - 9), (x + 8, y - 5), (x - 5, y - 1)], fill=(0, 0, 0))
            pen.line([(x - 5, y - 9), (x - 5, y + 9)], fill=(0, 0, 0), width=2)
    return np.asarray(image.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if mirrored else image)


def begin(name):
    """A game of a level, whose first zero is revealed."""
    layout = sapper.Layout.from_seed(name, seed=3)
    shape, game = layout.shape, sapper.Game(layout)
    near = [{cell, *shape.neighbours(cell)} for cell in shape.cells]
    game.reveal(next(shape.cells[at] for at, cells in enumerate(near) if not cells & set(layout.mines)))
    return game


@pytest.mark.parametrize(("name", "side"), [("hex:8x8/12", 48), ("tri:7x14/14", 64)])
def test_hexagons_and_triangles_are_read(name, side):
    game = begin(name)
    shape = game.board.shape
    cells = game.board.cells.copy()
    cells[tuple(np.argwhere(cells == -1)[0])] = -2
    [reading] = sapper.read_image(draw_shape(shape, cells, side), mines=game.board.mines)
    assert str(reading.board.shape) == str(shape)
    assert reading.board.cells.tolist() == cells.tolist()


@pytest.mark.parametrize(("name", "side"), [("hex:9x12/14", 22), ("tri:8x14/14", 28)])
def test_small_hexagons_and_triangles_are_read(name, side):
    # Cells as small as these had lines that grew into each other, and were read as squares or refused.
    game = begin(name)
    shape = game.board.shape
    pixels = draw_shape(shape, game.board.cells, side)
    flat = np.where((pixels == 90).all(axis=2, keepdims=True), 128, pixels).astype(np.uint8)
    for drawn in (pixels, flat):
        [reading] = sapper.read_image(drawn, mines=game.board.mines)
        assert str(reading.board.shape) == str(shape)
        assert reading.board.cells.tolist() == game.board.cells.tolist()


@pytest.mark.parametrize(("name", "side"), [("hex:9x12", 22), ("tri:8x14", 28)])
def test_signs_in_small_hexagons_and_triangles_are_doubtful(name, side):
    """A flag may be taken for a mine there."""
    shape = sapper.Shape.parse(name)
    cells = np.full(shape.sides, -1)
    flags = [(2, 3), (4, 6), (6, 5)]
    for cell in flags:
        cells[cell] = -2
    [reading] = sapper.read_image(draw_shape(shape, cells, side), mines=14)
    assert set(flags) <= {doubt.cell for doubt in reading.doubts}


@pytest.mark.parametrize("opened", [False, True])
def test_stippled_squares_are_read(opened):
    # Black lines between cells whose grey is a checkerboard of single pixels, as xbomb draws them.
    game = sapper.Game(sapper.Layout.from_seed("16x30/99", seed=6))
    if opened:
        game.reveal((8, 15))
    image = Image.new("RGB", (30 * 20 + 40, 16 * 20 + 60), (255, 255, 255))
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(14)
    grey = Image.fromarray(((np.indices((18, 18)).sum(axis=0) % 2) * 255).astype(np.uint8))
    for (row, col), value in np.ndenumerate(game.board.cells):
        left, top = 20 * col + 20, 20 * row + 20
        pen.rectangle((left, top, left + 21, top + 21), outline=(0, 0, 0), width=2)
        if value < 0:
            image.paste(grey, (left + 2, top + 2))
        elif value:
            pen.text((left + 11, top + 11), str(value), font=font, fill=(0, 0, 120), anchor="mm")
    pixels = np.asarray(image)
    [reading] = sapper.read_image(pixels)
    assert reading.board.cells.tolist() == game.board.cells.tolist()
    assert reading.sure
    assert read_again(pixels, reading.grid).board.cells.tolist() == game.board.cells.tolist()


@pytest.mark.parametrize("side", [22, 48])
def test_hexagons_whose_even_rows_are_shifted_are_refused(side):
    shape = sapper.Shape.hexagons(8, 8)
    with pytest.raises(sapper.InputError, match="64 hexagons, but not in full rows"):
        sapper.read_image(draw_shape(shape, np.full((8, 8), -1), side, mirrored=True))


def test_a_plain_cell_of_a_photo_is_doubtful_where_its_surroundings_say_otherwise():
    chances = np.zeros((1, 3, len(LOOKS)), np.float32)
    chances[0, :2, LOOKS.index("hidden")] = 1
    chances[0, 2, LOOKS.index("0")] = 1
    looks = chances.argmax(axis=2)
    doubted = _doubt_covers(chances, looks, np.array([[0.95, 0.2, 0.1]], np.float32))
    assert doubted[0, 0].tolist() == chances[0, 0].tolist()
    assert doubted[0, 2].tolist() == chances[0, 2].tolist()
    assert doubted[0, 1, LOOKS.index("hidden")] == pytest.approx(0.6)
    assert doubted[0, 1, LOOKS.index("0")] == pytest.approx(0.4)


def test_a_photo_that_is_too_blurred_is_refused():
    scene = draw(3, "bevel", size=(9, 9, 10), pitch=30)
    photo = take_photo(np.random.default_rng(5), scene, (500, 400), blur=8)
    with pytest.raises(sapper.InputError, match="in a photo the whole board must be sharp"):
        sapper.read_image(photo.pixels)


def test_a_cell_beside_a_zero_is_open():
    looks = np.array([["hidden", "hidden", "hidden"], ["1", "1", "1"], ["0", "0", "0"]])
    chances = np.full((3, 3, len(LOOKS)), 1e-4, np.float32)
    for cell, look in np.ndenumerate(looks):
        chances[cell][LOOKS.index(look)] = 0.99
    chances[2, 1, LOOKS.index("hidden")], chances[2, 1, LOOKS.index("0")] = 0.8, 0.2  # a pointer lies over it
    settled = _open_zeros(chances)
    np.testing.assert_allclose(settled.sum(axis=2), 1, rtol=1e-6)
    assert [[LOOKS[look] for look in row] for row in settled.argmax(axis=2)] == looks.tolist()


def test_a_flag_stands_on_the_ground_of_covered_cells():
    flat = np.zeros((2, len(LOOKS)), np.float32)
    flat[:, LOOKS.index("1")], flat[:, LOOKS.index("flag")] = 0.6, 0.4
    covered, opened = np.full((1, 15), 90.0), np.full((1, 15), 200.0)
    frames = np.concatenate([covered, opened]).astype(np.float32)
    weighed = _weigh_grounds(flat, frames, np.array([True, True]), (covered, opened))
    assert [LOOKS[look] for look in weighed.argmax(axis=1)] == ["flag", "1"]


def test_without_a_counter_there_is_a_density():
    scene = draw(1, "bevel", pitch=16, counter=False)
    [reading] = sapper.read_image(scene.pixels)
    assert (reading.board.mines, reading.board.density, reading.mines_from) == (None, 10 / 81, "density")


def test_several_boards_are_listed():
    one, other = draw(1, "bevel", pitch=24), draw(3, "checker", pitch=20)
    height = max(len(one.pixels), len(other.pixels)) + 40
    both = np.full((height, one.pixels.shape[1] + other.pixels.shape[1] + 120, 3), 90, np.uint8)
    both[20 : 20 + len(one.pixels), 20 : 20 + one.pixels.shape[1]] = one.pixels
    both[20 : 20 + len(other.pixels), -20 - other.pixels.shape[1] : -20] = other.pixels
    readings = sapper.read_image(both)
    found = {tuple(map(tuple, reading.board.cells.tolist())) for reading in readings}
    assert found == {tuple(map(tuple, np.array(truth(scene)).astype(int).tolist())) for scene in (one, other)}
    with pytest.raises(sapper.InputError, match=r"2 boards \(9x9, 9x9\)"):
        sapper.Board.from_image(both)
    with pytest.raises(sapper.InputError, match="2 boards"):
        sapper.read_image(both, mines=10)
    assert sapper.Board.from_image(both, index=1, mines=10).mines == 10
    with pytest.raises(sapper.InputError, match="index 2 is outside 0 to 1"):
        sapper.Board.from_image(both, index=2)


def test_the_rules_repair_a_clue_that_cannot_be():
    looks = np.array([["0", "1", "hidden"], ["0", "2", "hidden"], ["0", "1", "hidden"]])
    chances = np.zeros((3, 3, len(LOOKS)), np.float32)
    for cell, look in np.ndenumerate(looks):
        chances[cell][LOOKS.index(look)] = 0.98
    chances[1, 1, LOOKS.index("2")], chances[1, 1, LOOKS.index("7")] = 0.3, 0.7
    found, repairs, fault = repair(chances)
    assert LOOKS[found[1, 1]] == "2"
    assert not fault
    assert [(one.cell, one.read, one.kept) for one in repairs] == [((1, 1), "7", "2")]


def test_a_doubtful_cell_is_what_its_neighbours_allow():
    looks = np.array([["0", "1", "hidden"], ["0", "1", "1"], ["0", "0", "0"]])
    chances = np.zeros((3, 3, len(LOOKS)), np.float32)
    for cell, look in np.ndenumerate(looks):
        chances[cell][LOOKS.index(look)] = 0.98
    chances[0, 2] = 0
    chances[0, 2, LOOKS.index("3")], chances[0, 2, LOOKS.index("hidden")] = 0.7, 0.3
    weighed = weigh_doubts(chances, 0.9)
    assert LOOKS[int(weighed[0, 2].argmax())] == "hidden"
    assert weighed[0, 1].tolist() == chances[0, 1].tolist()


def test_a_clue_needs_as_many_covered_cells():
    looks = np.full((4, 5), "0", "U8")
    looks[:2] = "hidden"
    looks[2] = "1"
    chances = np.zeros((4, 5, len(LOOKS)), np.float32)
    for cell, look in np.ndenumerate(looks):
        chances[cell][LOOKS.index(look)] = 1
    chances[2, :, LOOKS.index("1")], chances[2, :, LOOKS.index("8")] = 0.1, 0.9
    alike = np.where(looks == "1", 1, 0)
    cells = Cells(Grid(0, 0, 24, 24, 4, 5), np.zeros((4, 5, 24, 24, 3), np.uint8), alike, chances)
    covered = (looks == "hidden").astype(np.float32)
    assert [LOOKS[int(look)] for look in settle_looks(cells, covered)[2].argmax(axis=1)] == ["1"] * 5


def test_a_counter_that_cannot_be_right_is_ignored(monkeypatch):
    monkeypatch.setattr("sapper.vision.read.read_counter", lambda *_: 60)
    scene = draw(7, "bevel", size=(16, 16, 40), pitch=16, progress=0.97)
    [reading] = sapper.read_image(scene.pixels)
    assert reading.mines_from == "density"
    # A reading that contradicts itself has a board too.
    board, mines_from = _count_mines(scene.pixels, reading.grid, reading.board.cells, None, possible=False)
    assert (board.mines, mines_from) == (None, "density")


def bomb(width, height):
    """The file of a picture that claims a size and holds next to nothing."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 100)), (b"IEND", b"")]
    chunks = [struct.pack(">I", len(b)) + a + b + struct.pack(">I", zlib.crc32(a + b)) for a, b in parts]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


WHOLE = png(np.arange(3 * 64 * 64, dtype=np.uint8).reshape(64, 64, 3))


@pytest.mark.parametrize(
    ("source", "kind", "words"),
    [
        (b"", sapper.ParseError, "cannot be read as a picture"),
        (b"mines 10\n..1", sapper.ParseError, "cannot be read as a picture"),
        (WHOLE[: len(WHOLE) // 2], sapper.ParseError, "cannot be read as a picture"),
        (WHOLE[:20], sapper.ParseError, "cannot be read as a picture"),
        (bomb(60_000, 60_000), sapper.LimitError, "more pixels than the limit"),
        (bomb(8000, 6000), sapper.LimitError, "8000 x 6000 pixels"),
        (bomb(400, 400), sapper.ParseError, "cannot be read as a picture"),
        (png(np.zeros((1, 1, 3), np.uint8)), sapper.InputError, "no board"),
        (png(np.zeros((1, 900, 3), np.uint8)), sapper.InputError, "no board"),
        (np.zeros((300, 300, 3), np.uint8), sapper.InputError, "no board"),
        (np.zeros((30, 30), float), sapper.InputError, "uint8"),
        (np.zeros((30, 30, 2), np.uint8), sapper.InputError, "rows, columns"),
        (np.zeros((0, 30, 3), np.uint8), sapper.InputError, "rows, columns"),
        (17, sapper.InputError, "not 17"),
        ("no-such-file.png", sapper.InputError, "cannot read no-such-file.png"),
    ],
    ids=range(15),
)
def test_what_is_no_picture_of_a_board_is_refused(source, kind, words):
    with pytest.raises(kind, match=words):
        sapper.read_image(source)


def test_noise_is_no_board():
    noise = np.random.default_rng(1).integers(0, 256, (400, 600, 3), np.uint8)
    with pytest.raises(sapper.InputError, match="no board"):
        sapper.read_image(noise)


def test_what_is_transparent_is_white():
    clear = np.zeros((2, 2, 4), np.uint8)
    assert load_picture(clear).tolist() == load_picture(png(clear)).tolist() == np.full((2, 2, 3), 255).tolist()


def test_a_fine_pattern_is_judged_band_by_band(monkeypatch):
    """A picture of 44 kB, 3000x3000 with a line every 8 pixels, took 1.5 GB."""
    pixels = np.full((300, 400, 3), 200, np.uint8)
    pixels[3::16], pixels[:, 5::16] = 90, 90
    pixels[100:200, 100:250] = np.random.default_rng(2).integers(0, 255, (100, 150, 3))
    steps, grid = find_raw_steps(pixels), Grid(left=-20.3, top=-11.7, across=15.9, down=16.2, rows=40, cols=30)
    whole, laid = places.judge_places(pixels, steps, grid), []

    def lay_out(pixels, steps, part):
        laid.append(part.rows * part.cols)
        return lay_out_all(pixels, steps, part)

    lay_out_all = places.lay_out
    monkeypatch.setattr(places, "lay_out", lay_out)
    monkeypatch.setattr(places, "_AT_ONCE", 90)
    logs, turns = places.judge_places(pixels, steps, grid)
    assert np.abs(np.exp(logs) - np.exp(whole[0])).max() < 0.05
    assert np.abs(turns - whole[1]).max() < 0.05
    assert np.mean(logs.argmax(axis=2) == whole[0].argmax(axis=2)) > 0.99
    assert max(laid) <= 90 + 2 * 8 * 30
    assert len(laid) == 14


def test_the_networks_are_small():
    files = [*(ROOT / "src" / "sapper" / "vision").glob("*.npz")]
    assert len(files) == 3
    assert sum(file.stat().st_size for file in files) < 200_000


def test_the_command_prints_the_board_and_its_analysis(tmp_path):
    scene = draw(11, "bevel", size=(16, 16, 40), pitch=16, counter=True)
    file = tmp_path / "shot.png"
    file.write_bytes(png(scene.pixels))
    printed = run("read", file).stdout
    assert "16 x 16 cells of 1" in printed
    assert "mines 40, read from the counter" in printed
    assert "best" in printed
    found = json.loads(run("read", file, "--mines", 40, "--json").stdout)
    assert found["rows"] == np.array(truth(scene)).astype(int).tolist()
    assert (found["mines"], found["mines_from"], found["others"]) == (40, "given", [])
    assert all(set(doubt) >= {"cell", "second", "probability"} for doubt in found["doubts"])
    assert found["analysis"]["best"] is not None


def test_the_command_refuses_bad_files(tmp_path):
    file = tmp_path / "shot.png"
    file.write_bytes(b"no picture")
    assert "cannot be read as a picture" in run("read", file).stderr
    assert "cannot read" in run("read", tmp_path / "none.png").stderr


def test_a_digit_above_the_number_of_neighbours_is_no_reading():
    chances = np.full((4, 5, len(LOOKS)), 0.001, np.float32)
    chances[:, :, LOOKS.index("8")] = 1 - 0.001 * (len(LOOKS) - 1)
    kept = drop_impossible(chances)
    np.testing.assert_allclose(kept.sum(axis=2), 1, rtol=1e-6)
    neighbours = [[3, 5, 5, 5, 3], [5, 8, 8, 8, 5], [5, 8, 8, 8, 5], [3, 5, 5, 5, 3]]
    assert (kept[:, :, :9] > 0).sum(axis=2).tolist() == [[most + 1 for most in row] for row in neighbours]
    assert kept[0].max() < 0.2  # doubtful: it looked like something else
    assert np.array_equal(kept[1:3, 1:4], chances[1:3, 1:4])


def test_a_page_with_the_overlay_is_no_error_of_a_clue():
    reading = sapper.read_image(ROOT / "docs" / "pictures" / "page-overlay-light.png")[0]
    assert reading.doubts or reading.notes
