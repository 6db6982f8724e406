"""Random games of secrets, and what each seat is held to know in them, held against every world that there is.

    python -m tests.minds --games 1000 --seed 1
    python -m tests.minds --show 17                 the game of a seed
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.minds.strange import Strange, compared


def main() -> int:
    parser = ArgumentParser(description="Random games of secrets, held against every world that there is.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the others follow")
    parser.add_argument("--show", type=int, help="print the game of a seed")
    args = parser.parse_args()
    if args.show is not None:
        print(Strange(args.show).text)
        return 0
    wrong, met, exact = [], 0, 0
    with TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + args.games):
            for told, sure in compared(seed, Path(folder)):
                met, exact = met + 1, exact + sure
                if told:
                    wrong.append(seed)
                    print(f"seed {seed}: {told}", flush=True)
    print(f"{args.games} games, {met} meetings, {exact} exact, {len(wrong)} wrong")
    return int(bool(wrong))


if __name__ == "__main__":
    raise SystemExit(main())
