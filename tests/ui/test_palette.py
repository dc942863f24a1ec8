"""Whether texts can be read: contrast of all pairs of colours in use, and what colour-blind people see."""

from __future__ import annotations

from itertools import combinations, pairwise, product, starmap

import pytest
from rich.color import Color, ColorSystem
from textual.theme import BUILTIN_THEMES, Theme

from cardtui.testing.vision import apart, deuteranope
from cardtui.text.formatting import figure
from cardtui.ui.look import palette as look
from cardtui.ui.look.canvas import Canvas, Cell
from cardtui.ui.look.cards import HUGE, LARGE, SMALL, Face, Size, card, chip
from cardtui.ui.look.palette import (
    ANSI,
    ANSI_LIGHT,
    DARK,
    FELT,
    FEW,
    FEW_LIGHT,
    LEAST,
    MONO,
    SIXTEEN,
    SUITS,
    Palette,
    card_variables,
    contrast,
    four_coloured,
    of,
    readable_styles,
)
from cardtui.ui.widgets.felt import Felt

from .common import line, shown, table, until

THEMES = {theme.name: theme for theme in (*look.themes(), *BUILTIN_THEMES.values()) if not theme.ansi}
STUDY = ("night", "panel", "best", "selected")
"""The surfaces beside the felt; headings are `raised`."""
USED = {
    "fg": (*STUDY, "raised", "felt", "plate", "shadow"),
    "mute": (*STUDY, "raised"),
    "feltmute": ("felt", "plate"),
    "title": (*STUDY, "raised", "felt", "plate"),
    "other": (*STUDY, "felt"),
    "gold": (*STUDY, "raised", "felt", "plate"),
    "gain": (*STUDY, "felt", "plate"),
    "loss": (*STUDY, "felt", "plate"),
    "rail_text": ("rail",),
    "ink": ("mark", "cream", "cream2", "creamdim"),
}
"""Each colour of text, and what it stands on."""
APART = 25.0
"""The least distance of gain and loss under deuteranopia, in units of CIELAB (1976)."""


def palettes() -> dict[str, Palette]:
    """All palettes in full colour, and the one for 256 colours; each with two and with four colours of suits."""
    found = {name: of(theme, "truecolor") for name, theme in THEMES.items()} | {
        "256 colours": FEW,
        "256 colours, light": FEW_LIGHT,
    }
    return found | {f"{name}, four": four_coloured(palette) for name, palette in found.items()}


PALETTES = palettes()
OWN = {
    f"{name}{', four' * four}": (four_coloured(palette) if four else palette, palette is ANSI)
    for name, palette in (("dark", ANSI), ("light", ANSI_LIGHT))
    for four in (False, True)
}
"""The palettes of the terminal's own sixteen colours, and whether its ground is dark."""
SUITS_APART = 18.0
"""The least distance of the colours of two suits, in the same units; E and S of the light themes are the nearest."""
SUITS_DIFFER = 1
"""The least number of cells in which cards of two suits differ for people without the cones for green."""
SIGN = 3.0
"""The contrast of graphical signs (WCAG 2, 1.4.11): a green ♣, where each suit has a colour of its own."""


def used(palette: Palette) -> list[tuple[str, str, str]]:
    """Return all texts of a palette with their colours and the surfaces on which they are used."""
    pairs = [(text, getattr(palette, text), ground) for text, grounds in USED.items() for ground in grounds]
    return pairs + [(suit, palette.suit(suit), ground) for suit in SUITS for ground in (*STUDY, "felt")]


@pytest.mark.parametrize("name", OWN)
def test_the_terminals_own_colours_can_be_read(name: str) -> None:
    """With the values that programs give them; terminals differ, and their owners choose them."""
    palette, dark = OWN[name]
    theme = SIXTEEN[dark]

    def shown(colour: str, ground: bool = False) -> str:
        own = theme.background_color if ground else theme.foreground_color
        red, green, blue = own if colour == "default" else Color.parse(colour).get_truecolor(theme)
        return f"#{red:02x}{green:02x}{blue:02x}"

    pairs = [(text, colour, getattr(palette, ground)) for text, colour, ground in used(palette)]
    pairs += [
        (suit, palette.on_card(suit, dim), (palette.cream, palette.creamdim)[dim])
        for suit in SUITS
        for dim in (False, True)
    ]
    pairs += [("number", look.readable(ground, *palette.heat_ink), ground) for ground in palette.heat]
    wrong = []
    for text, colour, ground in pairs:
        least = SIGN if text == "♣" and palette.four else LEAST
        if (found := contrast(shown(colour), shown(ground, ground=True))) < least:
            wrong.append(f"{text}: {colour} on {ground} {found:.2f}")
    assert not wrong
    used_beside = next(theme for theme in look.themes() if theme.ansi and theme.dark == dark)
    for name, colour in used_beside.to_color_system().generate().items():
        if name in ("text-primary", "text-warning", "text-success", "text-error", "footer-key-foreground"):
            assert contrast(shown(colour.removeprefix("ansi_")), shown("default", ground=True)) >= LEAST, name


