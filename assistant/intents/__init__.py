"""From a reading to plans: which form of answer it asks for, and the typed queries that answer it."""
