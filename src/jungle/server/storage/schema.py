"""The tables. Times are in milliseconds since 1970; migrations/ upgrades a database from any earlier schema."""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite auto-increments only columns of exactly this type.
Identity = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _time(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=nullable)


def _flag(name: str, default: str = "false") -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.text(default))


def _user(name: str, *, nullable: bool = True, primary_key: bool = False) -> sa.Column[int]:
    key = sa.ForeignKey("users.id", ondelete="CASCADE" if primary_key or not nullable else "SET NULL")
    return sa.Column(name, Identity, key, nullable=nullable, primary_key=primary_key)


users = sa.Table(
    "users",
    metadata,
    sa.Column("id", Identity, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False, unique=True, comment="the name as it is compared"),
    sa.Column("skeleton", sa.Text, comment="what the name looks like, if chosen by its owner"),
    sa.Column("kind", sa.Text, nullable=False, comment="person, bot, guest or child"),
    sa.Column("password", sa.Text, comment="argon2id; NULL for guests and people who came by mail"),
    sa.Column("mail_password", sa.Text, comment="argon2id; what goes into mails"),
    sa.Column("address", sa.Text, comment="confirmed by a link"),
    sa.Column("mail_moves", sa.Text, nullable=False, server_default="correspondence", comment="never or always too"),
    sa.Column("board_size", sa.Text, nullable=False, server_default="small"),
    sa.Column("settings", sa.Text, nullable=False, server_default="{}"),
    sa.Column("vacation_until", sa.BigInteger),
    sa.Column("vacation_days", sa.Integer, nullable=False, server_default="30", comment="left this year"),
    sa.Column("vacation_year", sa.Integer, nullable=False, server_default="0"),
    _time("created"),
    _time("seen"),
    _time("closed", nullable=True),
    _flag("is_admin"),
    _time("muted_until", nullable=True),
    _time("banned_until", nullable=True),
    sa.Column("totp_secret", sa.Text, comment="of the second factor; NULL without one"),
    sa.Column("totp_step", sa.BigInteger, comment="of the last code: each counts once"),
    sa.Column("wrong_codes", sa.Integer, nullable=False, server_default="0", comment="since the last right one"),
    sa.Column("codes_after", sa.BigInteger, nullable=False, server_default="0", comment="no code is tried before"),
    sa.Column("unsubscribe", sa.Text, comment="what a mail's one-click link names the account by"),
    sa.Column("kid_pin", sa.Text, comment="argon2id; kid mode is on while there is one"),
    sa.Index(None, "unsubscribe", unique=True),
    sa.Index(None, "address"),
    sa.Index(None, "kind", "created"),
    sa.Index(None, "skeleton"),
)

devices = sa.Table(
    "devices",
    metadata,
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("digest", sa.Text, primary_key=True, comment="of the device cookie"),
    _time("seen"),
)

sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True, comment="SHA-256 of what the cookie holds"),
    _user("user_id", nullable=False),
    sa.Column("agent", sa.Text, nullable=False),
    _time("created"),
    _time("expires"),
    sa.Index(None, "user_id"),
    sa.Index(None, "expires"),
)

tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    _user("user_id", nullable=False),
    sa.Column("scopes", sa.Text, nullable=False, comment="space-separated"),
    sa.Column("purpose", sa.Text, nullable=False, server_default="api", comment="or what a mailed link is for"),
    sa.Column("note", sa.Text, nullable=False, server_default="", comment="what it is for, in its owner's words"),
    sa.Column("data", sa.Text, nullable=False, server_default="", comment="what a link sets, such as an address"),
    _time("created"),
    _time("expires", nullable=True),
    sa.Index(None, "user_id"),
    sa.Index(None, "expires"),
)

ratings = sa.Table(
    "ratings",
    metadata,
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    _time("updated"),
    sa.Index(None, "kind", "rating"),
)

rating_changes = sa.Table(
    "rating_changes",
    metadata,
    # The primary key ensures that a rating changes only once per game and player.
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("before", sa.Float, nullable=False),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    _flag("refunded"),
    _time("at"),
    sa.Index(None, "user_id", "kind", "at"),
)

