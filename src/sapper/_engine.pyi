"""
The C++ engine of Sapper. Use the names exported by the package `sapper` instead.
"""

from collections.abc import Callable, Mapping, Sequence
import enum
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray

import sapper.errors

def version() -> str:
    """The version this engine was built for."""

def warn_of_leaks(warn: bool) -> None:
    """
    Whether to report on standard error, when the interpreter ends, objects that are still alive.
    """

MAX_CELLS: int = 16777216

MAX_NEIGHBOURS: int = 124

LEAST_DENSITY: float = 1e-12

class Grid:
    """A shape with the names of its cells."""

    @property
    def rows(self) -> int:
        """
        Number of rows of an array of cells; 1 where it does not have two sides.
        """

    @property
    def cols(self) -> int:
        """Number of columns of the same array."""

    @property
    def sides(self) -> list[int]:
        """The sides of an array of cells."""

    @property
    def form(self) -> Any:
        """What Python told of the shape; None for squares."""

    @property
    def cell_count(self) -> int:
        """Number of cells."""

    @property
    def most_neighbours(self) -> int:
        """The largest number of neighbours of any cell."""

    def roomiest(self, most: bool) -> Any:
        """The first cell with the most neighbours, or with the fewest."""

    def names(self) -> list[Any]:
        """A fresh list of all cells, in order."""

    def number(self, name: object | None) -> int:
        """The place of a cell among all of them."""

    def neighbours(self, name: object | None) -> list[Any]:
        """A fresh list of the cells beside a cell, in order."""

    def cell(self, name: object | None) -> Any:
        """The cell of that name, checked."""

def square_grid(rows: int, cols: int) -> Grid:
    """A grid of squares, eight neighbours each."""

def form_grid(
    first: numpy.typing.NDArray[numpy.uint32],
    neighbour: numpy.typing.NDArray[numpy.uint32],
    sides: Sequence[int],
    names: list[Any] | None,
    numbers: dict[Any, int] | None,
    form: object,
) -> Grid:
    """
    The grid of any graph: cell i has the neighbours neighbour[first[i]:first[i + 1]].
    """

class Board:
    """What the player sees; immutable."""

    @staticmethod
    def from_rows(grid: Grid, rows: list[Any], mines: int | None, density: float) -> Board:
        """A board from nested lists of cell values."""

    @staticmethod
    def from_views(
        grid: Grid, views: numpy.typing.NDArray[numpy.integer], mines: int | None, density: float
    ) -> Board:
        """A board from an array of cell values, of any integer type."""

    @property
    def grid(self) -> Grid:
        """The grid that names the cells."""

    def views(self) -> NDArray[numpy.int8]:
        """A fresh array of the cell values."""

    def view(self, cell: object | None) -> int:
        """The value of one cell, named as (row, col)."""

    def replace(self, changes: dict[Any, Any]) -> Board:
        """A board with other values in the cells given."""

    @property
    def mines(self) -> int | None:
        """The total number of mines, or None where only a density is known."""

    @property
    def density(self) -> float | None:
        """The mine density, or None where the total is known."""

class FirstClick(enum.Enum):
    """What the player is promised about the start cell."""

    NONE = 0

    SAFE = 1

    ZERO = 2

    DRAWN = 3

    MOVED = 4

class Clicks:
    """How many clicks a layout takes."""

    @property
    def openings(self) -> int:
        """Connected regions of zeros, each opened by one click."""

    @property
    def bbbv(self) -> int:
        """3BV: the fewest clicks that win the layout without chords."""

class Layout:
    """Where the mines are; immutable."""

    @staticmethod
    def from_seed(grid: Grid, mines: int, start: object | None, first_click: FirstClick, seed: int) -> Layout:
        """The layout of a seed."""

    @staticmethod
    def from_mines(grid: Grid, cells: tuple[object, ...]) -> Layout:
        """The layout with mines in exactly these cells."""

    @staticmethod
    def from_flags(grid: Grid, flags: bytes) -> Layout:
        """The layout from one byte a cell, not 0 for a mine."""

    @property
    def grid(self) -> Grid:
        """The grid that names the cells."""

    @property
    def mine_count(self) -> int:
        """The number of mines."""

    def mines(self) -> list[Any]:
        """A fresh sorted list of the mine cells."""

    def flags(self) -> bytes:
        """One byte a cell, 1 for a mine."""

    def numbers(self) -> NDArray[numpy.int8]:
        """A fresh array of what every cell shows: its number, or a mine."""

    def count_clicks(self) -> Clicks:
        """How many clicks the layout takes."""

