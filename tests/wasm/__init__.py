"""The engine in WebAssembly gives the answers of the Python package."""
