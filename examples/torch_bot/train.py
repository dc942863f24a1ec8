"""Trains the network: `python train.py` writes cardtui_torch_bot/weights.safetensors. A minute and a half on one core.

The teacher is the shipped bot `exact`, which knows what every card is worth when both play as well as can be. Deals are
played by it and, half of the time, at random, so that the network also sees what follows a mistake.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import torch
from cardtui_torch_bot.bot import CARDS, WEIGHTS, inputs, network, place
from safetensors.torch import save_file

from cardtui import registry
from cardtui.core import decide

DEALS, PASSES, BATCH = 2500, 40, 512


def lessons(deals: int, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Positions, and what each card is worth there: tricks to come, nan for cards that cannot be played."""
    game = registry.game("tricks")
    teacher, rng = registry.agent(game, "exact"), Random(seed)
    rows, worths = [], []
    for _ in range(deals):
        state = game.start(game.deal(rng))
        while (seat := game.turn(state)) is not None:
            seen = game.observe(state, seat)
            decision = decide(teacher, seen, rng)
            worth = torch.full((CARDS,), torch.nan)
            for option in decision.options:
                worth[place(game, option.action.cards[0])] = float(option.value or 0)
            rows.append(inputs(game, seen))
            worths.append(worth)
            state = game.apply(state, decision.action if rng.random() < 0.5 else rng.choice(seen.legal))
    return torch.stack(rows), torch.stack(worths)


def main() -> None:
    """Learn, and keep the weights."""
    torch.manual_seed(0)
    torch.set_num_threads(1)
    rows, worths = lessons(DEALS, seed=0)
    print(f"{len(rows)} positions")
    learner = network()
    optimizer = torch.optim.Adam(learner.parameters(), lr=1e-3)
    steps = PASSES * (len(rows) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, total_steps=steps)
    for number in range(PASSES):
        total = 0.0
        order = torch.randperm(len(rows))[: len(rows) // BATCH * BATCH]
        for batch in order.view(-1, BATCH):
            known = ~worths[batch].isnan()
            loss = (learner(rows[batch])[known] - worths[batch][known]).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        print(f"pass {number + 1}: mean square of the error {total * BATCH / len(order):.3f} tricks", flush=True)
    save_file(learner.state_dict(), Path(__file__).parent / "cardtui_torch_bot" / WEIGHTS)


if __name__ == "__main__":
    main()
