"""The files of the page: nothing inline, nothing from other hosts, readable colours, modules of a readable size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sapper import _engine
from sapper.web.delivered import list_modules
from sapper.web.demo import list_words

STATIC = Path(__file__).parents[2] / "src/sapper/web/static"
MODULES = sorted(STATIC.glob("js/**/*.js"))
# Each room imports from itself and from those before it.
ROOMS = (
    "words", "base", "formats", "local", "board", "sheets", "play", "learn", "daily", "analyse", "race", "match",
    "history", "replay", "pages", "",
)  # fmt: skip

# Text and its background; WCAG 2 requires a contrast of 4.5 to 1, and 3 to 1 for signs and edges.
TEXTS = [
    ("ink", "paper"), ("ink", "surface"), ("ink", "raised"), ("ink", "sunken"), ("ink", "accent-soft"),
    ("ink-soft", "paper"), ("ink-soft", "surface"), ("ink-soft", "sunken"), ("ink-soft", "accent-soft"),
    ("ink-soft", "good-soft"), ("accent", "surface"), ("accent", "accent-soft"), ("accent", "paper"),
    ("accent-ink", "accent"), ("bad", "surface"), ("bad", "bad-soft"), ("good", "good-soft"), ("warm", "surface"),
    ("paper", "ink"), ("paper", "bad"),
    *(("risk-ink", f"risk-{level}") for level in range(1, 6)),
    *((f"clue-{digit}", "cell-open") for digit in range(1, 9)),
]  # fmt: skip
SIGNS = [
    ("line-strong", "surface"), ("line-strong", "raised"), ("focus", "paper"), ("focus", "cell-open"),
    ("cell-mine", "cell-open"), ("flag-pole", "cell-hidden"), ("question", "cell-hidden"), ("safe-ink", "safe"),
    ("mine-ink", "mine"), ("lit", "cell-open"), ("cell-mine", "cell-hidden"),
    ("star", "ring"), *((f"ring-{name}", "ring") for name in ("safe", "mine", "guess")),
    *((f"class-{name}-ink", f"class-{name}") for name in ("best", "good", "similar", "dead")),
]  # fmt: skip


def read_colours(body: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", body))


def themes() -> dict[str, dict[str, str]]:
    """The colours of both themes with each palette and each skin."""
    found = {}
    for selector, body in re.findall(r"^:root(\S*) \{(.*?)^\}", (STATIC / "css/tokens.css").read_text(), re.M | re.S):
        name = re.sub(r".*\"(.+)\".*", r"\1", selector) or "light"
        found[name] = read_colours(body)
    light, dark = found.pop("light"), found.pop("dark")
    pairs = [("light", light), ("dark", light | dark)]
    palettes = {
        f"{name} {palette}": colours | extra
        for name, colours in pairs
        for palette, extra in {"green-red": {}, **found}.items()
    }
    blocks = re.findall(
        r'^:root\[data-theme="(\w+)"\]\[data-skin="(\w+)"\] \{(.*?)^\}',
        (STATIC / "css/skins.css").read_text(),
        re.M | re.S,
    )
    skins = {f"{name} {skin}": dict(pairs)[name] | read_colours(body) for name, skin, body in blocks}
    assert len(skins) == 4
    return palettes | skins


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    light, dark = sorted((luminance(first), luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", themes())
def test_contrast(theme):
    colours = themes()[theme]
    faint = [
        (front, back, round(contrast(colours[front], colours[back]), 2))
        for pairs, least in ((TEXTS, 4.5), (SIGNS, 3))
        for front, back in pairs
        if contrast(colours[front], colours[back]) < least
    ]
    assert faint == []


def test_nothing_inline_and_nothing_from_elsewhere():
    document = (STATIC / "index.html").read_text()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)", document)
    for path in STATIC.rglob("*"):
        if path.is_file() and path.suffix != ".wasm":
            addresses = set(re.findall(r"https?://[^\s\"')]+", path.read_text()))
            assert addresses <= {"http://www.w3.org/2000/svg"}, path


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_modules_are_small_and_open_with_their_idea(path):
    text = path.read_text()
    assert text.startswith(("/**", "//"))
    assert text.count("\n") <= 300
    assert max(map(len, text.splitlines())) <= 118


def imports(path: Path, statement: str) -> set[str]:
    """The modules that a module names in such statements, by their path under `js`; the engine is beside."""
    targets = re.findall(statement + r' ?"(\.[\w./]+)"', path.read_text())
    found = [(path.parent / target).resolve() for target in targets]
    return {str(one.relative_to(STATIC / "js")) for one in found if one.is_relative_to(STATIC / "js")}


def room(name: str) -> str:
    return name.rpartition("/")[0].split("/")[0]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_rooms_of_the_page_are_in_order(path):
    own = ROOMS.index(room(str(path.relative_to(STATIC / "js"))))
    assert {name for name in imports(path, "from") if ROOMS.index(room(name)) > own} == set()


def test_modules_of_the_game_are_loaded_at_once():
    """Without the list a browser finds imports one level after another."""
    found, waiting = set(), {"main.js"}
    while waiting:
        imported = imports(STATIC / "js" / waiting.pop(), "from")
        waiting |= imported - found
        found |= imported
    assert list_modules() == sorted(found)


def test_every_module_is_used():
    used = {name for path in MODULES for name in imports(path, r"(?:from|import\()")}
    used |= set(re.findall(r"/static/js/([\w./]+)", (STATIC / "index.html").read_text()))
    assert used == {str(path.relative_to(STATIC / "js")) for path in MODULES}


# What a string may be that reads like text: names of keys, headers and fonts, selectors, and errors of programmers.
NO_TEXT = re.compile(
    r"(Tab|Enter|Home|End|Page(Up|Down)?|Arrow\w+|Escape|Delete|Backspace|Content-Type|Accept-Language|Sapper.*|.*sans-serif)"
    r"|(?!.*\.( |$))[\w#.:*>()\[\]=,~ -]*(\[\w|\.\w|:not|#\w)[\w#.:*>()\[\]=,~ -]*|(input|body|textarea), .*"
)


def literals(path: Path) -> list[str]:
    """The strings of a module, without what is put into them."""
    code = re.sub(r"/\*.*?\*/|(?<=\s)//[^\n]*", "", path.read_text(), flags=re.S)
    code = re.sub(r"^import [^;]*;|^export [^;]* from [^;]*;|\bnew (Range|Type)?Error\([^;]*;", "", code, flags=re.M)
    code = re.sub(r"/(?![/*])(?:[^/\\\n]|\\.)+/[a-z]*(?=[.,;)])", "", code)  # regular expressions may have quotes
    found = re.findall(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', code)
    return [re.sub(r"\$\{[^}]*\}", "", one or other) for one, other in found]


# The messages of formats/ are those of Python (tests/wasm/test_formats.py), whose German has a test of its own.
@pytest.mark.parametrize(
    "path", [path for path in MODULES if not {"words", "formats"} & {*path.parts}], ids=lambda path: path.name
)
def test_all_text_is_in_the_catalogue(path):
    reads_like_text = re.compile(r"[A-Za-z]{2,} [a-z]{2,}|^[A-Z][a-z]+|[a-z]{3,}, [a-z]{3,}")
    found = [text for text in literals(path) if reads_like_text.search(text) and not NO_TEXT.fullmatch(text)]
    assert not found, "texts belong into js/words"


def test_wide_tables_are_scrolled_by_keys_too():
    found = [
        options
        for module in MODULES
        for options in re.findall(r'"div\.wide[^"]*",\s*\{([^}]*)\}', module.read_text())
    ]
    assert len(found) > 4
    assert [options for options in found if "tabindex: 0" not in options] == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_strategies_their_settings_and_words_are_in_the_catalogue(language):
    text = (STATIC / f"js/words/{language}/strategies.js").read_text()
    known = set(re.findall(r"^    (\w+):", text, re.M))
    for name in _engine.strategy_names():
        settings = list_words(name)
        wanted = {name, *settings, *(word for words in settings.values() for word in words if not word.isdigit())}
        assert wanted <= known, name
