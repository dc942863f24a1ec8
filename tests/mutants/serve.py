"""Defects of the tables in a browser: who comes in, what is refused, what ends."""

from __future__ import annotations

from .planting import defects

DOOR, TABLES, NAMED = "tests/serve/test_door.py", "tests/serve/test_tables.py", "tests/test_visitors.py"

SERVE = (
    *defects(
        "cardtui/serve/server.py",
        DOOR,
        ("serve: a page from elsewhere opens a table", "origin.netloc != request.host or ", ""),
        ("serve: any host is answered without a token", "not in LOOPBACK:\n", 'in ("",):\n'),
        ("serve: a wrong token comes in", "if not self.tickets.fits(token):", "if not token:"),
        ("serve: a wrong token costs nothing", "await asyncio.sleep(WRONG_TOKEN)", "pass"),
        ("serve: a page of any size", "if all(low", "if width or all(low"),
        ("serve: a message may be as long as it likes", "max_msg_size=LONGEST", "max_msg_size=0"),
        ("serve: everything may be loaded", "default-src 'none'; ", "default-src *; "),
    ),
    *defects(
        "cardtui/serve/tickets.py",
        DOOR,
        ("serve: a ticket is taken at its word", "or not same(found[2], self._proof(found[1]))", ""),
    ),
    *defects(
        "cardtui/serve/visitor.py",
        f"{TABLES} -k types_of",
        ("serve: exports fail where a system lists types of files", "mimetypes.knownfiles.clear()", "pass"),
    ),
    *defects(
        "cardtui/serve/visits.py",
        TABLES,
        ("serve: a place for one more", "len(self.by_name) >= self.limits", "len(self.by_name) > self.limits"),
        ("serve: memory is not watched", "if used.memory > limits.memory:", "if used.memory > 1 << 60:"),
        ("serve: a page that comes again stays empty", "await visit.program.draw_again()", "pass"),
        ("serve: somebody comes where the disk is full", "> self.limits.disk:", "> 1 << 60:"),
        ("serve: who writes on is not ended", "> before.get(name, 0) and not", "< 0 and not"),
    ),
    *defects(
        "cardtui/serve/visitor.py",
        TABLES,
        ("serve: a program that is not confined goes on", "        return 1\n", "        pass\n"),
    ),
    *defects(
        "cardtui/system/confinement.py",
        "tests/test_confinement.py",
        ("confinement: connections are free", "_Ruleset(every, _TCP, _OUTSIDE)", "_Ruleset(every, 0, _OUTSIDE)"),
        ("confinement: files may be removed", "_Ruleset(every, _TCP", "_Ruleset(every & ~48, _TCP"),
    ),
    *defects(
        "cardtui/registry/__init__.py",
        NAMED,
        ("visitors: a bot's folder may be named", "if wanted.is_folder or wanted.is_class:", "if wanted.is_class:"),
        (
            "visitors: weights may be anywhere",
            '        visitors.refuse_path("a folder of weights")\n',
            "        pass\n",
        ),
    ),
)