def game_seeds(run_seed: int, first: int, count: int) -> list[int]:
    """
    The seeds of `count` games of a run, from game `first` on; games count from 1.
    """

class Status(enum.Enum):
    """How a game stands."""

    PLAYING = 0

    WON = 1

    LOST = 2

class Game:
    """A layout and the moves made on it."""

    def __init__(self, layout: Layout) -> None: ...
    def reveal(self, cell: object | None) -> bool:
        """Reveal a cell; false when it is revealed already."""

    def flag(self, cell: object | None) -> None:
        """Put a flag on a cell or take it off."""

    def question(self, cell: object | None) -> None:
        """Put a question mark on a cell or take it off."""

    def chord(self, cell: object | None) -> bool:
        """
        Reveal the unflagged neighbours of a clue whose flags match; whether any was.
        """

    def undo(self) -> None:
        """Take back the last move."""

    def restart(self) -> None:
        """Start again on the same layout."""

    def board(self) -> Board:
        """What is seen now; later moves do not change it."""

    @property
    def status(self) -> Status:
        """How the game stands."""

    @property
    def clicks(self) -> int:
        """Moves made and not taken back."""

    @property
    def exploded(self) -> Any | None:
        """The mine that ended the game, or None."""

class ExactWalk:
    """One component's diagram with exact counts."""

    def __init__(self, solved: Solved, component: int) -> None: ...
    def steps(self) -> list[list[int]]:
        """The cells filled in each step."""

    def root(self) -> int:
        """The state to start from."""

    def edges(self, state: int, left: int) -> list[tuple[int, int, bytes]]:
        """
        From a state: (mines in this step, next state, ways to complete it as bytes).
        """

class Solved:
    """Exactly solved rules over numbered unknown cells."""

    @property
    def cell_count(self) -> int:
        """Unknown cells."""

    @property
    def floating(self) -> list[int]:
        """Unknown cells that no rule restricts."""

    @property
    def settled_mines(self) -> int:
        """Mines that single rules settle."""

    @property
    def settled(self) -> list[int]:
        """The unknown cells that single rules make mines."""

    def mine_probability(self) -> numpy.typing.NDArray[numpy.float64]:
        """A fresh array, one entry an unknown cell."""

    def probability(self, asked: object, given: object) -> float:
        """
        Probability that all statements (lo, hi, cells) asked hold when those given do.
        """

    def sample(self, count: int, seed: int) -> numpy.typing.NDArray[numpy.bool_]:
        """Worlds, one a row; True for a mine."""

    def groups(self) -> list[tuple[list[int], list[int]]]:
        """Groups as (cells, rules)."""

    def components(self) -> list[tuple[list[int], list[int], int, int]]:
        """Components as (groups, rules, width, states)."""

    def exact_counts(self, component: int) -> tuple[int, int, bytes]:
        """
        Ways of a component for each number of mines: (fewest, bytes a number, numbers).
        """

    def exact_part(self, statements: object) -> tuple[list[int], int, int, int, list[tuple[int, int, bytes]]] | None:
        """
        (components replaced, floating cells taken, settled mines, unrestricted cells, counts), or None.
        """

def solve_rules(cell_count: int, rules: object, mines: int | None, density: float, max_states: int) -> Solved:
    """Solve rules (lo, hi, cells) exactly."""

class Analysis:
    """The exact analysis of one board."""

    def mine_probability(self) -> numpy.typing.NDArray[numpy.float64]:
        """A read-only array; NaN where revealed or out of play."""

    def safe_cells(self) -> list[Any]:
        """Cells that no world mines."""

    def mine_cells(self) -> list[Any]:
        """Cells that every world mines."""

    def safest_cells(self) -> list[Any]:
        """Hidden cells with the lowest mine probability."""

    def mine_probability_of(self, cell: object | None) -> float:
        """Mine probability of a hidden cell."""

    @property
    def unknown_mines(self) -> int | None:
        """Mines among the unknown cells, or None where only a density is known."""

    @property
    def solved(self) -> Solved:
        """The rules behind the board."""

    def frontier(self) -> list[Any]:
        """Hidden cells beside a clue."""

    def floating(self) -> list[Any]:
        """Hidden cells beside none."""

    def groups(self) -> list[tuple[list[Any], list[Any]]]:
        """Hidden cells by the clues they lie beside, as (cells, clues)."""

    def named(self, cells: Sequence[int]) -> list[Any]:
        """CellNames of unknown cells."""

    def clues(self, rules: Sequence[int]) -> list[Any]:
        """The clues behind rules."""

    def facts(self, facts: dict[Any, bool | int]) -> list[tuple[int, int, list[int]]]:
        """Statements (lo, hi, unknown cells) that mean {cell: fact}."""

    def outcomes(self, cell: object | None) -> tuple[float, list[float]]:
        """(mine probability, probabilities of the numbers)."""

    def dead_cells(self) -> list[Any]:
        """Cells that can show one number only."""

    def sample(self, count: int, seed: int) -> numpy.typing.NDArray[numpy.bool_]:
        """Worlds, one a layer; True for a mine."""

    def world(self, unknown_mines: Sequence[int]) -> numpy.typing.NDArray[numpy.bool_]:
        """The world with these unknown cells mined."""

