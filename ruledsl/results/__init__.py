"""What a game is like, in numbers: games that are played and looked at, metrics of them with intervals, and what a reading changes."""
