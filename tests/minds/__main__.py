"""Random games of secrets, and what each seat is held to know in them, held against every world that there is.

    python -m tests.minds --games 1000 --seed 1
    python -m tests.minds --writer wild             games in which more goes on within one step
    python -m tests.minds --twins                   where two games are the same to a seat, are the same worlds drawn in both?
    python -m tests.minds --alone                   where more may have happened than is played again, is what is said to be exact?
    python -m tests.minds --unsent                  is more observed than is sent?
    python -m tests.minds --share                   how often is exact said, in these games, and in copies of games with nine cards?
    python -m tests.minds --worlds hearts --games 1000 --each 1000      worlds that seats are drawn, held to what each has observed
    python -m tests.minds --show 17                 the game of a seed
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.minds import alone, drawn, share, twinned, unsent
from tests.minds.strange import Strange, compared
from tests.minds.wild import Wild

WRITERS: dict[str, type[Strange] | type[Wild]] = {"strange": Strange, "wild": Wild}


def main() -> int:
    parser = ArgumentParser(description="Random games of secrets, held against every world that there is.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the others follow")
    parser.add_argument("--writer", choices=sorted(WRITERS), default="strange")
    parser.add_argument("--show", type=int, help="print the game of a seed")
    parser.add_argument("--twins", action="store_true", help="where two games are the same to a seat, hold the worlds drawn in one against those of the other")
    parser.add_argument("--alone", action="store_true", help="what minds say where not all that may have happened is played, against all of that")
    parser.add_argument("--unsent", action="store_true", help="where two games sent a seat the same all along, hold what it observed in one against the other")
    parser.add_argument("--share", action="store_true", help="count how often what a seat knows is said to be exact, also in two matches of each small copy")
    parser.add_argument("--worlds", choices=sorted(drawn.pasts()), help="hold worlds that are drawn to what was observed; a question of each match")
    parser.add_argument("--players", type=int, help="of these matches, if not the least")
    parser.add_argument("--each", type=int, default=1000, help="so many worlds are drawn at each question")
    args = parser.parse_args()
    write = WRITERS[args.writer]
    if args.show is not None:
        print(write(args.show).text)
        return 0
    if args.share:
        return shared(write, range(args.seed, args.seed + args.games))
    if args.worlds:
        return drawn.shown(args.worlds, args.players or drawn.least(args.worlds), range(args.seed, args.seed + args.games), args.each)
    wrong, met, exact = [], 0, 0
    with TemporaryDirectory() as folder:
        for seed in range(args.seed, args.seed + args.games):
            text, of = write(seed).text, Path(folder)
            pairs = ((told, False) for told in (twinned if args.twins else unsent).of_text(text, seed, of))
            for told, sure in pairs if args.twins or args.unsent else alone.compared(text, seed, of) if args.alone else compared(text, seed, of, write is Wild):
                met, exact = met + 1, exact + sure
                if told:
                    wrong.append(seed)
                    print(f"seed {seed}: {told}", flush=True)
    print(f"{args.games} games, {met} {'twins' if args.twins or args.unsent else f'meetings, {exact} exact'}, {len(wrong)} wrong")
    return int(bool(wrong))


def shared(write: type[Strange] | type[Wild], seeds: range) -> int:
    """Prints of how many questions exact is said."""
    with TemporaryDirectory() as folder:
        found = {"at random": [one for seed in seeds for one in share.of_text(write(seed).text, seed, Path(folder))]}
        for name, said in (*found.items(), *share.shares(2, seeds.start, Path(folder))):
            print(f"{name}: exact in {sum(said)} of {len(said)} questions", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
