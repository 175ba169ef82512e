"""The server for assistants: boards analysed and games played through the Model Context Protocol.

`sapper.mcp.tools` has the tools as plain functions, `sapper.mcp.games` the games that are being played, and
`sapper.mcp.server` offers both over standard input and output. The extra `mcp` brings the library.
"""
