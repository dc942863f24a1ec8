"""Text for people: `formatting` (cards, values, errors), `language` (translation), `printable` (made safe), `ascii`."""
