"""Who may come in, and who is who: the token of a server, and the cookie by which a browser is known again.

A ticket (the cookie's content) is a random name, and with it a proof that the server with this token gave it out.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from ..core import Refusal

LEAST = 12
"""The fewest characters of a token."""
_TICKET = re.compile(r"([0-9a-f]{32})\.([0-9a-f]{64})")
_TOKEN = re.compile(r"[A-Za-z0-9_.~-]+")


def token(text: str) -> str:
    """Return the token that `text` is, a new one for none. Raises Refusal if it can be guessed, or not be in a link."""
    if not text:
        return secrets.token_urlsafe(16)
    if len(text) < LEAST or not _TOKEN.fullmatch(text):
        raise Refusal(f"a token has at least {LEAST} letters, digits or - _ . ~; without TEXT a new one is made")
    return text


def same(one: str, other: str) -> bool:
    """Return whether two secrets are equal, in constant time."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


class Tickets:
    """The tickets of a server; `token` is "" where everybody who can reach it may come in."""

    def __init__(self, token: str) -> None:
        self.token = token

    def new(self) -> str:
        """Return a ticket for a new visitor."""
        name = secrets.token_hex(16)
        return f"{name}.{self._proof(name)}"

    def visitor(self, ticket: str) -> str | None:
        """Return the name of the folder of the visitor with this ticket; None if it is none of this server."""
        found = _TICKET.fullmatch(ticket)
        if found is None or not same(found[2], self._proof(found[1])):
            return None
        return hashlib.sha256(found[1].encode()).hexdigest()[:32]

    def fits(self, text: str) -> bool:
        """Return whether that is the token."""
        return bool(self.token) and same(text, self.token)

    def _proof(self, name: str) -> str:
        return hmac.new(self.token.encode(), name.encode(), hashlib.sha256).hexdigest()
