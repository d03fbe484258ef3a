"""The grammar planner: readings of a question, built span by span and scored by the words they account for."""
