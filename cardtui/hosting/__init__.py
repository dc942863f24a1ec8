"""Bots in a process of their own: asked by `host`, which starts `child` by way of `bot_process`."""
