"""Play over the network: a table whose referee runs at the host's terminal, with people at other ones.

The referee alone knows the match. Each seat, the host's own too, hears over TCP what it may see (`Table`), in lines of
JSON, and asks for moves. What is sent is not encrypted: that is left to ssh or a tunnel.

`referee` is the server, `seat` the client, over a `link` that is made again when it breaks; `messages` are what they
send, `door` the address, the code to join, and the tokens of the seats.
"""

from .door import Address, Door, Key, address
from .link import Ended, Link, answered, greet
from .messages import WRONG_CODE, Table
from .referee import Referee
from .seat import RemoteTableside, Seat

__all__ = [
    "WRONG_CODE",
    "Address",
    "Door",
    "Ended",
    "Key",
    "Link",
    "Referee",
    "RemoteTableside",
    "Seat",
    "Table",
    "address",
    "answered",
    "greet",
]
