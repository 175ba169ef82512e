"""Sapper, the Minesweeper engine: exact analysis, games and tools.

Every public name is listed in `__init__.pyi` and imported when it is first used, so that `import sapper` is quick.

>>> import sapper
>>> analysis = sapper.analyze(sapper.Board.from_rows([[-1, 1], [-1, 1]], mines=1))
>>> analysis.worlds, float(analysis.mine_probability[0, 0])
(2, 0.5)
"""

import lazy_loader

from sapper import _engine

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)

__version__ = _engine.version()
