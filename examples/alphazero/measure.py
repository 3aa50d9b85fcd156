"""The learning curve of a run: `python -m examples.alphazero.measure RUN --games 60 --svg curve.svg`.

Every network that the run saved plays every opponent. Results go to RUN/curve.jsonl line by line, and existing ones are
not played again.
"""

import argparse
import json
from pathlib import Path
from typing import Any

import torch

from examples.alphazero.agent import BatchAgent
from examples.alphazero.network import Network
from examples.yardstick import OPPONENTS, measure
from jungle.svg.charts import curve_chart


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the networks of a run against players of known strength.")
    parser.add_argument("run", type=Path, help="the folder of the run")
    parser.add_argument(
        "--games", type=int, default=60, help="games per network and opponent, an even number (default: 60)"
    )
    parser.add_argument("--simulations", type=int, default=32, help="simulations per move of the network (default: 32)")
    parser.add_argument("--every", type=int, default=1, help="measure every Nth network, and the last (default: 1)")
    parser.add_argument("--opponents", nargs="+", default=OPPONENTS, help=f"default: {' '.join(OPPONENTS)}")
    parser.add_argument("--svg", type=Path, help="draw the curves into this file")
    args = parser.parse_args()
    torch.set_num_threads(1)
    path = args.run / "curve.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    kept = sorted(args.run.glob("network-*.pt"))
    for file in kept[:-1][:: args.every] + kept[-1:]:
        for opponent in args.opponents:
            row: dict[str, Any] = {"network": file.name, "opponent": opponent, "simulations": args.simulations}
            if any(row.items() <= {**known, "games": 0}.items() and known["games"] >= args.games for known in rows):
                continue
            agent = BatchAgent(Network.load(file), args.games, args.simulations)
            pairs = measure(agent, opponent, games=args.games)
            interval = pairs.interval()
            time = torch.load(file, weights_only=True)
            row |= {"games": args.games, "minutes": time["minutes"], "processor": time["processor"]}
            row |= {"pairs": pairs.counts, "low": interval.low, "score": interval.estimate, "high": interval.high}
            rows.append(row)
            with path.open("a") as file_out:
                file_out.write(json.dumps(row) + "\n")
            print(
                f"{file.name}  {time['minutes']:5.1f} minutes  against {opponent:9}"
                f"{interval.estimate:6.1%}  ({interval.low:.1%} to {interval.high:.1%})",
                flush=True,
            )
    if args.svg:
        args.svg.write_text(drawn(rows, args.opponents), encoding="utf-8")


def drawn(rows: list[dict[str, Any]], opponents: list[str]) -> str:
    """The score against each opponent by processor time."""
    curves = []
    for opponent in opponents:
        points = [row for row in rows if row["opponent"] == opponent]
        points.sort(key=lambda row: row["processor"])
        name = f"level {opponent}" if opponent.isdigit() else opponent
        curves.append((name, [(row["processor"], row["low"], row["score"], row["high"]) for row in points]))
    return curve_chart(curves, title="Score of the network, with 95 % intervals", across_title="processor minutes")


if __name__ == "__main__":
    main()
