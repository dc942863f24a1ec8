"""Tutorial and help for Zheng Shang You."""

from __future__ import annotations

TUTORIAL = """\
Two players, 18 cards each; 18 more lie aside, unseen. The player who
first has no cards wins. Suits do not matter. From low to high:
3 4 5 6 7 8 9 10 J Q K A 2, black joker BJ, red joker RJ.

LEAD    single 5 · double 55 · triple 555 · bomb 5555 · or a chain:
        ranks in a row, two to four cards of each: 33 444, JJ QQ KK.
FOLLOW  the same pattern higher: over 55 666 go 77 888 and JJ QQQ, not
        JJJ QQ. Or any bomb; over a bomb only a higher one. Or pass,
        also when you could follow: then the other leads anew.

Type what you want to lay, or p to pass:
  5 5      a double of fives, together or apart: 55 too
  33 444   a chain; 10 or t is a ten, bj and rj are the jokers
  #12      the cards with the numbers 1 and 2 below your hand
Or click cards: the third of three fives takes all three.
The line below tells what it would do before you press Enter.
"""

HELP = """\
TYPING   55   5 5     cards by rank, together or apart, suits or not;
         33 444       10 or t is a ten, bj and rj are the jokers
         #12a         cards by their numbers below the hand
         p            pass
         Enter alone  the only thing that is allowed
Clicking a card selects it and those of its rank below it; clicking it
again puts them back. So do the arrow keys with space. Dim cards
cannot be used now.

TABLE    passed on: the lowest play of each pattern that a player let
         go. Certain is only that they did not beat it. Below the
         hand: its chains, triples and bombs. On a large screen also
         all that can be laid, and the fewest turns, to be clicked.
TURNS    The fewest moves that empty your hand if nobody answers.
         ✓ nothing unseen beats it: you lead again after it.
PASSING  What the other passed on: "held back" is proved, since a
         higher play came later. Can the other beat it now? deals: in
         how many of all deals that fit what you see; coach: the same
         with each rank as frequent as the coach expects.
CARDS    laid by: how many cards of each rank each player has laid.
         unseen: how many are in the other hand or set aside.
HISTORY  ▸ leads; the others follow or pass.
BOTS     gap: how far the value of a move is below the best one. In
         coach mode a second bot's values stand beside the coach's
         where it would play differently; expected (on a large
         screen): how many cards of each rank the coach thinks that
         the other holds.

THE GAME 54 cards: 18 for each of two players, 18 set aside. A coin
decides who leads first. Patterns: single, double, triple, bomb (four
of a rank), chain (two or more ranks in a row, two to four cards of
each; a 2 may end it, jokers never belong to it; the two jokers are no
pair). The other player lays a higher one of the same pattern, with as
many links of the same sizes in the same order, or a bomb, or passes.
A chain with four of a rank is no bomb. The first player without cards
wins the deal. A match has ten deals.

"""