numbers = sa.Table(
    "numbers",
    metadata,
    sa.Column("number", Identity, primary_key=True, comment="short numbers of challenges and the games they become"),
    sa.Column("taken", sa.Boolean, nullable=False),
    sqlite_autoincrement=True,
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("number", Identity, nullable=False, unique=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("fen", sa.Text, comment="where it began, if not as usual"),
    sa.Column("seed", sa.BigInteger, nullable=False, comment="of the deal: never leaves the server"),
    _user("blue_id"),
    _user("red_id"),
    sa.Column("speed", sa.Text, nullable=False),
    sa.Column("rating_kind", sa.Text, nullable=False),
    _flag("rated"),
    sa.Column("clock_limit", sa.Integer, comment="milliseconds"),
    sa.Column("increment", sa.Integer),
    sa.Column("blue_limit", sa.Integer, comment="milliseconds, if Blue's clock differs"),
    sa.Column("blue_increment", sa.Integer),
    sa.Column("red_limit", sa.Integer),
    sa.Column("red_increment", sa.Integer),
    sa.Column("days", sa.Integer),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("turn", sa.Text, nullable=False, comment="blue or red"),
    sa.Column("moves", sa.Text, nullable=False, comment="with what flips turned up"),
    sa.Column("status", sa.Text, nullable=False, comment="started, ended or aborted"),
    sa.Column("result", sa.Text),
    sa.Column("reason", sa.Text),
    sa.Column("blue_ms", sa.BigInteger, comment="on the clock when the turn began"),
    sa.Column("red_ms", sa.BigInteger),
    sa.Column("turn_since", sa.BigInteger, nullable=False),
    sa.Column("deadline", sa.BigInteger, comment="when the sweeper ends the game; not indexed, see `deadlines`"),
    sa.Column("remind_at", sa.BigInteger),
    sa.Column("paused_ms", sa.BigInteger, comment="time left when both agreed to pause"),
    sa.Column("offers", sa.Text, nullable=False, comment="JSON: kind of offer to colour"),
    sa.Column("blue_gone", sa.BigInteger, comment="since when no connection follows the game"),
    sa.Column("red_gone", sa.BigInteger),
    _user("aborted_by"),
    sa.Column("rematch_id", sa.Text),
    _time("created"),
    _time("ended", nullable=True),
    sa.Column("tournament_id", sa.Text),
    sa.Column("class_id", sa.Text, comment="of a game that a teacher started"),
    sa.Column("host_id", Identity, comment="the player who plays several such games at once"),
    sa.Index(None, "remind_at"),
    sa.Index(None, "blue_id", "status"),
    sa.Index(None, "blue_id", "number"),
    sa.Index(None, "red_id", "number"),
    sa.Index(None, "red_id", "status"),
    sa.Index(None, "status", "created"),
    sa.Index(None, "aborted_by", "ended"),
    sa.Index(None, "ended"),
    sa.Index(None, "class_id", "status"),
)

deadlines = sa.Table(
    "deadlines",
    metadata,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False, comment="when the sweeper looks at the game, before its deadline"),
    sa.Index(None, "at"),
)
"""Games whose clock is running. Moves do not change these rows."""

events = sa.Table(
    "events",
    metadata,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("client", sa.Text, comment="the client's name for a move, so that it counts once"),
    sa.Column("data", sa.Text, nullable=False, comment="JSON, as it was sent"),
)

challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("number", Identity, nullable=False, unique=True),
    sa.Column("way", sa.Text, key="kind", nullable=False, comment="direct, link or seek"),
    _user("from_id", nullable=False),
    sa.Column("to_id", Identity, sa.ForeignKey("users.id", ondelete="CASCADE")),
    sa.Column("confirmed", sa.Boolean, nullable=False, comment="did the challenger prove who it is?"),
    sa.Column("terms", sa.Text, nullable=False, comment="JSON of what is to be played"),
    sa.Column("pool", sa.Text, comment="of a seek: what two seeks must have in common"),
    sa.Column("colour", sa.Text, comment="of a seek: blue, red or random"),
    sa.Column("rating_low", sa.Integer),
    sa.Column("rating_high", sa.Integer),
    sa.Column("status", sa.Text, nullable=False, comment="open, accepted, declined or cancelled"),
    sa.Column("game_id", sa.Text),
    sa.Column("rematch_of", sa.Text),
    _time("created"),
    _time("expires"),
    sa.Index(None, "to_id", "status"),
    sa.Index(None, "from_id", "status"),
    sa.Index(None, "kind", "status"),
    sa.Index(None, "pool", "status"),
    sa.Index(None, "status", "expires"),
)

