"""`sapper bench`: measures the speed of the engine, or prints the signature of what it computes."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.bench import speed as benchmark
from sapper.bench.signature import signature as compute_signature
from sapper.cli.errors import reporting
from sapper.cli.together import exclude

__all__ = ["bench", "spell_seconds"]

_ROW = "{:<44}{:>8}{:>14}{:>16}"


def bench(
    signature: Annotated[
        bool,
        typer.Option("--signature", help="Print a number that changes with any change of what the engine computes."),
    ] = False,
    seconds: Annotated[
        float, typer.Option(metavar="S", min=0, max=3600, help="Time to measure each workload, in seconds.")
    ] = 1.0,
) -> None:
    """Measure the speed of the engine on fixed boards."""
    with reporting():
        exclude("signature", "seconds")
        if signature:
            typer.echo(compute_signature())
            return
        typer.echo(_ROW.format("workload", "boards", "time a board", "boards a second"))
        for measured in benchmark.run(seconds=seconds):
            rate = f"{1 / measured.each:,.1f}" if measured.each > 0.01 else f"{1 / measured.each:,.0f}"
            typer.echo(_ROW.format(measured.name, measured.boards, spell_seconds(measured.each), rate))


def spell_seconds(seconds: float) -> str:
    """A time with three digits and its unit.

    >>> spell_seconds(0.0000123), spell_seconds(0.5), spell_seconds(12)
    ('12.3 us', '500 ms', '12 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"
