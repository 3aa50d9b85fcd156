"""The email commands. Each replies with a text; game events are also sent to both players as notices."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from jungle.errors import JungleError
from jungle.language.plurals import counted
from jungle.server import metrics
from jungle.server.errors import ForbiddenError, RequestError, UnprocessableError
from jungle.server.game import adapter
from jungle.server.game.terms import Terms
from jungle.server.identity.accounts import User
from jungle.server.identity.users import UserRow
from jungle.server.mail import listings
from jungle.server.mail.board_commands import BoardCommands, Reply, Sender
from jungle.server.mail.help import help_text
from jungle.server.mail.outbox import wrap_lines
from jungle.server.mail.parser import MailCommand, parse, redacted
from jungle.server.storage.database import StorageError

log = logging.getLogger("jungle.server.mail")

USUAL_RULES = "gamerz"
USUAL_DAYS = 7
BODY_LIMIT = 4000


class MailCommands(BoardCommands):
    """One parser and one set of commands, however a command arrives."""

    async def run(self, subject: str, body: str, sender: Sender) -> Reply:
        """Carry out a command. Errors are reported in the reply."""
        log.info("%s by %s", redacted(subject), sender.channel)
        metrics.mails_in.labels(sender.channel).inc()
        try:
            command = parse(subject, body[:BODY_LIMIT])
            handler = GENERAL[command.name] if command.game is None else OF_A_GAME[command.name]
            reply = await handler(self, command, sender)
        except RequestError as error:
            reply = Reply(f"{error}\n", error.status)
        except StorageError as error:
            log.error("%s", error)  # The database's own message is only for the log.
            reply = Reply("the server cannot save anything at the moment; try again later\n", 503)
        except JungleError as error:
            reply = Reply(f"{error}\n", 422)
        if isinstance(reply, str):
            reply = Reply(reply)
        return replace(reply, text=wrap_lines(reply.text))

    # Accounts

    async def help(self, command: MailCommand, sender: Sender) -> str:
        return help_text(command.words)

    async def sign_up(self, command: MailCommand, sender: Sender) -> str:
        name, password, *addresses = command.take(2)
        address = addresses[0] if addresses else sender.address
        await self.services.limits.take("signup", sender.source)
        if address is not None:
            await self.services.links.check_address(address)
        by_mail = sender.channel == "smtp"
        secrets = {"mail_password": password} if by_mail else {"password": password}
        user = await self.services.accounts.sign_up(name, mail_moves="always", **secrets)
        if address is None:
            return f"Welcome, {name}. You have no email address yet; set one with: change address\n\n{help_text()}"
        await self.services.links.ask_address(user.id, user.name, address)
        return f"Welcome, {name}. {_sent(address)}\n\n{help_text()}"

    async def change_password(self, command: MailCommand, sender: Sender) -> str:
        name, old, new = command.take(3, 3)
        user = await self._check_owner(name, old, sender)
        if sender.channel == "smtp":
            hashed = await self.services.passwords.hash(new)
            await self.services.links.ask_owner(user, "mail-password", hashed)
            return "A confirmation link is on its way to your address.\n"
        await self.services.accounts.set_mail_password(user.id, new)
        return "Your play-by-email password has been changed.\n"

    async def change_address(self, command: MailCommand, sender: Sender) -> str:
        name, password, *addresses = command.take(2)
        user = await self._check_owner(name, password, sender)
        address = addresses[0] if addresses else sender.address
        if address is None:
            await self.services.links.remove_address(user.id)
            return "Your email address has been removed. You will not get any more email.\n"
        await self.services.links.check_address(address)
        row = await self.services.accounts.find(name)
        # A play-by-email password must not be enough to move an account to another address. An account whose address
        # was never confirmed belongs to nobody yet.
        if sender.channel == "smtp" and (row.address is not None or row.password is not None):
            await self.services.links.ask_owner(user, "change-address", address)
            return "A confirmation link is on its way to your current address.\n"
        await self.services.links.ask_address(user.id, user.name, address)
        return f"{_sent(address)}\n"

    async def sign_off(self, command: MailCommand, sender: Sender) -> str:
        name, password = command.take(2, 2)
        user = await self._check_owner(name, password, sender)
        row = await self.services.accounts.find(name)
        if row.address is None and sender.channel != "smtp":
            links = self.services.links
            code = await self.services.database.write(lambda connection: links.new_code(connection, user.id, "close"))
            return f"To resign your games and close your account permanently, send:\n\n    confirm {code}\n"
        await self.services.links.ask_owner(user, "close")
        return "A confirmation link is on its way to your address.\n"

    async def confirm_code(self, command: MailCommand, sender: Sender) -> str:
        """Does the same as opening an emailed link, for users without a browser at hand."""
        (code,) = command.take(1, 1)
        await self.services.limits.take("login", sender.source)
        return CONFIRMED[await self.services.confirm(code)]

    async def _check_owner(self, name: str, password: str, sender: Sender) -> User:
        """Check the account password over HTTP. By email, check the other one, which can only request a link."""
        channel = "mail_password" if sender.channel == "smtp" else "password"

        async def check_code(user: User) -> None:
            if channel == "password":
                await self.services.second_factors.check(user.id, None)

        attempts = self.services.attempts
        return await attempts.check_password(name, password, sender.source, channel=channel, then=check_code)

    async def message(self, command: MailCommand, sender: Sender) -> str:
        name, password, *others = command.take(3)
        user = await self.check(name, password, sender)
        await self.services.limits.take("chat", user.id)
        if not command.body.strip():
            raise UnprocessableError("expected the message in the body of the email")
        for other in others[:10]:
            await self.services.messages.send(user, other, command.body)
        return f"Sent to {', '.join(others[:10])}.\n"

    async def set_size(self, command: MailCommand, sender: Sender) -> str:
        name, password = command.take(2, 2)
        user = await self.check(name, password, sender)
        await self.services.accounts.update(user.id, board_size=command.name)
        return f"Your boards are now {command.name}.\n"

    # Challenges

    async def challenge(self, command: MailCommand, sender: Sender) -> str:
        first, second = command.take(2, 2)
        terms = self._terms(command)
        one, two = await self.services.accounts.find(first), await self.services.accounts.find(second)
        named = {row.id: row for row in (one, two)}
        known = self._known(sender, one, two)
        challenger = named[known] if known is not None else one
        challenged = two if challenger is one else one
        colour = "blue" if challenger is one else "red"
        terms = Terms(terms.game, terms.rules, None, 0, terms.days, colour, terms.rated)
        assert terms.days is not None  # Games by email have no clock.
        user = User(challenger.id, challenger.name, challenger.kind)
        await self.services.limits.take("challenge", user.id)
        view = await self.services.lobby.challenge(user, challenged.name, terms, confirmed=known is not None)
        who = challenged.name if known is not None else f"{challenger.name} and {challenged.name}"
        return (
            f"Board {view['number']}: {one.name} (Blue) against {two.name} (Red), {terms.rules} rules, "
            f"{counted(terms.days, 'day')} per move.\n"
            f"The game starts when {who} accept{'s' if known is not None else ''}:\n\n"
            f"    {command.game} accept {view['number']} userid password\n"
        )

    @staticmethod
    def _known(sender: Sender, *rows: UserRow) -> int | None:
        """The id of the named player who sent this, if known. Raises ForbiddenError if it was neither of the two."""
        for row in rows:
            if sender.user is not None and row.id == sender.user.id:
                return row.id
            if sender.address is not None and (row.address or "").lower() == sender.address.lower():
                return row.id
        if sender.user is not None or sender.address is not None:
            raise ForbiddenError("a challenge must be sent by one of the two players", "not_a_player")
        return None

    @staticmethod
    def _terms(command: MailCommand) -> Terms:
        assert command.game is not None
        named, days, rated = adapter.rule_sets(command.game), USUAL_DAYS, True
        rules = USUAL_RULES if USUAL_RULES in named else None
        for option in command.options:
            name, _, value = option[1:].partition("=")
            if name in ("unrated", "casual"):
                rated = False
            elif name == "rated":
                rated = True
            elif name == "days" and value.isdigit() and value.isascii():
                days = int(value[:4])
            elif name == "rules":
                rules = value
            elif name in named:
                rules = name
            else:
                raise UnprocessableError(f"expected -rules=NAME, -days=N or -unrated; got {option!r}", "usage")
        rated = rated and (rules is None or rules in named)
        return Terms.make(game=command.game, rules=rules, clock=None, days=days, colour="blue", rated=rated, fen=None)

    async def accept(self, command: MailCommand, sender: Sender) -> Reply:
        board, name, password = command.take(3, 3)
        user = await self.check(name, password, sender)
        row = await self.services.lobby.accept(user, board)
        if row is None:
            return Reply(f"Accepted. Board {board} starts once your opponent has accepted too.\n")
        return await self._moved(row.id, user, sender)

    async def decline(self, command: MailCommand, sender: Sender) -> str:
        board, name, password = command.take(3, 3)
        user = await self.check(name, password, sender)
        await self.services.lobby.decline(user, board)
        return f"Declined: board {board} will not be played.\n"

    # Lists

    async def games_of(self, command: MailCommand, sender: Sender) -> str:
        name, *which = command.take(1, 2)
        return await listings.games_of(self.services, command.game, name, which[0].lower() if which else "active")

    async def all_show(self, command: MailCommand, sender: Sender) -> str:
        name, *which = command.take(1, 2)
        return await listings.games_of(self.services, None, name, which[0].lower() if which else "active")

    async def list(self, command: MailCommand, sender: Sender) -> str:
        return await listings.running(self.services, [word.lower() for word in command.words])

    async def ratings(self, command: MailCommand, sender: Sender) -> str:
        return await listings.ratings_of(self.services, command.game or adapter.kinds()[0])

    async def standings(self, command: MailCommand, sender: Sender) -> str:
        return await listings.standings(self.services, command.game or adapter.kinds()[0])

    async def history(self, command: MailCommand, sender: Sender) -> str:
        return await listings.history(self.services, command.game or adapter.kinds()[0])


def _sent(address: str) -> str:
    return f"To receive email at {address}, open the link we have sent there."


CONFIRMED = {
    "address": "Your address has been confirmed.\n",
    "change-address": "A confirmation link is on its way to your new address.\n",
    "mail-password": "Your play-by-email password has been changed.\n",
    "close": "Goodbye. Your games have been resigned and your account is closed.\n",
    "restore": "Your address has been restored and all sessions have ended. Request a new password on the web.\n",
}

Handler = Callable[[MailCommands, MailCommand, Sender], Awaitable[str | Reply]]

GENERAL: dict[str, Handler] = {
    "help": MailCommands.help,
    "signup": MailCommands.sign_up,
    "change password": MailCommands.change_password,
    "change address": MailCommands.change_address,
    "signoff": MailCommands.sign_off,
    "confirm": MailCommands.confirm_code,
    "list": MailCommands.list,
    "message": MailCommands.message,
    "all show": MailCommands.all_show,
}
OF_A_GAME: dict[str, Handler] = {
    "help": MailCommands.help,
    "standings": MailCommands.standings,
    "ratings": MailCommands.ratings,
    "history": MailCommands.history,
    "games": MailCommands.games_of,
    "show": MailCommands.show,
    "challenge": MailCommands.challenge,
    "accept": MailCommands.accept,
    "decline": MailCommands.decline,
    "move": MailCommands.move,
    "plan": MailCommands.plan,
    "resign": MailCommands.resign,
    "chat": MailCommands.chat,
    "submit": MailCommands.submit,
    "confirm": MailCommands.confirm,
    "preview": MailCommands.preview,
    "small": MailCommands.set_size,
    "large": MailCommands.set_size,
}
