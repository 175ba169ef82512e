"""`sapper mcp`: the server for assistants, over standard input and output."""

from __future__ import annotations

from sapper.base.extras import require
from sapper.cli.errors import reporting

__all__ = ["mcp"]


def mcp() -> None:
    """Serve boards and games to assistants (Model Context Protocol).

    The assistant starts this command and talks to it over standard input and output. Its tools analyse boards, give
    the best move, hints and proofs, play games with hidden mines, and generate and rate boards. Ctrl-C stops it.
    """
    with reporting():
        require("mcp", "mcp")
        from sapper.mcp.server import make_server  # noqa: PLC0415  # needs the extra

        make_server().run()
