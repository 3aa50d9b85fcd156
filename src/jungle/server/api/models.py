"""Request bodies."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from jungle.server.lobby.tournament_rows import Schedule

Name = Annotated[str, Field(min_length=1, max_length=40)]
Password = Annotated[str, Field(max_length=1000)]
Address = Annotated[str, Field(max_length=254)]


class Body(BaseModel):
    """A JSON object. Unknown fields are ignored, so that newer clients work with older servers."""

    model_config = ConfigDict(extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _without_zero_bytes(cls, value: Any) -> Any:
        if isinstance(value, dict):
            for name, text in value.items():
                if isinstance(text, str) and ("\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text)):
                    raise ValueError(f"{name} contains a zero byte or an unpaired surrogate")
        return value


class Problem(BaseModel):
    class Detail(BaseModel):
        code: str
        message: str

    error: Detail


class SignUp(Body):
    name: Name
    password: Password
    mail: Address | None = None


Digits = Annotated[str, Field(max_length=100, description="second-factor code, if the account has one")]


class Login(Body):
    name: Name
    password: Password
    code: Digits | None = None


class TokenRequest(Body):
    name: Name
    password: Password
    code: Digits | None = None
    scopes: Annotated[list[str], Field(max_length=10)] | None = None
    note: Annotated[str, Field(max_length=100, description="a note for yourself on what the token is for")] = ""


class NewPassword(Body):
    old: Password
    new: Password


class NewAddress(Body):
    password: Password
    mail: Address | None = None


class MailPassword(Body):
    password: Annotated[str, Field(max_length=1000, description="the account password")]
    mail_password: Password | None = Field(
        default=None, alias="mailPassword", description="if omitted, one is generated"
    )


class Confirmation(Body):
    token: Annotated[str, Field(max_length=200)]


class OnlyPassword(Body):
    password: Password | None = None


class Code(Body):
    code: Digits


class PasswordAndCode(Body):
    password: Password
    code: Digits | None = None


class MailChoice(Body):
    moves: Literal["never", "correspondence", "always"]


class ResetRequest(Body):
    name: Name


class ResetPassword(Body):
    token: Annotated[str, Field(max_length=200)]
    password: Password


class Vacation(Body):
    days: Annotated[int, Field(ge=0, le=60)]


class ClockOrder(Body):
    limit: Annotated[float, Field(ge=0, le=100000, allow_inf_nan=False)]
    increment: Annotated[float, Field(ge=0, le=100000, allow_inf_nan=False)] = 0


class Challenge(Body):
    """The game to play: rules, clock, colour."""

    game: Annotated[str, Field(max_length=20)] | None = None
    rules: Annotated[str, Field(max_length=500)] | None = None
    clock: ClockOrder | None = None
    days: Annotated[int, Field(ge=1, le=14)] | None = None
    colour: Literal["blue", "red", "random"] | None = None
    rated: bool = False
    fen: Annotated[str, Field(max_length=200)] | None = None


class TwoClocks(Challenge):
    """A game in which the opponent may have a clock of their own. It is casual then."""

    opponent_clock: ClockOrder | None = Field(
        default=None, alias="opponentClock", description="the opponent's clock, if it differs from `clock`"
    )


class Seek(Challenge):
    rating_low: Annotated[int, Field(ge=0, le=5000)] | None = None
    rating_high: Annotated[int, Field(ge=0, le=5000)] | None = None


class GameSearch(BaseModel):
    """Which of a player's games are wanted."""

    limit: Annotated[int, Field(ge=1, le=10_000)] = 1000
    before: Annotated[int, Field(ge=0, le=2**53)] = 2**53
    """Only games with lower numbers: the `next` of the page before."""
    opponent: Annotated[str, Field(max_length=40)] | None = None
    colour: Literal["blue", "red"] | None = None
    result: Literal["win", "draw", "loss"] | None = None
    game: Annotated[str, Field(max_length=20)] | None = None
    rules: Annotated[str, Field(max_length=500)] | None = None
    speed: Annotated[str, Field(max_length=20)] | None = None
    rated: bool | None = None
    opening: Annotated[str, Field(max_length=300, pattern="^[a-i1-9=A-Za-z]+( [a-i1-9=A-Za-z]+)*$")] | None = None
    """The first moves, such as `a3a4 g7g6`."""
    since: Annotated[int, Field(ge=0, le=2**53)] | None = None
    until: Annotated[int, Field(ge=0, le=2**53)] | None = None
    rating_low: Annotated[int, Field(ge=0, le=5000)] | None = None
    """Of the opponent, when the game was played."""
    rating_high: Annotated[int, Field(ge=0, le=5000)] | None = None


