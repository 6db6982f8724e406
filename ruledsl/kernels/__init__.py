"""Loops over states, each written once: plain Python that runs as it stands, over either engine, and is translated to machine code for speed."""
