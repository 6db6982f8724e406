"""The lowered program: its operations, its data, its layout, and the passes over it."""
