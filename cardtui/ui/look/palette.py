"""The colours of a table, for each theme and for terminals with fewer colours.

A colour is "#rrggbb" or the name of one of the terminal's own sixteen. See docs/look.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from rich.terminal_theme import TerminalTheme
from textual.theme import BUILTIN_THEMES, Theme

SUITS = "EGHS♥♦♠♣"
SUIT_NAMES = ("e", "g", "h", "s", "hearts", "diamonds", "spades", "clubs")
"""The suits in the names of style variables."""
_FRENCH = {"e": "clubs", "g": "spades", "h": "hearts", "s": "diamonds"}
"""The French suits that stand in place of the German ones, if that is wanted."""
LEAST = 4.5
"""The contrast of text to its surface (WCAG 2, level AA)."""


@dataclass(frozen=True, kw_only=True)
class Palette:
    """All colours by what they are for."""

    # surfaces
    night: str = "#0d1117"
    """The screen."""
    panel: str = "#151b23"
    """What is studied beside the table."""
    raised: str = "#1e2732"
    """Headings and bars."""
    line: str = "#33414f"
    """Dots of scales."""
    felt: str = "#15392e"
    plate: str = "#0f2b23"
    """A seat."""
    shadow: str = "#0b221b"
    rail: str = "#4a3220"
    """The wooden edge, with the contract or the tariff."""
    rail_text: str = "#ffe6ae"
    # cards
    cream: str = "#f5edda"
    cream2: str = "#e4dac2"
    """A card below another one."""
    edge: str = ""
    """A line around cards, where the table is as light as they are."""
    creamdim: str = "#c3bda8"
    """A card that cannot be played."""
    ink: str = "#22262b"
    own: str = "#f5edda"
    """The viewer's cards in lists beside the table, and the text on them."""
    own_ink: str = "#22262b"
    back: str = "#2a4b6c"
    back2: str = "#41698f"
    # text
    fg: str = "#d8dee7"
    mute: str = "#8f9baa"
    feltmute: str = "#a3bbae"
    title: str = "#b9c6d6"
    # accents
    gold: str = "#f2c14e"
    """"Act here", as text."""
    mark: str = "#f2c14e"
    """The same as an area, with `ink` on it."""
    gain: str = "#6fe3c4"
    loss: str = "#ff9a85"
    bar: str = "#3fae8f"
    """The best row's bar."""
    bar2: str = "#45525f"
    best: str = "#2c2a1c"
    """The best row."""
    selected: str = "#28323f"
    """The row under the cursor."""
    heat: tuple[str, str, str, str, str] = ("#1a222c", "#1b3550", "#1f5080", "#2a6cae", "#8cc7f7")
    """Shares of 0, 0.2, 0.45, 0.65 and 1."""
    other: str = "#8cc7f7"
    """The second of several lines, and its name."""
    heat_ink: tuple[str, ...] = ("#ffffff", "#05080c")
    """Numbers on `heat` are written in the one that can be read best; the terminal's own colours have one alone."""
    light: bool = False
    suit_text: tuple[str, ...] = (
        "#d6a06c", "#7fd08d", "#ff8d93", "#f0c75e", "#ff8d93", "#ff8d93", "#d8dee7", "#d8dee7",
    )  # fmt: skip
    """Suits as text on dark surfaces, in the order of `SUITS`."""
    suit_ink: tuple[str, ...] = (
        "#6b3f1a", "#1c6a31", "#b3202c", "#7a5200", "#b3202c", "#b3202c", "#22262b", "#22262b",
    )  # fmt: skip
    """Suits on a card."""
    pixels: Mapping[str, str] | None = None
    """Colours of icons that differ from `art.COLOURS`."""
    four: bool = False
    """Whether each suit has a colour of its own: blue for ♦, green for ♣."""
    few: bool = False
    """Whether the terminal has 256 colours, of which the one nearest to a mixture may be of another hue."""
    mono: bool = False
    """Whether there is no colour: light areas are shown by reverse video."""
    lines: bool = False
    """Whether cards are drawn without pixels: by lines, for plain ASCII, or as chips."""
    chips: bool = False
    """Whether cards without pixels are filled areas with their names: for fonts without block characters."""

    @property
    def signal_ink(self) -> str:
        """The colour of text on areas of `gain` and `loss`."""
        if self.gain[0] != "#":
            return "bright_white" if self.light else "black"
        return readable(self.gain, self.night, self.ink)

    def suit(self, suit: str) -> str:
        """Return the colour of a suit's name in a text; that of all text for other names."""
        return self.suit_text[SUITS.index(suit)] if suit and suit in SUITS else self.fg

    def on_card(self, suit: str, dim: bool = False, paper: str = "") -> str:
        """Return the colour of a suit's index on a card, by default a whole one (`cream`).

        It is darker on one that cannot be played, which is darker too. Where there are few colours, suits have theirs
        on white cards alone.
        """
        ink = self.suit_ink[SUITS.index(suit)] if suit and suit in SUITS else self.ink
        ansi = ink[0] != "#"
        if (dim and (self.few or ansi)) or (ansi and paper not in ("", self.cream)):
            return self.ink
        return mix(ink, "#000000", 0.18) if dim else ink


