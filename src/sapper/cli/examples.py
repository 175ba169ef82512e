"""The examples at the end of a command's help, each a line that works as it stands or with the file it names.

>>> print(show_examples("sapper.cli.bench").replace("\\b\\n", ""))
Examples:
  sapper bench
  sapper bench --signature
"""

from __future__ import annotations

__all__ = ["EXAMPLES", "show_examples"]

_PACKAGE = "sapper.cli."
_NO_WRAP = "\b\n"  # before a paragraph whose lines are kept

# The words after `sapper`, by command.
EXAMPLES: dict[str, tuple[str, ...]] = {
    "analyze": ("4x4:6:d/a13a/d/d", "board.txt --mines 99", "board.txt --svg board.svg", "- --json < board.txt"),
    "autoplay": ("--window Mines --dry-run", "--window xdemineur --games 10", "--window Mines --mines 9 --pace 1"),
    "bench": ("", "--signature"),
    "compare": ("best safest --games 5000", "best lookahead --games 20000 --stop 0,0.5", "runs/one runs/two"),
    "convert": ("board.mbf board.board", "layout.txt - --to ptta --link", "4x4:6:d/a13a/d/d - --to analysis"),
    "exercise": ("pair --seed 7", "guess --seed 7 --solution"),
    "explain": ("3x4:3:01b/02b/01b 1,2", "board.txt", "board.txt --strategy superloc"),
    "flip": ("board.txt horizontal",),
    "gallery": ("--games 1000", "best safest superloc --level beginner --games 1000"),
    "generate": (
        "expert --seed 7",
        "expert --seed 7 --board",
        "expert --no-guess --seed 7",
        "16x30/160 --no-guess --maker repair",
    ),
    "best": ("4x4:6:d/a13a/d/d", "board.txt --json"),
    "hint": ("3x4:3:01b/02b/01b", "board.txt --strength cell"),
    "mcp": ("",),
    "metrics": (
        "--level expert --seed 9",
        "layout.txt --least --path least",
        "--seed 9 --path least --out least.evf",
    ),
    "optimum": ("4x4/4 --first-click none", "5x5/4 --start 2,2"),
    "patterns": ("1 2", "2 3 --level 16x30/99"),
    "play": ("", "expert --no-guess", "20x40/150 --theme light"),
    "puzzles": ("runs/expert lost.puzzles",),
    "query": (
        'runs/best "select guesses, avg(won::int) from games group by 1"',
        'runs/expert "from lost limit 5" --json',
    ),
    "rate": ("--level expert --seed 9", "layout.txt"),
    "read": ("screenshot.png", "screenshot.png --mines 99", "screenshot.png --json"),
    "replay": ("game.avf", "game.evf --json", "replays --out replays.csv"),
    "review": ("game.avf", "game.evf --quick --json", "replays --out report"),
    "serve": ("", "--no-open --port 8123"),
    "simulate": (
        "expert --games 100000",
        "beginner --games 10000 --strategy safest --first-click safe",
        "16x30/120 --games 1000 --out runs/dense",
    ),
    "solve": ("--seed 7", "--level beginner --strategy safest", "layout.txt"),
    "watch": ("--window Mines", "--region 100,80,500,400 --mines 40", "--window Mines --show terminal --delay 2"),
    "sweep": (
        "beginner --vary mines=8:16:2 --games 1000",
        "expert --vary strategy=safest,best --games 500",
        "expert --vary rollouts=0,10,20 --games 1000",
    ),
    "reference.automine": ("", "board.txt", "--games 0"),
    "reference.charts": ("charts --clue 1",),
    "reference.figures": ("", "superloc"),
    "reference.groups": ("", "abcd/e13f/ghij/klmn --mines 6", "board.txt"),
    "reference.matrix": ("--games 100", "abcd/e13f/ghij/klmn --mines 6"),
    "reference.reports": ("", "--replay"),
    "reference.smartguess": ("--first human --mode smart", "--games 1000 --maps maps.csv", "--game 7 --first zero"),
    "reference.study": ("methods --seeds 1 --games 20000", "starts --level beginner"),
    "reference.superloc": ("--level beginner --games 1000", "--seed 15 --game 1370"),
}


def show_examples(module: str) -> str | None:
    """Return the paragraph with the examples of a command; None where it has none."""
    name = module.removeprefix(_PACKAGE)
    if name not in EXAMPLES:
        return None
    lines = (f"  sapper {name.replace('.', ' ')} {words}".rstrip() for words in EXAMPLES[name])
    return _NO_WRAP + "\n".join(["Examples:", *lines])
