"""The composer: plain sentences from rows and records, each with a hint at what carries it. It passes the same check as any draft."""
