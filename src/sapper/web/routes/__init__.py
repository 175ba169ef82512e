"""The calls of the API, one module per topic, and the files of the page."""
