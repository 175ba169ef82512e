"""Environments for learners: every step against `sapper.Game`, and what they promise to Gymnasium."""

from __future__ import annotations

import itertools
import math
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import sapper
from sapper.game.moves import read_moves
from sapper.rl import MinesweeperEnv, MinesweeperVectorEnv

MODES = tuple(AutoresetMode)


def possible_actions(cells: np.ndarray, flags: bool, chords: bool) -> np.ndarray:
    """The actions that change a board, by definition."""
    hidden = cells == sapper.View.HIDDEN
    mask = [hidden]
    if flags:
        mask.append(hidden | (cells == sapper.View.FLAG))
    if chords:
        fits = np.zeros(cells.shape, bool)
        for row, col in np.argwhere(cells >= 0):
            around = cells[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
            fits[row, col] = (around == sapper.View.FLAG).sum() == cells[row, col] and (around == -1).any()
        mask.append(fits)
    return np.concatenate([part.ravel() for part in mask])


class Mirror:
    """One game played by `sapper.Game`, with the rules of the environment."""

    def __init__(self, level: sapper.Level, first_click: str, seed: int) -> None:
        self.level, self.first_click, self.seed = level, first_click, seed
        self.game: sapper.Game | None = None
        self.cells = np.full((level.rows, level.cols), -1, np.int8)
        self.total = 0.0

    def act(self, action: int) -> None:
        kind, index = divmod(action, self.cells.size)
        cell = divmod(index, self.level.cols)
        if kind == 0 and self.game is None:
            self.layout = sapper.Layout.from_seed(
                self.level, seed=self.seed, start=cell, first_click=self.first_click
            )
            self.game = sapper.Game(self.layout)
            for flag in np.argwhere(self.cells == sapper.View.FLAG):
                self.game.flag(tuple(flag))
        if self.game is None:
            self.cells[cell] = -3 - self.cells[cell]  # between hidden, -1, and flagged, -2
            return
        if kind == 0:
            self.game.reveal(cell)
        elif kind == 1:
            self.game.flag(cell)
        else:
            self.game.chord(cell)
        self.cells = np.array(self.game.board.cells)

    def choose(self, mask: np.ndarray, rng: np.random.Generator) -> int:
        """Any action now and then, a possible one often, and one that loses nothing mostly, so that games are won."""
        if rng.random() < 0.1:
            return int(rng.integers(mask.size))
        action = int(rng.choice(np.flatnonzero(mask)))
        if self.game is not None and rng.random() < 0.97:
            mined = np.zeros(self.cells.shape, bool)
            mined[tuple(np.transpose(self.layout.mines))] = True
            around = np.pad(mined & (self.cells != sapper.View.FLAG), 1)
            beside = sum(np.roll(around, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1))[1:-1, 1:-1]
            fatal = [mined, mined & False, beside > 0][: mask.size // mined.size]
            sound = np.flatnonzero(mask & ~np.concatenate([part.ravel() for part in fatal]))
            action = int(rng.choice(sound)) if sound.size else action
        return action

    @property
    def status(self) -> sapper.Status:
        return sapper.Status.PLAYING if self.game is None else self.game.status


@pytest.mark.parametrize(
    ("level", "first_click", "flags", "chords", "reward"),
    [
        ("beginner", "zero", False, False, "win"),
        ("8x8/10", "safe", True, True, "cells"),
        ("5x7/4", "none", True, False, "bbbv"),
        ("6x6/4", "moved", True, True, "bbbv"),
        ("9x5/6", "drawn", False, False, "win_loss"),
        ("1x1/0", "none", False, False, "cells"),
        ("7x7/3", "zero", True, True, "bbbv"),
    ],
)
def test_every_step_is_one_of_the_game(level, first_click, flags, chords, reward):
    size, count = sapper.Level.parse(level), 23
    envs = MinesweeperVectorEnv(
        count,
        level,
        first_click=first_click,
        flags=flags,
        chords=chords,
        reward=reward,
        wasted=-0.25,
        autoreset_mode="SameStep",
        threads=2,
    )
    rng = np.random.default_rng(5)
    _, infos = envs.reset(seed=77)
    mirrors = [Mirror(size, first_click, int(seed)) for seed in infos["seed"]]
    wins = 0
    for _ in range(120):
        mask = infos["action_mask"]
        actions = np.array([mirror.choose(row, rng) for row, mirror in zip(mask, mirrors, strict=True)])
        observations, rewards, terminations, _, infos = envs.step(actions)
        for row, mirror in enumerate(mirrors):
            before, action = mirror.cells.copy(), int(actions[row])
            wasted = not mask[row, action]
            if not wasted:
                mirror.act(action)
            over = mirror.status is not sapper.Status.PLAYING
            seen = infos["final_obs"][row] if over else observations[row]
            assert np.array_equal(seen, mirror.cells)
            assert terminations[row] == over
            assert infos["won"][row] == (mirror.status is sapper.Status.WON)
            expected = {
                "win": float(infos["won"][row]),
                "win_loss": float(infos["won"][row]) - (mirror.status is sapper.Status.LOST),
                "cells": ((mirror.cells >= 0) & (before < 0)).sum() / (size.rows * size.cols - size.mines),
                "bbbv": rewards[row],
            }[reward]
            assert rewards[row] == pytest.approx(-0.25 if wasted else expected)
            mirror.total += 0 if wasted else rewards[row]
            if mirror.status is sapper.Status.WON and reward in ("cells", "bbbv"):
                assert mirror.total == pytest.approx(1)
            if over:
                assert infos["_final_obs"][row]
                assert infos["final_info"]["game"][row] < infos["game"][row]
                mirrors[row] = Mirror(size, first_click, int(infos["seed"][row]))
                assert np.array_equal(observations[row], mirrors[row].cells)
                wins += infos["won"][row]
            again = mirrors[row]
            assert np.array_equal(infos["action_mask"][row], possible_actions(again.cells, flags, chords))
    assert wins > 0


def test_3bv_counts_an_area_behind_a_flag_once():
    env = MinesweeperEnv("5x5/1", first_click="zero", flags=True, reward="bbbv")
    env.reset(seed=1)
    layout = sapper.Layout.from_seed("5x5/1", seed=env.reset(seed=1)[1]["seed"], start=(0, 0))
    assert layout.bbbv == 1
    env.step(25 + 1)  # a flag in the area keeps a zero hidden
    _, opened, *_ = env.step(0)
    env.step(25 + 1)
    _, reward, terminated, *_ = env.step(1)
    assert (opened, reward, terminated) == (1.0, 0.0, True)


def test_without_cascades_one_cell_is_revealed():
    env = MinesweeperEnv("beginner", cascade=False)
    env.reset(seed=1)
    observation, *_ = env.step(40)
    assert observation[4, 4] == 0
    assert (observation >= 0).sum() == 1


def play_masked(envs: MinesweeperVectorEnv, steps: int) -> list[np.ndarray]:
    """Everything that some steps return, played by the first of the likeliest safe cells or the first possible."""
    observations, infos = envs.reset(seed=3)
    out = [observations]
    for number in range(steps):
        actions = np.argmax(np.roll(infos["action_mask"], number * 7, axis=1), axis=1) - number * 7
        result = envs.step(actions % envs.single_action_space.n)
        infos = result[4]
        out += [*result[:4], *(value for key, value in infos.items() if isinstance(value, np.ndarray))]
        out += list(infos.get("final_info", {}).values())
    return out


@pytest.mark.parametrize("mode", MODES[:2])
@pytest.mark.parametrize("reward", ["cells", "log_safety"])
def test_threads_do_not_matter(mode, reward):
    results = [
        play_masked(
            MinesweeperVectorEnv(
                301,
                "6x6/6",
                first_click="safe",
                reward=reward,
                teacher=("mine_probability", "safe", "value"),
                value_worlds=30,
                autoreset_mode=mode,
                threads=threads,
            ),
            25,
        )
        for threads in (1, 2, 5)
    ]
    assert results[0][-1].size > 0
    for other in results[1:]:
        assert all(np.array_equal(a, b, equal_nan=True) for a, b in zip(results[0], other, strict=True))


@pytest.mark.parametrize("first_click", ["zero", "safe", "none", "moved", "drawn"])
def test_games_are_those_of_a_run(first_click):
    level = sapper.Level.parse("8x8/10")
    start = level.default_start(first_click)
    run = sapper.simulate(level, games=20, seed=9, strategy="safest", first_click=first_click)
    moves = [read_moves(text, level) for text in run.table["moves"].to_pylist()]
    envs = MinesweeperVectorEnv(20, level, first_click=first_click, autoreset_mode="Disabled", max_steps=64)
    _, infos = envs.reset(seed=9)
    assert infos["seed"].tolist() == [seed % 2**64 for seed in sapper.game_seeds(9, 20)]
    env = MinesweeperEnv(level, first_click=first_click)
    for game, won in enumerate(run.table["won"].to_pylist()):
        _, info = env.reset(seed=9) if game == 0 else env.reset()
        assert info["game"] == game + 1
        assert moves[game][0] == start
        for row, col in moves[game]:
            _, _, terminated, _, info = env.step(row * level.cols + col)
        assert terminated
        assert info["won"] == won


def test_games_come_in_order():
    envs = MinesweeperVectorEnv(4, "3x3/1", first_click="none", autoreset_mode="NextStep", threads=1)
    _, infos = envs.reset(seed=1)
    taken = list(infos["game"])
    rng = np.random.default_rng(0)
    over = np.zeros(4, bool)
    for _ in range(60):
        before = infos["game"]
        _, rewards, terminations, truncations, infos = envs.step(rng.integers(0, 9, 4))
        for column in (rewards, terminations, infos["steps"]):
            assert not column[over].any()
        assert np.array_equal(infos["game"] != before, over)
        taken += list(infos["game"][over])
        over = terminations | truncations
    assert taken == list(range(1, len(taken) + 1))
    assert len(taken) > 20


def test_disabled_autoreset_resets_what_is_asked():
    envs = MinesweeperVectorEnv(3, "2x2/1", first_click="safe", autoreset_mode=AutoresetMode.DISABLED)
    _, infos = envs.reset(seed=1)
    *_, infos = envs.step(np.zeros(3, np.int64))
    over = np.zeros(3, bool)
    for action in (1, 2, 3):
        if over.any():
            with pytest.raises(sapper.GameError, match=f"game {over.argmax()} is over"):
                envs.step(np.full(3, action))
            observations, infos = envs.reset(options={"reset_mask": over})
            assert (observations[over] == -1).all()
            assert (infos["game"][over] > 3).all()
            assert (infos["game"][~over] <= 3).all()
        _, _, over, _, infos = envs.step(np.full(3, action))


def test_long_episodes_are_truncated():
    env = MinesweeperEnv("beginner", max_steps=3, wasted=-1)
    env.reset(seed=1)
    results = [env.step(0)[1:4] for _ in range(3)]
    assert results[1:] == [(-1.0, False, False), (-1.0, False, True)]
    with pytest.raises(sapper.GameError, match="is over"):
        env.step(1)


@pytest.mark.parametrize(("level", "first_click"), [("5x6/6", "safe"), ("beginner", "zero"), ("4x4/3", "none")])
def test_the_teacher_agrees_with_analyze(level, first_click):
    size = sapper.Level.parse(level)
    envs = MinesweeperVectorEnv(
        12,
        level,
        first_click=first_click,
        flags=True,
        teacher=["value", "safe", "mine_probability"],
        value_worlds=600,
        autoreset_mode="NextStep",
    )
    _, infos = envs.reset(seed=4)
    untouched = np.full((size.rows, size.cols), -1)
    promised = first_click != "none"
    density = size.mines / untouched.size
    assert (infos["mine_probability"] == (0 if promised else density)).all()
    assert (infos["safe"] == promised).all()
    if level == "4x4/3":
        found = sapper.optimum("4x4/3", first_click="none")
        assert infos["value"] == pytest.approx(float(found.best.probability))
        assert [tuple(cell) for cell in np.argwhere(infos["best"][0])] == list(found.starts)
    else:
        assert np.isnan(infos["value"]).all()
    rng = np.random.default_rng(2)
    proved = 0
    for _ in range(25):
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in infos["action_mask"]])
        observations, _, terminations, _, infos = envs.step(actions)
        for row, cells in enumerate(observations):
            if not (cells >= 0).any():
                continue
            board = sapper.Board.from_rows(cells, mines=size.mines)
            analysis = sapper.analyze(board)
            shown = np.where(cells == sapper.View.MINE, 1.0, 0.0)
            expected = np.where(cells < 0, analysis.mine_probability, shown)
            assert np.array_equal(infos["mine_probability"][row], expected)
            assert [tuple(cell) for cell in np.argwhere(infos["safe"][row])] == list(analysis.safe_cells)
            if terminations[row]:
                assert infos["value"][row] == infos["won"][row]
                assert not infos["best"][row].any()
                continue
            value = sapper.win_value(board, worlds=600, nodes=100_000, rollouts=0)
            if isinstance(value, sapper.Exact):
                assert infos["value"][row] == float(value.probability)
                assert [tuple(cell) for cell in np.argwhere(infos["best"][row])] == sorted(value.moves)
                proved += 1
            else:
                assert np.isnan(infos["value"][row])
    assert proved > 10


