"""The weekly ownership report: gathered from typed queries, compared with the week before, checked, kept, delivered."""
