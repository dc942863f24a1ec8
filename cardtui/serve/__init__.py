"""The tables in a browser page: `cardtui serve` (extra `serve`).

A visitor is a browser with a cookie. Each has a folder of its own and at most one program, which draws into the page
over a websocket: `server` (HTTP), `tickets` (token and cookies), `visits` (who is there, and limits), `program` (one
program seen from the server), `visitor` (that program, confined), `driver` (its terminal: the page).
"""