presences = sa.Table(
    "presences",
    metadata,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("server", sa.Text, primary_key=True, comment="the server that this player is connected to"),
    sa.Index(None, "user_id"),
    sa.Index(None, "server"),
)
"""Players connected to their games, if several servers share the database. A player without a row has left."""

blocks = sa.Table(
    "blocks",
    metadata,
    _user("user_id", nullable=False, primary_key=True),
    _user("blocked_id", nullable=False, primary_key=True),
    sa.Index(None, "blocked_id"),
)

follows = sa.Table(
    "follows",
    metadata,
    _user("user_id", nullable=False, primary_key=True),
    _user("followed_id", nullable=False, primary_key=True),
    _time("created"),
    sa.Column("looked", sa.BigInteger, nullable=False, comment="when the follower last looked at the list"),
    _flag("is_noticed"),
    sa.Index(None, "followed_id"),
)
"""Players who follow others. `is_noticed`: the one who is followed has seen it."""

messages = sa.Table(
    "messages",
    metadata,
    sa.Column("id", Identity, primary_key=True),
    _user("from_id", nullable=False),
    _user("to_id", nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    _flag("is_read"),
    _time("at"),
    sa.Index(None, "to_id", "is_read"),
    sa.Index(None, "from_id", "to_id"),
    sqlite_autoincrement=True,
)

tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    _user("by_id"),
    sa.Column("terms", sa.Text, nullable=False, comment="JSON of what is played"),
    sa.Column("status", sa.Text, nullable=False, comment="created, started or finished"),
    _time("starts"),
    _time("ends"),
    _time("created"),
    sa.Column("class_id", sa.Text, comment="only this class sees it"),
    sa.Column("format", sa.Text, nullable=False, server_default="arena", comment="or one with rounds, or simul"),
    sa.Column("schedule", sa.Text, nullable=False, server_default="{}", comment="JSON of rounds, interval, repetition"),
    sa.Column("round", sa.Integer, nullable=False, server_default="0", comment="the current one; 0 before the first"),
    sa.Column("next_at", sa.BigInteger, comment="when rounds need attention; NULL: when something happens"),
    _flag("is_chat_closed"),
    sa.Index(None, "status", "starts"),
    sa.Index(None, "next_at"),
    sa.Index(None, "by_id"),
)

