"""Random rules files, held to the laws.

python -m tests.laws --files 10000 --seed 1
python -m tests.laws --writer spliced          shipped games with some edits, instead of files that are written from nothing
python -m tests.laws --writer equals --laws verify     small games of equal cards; `solo --laws solve` are such of one player
python -m tests.laws --show 17                 the file of a seed
"""

from __future__ import annotations

import argparse
import time

from tests.laws.judge import LAWS
from tests.laws.running import WRITERS, example, many, work


def main() -> int:
    """Judge, report, and shrink an example of each kind; 1 if a law was broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=None, help="of the first file; the others follow")
    parser.add_argument("--laws", default="", help=f"some of {','.join(LAWS)}")
    parser.add_argument("--seconds", type=float, default=0, help="stop after so many")
    parser.add_argument("--shrink", type=float, default=30, help="seconds to make the example of a kind small; 0: do not")
    parser.add_argument("--writer", choices=WRITERS, default="written", help="what makes the files")
    parser.add_argument("--show", type=int, help="print the file of a seed")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    laws = tuple(law for law in args.laws.split(",") if law)
    seed = time.time_ns() % 10**9 if args.seed is None else args.seed
    if args.show is not None:
        print(WRITERS[args.writer](args.show))
        return 0
    if args.worker:
        work(seed, args.files, laws, args.writer)
        return 0
    print(f"seed {seed}", flush=True)
    report = many(seed, args.files, laws, args.seconds, lambda found: print(found, flush=True), args.writer)
    print(report.words(), flush=True)
    for (law, kind), seeds in report.kinds.items():
        if args.shrink and law != "process":
            print(f"\n# {law}: {kind}\n{example(seeds[0], law, kind, args.shrink, args.writer)}", flush=True)
    return int(bool(report.kinds))


if __name__ == "__main__":
    raise SystemExit(main())
