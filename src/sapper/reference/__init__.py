"""Published solvers, implemented from their documents, with the published figures for comparison.

Each system is a module with its published figures in `PUBLISHED`, and the functions of its command. To add one:

1. write `sapper/reference/NAME.py` with its `PUBLISHED` figures, each with the section it stands in;
2. add it to `SYSTEMS` below;
3. write its command in `sapper/cli/reference/NAME.py` and add that to the list in `sapper/cli/reference/__init__.py`;
4. describe it in `docs/references.md`.

>>> sorted(SYSTEMS)
['automine', 'groups', 'matrix', 'smartguess', 'superloc']
"""

from collections.abc import Mapping

from sapper.reference import automine_tables, groups, matrix, smartguess, superloc
from sapper.reference.published import Published

__all__ = ["SYSTEMS", "Published"]

SYSTEMS: Mapping[str, tuple[Published, ...]] = {
    "superloc": superloc.PUBLISHED,
    "smartguess": smartguess.PUBLISHED,
    "groups": groups.PUBLISHED,
    "automine": automine_tables.PUBLISHED,
    "matrix": matrix.PUBLISHED,
}