def analyze(board: Board, trust_flags: bool, max_states: int) -> Analysis:
    """Analyse one board exactly."""

def analyze_batch(boards: Sequence[Board], trust_flags: bool, max_states: int, threads: int) -> list[Any]:
    """Analyse boards on several threads; errors take the place of results."""

class Searched:
    """What a search proves of the chance to win, in weights of worlds."""

    @property
    def low(self) -> float:
        """The best cells win at least this weight."""

    @property
    def high(self) -> float:
        """
        No cell wins more than this weight; equal to `low` when the search ended.
        """

    @property
    def total(self) -> float:
        """
        The weight of all worlds; their number when the number of mines is known.
        """

    @property
    def best(self) -> list[Any]:
        """
        The best cells known, row by row; empty when nothing is left to reveal.
        """

def search_board(analysis: Analysis, max_worlds: int, max_nodes: int) -> Searched | None:
    """
    Search all worlds of a board for the best play; None when there are more than `max_worlds`.
    """

class WholeBoard:
    """A small board with nothing revealed, solved for optimal play."""

    @property
    def layouts(self) -> int:
        """How many layouts it has."""

    def cell(self, cell: object | None) -> Any:
        """The cell of that name, checked."""

    def cell_classes(self) -> list[list[Any]]:
        """Cells that symmetries turn into each other."""

    def wins(self, start: object | None, only_zero: bool) -> int:
        """In how many layouts the best play wins that begins with this cell."""

def whole_board(grid: Grid, mines: int, symmetries: Sequence[Sequence[int]]) -> WholeBoard:
    """
    Every layout of a small board; symmetries are permutations of its cells without the identity, trusted.
    """

def climb_board(analysis: Analysis, most: int) -> list[tuple[int, list[Any], list[Any]]]:
    """
    What each step up the ladder settles, in order: (technique, safe cells, mines).
    """

def automine_risk(
    board: Board, search: bool, overlap: bool, patterns: bool
) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None, None))], int, int, int]:
    """
    The risk of every hidden cell, NaN for the others; rounds, patterns found and bytes used.
    """

class MakerKind(enum.Enum):
    """How layouts that need no guess are made."""

    UNIFORM = 0

    REPAIR = 1

def make_no_guess(
    grid: Grid,
    mines: int,
    start: object | None,
    first_click: FirstClick,
    maker: MakerKind,
    most: int,
    seeds: Sequence[int],
    first_attempt: int,
    attempts: int,
    threads: int,
    seconds: float,
) -> list[tuple[bool, int, int, int, Layout | None, Board | None]]:
    """
    A layout that needs no guess for every seed, or the furthest: (solved, attempts made, seed dealt, cells revealed, layout, board where play is stuck). Stops when the seconds are over.
    """

class Rating:
    """What it takes to finish a layout by logic."""

    @property
    def solved(self) -> bool:
        """Whether every cell without a mine was revealed without a guess."""

    @property
    def moves(self) -> list[int]:
        """The number of moves of each technique, by its rank."""

    @property
    def clicks(self) -> Clicks:
        """How many clicks the layout takes, however it is played."""

    @property
    def board(self) -> Board:
        """The board where play ends."""

def rate_layout(layout: Layout, start: object | None, most: int) -> Rating:
    """
    Play a layout by techniques up to rank `most` and count what that takes.
    """

def is_binary(data: bytes) -> bool:
    """Whether bytes are no text in UTF-8."""

def recognise_form(data: bytes, file: bool) -> str:
    """
    The form of a text, or of a file, that another program wrote; "" where it is none.
    """