def least_likely(infos: dict[str, np.ndarray]) -> np.ndarray:
    """A policy that depends on the board alone: the last of the cells with the lowest mine probability."""
    risk = np.where(infos["action_mask"], infos["mine_probability"].reshape(len(infos["game"]), -1), 2)
    return risk.shape[1] - 1 - np.argmin(risk[:, ::-1], axis=1)


def policy_wins(rows: int, cols: int, mines: int) -> float:
    """The share of all layouts that the policy wins, under rule none."""
    every = list(itertools.combinations([(r, c) for r in range(rows) for c in range(cols)], mines))
    won = 0
    for layout in every:
        game = sapper.Game(sapper.Layout.from_mines(rows, cols, layout))
        while game.status is sapper.Status.PLAYING:
            probability = sapper.analyze(game.board).mine_probability.ravel()
            risk = np.where(np.isnan(probability), 2, probability)
            game.reveal(divmod(risk.size - 1 - int(np.argmin(risk[::-1])), cols))
        won += game.status is sapper.Status.WON
    return won / len(every)


@pytest.mark.parametrize(("rows", "cols", "mines"), [(3, 3, 3), (2, 4, 3), (3, 4, 4)])
def test_the_never_dying_reward_has_the_win_probability_as_its_mean(rows, cols, mines):
    truth = policy_wins(rows, cols, mines)
    games = 6000
    both = []
    for reward in ("chance", "log_safety"):
        envs = MinesweeperVectorEnv(
            games,
            (rows, cols, mines),
            first_click="none",
            reward=reward,
            teacher="mine_probability" if reward == "chance" else ("mine_probability", "safe"),
            autoreset_mode="Disabled",
        )
        _, infos = envs.reset(seed=11)
        total, over = np.zeros(games), np.zeros(games, bool)
        while not over.all():
            _, rewards, terminations, _, infos = envs.step(least_likely(infos))
            total += np.where(over, 0, rewards)
            assert infos["won"][terminations].all()  # never lost: the policy reveals no certain mine
            over |= terminations
            if over.any() and not over.all():
                _, infos = envs.reset(options={"reset_mask": terminations})
        both.append(total if reward == "chance" else np.exp(total))
    assert both[0] == pytest.approx(both[1])
    error = both[0].std() / math.sqrt(games)
    assert abs(both[0].mean() - truth) < 4 * error
    assert both[0].std() < 0.8 * math.sqrt(truth * (1 - truth))  # less noise than won or lost


