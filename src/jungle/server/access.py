"""Who may make which request: one table, which the server enforces, the tests walk through and the docs print."""

from dataclasses import dataclass

ANY_SCOPE = "any"


@dataclass(frozen=True, slots=True)
class Access:
    """Who may make a request."""

    who: str
    """`anyone`; `session`: somebody signed in by cookie, guests too; `admin`: an admin by cookie and second factor."""
    scopes: tuple[str, ...] = ()
    """A token with one of these may do it as well. Requests that are for anyone refuse other tokens only if some are
    named here."""
    whose: str = ""
    """Whose thing it must be: `player` of the game, `party` of the challenge."""


ANYONE = Access("anyone")
SESSION = Access("session")
ADMIN = Access("admin")
OWN_ACCOUNT = ("account:read", "board:play", "bot:play")
CHALLENGES = Access("session", ("challenge:write",))
CHALLENGE = Access("session", ("challenge:write",), "party")
PLAYER = Access("session", ("board:play", "bot:play"), "player")

ACCESS: dict[str, Access] = {
    "GET /health": ANYONE,
    "GET /metrics": ANYONE,  # This machine, or the metrics token.
    # Signing in and out
    "POST /api/signup": ANYONE,
    "POST /api/login": ANYONE,
    "POST /api/guest": ANYONE,
    "POST /api/logout": SESSION,
    "GET /api/session": Access("anyone", OWN_ACCOUNT),
    "POST /api/token": ANYONE,  # The password, and the code of a second factor.
    "DELETE /api/token": Access("session", (ANY_SCOPE,)),
    "POST /api/password/reset": ANYONE,
    "POST /api/password/set": ANYONE,  # The token of a mailed link.
    "POST /api/confirm": ANYONE,  # The token of a mailed link.
    "GET /api/unsubscribe": ANYONE,
    "POST /api/unsubscribe": ANYONE,  # The token of a mailed link.
    # The own account
    "GET /api/account": Access("session", OWN_ACCOUNT),
    "DELETE /api/account": SESSION,
    "GET /api/account/playing": Access("session", OWN_ACCOUNT),
    "GET /api/notices": Access("session", ("account:read",)),
    "PUT /api/account/settings": SESSION,
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
    "POST /api/account/block/{name}": SESSION,
    "DELETE /api/account/block/{name}": SESSION,
    "POST /api/account/second-factor": SESSION,
    "PUT /api/account/second-factor": SESSION,
    "DELETE /api/account/second-factor": SESSION,
    "POST /api/bot/account/upgrade": Access("session", ("bot:play",)),
    # Challenges and tournaments
    "GET /api/challenge": CHALLENGES,
    "POST /api/challenge": CHALLENGES,
    "POST /api/challenge/{user_name}": CHALLENGES,
    "GET /api/challenge/{challenge_id}": ANYONE,
    "POST /api/challenge/{challenge_id}/accept": CHALLENGE,
    "POST /api/challenge/{challenge_id}/decline": CHALLENGE,
    "POST /api/challenge/{challenge_id}/cancel": CHALLENGE,
    "GET /api/seek": ANYONE,
    "POST /api/seek": CHALLENGES,
    "DELETE /api/seek/{challenge_id}": CHALLENGE,
    "GET /api/tournament": ANYONE,
    "POST /api/tournament": CHALLENGES,
    "GET /api/tournament/{tournament_id}": ANYONE,
    "POST /api/tournament/{tournament_id}/join": CHALLENGES,
    "POST /api/tournament/{tournament_id}/withdraw": CHALLENGES,
    # Messages and reports
    "GET /api/message": Access("session", ("message:read",)),
    "GET /api/message/{user_name}": Access("session", ("message:read",)),
    "POST /api/message/{user_name}": Access("session", ("message:write",)),
    "POST /api/report/{user_name}": Access("session", ("board:play",)),
    # Playing
    "WS /api/live": Access("anyone", ("board:play", "bot:play")),
    "GET /api/stream/event": Access("session", ("board:play", "bot:play", "challenge:write")),
    "GET /api/{who}/game/stream/{game_id}": PLAYER,
    "POST /api/{who}/game/{game_id}/move/{move}": PLAYER,
    "POST /api/{who}/game/{game_id}/chat": PLAYER,
    "POST /api/{who}/game/{game_id}/{kind}/{answer}": PLAYER,
    "POST /api/{who}/game/{game_id}/{act}": PLAYER,
    "POST /mail": Access("anyone", ("mail:write",)),  # Most commands carry a password.
    # Looking
    "GET /api/game/{game_id}": ANYONE,
    "GET /api/game/{game_id}/events": ANYONE,
    "GET /api/games/user/{user_name}": ANYONE,
    "GET /api/tv": ANYONE,
    "GET /api/rules": ANYONE,
    "GET /api/rules/compiled": ANYONE,
    "GET /api/explorer": ANYONE,
    "GET /api/tablebase": ANYONE,
    "GET /api/bots": ANYONE,
    "GET /api/user/{user_name}": ANYONE,
    "GET /api/user/{user_name}/ratings/{kind}": ANYONE,
    "GET /api/leaderboard/{kind}": ANYONE,
    "GET /api/crosstable/{first}/{second}": ANYONE,
    "GET /api/docs": ANYONE,
    "GET /api/docs/style.css": ANYONE,
    "GET /api/openapi.json": ANYONE,
    "GET /game/{game_id}.svg": ANYONE,
    "GET /game/{game_id}.png": ANYONE,
    "GET /game/{game_id}": ANYONE,
    "GET /challenge/{challenge_id}": ANYONE,
    "GET /tournament/{tournament_id}": ANYONE,
    "GET /icon.png": ANYONE,
    "GET /{path:path}": ANYONE,
    # Running the place
    "GET /api/admin/reports": ADMIN,
    "POST /api/admin/reports/{report_id}/close": ADMIN,
    "GET /api/admin/user/{user_name}": ADMIN,
    "POST /api/admin/user/{user_name}/ban": ADMIN,
    "DELETE /api/admin/user/{user_name}/ban": ADMIN,
    "POST /api/admin/user/{user_name}/mute": ADMIN,
    "DELETE /api/admin/user/{user_name}/mute": ADMIN,
    "POST /api/admin/user/{user_name}/rename": ADMIN,
    "GET /api/admin/acts": ADMIN,
}
"""By method and path. A request that is not listed is refused."""


def table() -> str:
    """The table as Markdown, one row for each kind of access."""
    groups: dict[Access, list[str]] = {}
    for request, access in ACCESS.items():
        groups.setdefault(access, []).append(f"`{request.replace('{path:path}', '…')}`")
    whose = {"": "", "player": "the game's players", "party": "those whom the challenge concerns"}
    rows = []
    for access, requests in groups.items():
        scopes = ", ".join(f"`{scope}`" for scope in access.scopes)
        cells = (access.who, scopes or "–", whose[access.whose] or "–", ", ".join(requests))
        rows.append(f"| {' | '.join(cells)} |")
    head = ["| who | or a token with | and only | requests |", "|---|---|---|---|"]
    return "\n".join([*head, *rows]) + "\n"