@pytest.mark.parametrize("name", PALETTES)
def test_text_can_be_read(name: str) -> None:
    """On every surface that it is used on."""
    palette = PALETTES[name]
    pairs = [(text, ground, contrast(colour, getattr(palette, ground))) for text, colour, ground in used(palette)]
    assert not [f"{text} on {ground} {found:.2f}" for text, ground, found in pairs if found < LEAST]


@pytest.mark.parametrize("name", PALETTES)
def test_cards_can_be_read(name: str) -> None:
    """Also those that cannot be played, the number of a best card's badge, and numbers of a heat map."""
    palette = PALETTES[name]
    for suit in SUITS:
        assert contrast(palette.on_card(suit), palette.cream) >= LEAST, suit
        assert contrast(palette.on_card(suit, dim=True), palette.creamdim) >= LEAST, suit
    for ground in palette.heat:
        assert contrast(look.readable(ground, *palette.heat_ink), ground) >= LEAST, ground


@pytest.mark.parametrize("name", FELT)
def test_what_is_looked_at_stands_out(name: str) -> None:
    """A card that can be played is lighter than one that cannot, and that is lighter than felt, in the dark themes."""
    palette = FELT[name]
    assert contrast(palette.cream, palette.creamdim) >= 1.3
    assert palette.light or contrast(palette.creamdim, palette.felt) >= LEAST
    heats = [look.luminance(ground) for ground in palette.heat]
    assert all(low < high for low, high in pairwise(heats[::-1] if palette.light else heats))


@pytest.mark.parametrize("name", PALETTES)
def test_gain_and_loss_stay_apart_for_the_colour_blind(name: str) -> None:
    """Red and green do not: that is why suits are told by shape and letter as well, and these by + and −."""
    palette = PALETTES[name]
    assert apart(deuteranope(palette.gain), deuteranope(palette.loss)) >= APART


async def test_panels_have_the_colours_of_the_felt() -> None:
    """A gain beside the table is that on it: Textual would mix its colours of texts with white or black."""
    async with table() as (_, pilot):
        for name, palette in FELT.items():
            pilot.app.theme = name
            texts = {"success": palette.gain, "error": palette.loss, "warning": palette.gold, "accent": palette.gold}
            assert {text: pilot.app.get_css_variables()[f"text-{text}"] for text in texts} == texts


async def test_no_sign_is_a_colour_alone() -> None:
    """What would be played and what is refused have their signs in front, and values a plus or a minus."""
    async with table() as (screen, pilot):
        for typed, sign in (("5 d", "✓"), ("9 d", "✗")):
            line(screen).value = typed
            await pilot.pause()
            assert shown(screen, "preview").startswith(sign)
    assert figure(0.5, "cents").startswith("+") and figure(-0.5, "cents").startswith("-")


def test_hearts_and_leaves_do_not_stay_apart_as_texts() -> None:
    """So that the figure above means something."""
    leaf, heart = (FELT["felt"].suit(suit) for suit in "GH")
    assert apart(leaf, heart) > 60 and apart(deuteranope(leaf), deuteranope(heart)) < 10


@pytest.mark.parametrize("name", PALETTES)
def test_four_colours_of_suits(name: str) -> None:
    """♦ and ♣ differ from ♥ and ♠ where that is wanted, and only there."""
    palette = PALETTES[name]
    for colour in (palette.suit, palette.on_card):
        assert len({colour(suit) for suit in "♥♦♠♣"}) == (4 if palette.four else 2)


@pytest.mark.parametrize("name", PALETTES)
def test_suits_are_told_apart(name: str) -> None:
    """In each theme by colours that differ, in texts and on cards; ♥ and ♦, ♠ and ♣ only where each has its own."""
    palette = PALETTES[name]
    for colour in (palette.suit, palette.on_card):
        for suits in ("EGHS", "♥♦♠♣" if palette.four else "♥♠"):
            assert min(apart(colour(one), colour(other)) for one, other in combinations(suits, 2)) >= SUITS_APART


@pytest.mark.parametrize("size", [HUGE, LARGE, SMALL])
@pytest.mark.parametrize("suits", ["EGHS", "♥♦♠♣"])
def test_suits_are_told_apart_without_the_cones_for_green(suits: str, size: Size) -> None:
    """On cards a cell at least differs in shape, or in colours that are still apart; chips have the letter or sign."""
    for rank in ("7", "10", "K", "O" if suits == "EGHS" else "Q"):
        drawn = []
        for suit in suits:
            canvas = Canvas(16, 10, DARK, DARK.felt)
            card(canvas, 2, 1, Face(rank, suit), size)
            drawn.append([cell for row in canvas.rows for cell in row])
            chip(canvas, 2, 1, Face(rank, suit).name)
            assert suit in canvas.text()
        for one, other in combinations(drawn, 2):
            assert sum(starmap(_differ, zip(one, other, strict=True))) >= SUITS_DIFFER, rank