def test_a_redrawn_layout_is_uniform():
    """After a reveal that a mine would have ended, every layout that fits is equally likely."""
    games = 20_000
    envs = MinesweeperVectorEnv(games, "2x3/2", first_click="none", reward="chance", autoreset_mode="Disabled")
    envs.reset(seed=2)
    observations, *_ = envs.step(np.zeros(games, np.int64))
    shown = observations[:, 0, 0]
    counted = [1, 6, 3]  # of the ten layouts with two mines in the other five cells
    for number, ways in enumerate(counted):
        share = (shown == number).mean()
        assert abs(share - ways / 10) < 4 * math.sqrt(ways / 10 * (1 - ways / 10) / games)


def test_a_certain_mine_still_loses():
    env = MinesweeperEnv("1x3/1", first_click="safe", reward="log_safety")
    env.reset(seed=1)
    observation, reward, *_ = env.step(0)
    mine = 1 if observation[0, 0] == 1 else 2
    _, lost, terminated, _, info = env.step(mine)
    assert (reward, lost, terminated, info["won"], info["safety"]) == (0.0, -20.0, True, False, 0.0)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"observation": "planes", "flags": True, "chords": True, "level": "8x8/10"},
        {"reward": "log_safety", "teacher": ("mine_probability", "safe", "value"), "level": "5x5/4"},
        {"max_steps": 3, "cascade": False, "level": (4, 4, 3), "render_mode": "ansi"},
    ],
)
def test_gymnasium_accepts_the_environment(settings):
    env = gymnasium.make("sapper/Minesweeper-v0", **settings)
    check_env(env.unwrapped)
    observation, info = env.reset(seed=5)
    assert observation in env.observation_space
    assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"])
    assert env.unwrapped.render().startswith("mines ")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("observation", ["cells", "planes"])
