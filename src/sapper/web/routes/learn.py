"""Calls to learn: exercises to try, and the results of tries."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from sapper.errors import InputError
from sapper.web.clients import address_of
from sapper.web.exercises import POOL
from sapper.web.requests import ExerciseKind, Tries
from sapper.web.routes.play import answer
from sapper.web.schemas import ExercisesView, TriesView
from sapper.web.state import StateOf

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["learn"])

_SEEDS = re.compile(r"\d{1,3}(,\d{1,3})*")


@router.get("/exercises", response_model=ExercisesView)
async def get_exercises(
    state: StateOf,
    request: Request,
    *,
    kind: Annotated[ExerciseKind, Query(description="The technique, or guess.")],
    rating: Annotated[float, Query(ge=0, le=4000, description="The rating of the player.")] = 1000,
    count: Annotated[int, Query(ge=1, le=20)] = 8,
    seen: Annotated[str, Query(max_length=1200, description="Seeds not to return, such as 1,4,12.")] = "",
) -> Response:
    """Return exercises of a kind, nearest to a rating first, with all answers and reasons.

    It returns fewer than `count` if fewer are made yet, but at least one.
    """
    state.queries.check(address_of(request), count)
    if seen and not _SEEDS.fullmatch(seen):
        raise InputError("seen must be a list of seeds such as 1,4,12")
    known = {int(seed) for seed in seen.split(",")} if seen else set()
    seeds = {seed for seed in known if 1 <= seed <= POOL}
    picked = await state.exercises.pick(kind, rating, count, seeds, address_of(request))
    rated = (
        f'{{"rating":{one.rating:.1f},"deviation":{one.deviation:.1f},"exercise":{text}}}' for one, text in picked
    )
    body = f'{{"exercises":[{",".join(rated)}],"all":{POOL}}}'
    return Response(body, media_type="application/json")


@router.post("/exercises/tries", response_model=TriesView)
async def add_tries(body: Tries, state: StateOf, request: Request) -> Response:
    """Count the results of tries, which move the ratings of exercises. Players keep their own ratings."""
    state.queries.check(address_of(request), 1 + len(body.tries))
    return answer(TriesView(counted=await state.exercises.count(body.tries, address_of(request))))
