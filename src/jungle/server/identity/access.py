"""Who may make which request: one table that the server enforces, the tests check and the docs print."""

from dataclasses import dataclass

ANY_SCOPE = "any"


@dataclass(frozen=True, slots=True)
class Access:
    """Who may make a request."""

    who: str
    """`anyone`; `session`: logged in by cookie, including guests; `admin`: an admin with cookie and second factor."""
    scopes: tuple[str, ...] = ()
    """Tokens with one of these scopes are accepted too. A request open to anyone rejects other tokens only if this is
    not empty."""
    whose: str = ""
    """The user's relation to the resource: `player` of the game, `party` to the challenge, `guardian` of the child;
    `teacher` or `pupil` of the class, or `member`, which is either; `organiser` of the tournament."""
    for_children: bool = False
    """True if children's accounts and accounts in kid mode may make it: it returns no free text from strangers."""
    is_personal: bool = False
    """Open to anyone, but the response depends on who asks."""


ANYONE = Access("anyone")
EVERYBODY = Access("anyone", for_children=True)
VIEWER = Access("anyone", for_children=True, is_personal=True)
SESSION = Access("session")
OWN = Access("session", for_children=True)
ADMIN = Access("admin")
OWN_ACCOUNT = Access("session", ("account:read", "board:play", "bot:play"), for_children=True)
CHALLENGES = Access("session", ("challenge:write",))
CHILDRENS_CHALLENGES = Access("session", ("challenge:write",), for_children=True)
CHALLENGE = Access("session", ("challenge:write",), "party", for_children=True)
PLAYER = Access("session", ("board:play", "bot:play"), "player")
CHILD_PLAYER = Access("session", ("board:play", "bot:play"), "player", for_children=True)
GUARDIAN = Access("session", whose="guardian")
TEACHER = Access("session", whose="teacher")
PUPIL = Access("session", whose="pupil", for_children=True)
MEMBER = Access("session", whose="member", for_children=True)
ORGANISER = Access("session", ("challenge:write",), "organiser")

