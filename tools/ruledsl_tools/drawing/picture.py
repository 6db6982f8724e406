"""DOT to SVG and PNG, with no graphviz on the machine: the package graphviz-pure brings its own program."""

from __future__ import annotations

import shutil
from importlib import metadata
from pathlib import Path
from typing import Any

from ruledsl_tools.failure import Failure

PACKAGE = "graphviz-pure"
DOTS_PER_INCH, POINTS = "144", 72


def picture(drawing: Any, kind: str) -> bytes:
    """A pydot graph as "svg", "png", or "plain" (words and places)."""
    import pydot

    if kind == "png":
        drawing.set("dpi", DOTS_PER_INCH)
    try:
        return bytes(drawing.create(prog=program(), format=kind))
    except (OSError, AssertionError, pydot.Error) as error:
        raise Failure(f"the drawing could not be made: {str(error).splitlines()[0]}", 1) from None


def size(drawing: Any) -> tuple[float, float]:
    """The width and height of a pydot graph, laid out, in points, with what is left free around it."""
    _, _, width, height = picture(drawing, "plain").split(b"\n", 1)[0].split()
    rim = 2 * float(drawing.get("pad") or 0)
    return (float(width) + rim) * POINTS, (float(height) + rim) * POINTS


def program() -> str:
    """The program that lays drawings out: the one of the package, or a `dot` on the machine."""
    found = _packaged() or shutil.which(PACKAGE) or shutil.which("dot")
    if found is None:
        raise Failure(f"pictures need the package {PACKAGE}: `pip install {PACKAGE}`; DOT and Mermaid work without it", 1)
    return found


def _packaged() -> str | None:
    try:
        files = metadata.files(PACKAGE) or []
    except metadata.PackageNotFoundError:
        return None
    paths = (Path(str(file.locate())) for file in files if file.stem == PACKAGE and file.suffix in ("", ".exe"))
    return next((str(path.resolve()) for path in paths if path.is_file()), None)
