"""Everything a person runs. `cli` is the front door; each command is a module with `arguments(parser)` and `run(args)`."""