def test_gymnasium_accepts_the_vector_environment(mode, observation):
    settings = {"level": "6x6/4", "observation": observation, "max_steps": 9}
    envs = gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=5, autoreset_mode=mode, **settings)
    assert isinstance(envs, MinesweeperVectorEnv)
    assert envs.metadata["autoreset_mode"] is mode
    wrapped = envs if mode is AutoresetMode.DISABLED else RecordEpisodeStatistics(envs)
    observations, _ = wrapped.reset(seed=1)
    assert observations in envs.observation_space
    envs.action_space.seed(1)
    over = np.zeros(5, bool)
    for _ in range(30):
        if mode is AutoresetMode.DISABLED and over.any():
            wrapped.reset(options={"reset_mask": over})
        observations, rewards, terminations, truncations, infos = wrapped.step(envs.action_space.sample())
        over = terminations | truncations
        assert observations in envs.observation_space
        assert (rewards.shape, rewards.dtype) == ((5,), np.float64)
        assert ("final_obs" in infos) == (mode is AutoresetMode.SAME_STEP and bool(over.any()))
    listed = DictInfoToList(envs)
    _, infos = listed.reset(seed=1)
    assert [info["game"] for info in infos] == [1, 2, 3, 4, 5]
    assert len(envs.render()) == 5
    envs.close()