def read_form(
    data: bytes, file: bool
) -> tuple[
    int,
    int,
    int,
    tuple[str, ...] | None,
    tuple[str, ...] | None,
    int | None,
    list[tuple[int, int]],
    dict[str, str],
    list[str],
    str,
    list[int],
    bool,
]:
    """
    Rows, columns, mines, layout, position, start, clicks, entries, what is left out, and the form; then the characters before each row in the text, and whether its cells stand side by side.
    """

def write_form(
    rows: int,
    cols: int,
    mines: int,
    layout: str,
    view: str,
    start: int | None,
    clicks: list[tuple[int, int]],
    details: list[tuple[str, str]],
    form: str,
) -> bytes:
    """A board in a form of another program."""

class Events:
    """The events of a mouse, in order, as arrays of one length; immutable."""

    def __init__(
        self,
        kinds: NDArray[numpy.uint8],
        times: NDArray[numpy.int64],
        xs: NDArray[numpy.int32],
        ys: NDArray[numpy.int32],
    ) -> None:
        """
        Events of columns; a time before that of the event before it is raised to it.
        """

    @staticmethod
    def of(rows: Sequence[tuple[int, int, int, int]]) -> Events:
        """Events given one by one as (kind, milliseconds, x, y)."""

    def __len__(self) -> int: ...
    @property
    def kinds(self) -> NDArray[numpy.uint8]:
        """Values of `sapper.replay.recording.Kind`."""

    @property
    def times(self) -> NDArray[numpy.int64]:
        """Milliseconds since the game began; never falling."""

    @property
    def xs(self) -> NDArray[numpy.int32]:
        """Pixels from the left edge of the board."""

    @property
    def ys(self) -> NDArray[numpy.int32]:
        """Pixels from its top edge."""

    def time_at(self, event: int) -> int:
        """
        Milliseconds of one event, counted from 0; faster than reading `times`. Raises InputError where there is no such event.
        """

class Recording:
    """What the file of a replay holds, before it is played."""

    def __init__(
        self,
        rows: int,
        cols: int,
        mines: Sequence[tuple[int, int]],
        events: Events,
        rtime_ms: int | None,
        questions: bool,
        player: str,
        started: str,
    ) -> None:
        """A recording of our own, as RAWVF has it, on cells of 16 pixels."""

    @property
    def format(self) -> str:
        """ "avf", "mvf", "rmv", "umf", "evf", "rawvf", "fsvf" or "msor"."""

    @property
    def version(self) -> str:
        """Of the format or of the program, as the file tells it."""

    @property
    def rows(self) -> int: ...
    @property
    def cols(self) -> int: ...
    @property
    def mines(self) -> list[tuple[int, int]]:
        """(row, col), in the order of the file."""

    @property
    def events(self) -> Events:
        """The events of the mouse."""

    @property
    def count(self) -> int:
        """Events in the file."""

    @property
    def cell(self) -> int:
        """Pixels of a cell."""

    @property
    def rtime_ms(self) -> int | None:
        """Time of the game, where the file tells it."""

    @property
    def bbbv(self) -> int | None:
        """3BV, where the file tells it."""

    @property
    def questions(self) -> bool:
        """Whether a right click on a flag puts a question mark."""

    @property
    def mode(self) -> str:
        """ "classic", "upk", "density", "cheat" and others."""

    @property
    def program(self) -> str: ...
    @property
    def player(self) -> str: ...
    @property
    def country(self) -> str: ...
    @property
    def started(self) -> str:
        """When it was played, as ISO 8601 where the file tells it."""

    @property
    def official(self) -> bool | None:
        """Whether the program signed it; the signature is not checked."""

    @property
    def details(self) -> dict[str, str]:
        """Other entries of the file."""

    @property
    def fault(self) -> sapper.errors.ParseError | None:
        """Where reading ended, of a file that is not whole."""

    def to_evf(self, rtime_ms: int, bbbv: int, won: bool) -> bytes:
        """The recording as a file of EVF 4."""

    def to_rawvf(self, rtime_ms: int, bbbv: int, won: bool) -> bytes:
        """The recording as a file of RAWVF, revision 6."""

def read_recording(data: bytes, ending: str, partial: bool, at: int) -> tuple[str, Recording, int] | None:
    """
    The recording that begins at a byte, with its name and its end; None behind the last one.
    """

def holds_replay(data: bytes, ending: str) -> bool:
    """Whether a file is a replay rather than a board."""

