"""Groups that import a command when it runs, so that `sapper --version` and `sapper --help` start quickly.

>>> class Commands(LazyGroup):
...     package = "sapper.cli"
...     lines = {"bench": "Measure the speed of the engine on fixed boards."}
>>> Commands(name="sapper").commands["bench"].short_help
'Measure the speed of the engine on fixed boards.'
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

__all__ = ["LazyGroup", "load_command", "make_app"]


class LazyGroup(TyperGroup):
    """A group with one module a command: `package.NAME` holds a function or a `typer.Typer` named NAME."""

    package: ClassVar[str]  # where the modules are
    lines: ClassVar[dict[str, str]]  # the first line of each command's help, by name, in the order of `--help`

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401, D107  # those of TyperGroup
        super().__init__(**settings)
        for name, line in self.lines.items():
            self.add_command(TyperCommand(name, short_help=line))

    def resolve_command(  # type: ignore[override]  # Typer has no public name for the types
        self, ctx: typer.Context, args: list[str]
    ) -> tuple[str | None, TyperCommand | TyperGroup, list[str]]:
        """Find the command that `args` name, and import it.

        Raises:
            UsageError: there is no such command.
        """
        name, _, rest = super().resolve_command(ctx, args)
        return name, load_command(f"{self.package}.{name}"), rest


def make_app(name: str, line: str, *, cls: type[TyperGroup] = TyperGroup) -> typer.Typer:
    """Return a Typer whose help is plain text that begins with `line`, and whose errors are those of Python."""
    return typer.Typer(
        name=name,
        cls=cls,
        help=line,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )


def load_command(module: str) -> TyperCommand | TyperGroup:
    """The command that a module defines."""
    name = module.rpartition(".")[2]
    found = getattr(import_module(module), name)
    if not isinstance(found, typer.Typer):
        function, found = found, make_app(name, "")
        found.command(name)(function)
    return cast(TyperCommand | TyperGroup, get_command(found))
