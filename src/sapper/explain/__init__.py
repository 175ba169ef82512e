"""Why: proofs of certain cells, forced guesses, and what is known of the candidates for a guess."""