entrants = sa.Table(
    "entrants",
    metadata,
    sa.Column("tournament_id", sa.Text, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("score", sa.Integer, nullable=False, server_default="0"),
    sa.Column("streak", sa.Integer, nullable=False, server_default="0", comment="wins in a row"),
    sa.Column("games", sa.Integer, nullable=False, server_default="0"),
    sa.Column("wins", sa.Integer, nullable=False, server_default="0"),
    sa.Column("results", sa.Text, nullable=False, server_default="", comment="points of each game, space-separated"),
    sa.Column("blues", sa.Integer, nullable=False, server_default="0", comment="games as Blue less games as Red"),
    sa.Column("met", sa.Text, nullable=False, server_default="", comment="ids of the latest opponents, the last first"),
    sa.Column("game_id", sa.Text, comment="the game being played"),
    _flag("is_away"),
    _time("joined"),
    sa.Column("seed", sa.Float, comment="the rating when first paired in rounds"),
    _flag("is_admitted", "true"),
    sa.Index(None, "user_id"),
)

tournament_boards = sa.Table(
    "tournament_boards",
    metadata,
    sa.Column("tournament_id", sa.Text, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    _user("blue_id"),
    _user("red_id"),
    _flag("is_bye"),
    sa.Column("blue_points", sa.Integer, comment="in halves; NULL until the game is over"),
    sa.Column("red_points", sa.Integer),
    _flag("is_forfeit"),
    sa.Column("game_id", sa.Text, comment="NULL until it begins"),
    sa.Column("tries", sa.Integer, nullable=False, server_default="0", comment="drawn games of a knockout"),
    sa.Index(None, "game_id"),
    sa.Index(None, "blue_id"),
    sa.Index(None, "red_id"),
)

tournament_log = sa.Table(
    "tournament_log",
    metadata,
    sa.Column("id", Identity, primary_key=True),
    sa.Column("tournament_id", sa.Text, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    sa.Column("what", sa.Text, nullable=False, comment="JSON of what the organiser changed"),
    _time("at"),
    sa.Index(None, "tournament_id"),
    sqlite_autoincrement=True,
)

tournament_remarks = sa.Table(
    "tournament_remarks",
    metadata,
    sa.Column("id", Identity, primary_key=True),
    sa.Column("tournament_id", sa.Text, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    _user("user_id", nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    _time("at"),
    sa.Index(None, "tournament_id"),
    sa.Index(None, "user_id"),
    sqlite_autoincrement=True,
)

reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", Identity, primary_key=True),
    _user("by_id"),
    _user("about_id", nullable=False),
    sa.Column("game_id", sa.Text),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False, comment="open or closed"),
    _time("at"),
    sa.Index(None, "status", "at"),
    sa.Index(None, "about_id"),
    sa.Index(None, "by_id"),
    sqlite_autoincrement=True,
)

admin_acts = sa.Table(
    "admin_acts",
    metadata,
    sa.Column("id", Identity, primary_key=True),
    # Names instead of ids: this must stay readable when accounts are gone. Triggers forbid changing or deleting it.
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("act", sa.Text, nullable=False),
    sa.Column("about", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    _time("at"),
    sqlite_autoincrement=True,
)

unexplored = sa.Table(
    "unexplored",
    metadata,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
)
"""Finished games that are not yet counted in `explored`."""

explored = sa.Table(
    "explored",
    metadata,
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("rules", sa.Text, primary_key=True),
    sa.Column("key", sa.BigInteger, primary_key=True, autoincrement=False, comment="of the position before the move"),
    sa.Column("move", sa.Text, primary_key=True),
    sa.Column("blue", sa.Integer, nullable=False, comment="games that Blue won"),
    sa.Column("red", sa.Integer, nullable=False),
    sa.Column("draws", sa.Integer, nullable=False),
)

outbox = sa.Table(
    "outbox",
    metadata,
    sa.Column("id", Identity, primary_key=True),
    sa.Column("key", sa.Text, nullable=False, unique=True, comment="the same mail is written once"),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("reply_to", sa.Text, comment="the Message-ID it answers"),
    sa.Column("unsubscribe", sa.Text, comment="of the user, if the mail was not asked for"),
    sa.Column("state", sa.Text, nullable=False, comment="waiting, sent or dead"),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("error", sa.Text),
    _time("created"),
    _time("next_try"),
    sa.Index(None, "state", "next_try"),
    sqlite_autoincrement=True,
)

subscriptions = sa.Table(
    "subscriptions",
    metadata,
    sa.Column("session", sa.Text, sa.ForeignKey("sessions.digest", ondelete="CASCADE"), primary_key=True),
    _user("user_id", nullable=False),
    sa.Column("endpoint", sa.Text, nullable=False, unique=True, comment="of the browser's push service"),
    sa.Column("p256dh", sa.Text, nullable=False, comment="the browser's public key"),
    sa.Column("auth", sa.Text, nullable=False, comment="a secret that the browser shares with this server"),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("quiet_from", sa.Integer, comment="minutes after midnight; NULL: never quiet"),
    sa.Column("quiet_to", sa.Integer),
    sa.Column("zone", sa.Text, nullable=False, server_default="UTC", comment="time zone of the quiet hours"),
    _time("created"),
    sa.Index(None, "user_id"),
)
"""Devices that get notifications while the app is closed."""

pushes = sa.Table(
    "pushes",
    metadata,
    sa.Column("id", Identity, primary_key=True),
    sa.Column("key", sa.Text, nullable=False, unique=True, comment="a device is told the same thing once"),
    sa.Column("session", sa.Text, sa.ForeignKey("subscriptions.session", ondelete="CASCADE"), nullable=False),
    sa.Column("kind", sa.Text, nullable=False, comment="turn, challenge, message or tournament"),
    sa.Column("ref", sa.Text, nullable=False, comment="the id of what it is about"),
    sa.Column("data", sa.Text, nullable=False, comment="JSON of what it says"),
    sa.Column("mail", sa.Text, comment="the key of the mail that says the same"),
    sa.Column("state", sa.Text, nullable=False, comment="waiting, sent or dead"),
    sa.Column("tries", sa.Integer, nullable=False),
    _time("created"),
    _time("next_try"),
    _time("expires"),
    sa.Index(None, "state", "next_try"),
    sa.Index(None, "session"),
    sa.Index(None, "mail"),
    sqlite_autoincrement=True,
)

mails_seen = sa.Table(
    "mails_seen",
    metadata,
    sa.Column("message_id", sa.Text, primary_key=True, comment="digest of the sender and the Message-ID"),
    _time("at"),
    _flag("done", "true"),
    sa.Index(None, "at"),
)
"""Mails whose commands have been carried out or, if `done` is false, are being carried out."""

submissions = sa.Table(
    "submissions",
    metadata,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("move", sa.Text, nullable=False),
    sa.Index(None, "user_id"),
)

plans = sa.Table(
    "plans",
    metadata,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("ply", sa.Integer, nullable=False, comment="of the opponent's move with which the lines begin"),
    sa.Column("lines", sa.Text, nullable=False, comment="moves separated by spaces, lines by semicolons"),
    sa.Index(None, "user_id"),
)
"""Conditional moves. Nobody but their owner sees them."""

move_checks = sa.Table(
    "move_checks",
    metadata,
    sa.Column("game_id", sa.Text, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("moves", sa.Integer, nullable=False, comment="how many were compared with the engine's"),
    sa.Column("agreed", sa.Integer, nullable=False, comment="how many of them the engine would have played"),
    sa.Column("lost", sa.Float, nullable=False, comment="chances to win that these moves gave away, added up"),
    sa.Column("seconds", sa.Float, nullable=False, comment="mean thinking time"),
    sa.Column("spread", sa.Float, nullable=False, comment="standard deviation of the thinking time"),
    _time("at"),
    sa.Index(None, "user_id", "at"),
)
"""How a player's moves in a rated game compare with the engine's."""

server_state = sa.Table(
    "server_state",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.BigInteger, nullable=False),
)
"""`alive`: when a server last ran, so that downtime costs nobody clock time. `checked`: the end of the last game whose
moves have been compared with the engine's. `safety`: see `storage/safety.py`."""

children = sa.Table(
    "children",
    metadata,
    _user("user_id", nullable=False, primary_key=True),
    _user("guardian_id", nullable=False),
    sa.Column("class_id", sa.Text, sa.ForeignKey("classes.id", ondelete="CASCADE"), comment="of a seat in a class"),
    sa.Column("label", sa.Text, nullable=False, server_default="", comment="the guardian's own name for the child"),
    sa.Column("card", sa.Text, unique=True, comment="SHA-256 of the secret in the card's QR code"),
    sa.Column("pictures", sa.Text, comment="argon2id of the picture password"),
    sa.Column("contacts", sa.Text, nullable=False, comment="bots, family, class or everyone"),
    sa.Column("hours_from", sa.Integer, comment="minutes after midnight; NULL: at any time"),
    sa.Column("hours_to", sa.Integer),
    sa.Column("zone", sa.Text, nullable=False, server_default="UTC", comment="time zone of the hours"),
    sa.Column("daily_minutes", sa.Integer, comment="NULL: as long as they like"),
    sa.Index(None, "guardian_id"),
    sa.Index(None, "class_id"),
)
"""Accounts of children, and the adults who made them and answer for them."""

play_times = sa.Table(
    "play_times",
    metadata,
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("day", sa.Text, primary_key=True, comment="in the child's time zone, as 2026-11-18"),
    sa.Column("seconds", sa.Integer, nullable=False),
    sa.Column("until", sa.BigInteger, nullable=False, comment="counted up to this time, however many tabs are open"),
)
"""How long children were connected each day."""

classes = sa.Table(
    "classes",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    _user("teacher_id", nullable=False),
    sa.Column("code", sa.Text, nullable=False, unique=True, comment="with which pupils join"),
    _flag("is_open", "true"),
    _flag("admits"),
    _flag("takebacks", "true"),
    _flag("hints", "true"),
    _flag("is_paused"),
    sa.Column("announcement", sa.Text, nullable=False, server_default=""),
    sa.Column("board", sa.Text, nullable=False, server_default="", comment="JSON of what the teacher shows"),
    sa.Column("board_version", sa.Integer, nullable=False, server_default="0"),
    _time("created"),
    sa.Index(None, "teacher_id"),
)

pupils = sa.Table(
    "pupils",
    metadata,
    sa.Column("class_id", sa.Text, sa.ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True),
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("label", sa.Text, nullable=False, server_default="", comment="the teacher's own name for the pupil"),
    _time("joined"),
    sa.Index(None, "user_id"),
)

applicants = sa.Table(
    "applicants",
    metadata,
    sa.Column("class_id", sa.Text, sa.ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True),
    _user("user_id", nullable=False, primary_key=True),
    _time("at"),
    sa.Index(None, "user_id"),
)
"""Children who used a class's code and wait until its teacher, who `admits` each pupil, lets them in."""

answers = sa.Table(
    "answers",
    metadata,
    sa.Column("class_id", sa.Text, sa.ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("board_version", sa.Integer, primary_key=True, autoincrement=False),
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("move", sa.Text, nullable=False),
    _time("at"),
    sa.Index(None, "user_id"),
)
"""What pupils answered when the teacher's board asked for a move."""

assignments = sa.Table(
    "assignments",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("class_id", sa.Text, sa.ForeignKey("classes.id", ondelete="CASCADE"), nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False, comment="lessons, puzzles, level or games"),
    sa.Column("task", sa.Text, nullable=False, comment="JSON of what is to be done"),
    _time("due", nullable=True),
    _time("created"),
    sa.Index(None, "class_id"),
)

progress = sa.Table(
    "progress",
    metadata,
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True, comment="lesson, puzzle or level"),
    sa.Column("key", sa.Text, primary_key=True, comment="which of them"),
    sa.Column("stars", sa.Integer, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    _flag("first_try"),
    sa.Column("ms", sa.BigInteger, nullable=False, comment="time spent on it"),
    sa.Column("at", sa.BigInteger, comment="when it was first done; NULL: tried only"),
)
"""Lessons, puzzles and levels that somebody has worked on."""

cards = sa.Table(
    "cards",
    metadata,
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("id", sa.Text, primary_key=True, comment="of a puzzle, or `game`, rules and position of a mistake"),
    sa.Column("move", sa.Text, comment="the better move; NULL for a puzzle"),
    sa.Column("theme", sa.Text, comment="what to practise; NULL for a puzzle"),
    sa.Column("stability", sa.Float, nullable=False),
    sa.Column("difficulty", sa.Float, nullable=False),
    _time("last"),
    _time("due"),
    sa.Column("reviews", sa.Integer, nullable=False),
)
"""What somebody trains to remember, as `jungle.training` has it. Nobody else sees it."""

records = sa.Table(
    "records",
    metadata,
    _user("user_id", nullable=False, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True, comment="rating, best, sprint or run"),
    sa.Column("value", sa.Integer, nullable=False),
    sa.Column("count", sa.Integer, nullable=False, comment="puzzles that a rating is based on; 0 for a best"),
)
"""Puzzle ratings and personal bests."""
