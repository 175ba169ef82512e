"""The colours of the three themes: of the cells of a board, and of the screen around them.

Every sign on a cell has a contrast of at least 4.5 to 1 with the cell, in every theme.

>>> sorted(PALETTES)
['contrast', 'dark', 'light']
>>> PALETTES["dark"].risk(0.5, odd=False).color.name
'#ffffff'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.theme import Theme

__all__ = ["PALETTES", "Palette"]

_ODD_SHADE = 0.9  # brightness of every other hidden cell, so that touching cells can be told apart
_ODD_RISK_SHADE = 0.75  # where they show two digits, which fill a small cell; every other number is bold as well


@dataclass(frozen=True)
class Palette:
    """The colours of one theme, as #rrggbb."""

    name: str
    is_dark: bool
    screen: str  # behind everything
    bar: str  # behind the first and the last line
    ink: str  # of text
    faint: str  # of text that matters less
    accent: str  # of titles and keys
    hidden: str
    revealed: str
    clues: tuple[str, ...]  # of the numbers 1 to 8
    flag: str
    cursor: str
    cursor_ink: str
    look: str  # behind clues and cells that a sentence is about
    look_ink: str
    safe: str
    mine: str
    verdict_ink: str  # on safe cells and mines
    low_risk: str
    high_risk: str
    risk_ink: str

    @property
    def theme(self) -> Theme:
        """The theme of the widgets around the board."""
        return Theme(
            name=self.name,
            primary=self.accent,
            secondary=self.look,
            accent=self.accent,
            success=self.safe,
            error=self.mine,
            warning=self.cursor,
            foreground=self.ink,
            background=self.screen,
            surface=self.bar,
            panel=self.bar,
            dark=self.is_dark,
            variables={
                "footer-key-foreground": self.accent,
                "footer-description-foreground": self.faint,
                "footer-background": self.bar,
                "scrollbar": self.faint,
                "scrollbar-background": self.bar,
                "text-muted": self.faint,
            },
        )

    def cover(self, *, odd: bool) -> str:
        """Return the colour of a hidden cell."""
        return _shade(self.hidden, _ODD_SHADE) if odd else self.hidden

    def clue(self, number: int) -> Style:
        """Return the style of a revealed number."""
        return _style(self.clues[number - 1] if number else self.revealed, self.revealed, True)

    def risk(self, probability: float, *, odd: bool) -> Style:
        """Return the style of a hidden cell with this mine probability."""
        if probability in (0, 1):
            colour = self.mine if probability else self.safe
            return _style(self.verdict_ink, _shade(colour, _ODD_SHADE) if odd else colour, True)
        # The power spreads out small risks, because a player chooses between those.
        mixed = _mix(self.low_risk, self.high_risk, round(probability * 100) / 100)
        return _style(self.risk_ink, _shade(mixed, _ODD_RISK_SHADE) if odd else mixed, odd)


@lru_cache(maxsize=4096)
def _style(colour: str, background: str, bold: bool) -> Style:
    return Style(color=colour, bgcolor=background, bold=bold)


@lru_cache(maxsize=1024)
def _mix(low: str, high: str, share: float) -> str:
    ends = (Color.parse(low).get_truecolor(), Color.parse(high).get_truecolor())
    return ColorTriplet(*(round(a + (b - a) * share**0.8) for a, b in zip(*ends, strict=True))).hex


@lru_cache(maxsize=1024)
def _shade(colour: str, factor: float) -> str:
    return ColorTriplet(*(round(part * factor) for part in Color.parse(colour).get_truecolor())).hex


PALETTES = {
    palette.name: palette
    for palette in (
        Palette(
            name="dark",
            is_dark=True,
            screen="#101318",
            bar="#181c23",
            ink="#dfe5ee",
            faint="#94a0b3",
            accent="#7cc0ff",
            hidden="#465063",
            revealed="#1a1f28",
            clues=("#6cb6ff", "#7ee787", "#ff8f87", "#c8a2ff", "#ffae6b", "#5cd9e2", "#f0f3f7", "#a7b1c0"),
            flag="#ffd6d6",
            cursor="#f4d06f",
            cursor_ink="#101318",
            look="#1f5a8f",
            look_ink="#ffffff",
            safe="#1f7a3a",
            mine="#b42334",
            verdict_ink="#ffffff",
            low_risk="#3d4a2c",
            high_risk="#8f3a1c",
            risk_ink="#ffffff",
        ),
        Palette(
            name="light",
            is_dark=False,
            screen="#eceff3",
            bar="#dfe4ea",
            ink="#1c2330",
            faint="#4d586a",
            accent="#0b5cad",
            hidden="#bcc7d5",
            revealed="#fbfcfd",
            clues=("#1d4fd8", "#10702c", "#c81e1e", "#5b21b6", "#9a3412", "#0e6f7c", "#111827", "#4b5563"),
            flag="#7a0613",
            cursor="#ffc933",
            cursor_ink="#101318",
            look="#bfe0ff",
            look_ink="#0b2545",
            safe="#147a36",
            mine="#b3001b",
            verdict_ink="#ffffff",
            low_risk="#fff6b8",
            high_risk="#ff8a4a",
            risk_ink="#101318",
        ),
        Palette(
            name="contrast",
            is_dark=True,
            screen="#000000",
            bar="#000000",
            ink="#ffffff",
            faint="#d0d0d0",
            accent="#ffff00",
            hidden="#5a5a5a",
            revealed="#000000",
            clues=("#7fc4ff", "#5cff5c", "#ff9c9c", "#e0b3ff", "#ffc04d", "#40ffff", "#ffffff", "#d0d0d0"),
            flag="#ffff00",
            cursor="#ffff00",
            cursor_ink="#000000",
            look="#0040d0",
            look_ink="#ffffff",
            safe="#006e00",
            mine="#c00000",
            verdict_ink="#ffffff",
            low_risk="#ffffff",
            high_risk="#ff9a30",
            risk_ink="#000000",
        ),
    )
}
