# ruff: noqa: E501 - a row a line

from __future__ import annotations

from .planting import defects

TABLE, BACK, SEAT, SCREENS, LEAKS = (
    f"tests/remote/test_{name}.py" for name in ("table", "back", "seat", "screens", "leaks")
)

# fmt: off
REMOTE = (
    *defects(
        "cardtui/remote/referee.py",
        TABLE,
        ("referee: every seat hears what the host may see", "            match.observe(seat),\n", "            match.observe(HOST),\n", LEAKS),
        ("referee: a token that fits no seat gets one by the code", "            if asked.token or not self.door.fits(asked.code):\n", "            if not self.door.fits(asked.code):\n"),
        ("referee: a wrong code can be tried at once again", "                await asyncio.sleep(SLOWLY)\n", "                await asyncio.sleep(0)\n"),
        ("referee: a late request is granted", "        if request.ticket != match.ticket:\n", "        if request.ticket > match.ticket:\n"),
        ("referee: anybody moves for whose turn it is", "            if match.turn != seat:\n", "            if match.turn is None:\n"),
        ("referee: a guest deals", "        elif seat != HOST:\n", "        elif seat < HOST:\n"),
        ("referee: who comes back finds a bot on the seat", "            self.match.replace(seat, HUMAN)\n", "            pass\n"),
        ("referee: the record begins with the first move", "                self.match.keep()\n", "", BACK),
        ("referee: the host's leaving is not told", "                guest.writer.write(line({\"bye\": \"the host has left the table\"}))\n", "                pass\n", SCREENS),
        ("referee: who does not read is waited for", "        except (OSError, TimeoutError):\n            guest.writer.transport.abort()\n", "        except OSError:\n            pass\n"),
    ),
    *defects(
        "cardtui/remote/messages.py",
        SEAT,
        ("messages: a line may hold more", "set(message) != set(keys)", "not set(message) >= set(keys)", f"{SEAT} {TABLE}"),
        ("messages: true is a number", "    if type(value) is not int or value < 0:\n", "    if not isinstance(value, int) or value < 0:\n", f"{SEAT} {TABLE}"),
        ("messages: a table that cannot be is believed", "        if game.observe(state, table.seat) != table.seen:\n", "        if game.observe(state, table.seat) is None:\n"),
    ),
    *defects(
        "cardtui/remote/door.py",
        BACK,
        ("door: who came is forgotten", "sorted(self.taken)}\n", "[0]}\n", f"{BACK} {SCREENS}"),
        ("door: others at the machine read the tokens", "json.dumps(kept), private=True)", "json.dumps(kept))"),
        ("door: two people share a key", "            if locked:\n", "            if self._file:\n"),
        ("door: a key that cannot be locked stays open", "                self._file.close()\n                raise OSError", "                raise OSError"),
    ),
    *defects(
        "cardtui/remote/seat.py",
        SEAT,
        ("seat: a move is sent twice", "            raise Refusal(\"your move is on its way …\")\n", "            pass\n"),
        ("seat: the host gets help", "        if action in (\"hint\", \"coach\", ", "        if action in (\"coach\", ", SCREENS),
    ),
)
"""Defects in what people elsewhere are told and may do."""
