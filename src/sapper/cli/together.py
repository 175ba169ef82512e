"""Options that exclude or need each other: the one check of all commands.

A command names its own parameters. What was typed counts, not its value: an option that is given with its default
value is refused like any other that would be ignored.

>>> import typer
>>> from typer.testing import CliRunner
>>> app = typer.Typer()
>>> @app.command()
... def paint(red: bool = False, blue: bool = False, shade: int = 3):
...     exclude("red", "blue")
...     need("red", "shade")
>>> str(CliRunner().invoke(app, ["--red", "--blue"]).exception)
'give --red or --blue, not both'
>>> str(CliRunner().invoke(app, ["--shade", "3"]).exception)
'--shade: valid only with --red'
"""

from __future__ import annotations

from sapper.errors import InputError

try:  # typer brings its own click since 0.26, and uses the package before
    from typer._click.globals import get_current_context
except ImportError:
    from click import get_current_context  # type: ignore[no-redef,import-not-found,unused-ignore]

__all__ = ["exclude", "need"]

_TYPED = ("COMMANDLINE", "ENVIRONMENT")


def exclude(name: str, *others: str) -> None:
    """Refuse to ignore `others` where `name` is given.

    Raises:
        InputError: `name` and one of the others are given.
    """
    if not _is_given(name):
        return
    for other in others:
        if _is_given(other):
            raise InputError(f"give {_spell(name)} or {_spell(other)}, not both")


def need(name: str, *others: str) -> None:
    """Refuse to ignore `others` where `name` is not given.

    Raises:
        InputError: some of the others are given without `name`.
    """
    lost = [_spell(other) for other in others if _is_given(other)]
    if lost and not _is_given(name):
        raise InputError(f"{', '.join(lost)}: valid only with {_spell(name)}")


def _is_given(name: str) -> bool:
    source = get_current_context().get_parameter_source(name)
    return source is not None and source.name in _TYPED


def _spell(name: str) -> str:
    """Return a parameter as it is typed: an option by its longest name, an argument by its place in the help."""
    context = get_current_context()
    parameter = next(one for one in context.command.params if one.name == name)
    if parameter.param_type_name == "argument":
        return (parameter.metavar or name).strip("[]")
    turned_off = parameter.secondary_opts and _is_given(name) and context.params[name] is False
    return max(parameter.secondary_opts if turned_off else parameter.opts, key=len)
