"""The report of a run: one page with tables and pictures, and a list of its least likely losses.

A `Run` comes in; `report.html` goes out, complete in one file, and `failures.csv` beside it.

>>> from sapper.run.simulate import simulate
>>> from sapper.run.report.page import make_page
>>> page = make_page(simulate("beginner", games=40, seed=1, strategy="safest"))
>>> page.startswith("<!doctype html>"), page.count("<svg ")
(True, 6)
"""
