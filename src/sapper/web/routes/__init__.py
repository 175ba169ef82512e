"""The calls of the API, one module a topic, and the files of the page."""
