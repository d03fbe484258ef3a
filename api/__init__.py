"""Ways in, and the only place that assembles the others: settings, command line, GraphQL, page, schedule, demo."""