DARK = Palette()
LIGHT = Palette(
    night="#f3f0e7", panel="#fbf9f3", raised="#e6e1d3", line="#bdb6a2", felt="#cfe3d3", plate="#bdd6c3",
    rail="#6f4d2e", shadow="#a9c6b1", cream="#fffdf6", cream2="#f1ead6", creamdim="#d9dccb", gold="#744a00",
    mark="#eeb93a", fg="#23292f", mute="#5d6570", feltmute="#41584a", title="#3d4753", gain="#006355", loss="#a22f15",
    back="#4c7299", back2="#7fa3c6", heat=("#eef0f0", "#d3e3f2", "#a9cbec", "#74a9dc", "#1d5c9e"), other="#1d5c9e",
    bar="#2f9478", bar2="#c9c8bd", own="#3d4753", own_ink="#ffffff", best="#f5e6bd", selected="#e3eaf1", light=True,
    suit_text=("#6b3f1a", "#1c6a31", "#b3202c", "#7a5200", "#b3202c", "#b3202c", "#22262b", "#22262b"),
)  # fmt: skip
CONTRAST = replace(
    DARK, night="#000000", panel="#000000", raised="#262626", line="#808080", felt="#00281c", plate="#000000",
    shadow="#000000", cream="#ffffff", cream2="#dddddd", creamdim="#c8c8c8", fg="#ffffff", mute="#d0d0d0",
    feltmute="#d8e8e0", title="#ffffff", gold="#ffd75f", mark="#ffd75f", gain="#8affec", loss="#ffb3a3", bar2="#808080",
    own="#ffffff", best="#3a3400", selected="#303a48",
)  # fmt: skip
FELT = {"felt": DARK, "felt-light": LIGHT, "felt-contrast": CONTRAST}
"""The palettes of our own themes."""
FEW = replace(
    DARK, few=True, night="#121212", panel="#1c1c1c", raised="#303030", line="#585858", felt="#005f00", plate="#303030",
    shadow="#000000", rail="#5f5f00", cream="#ffffd7", cream2="#d7d7af", creamdim="#bcbcbc", ink="#121212",
    own="#ffffd7", own_ink="#121212",
    gold="#ffd75f", mark="#ffd75f", fg="#dadada", mute="#bcbcbc", feltmute="#d7d7d7", title="#dadada", gain="#5fffff",
    loss="#ffafaf", back="#005f87", back2="#5f87af", heat=("#1c1c1c", "#00005f", "#005f87", "#0087d7", "#87d7ff"),
    other="#87d7ff", bar="#00af87", bar2="#585858", best="#3a3a3a", selected="#444444",
    suit_text=("#ffd7af", "#5fff87", "#ffafaf", "#ffd75f", "#ffafaf", "#ffafaf", "#dadada", "#dadada"),
    suit_ink=("#5f0000", "#005f00", "#af0000", "#5f5f00", "#af0000", "#af0000", "#121212", "#121212"),
    pixels={
        "c": "#5f0000", "n": "#af875f", "N": "#d7af87", "s": "#5f5f00", "L": "#5fd75f", "l": "#00af00", "d": "#005f00",
        "R": "#ff5f5f", "r": "#d70000", "Y": "#ffd75f", "y": "#ffaf00", "o": "#af8700", "k": "#121212", "B": "#4e4e4e",
        "b": "#121212", "f": "#d7af87", "h": "#444444", "w": "#8a8a8a", "Gr": "#00af00", "He": "#d70000",
        "Ei": "#87875f", "Sc": "#d78700", "Bl": "#444444",
    },
)  # fmt: skip
"""For 256 colours. The nearest ones would turn the felt grey and the heart magenta."""
FEW_LIGHT = replace(
    LIGHT, few=True, night="#eeeeee", panel="#ffffff", raised="#e4e4e4", line="#b2b2b2", felt="#d7ffd7",
    plate="#e4e4e4", rail="#5f5f00", rail_text="#ffffd7", shadow="#afd7af", cream="#ffffff", cream2="#eeeeee",
    creamdim="#d0d0d0", ink="#121212", own="#444444", own_ink="#ffffff", gold="#5f5f00", mark="#ffd75f", fg="#262626",
    mute="#4e4e4e", feltmute="#444444", title="#3a3a3a", gain="#005f5f", loss="#870000", back="#005f87",
    back2="#5f87af", heat=("#eeeeee", "#d7ffff", "#afd7ff", "#87afd7", "#005f87"), other="#005f87", bar="#00875f",
    bar2="#b2b2b2", best="#ffffaf", selected="#e4e4e4", suit_ink=FEW.suit_ink, suit_text=FEW.suit_ink,
    pixels=FEW.pixels,
)  # fmt: skip
"""The same for a light theme."""
ANSI = Palette(
    night="default", panel="default", raised="default", line="bright_black", felt="default", plate="default",
    shadow="black", rail="bright_black", rail_text="bright_white", cream="bright_white", cream2="white",
    creamdim="white", ink="black",
    own="default", own_ink="default", gold="bright_yellow", mark="bright_yellow", fg="default", mute="default",
    feltmute="default", title="bright_cyan", gain="bright_green", loss="bright_red", back="blue", back2="bright_blue",
    heat=("default", "bright_black", "blue", "blue", "bright_blue"), heat_ink=("bright_white",), other="bright_cyan",
    bar="green", bar2="bright_black", best="default", selected="default",
    suit_text=("default", "bright_green", "bright_red", "bright_yellow", *("bright_red",) * 2, *("default",) * 2),
    suit_ink=("black", "black", "red", "black", "red", "red", "black", "black"),
    pixels=dict.fromkeys("cnNsokBbhw", "black") | dict.fromkeys("LldGr", "green") | dict.fromkeys("Rr", "red")
    | dict.fromkeys("Yyf", "yellow") | {"Gr": "green", "He": "red", "Ei": "black", "Sc": "yellow", "Bl": "black"},
)  # fmt: skip
"""For terminals with sixteen colours, and for the themes that use the terminal's own: a black table, white cards."""
ANSI_LIGHT = replace(
    ANSI, gold="magenta", mark="bright_magenta", title="blue", gain="blue", loss="red", shadow="white", light=True,
    heat=("default", "bright_cyan", "bright_cyan", "cyan", "cyan"), heat_ink=("black",), other="bright_black",
    edge="bright_black",
    suit_text=("black", "black", "red", "black", "red", "red", "default", "default"),
)  # fmt: skip
"""The same for the theme of the terminal's own colours on a light ground, where bright ones cannot be read."""
MONO = replace(DARK, mono=True)
_DIM, _BRIGHT = (
    [(least + 170 * (n & 1), least + 170 * (n >> 1 & 1), least + 170 * (n >> 2)) for n in range(8)] for least in (0, 85)
)
_DIM[3] = (170, 85, 0)  # brown in place of a dark yellow
SIXTEEN = {
    True: TerminalTheme(_DIM[0], _DIM[7], _DIM, _BRIGHT),
    False: TerminalTheme(_BRIGHT[7], _DIM[0], _DIM, _BRIGHT),
}
"""The sixteen colours as rich takes them, for dark and for light themes.

Textual turns names of colours into red, green and blue, and rich turns these into the nearest of the sixteen. With
Textual's own values that is another one: red would become magenta.
"""