class ZiniRule(enum.Enum):
    """Which rule a run of ZiNi follows."""

    GREEDY = 0

    HUMAN = 1

    ONLINE = 2

    ONLINE_CORRECTED = 3

    ONLINE_HUMAN = 4

def measure_names() -> list[str]:
    """The names of all measures of a layout."""

def measure_layout(layout: Layout, names: Sequence[str]) -> list[int]:
    """Measures of a layout."""

def measure_seeds(
    grid: Grid,
    mines: int,
    start: object | None,
    first_click: FirstClick,
    seeds: NDArray[numpy.uint64],
    names: list[str],
    threads: int,
) -> NDArray[numpy.uint32]:
    """Measures of the layouts of seeds, one row a layout."""

def count_numbers(layout: Layout) -> list[int]:
    """
    How many safe cells show 0, 1 and so on, up to the highest number shown.
    """

def zini_path(layout: Layout, rule: ZiniRule, scan: int = 0) -> list[tuple[int, Any]]:
    """The clicks of a ZiNi: 0 reveals, 1 flags, 2 chords, and the cell."""

def least_clicks(layout: Layout, max_states: int) -> tuple[int, list[tuple[int, Any]]]:
    """A lower bound of the clicks that win a layout, and clicks that win it."""

class ClickTally:
    """How many clicks there were: lists have reveals, flags and chords."""

    @property
    def made(self) -> list[int]:
        """All clicks."""

    @property
    def changed(self) -> list[int]:
        """Clicks that changed the board."""

    @property
    def counted(self) -> list[int]:
        """Clicks that revealed a cell or flagged a mine for the first time."""

    @property
    def flagged(self) -> int:
        """Flags put."""

    @property
    def unflagged(self) -> int:
        """Flags taken away."""

    @property
    def misflagged(self) -> int:
        """Flags put on safe cells."""

    @property
    def misunflagged(self) -> int:
        """Flags taken from safe cells."""

    @property
    def solved(self) -> int:
        """3BV solved; openings with their border."""

    @property
    def solved_fast(self) -> int:
        """3BV solved; openings without it."""

class JudgedClicks:
    """What the clicks of a game did."""

    @property
    def effects(self) -> list[int]:
        """Of each click, bits of what it did."""

    @property
    def revealed(self) -> list[int]:
        """Of each click, the safe cells it revealed."""

    @property
    def solved(self) -> list[int]:
        """After each click, the 3BV solved; openings with their border."""

    @property
    def solved_fast(self) -> list[int]:
        """After each click, the 3BV solved; openings without it."""

    @property
    def openings(self) -> int:
        """Openings completely revealed."""

    @property
    def islands(self) -> int:
        """Islands completely revealed."""

    @property
    def wasted_flags(self) -> int:
        """Flags that no successful chord used."""

    @property
    def changed_way(self) -> float:
        """Cells from each click that changed the board to the next."""

    @property
    def counted_way(self) -> float:
        """The same of clicks that counted."""

    @property
    def tally(self) -> ClickTally:
        """How many clicks there were."""

    @property
    def status(self) -> Status:
        """How the game stands."""

def judge_clicks(layout: Layout, clicks: tuple[tuple[int, object], ...], questions: bool) -> JudgedClicks:
    """Play clicks of kinds 0 reveal, 1 flag, 2 chord on a layout."""

class MouseSettings:
    """What programs do differently with the mouse."""

    def __init__(self, rilian: bool, count_outside: bool, questions: bool) -> None: ...

class MouseGame:
    """The clicks that events of a mouse make, and what they did."""

    @property
    def kinds(self) -> bytes:
        """Of each click: 0 reveals, 1 flags, 2 chords."""

    @property
    def cells(self) -> list[int]:
        """Of each click, the number of its cell; -1 beside the board."""

    @property
    def events(self) -> list[int]:
        """Of each click, the number of the event that made it."""

    @property
    def judged(self) -> JudgedClicks:
        """What the clicks did."""

    @property
    def path(self) -> float:
        """The length of the pointer's way on the board, in pixels."""

    @property
    def click_path(self) -> float:
        """The same from click to click."""

def play_mouse(layout: Layout, events: Events, cell: int, settings: MouseSettings) -> MouseGame:
    """Play the events of a mouse on a layout of squares."""

def random_zini_path(layout: Layout, runs: int, seed: int) -> list[tuple[int, Any]]:
    """The clicks of the best of several random ZiNis."""

