"""The review of matches, without a screen: a player's decisions are judged, and mistakes proved.

- A review: `match_review` makes it, `report` is what it has found so far, as JSON; `cache` keeps finished ones,
  `partial_results` what was found by one that was stopped.
- Judgements: `judges` (a game's, loaded), `verdicts` (one decision: screened, then proved), `proof` (the statistics),
  `luck` (of the draw), `ends` (how deals end).
- For readers: `report_text` (in sections, which are made of `report_parts`), `across_matches` (several matches
  together), `export` (Markdown, HTML), `example_world` (one in which a mistake mattered, played out).
- Another try: `retry` (which answers are right), `drills` (mistakes asked again).
- `regret`: a bot's own games, judged like a person's.

`positions` (found, typed, changed) and `corpus` (the decisions that come up in play) are also what `study` works on.
"""
