"""The web app: games kept by a server, played on a page. Needs `sapper[web]`; docs/web.md tells how it is run."""
