"""Explanations: proofs of certain cells, forced guesses, and the candidates for a guess."""
