"""What is found out by playing many games."""
