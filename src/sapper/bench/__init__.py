"""Fixed work for benchmarks, and the signature of the engine's behaviour."""
