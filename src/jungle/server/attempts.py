"""Passwords as they are tried: every check is limited by where it comes from and by whose account it is for."""

import logging
from collections import OrderedDict

from jungle.server.accounts import Accounts, User, name_key
from jungle.server.errors import RequestError
from jungle.server.limits import Limits
from jungle.server.passwords import SOURCE

log = logging.getLogger("jungle.server.access")

MOST_KNOWN = 10_000


class Attempts:
    """Checks passwords and slows down guessing.

    Attempts are limited per source, and per name and source. All unknown sources together share a limit per account;
    a source that has signed in to the account before is exempt, so strangers cannot lock the owner out.
    """

    def __init__(self, accounts: Accounts, limits: Limits) -> None:
        self.accounts = accounts
        self.limits = limits
        self._known: OrderedDict[tuple[str, str], None] = OrderedDict()

    async def check_password(self, name: str, password: str, source: str, *, way: str = "password") -> User:
        """The user of a name and password. Raises LimitedError, and what Accounts.check_password raises."""
        pair = (name_key(name), source)
        SOURCE.set(source)  # Sources take turns at hashing; by mail nobody else says whose turn it is.
        await self.limits.take("login", source)
        await self.limits.take("account_login", pair)
        if pair not in self._known:
            await self.limits.take("account_guess", pair[0])
        try:
            user = await self.accounts.check_password(name, password, way=way)
        except RequestError as error:
            log.info("%s of %r refused from %s: %s", way, pair[0][:40], source, error.code)
            raise
        log.info("%s of %r accepted from %s", way, pair[0], source)
        self._known[pair] = None
        self._known.move_to_end(pair)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return user