ACCESS: dict[str, Access] = {
    "GET /livez": EVERYBODY,
    "GET /readyz": EVERYBODY,
    "GET /metrics": EVERYBODY,  # From this machine, or with the metrics token.
    # Logging in and out
    "POST /api/signup": ANYONE,
    "POST /api/login": EVERYBODY,
    "POST /api/guest": ANYONE,
    "POST /api/logout": OWN,
    "GET /api/session": Access("anyone", OWN_ACCOUNT.scopes, for_children=True),
    "POST /api/token": ANYONE,  # Needs the password, and the code of a second factor if there is one.
    "DELETE /api/token": Access("session", (ANY_SCOPE,)),
    "POST /api/password/reset": EVERYBODY,
    "POST /api/password/set": EVERYBODY,  # Needs the token from an emailed link.
    "POST /api/confirm": EVERYBODY,  # Needs the token from an emailed link.
    "GET /api/unsubscribe": EVERYBODY,
    "POST /api/unsubscribe": EVERYBODY,  # Needs the token from an emailed link.
    "POST /api/card": EVERYBODY,  # Needs the secret of a child's card.
    "POST /api/card/pictures": EVERYBODY,  # Needs a child's picture password.
    # One's own account
    "GET /api/account": OWN_ACCOUNT,
    "DELETE /api/account": SESSION,
    "GET /api/account/playing": OWN_ACCOUNT,
    "GET /api/notices": Access("session", ("account:read",), for_children=True),
    "PUT /api/account/settings": OWN,
    "POST /api/account/password": SESSION,
    "POST /api/account/address": SESSION,
    "POST /api/account/mail": SESSION,
    "POST /api/account/mail-password": SESSION,
    "DELETE /api/account/mail-password": SESSION,
    "GET /api/account/sessions": SESSION,
    "DELETE /api/account/sessions": SESSION,
    "DELETE /api/account/sessions/{digest}": SESSION,
    "POST /api/account/vacation": SESSION,
    "GET /api/account/export": SESSION,
    "GET /api/account/push": SESSION,
    "PUT /api/account/push": SESSION,
    "DELETE /api/account/push": SESSION,
    "POST /api/account/block/{name}": SESSION,
    "DELETE /api/account/block/{name}": SESSION,
    "POST /api/account/second-factor": SESSION,
    "PUT /api/account/second-factor": SESSION,
    "DELETE /api/account/second-factor": SESSION,
    "PUT /api/account/kid-mode": SESSION,
    "DELETE /api/account/kid-mode": OWN,  # Needs the PIN.
    "POST /api/bot/account/upgrade": Access("session", ("bot:play",)),
    # Children, for the adults who answer for them
    "GET /api/family": SESSION,
    "POST /api/family": SESSION,
    "PUT /api/family/{child_name}": GUARDIAN,
    "DELETE /api/family/{child_name}": GUARDIAN,
    "POST /api/family/{child_name}/card": GUARDIAN,
    "GET /api/family/{child_name}/games": GUARDIAN,
    "GET /api/family/{child_name}/time": GUARDIAN,
    "GET /api/family/{child_name}/export": GUARDIAN,
    "POST /api/family/{child_name}/class": GUARDIAN,
    # Classes
    "POST /api/class/join": ANYONE,  # Needs the class's code.
    "GET /api/class": OWN,
    "POST /api/class": SESSION,
    "GET /api/class/{class_id}": MEMBER,
    "PUT /api/class/{class_id}": TEACHER,
    "DELETE /api/class/{class_id}": TEACHER,
    "POST /api/class/{class_id}/code": TEACHER,
    "GET /api/class/{class_id}/code.svg": TEACHER,
    "PUT /api/class/{class_id}/pupil/{pupil_name}": TEACHER,
    "POST /api/class/{class_id}/admit": TEACHER,
    "POST /api/class/{class_id}/remove": TEACHER,
    "POST /api/class/{class_id}/cards": TEACHER,
    "POST /api/class/{class_id}/round": TEACHER,
    "POST /api/class/{class_id}/round/end": TEACHER,
    "POST /api/class/{class_id}/tournament/{tournament_id}/start": TEACHER,
    "POST /api/class/{class_id}/simul": TEACHER,
    "POST /api/class/{class_id}/pause": TEACHER,
    "POST /api/class/{class_id}/tournament": TEACHER,
    "PUT /api/class/{class_id}/board": TEACHER,
    "POST /api/class/{class_id}/answer": PUPIL,
    "GET /api/class/{class_id}/assignment": MEMBER,
    "POST /api/class/{class_id}/assignment": TEACHER,
    "DELETE /api/class/{class_id}/assignment/{assignment_id}": TEACHER,
    "GET /api/class/{class_id}/results.csv": TEACHER,
    "GET /api/class/{class_id}/themes": TEACHER,
    "GET /api/progress": OWN,
    "PUT /api/progress": OWN,
    "GET /api/cards": OWN,
    "PUT /api/cards": OWN,
    "GET /api/records": OWN,
    "PUT /api/records": OWN,
    # Challenges and tournaments
    "GET /api/challenge": CHILDRENS_CHALLENGES,
    "POST /api/challenge": CHALLENGES,
    "POST /api/challenge/{user_name}": CHILDRENS_CHALLENGES,
    "GET /api/challenge/{challenge_id}": ANYONE,
    "POST /api/challenge/{challenge_id}/accept": CHALLENGE,
    "POST /api/challenge/{challenge_id}/decline": CHALLENGE,
    "POST /api/challenge/{challenge_id}/cancel": CHALLENGE,
    "GET /api/seek": ANYONE,
    "POST /api/seek": CHILDRENS_CHALLENGES,
    "DELETE /api/seek/{challenge_id}": CHALLENGE,
    "GET /api/tournament": ANYONE,
    "POST /api/tournament": CHALLENGES,
    "GET /api/tournament/{tournament_id}": VIEWER,
    "POST /api/tournament/{tournament_id}/join": CHILDRENS_CHALLENGES,
    "POST /api/tournament/{tournament_id}/withdraw": CHILDRENS_CHALLENGES,
    "GET /api/tournament/{tournament_id}/table.csv": VIEWER,
    "POST /api/tournament/{tournament_id}/round": ORGANISER,
    "POST /api/tournament/{tournament_id}/result": ORGANISER,
    "POST /api/tournament/{tournament_id}/pairing": ORGANISER,
    "POST /api/tournament/{tournament_id}/apart": ORGANISER,
    "POST /api/tournament/{tournament_id}/admit": ORGANISER,
    "GET /api/tournament/{tournament_id}/chat": ANYONE,
    "POST /api/tournament/{tournament_id}/chat": Access("session", ("board:play",)),
    "PUT /api/tournament/{tournament_id}/chat": ORGANISER,
    # Messages and reports
    "GET /api/message": Access("session", ("message:read",)),
    "GET /api/message/{user_name}": Access("session", ("message:read",)),
    "POST /api/message/{user_name}": Access("session", ("message:write",)),
    "GET /api/follow": OWN,
    "POST /api/follow/look": OWN,
    "PUT /api/follow/{user_name}": OWN,
    "DELETE /api/follow/{user_name}": OWN,
    "POST /api/report/{user_name}": Access("session", ("board:play",)),
    # Playing
    "WS /api/live": Access("anyone", ("board:play", "bot:play"), for_children=True),
    "GET /api/stream/event": Access("session", ("board:play", "bot:play", "challenge:write"), for_children=True),
    "GET /api/{who}/game/stream/{game_id}": PLAYER,
    "POST /api/{who}/game/{game_id}/move/{move}": CHILD_PLAYER,
    "POST /api/{who}/game/{game_id}/chat": PLAYER,
    "GET /api/game/{game_id}/plan": CHILD_PLAYER,
    "PUT /api/game/{game_id}/plan": CHILD_PLAYER,
    "POST /api/{who}/game/{game_id}/{kind}/{answer}": CHILD_PLAYER,
    "POST /api/{who}/game/{game_id}/{command}": CHILD_PLAYER,
    "POST /mail": Access("anyone", ("mail:write",)),  # Most commands carry a password.
    # Viewing
    "GET /api/game/{game_id}": VIEWER,
    "GET /api/game/{game_id}/events": VIEWER,
    "GET /api/games/user/{user_name}": ANYONE,
    "GET /api/user/{user_name}/games": Access("anyone", is_personal=True),
    "GET /api/user/{user_name}/figures": ANYONE,
    "GET /api/user/{user_name}/explorer": ANYONE,
    "GET /api/tv": ANYONE,
    "GET /api/rules": EVERYBODY,
    "GET /api/rules/compiled": EVERYBODY,
    "GET /api/explorer": EVERYBODY,
    "GET /api/tablebase": EVERYBODY,
    "GET /api/bots": EVERYBODY,
    "GET /api/user/{user_name}": ANYONE,
    "GET /api/user/{user_name}/ratings/{kind}": ANYONE,
    "GET /api/leaderboard/{kind}": ANYONE,
    "GET /api/crosstable/{first}/{second}": ANYONE,
    "GET /api/docs": EVERYBODY,
    "GET /api/docs/style.css": EVERYBODY,
    "GET /api/openapi.json": EVERYBODY,
    "GET /game/{game_id}.svg": EVERYBODY,
    "GET /game/{game_id}.png": EVERYBODY,
    "GET /game/{game_id}.gif": EVERYBODY,
    "GET /line.svg": EVERYBODY,
    "GET /line.png": EVERYBODY,
    "GET /line.gif": EVERYBODY,
    "GET /analyse": EVERYBODY,
    "GET /puzzle/{puzzle_id}": EVERYBODY,
    "GET /game/{game_id}": ANYONE,
    "GET /challenge/{challenge_id}": ANYONE,
    "GET /join": EVERYBODY,
    "GET /join/{code}": EVERYBODY,
    "GET /tournament/{tournament_id}": ANYONE,
    "GET /icon.png": EVERYBODY,
    "GET /{path:path}": EVERYBODY,
    # Administration
    "GET /api/admin/reports": ADMIN,
    "POST /api/admin/reports/{report_id}/close": ADMIN,
    "GET /api/admin/user/{user_name}": ADMIN,
    "POST /api/admin/user/{user_name}/ban": ADMIN,
    "DELETE /api/admin/user/{user_name}/ban": ADMIN,
    "POST /api/admin/user/{user_name}/mute": ADMIN,
    "DELETE /api/admin/user/{user_name}/mute": ADMIN,
    "POST /api/admin/user/{user_name}/rename": ADMIN,
    "PUT /api/admin/tournament/{tournament_id}/chat": ADMIN,
    "GET /api/admin/acts": ADMIN,
}
"""By method and path. Requests that are not listed are refused."""


def table() -> str:
    """The table as Markdown, with one row per kind of access."""
    groups: dict[Access, list[str]] = {}
    for request, access in ACCESS.items():
        groups.setdefault(access, []).append(f"`{request.replace('{path:path}', '…')}`")
    whose = {
        "": "",
        "player": "the game's players",
        "party": "the two parties to the challenge",
        "guardian": "the child's guardian",
        "teacher": "the class's teacher",
        "pupil": "the class's pupils",
        "member": "the class's teacher and pupils",
        "organiser": "the tournament's organiser",
    }
    rows = []
    for access, requests in groups.items():
        scopes = ", ".join(f"`{scope}`" for scope in access.scopes)
        children = "yes" if access.for_children else "–"
        cells = (access.who, scopes or "–", whose[access.whose] or "–", children, ", ".join(requests))
        rows.append(f"| {' | '.join(cells)} |")
    head = ["| who | or a token with | and only | children too | requests |", "|---|---|---|---|---|"]
    return "\n".join([*head, *rows]) + "\n"
