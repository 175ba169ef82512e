"""The report of a run: one page with its tables and pictures, and the losses worth a look.

A `Run` comes in; `report.html` goes out, complete in one file, and `failures.csv` beside it.

>>> from sapper.run import simulate
>>> page = make_page(simulate("beginner", games=40, seed=1, strategy="safest"))
>>> page.startswith("<!doctype html>"), page.count("<svg ")
(True, 6)
"""

from sapper.report.failures import write_failures
from sapper.report.page import make_page, write_report

__all__ = ["make_page", "write_failures", "write_report"]
