"""German for what comes as finished English text: bots' reasons, the guided deal, messages of all tables. Only data."""

from __future__ import annotations

_BOTS = {
    "any legal action": "alles Erlaubte",
    "any card": "irgendeine Karte",
    "never alone, never doubles": "nie allein, verdoppelt nie",
    "doubles: three quarters of its hand are trumps": "verdoppelt: drei Viertel der Hand sind Trumpf",
    "too few trumps to double": "zu wenig Trumpf zum Verdoppeln",
    "three of four cards are trumps": "drei von vier Karten sind Trumpf",
    "too few trumps to knock": "zu wenig Trumpf zum Klopfen",
    "the highest trumps and no other card": "die höchsten Trümpfe und sonst nichts",
    "{count} trumps": "{count} Trümpfe",
    "{count} trumps and hardly a loser beside the aces": "{count} Trümpfe und neben den Sauen kaum Verlierer",
    "half its hand are trumps; any ace will do": "die halbe Hand ist Trumpf; jede Sau ist recht",
    "too few trumps": "zu wenig Trumpf",
    "must play": "muss spielen",
    "the only card": "die einzige Karte",
    "the weakest card, in a Ramsch": "die schwächste Karte, im Ramsch",
    "any card on a trump": "irgendeine Karte auf Trumpf",
    "takes a suit led before with its lowest trump": "sticht eine schon gespielte Farbe mit dem niedrigsten Trumpf",
    "takes a suit led for the first time with a trump that counts": (
        "sticht eine neue Farbe mit einem Trumpf, der zählt"
    ),
    "the ace: its suit is led for the first time": "die Sau: ihre Farbe kommt zum ersten Mal",
    "a declarer leads its lowest or highest trump": "ein Spieler bringt den niedrigsten oder höchsten Trumpf",
    "an ace of a suit not led yet": "eine Sau, deren Farbe noch nicht kam",
    "any card, as it has no trump": "irgendeine Karte, ohne Trumpf",
    "searches the called ace": "sucht die gerufene Sau",
    "no trump, as it is against the declarer": "keinen Trumpf, als Gegner des Spielers",
    "only trumps left": "nur noch Trümpfe",
    "the only legal action": "etwas anderes geht nicht",
    "never tried": "nie versucht",
    "tried most, which decides": "am häufigsten versucht, und das entscheidet",
    "said where it gains in {share} of samples or more, whatever its value": (
        "gesagt, wo es in {share} der Verteilungen oder mehr gewinnt, gleich was es zählt"
    ),
    "said only where it gains in {share} of samples or more": (
        "nur gesagt, wo es in {share} der Verteilungen oder mehr gewinnt"
    ),
    "no {doubling}: gains in {won} with it, {without} without; said from {share} on": (
        "kein {doubling}: gewinnt damit in {won}, ohne in {without}; gesagt ab {share}"
    ),
    "no klopfen: gains in {won} with it, {without} without; said from {share} on": (
        "nicht geklopft: gewinnt damit in {won}, ohne in {without}; geklopft ab {share}"
    ),
    "{bonus} more for playing alone": "{bonus} mehr, weil allein",
    "{margin} more for what the fast player would do": "{margin} mehr, weil es der schnelle Spieler täte",
    "{bonus} more for playing alone and {margin} more for what the fast player would do": (
        "{bonus} mehr, weil allein, und {margin} mehr, weil es der schnelle Spieler täte"
    ),
    "counts as {worth}: {why}": "zählt als {worth}: {why}",
    "{counts}, so ahead of {other}": "{counts}, also vor {other}",
    "gains in {gains} of samples; either side Schneider {schneider}, Schwarz {schwarz}": (
        "gewinnt in {gains} der Verteilungen; eine Seite Schneider {schneider}, Schwarz {schwarz}"
    ),
    "{deals} deals with {each} simulations each; plays the action tried most; sees all hands in each sampled deal": (
        "{deals} Verteilungen mit je {each} Simulationen; spielt, was sie am häufigsten versuchten; sieht in jeder"
        " Verteilung alle Karten"
    ),
    "{deals} deals drawn by how likely their bids were; {rest}": (
        "{deals} Verteilungen, nach ihren Ansagen gezogen; {rest}"
    ),
    "{deals} deals, all equally likely; {rest}": "{deals} Verteilungen, alle gleich wahrscheinlich; {rest}",
    "played out by a fast player": "von einem schnellen Spieler ausgespielt",
    "cards solved; the solver sees all hands in each sampled deal": (
        "Karten gelöst; der Löser sieht in jeder Verteilung alle Karten"
    ),
    "cards solved, doublings played out by a fast player, {times} times as often; the solver sees all hands in each"
    " sampled deal": (
        "Karten gelöst, Kontra von einem schnellen Spieler ausgespielt, {times} mal so oft; der Löser sieht in jeder"
        " Verteilung alle Karten"
    ),
    "up to {deals} deals drawn by how likely the bids were, played on by {policy}, which sees one hand at a time;"
    " actions that {same} plays in less than {share} are not tried": (
        "bis zu {deals} Verteilungen, nach ihren Ansagen gezogen, zu Ende gespielt von {policy},"
        " das nur eine Hand sieht; nicht versucht: was {same} in weniger als {share} spielt"
    ),
    "not in its game": "gehört nicht zu seinem Spiel",
    "expects {cents} cents here": "erwartet hier {cents} Cent",
    "its network does not know this game": "sein Netz kennt dieses Spiel nicht",
    "its network does not know this game: all deals equally likely": (
        "sein Netz kennt dieses Spiel nicht: alle Verteilungen gleich wahrscheinlich"
    ),
    "{method}, {games} games": "{method}, {games} Spiele",
    "PPO in self-play": "PPO im Spiel gegen sich selbst",
    "PPO in self-play and with rule-based guests after imitation": (
        "PPO im Spiel gegen sich selbst und mit rule-based als Gast, nach Nachahmung"
    ),
    "PPO in self-play over many rule sets after {bot}": (
        "PPO im Spiel gegen sich selbst über viele verschiedene Regeln, nach {bot}"
    ),
    "imitation of {bot}": "Nachahmung von {bot}",
    "where cards lay in training: {scores}": "wo im Training die Karten lagen: {scores}",
    "log-loss {loss} ({even} if even), calibration error {error}": (
        "Log-Verlust {loss} ({even} bei Gleichverteilung), Kalibrierungsfehler {error}"
    ),
}
"""What the bots say about their choices."""
GUIDE = {
    "Suits: Eichel, Gras, Herz, Schellen. All Ober (O), all Unter (U) and all Herz are trumps, which beat the rest."
    " You hold {held} of the 14.": (
        "Farben: Eichel, Gras, Herz, Schellen. Alle Ober (O), Unter (U) und Herz sind Trumpf und stechen den Rest. Du"
        " hast {held} von 14."
    ),
    "Another seat plays. If you think that it will lose, say Kontra: the game then pays double, won or lost.": (
        "Ein anderer spielt. Wer meint, dass er verliert, sagt Kontra: dann zählt das Spiel doppelt, gewonnen oder"
        " verloren."
    ),
    "Kontra was said: the game pays double. If you think that your side wins all the same, say Re: it then pays four"
    " times as much.": (
        "Kontra ist gesagt: das Spiel zählt doppelt. Wer meint, dass seine Seite trotzdem gewinnt, sagt Re: dann zählt"
        " es vierfach."
    ),
    "You play alone against the three others, and need 61 of the 120 points. {trumps}": (
        "Du spielst allein gegen die drei anderen und brauchst 61 der 120 Augen. {trumps}"
    ),
    "Trumps are now Ober, Unter and {suit}.": "Trumpf sind jetzt Ober, Unter und {suit}.",
    "Only the four Unter are trumps now.": "Trumpf sind jetzt nur die vier Unter.",
    "You play and have called {ace}. Whoever holds it is your partner, but nobody else knows who. You two need 61 of"
    " the 120 points.": (
        "Du spielst und hast {ace} gerufen. Wer sie hat, ist dein Mitspieler, aber das weiß nur er. Ihr zwei braucht 61"
        " der 120 Augen."
    ),
    "You hold the called {ace}: so you secretly play with the declarer. You two need 61 points.": (
        "Du hast die gerufene {ace}: also gehörst du heimlich zum Spieler. Ihr zwei braucht 61 Augen."
    ),
    "You play against the declarer, with all who are not its partner. 60 of the 120 points are enough for you.": (
        "Du spielst gegen den Spieler, mit allen, die ihm nicht helfen. Euch reichen 60 der 120 Augen."
    ),
    "You lead this trick. The others must follow: a trump with a trump, a suit with that suit.": (
        "Du kommst raus. Die anderen müssen zugeben: auf Trumpf einen Trumpf, auf eine Farbe diese Farbe."
    ),
    "{suit} was led: whoever holds {ace} must lay it now.": (
        "{suit} ist angespielt: wer {ace} hat, muss sie jetzt legen."
    ),
    "The called {ace} has been played, so all know now who is your partner.": (
        "Die gerufene {ace} ist gefallen, also wissen alle, wer dein Mitspieler ist."
    ),
    "The called {ace} has been played, so all know now who is the declarer's partner.": (
        "Die gerufene {ace} ist gefallen, also wissen alle, wer zum Spieler gehört."
    ),
    "Trump was led, so you must lay a trump. From the top: EO GO HO SO, EU GU HU SU, then {suit}: ace, ten, king.": (
        "Trumpf ist angespielt, also musst du Trumpf zugeben. Von oben: EO GO HO SO, EU GU HU SU, dann {suit}: Sau,"
        " Zehner, König."
    ),
    "Trump was led, so you must lay a trump. From the top: EU GU HU SU.": (
        "Trumpf ist angespielt, also musst du Trumpf zugeben. Von oben: EU GU HU SU."
    ),
    "You have no trump to follow with, so any card goes. It cannot win this trick.": (
        "Du hast keinen Trumpf, also geht jede Karte. Den Stich bekommst du damit nicht."
    ),
    "You have no {suit}: lay what you like. A trump may take the trick; another suit never does.": (
        "Du hast kein {suit}: leg, was du willst. Ein Trumpf kann stechen, eine andere Farbe nie."
    ),
    "{suit} was led and you have it, so you must follow. Ober and Unter do not count as that suit: they are trumps.": (
        "{suit} ist angespielt, und du hast es, also musst du zugeben. Ober und Unter zählen nicht zur Farbe: sie sind"
        " Trumpf."
    ),
    "{suit} was led and you have it, so you must follow. In a Wenz Ober count as their suits; Unter do not: they are"
    " trumps.": (
        "{suit} ist angespielt, und du hast es, also musst du zugeben. Im Wenz zählen Ober zu ihrer Farbe; Unter nicht:"
        " sie sind Trumpf."
    ),
    "{count} points lie here. An ace counts 11, a ten 10, a king 4, an Ober 3, an Unter 2, others nothing.": (
        "{count} Augen liegen hier. Eine Sau zählt 11, ein Zehner 10, ein König 4, ein Ober 3, ein Unter 2, der Rest"
        " nichts."
    ),
    "The trick belongs to your side so far. What you add to it counts for you two.": (
        "Der Stich gehört bisher eurer Seite. Was du dazulegst, zählt für euch zwei."
    ),
    "say it (its number) or pass.": "es sagen (seine Nummer) oder weiter.",
    "pass, call an ace you lack ({aces}), or play alone: Wenz or Solo.": (
        "weiter sagen, eine fehlende Sau rufen ({aces}) oder allein spielen: Wenz, Solo."
    ),
    "pass, or play alone: Wenz or Solo.": "weiter sagen oder allein spielen: Wenz, Solo.",
    "lead {cards} (not from under the called ace).": "{cards} ausspielen (nicht unter der gerufenen Sau).",
    "lead any card.": "jede Karte ausspielen.",
    "only play {cards}: its suit was led and it was called.": (
        "nur {cards} spielen: ihre Farbe ist angespielt, und sie ist gerufen."
    ),
    "play {cards}: {suit} was led.": "{cards} spielen: {suit} ist angespielt.",
    "play any card: you have no {suit}.": "jede Karte spielen: {suit} hast du nicht.",
    "All passed, so nothing is played or paid. Enter deals again, now without the guide.": (
        "Alle sind weiter, also wird nichts gespielt und bezahlt. Enter gibt neu, jetzt ohne Begleitung."
    ),
    "The deal is over: a Tout needs all tricks. Enter deals again, now without the guide.": (
        "Das Spiel ist aus: ein Tout braucht alle Stiche. Enter gibt neu, jetzt ohne Begleitung."
    ),
    "{side} took {took} of 120 points; a declarer needs 61. So you win this deal. Enter deals again, now without the"
    " guide.": (
        "{side} hat {took} von 120 Augen; ein Spieler braucht 61. Du gewinnst also. Enter gibt neu, jetzt ohne"
        " Begleitung."
    ),
    "{side} took {took} of 120 points; a declarer needs 61. So you lose this deal. Enter deals again, now without the"
    " guide.": (
        "{side} hat {took} von 120 Augen; ein Spieler braucht 61. Du verlierst also. Enter gibt neu, jetzt ohne"
        " Begleitung."
    ),
    "Your side": "Deine Seite",
    "The declarer's side": "Die Seite des Spielers",
}
"""What the guided first deal says."""
_THINKING = {
    "thinking …": "denkt nach …",
    "{spec} is being compiled, once on this machine; that takes a minute or so.": (
        "{spec} wird übersetzt, einmal auf diesem Rechner; das dauert etwa eine Minute."
    ),
    "{compiling}, once on this machine": "{compiling}, einmal auf diesem Rechner",
    "compiling its part {number}": "übersetzt seinen Teil {number}",
    "{name} is thinking": "{name} denkt nach",
    "{name} is thinking, {lasted}": "{name} denkt nach, {lasted}",
    "{name} is to move: {doing}": "{name} ist dran: {doing}",
    "Space asks what to do": "Leertaste fragt, was tun",
    "{seconds} s": "{seconds} s",
    "{seconds} of at most {limit}": "{seconds} von höchstens {limit}",
    "bots wait {pace} s between moves": "die Bots warten {pace} s zwischen den Zügen",
    "the match stands still: {error}; space goes on": "die Partie steht still: {error}; Leertaste macht weiter",
    "the bots hold; space goes on": "die Bots warten; Leertaste macht weiter",
    "cannot go on": "kommt nicht weiter",
    "{name} cannot go on": "{name} kommt nicht weiter",
    "{bot} has been thinking for {count} seconds": "{bot} denkt seit {count} Sekunden nach",
    "retry {bot}": "{bot} noch einmal fragen",
    "replace it by {bot}": "durch {bot} ersetzen",
    "resign the seat: it plays on at random": "aufgeben: der Platz spielt zufällig weiter",
    "wait": "warten",
    "asking {bot}: {doing}": "frage {bot}: {doing}",
    "no opinion: {fault}": "keine Meinung: {fault}",
    "hint ({bot}): {what}": "Tipp ({bot}): {what}",
    "{figure} cents": "{figure} Cent",
    "{figure} cents in all samples": "{figure} Cent in allen Verteilungen",
    "probability {share}": "Anteil {share}",
    "chosen in {share}": "in {share} gewählt",
    "{bot} would: {theirs}, not {ours}": "{bot} würde: {theirs}, nicht {ours}",
    "n {count}": "n {count}",
    "bots' panel: {mode}": "Gedanken der Bots: {mode}",
    "hidden": "verborgen",
    "after the deal": "nach dem Spiel",
    "after each move (training: it tells of their cards)": "nach jedem Zug (Übung: es verrät ihre Karten)",
    "the coach's opinion of your cards before you move": "was der Trainer von deinen Karten hält, vor deinem Zug",
    "open, their cards too (training)": "offen, auch ihre Karten (Übung)",
    "as it is now": "so ist es jetzt",
    "F2 opens them": "F2 zeigt sie",
    "shown after the deal; F2 changes that": "erst nach dem Spiel; F2 ändert das",
    "none": "keine",
    "after each move": "nach jedem Zug",
    "the coach speaks before your move": "der Trainer spricht vor deinem Zug",
    "coach {bot}": "Trainer {bot}",
    "turn {turn}": "Zug {turn}",
    "ranked": "gewertet",
    "saved {time}": "gesichert {time}",
    "not saved yet": "noch nicht gesichert",
    "not saved": "nicht gesichert",
    "Esc back": "Esc zurück",
    "seed {seed}": "Seed {seed}",
}
"""What is said about bots, and in the frame of the input line."""
_IMPOSSIBLE = {
    "a ranked match gives no help": "in einer gewerteten Partie gibt es keine Hilfe",
    "a ranked match keeps every move": "in einer gewerteten Partie gilt jeder Zug",
    "there is no move of yours to take back": "es gibt keinen Zug von dir zum Zurücknehmen",
    "this game has no guided first deal": "dieses Spiel hat kein begleitetes erstes Spiel",
    "nobody plays here": "hier spielt niemand",
    "a hint is for your own turn": "einen Tipp gibt es, wenn du dran bist",
    "the hand is covered": "die Karten sind verdeckt",
    "this deal is not over": "dieses Spiel ist nicht aus",
    "the match is over": "die Partie ist aus",
    "the match is over: r plays another": "die Partie ist aus: r spielt noch eine",
    "the match is not over": "die Partie ist nicht aus",
    "the deal is over": "das Spiel ist aus",
    "the deal is over: nobody is to move, and ^o reviews it": "das Spiel ist aus: niemand ist dran, ^o wertet es aus",
    "it is your turn: there is no bot to wait for": "du bist dran, kein Bot",
    "it is a person's turn: there is no bot to wait for": "ein Mensch ist dran, kein Bot",
    "no thoughts to show: {why}": "keine Gedanken zu zeigen: {why}",
    "this match is not saved": "diese Partie ist nicht gesichert",
    "this deal is only tried out: Esc leads back": "dieses Spiel ist nur ausprobiert: Esc führt zurück",
    "tried out from move {move}": "ab Zug {move} ausprobiert",
    "Esc leads back": "Esc führt zurück",
    "all pages stand beside the table": "alle Seiten stehen schon neben dem Tisch",
    "the guide is gone and the match goes on": "ohne Begleitung geht die Partie weiter",
    "? hint": "? Tipp",
    "new to {game}? ^g plays a guided first deal, F9 explains it in brief": (
        "neu bei {game}? ^g: erstes Spiel mit Hilfe, F9 erklärt es in 30 Sekunden"
    ),
    "^g the guided deal again": "^g noch einmal mit Begleitung",
    "F9 the game in 30 seconds": "F9 das Spiel in 30 Sekunden",
    "The match is saved after every move; the next start offers to resume it.": (
        "Die Partie ist nach jedem Zug gesichert; der nächste Start bietet an, sie fortzusetzen."
    ),
    "The match is saved after every move; g in the list of saved matches resumes it.": (
        "Die Partie ist nach jedem Zug gesichert; g in der Liste der gesicherten Partien setzt sie fort."
    ),
    "✗ {refusal}": "✗ {refusal}",
}
"""Why something is impossible now, and other messages of all tables."""
_ELSEWHERE = {
    "with people elsewhere there is no help and no undo": (
        "mit Leuten anderswo bekommt niemand Hilfe, und nichts wird zurückgenommen"
    ),
    "with people elsewhere the table goes at the host's pace": (
        "mit Leuten anderswo geht es so schnell, wie der Gastgeber will"
    ),
    "with people elsewhere the table stays as it is: F10 leaves it": (
        "mit Leuten anderswo bleibt der Tisch, wie er ist: F10 verlässt ihn"
    ),
    "deal over: the host deals the next one": "Spiel aus: der Gastgeber gibt das nächste",
    "deal over: Enter next deal": "Spiel aus: Enter gibt das nächste",
    "the match is over: F10 leaves the table": "die Partie ist aus: F10 verlässt den Tisch",
    "match over: Enter shows how it ended": "Partie aus: Enter zeigt, wie sie ausging",
    "match over: Esc deal": "Partie aus: Esc letztes Spiel",
    "F10 menu": "F10 Menü",
    "F10 leaves the table": "F10 verlässt den Tisch",
    "only the host can do that": "das macht der Gastgeber",
    "nobody is away": "niemand ist weg",
    "nobody plays elsewhere": "niemand spielt anderswo mit",
    "your move is on its way …": "dein Zug ist unterwegs …",
    "a bot cannot go on: {why}": "ein Bot kann nicht weiter: {why}",
    "^b puts another there": "^b setzt einen anderen hin",
    "{name} is away: ^b puts a bot there": "{name} ist weg: ^b setzt einen Bot hin",
    "{name} is away: the table waits": "{name} ist weg: der Tisch wartet",
    "{name} is to move": "{name} ist dran",
    "connection to the table lost: trying again": "vom Tisch getrennt: der Rückweg wird versucht",
    "not at the table yet": "noch nicht am Tisch",
    "the host has left the table": "der Gastgeber hat den Tisch verlassen",
    "that key fits no seat at this table": "dieser Schlüssel passt zu keinem Platz am Tisch",
    "it is not your turn": "du bist nicht dran",
    "the table has moved on meanwhile": "am Tisch ging es inzwischen weiter",
    "cardtui join {address}": "cardtui join {address}",
    "code {code}": "Code {code}",
    "table at {address}": "Tisch bei {address}",
    "The table closes for everybody. The match is saved, and `cardtui resume` opens the table again.": (
        "Der Tisch schließt für alle. Die Partie ist gesichert, und `cardtui resume` öffnet ihn wieder."
    ),
    "Your seat is kept: `cardtui join {address}` comes back to it.": (
        "Dein Platz bleibt dir: `cardtui join {address}` führt dorthin zurück."
    ),
}
"""What is said at a table with people elsewhere."""
_TYPED = {
    "this list": "diese Liste",
    "what lies on the table, again": "was auf dem Tisch liegt, noch einmal",
    "what a bot would do, and what to type; a question mark does the same": (
        "was ein Bot täte, und was zu tippen ist; ein Fragezeichen genügt"
    ),
    "take your last move back; u does the same": "deinen letzten Zug zurücknehmen; u genügt",
    "what happened in this deal": "was in diesem Spiel geschah",
    "the scores of this match": "der Stand dieser Partie",
    "what the bots were thinking in this deal": "was die Bots in diesem Spiel dachten",
    "the rules in full; a refusal names a paragraph of them": (
        "die Regeln im Wortlaut, auf Englisch; was nicht geht, nennt den Absatz"
    ),
    "play on without the words of the guided first deal": "ohne die Worte des begleiteten ersten Spiels weiterspielen",
    "leave; the match is kept once you have moved": "gehen; die Partie bleibt, sobald du gezogen hast",
}
"""What the words do that can be typed in plain lines besides moves; the words themselves stay."""
_COMMANDS = {
    "Space": "Leertaste",
    "hint: what the coach would do": "Tipp: was der Trainer täte",
    "undo: take your last move back": "zurück: deinen letzten Zug zurücknehmen",
    "next deal of this match": "nächstes Spiel dieser Partie",
    "rematch: a new match with the same seats and rules": "noch eine Partie am selben Tisch, nach denselben Regeln",
    "skip the wait for bots; pause when only bots play": ("nicht auf die Bots warten; Pause, wenn nur Bots spielen"),
    "step: one move of a bot, then hold": "Schritt: ein Zug eines Bots, dann warten",
    "bots' panel: hidden, after the deal, each move, coach, open": (
        "Gedanken der Bots: verborgen, nach dem Spiel, jeder Zug, Trainer, offen"
    ),
    "side: the next page, of history and cards, scores, bots": "nächste Seite: Stiche und Karten, Stand, Bots",
    "inspect this position: what several bots would do here": "Analyse: was mehrere Bots hier täten",
    "thoughts: the bots' panel in full": "Gedanken der Bots, in voller Länge",
    "sort the hand by number, suit, or as dealt": "die Karten anders ordnen",
    "coach: its opinion before you move, on or off": "Trainer: was er vor deinem Zug meint, an oder aus",
    "bots move faster": "die Bots spielen schneller",
    "bots move slower": "die Bots spielen langsamer",
    "hold a full trick until pressed again": "einen vollen Stich liegen lassen, bis wieder gedrückt wird",
    "replay: step through the match that is over": "nachspielen: die Partie, die aus ist, Schritt für Schritt",
    "review: the mistakes of this match, and its luck": "auswerten: die Fehler dieser Partie, und ihr Glück",
    "first deal: a fixed deal, explained at each turn": "erstes Spiel: ein festes, mit Worten zu jedem Zug",
    "a bot for each person elsewhere who is away; they get their seats back": (
        "ein Bot für jeden Abwesenden anderswo; der Platz bleibt seiner"
    ),
    "tutorial: the game in 30 seconds": "das Spiel in 30 Sekunden",
    "menu: leave the table; the match is saved": "Menü: den Tisch verlassen; die Partie ist gesichert",
    "last trick: look at it again": "letzter Stich: noch einmal ansehen",
    "scroll the side up": "die Seite nach oben rollen",
    "scroll the side down": "die Seite nach unten rollen",
    "clear the line": "die Zeile leeren",
    "not now: {why}": "jetzt nicht: {why}",
    "key {key}": "Taste {key}",
    "what can be typed here, the keys and the rules": "was man tippen kann, die Tasten und die Regeln",
    "Theme": "Farben",
    "choose the colours of the screen": "die Farben des Bildschirms wählen",
    "{does}; now on": "{does}; jetzt an",
    "{does}; now off": "{does}; jetzt aus",
    "Four-colour suits": "Vier Farben",
    "a colour for each of the four suits": "eine eigene für jede der vier Farben",
    "French suits": "Französische Farben",
    "Schafkopf with Q♣ in place of EO": "Schafkopf mit Q♣ statt EO",
    "Plain cards": "Einfache Karten",
    "cards by name, for fonts without block characters": "Karten mit Namen, für Schriften ohne Blockzeichen",
    "Motion": "Bewegung",
    "cards move to their places": "Karten gleiten an ihren Platz",
    "ASCII only": "Nur ASCII",
    "no characters but those of plain ASCII": "keine anderen Zeichen als ASCII",
    "Settings": "Einstellungen",
    "what each is now, and where it is changed": "was gerade gilt, und wo man es ändert",
    "Screenshot": "Bild speichern",
    "save the screen as an SVG picture": "den Bildschirm als SVG-Bild speichern",
    "the picture cannot be written": "das Bild kann nicht geschrieben werden",
    "picture": "Bild",
    "Suspend": "Anhalten",
    "go to the shell; fg returns from there": "zur Shell gehen; fg führt von dort zurück",
    "Quit": "Ende",
    "end the program; matches are saved": "das Programm beenden; Partien sind gesichert",
    "Search for commands…": "Befehle suchen …",
    "Search for themes…": "Farben suchen …",
    "in use": "gilt jetzt",
}
"""What the list of commands says."""
_WINDOWS = {
    "Quit?": "Aufhören?",
    "Leave the table?": "Den Tisch verlassen?",
    "leave": "gehen",
    "stay": "bleiben",
    "Ctrl+C once more quits; each move is saved when it is made": (
        "noch einmal Ctrl+C beendet; jeder Zug wird gesichert, wenn er gemacht ist"
    ),
    "the selected text is copied; Ctrl+C once more quits": "der gewählte Text ist kopiert; noch einmal Ctrl+C beendet",
    "↑ ↓ scroll": "↑ ↓ rollen",
    "needs {size}, has {other}": "braucht {size}, hat {other}",
    "Resume?": "Weiterspielen?",
    "resume it where it stopped": "sie dort fortsetzen, wo sie aufhörte",
    "a new match, and do not offer this one again": "eine neue Partie, und diese nicht mehr anbieten",
    "a new match; this one stays for later": "eine neue Partie; diese bleibt für später",
    "back": "zurück",
    "Older ones wait in the menu.": "Ältere warten im Menü.",
    "deal {deal}": "Spiel {deal}",
    "1 move": "1 Zug",
    "{count} moves": "{count} Züge",
}
"""What windows over the table ask and say."""
_DATES = {
    f"{{day}} {month} {{clock}}": f"{{day}}.{number}. {{clock}}"
    for number, month in enumerate(
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"], 1
    )
}
"""When a match was saved, since months have other names in German."""
PHRASES = _DATES | _BOTS | GUIDE | _THINKING | _IMPOSSIBLE | _ELSEWHERE | _TYPED | _COMMANDS | _WINDOWS