def themes(depth: str | None = "truecolor") -> list[Theme]:
    """Return our own themes for Textual, for a terminal with these colours (see `of`).

    Those of the terminal's own colours are Textual's, with texts in colours that can be read.
    """
    shown = {name: _few(palette) if depth == "256" else palette for name, palette in FELT.items()}
    own = [_readable(theme) for theme in BUILTIN_THEMES.values() if theme.ansi]
    sixteen = depth in ("standard", "windows")
    return own + [
        Theme(
            name=name, primary=palette.gold, secondary=palette.bar, accent=palette.gold, warning=palette.gold,
            error=palette.loss, success=palette.gain, foreground=palette.fg, background=palette.night,
            surface=palette.panel, panel=palette.raised, dark=not palette.light,
            variables={
                "text-muted": palette.mute, "text-primary": palette.title, "border": palette.line,
                "text-accent": palette.gold, "text-warning": palette.gold,
                "text-success": palette.gain, "text-error": palette.loss,
                "block-cursor-background": palette.selected, "block-cursor-foreground": palette.gold,
                "block-cursor-blurred-background": palette.selected, "block-cursor-blurred-foreground": palette.fg,
            } | (_chosen(palette.light) if sixteen else {}),
        )
        for name, palette in shown.items()
    ]  # fmt: skip


