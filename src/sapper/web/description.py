"""The OpenAPI description, with what FastAPI does not add: problem details, and the header of POST requests.

>>> from sapper.web.app import create_app
>>> description = create_app().openapi()
>>> description["paths"]["/api/games"]["post"]["parameters"][-1]["name"]
'X-Sapper'
"""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from sapper.web.schemas import Problem

__all__ = ["add_description"]

_REFERENCE = "#/components/schemas/{model}"
_HEADER = {
    "name": "X-Sapper",
    "in": "header",
    "required": True,
    "schema": {"type": "string", "const": "1"},
    "description": "Proves that the request does not come from another site.",
}


def add_description(app: FastAPI) -> None:
    """Let `app.openapi()` return the whole description; it is made once and cached."""

    def describe() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _describe(app)
        return app.openapi_schema

    app.openapi = describe  # type: ignore[method-assign]  # FastAPI documents this way to replace it


def _describe(app: FastAPI) -> dict[str, Any]:
    made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    problem = Problem.model_json_schema(ref_template=_REFERENCE)
    made["components"]["schemas"] |= problem.pop("$defs") | {"Problem": problem}
    for methods in made["paths"].values():
        for method, call in methods.items():
            if method == "post":
                call.setdefault("parameters", []).append(_HEADER)
    return made