def ptt_zini_path(layout: Layout, runs: int | None, seed: int) -> list[tuple[int, Any]]:
    """The clicks of PTT ZiNi; without runs as many as its calculator makes."""

class CaseStep:
    """A clue that settles all open cells around it, inside a case."""

    @property
    def clue(self) -> Any:
        """The clue."""

    @property
    def mine(self) -> bool:
        """Whether the cells become mines; else they become safe."""

    @property
    def cells(self) -> list[Any]:
        """The cells that the clue settles, row by row."""

class Case:
    """An assumption about one cell, and what follows from it."""

    @property
    def depth(self) -> int:
        """0 for the first case of a step, one more for every split."""

    @property
    def cell(self) -> Any:
        """The cell whose value is assumed."""

    @property
    def mine(self) -> bool:
        """Whether the cell is assumed to be a mine."""

    @property
    def steps(self) -> list[CaseStep]:
        """What clues settle under the assumption, in order."""

    @property
    def broken(self) -> Any | None:
        """
        The clue that cannot hold; None where two cases of the next depth follow.
        """

class Area:
    """Clues that share no open cell with the other clues of a step."""

    @property
    def clues(self) -> list[Any]:
        """The clues, row by row."""

    @property
    def cells(self) -> list[Any]:
        """The open cells beside the clues, row by row, without the assumed cell."""

    @property
    def mines(self) -> list[int]:
        """Every number of mines that the cells can hold, rising."""

class ProofStep:
    """Clues combined by one technique, and the cells they settle."""

    @property
    def technique(self) -> int:
        """The rank of the technique."""

    @property
    def clues(self) -> list[Any]:
        """The clues that are combined."""

    @property
    def signs(self) -> list[int]:
        """For each clue 1 where it is added, -1 where it is subtracted."""

    @property
    def counter(self) -> int:
        """The sign of the mine counter; 0 where it is not used."""

    @property
    def safe(self) -> list[Any]:
        """The cells shown to be safe, row by row."""

    @property
    def mines(self) -> list[Any]:
        """The cells shown to be mines, row by row."""

    @property
    def cases(self) -> list[Case]:
        """The cases of a case split; empty where there are too many to read."""

    @property
    def areas(self) -> list[Area]:
        """The areas of counting with case split; empty for other techniques."""

    @property
    def mines_left(self) -> int | None:
        """Unsettled mines before the step; None without the counter."""

    @property
    def open_cells(self) -> int | None:
        """Unsettled cells before the step; None without the counter."""

    @property
    def said(self) -> dict[str, Any]:
        """What is said of the step: an entry of the catalogues and its values."""

class Proof:
    """Why a hidden cell is safe or a mine."""

    @property
    def mine(self) -> bool:
        """Whether the cell is a mine."""

    @property
    def technique(self) -> int:
        """The rank of the hardest technique of the steps."""

    @property
    def clues(self) -> list[Any]:
        """The clues that force the cell, row by row."""

    @property
    def counter(self) -> bool:
        """Whether the mine counter is needed too."""

    @property
    def minimal(self) -> bool:
        """Whether no clue can be left out."""

    @property
    def smallest(self) -> bool:
        """Whether it is known that no set of fewer clues forces the cell."""

    @property
    def steps(self) -> list[ProofStep]:
        """The steps from the clues to the cell, in order."""

def prove_cell(analysis: Analysis, cell: object | None, easiest: bool) -> Proof | None:
    """The proof of what a hidden cell is, or None where worlds differ."""

def easiest_safe(analysis: Analysis) -> list[Any]:
    """The safe cells that the lowest technique shows, the easiest first."""

class SettingKind(enum.Enum):
    """What values a setting has."""

    SWITCH = 0
    """on or off"""

    CHOICE = 1
    """one of a few words"""

    COUNT = 2
    """a whole number"""

    NUMBER = 3
    """any number"""

class SettingInfo:
    """A setting of a strategy."""

    @property
    def name(self) -> str: ...
    @property
    def description(self) -> str: ...
    @property
    def kind(self) -> SettingKind: ...
    @property
    def words(self) -> list[str]:
        """The words of a choice, in the order of their numbers."""

class GalleryEntry:
    """A strategy with settings in the gallery."""

    @property
    def name(self) -> str: ...
    @property
    def strategy(self) -> str: ...
    @property
    def share(self) -> int:
        """It plays the first of so many games."""