def _readable(theme: Theme) -> Theme:
    """Return a theme of the terminal's own colours in which headings, hints and refusals have those of its palette."""
    palette = ANSI if theme.dark else ANSI_LIGHT
    title, gold, gain, loss = (f"ansi_{name}" for name in (palette.title, palette.gold, palette.gain, palette.loss))
    own = {"footer-key-foreground": gold, "border": gold} | _chosen(palette.light)
    return replace(
        theme, primary=title, accent=gold, warning=gold, success=gain, error=loss, variables=theme.variables | own
    )


def _chosen(light: bool) -> dict[str, str]:
    """Return the colours of a list's chosen row out of the sixteen: a ground for all of its texts, muted ones, too."""
    colours = {"background": "ansi_bright_cyan", "foreground": "ansi_black"}
    if not light:
        colours = {"background": "ansi_blue", "foreground": "ansi_bright_white"}
    return {f"block-cursor{state}-{part}": colour for state in ("", "-blurred") for part, colour in colours.items()}


_TEXTS = ("foreground", "accent", "warning", "success", "error", *(f"text-{name}" for name in (
    "primary", "secondary", "accent", "warning", "success", "error")))  # fmt: skip
"""The variables of Textual's styles that texts beside the felt have, apart from muted ones."""


def readable_styles(theme: Theme, styles: Mapping[str, str]) -> dict[str, str]:
    """Return those of a theme's styles that texts need in colours that can be read on its surfaces; {} for our own.

    `styles` are the theme's variables by name; colours are "#rrggbb", with or without an alpha.
    """
    if theme.ansi or theme.name in FELT:
        return {}
    grounds = [styles[name][:7] for name in ("background", "surface", "panel")]
    key = styles["footer-key-foreground"]
    found = {name: legible(styles[name][:7], *grounds) for name in _TEXTS}
    found["foreground"] = of(theme, "truecolor").fg  # as on the felt
    found["text-muted"] = legible(mix(found["foreground"], grounds[1], 0.25), *grounds)  # theirs is "auto 60%"
    chosen = _under(styles["primary"][:7], grounds[1], found["foreground"], found["text-muted"])
    for cursor in ("block-cursor", "block-cursor-blurred"):  # of lists, whose rows have muted texts, too
        found |= {f"{cursor}-background": chosen, f"{cursor}-foreground": found["foreground"]}
    keys = {"footer-background": grounds[2], "footer-foreground": found["foreground"]}
    return found | keys | {"footer-key-foreground": legible(key[:7], *grounds)}


def of(theme: Theme, depth: str | None, mono: bool = False) -> Palette:
    """Return the palette for a theme on a terminal.

    `depth` is rich's name of the terminal's colour system ("truecolor", "256", "standard" …), None without colours.
    """
    if mono or depth is None:
        return MONO
    if theme.ansi or depth in ("standard", "windows"):
        return ANSI if theme.dark else ANSI_LIGHT
    if theme.name in FELT:
        return _few(FELT[theme.name]) if depth == "256" else FELT[theme.name]
    base, built = (DARK if theme.dark else LIGHT), theme.to_color_system().generate()
    night, panel, raised, fg = (built[name][:7] for name in ("background", "surface", "panel", "foreground"))
    shown = replace(base, night=night, panel=panel, raised=raised)
    study = (night, panel, shown.best, shown.selected)
    everywhere = (*study, raised, shown.felt, shown.plate, shown.shadow)
    return replace(
        shown,
        fg=legible(fg, *everywhere),
        mute=legible(mix(fg, panel, 0.25), *study, raised),
        title=legible(mix(fg, panel, 0.1), *study, raised, shown.felt, shown.plate),
        gold=legible(base.gold, *everywhere),
        gain=legible(base.gain, *study, shown.felt),
        loss=legible(base.loss, *study, shown.felt),
        other=legible(base.other, *study, shown.felt),
        suit_text=tuple(legible(colour, *study, shown.felt) for colour in base.suit_text),
    )


def _few(palette: Palette) -> Palette:
    return FEW_LIGHT if palette.light else FEW


