"""`jungle serve`: the server and its administration."""

import argparse
from pathlib import Path

from jungle.language.plurals import counted
from jungle.options import UsageError, whole_number
from jungle.server.serve import appoint, check, forget_second_factor, migrate_database, run_until_stopped
from jungle.server.settings import LOG_FORMATS, Settings
from jungle.server.storage.backup import backup, restore
from jungle.server.storage.database import SqliteDatabase, connect


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle serve`."""
    parser.description = (
        "Serve games to browsers, bots and email. Without options: SQLite in the user's data folder, at "
        "http://127.0.0.1:8000. Every option can be a JUNGLE_… variable too, such as JUNGLE_DATABASE."
    )
    parser.add_argument(
        "action",
        nargs="?",
        choices=("migrate", "backup", "restore", "admin", "no-admin", "no-second-factor"),
        help="bring the database up to date; back it up or restore it; grant or revoke admin rights; let somebody "
        "who has lost their second factor log in with the password alone",
    )
    parser.add_argument("what", nargs="?", metavar="FILE|NAME", help="the backup file, or the account")
    parser.add_argument("--host", help="the address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--port", type=whole_number(least=0, most=65_535), help="the port to listen on (default: 8000; 0: any)"
    )
    parser.add_argument(
        "--database", metavar="URL", help="postgresql://… or sqlite:///… (default: a file in the data folder)"
    )
    parser.add_argument("--redis", metavar="URL", help="redis://…, for several servers on one PostgreSQL database")
    parser.add_argument("--smtp-in", metavar="[HOST]:PORT", help="accept email commands at this address, such as :2525")
    parser.add_argument("--smtp-out", metavar="HOST:PORT", help="send email through this server")
    parser.add_argument("--mail-from", metavar="ADDRESS", help="the sender address of outgoing email")
    parser.add_argument(
        "--public-url", metavar="URL", help="where people reach the server, such as https://jungle.example.org"
    )
    parser.add_argument("--bots", metavar="LIST", help="house bots: easy,medium,hard,impossible, or 1 to 10")
    parser.add_argument(
        "--school",
        action="store_true",
        default=None,
        help="serve the local network with house bots, and show a QR code of this machine's address",
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help="where the server keeps its files")
    parser.add_argument(
        "--workers",
        type=whole_number(least=1, most=64),
        metavar="N",
        help="start N servers, on this port and the next ones (with PostgreSQL and Redis)",
    )
    parser.add_argument("--log-format", choices=LOG_FORMATS, help="text (the default) or one JSON object per line")
    parser.add_argument("--dry-run", action="store_true", help="with migrate: only list what would be done")
    parser.add_argument("--check", action="store_true", help="check this configuration and exit")


def run(args: argparse.Namespace) -> int:
    """Serve, check, back up or restore."""
    names = ["host", "port", "database", "redis", "smtp_in", "smtp_out", "mail_from", "public_url", "bots"]
    names += ["workers", "log_format"]
    settings = Settings.load(**{name: getattr(args, name) for name in (*names, "school", "data")})
    if args.dry_run and args.action != "migrate":
        raise UsageError("--dry-run works only with jungle serve migrate")
    if args.action == "migrate":
        return _migrate(args, settings)
    if args.action is not None:
        if args.what is None:
            raise UsageError(f"missing argument; expected: jungle serve {args.action} {_WANTED[args.action]}")
        return _copy(args, settings) if args.action in ("backup", "restore") else _person(args, settings)
    if args.check:
        problems = check(settings)
        for problem in problems:
            print(problem)
        count = f"{len(problems)} problem{'s' if len(problems) > 1 else ''}"
        print(count if problems else "this configuration works")
        return 1 if problems else 0
    return int(run_until_stopped(settings))


_WANTED = {"backup": "FILE", "restore": "FILE", "admin": "NAME", "no-admin": "NAME", "no-second-factor": "NAME"}


def _migrate(args: argparse.Namespace, settings: Settings) -> int:
    if args.what is not None:
        raise UsageError(f"jungle serve migrate takes no {args.what!r}")
    missing = migrate_database(settings, is_dry=args.dry_run)
    for migration in missing:
        print(f"{migration.revision} {migration.about}")
    if not missing:
        print("the database is up to date")
    else:
        print(f"{counted(len(missing), 'migration')} {'to apply' if args.dry_run else 'applied'}")
    return 0


def _person(args: argparse.Namespace, settings: Settings) -> int:
    if args.action == "no-second-factor":
        print(f"{forget_second_factor(settings, args.what)} has no second factor now")
        return 0
    name = appoint(settings, args.what, args.action == "admin")
    print(f"{name} is {'an admin now' if args.action == 'admin' else 'no longer an admin'}")
    return 0


def _copy(args: argparse.Namespace, settings: Settings) -> int:
    file = Path(args.what)
    database = connect(settings.database, settings.data)
    if not isinstance(database, SqliteDatabase):
        raise UsageError(f"{args.action} works only with SQLite; use pg_dump and pg_restore for PostgreSQL")
    if args.action == "backup":
        backup(database.path, file)
        print(f"{database.path} is copied to {file}")
    else:
        restore(file, database.path)
        print(f"{file} is restored to {database.path}")
    return 0
