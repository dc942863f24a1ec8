"""What bots do and what they have learned, studied without a screen. `review` judges how a match was played.

- One position: `inspect` (the report of the command), `opinions` (what bots think of it), `solved` (the solver on it).
- Many: `habits` (a game's claims, counted), `outcomes` (whether values come true), `beliefs` and `beliefs_study` (how
  well hidden cards are guessed), `compare` (where two bots disagree), `solo` (scores of a game for one).
- With a change: `lock` (an action is forced, or another bot decides), by `paired_deals`.
- While a bot was trained: `checkpoints`, by its answers on `frozen_positions`.
- Whether judges may grade people: `acceptance` (one deal of a check), `judges_study` (all of them).
"""
