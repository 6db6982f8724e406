"""Rows of options that were written: whether one stands there twice."""

from __future__ import annotations

from ruledsl.native.text import Body


def met(body: Body) -> None:
    """1 if one of the first rows is the same as the n-th."""
    last = body.word("%out", body.do("mul", "%n", "%width"))
    found, differs = body.let("alloca i64"), body.let("alloca i64")
    body.write(found, "0")
    with body.count("0", "%n") as n:
        row = body.word("%out", body.do("mul", n, "%width"))
        body.write(differs, "0")
        with body.count("0", "%width") as k:
            other = body.do("xor", body.read(body.word(row, k)), body.read(body.word(last, k)))
            body.write(differs, body.do("or", body.read(differs), other))
        body.write(found, body.do("or", body.read(found), body.wide(body.compare("eq", body.read(differs), "0"))))
    body.put(f"ret i64 {body.read(found)}")