def four_coloured(palette: Palette) -> Palette:
    """Return a palette in which ♦ is blue and ♣ is as green as a leaf."""
    ansi, (ink, text) = palette.cream[0] != "#", (palette.suit_ink, palette.suit_text)
    dark, bright = ("blue", "bright_cyan") if ansi else ("#0b4f9e", "#a0c8ff")
    leaf, leaf_ink = ("green" if palette.light else "bright_green", "green") if ansi else (text[1], ink[1])
    told = dark if palette.light else bright
    return replace(
        palette, four=True, suit_ink=(*ink[:5], dark, ink[6], leaf_ink), suit_text=(*text[:5], told, text[6], leaf)
    )


def card_variables(theme: Theme, depth: str | None, french: bool = False) -> dict[str, str]:
    """Return the colours of cards and heat maps in lines of text as variables of Textual's styles.

    They are the suits `suit-e` … `suit-clubs`; `suit-diamonds-four` and `suit-clubs-four` have a colour for each suit.
    With `french`, German suits have the colours of the French ones that stand there in their place.
    """
    two = of(theme, depth or "truecolor")
    shown = dict(zip(SUIT_NAMES, two.suit_text, strict=True))
    four = dict(zip(SUIT_NAMES, four_coloured(two).suit_text, strict=True))
    shown |= {f"{name}-four": four[name] for name in ("diamonds", "clubs")}
    shown |= {german: four[instead] for german, instead in _FRENCH.items() if french}
    named = {f"suit-{name}": colour for name, colour in shown.items()}
    named |= {"own": two.own, "own-ink": two.own_ink, "heat": _under_text(two), "signal-ink": two.signal_ink}
    named |= {"mark": two.mark, "mark-ink": two.ink}
    return {name: colour if colour[0] == "#" else f"ansi_{colour}" for name, colour in named.items()}


def _under_text(palette: Palette) -> str:
    """Return the colour of heat maps in lines of text: as strong as leaves text readable on four fifths of it."""
    strong = palette.heat[3]
    return strong if strong[0] != "#" else _under(strong, palette.panel, palette.fg, share=0.8)


def _under(strong: str, ground: str, *texts: str, share: float = 1.0) -> str:
    """Return as much of a strong colour on a ground as lets texts on it be read, where it covers this share of it."""
    steps = (mix(strong, ground, step / 20) for step in range(20))
    shown = ((one, mix(ground, one, share)) for one in steps)
    return next((one for one, seen in shown if all(contrast(text, seen) >= LEAST for text in texts)), ground)


def without_blocks(palette: Palette) -> Palette:
    """Return a palette with which no block character is painted: cards are filled areas with their names.

    Where these would have the colour of the table they are drawn by lines.
    """
    return replace(palette, lines=True, chips=not palette.edge)


# --- colours --------------------------------------------------------------------------------------


def mix(one: str, other: str, share: float) -> str:
    """Return a colour between two; `share` belongs to the other. A terminal's own colours cannot be mixed.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    if one[0] != "#" or other[0] != "#":
        return one if share < 0.5 else other
    pairs = zip(_rgb(one), _rgb(other), strict=True)
    return "#" + "".join(f"{round(a * (1 - share) + b * share):02x}" for a, b in pairs)


def luminance(colour: str) -> float:
    """Return the relative luminance of "#rrggbb", 0 … 1 (WCAG 2)."""
    red, green, blue = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 … 21 (WCAG 2).

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def legible(colour: str, *surfaces: str) -> str:
    """Return a colour moved towards white or black until its contrast to all surfaces is at least `LEAST`.

    >>> legible("#777777", "#222222"), legible("#dddddd", "#222222")
    ('#8b8b8b', '#dddddd')
    """
    end = "#ffffff" if contrast("#ffffff", surfaces[0]) > contrast("#000000", surfaces[0]) else "#000000"
    moved = (mix(colour, end, step / 20) for step in range(21))
    return next((one for one in moved if all(contrast(one, surface) >= LEAST for surface in surfaces)), end)


def heat(palette: Palette, share: float) -> str:
    """Return the colour of a share of 0 … 1 in a heat map."""
    stops = list(zip((0.0, 0.2, 0.45, 0.65, 1.0), palette.heat, strict=True))
    if palette.few:
        return min(stops, key=lambda stop: abs(stop[0] - share))[1]
    for (low, first), (high, second) in pairwise(stops):
        if share <= high:
            return mix(first, second, (share - low) / (high - low))
    return palette.heat[-1]


def readable(background: str, *choices: str) -> str:
    """Return the choice with the most contrast to a background; the first if they are the terminal's own colours."""
    if any(colour[0] != "#" for colour in (background, *choices)):
        return choices[0]
    return max(choices, key=lambda colour: contrast(colour, background))


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _parts(colour: str) -> tuple[float, ...]:
    return tuple(part / 255 for part in _rgb(colour))
