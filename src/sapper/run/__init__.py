"""Runs: many games from one seed, in memory or in a folder that can be stopped, resumed and extended.

A `RunSpec` says what is played. Its games are played in pieces, in order. A `RunFolder` stores them as Parquet
shards; a `Run` reads them.

>>> from sapper.run.simulate import simulate
>>> run = simulate("beginner", games=40, seed=1, strategy="safest")
>>> run.games, run.wins, run.table.column_names[:3]
(40, 39, ['game', 'seed', 'won'])
"""
