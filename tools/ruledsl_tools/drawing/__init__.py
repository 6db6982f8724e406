"""The phase graph on paper: its look, and one file for each kind of drawing."""
