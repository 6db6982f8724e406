"""What is found by its name where it was compiled before: nothing that writes code is loaded for that."""

STEPS, ANSWERS, PLAYOUTS, GAMES, TREE = "steps", "answers", "playouts", "games", "tree"
"""Parts that can be compiled apart: start, resume and legal; call; playout; simulate; grow and sweep."""
