"""The web app: a server that stores games, its API and its page. Needs `sapper[web]`; see docs/web.md."""
