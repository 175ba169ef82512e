"""The description of the API is true: schemathesis makes requests from it and holds answers against it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import cycle

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from playing import KNOWN, lose, make, move
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from server_process import ServerProcess

from sapper.web.app import create_app

# Without the streams, which do not end.
API = schemathesis.openapi.from_dict(create_app().openapi()).exclude(path_regex="/events$")
OPERATIONS = {found.ok().label: found.ok() for found in API.get_all_operations()}
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("schema")
    with ServerProcess(f"sqlite:///{folder}/games.db", folder) as server:
        yield server


@pytest.fixture(scope="module")
def games(server) -> Iterator[str]:
    """Names to put into paths: a game to begin, one under way, one that is lost, and one that does not exist."""
    with server.client() as client:
        under_way = make(client)["id"]
        move(client, under_way, "reveal", (4, 4))
        lost = lose(client, make(client, **KNOWN))["id"]
        return cycle([make(client)["id"], under_way, lost, "unknown"])


def test_every_reference_leads_somewhere():
    text = json.dumps(create_app().openapi())
    known = create_app().openapi()["components"]["schemas"]
    references = set(re.findall(r'"#/components/schemas/(\w+)"', text))
    assert references <= set(known)
    assert "Problem" in references


@pytest.mark.parametrize("label", sorted(OPERATIONS))
@settings(
    max_examples=20,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_every_answer_is_as_described(label, data, server, games):
    operation = OPERATIONS[label]
    case = data.draw(st.one_of(*(operation.as_strategy(generation_mode=mode) for mode in GenerationMode)))
    for name in ("game", "race"):
        if name in (case.path_parameters or {}):
            case.path_parameters[name] = next(games)
    case.call_and_validate(base_url=server.address, checks=CHECKS)