class StrategyInfo:
    """What a strategy registered about itself."""

    @property
    def name(self) -> str: ...
    @property
    def family(self) -> str:
        """Sapper, or the system that the strategy comes from."""

    @property
    def settings(self) -> list[SettingInfo]: ...
    @property
    def reasons(self) -> list[str]:
        """The kinds of guesses that it makes."""

    @property
    def counters(self) -> list[str]:
        """What it counts."""

    @property
    def largest_counters(self) -> list[str]:
        """What it counts as the most in any game; the other counters add up."""

    @property
    def gallery(self) -> list[GalleryEntry]: ...

def strategy_names() -> list[str]:
    """The strategies that are built in."""

def describe_strategy(strategy: str) -> StrategyInfo:
    """What a strategy registered about itself."""

def budget_names() -> list[str]:
    """The budgets of every strategy, from little to much."""

def guess_kinds() -> dict[str, str]:
    """
    The kinds of guesses in the order of their numbers, each with what it means.
    """

def strategy_settings(strategy: str, budget: str) -> dict[str, bool | int | float]:
    """Every setting of a strategy under a budget; a choice by its number."""

def read_settings(strategy: str, settings: Mapping[str, bool | int | float | str]) -> dict[str, bool | int | float]:
    """
    Settings as the strategy reads them, words by their numbers; InputError for one that it cannot have.
    """

class Weighed:
    """What a strategy weighs of a candidate; NaN for what it does not weigh."""

    @property
    def cell(self) -> Any: ...
    @property
    def safety(self) -> float:
        """Chance that it holds no mine."""

    @property
    def estimate(self) -> float:
        """The same, where the strategy only estimates it."""

    @property
    def progress(self) -> float:
        """Chance that it is safe and another cell is then certain to be safe."""

    @property
    def clears(self) -> float:
        """Cells that it makes safe, on average, itself included."""

    @property
    def game_tree(self) -> float:
        """Share of the worlds searched that are won when it is revealed first."""

    @property
    def secondary_safety(self) -> float:
        """Chance that it is safe and that the safest cell after it is."""

    @property
    def hazard(self) -> float:
        """Share of worlds in which it is a mine that makes a guess unavoidable."""

    @property
    def instinct(self) -> float:
        """By how much it is worth more than its lookahead, as a share."""

    @property
    def lookahead(self) -> float:
        """Score of its lookahead; 0 for a dead cell."""

    @property
    def rollouts(self) -> float:
        """Mean chance to win of the games played out from it."""

    @property
    def games(self) -> int:
        """Those games."""

    @property
    def win(self) -> float:
        """Chance to win, judged by lookahead, instinct and rollouts."""

class Deduction:
    """Cells that one use of a strategy's rule settled."""

    @property
    def click(self) -> int:
        """Reveals made before it."""

    @property
    def rule(self) -> str: ...
    @property
    def clues(self) -> list[Any]:
        """That it compared; none if the rule reads more than a few."""

    @property
    def cells(self) -> list[Any]: ...
    @property
    def mine(self) -> bool:
        """Whether they are mines; otherwise they are safe."""

class ComponentEstimate:
    """A component as the estimate of a guess sees it."""

    @property
    def cells(self) -> list[Any]: ...
    @property
    def ways(self) -> float:
        """To fill it, that are left."""

    @property
    def least(self) -> int:
        """Fewest mines in them."""

    @property
    def most(self) -> int:
        """Most mines in them."""

    @property
    def mines(self) -> float:
        """The mean of them."""

class GuessEstimate:
    """What a guess was based on; NaN for what was not estimated."""

    @property
    def click(self) -> int:
        """Reveals made before it."""

    @property
    def pods(self) -> int:
        """Sets of cells with a known number of mines."""

    @property
    def components(self) -> list[ComponentEstimate]: ...
    @property
    def frontier_risk(self) -> float:
        """Of the cell beside a clue with the lowest."""

    @property
    def floating_risk(self) -> float:
        """Of every floating cell."""

    @property
    def floating(self) -> int:
        """Floating cells."""

    @property
    def drawn_from(self) -> list[Any]:
        """The cells of the lowest risk."""

def play_games(
    grid: Grid,
    mines: int,
    first_click: FirstClick,
    start: object,
    seeds: NDArray[numpy.uint64],
    strategy: str,
    settings: Mapping[str, bool | int | float | str],
    threads: int,
    luck_free: bool = False,
) -> dict[str, Any]:
    """
    Play a game for every seed; arrays of one value a game, a guess or a click.
    """

