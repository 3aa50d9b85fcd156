"""`jungle exam`: examine a player or a model."""

import argparse
import json
import math
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from jungle.errors import JungleError
from jungle.exam import (
    Budget,
    Conditions,
    Endpoint,
    EndpointExaminee,
    Exam,
    Examinee,
    ExamJournal,
    PlayerExaminee,
    Settings,
    View,
    exam_page,
    figures,
)
from jungle.exam.questions import PARTS
from jungle.options import OK, UsageError, seconds, whole_number
from jungle.storage import folder, os_error_text, write_atomically

RESULT_FILE, REPORT_FILE = "exam.json", "exam.html"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle exam`."""
    add = parser.add_argument
    add("player", nargs="?", metavar="PLAYER", help="a level, engine:…, uci:…, python:… or another player")
    add("--endpoint", metavar="URL", help="examine a model behind an endpoint that speaks the OpenAI chat format")
    add("--model", metavar="NAME", help="with --endpoint: the model (its key comes from JUNGLE_EXAM_KEY)")
    add(
        "--seed",
        type=whole_number(least=0),
        default=1,
        metavar="N",
        help="seed for choosing the questions (default: 1)",
    )
    add("--parts", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART", help=f"any of {', '.join(PARTS)}")
    add(
        "--questions",
        type=whole_number(least=2, most=10_000),
        default=60,
        metavar="N",
        help="questions per part (default: 60)",
    )
    add("--pieces", type=int, choices=(3, 4), default=3, help="pieces in exact endgames; 4 builds tables first")
    add("--view", choices=[view.value for view in View], default="text", help="how positions are shown (default: text)")
    add("--legal", action="store_true", help="list the legal moves")
    add("--retry", action="store_true", help="allow one retry after an illegal answer")
    add(
        "--concurrency",
        type=whole_number(least=1, most=64),
        default=4,
        metavar="N",
        help="requests at once (default: 4)",
    )
    add(
        "--timeout",
        type=seconds(least=0.1, most=3600),
        default=120.0,
        metavar="S",
        help="time limit per answer (default: 120)",
    )
    add("--temperature", type=_amount, metavar="T", help="the model's temperature")
    add("--max-tokens", type=whole_number(least=1), metavar="N", help="the most tokens per answer")
    add("--max-time", type=seconds(most=1e6), metavar="S", help="stop after this time; the same command continues")
    add("--max-cost", type=_amount, metavar="X", help="stop when the answers have cost this much; see --prices")
    add(
        "--prices",
        nargs=2,
        type=_amount,
        default=(0.0, 0.0),
        metavar=("IN", "OUT"),
        help="prices per million input and output tokens",
    )
    add("--out", type=Path, metavar="FOLDER", help="folder for the journal and the report")
    add("--restart", action="store_true", help="discard the answers of an earlier run")
    parser.epilog = "Exit codes: 0 if the exam is complete, 1 if it is not; the same command continues it."


def run(args: argparse.Namespace) -> int:
    """Hold the exam, or continue it, and write the report."""
    if (args.player is None) == (args.endpoint is None) or (args.endpoint is None) != (args.model is None):
        raise UsageError("expected a player, or --endpoint URL and --model NAME")
    if args.max_cost is not None and not any(args.prices):
        raise UsageError("--max-cost needs --prices, the cost of a million tokens")
    conditions = Conditions(view=View(args.view), legal=args.legal, retry=args.retry)
    parts = tuple(part for part in PARTS if part in args.parts)
    settings = Settings(seed=args.seed, parts=parts, count=args.questions, pieces=args.pieces, conditions=conditions)
    if args.pieces == 4 and "exact" in parts:
        _build_tables()
    examinee: Examinee = PlayerExaminee(args.player, args.seed) if args.player else _endpoint(args)
    identity = json.loads(json.dumps(settings.identity() | {"examinee": examinee.identity}))
    place = args.out or folder("exam") / sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:16]
    budget = Budget(seconds=args.max_time, cost=args.max_cost, prices=tuple(args.prices))
    try:
        with ExamJournal(place, identity, restart=args.restart) as journal:
            exam = Exam(examinee, journal, settings, budget)
            exam.run()
            told = figures(exam, identity)
            _write(place, told)
    finally:
        examinee.close()
    print(_summary(told, place))
    if exam.trouble:
        raise JungleError(f"the exam is incomplete: {exam.trouble}")
    return OK


def _endpoint(args: argparse.Namespace) -> EndpointExaminee:
    options: dict[str, Any] = {"temperature": args.temperature, "max_tokens": args.max_tokens}
    given = {name: value for name, value in options.items() if value is not None}
    return EndpointExaminee(Endpoint(args.endpoint, args.model, timeout=args.timeout, options=given), args.concurrency)


def _amount(text: str) -> float:
    """A number of at least 0."""
    with suppress(ValueError):
        if 0 <= (value := float(text)) < math.inf:
            return value
    raise argparse.ArgumentTypeError(f"expected a number of at least 0, got {text!r}")


def _build_tables() -> None:
    from jungle.rules import STANDARD
    from jungle.tablebase.builder import Builder

    Builder(STANDARD, pieces=4).run()


def _write(place: Path, told: dict[str, Any]) -> None:
    try:
        write_atomically(place / RESULT_FILE, json.dumps(told, indent=2, ensure_ascii=False) + "\n")
        write_atomically(place / REPORT_FILE, exam_page(told))
    except OSError as error:
        raise JungleError(f"cannot write to {str(place)!r}: {os_error_text(error)}") from None


def _summary(told: dict[str, Any], place: Path) -> str:
    lines = [f"{told['run']['exam']}, seed {told['run']['seed']}: {told['answered']} of {told['questions']} questions"]
    for part, name, unit in (
        ("exact", "regret", "value lost per move"),
        ("unseen", "regret", "value lost per move"),
        ("control", "regret", "value lost per move"),
        ("difference", "regret", "more lost under unseen rules"),
        ("hidden", "brier", "Brier score"),
        ("play", "elo", "Elo, level 1 is 0"),
    ):
        if part in told:
            value, low, high = told[part][name]
            perfect = f", {told[part]['perfect'][0]:.0%} perfect" if "chance_regret" in told[part] else ""
            faults = (
                f", {told[part]['illegal']} illegal, {told[part]['failed']} unanswered"
                if "illegal" in told[part]
                else ""
            )
            shown = ".0f" if name == "elo" else ".3f"
            lines.append(f"{part:<11}{value:{shown}} ({low:{shown}} to {high:{shown}}) {unit}{perfect}{faults}")
    return "\n".join([*lines, f"report: {place / REPORT_FILE}"])
