"""Which numbers combine to a target, and by which arithmetic: exact, in plain Python, for everything that is worked out before play.

`numbers` has the signs, `expression` what is written with them, `arithmetic` what may be written. `plain` writes all of it, one after
the other: that is the meaning. `reach` finds the simplest without writing all, and `patterns` makes the tables that compiled searches
look things up in. See docs/decisions/0006.
"""
