"""A bot for tricks around a small torch network. This module declares it; torch is imported where it plays."""

from cardtui.entries import Bot

BOT = Bot(
    "torch-example",
    "tricks",
    "cardtui_torch_bot.bot:TorchBot",
    kind="network",
    summary="a small torch network, taught by exact what each card is worth",
    fixed=("n", "colours", "revoke"),
)
