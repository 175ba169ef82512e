"""Anything that a run says, varied over a grid: the win rate at every point, on boards of the same seeds.

Axes come in, a `Sweep` with a rate at every point comes out, and `draw_sweep` makes its picture.

>>> from sapper.run.sweep.axis import read_axis
>>> from sapper.run.sweep.sweep import sweep
>>> found = sweep("beginner", [read_axis("row=0,4")], games=40, strategy="safest", threads=1)
>>> [(point.values, point.rate.wins) for point in found.points]
[((0,), 39), ((4,), 39)]
"""
