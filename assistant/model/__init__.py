"""A language model behind any OpenAI-compatible address: it may plan and draft, and has no other power than the grammar has."""
