"""Conditions over columns: the same answers as Python's, nothing but arithmetic, and errors that quote the column."""

import itertools

import pytest

import sapper
from sapper.base.expression import Expression, parse_columns
from sapper.errors import ParseError

COLUMNS = ("a", "b", "missing")


@pytest.mark.parametrize(
    "text",
    [
        "a < b",
        "a <= 2 < b",
        "a == b or not a != 3",
        "-a + 2*b - 1 > b // 2",
        "a % 2 == 0 and (b > 1 or a > 3)",
        "min(a, b) < 2 <= max(a, b, 3) and abs(a - b) > 1",
        "a",
        "not (a and b)",
        "round(sqrt(a)) == b",
    ],
)
def test_as_python_evaluates_it(text):
    condition = Expression.parse(text, COLUMNS)
    names = {"sqrt": lambda value: value**0.5}
    for a, b in itertools.product(range(5), repeat=2):
        row = {"a": a, "b": b}
        assert condition.holds(row.__getitem__) == bool(eval(text, names, row))


def test_what_cannot_be_computed_does_not_hold():
    row = {"a": 1, "b": 0, "missing": None}
    for text in ("missing < 3", "missing != 3", "missing", "a/b > 0", "log2(b) < 1", "1 < missing < 2", "abs(a, b)"):
        assert not Expression.parse(text, COLUMNS).holds(row.__getitem__)
    assert Expression.parse("missing > 1 or a == 1", COLUMNS).holds(row.__getitem__)


def test_columns_are_computed_only_where_they_decide():
    asked = []

    def value_of(name):
        asked.append(name)
        return 1

    assert not Expression.parse("a > 1 and b > 0", COLUMNS).holds(value_of)
    assert asked == ["a"]


def test_words_are_numbers():
    condition = Expression.parse('a <= "two"', COLUMNS, words={"two": 2})
    assert condition.holds({"a": 2}.__getitem__)
    assert not condition.holds({"a": 3}.__getitem__)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("a < c", r"unknown column 'c': the columns are a, b, missing \(line 1, column 5\)"),
        ("a <", "is no expression"),
        ("", "is no expression"),
        ("a = 3", "is no expression"),
        ("a < 'x'", "unknown word 'x': the words are none"),
        ("__import__('os')", "unknown function '__import__'"),
        ("a.real", "'a.real' is not allowed"),
        ("(lambda: 1)()", "unknown function"),
        ("[a for a in b]", "is not allowed"),
        ("a << 9", "is not allowed"),
        ("a in (1, 2)", "only < <= > >= == != compare"),
        ("max()", "unknown function 'max'"),
        ("min(a, key=b)", "unknown function 'min'"),
        ("a if b else 1", "is not allowed"),
        ("1j < a", "is not allowed"),
        ("a\0", "is no expression"),
        ("(" * 3000 + "a" + ")" * 3000, "is no expression|nested too deeply"),
        ("a" * 20_000, "a text of at most 10000 characters"),
        (3, "a text of at most 10000 characters, not 3"),
    ],
)
def test_what_is_no_condition_is_quoted(text, quoted):
    with pytest.raises(sapper.ParseError, match=quoted):
        Expression.parse(text, COLUMNS)


def test_how_far_a_row_is_off():
    def miss(text, **values):
        return Expression.parse(text, list(values)).miss(values.__getitem__)

    assert miss("a < 3", a=2) == 0
    assert miss("a < 3", a=4) == 1 / 8
    assert miss("a < 3 and a > 9", a=4) == 1 / 8 + 5 / 14
    assert miss("a < 3 or a > 9", a=4) == 1 / 8
    assert miss("2 < a < 3", a=4) == 1 / 8
    assert miss("not a", a=4) == miss("a > 1", a=None) == 1


def test_new_columns_use_others_and_those_before():
    found = parse_columns(["c = a / b", "d=100*c", "e=a**0.5"], ["a", "b"])
    row = {"a": 9, "b": 4}
    for name, expression in found.items():
        row[name] = expression.value(row.get)
    assert row == {"a": 9, "b": 4, "c": 2.25, "d": 225.0, "e": 3.0}


@pytest.mark.parametrize("text", ["c=a/b", "c=9**9**9", "c=log(b)", "c=(a-10)**0.5", "c=1e308*10"])
def test_a_column_is_empty_where_it_cannot_be_computed(text):
    assert parse_columns([text], ["a", "b"])["c"].value({"a": 9, "b": 0}.get) is None


@pytest.mark.parametrize("text", ["c", "=a", "1c=a", "a=b", "c d=a", "t=a", "c=", "c=x", "c=a.b", "c=open(a)"])
def test_bad_columns_are_refused(text):
    with pytest.raises(ParseError):
        parse_columns([text], ["a", "b"], taken=["t"])


def test_a_column_is_given_once():
    with pytest.raises(ParseError, match="'c'"):
        parse_columns(["c=a", "c=b"], ["a", "b"])
