"""Groups that import a command when it runs, so that `sapper --version` and `sapper --help` start quickly.

>>> class Commands(LazyGroup):
...     package = "sapper.cli"
...     groups = {"Study": {"bench": "Measure the speed of the engine on fixed boards."}}
>>> Commands(name="sapper").commands["bench"].short_help
'Measure the speed of the engine on fixed boards.'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, cast

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

if TYPE_CHECKING:
    from typer._click.formatting import HelpFormatter
    from typer._click.shell_completion import CompletionItem

__all__ = ["LazyGroup", "load_command", "make_app"]

# Options whose values are names of one kind in every command that has them.
_NAMED_VALUES = {"--level": "level", "--strategy": "strategy"}


class LazyGroup(TyperGroup):
    """A group with one module a command: `package.NAME` holds a function or a `typer.Typer` named NAME."""

    package: ClassVar[str]  # where the modules are
    groups: ClassVar[dict[str, dict[str, str]]]  # by heading: the first line of each command's help, by name
    firsts: ClassVar[dict[str, str]] = {}  # commands whose first argument is a name, and the kind of that name
    lines: ClassVar[dict[str, str]]  # the first lines of all groups

    def __init_subclass__(cls) -> None:
        """Collect the lines of all groups."""
        cls.lines = {name: line for lines in cls.groups.values() for name, line in lines.items()}

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401, D107  # those of TyperGroup
        super().__init__(**settings)
        for name, line in self.lines.items():
            self.add_command(TyperCommand(name, short_help=line))

    def resolve_command(  # type: ignore[override]  # Typer has no public name for the types
        self, ctx: typer.Context, args: list[str]
    ) -> tuple[str | None, TyperCommand | TyperGroup | None, list[str]]:
        """Find the command that `args` name, and import it.

        A shell that completes a name of a level or a strategy gets a command that completes it without the import.

        Raises:
            UsageError: there is no such command.
        """
        name, found, rest = super().resolve_command(ctx, args)
        if found is None:  # a shell completes after an unknown command
            return name, None, rest
        module = f"{self.package}.{name}"
        if ctx.resilient_parsing and (kind := self._kind_of_next(str(name), rest)) is not None:
            return name, _NameCompleter(module, kind), rest
        from sapper.cli.errors import OPTIONS  # noqa: PLC0415  # `sapper --version` needs none of it

        command = load_command(module)
        OPTIONS.set({str(one.name): one.opts[0] for one in command.params if one.opts[0].startswith("--")})
        return name, command, rest

    def _kind_of_next(self, name: str, given: list[str]) -> str | None:
        """Return the kind of name that a command expects after the words given; None where it takes an import."""
        return _NAMED_VALUES.get(given[-1]) if given else self.firsts.get(name)

    def format_commands(self, ctx: typer.Context, formatter: HelpFormatter) -> None:  # type: ignore[override]
        """Write the commands below the headings of their groups."""
        width = max(map(len, self.lines))
        for heading, lines in self.groups.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), line) for name, line in lines.items()])


class _NameCompleter(TyperCommand):
    """Stands for a command that is not imported while a shell completes a name."""

    def __init__(self, module: str, kind: str) -> None:
        super().__init__(
            module.rpartition(".")[2], context_settings={"ignore_unknown_options": True, "allow_extra_args": True}
        )
        self._module = module
        self._kind = kind

    def shell_complete(  # type: ignore[override]  # as in LazyGroup
        self, ctx: typer.Context, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin with `incomplete`, or options where it begins with a dash."""
        if incomplete.startswith("-"):
            return load_command(self._module).shell_complete(ctx, incomplete)
        from typer._click.shell_completion import CompletionItem  # noqa: PLC0415  # only a shell needs it

        from sapper.cli.names import complete_name  # noqa: PLC0415  # as above

        return [CompletionItem(name) for name in complete_name(self._kind, incomplete)]


def make_app(
    name: str, line: str, *, cls: type[TyperGroup] = TyperGroup, add_completion: bool = False
) -> typer.Typer:
    """Return a Typer whose help is plain text that begins with `line`, and whose errors are those of Python."""
    return typer.Typer(
        name=name,
        cls=cls,
        help=line,
        no_args_is_help=True,
        add_completion=add_completion,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )


def load_command(module: str) -> TyperCommand | TyperGroup:
    """The command that a module defines, with its examples at the end of its help."""
    from sapper.cli.examples import show_examples  # noqa: PLC0415  # `--version` and `--help` need none

    name = module.rpartition(".")[2]
    found = getattr(import_module(module), name)
    if not isinstance(found, typer.Typer):
        function, found = found, make_app(name, "")
        found.command(name, epilog=show_examples(module))(function)
    return cast(TyperCommand | TyperGroup, get_command(found))
