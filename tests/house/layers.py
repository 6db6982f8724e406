"""The layers of the house as data: a package may import what stands above it here, and nothing beside or below it."""

from __future__ import annotations

LAYERS: tuple[frozenset[str], ...] = (
    frozenset({"record", "bits"}),
    frozenset({"source", "spell", "resources", "store", "combine"}),
    frozenset({"diagnostics"}),
    frozenset({"syntax"}),
    frozenset({"format", "model"}),
    frozenset({"flow"}),
    frozenset({"explain"}),
    frozenset({"ir"}),
    frozenset({"lower", "kernels"}),
    frozenset({"interp", "native"}),
    frozenset({"pipeline"}),
    frozenset({"service"}),
    frozenset({"kept"}),
    frozenset({"engine"}),
    frozenset({"minds"}),
    frozenset({"search", "testing"}),
    frozenset({"findings"}),
    frozenset({"results"}),
    frozenset({"ruledsl"}),  # the face: `import ruledsl`
    frozenset({"tools"}),
)

DOORS = frozenset({("engine", "search"), ("engine", "minds"), ("testing", "ruledsl")})
"""Arrows that point the wrong way on purpose: `game.simulate` reaches the search, `match.resample` what a seat knows, and only when they are called."""

ROOMS: dict[str, str | tuple[str, ...]] = {
    "dataclasses": "ruledsl/record.py (`from ruledsl.record import record` is the same, and quick to import)",
    "lark": "ruledsl/syntax/",
    "networkx": ("ruledsl/flow/",),
    "llvmlite": "ruledsl/native/",
    "numba": "ruledsl/search/",
    "numpy": "ruledsl/search/",
    "prompt_toolkit": "tools/ruledsl_tools/play/",
    "pydot": "tools/ruledsl_tools/draw",
    "graphviz_pure": "tools/ruledsl_tools/draw",
    "pyspiel": "tools/ruledsl_tools/bench/openspiel",
    "pygls": "tools/ruledsl_tools/lsp",
    "lsprotocol": "tools/ruledsl_tools/lsp",
    "pygments": "tools/ruledsl_tools/colours/",
}
"""One third party, one room."""


def level(package: str) -> int:
    """How far down a package stands."""
    for n, layer in enumerate(LAYERS):
        if package in layer:
            return n
    raise KeyError(f"`{package}` stands in no layer: add it to tests/house/layers.py and docs/architecture.md")


def allowed(importer: str, imported: str) -> bool:
    """May the first package import the second?"""
    return importer == imported or level(imported) < level(importer) or (importer, imported) in DOORS
