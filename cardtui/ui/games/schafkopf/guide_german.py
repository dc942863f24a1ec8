"""Tutorial and help for Schafkopf in German; what they say is that of `guide`."""

TUTORIAL = """\
Vier Spieler, 32 Karten, 120 Augen: Sau (Ass) 11, Zehner 10, König 4,
Ober 3, Unter 2. Wer ein Spiel spielt, braucht 61.

TRUMPF im Sauspiel, die höchsten zuerst: die Ober EO GO HO SO, die
Unter EU GU HU SU, dann Herz HA H10 HK H9 H8 H7. Die anderen Farben,
Eichel, Gras, Schellen, von oben: A 10 K 9 8 7. Farbe muss man
zugeben, und Trumpf ist eine Farbe.

SAUSPIEL  man ruft die Sau einer Farbe, von der man selbst eine Karte
          hat: wer sie hat, spielt mit, und keiner weiß, wer das ist,
          bis sie fällt. Wird ihre Farbe angespielt, muss sie fallen.
WENZ      allein gegen drei, nur die Unter sind Trumpf.
SOLO      allein gegen drei, Ober, Unter und eine Farbe nach Wahl.

EIN SPIEL Du hast EO GO HO GU HA G9 E9 E7 und spielst auf die Alte, EA.
 1  Du EO*    Toni HK   Sepp H10  Vroni H7   17  (* macht den Stich)
 2  Du E7     Toni E8   Sepp EA*  Vroni E10  21  die Sau muss fallen
 3  Sepp S7   Vroni SA  Du HA*    Toni S8    22
 4  Du GO*    Toni HU   Sepp SU   Vroni H9    7
 5  Du HO*    Toni EU   Sepp H8   Vroni G7    5
 6  Du E9     Toni EK   Sepp SO*  Vroni GA   18
 7  Sepp S10* Vroni S9  Du G9     Toni SK    14
 8  Sepp GK   Vroni G10 Du GU*    Toni G8    16
Du und Sepp habt alle 120 Augen und alle Stiche. Toni und Vroni zahlen
je 80: 20, Schneider 10, Schwarz 10, vier Laufende (EO GO HO SO) 40.

Tippe, was unter den Karten steht, oder was man am Tisch sagt:
  2  oder  auf die Alte   ein Sauspiel auf EA; 1 oder weiter passt
  3  oder  EO             diese Karte
  c  oder  Kontra         das Spiel zählt doppelt
Die Zeile darunter sagt, was geschähe, bevor du Enter drückst.
"""

HELP = """\
TIPPEN   3   EO   h10   eine Karte mit Nummer oder Namen
         1   weiter     das erste der Auswahl, oder weiter
         auf die Alte   ein Spiel mit Namen, oder kurz: al, g-s, w
         spielen        erst sagen, dass man spielt, dann welches
         Kontra, Re     oder c, r
         Enter allein   das einzige, was geht
Ein Klick auf Karte oder Auswahl tippt für dich, Pfeile mit Leertaste
auch.

KARTEN   E Eichel ♣, G Gras ♠, H Herz ♥, S Schellen ♦; A Ass (Sau),
         K König, O Ober, U Unter. ^p hat französische Farben und
         ASCII. Gerahmt: die Karte, die vorn liegt. Blasse Karten in
         der Hand darf man jetzt nicht spielen.
ZÄHLEN   Trümpfe, die noch draußen sind; die eigenen hell, Punkte
         sind weg. Darunter die anderen Farben, und wer sicher was
         nicht hat; Augen der Parteien, soweit du sie wissen kannst,
         mit ? wo nicht (bei offenen Karten alle). Dort steht auch, in
         wie vielen der möglichen Verteilungen wer eine Karte hat; in
         kleinen Fenstern auf der Seite mit dem Stand (F3).
STICH    eine Zeile je Stich: ▸ kam raus, die gefüllte Karte hat ihn
         gemacht, am Ende seine Augen. l zeigt den letzten, F8 lässt
         einen vollen liegen.
TISCH    Goldener Rand: ist dran. ★ gehört zum Spieler, soweit du es
         weißt. Beim Ansagen stehen Wert, Fehler und Anteil des
         Trainers bei jedem Spiel, und dein Blatt ist nach dem Spiel
         geordnet, das du tippst. Am Ende, was bezahlt wird, und alle
         Blätter, wie sie gegeben waren.
BOTS     ×2 hinter einer Möglichkeit: zwei, die gleich viel wert sind,
         etwa Neun und Acht einer Farbe.

DAS SPIEL Sauspiel < Wenz < Solo; es spielt, wer das höchste angesagt
hat, bei gleichen der erste. 61 Augen gewinnen, 91 sind Schneider
(gegen dich: 30), kein Stich ist Schwarz. Laufende, die höchsten
Trümpfe ohne Lücke, zählen ab drei (Wenz: zwei). Die Seite mit dem
Stand (F3) sagt, was das Spiel kostet und wie abgerechnet wird.

TASTEN   ?  Tipp                      u  zurück (^z)
         n  nächstes Spiel            r  noch eine Partie
 Leertaste  nicht warten, oder Pause  .  ein Zug eines Bots
         +  Bots schneller            -  Bots langsamer
         l  letzter Stich             F8 ein voller Stich bleibt
         F2 wann die Bots reden       F3 Seite neben dem Tisch
         F4 diese Stellung im Detail  F5 was die Bots dachten
         F6 Karten ordnen             F7 Trainer an oder aus
         F9 das Spiel in 30 Sekunden  F10 Menü
         ^g erstes Spiel mit Hilfe    ^o auswerten, nach dem Spiel
         ^r eine Partie nachspielen
         ^p alle Befehle mit Namen    ^q beenden (^c zweimal: sofort)
         Esc leert die Zeile; Bild auf und Bild ab rollen die Seite
         Klick auf eine Taste drückt sie; auf die Vorschau ist Enter,
         ein Doppelklick auch
"""