def test_other_vector_environments_can_hold_the_environment():
    envs = gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=2, vectorization_mode="sync", level="4x4/2")
    _, infos = envs.reset(seed=1)
    assert infos["action_mask"].shape == (2, 16)
    envs.close()


def test_planes_show_the_board():
    settings = {"level": "8x8/10", "flags": True, "autoreset_mode": "Disabled"}
    plain, planes = (MinesweeperVectorEnv(6, observation=one, **settings) for one in ("cells", "planes"))
    rng = np.random.default_rng(3)
    _, infos = plain.reset(seed=1)
    planes.reset(seed=1)
    for _ in range(2):
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in infos["action_mask"]])
        cells, _, _, _, infos = plain.step(actions)
        shown, *_ = planes.step(actions)
        assert all(np.array_equal(shown[:, number], cells == number) for number in range(9))
        assert np.array_equal(shown[:, 9], (cells == -1) | (cells == -2))
        assert np.array_equal(shown[:, 10], cells == -2)


def test_without_copies_the_arrays_stay_the_same():
    envs = MinesweeperVectorEnv(3, "beginner", copy=False)
    first, infos = envs.reset(seed=1)
    second, *_, again = envs.step(np.array([0, 1, 2]))
    assert first is second
    assert infos["action_mask"] is again["action_mask"]
    assert (first >= 0).any()
    kept = MinesweeperVectorEnv(3, "beginner")
    first, _ = kept.reset(seed=1)
    kept.step(np.array([0, 1, 2]))
    assert (first == -1).all()
    del envs
    assert (second >= 0).any()  # the array keeps its memory


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"level": "10x10"}, "unknown level '10x10'"),
        ({"level": (2, 2, 4), "first_click": "none"}, "no safe cell to reveal"),
        ({"level": "3x3/1"}, "1 mines do not fit"),
        ({"first_click": "lucky"}, "unknown first-click rule 'lucky'"),
        ({"reward": "score"}, "unknown reward 'score': it is one of win, win_loss, cells, bbbv, log_safety, chance"),
        ({"observation": "pixels"}, "unknown observation 'pixels'"),
        ({"teacher": ["mines"]}, "unknown signal of the teacher 'mines'"),
        ({"teacher": 3}, "teacher must be a list"),
        ({"chords": True}, "a chord needs flags"),
        ({"chords": True, "flags": True, "reward": "chance"}, "there can be no chords"),
        ({"reward": "log-safety", "first_click": "moved"}, "equally likely"),
        ({"reward": "bbbv", "cascade": False}, "there are no cascades"),
        ({"flags": "yes"}, "flags must be True or False, not 'yes'"),
        ({"wasted": math.nan}, "wasted must be a number, not nan"),
        ({"max_steps": 0}, "max_steps must be at least 1, not 0"),
        ({"value_worlds": 1.5}, "value_worlds must be a whole number"),
        ({"render_mode": "human"}, "unknown render mode 'human'"),
        ({"mines": 10}, "unknown setting 'mines'"),
    ],
)
def test_bad_settings_are_refused(settings, message):
    with pytest.raises(sapper.InputError, match=message):
        MinesweeperEnv(**settings)
    with pytest.raises(sapper.InputError, match=message):
        MinesweeperVectorEnv(2, **settings)


