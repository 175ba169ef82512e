"""Expressions over named columns, such as `bbbv < 130 and openings/bbbv > 0.05`, evaluated without `eval`.

A text and the names of the columns come in; an `Expression` comes out, which tells for the values of a row whether
the condition holds, or its value. Python's own parser reads the text. Only comparisons, arithmetic, `and`, `or`,
`not` and a few functions are allowed. A column is computed only when the expression needs it. `parse_columns` reads
new columns that are given as NAME=EXPRESSION.

>>> condition = Expression.parse("3 < a <= 2*b and not a == 4", ["a", "b"])
>>> condition.holds({"a": 5, "b": 3}.__getitem__), condition.names
(True, ('a', 'b'))
>>> parse_columns(["c=a/b", "d=100*c"], ["a", "b"])["d"].names
('c',)
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from sapper.base.number import quote
from sapper.errors import ParseError

__all__ = ["Expression", "Value", "parse_columns"]

Value: TypeAlias = "float | None"  # None: the row has no value in this column

_NO_NAMES: Mapping[str, str] = {}
_LONGEST = 10_000  # characters
_ARITHMETIC: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: math.pow,  # of floats: a power of whole numbers may have millions of digits
}
_COMPARISONS: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_FUNCTIONS: dict[str, Callable[..., float]] = {
    "abs": abs,
    "exp": math.exp,
    "log": math.log,
    "log10": math.log10,
    "log2": math.log2,
    "max": max,
    "min": min,
    "round": round,
    "sqrt": math.sqrt,
}


@dataclass(frozen=True, slots=True)
class Expression:
    """A condition on the columns of a row, or a value of them; `str(expression)` is its text."""

    text: str
    names: tuple[str, ...]  # the columns it reads, in the order of their first use
    _tree: ast.expr
    _words: Mapping[str, float]

    @classmethod
    def parse(
        cls,
        text: str,
        columns: Collection[str],
        *,
        words: Mapping[str, float] | None = None,
        other_names: Mapping[str, str] = _NO_NAMES,
    ) -> Expression:
        """Return the condition that a text writes.

        `words` are texts that stand for numbers, as in `hardest <= "pair"`, and `other_names` further names of
        columns.

        Raises:
            ParseError: it is no condition, or has an unknown column, word or function; quotes it, with its column.
        """
        if not isinstance(text, str) or len(text) > _LONGEST:
            raise ParseError(f"an expression is a text of at most {_LONGEST} characters, not {quote(text)}")
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            place = max(error.offset or 1, 1) if isinstance(error, SyntaxError) else None
            reason = error.msg if isinstance(error, SyntaxError) else str(error)
            raise ParseError(f"{quote(text)} is no expression: {reason}", 1, place) from None
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id not in columns and other_names.get(node.id) in columns:
                node.id = other_names[node.id]
        checked = cls(text, (), tree, words or {})
        try:
            names = dict.fromkeys(checked._check(tree, columns))
        except RecursionError:
            raise ParseError(f"{quote(text)} is nested too deeply") from None
        return cls(text, tuple(names), tree, words or {})

    def holds(self, value_of: Callable[[str], Value]) -> bool:
        """Whether the condition holds for a row; `value_of` returns the value of a column.

        A comparison with a missing value, or with what cannot be computed, such as a quotient by 0, does not hold.
        """
        found = self._evaluate(self._tree, value_of)
        return found is not None and bool(found) and not math.isnan(found)

    def value(self, value_of: Callable[[str], Value]) -> Value:
        """Return the value for a row; None where a column it needs has none, or it cannot be computed.

        `value_of` returns the value of a column.
        """
        found = self._evaluate(self._tree, value_of)
        return found if found is None or math.isfinite(found) else None

    def miss(self, value_of: Callable[[str], Value]) -> float:
        """Return how far a row is from fulfilling the condition: 0 if it does, and more the further it is off.

        A comparison is off by the difference of its sides as a share of their size. `and` adds up, `or` takes the
        least, and everything else is off by 0 or 1.
        """
        return self._miss(self._tree, value_of)

    def __str__(self) -> str:
        """Return the text."""
        return self.text

    def _check(self, node: ast.AST, columns: Collection[str]) -> list[str]:
        """Return the columns below a node; raise for what is not allowed."""
        match node:
            case ast.Name(id=name):
                if name not in columns:
                    raise self._error(f"unknown column {name!r}: the columns are {', '.join(columns)}", node)
                return [name]
            case ast.Constant(value=str() as word):
                if word not in self._words:
                    known = ", ".join(self._words) or "none"
                    raise self._error(f"unknown word {word!r}: the words are {known}", node)
                return []
            case ast.Constant(value=int() | float()):
                return []
            case ast.BoolOp() | ast.Compare() | ast.Call():
                return [name for part in self._parts(node) for name in self._check(part, columns)]
            case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.UAdd(), operand=inner):
                return self._check(inner, columns)
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _ARITHMETIC:
                return self._check(left, columns) + self._check(right, columns)
        raise self._error(f"{ast.unparse(node)!r} is not allowed here", node)

    def _parts(self, node: ast.BoolOp | ast.Compare | ast.Call) -> list[ast.expr]:
        """Return what stands in a node whose sign or function is allowed."""
        if isinstance(node, ast.BoolOp):
            return node.values
        if isinstance(node, ast.Compare):
            if any(type(sign) not in _COMPARISONS for sign in node.ops):
                raise self._error("only < <= > >= == != compare", node)
            return [node.left, *node.comparators]
        name = node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
        if name not in _FUNCTIONS or node.keywords or not node.args:
            raise self._error(f"unknown function {name!r}: it is one of {', '.join(_FUNCTIONS)}", node)
        return node.args

    def _error(self, message: str, node: ast.AST) -> ParseError:
        return ParseError(f"{quote(self.text)}: {message}", 1, getattr(node, "col_offset", 0) + 1)

    def _evaluate(self, node: ast.AST, value_of: Callable[[str], Value]) -> Value:
        match node:
            case ast.Name(id=name):
                return value_of(name)
            case ast.Constant(value=str() as word):
                return self._words[word]
            case ast.Constant(value=int() | float() as number):
                return number
            case ast.BoolOp(op=sign, values=parts):
                results = (self._truth(part, value_of) for part in parts)
                return all(results) if isinstance(sign, ast.And) else any(results)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return not self._truth(inner, value_of)
            case ast.Compare(left=left, ops=signs, comparators=others):
                return self._compare([left, *others], signs, value_of)
        return self._compute(node, value_of)

    def _miss(self, node: ast.AST, value_of: Callable[[str], Value]) -> float:
        if isinstance(node, ast.BoolOp):
            parts = [self._miss(part, value_of) for part in node.values]
            return sum(parts) if isinstance(node.op, ast.And) else min(parts)
        if self._truth(node, value_of):
            return 0.0
        if not isinstance(node, ast.Compare):
            return 1.0
        sides = [self._evaluate(part, value_of) for part in (node.left, *node.comparators)]
        off = 0.0
        for sign, low, high in zip(node.ops, sides, sides[1:], strict=False):
            if low is None or high is None or math.isnan(low - high):
                return 1.0
            if not _COMPARISONS[type(sign)](low, high):
                off += abs(low - high) / (abs(low) + abs(high) + 1)
        return off

    def _compare(self, parts: list[ast.expr], signs: list[ast.cmpop], value_of: Callable[[str], Value]) -> bool:
        before = self._evaluate(parts[0], value_of)
        for sign, part in zip(signs, parts[1:], strict=True):
            value = self._evaluate(part, value_of)
            if before is None or value is None or not _COMPARISONS[type(sign)](before, value):
                return False
            before = value
        return True

    def _compute(self, node: ast.AST, value_of: Callable[[str], Value]) -> Value:
        """The value of arithmetic; None where a part is missing or the result is none."""
        parts: list[ast.expr]
        compute: Callable[..., float]
        if isinstance(node, ast.BinOp):
            parts, compute = [node.left, node.right], _ARITHMETIC[type(node.op)]
        elif isinstance(node, ast.Call):
            assert isinstance(node.func, ast.Name)
            parts, compute = node.args, _FUNCTIONS[node.func.id]
        else:
            assert isinstance(node, ast.UnaryOp)
            parts, compute = [node.operand], operator.neg if isinstance(node.op, ast.USub) else operator.pos
        found = [self._evaluate(part, value_of) for part in parts]
        values = [value for value in found if value is not None]
        if len(values) < len(found):
            return None
        try:
            return compute(*values)
        except (ArithmeticError, TypeError, ValueError):  # a quotient by 0, a function of too many values
            return None

    def _truth(self, node: ast.AST, value_of: Callable[[str], Value]) -> bool:
        found = self._evaluate(node, value_of)
        return found is not None and bool(found)


def parse_columns(
    texts: Iterable[str],
    columns: Collection[str],
    *,
    taken: Collection[str] = (),
    other_names: Mapping[str, str] = _NO_NAMES,
) -> dict[str, Expression]:
    """Return the expressions of new columns by name, each given as NAME=EXPRESSION over `columns` and earlier ones.

    `taken` are further names that a new column cannot have, and `other_names` further names of columns.

    Raises:
        ParseError: no such text, a name that is none or taken, or an expression that cannot be read.
    """
    found: dict[str, Expression] = {}
    for text in texts:
        name, sign, expression = text.partition("=")
        name = name.strip()
        if not sign or not name.isidentifier():
            raise ParseError(f"a column is given as NAME=EXPRESSION, such as save=bbbv-zini, not {quote(text)}")
        if name in columns or name in found or name in taken:
            raise ParseError(f"{quote(text)}: there is a column {name!r} already")
        found[name] = Expression.parse(expression, [*columns, *found], other_names=other_names)
    return found