class Plan(Body):
    """Conditional moves: lines that begin with a move of the opponent and end with an answer."""

    lines: Annotated[
        list[Annotated[list[Annotated[str, Field(max_length=40)]], Field(max_length=20)]], Field(max_length=20)
    ]
    ply: Annotated[int | None, Field(ge=0, le=2**31 - 1, description="of the opponent's move; refused at another")] = (
        None
    )


class Chat(Body):
    text: Annotated[str, Field(max_length=1000)]


class RoundsOrder(Challenge):
    """How a tournament proceeds: an arena for some minutes, or rounds."""

    format: Literal["arena", "swiss", "round-robin", "knockout", "simul"] = "arena"
    rounds: Annotated[int, Field(ge=0, le=100, description="of a Swiss tournament")] = 0
    interval: Annotated[int, Field(ge=0, le=86400)] | None = Field(
        default=None, description="seconds between rounds; null: the organiser starts each"
    )
    repeat: Literal["", "daily", "weekly"] = ""
    ties: Annotated[list[Literal["buchholz", "cut", "sonneborn", "direct", "wins"]], Field(max_length=5)] = Field(
        default=[], description="tie-breaks, the first one first; the format's usual ones follow"
    )

    def schedule(self) -> Schedule:
        return Schedule(rounds=self.rounds, interval=self.interval, repeat=self.repeat, ties=tuple(self.ties))


class TournamentOrder(RoundsOrder, TwoClocks):
    """A tournament: the game, the duration and the start. Simultaneous games (`simul`) start when their host says so;
    only there clocks may differ, `clock` being the host's."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    minutes: Annotated[int, Field(ge=1, le=720)] = 60
    starts: Annotated[int | None, Field(ge=0, le=2**53, description="start time, in milliseconds since 1970")] = None
    wait: Annotated[
        float, Field(ge=0, le=86400, allow_inf_nan=False, description="alternatively, seconds from now")
    ] = 300
    bots: Annotated[bool, Field(description="let house bots join")] = False


class ChatSwitch(Body):
    closed: bool


class ModeratedChat(ChatSwitch):
    reason: Annotated[str, Field(max_length=1000)] = ""


class BoardResult(Body):
    """A result that an organiser enters, Blue's points first."""

    round: Annotated[int, Field(ge=1, le=100)]
    board: Annotated[int, Field(ge=1, le=1000)]
    result: Literal["1-0", "0-1", "1/2-1/2", "0-0"]


class BoardPairing(Body):
    """The players that an organiser puts at a board."""

    round: Annotated[int, Field(ge=1, le=100)]
    board: Annotated[int, Field(ge=1, le=1000)]
    blue: Name
    red: Name


class Admission(Body):
    """An applicant for simultaneous games."""

    name: Name
    admitted: bool = True


class Apart(Body):
    """Two players who must not meet, or who may again."""

    one: Name
    two: Name
    apart: bool = True


class Message(Body):
    text: Annotated[str, Field(max_length=4000)]


class Report(Body):
    reason: Annotated[str, Field(max_length=1000)]
    game: Annotated[str, Field(max_length=20)] | None = None


class Sanction(Body):
    days: Annotated[int, Field(ge=1, le=3650)] | None = Field(default=None, description="if omitted, permanent")
    refund: bool = Field(default=False, description="for bans: give opponents back the rating points they lost")
    reason: Annotated[str, Field(max_length=1000)] = ""


class Rename(Body):
    name: Name
    reason: Annotated[str, Field(max_length=1000)] = ""


class Note(Body):
    note: Annotated[str, Field(max_length=1000)] = ""


class Card(Body):
    secret: Annotated[str, Field(max_length=100)]


class PicturePassword(Body):
    name: Name
    pictures: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=10)]


class Pin(Body):
    pin: Annotated[str, Field(pattern=r"^[0-9]{4,8}$", description="4 to 8 digits")]


Contacts = Literal["bots", "family", "class", "everyone"]
Label = Annotated[str, Field(max_length=100, description="the adult's own name for the child")]
Minute = Annotated[int, Field(ge=0, le=24 * 60, description="after midnight")]


class NewChild(Body):
    label: Label = ""
    contacts: Contacts = "family"


class Hours(Body):
    from_: Minute = Field(alias="from")
    to: Minute
    zone: Annotated[str, Field(max_length=60, description="such as Europe/Berlin")] = "UTC"


class PushKeys(Body):
    p256dh: Annotated[str, Field(max_length=200)]
    auth: Annotated[str, Field(max_length=100)]


class PushSubscription(Body):
    """What a browser's `PushSubscription.toJSON()` returns, and how it is to be used."""

    endpoint: Annotated[str, Field(max_length=1000)]
    keys: PushKeys
    language: Annotated[str, Field(max_length=20)] = "en"
    quiet: Hours | None = Field(default=None, description="when notifications wait; null for never")


