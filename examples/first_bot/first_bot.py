"""A first bot for Yaniv, in one file."""

from cardtui.core import Decision, Option


class FirstBot:
    """Calls Yaniv when it may, else lays what counts most, and takes a card of the pile that counts less than six."""

    def __init__(self, game):
        self.game = game  # the law of the table; it knows what cards count

    def think(self, observation, rng):
        best = max(observation.legal, key=lambda action: self.worth(action, observation.zone("pile").cards))
        yield Decision(best, (Option(best, 1.0),), "probability")

    def worth(self, action, pile):
        if action.verb == "yaniv":
            return 1000
        first = action.to == "a" and self.game.options["take"] == "ends"  # else what was laid last can be taken
        taken = 6 if action.to == "stack" else self.game.score(pile[:1] if first else pile[-1:])
        return self.game.score(action.cards) - taken