def test_bad_batches_are_refused():
    for count, error in ((0, sapper.InputError), (2.0, sapper.InputError), (10**9, sapper.LimitError)):
        with pytest.raises(error):
            MinesweeperVectorEnv(count, "beginner")
    with pytest.raises(sapper.InputError, match="unknown autoreset mode 'Never': it is one of NextStep"):
        MinesweeperVectorEnv(2, autoreset_mode="Never")
    with pytest.raises(sapper.InputError, match="threads must be at least 1"):
        MinesweeperVectorEnv(2, threads=0)


def test_bad_actions_are_refused_and_change_nothing():
    envs = MinesweeperVectorEnv(2, "beginner")
    with pytest.raises(sapper.GameError, match="game 0 has not begun"):
        envs.step(np.zeros(2, int))
    before, _ = envs.reset(seed=1)
    for actions, message in (
        ([0, 81], "action 81 of game 1 is not one of 0 to 80"),
        ([-1, 0], "action -1 of game 0"),
        (np.array([0, 2**64 - 1], np.uint64), "action 9223372036854775807 of game 1"),
        ([0.0, 1.0], "actions must be 2 whole numbers, not float64"),
        ([0], "not int64 of shape"),
        ([[0], [1, 2]], "actions must be an array"),
        ("ab", "actions must be 2 whole numbers"),
    ):
        with pytest.raises(sapper.InputError, match=message):
            envs.step(actions)
    assert np.array_equal(envs._games.observation, before)
    with pytest.raises(sapper.InputError, match="reset_mask must be a boolean array of 2 values"):
        envs.reset(options={"reset_mask": [True, False]})
    env = MinesweeperEnv("beginner")
    with pytest.raises(sapper.GameError, match="has not begun"):
        env.step(0)
    for seed in (-1, 1.5, 2**64, "one"):
        with pytest.raises(sapper.InputError, match="seed must"):
            env.reset(seed=seed)
        with pytest.raises(sapper.InputError, match="seed must"):
            envs.reset(seed=seed)
    env.reset()
    for action in (81, -1, 2.5, None, True, 10**30):
        with pytest.raises(sapper.InputError, match="action"):
            env.step(action)


def test_resets_without_a_seed_differ():
    seeds = set()
    for _ in range(3):
        seeds.add(MinesweeperEnv("beginner").reset()[1]["seed"])
        seeds.add(int(MinesweeperVectorEnv(1, "beginner").reset()[1]["seed"][0]))
    assert len(seeds) == 6


def test_missing_gymnasium_is_named_with_its_extra():
    script = "import sys\nsys.modules['gymnasium'] = None\nimport sapper.rl"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert "MissingError: this needs gymnasium" in done.stderr
    assert "pip install 'sapper[rl]'" in done.stderr


def test_the_name_works_with_its_module():
    script = (
        "import gymnasium; print(gymnasium.make('sapper.rl:sapper/Minesweeper-v0', level='beginner').unwrapped.level)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == "9x9/10\n", done.stderr
