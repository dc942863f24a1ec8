"""The commands that the palette offers on every screen, besides the screen's own: help, display settings, quitting."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from platformdirs import user_downloads_path
from textual.app import SystemCommand
from textual.command import DiscoveryHit, Hits
from textual.system_commands import SystemCommandsProvider
from textual.theme import ThemeProvider

from .. import settings
from .dialogs import TextWindow

if TYPE_CHECKING:
    from .app import CardApp


class OrderedCommands(SystemCommandsProvider):
    """Lists the commands in the app's order. Textual sorts them by name, so that an impossible one could be first."""

    async def discover(self) -> Hits:
        for name, does, action, _ in self.app.get_system_commands(self.screen):
            yield DiscoveryHit(name, action, help=does)


class MarkedThemes(ThemeProvider):
    """Lists the themes, the one in use first and marked."""

    async def discover(self) -> Hits:
        app = cast("CardApp", self.app)
        for name, choose in sorted(self.commands, key=lambda command: command[0] != app.theme):
            yield DiscoveryHit(name, choose, help=app.translate("in use") if name == app.theme else None)


def global_commands(app: CardApp) -> Iterator[SystemCommand]:
    """Yield the commands that work on every screen, in the language of the topmost one."""
    chosen = app.settings

    def command(title: str, does: str, action: Callable[[], Any]) -> SystemCommand:
        return SystemCommand(app.translate(title), app.translate(does), action)

    def switch(title: str, does: str, setting: str, on: Any = True, off: Any = False) -> SystemCommand:
        """Return a command that switches a setting between two values, and says which it has now."""
        now = getattr(chosen, setting) == on
        return command(
            title, f"{does}; now {'on' if now else 'off'}", lambda: app.set_display_setting(setting, off if now else on)
        )

    yield command("Help", "what can be typed here, the keys and the rules · key F1", app.action_help)
    yield command("Theme", "choose the colours of the screen", app.action_change_theme)
    yield switch("Four-colour suits", "a colour for each of the four suits", "four_colour")
    yield switch("French suits", "Schafkopf with Q♣ in place of EO", "french")
    yield switch("Plain cards", "cards by name, for fonts without block characters", "cards", "plain", "full")
    yield switch("Motion", "cards move to their places", "motion")
    yield switch("ASCII only", "no characters but those of plain ASCII", "ascii")
    yield command("Settings", "what each is now, and where it is changed", lambda: _tell_settings(app))
    yield command(
        "Screenshot", "save the screen as an SVG picture", lambda: app.set_timer(0.1, partial(_save_picture, app))
    )
    if not app.is_web:
        yield command("Suspend", "go to the shell; fg returns from there", app.action_suspend_process)
    yield command("Quit", "end the program; matches are saved · key ^q", app.action_quit)


def _save_picture(app: CardApp) -> None:
    """Save the screen as an SVG picture: to the folder of downloads, or here if there is none; a visitor's browser."""
    if app.is_web:
        app.deliver_screenshot()
        return
    downloads = user_downloads_path()
    try:
        file = app.save_screenshot(path=str(downloads if downloads.is_dir() else Path.cwd()))
    except OSError as error:
        app.say(f"{app.translate('the picture cannot be written')}: {error.strerror}", True)
    else:
        app.say(f"{app.translate('picture')}: {file}")


def _tell_settings(app: CardApp) -> None:
    """Show the value and the meaning of every setting, and the file in which they stand."""
    lines = [] if app.is_web else [f"They are in {settings.config_file()}, a line for each:", ""]
    for key, about in settings.SETTINGS.items():
        lines += [f"{key} = {settings.written(getattr(app.settings, key))}", f"    {about.help}"]
        lines += [f"    one of {', '.join(about.choices)}"] * bool(about.choices)
    app.push_screen(TextWindow(app.translate("Settings"), "\n".join(lines)))