def play_asking(
    grid: Grid,
    mines: int,
    first_click: FirstClick,
    start: object,
    seeds: NDArray[numpy.uint64],
    ask: Callable[[Board, int], tuple[Any, float]],
    luck_free: bool = False,
) -> dict[str, Any]:
    """
    The same, with guesses by ask(board, place of the game), which returns a cell and its safety.
    """

def play_layout(
    layout: Layout, first_click: FirstClick, start: object, ask: Callable[[Board, int], tuple[Any, float]]
) -> dict[str, Any]:
    """The same for one game on a layout."""

def play_lessons(
    grid: Grid,
    mines: int,
    first_click: FirstClick,
    start: object,
    seeds: NDArray[numpy.uint64],
    settings: Mapping[str, bool | int | float | str],
    threads: int,
) -> dict[str, Any]:
    """
    Play a game of `best` for every seed; arrays of what games played out said of each candidate.
    """

def play_click_lessons(
    grid: Grid,
    mines: int,
    first_click: FirstClick,
    start: object,
    seeds: NDArray[numpy.uint64],
    settings: Mapping[str, bool | int | float | str],
    threads: int,
) -> dict[str, Any]:
    """
    Play a luck-free game of `efficient` for every seed; arrays of what the clicks that it compared saved.
    """

def estimate_win(board: Board, trust_flags: bool, rollouts: int, seed: int) -> tuple[float, float, Any]:
    """
    The chance to win a board by playing it out, its standard error, and a move.
    """

def choose_move(
    board: Board, strategy: str, settings: Mapping[str, bool | int | float | str], seed: int
) -> tuple[Any, str, float, float]:
    """
    The next move on a board: cell, reason, safety and, where it is known, the chance to win.
    """

def weigh_move(
    board: Board, strategy: str, settings: Mapping[str, bool | int | float | str], seed: int
) -> tuple[tuple[Any, str, float, float], list[Weighed]]:
    """The same move, and every candidate that the strategy weighs."""

def weigh_game(
    grid: Grid,
    mines: int,
    first_click: FirstClick,
    start: object | None,
    seed: int,
    strategy: str,
    settings: Mapping[str, bool | int | float | str],
) -> dict[int, list[Weighed]]:
    """
    Play the game of a seed; every candidate of each guess, by the number of its click.
    """

def log_move(
    board: Board, strategy: str, settings: Mapping[str, bool | int | float | str], seed: int
) -> tuple[tuple[Any, str, float, float], tuple[list[Deduction], list[GuessEstimate]]]:
    """
    The next move on a board, and what was deduced and estimated before it.
    """

def log_game(
    grid: Grid,
    mines: int,
    first_click: FirstClick,
    start: object | None,
    seed: int,
    strategy: str,
    settings: Mapping[str, bool | int | float | str],
) -> tuple[list[Deduction], list[GuessEstimate]]:
    """
    Play the game of a seed; what was deduced by which rule, and what each guess was based on. Empty for a strategy that keeps no log.
    """

class Reward(enum.Enum):
    """What an action of a batch is rewarded for."""

    WIN = 0

    WIN_LOSS = 1

    CELLS = 2

    BBBV = 3

    LOG_SAFETY = 4

    CHANCE = 5

class Autoreset(enum.Enum):
    """When a game that has ended is replaced."""

    NEXT_STEP = 0

    SAME_STEP = 1

    DISABLED = 2

class Batch:
    """Many games, each moved by one action a step."""

    def __init__(
        self,
        grid: Grid,
        mines: int,
        first_click: FirstClick,
        *,
        games: int,
        cascade: bool,
        flags: bool,
        chords: bool,
        reward: Reward,
        wasted: float,
        max_steps: int,
        autoreset: Autoreset,
        planes: bool,
        mine_probability: bool,
        safe: bool,
        value: bool,
        value_worlds: int,
        value_nodes: int,
        untouched_value: float,
        untouched_best: bytes,
        threads: int,
    ) -> None: ...
    def columns(self) -> dict[str, numpy.typing.NDArray[Any]]:
        """The columns by name, as arrays over the memory of the batch."""

    def reset(
        self,
        seed: int | None = None,
        rows: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order="C", device="cpu", writable=False)]
        | None = None,
    ) -> None:
        """
        Begin the next game in every row, or in those named; with a seed, from game 1 of its run.
        """

    def step(
        self, actions: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)]
    ) -> None:
        """Make one action a game."""