class ChildChange(Body):
    """A guardian's settings. Omitted fields stay unchanged."""

    label: Label | None = None
    contacts: Contacts | None = None
    hours: Hours | None = Field(default=None, description="null for any time")
    daily_minutes: Annotated[int, Field(ge=1, le=24 * 60)] | None = Field(
        default=None, alias="dailyMinutes", description="null for no limit"
    )


class ClassCode(Body):
    code: Annotated[str, Field(max_length=40)]


class NewClass(Body):
    name: Annotated[str, Field(max_length=200)]


class ClassChange(Body):
    """A teacher's settings. Omitted fields stay unchanged."""

    name: Annotated[str, Field(max_length=200)] | None = None
    is_open: bool | None = Field(default=None, alias="isOpen", description="whether pupils may join")
    admits: bool | None = Field(default=None, description="whether new pupils wait until the teacher lets them in")
    takebacks: bool | None = Field(default=None, description="whether pupils may take back moves in games of the class")
    hints: bool | None = Field(default=None, description="whether pages may give hints in games of the class")
    announcement: Annotated[str, Field(max_length=2000)] | None = None


class PupilChange(Body):
    label: Label


Names = Annotated[list[Name], Field(max_length=100)]


class Chosen(Body):
    names: Names | None = Field(default=None, description="if omitted, everyone")


class ChosenPupils(Body):
    names: Names


class Round(Challenge):
    """The terms of a round in a class. The games are casual, and start immediately."""

    by: Literal["strength", "random"] = "random"
    bot: Annotated[str, Field(max_length=20)] | None = Field(
        default=None, description="strength of the house bot for an odd pupil out; if omitted, they wait"
    )


class EndRound(Body):
    result: Annotated[Literal["draw", "none"], Field(description="games before both have moved have no result")] = (
        "draw"
    )


class Simul(TwoClocks):
    """The terms of a teacher's games against a class."""

    names: Names | None = Field(default=None, description="if omitted, everyone who is present")


class ClassTournament(RoundsOrder):
    """A tournament of a class."""

    name: Annotated[str, Field(max_length=100, description="if omitted, the name of the class")] = ""
    minutes: Annotated[int, Field(ge=1, le=720)] = 30
    wait: Annotated[float, Field(ge=0, le=86400, allow_inf_nan=False)] | None = Field(
        default=0, description="seconds from now; null: when the teacher starts it"
    )
    bots: Annotated[bool, Field(description="let house bots play pupils who would have to wait")] = False


class Pause(Body):
    paused: bool


class BoardOrder(Body):
    board: dict[str, Any] | None = Field(description="null hides the board")


class BoardAnswer(Body):
    version: Annotated[int, Field(ge=0, le=2**31 - 1)]
    move: Annotated[str, Field(max_length=20)]


class ProgressItem(Body):
    kind: Literal["lesson", "puzzle", "level"]
    key: Annotated[str, Field(max_length=40)]
    stars: Annotated[int, Field(ge=0, le=3)] = 0
    tries: Annotated[int, Field(ge=0, le=100_000)] = 0
    first_try: bool = Field(default=False, alias="firstTry")
    ms: Annotated[int, Field(ge=0, le=10**10, description="time spent on it")] = 0
    at: Annotated[int, Field(ge=0, le=2**53)] | None = Field(default=None, description="when it was first done")


class ProgressOrder(Body):
    items: Annotated[list[ProgressItem], Field(max_length=600)]


class CardMemory(Body):
    stability: Annotated[float, Field(gt=0, le=10**6, allow_inf_nan=False)]
    difficulty: Annotated[float, Field(ge=1, le=10, allow_inf_nan=False)]
    last: Annotated[int, Field(ge=0, le=2**53)]
    due: Annotated[int, Field(ge=0, le=2**53)]
    reviews: Annotated[int, Field(ge=1, le=100_000)]


class TrainingCard(Body):
    id: Annotated[str, Field(max_length=160, description="of a puzzle, or `game`, rules and position of a mistake")]
    move: Annotated[str, Field(max_length=4)] | None = None
    theme: Annotated[str, Field(max_length=20)] | None = None
    memory: CardMemory


class CardsOrder(Body):
    cards: Annotated[list[TrainingCard], Field(max_length=200)]


class PuzzleRecord(Body):
    name: Literal["rating", "best", "sprint", "run"]
    value: Annotated[int, Field(ge=-10_000, le=10_000)]
    count: Annotated[int, Field(ge=0, le=100_000, description="puzzles that a rating is based on; 0 for a best")] = 0


class RecordsOrder(Body):
    records: Annotated[list[PuzzleRecord], Field(max_length=8)]


class Assignment(Body):
    title: Annotated[str, Field(max_length=200)]
    kind: Literal["lessons", "puzzles", "level", "games"]
    task: dict[str, Any]
    due: Annotated[int, Field(ge=0, le=2**53)] | None = None
