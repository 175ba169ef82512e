"""The page of a report: tables and pictures in one HTML file that loads nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

from sapper import _engine
from sapper.base.whole_file import write_whole
from sapper.board.cell import spell
from sapper.errors import RunError
from sapper.run.report import pictures
from sapper.run.report.facts import QUANTILES, Facts, gather_facts
from sapper.run.report.failures import Failure, find_failures, write_failures
from sapper.run.report.ink import STYLE
from sapper.run.run import Run

__all__ = ["make_page", "write_report"]

_LISTED = 12  # failures on the page

_PAGE_STYLE = """
body { background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto;
  max-width: 76rem; padding: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .3rem 0; max-width: 46rem; } .muted { color: var(--muted); }
.figure { font-size: 2.4rem; font-weight: 600; margin: .8rem 0 0; }
.pictures { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); }
svg { display: block; height: auto; width: 100%; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--grid); padding: .25rem .9rem .25rem 0; text-align: right;
  white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } th { color: var(--muted); font-weight: 500; }
code { font: .9em ui-monospace, monospace; }
"""


def write_report(run: Run) -> Path:
    """Write `report.html` and `failures.csv` into the folder of a run; return the page.

    Raises:
        RunError: the run has no folder, or is luck-free.
        MissingError: matplotlib or DuckDB is not installed.
    """
    if run.folder is None:
        raise RunError("a run without a folder has no place for a report; make_page returns its text")
    _check(run)
    failures = find_failures(run)
    write_failures(failures, run.folder / "failures.csv")
    path = run.folder / "report.html"
    write_whole(path, _make_page(run, gather_facts(run), failures))
    return path


def make_page(run: Run) -> str:
    """Return the report of a run as one HTML page.

    Raises:
        RunError: the run is luck-free.
    """
    _check(run)
    return _make_page(run, gather_facts(run), find_failures(run, most=_LISTED))


def _check(run: Run) -> None:
    if run.spec.luck_free:
        raise RunError("a report is about games won and lost, and those of a luck-free run are neither")


def _make_page(run: Run, facts: Facts, failures: list[Failure]) -> str:
    spec, rate = run.spec, facts.win_rate
    title = f"{spec.strategy} on {spec.level}"
    about = (
        f"{run.games:,} games of run seed {spec.seed}, first click {spec.first_click} at {spell(spec.start)}, "
        f"played by sapper {_engine.version()}"
    )
    body = [
        f"<h1>{escape(title)}</h1><p class='muted'>{escape(about)}</p>",
        f"<p class='figure'>{rate.value * 100:.2f} % won</p>",
        f"<p>{run.wins:,} of {run.games:,} games; 95 % interval (Wilson) {rate.low * 100:.3f} % to "
        f"{rate.high * 100:.3f} %.</p>",
        _means(facts),
        "<h2>Guesses by kind</h2>",
        "<p class='muted'>A guess should fail as often as its chances say. The last column is how far the count is "
        "from that, in standard deviations; beyond 3 either way something is wrong.</p>",
        _kinds(facts),
        "<h2>Pictures</h2><div class='pictures'>",
        *(draw(facts) for draw in _PICTURES),
        "</div>",
        "<h2>Time a game</h2>",
        _times(facts),
        "<h2>Losses that were least to be expected</h2>",
        _failures(run, failures[:_LISTED]),
    ]
    return (
        f"<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><title>{escape(title)}</title>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        "<meta name='color-scheme' content='light dark'>"
        f"<style>{STYLE}{_PAGE_STYLE}</style></head><body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


_PICTURES = (
    pictures.course,
    pictures.calibration,
    pictures.wins_by_guesses,
    pictures.deaths,
    pictures.progress,
    pictures.times,
)


def _means(facts: Facts) -> str:
    means = facts.means
    return (
        f"<p>On average a game took {means['mouse_clicks']:.1f} clicks and {means['guesses']:.2f} guesses; "
        f"its layout has {means['openings']:.1f} openings and a 3BV of {means['bbbv']:.0f}.</p>"
    )


def _kinds(facts: Facts) -> str:
    rows = [
        (
            kind.name,
            f"{kind.guesses:,}",
            f"{(1 - kind.expected / kind.guesses) * 100:.2f} %",
            f"{kind.expected:,.1f}",
            f"{kind.failed:,}",
            f"{(kind.failed - kind.expected) / kind.spread:+.2f}" if kind.spread > 0 else "",
        )
        for kind in facts.kinds
    ]
    return _table(("kind", "guesses", "mean chance", "should fail", "failed", "deviations"), rows)


def _times(facts: Facts) -> str:
    games = max(1, facts.win_rate.games)
    heads = ["mean", *(f"{share * 100:g} % within" for share in QUANTILES), "slowest", "all together"]
    times = [facts.seconds / games, *facts.quantiles, facts.slowest]
    return _table(heads, [[*map(_spell_seconds, times), f"{facts.seconds / 3600:,.2f} core hours"]])


def _failures(run: Run, failures: list[Failure]) -> str:
    if not failures:
        return "<p>No game was lost.</p>"
    rows = [
        (
            f"{failure.game:,}",
            str(failure.seed),
            f"{failure.died_row},{failure.died_col}",
            f"{failure.failed_odds * 100:.2f} %",
            escape(failure.failed_kind),
            f"{failure.progress * 100:.0f} %",
        )
        for failure in failures
    ]
    heads = ("game", "seed", "died at", "chance", "kind", "revealed")
    replay = escape(f"sapper solve {run.folder or 'FOLDER'} --game {failures[0].game}")
    note = f"<code>{replay}</code> replays one of them. More of them, with their moves, are in failures.csv."
    return f"{_table(heads, rows)}<p class='muted'>{note}</p>"


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f"<th>{text}</th>" for text in heads)
    body = "".join(f"<tr>{''.join(f'<td>{text}</td>' for text in row)}</tr>" for row in rows)
    return f"<div class='wide'><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _spell_seconds(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"
