"""Schafkopf's table in German: a sentence for each English one. Only data."""

from __future__ import annotations

from ...text.language import Language
from .german_phrases import PHRASES
from .german_table import KEYS, TABLE
from .words import words_in

_NAMES = {
    "You": "Du",
    "you": "du",
    "Player 1": "Spieler 1",
    "Player 2": "Spieler 2",
    "Player 3": "Spieler 3",
    "Player 4": "Spieler 4",
    "trump": "Trumpf",
    "trumps": "Trumpf",
    "trick": "Stich",
    "declarer": "Spieler",
    "partner": "Mitspieler",
    "partner?": "Mitspieler?",
    "the partner": "der Mitspieler",
    "not the partner": "nicht der Mitspieler",
    "dealer": "Geber",
    "forehand": "Vorhand",
    "bid": "Ansage",
    "knock": "Klopf.",
    "Kontra": "Kontra",
    "value": "Wert",
    "share": "Anteil",
    "total": "gesamt",
    "cents": "Cent",
    "Klopfen": "Klopfen",
    "Bidding": "Ansagen",
}
_COUNTS = {
    "{count} card": "{count} Karte",
    "{count} cards": "{count} Karten",
    "{count} trick": "{count} Stich",
    "{count} tricks": "{count} Stiche",
    "{count} tr": "{count} St",
    "{count} points": "{count} Augen",
    "{count} pts": "{count} Aug.",
    "{count} trump": "{count} Trumpf",
    "{count} trumps": "{count} Trümpfe",
    "{count} plain card": "{count} Beikarte",
    "{count} plain cards": "{count} Beikarten",
    "{count} of {all} tricks": "{count} von {all} Stichen",
    "{count} of {all} trumps": "{count} von {all} Trümpfen",
    "{tricks} with {points} points": "{tricks} mit {points} Augen",
    "{gone}/{all} gone, {out} out": "{gone}/{all} weg, {out} noch",
    "declarer {one} others {two}": "Spieler {one} Gegner {two}",
    "{one} and {two}": "{one} und {two}",
    "{first} to {last}": "{first} bis {last}",
    "{places} or {last}": "{places} oder {last}",
}
_BIDDING = {
    "Who plays?": "Wer spielt?",
    "all passed": "alle weiter",
    "All passed": "Alle sind weiter",
    "no bid yet": "noch kein Spiel",
    "nobody has bid yet": "noch spielt keiner",
    "KLOPFEN?": "KLOPFEN?",
    "YOUR BID": "WEITER ODER SPIELEN?",
    "YOUR CHOICE": "DEINE WAHL",
    "yet to speak": "wartet noch",
    "at best {value}": "höchstens {value}",
    "{weiter}, or spielen: {games}": "{weiter} oder spielen: {games}",
    "which game?": "welches Spiel?",
    "{typed} may be {choices}": "{typed} kann heißen: {choices}",
    "{typed} means nothing here: {wanted}": "{typed} bedeutet hier nichts: {wanted}",
    "there is no {number} to choose: {wanted}": "die {number} gibt es nicht: {wanted}",
    "type {choices}": "tippe {choices}",
    "type 1 to {count} or a name, such as {name}": "tippe 1 bis {count} oder ein Wort wie {name}",
    "Kontra is asked, ": "Kontra ist gefragt, ",
    "Re is asked, ": "Re ist gefragt, ",
    "it is not your turn": "du bist nicht dran",
    "Enter {does}, nothing else is allowed": "Enter {does}, etwas anderes geht nicht",
    "Enter {does}: nothing else is allowed": "Enter {does}: etwas anderes geht nicht",
    "Enter passes: only the other side says Kontra": "Enter sagt weiter: Kontra sagen nur die Gegner",
    "Enter passes: only the declarer's side says Re": "Enter sagt weiter: Re sagt nur die Partei des Spielers",
    "plays {card}": "spielt {card}",
    "passes": "sagt weiter",
    "says {said}": "sagt {said}",
    "play {card}": "{card} spielen",
    "say {said}": "„{said}“ sagen",
    ", with {count}": ", mit {count}",
    ", without {count}": ", ohne {count}",
    "{cents} cents from an opponent": "{cents} Cent von einem Gegner",
    "{cents} cents from each of three": "{cents} Cent von jedem der drei",
    "{said}: the deal then pays {times} times its price": "{said}: das Spiel zählt dann {times}-fach",
    ", {count} knocked": ", {count} geklopft",
    ", {cents} cents in the Stock": ", {cents} Cent im Stock",
    "{contract}{more}: each for himself": "{contract}{more}: jeder für sich",
    "{contract}, played by {name}": "{contract}, Spieler: {name}",
}
_PLAY = {
    "a card by its number or face, such as {card}": "eine Karte mit Nummer oder Namen, etwa {card}",
    "a card, such as {card}, or c for Kontra": "eine Karte, etwa {card}, oder c für Kontra",
    "{card} leads {suit}: {points} points": "{card} spielt {suit} an: {points} Augen",
    "{card} takes the trick: {points}": "{card} sticht: {points}",
    "{card}: {best} takes the trick: {points}": "{card}: der Stich geht an {best}: {points}",
    "{card} wins the trick so far: {points}": "{card} liegt vorn: {points}",
    "{card}: {best} stays ahead: {points}": "{card}: {best} bleibt vorn: {points}",
    "{lying} + {more} = {sum} points": "{lying} + {more} = {sum} Augen",
    " · shows the called ace": " · zeigt die gerufene Sau",
    " · searches for {ace}": " · sucht {ace}",
    " · runs away (Davonlaufen: {count} of the suit)": " · läuft davon (Davonlaufen: {count} der Farbe)",
    "Your hand": "Deine Karten",
    "hand covered": "Karten verdeckt",
    "any card": "jede Karte",
    "you lead": "du kommst raus",
    "you lead: play {places}": "du kommst raus: {places}",
    "lead {places}": "raus mit {places}",
    "{suit} was led: play {places}": "{suit} ist angespielt: {places}",
    "{suit} led: {places}": "{suit} gefragt: {places}",
    "play {places}": "spiel {places}",
    "no {suit}": "ohne {suit}",
    "trick {number}": "Stich {number}",
    "last trick": "letzter Stich",
    "You took it": "Du hast ihn",
    "You hold it": "Du liegst vorn",
    "{name} took it": "{name} hat ihn",
    "{name} holds it": "{name} liegt vorn",
    "Trick: {cards}. {best} wins it so far, {points} points.": "Stich: {cards}. {best} liegt vorn, {points} Augen.",
    "Last trick: {cards}, taken by {name}.": "Letzter Stich: {cards} ({name}).",
    "The trick, {points} points, goes to {name}.": "Der Stich, {points} Augen: {name}.",
}
_REASONS = {
    "no": "kein",
    "one": "ein",
    "two": "zwei",
    "three": "drei",
    "four": "vier",
    "five": "fünf",
    "six": "sechs",
    "seven": "sieben",
    "eight": "acht",
    "{number} Ober": "{number} Ober",
    "{number} Obers": "{number} Ober",
    "{number} Unter": "{number} Unter",
    "{number} Unters": "{number} Unter",
    "{number} trump": "{number} Trumpf",
    "{number} trumps": "{number} Trümpfe",
    "no trumps": "kein Trumpf",
    "{trumps} with {high}": "{trumps}, davon {high}",
    "{trumps}: {high}": "{trumps}: {high}",
    "{trumps}; the holder of {ace} is the partner": "{trumps}; wer {ace} hat, ist Mitspieler",
    "{trumps}; alone": "{trumps}; allein",
    "{trumps}; alone, and the others may take no trick": (
        "{trumps}; allein, und die anderen dürfen keinen Stich machen"
    ),
    "holds the highest trumps and no other card": "hat die höchsten Trümpfe und sonst nichts",
    "doubles what the deal pays, won or lost": "verdoppelt das Spiel, gewonnen oder verloren",
    "leaves what the deal pays as it is": "lässt den Preis des Spiels, wie er ist",
    "does not double the deal": "verdoppelt das Spiel nicht",
    "offers no game; {trumps} in a Sauspiel": "sagt kein Spiel an; {trumps} im Sauspiel",
    "trumps in": "sticht mit Trumpf",
    "takes the trick": "macht den Stich",
    "goes ahead in the trick": "liegt dann vorn",
    "{how} with the lowest winner": "{how}, mit der niedrigsten Karte, die reicht",
    "{how}: {count} points in it": "{how}: {count} Augen",
    "{how}: {count} points in it so far": "{how}: bisher {count} Augen",
    "a partner who is winning": "dem Mitspieler, der vorn liegt",
    "an opponent who is winning": "einem Gegner, der vorn liegt",
    "another's trick": "einem anderen, der vorn liegt",
    "gives {points} to {whom}": "gibt {whom}, {points}",
    "throws {points} to {whom}": "wirft ab und gibt {whom}, {points}",
    "{thrown}: {count} lie there already": "{thrown}: {count} liegen schon da",
    "shows the called ace: everybody knows the partner then": (
        "zeigt die gerufene Sau: dann kennen alle den Mitspieler"
    ),
    "runs away: {ace} stays in the hand": "läuft davon: {ace} bleibt in der Hand",
    "searches the called ace: whoever holds {ace} must play it": (
        "sucht die gerufene Sau: wer {ace} hat, muss sie spielen"
    ),
    "{count} higher trump unseen": "noch {count} höherer Trumpf draußen",
    "{count} higher trumps unseen": "noch {count} höhere Trümpfe draußen",
    "no higher trump is left in other hands": "kein höherer Trumpf ist mehr draußen",
    "{count} higher {suit} unseen": "noch {count} höhere in {suit} draußen",
    "only a trump beats {card}": "{card} sticht nur ein Trumpf",
    "no card in other hands beats {card}": "keine Karte der anderen sticht {card}",
    "leads {suit}, {points}: {over}": "spielt {suit} an, {points}: {over}",
    "{count} point": "{count} Auge",
    "no points": "keine Augen",
}
"""What a bid or a card does."""
_REFUSALS = {
    "§2.4: the deal is over": "§2.4: das Spiel ist aus",
    "§3: now knock, or pass": "§3: jetzt darf jeder klopfen, oder weiter",
    "§9.3: a Ramsch is never bid, only played when all pass": (
        "§9.3: ein Ramsch wird nicht angesagt, nur gespielt, wenn alle weiter sagen"
    ),
    "§4.1: Herz is never called, it is trump": "§4.1: Herz wird nie gerufen, es ist Trumpf",
    "§4.1: {ace} is in this hand, so it cannot be called": "§4.1: {ace} hat man selbst, so kann man sie nicht rufen",
    "§4.1: to call {ace}, a plain {suit} card is needed; Ober and Unter are trumps": (
        "§4.1: um {ace} zu rufen, braucht es eine {suit}-Karte; Ober und Unter sind Trumpf"
    ),
    "§4.6: a Sie needs the {count} highest cards": "§4.6: ein Sie braucht die {count} höchsten Karten",
    "§5: now bid a game, or pass": "§5: jetzt wird angesagt, oder weiter",
    "§5.5: {name} is not more than {best}": "§5.5: {name} ist nicht mehr als {best}",
    "§6: now say Kontra, or pass": "§6: jetzt ist Kontra gefragt: sag es, oder weiter",
    "§6: now say Re, or pass": "§6: jetzt ist Re gefragt: sag es, oder weiter",
    "§6.1: there is no declarer to say Kontra to": "§6.1: es gibt keinen Spieler, dem man Kontra geben kann",
    "§6.1: Kontra has been said already": "§6.1: Kontra ist schon gesagt",
    "§6.1: only the other side says Kontra; the holder of the called ace is on the declarer's side": (
        "§6.1: Kontra sagen nur die Gegner; wer die gerufene Sau hat, gehört zum Spieler"
    ),
    "§6.1: Kontra is said before the lead": "§6.1: Kontra sagt man vor dem Ausspielen",
    "§6.2: say Kontra before playing your first card": "§6.2: Kontra sagt man vor der eigenen ersten Karte",
    "§6.3: Re is said only after Kontra": "§6.3: Re sagt man nur nach Kontra",
    "§6.3: Re is said only by the declarer's side": "§6.3: Re sagt nur die Partei des Spielers",
    "§7: {card} is not in this hand": "§7: {card} hast du nicht",
    "§7: there is no card {number}: yours are 1 to {count}": (
        "§7: eine Karte {number} gibt es nicht: du hast 1 bis {count}"
    ),
    "§7: now play a card; it is too late for {said}": "§7: jetzt wird eine Karte gespielt; {said} kommt zu spät",
    "§7.2: {suit} was led and must be followed: {cards}": "§7.2: {suit} ist angespielt, zugeben: {cards}",
    "§7.4: {suit} was led, so the called ace {ace} must be played": (
        "§7.4: {suit} ist angespielt, die gerufene Sau {ace} muss fallen"
    ),
    "§7.5: the called ace {ace} is not thrown off before the last trick": (
        "§7.5: die gerufene Sau {ace} darf vor dem letzten Stich nicht abgeworfen werden"
    ),
    "§7.6: to lead {card} from under the called ace, its holder needs four cards of that suit, the ace among them;"
    " the ace itself may be led": (
        "§7.6: mit {card} läuft unter der gerufenen Sau nur davon, wer vier Karten der Farbe hat, die Sau dabei;"
        " die Sau selbst darf kommen"
    ),
    "§9.4: all have passed, so the holder of the Eichel-Ober must play": (
        "§9.4: alle sind weiter, also muss spielen, wer den Eichel-Ober hat"
    ),
    "§12: {name} is not played under these rules ({rules})": (
        "§12: {name} wird nach diesen Regeln nicht gespielt ({rules})"
    ),
}
_SETTLEMENT = {
    "Schneider {cents}, Schwarz {cents} more": "Schneider {cents}, Schwarz noch {cents}",
    "Sauspiel {cheap}, Wenz and Solo {dear}": "Sauspiel {cheap}, Wenz und Solo {dear}",
    "from {count}": "ab {count}",
    "from 3, in a Wenz from 2": "ab 3, beim Wenz ab 2",
    "each of the Laufende {cents}, {counted}": "jeder Laufende {cents}, {counted}",
    "most points lose": "die meisten Augen verlieren",
    "doubled for each seat without a trick": "doppelt für jeden ohne Stich",
    "all tricks win {cents}": "alle Stiche gewinnen {cents}",
    "all of it times {times}": "alles mal {times}",
    "You win": "Du gewinnst",
    "You lose": "Du verlierst",
    "{name} wins": "{name} gewinnt",
    "{name} loses": "{name} verliert",
    "You and {name} win": "Du und {name} gewinnt",
    "You and {name} lose": "Du und {name} verliert",
    "{one} and {two} win": "{one} und {two} gewinnen",
    "{one} and {two} lose": "{one} und {two} verlieren",
    " by Durchmarsch": " durch Durchmarsch",
    " with {points} points in {tricks}": " mit {points} Augen ({tricks})",
    "with {points} against {others}": "mit {points} zu {others}",
    "with {what}": "mit {what}",
    "with {cards}": "mit {cards}",
    "without {cards}": "ohne {cards}",
    ", no Laufende (they count from {count})": ", keine Laufenden (sie zählen ab {count})",
    ", times {factor} ({factors})": ", mal {factor} ({factors})",
    "{cents} cents each": "je {cents} Cent",
    "{cents} ct each": "je {cents} ct",
    "Paid: {paid}.": "Bezahlt: {paid}.",
    "nothing is paid.": "bezahlt wird nichts.",
    " The same dealer deals again.": " Derselbe gibt noch einmal.",
    "each pays {cents} cents into the Stock, now {full}.": "jeder zahlt {cents} Cent in den Stock, jetzt {full}.",
    "{share} each": "je {share}",
    "You take {share} from it": "Du nimmst {share} heraus",
    "You pay {share} into it": "Du zahlst {share} hinein",
    "{name} takes {share} from it": "{name} nimmt {share} heraus",
    "{name} pays {share} into it": "{name} zahlt {share} hinein",
    "{name} take {share} from it": "{name} nehmen {share} heraus",
    "{name} pay {share} into it": "{name} zahlen {share} hinein",
    "You and {name} take {share} from it": "Du und {name} nehmt {share} heraus",
    "You and {name} pay {share} into it": "Du und {name} zahlt {share} hinein",
    "fewer tricks": "weniger Stiche",
    "fewer trumps": "weniger Trümpfe",
    "lower cards": "niedrigere Karten",
    "; You have as many, but {less}": "; Du hast genauso viele, aber {less}",
    "; {name} has as many, but {less}": "; {name} hat genauso viele, aber {less}",
    "{name} had {cards}.": "{name}: {cards}.",
    "You had {ace}, which fell in trick {trick}": "Du hattest {ace}, gefallen im {trick}. Stich",
    "{name} had {ace}, which fell in trick {trick}": "{name} hatte {ace}, gefallen im {trick}. Stich",
    "all tricks": "alle Stiche",
    "the most points": "die meisten Augen",
    "AS DEALT": "DIE BLÄTTER",
    "tricks and points on the right": "rechts Stiche und Augen",
    "Match to {names}.": "Sieger der Partie: {names}.",
}
SENTENCES = _NAMES | _COUNTS | _BIDDING | _PLAY | _REASONS | _REFUSALS | _SETTLEMENT | TABLE | KEYS
_SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"})


def spelled(text: str) -> str:
    """Return a text without umlauts, as they are written in ASCII.

    >>> spelled("Trümpfe draußen")
    'Truempfe draussen'
    """
    return text.translate(_SPELLED)


WORDS = words_in(Language(SENTENCES, PHRASES, " ", ","))
_SENTENCES, _PHRASES = ({english: spelled(german) for english, german in said.items()} for said in (SENTENCES, PHRASES))
ASCII = words_in(Language(_SENTENCES, _PHRASES, " ", ","))
"""The words for the setting `ascii`."""
