"""Every error of ours, grouped by what the caller does next.

AletheiaError
├── Retry                 the same call may work in a moment
│   ├── StoreBusy
│   └── StoreConflict     two writers made the same record at once
├── SkipScope             leave this scope, mark it with `outcome`, go on with the others
│   ├── Denied            the source refused (outcome denied)
│   ├── BadCredentials    the source does not know us (outcome failed)
│   ├── NotOffered        the source does not have this here (outcome not offered)
│   ├── Throttled         the source kept refusing for load (outcome failed)
│   ├── Incomplete        the listing broke off; what was read is kept (outcome partial)
│   └── SourceFailed      anything else of the source (outcome failed)
├── Refused               tell the asker why, change nothing
│   ├── BadQuery          a typed query that the declarations do not allow
│   ├── TimedOut
│   ├── TooLarge          a statement needs more memory than the graph allows
│   ├── Abandoned         nobody waits for the answer any more
│   └── BadInput          a file or argument of the caller's; says where and what was expected
└── Misconfigured         stop: somebody has to change the configuration
    ├── StoreUnreachable
    └── ConstraintMissing
"""


class AletheiaError(Exception):
    """The root. The message is one or two sentences: what is wrong, then what to do."""


class Retry(AletheiaError):  # noqa: N818 — named by what the caller does
    """The same call may work in a moment."""


class StoreBusy(Retry):
    """The database was deadlocked or changing leader, past the driver's own retries."""


class StoreConflict(Retry):
    """Two writers made the same record at once; look again, then write again."""


class SkipScope(AletheiaError):  # noqa: N818
    """One scope could not be read whole; the others go on. Its records are kept."""


class Denied(SkipScope):
    """The source said we may not."""


class BadCredentials(SkipScope):
    """The source does not know us: credentials are missing, wrong or expired. Not the same as Denied, which knows us."""


class NotOffered(SkipScope):
    """The source does not have this service, kind or region."""


class Throttled(SkipScope):
    """The source kept refusing for load, past the adaptive retries."""


class Incomplete(SkipScope):
    """The listing broke off; what came before is observed, nothing is marked gone."""


class SourceFailed(SkipScope):
    """The source failed in another way."""


class Refused(AletheiaError):  # noqa: N818
    """The asker is told why; nothing is changed."""


class BadQuery(Refused):
    """A typed query that the declarations do not allow."""


class TimedOut(Refused):
    """The query took longer than its limit."""


class TooLarge(Refused):
    """The statement needs more memory than the graph allows one; it was stopped, and nothing was changed."""


class Abandoned(Refused):
    """The asker has gone away; nothing more is asked for them."""


class BadInput(Refused):
    """A file or argument of the caller's is not what was expected; says where."""


class Misconfigured(AletheiaError):  # noqa: N818
    """Somebody has to change the configuration; says which key and to what."""


class StoreUnreachable(Misconfigured):
    """No graph answers at the configured address, or the login is wrong."""


class ConstraintMissing(Misconfigured):
    """The unique constraint on `Record.uid` is missing: writing would make duplicates."""
