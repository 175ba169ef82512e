"""What the game in the terminal remembers: the theme and the settings of the last game.

>>> Settings.read('{"theme": "light", "level": "9x9/10", "first_click": "zero", "no_guess": true}').choice.no_guess
True
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from sapper.base.number import quote
from sapper.base.whole_file import writing
from sapper.board.level import FirstClick
from sapper.errors import InputError
from sapper.tui.palette import PALETTES
from sapper.tui.session import Choice

__all__ = ["Settings", "load_settings", "save_settings"]


@dataclass(frozen=True, slots=True)
class Settings:
    """What is remembered."""

    theme: str = "dark"  # a name of `PALETTES`
    choice: Choice = field(default_factory=Choice)

    @classmethod
    def read(cls, text: str) -> Settings:
        """Return the settings of a text.

        Raises:
            InputError: it holds none.
        """
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InputError(f"no settings: {error}") from error
        match found:
            case {"theme": str(theme), "level": str(level), "first_click": str(rule), "no_guess": bool(no_guess)}:
                if theme not in PALETTES:
                    raise InputError(f"unknown theme {quote(theme)}: it is one of {', '.join(PALETTES)}")
                return cls(theme, Choice(level, FirstClick(rule), no_guess, found.get("cruel") is True))
        raise InputError(f"no settings: {quote(text)}")


def load_settings(file: Path) -> Settings:
    """Return the settings in a file; the defaults where there is none.

    Raises:
        InputError: the file is damaged.
        OSError: it cannot be read.
    """
    try:
        return Settings.read(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is no text in UTF-8") from error


def save_settings(settings: Settings, file: Path) -> None:
    """Write the settings; the file is complete or as it was before.

    Raises:
        OSError: it cannot be written.
    """
    choice = settings.choice
    found = {
        "theme": settings.theme,
        "level": choice.level,
        "first_click": choice.first_click,
        "no_guess": choice.no_guess,
        "cruel": choice.cruel,
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    with writing(file) as stream:
        stream.write(json.dumps(found).encode())
