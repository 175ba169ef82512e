"""The drawing as an SVG picture that opens anywhere, offline.

Renderables go in and the text of an SVG file comes out. The template replaces rich's, which fetches its font
from the web and draws a window frame.

>>> from rich.text import Text
>>> from sapper.draw.svg import write_svg
>>> write_svg([Text("hello")], width=20)[:5]
'<svg '
"""

from __future__ import annotations

import io
from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.terminal_theme import TerminalTheme

__all__ = ["write_svg"]

# Paper (as in the template) and ink, then the sixteen colours of a terminal, which the drawing does not use.
_THEME = TerminalTheme((24, 26, 31), (222, 224, 228), [(0, 0, 0)] * 8, [(255, 255, 255)] * 8)
_ASPECT = 0.602  # width to height of the fonts named below

_TEMPLATE = """\
<svg class="sapper" viewBox="0 0 {width} {height}" width="{width}" height="{height}" \
xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
  font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
  font-size: {char_height}px;
  line-height: {line_height}px;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect width="{width}" height="{height}" rx="8" fill="#181a1f"/>
<g transform="translate({terminal_x}, 24)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def write_svg(drawing: Iterable[RenderableType], *, width: int) -> str:
    """The drawing on a terminal `width` characters wide, in full colour."""
    paper = io.StringIO()
    console = Console(
        width=width, record=True, file=paper, force_terminal=True, color_system="truecolor", _environ={}
    )
    for part in drawing:
        console.print(part)
    return console.export_svg(
        title="", theme=_THEME, code_format=_TEMPLATE, font_aspect_ratio=_ASPECT, unique_id="sapper"
    )