def _differ(one: Cell, other: Cell) -> bool:
    """Whether two cells look different to people without the cones for green."""
    pairs = (one.colour, other.colour), (one.background, other.background)
    return one.char != other.char or any(apart(*map(deuteranope, pair)) >= SUITS_APART for pair in pairs)


def test_terminals_with_fewer_colours() -> None:
    """Each has a table of its own; a terminal's own colours are never mixed."""
    felt, ansi = THEMES["felt"], next(theme for theme in BUILTIN_THEMES.values() if theme.ansi)
    assert of(felt, None) is MONO and of(felt, "truecolor", mono=True) is MONO
    assert of(felt, "standard") is ANSI and of(ansi, "truecolor") is ANSI and of(felt, "256") is FEW
    assert not any(str(colour).startswith("#") for colour in vars(ANSI).values())
    assert look.mix("red", "black", 0.3) == "red" and look.readable("blue", "red", "white") == "red"


def test_what_stands_beside_the_felt_has_its_256_colours() -> None:
    """The nearest colour to the headings' grey would be a dark blue."""
    few = {theme.name: theme.panel for theme in look.themes("256") if not theme.ansi}
    assert few == {"felt": FEW.raised, "felt-light": FEW_LIGHT.raised, "felt-contrast": FEW.raised}


def test_a_theme_that_cannot_be_read_is_made_so() -> None:
    """Text that is as dark as its surface moves away from it, as far as is needed."""
    palette = of(Theme("dim", primary="#333333", foreground="#333333", background="#222222", dark=True), "truecolor")
    assert contrast(palette.fg, palette.night) >= LEAST and contrast(palette.mute, palette.panel) >= LEAST


@pytest.mark.parametrize("name", sorted(BUILTIN_THEMES))
def test_texts_beside_the_felt_can_be_read_under_all_of_textuals_themes(name: str) -> None:
    """Headings, the input line's frame, keys: some themes have them in colours that their own surfaces hide."""
    theme = BUILTIN_THEMES[name]
    styles = theme.to_color_system().generate() | theme.variables
    mended = readable_styles(theme, styles)
    assert bool(mended) != theme.ansi
    shown = styles | mended
    texts = [text for text in mended if not text.endswith("background")]
    for text, ground in product(texts, ("background", "surface", "panel", "footer-background") if mended else ()):
        assert contrast(shown[text], shown[ground][:7]) >= LEAST, (text, ground)
    for text in ("block-cursor-foreground", "block-cursor-blurred-foreground", "text-muted") if mended else ():
        assert contrast(shown[text], shown["block-cursor-background"]) >= LEAST, text


async def test_a_table_is_painted_anew_in_the_colours_of_another_theme() -> None:
    """Felt and cards too, at once."""
    async with table() as (screen, pilot):
        before = screen.query_one(Felt).canvas
        assert before and not before.palette.light
        screen.app.theme = "ansi-light"
        await until(pilot, lambda: screen.query_one(Felt).canvas is not before)
        canvas = screen.query_one(Felt).canvas
        assert canvas and canvas.palette.light


def test_the_sixteen_colours_stay_what_they_are() -> None:
    """What Textual and rich make of a name between them is that colour again."""
    for theme in SIXTEEN.values():
        for number in range(16):
            shown = Color.from_triplet(Color.from_ansi(number).get_truecolor(theme))
            assert shown.downgrade(ColorSystem.STANDARD).number == number


def test_cards_that_took_their_trick_are_gold_areas_with_dark_names_in_lines_of_text() -> None:
    for name in ("felt", "felt-light"):
        found = card_variables(THEMES[name], "truecolor")
        assert (found["mark"], found["mark-ink"]) == (FELT[name].mark, FELT[name].ink)
        assert contrast("#000000", found["mark"]) > contrast("#ffffff", found["mark"])


def test_suits_in_lines_of_text_have_the_colours_of_the_palette() -> None:
    found = card_variables(THEMES["felt"], "truecolor")
    assert found["suit-e"] == DARK.suit("E") and found["suit-hearts"] == found["suit-diamonds"] == DARK.suit("♥")
    assert found["suit-diamonds-four"] == four_coloured(DARK).suit("♦") != found["suit-diamonds"]
    assert card_variables(THEMES["felt"], "standard")["suit-h"] == f"ansi_{ANSI.suit('H')}"


def test_german_suits_that_are_written_as_french_ones_have_their_colours() -> None:
    """As cards have: ♣ is green and ♦ blue, also in the panels beside them."""
    found, four = card_variables(THEMES["felt"], "truecolor", french=True), four_coloured(DARK)
    shown = zip((found["suit-e"], found["suit-g"], found["suit-h"], found["suit-s"]), "♣♠♥♦", strict=True)
    assert all(colour == four.suit(sign) for colour, sign in shown)
