"""What each seat knows, from what it has observed, and worlds that fit it."""
