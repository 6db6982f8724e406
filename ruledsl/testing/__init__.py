"""Runs the worked examples of rules files."""

from ruledsl.testing.suite import Case, Result, collect, run_test

__all__ = ["Case", "Result", "collect", "run_test"]
