"""Tutorial and help for Schafkopf. The example deal is the first of RULES.md §14."""

TUTORIAL = """\
Four players, 32 cards, 120 points: ace 11, ten 10, king 4, Ober 3,
Unter 2. The declarer's side needs 61.

TRUMPS in a Sauspiel, the highest first: the Obers EO GO HO SO, the
Unters EU GU HU SU, then Herz HA H10 HK H9 H8 H7. The other suits,
Eichel, Gras, Schellen, rank A 10 K 9 8 7. Follow suit, and trump is
a suit.

SAUSPIEL  call the ace of a suit of which you hold another card: who
          holds it is your partner, and nobody knows who that is
          until it falls. If its suit is led, it must be played.
WENZ      alone against three, only the Unters are trumps.
SOLO      alone against three, Obers, Unters and a suit you choose.

A DEAL    You hold EO GO HO GU HA G9 E9 E7 and call EA.
 1  You EO*   Toni HK   Sepp H10  Vroni H7   17  (* takes the trick)
 2  You E7    Toni E8   Sepp EA*  Vroni E10  21  the ace must fall
 3  Sepp S7   Vroni SA  You HA*   Toni S8    22
 4  You GO*   Toni HU   Sepp SU   Vroni H9    7
 5  You HO*   Toni EU   Sepp H8   Vroni G7    5
 6  You E9    Toni EK   Sepp SO*  Vroni GA   18
 7  Sepp S10* Vroni S9  You G9    Toni SK    14
 8  Sepp GK   Vroni G10 You GU*   Toni G8    16
You and Sepp have all 120 points and all tricks. Toni and Vroni pay
80 each: 20, Schneider 10, Schwarz 10, four Laufende (EO GO HO SO) 40.

Type what you see under the cards, or its name:
  2  or  auf die Blaue   a Sauspiel on the ace of Gras; 1 or weiter
                         passes (die Alte is EA, die Bumpel SA)
  3  or  EO              play that card
  c  or  Kontra          the deal counts double
The line below tells what it would do before you press Enter.
"""

HELP = """\
TYPING   3   EO   h10  a card by its number or face
         1   weiter    the first of the choices, or pass
         auf die Alte  a bid in words, or short: al, g-s, w
         spielen       first say that you play, then which game
         Kontra, Re    or c, r
         Enter alone   the only thing that is allowed
Clicking a card or a choice types for you; so do the arrow keys with
space.

CARDS    E Eichel ♣, G Gras ♠, H Herz ♥, S Schellen ♦; A ace,
         K king, O Ober (queen), U Unter (jack). ^p switches to French
         suits or ASCII, the setting `language` to German.
         Framed: the card that wins the trick so far. Pale cards in
         your hand cannot be played now.
COUNT    Trumps: light ones are in your hand, dots have been played.
         Below: the other suits, and which players have shown that
         they have none of a suit; the points of each side as far as
         you can know them, ? where you cannot (all of them in open
         mode of the bots' panel).
         Here and after each move, who may hold a card: in how many of
         all deals that fit what has been seen that player has it. In
         a small window this is on the page with the scores (F3).
TRICK    One line for each trick: ▸ led it, the filled card took it,
         its points are at the end.
TABLE    A gold edge: this seat is to move. ★: it is on the declarer's
         side, as far as you know. In the bidding the coach's value,
         its error and its share stand beside each choice, and your
         hand is sorted for the game that you type. At the end of the
         deal: what it pays, and all hands as they were dealt.
BOTS     ×2 behind an option: two that are worth the same, such as the
         nine and the eight of a suit.

THE GAME Sauspiel < Wenz < Solo. The highest bid plays, of equal ones
the earliest. The declarer's side wins with 61 points. With 91 the
others are Schneider, with 30 or fewer it is itself; a side without a
trick is Schwarz. Laufende, the highest trumps without a gap, count
from three (Wenz: two). The page with the scores (F3) shows what the
deal pays, and at its end how it is settled.

"""
