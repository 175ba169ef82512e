"""What is known about a board: probabilities, counts, exact numbers, chances to win, hints."""
