"""How tables look: colours, a canvas of cells, and what is painted on it. Knows no game and no widget."""
