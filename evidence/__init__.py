"""What may be said: figures, names, the check, cards, tables and confidence. Pure: no I/O, no clock, no model."""
