"""The engine in WebAssembly beside the native one: speed, size and start, in one run on one machine.

Native code, Node and Chromium take turns at the same work: analyses from arrays of cells to arrays of probabilities,
one call for 120 boards, and games of two strategies. Times are processor times of all processes that a turn
uses, so that other work on the machine changes little. The start of a page is a wall-clock time, the least of some.

    python benchmarks/wasm.py               everything, about two minutes; saved in benchmarks/results/wasm.*
    python benchmarks/wasm.py --quick       less work; nothing is saved
    python benchmarks/wasm.py --write-docs  also renew the table in docs/javascript.md

It needs `make wasm`, and Node and Chromium on the path.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from report import DOCS, RESULTS, Row, machine, replace_block, verdicts

import sapper
from sapper import Board, FirstClick, Level
from sapper.bench.boards import random_position, stuck_position
from sapper.play.player import play_games
from sapper.play.strategy import Strategy

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "build" / "npm" / "src"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
LEVEL = Level.parse("expert")
AMOUNTS = {"analyze": 300, "safest": 10_000, "lookahead": 2_000}  # rounds of 120 boards, or games
LEAST_SHARE = 0.6  # of native speed
MOST_BYTES = 300_000
GLUE = ("core", "stream", "host", "load", "port", "worker")  # what runs the module
MOST_START = 0.3
# First analysis of a page, in milliseconds since it was opened.
START = """
import { open } from "../build/npm/src/index.js";
const engine = await open();
await engine.analyze("mines 6\\n....\\n.13.\\n....\\n....");
document.title = String(performance.now());
"""


def boards() -> list[Board]:
    """60 expert boards of random play and 60 without a safe cell."""
    seeds = sapper.game_seeds(1, 60)
    played = [random_position("expert", seed=seed, share=(1 + k % 7) / 8) for k, seed in enumerate(seeds)]
    return played + [stuck_position("expert", seed=seed) for seed in seeds]


def native(name: str, amount: int, positions: list[Board]) -> None:
    """The work in this process, on one thread."""
    if name == "analyze":
        arrays = [board.cells for board in positions]
        for _ in range(amount):
            sapper.analyze_many([Board.from_rows(cells, mines=LEVEL.mines) for cells in arrays], threads=1)
        return
    start, rule = LEVEL.default_start("zero"), FirstClick.ZERO
    play_games(LEVEL, start, rule, sapper.game_seeds(1, amount), Strategy.parse(name), threads=1)


def processor_time(root: int) -> float:
    """Processor seconds of a process and all its descendants."""
    used: dict[int, tuple[int, float]] = {}
    tick = os.sysconf("SC_CLK_TCK")
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended
                continue
            used[int(entry.name)] = int(fields[1]), (int(fields[11]) + int(fields[12])) / tick
    family, total = [root], 0.0
    for process in family:
        total += used.get(process, (0, 0.0))[1]
        family += [child for child, (parent, _) in used.items() if parent == process]
    return total


def timed(work: Callable[[], object], root: int | None) -> float:
    """Processor seconds of the work: of a process and its descendants, or of this process alone."""
    before = time.process_time() if root is None else processor_time(root)
    work()
    return (time.process_time() if root is None else processor_time(root)) - before


class Quiet(SimpleHTTPRequestHandler):
    """Files of the repository."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def served() -> Iterator[str]:
    """The repository as a web site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=ROOT)) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def measure(rounds: int, share: float, positions: list[Board]) -> Iterator[Row]:
    """Speed under Node and in Chromium as a share of native speed."""
    views = [board.cells.ravel().tolist() for board in positions]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file, served() as site, sync_playwright() as playwright:
        json.dump(views, file)
        file.flush()
        pipe = subprocess.PIPE
        node = subprocess.Popen(
            ["node", ROOT / "benchmarks" / "wasm_work.mjs", file.name], stdin=pipe, stdout=pipe, text=True
        )
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(f"{site}/benchmarks/")
        page.evaluate(
            "async (boards) => { window.work = await (await import('./wasm_work.mjs')).worker(boards); }", views
        )

        def ask_node(name: str, amount: int) -> None:
            assert node.stdin is not None
            assert node.stdout is not None
            node.stdin.write(json.dumps([name, amount]) + "\n")
            node.stdin.flush()
            node.stdout.readline()

        def ask_page(name: str, amount: int) -> None:
            page.evaluate("([name, amount]) => window.work(name, amount)", [name, amount])

        turns = (("Node", ask_node, node.pid), ("Chromium", ask_page, browser_process()))
        for name, most in AMOUNTS.items():
            amount = max(round(most * share), 1)
            for _, ask, _ in turns:
                ask(name, max(amount // 4, 1))  # until the code is compiled for speed
            seconds: dict[str, list[float]] = {"native": [], "Node": [], "Chromium": []}
            for _ in range(rounds):
                seconds["native"].append(timed(partial(native, name, amount, positions), None))
                for place, ask, root in turns:
                    seconds[place].append(timed(partial(ask, name, amount), root))
            for place in ("Node", "Chromium"):
                ratios = [own / there for own, there in zip(seconds["native"], seconds[place], strict=True)]
                each = amount * (len(positions) if name == "analyze" else 1)
                unit = "boards" if name == "analyze" else "games"
                note = (
                    f"{each / min(seconds[place]):,.0f} {unit} a second; native {each / min(seconds['native']):,.0f}"
                )
                yield Row(f"{name}, {place}", statistics.median(ratios), "x", least=LEAST_SHARE, note=note)
        yield from speeds(page, max(round(2000 * share), 20))
        yield from starts(browser, site, rounds + 2)
        browser.close()
        node.stdin.close()  # type: ignore[union-attr]
        node.wait()


def browser_process() -> int:
    """The driver of the browser: the child of this process that has descendants named after Chromium."""
    assert CHROMIUM is not None
    own = os.getpid()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if parent == own and b"playwright" in command:
                return int(entry.name)
    raise RuntimeError("the browser was not started by this process")


def speeds(page: Page, games: int) -> Iterator[Row]:
    """Games a second in the browser, by the clock."""
    call = "async ([strategy, games, workers]) => (await import('./wasm_work.mjs')).speed(strategy, games, workers)"
    for strategy, workers, amount in (
        ("safest", 1, games),
        ("safest", os.cpu_count() or 1, games),
        ("best", 1, max(games // 40, 5)),
    ):
        found = page.evaluate(call, [strategy, amount, workers])
        where = f"{workers} worker{'' if workers == 1 else 's'}"
        yield Row(f"games a second in Chromium, {strategy}", found, "/s", note=f"{where}, by the clock")


def starts(browser: object, site: str, rounds: int) -> Iterator[Row]:
    """The first analysis of a page that no cache has seen."""
    page_file = ROOT / "build" / "wasm_start.html"
    script = ROOT / "build" / "wasm_start.mjs"
    page_file.write_text('<!doctype html><title></title><script type="module" src="wasm_start.mjs"></script>')
    script.write_text(START)
    seconds = []
    for _ in range(rounds):
        context = browser.new_context()  # type: ignore[attr-defined]
        page = context.new_page()
        page.goto(f"{site}/build/wasm_start.html")
        page.wait_for_function("document.title")
        seconds.append(float(page.title()) / 1000)
        context.close()
    page_file.unlink()
    script.unlink()
    note = f"the least of {rounds}; median {statistics.median(seconds) * 1000:.0f} ms"
    yield Row("first analysis after a page is opened", min(seconds), "s", most=MOST_START, note=note)


def sizes() -> Iterator[Row]:
    """What a page loads, compressed by brotli."""

    def packed(path: Path) -> int:
        script = "process.stdout.write(zlib.brotliCompressSync(fs.readFileSync(process.argv[1])))"
        return len(subprocess.run(["node", "--eval", script, path], check=True, capture_output=True).stdout)

    module, scripts = packed(PACKAGE / "sapper.wasm"), sum(map(packed, PACKAGE.glob("*.js")))
    glue = sum(packed(PACKAGE / f"{name}.js") for name in GLUE)
    yield Row(
        "module and glue, compressed", module + glue, "", most=MOST_BYTES, note=f"module {module:,} bytes by brotli"
    )
    yield Row("all scripts, compressed", scripts, "", note="with their comments; the glue is part of them")


def main() -> None:
    """Measure, print and save."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="less work; nothing is saved")
    parser.add_argument("--write-docs", action="store_true", help="renew the table in docs/javascript.md")
    options = parser.parse_args()
    rounds, share = (1, 0.02) if options.quick else (7, 1.0)
    rows = [*measure(rounds, share, boards()), *sizes()]
    table = verdicts(rows)
    print(table)
    if options.quick:
        return
    facts = machine() | {
        "node": subprocess.run(["node", "--version"], check=True, capture_output=True, text=True).stdout.strip()
    }
    saved = {
        "machine": facts,
        "rows": [{"name": row.name, "value": row.value, "unit": row.unit, "note": row.note} for row in rows],
    }
    (RESULTS / "wasm.json").write_text(json.dumps(saved, indent=1) + "\n")
    (RESULTS / "wasm.md").write_text(table + "\n")
    if options.write_docs:
        replace_block(DOCS / "javascript.md", "figures", f"{table}\n\n{facts['processor']}, Node {facts['node']}.")


if __name__ == "__main__":
    main()
