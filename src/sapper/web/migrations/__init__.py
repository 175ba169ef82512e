"""Migrations, one module a step; `sapper.web.database.migrate` takes them in the order of their revisions."""
