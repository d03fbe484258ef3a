"""What every AWS resource has, and the field shapes that recur among them.

`Field.path` is a JMESPath expression over the JSON that the listing call returns for one item; a field without a path
is set by the collector's own code.
"""

from collections.abc import Mapping
from datetime import timedelta

from graph.kind import Field, Kind, Role, Type
from graph.kinds.organisation import MANAGEMENT, OWNERSHIP, TAGS, place

ARN = Field(
    "arn",
    role=Role.NAME,
    words=("amazon resource name",),
    description="the Amazon Resource Name; built in ARN form where AWS has none",
)
CONSOLE = "https://{region}.console.aws.amazon.com"
"""Host of the console pages of a region; the pages of global services are kept in us-east-1."""
GLOBAL_CONSOLE = "https://us-east-1.console.aws.amazon.com"


def resource(
    name: str,
    noun: str,
    plural: str,
    description: str,
    *fields: Field,
    synonyms: tuple[str, ...] = (),
    categories: tuple[str, ...] = (),
    link: str = "",
    fresh_for: timedelta = timedelta(hours=24),
    hidden_states: Mapping[str, tuple[str, ...]] | None = None,
) -> Kind:
    """A kind of AWS resource: its own fields, and those that all of them have."""
    return Kind(
        name,
        noun,
        plural,
        description,
        synonyms=synonyms,
        categories=(*categories, "Resource"),
        fields=(
            *place("account", "region", "environment"),
            ARN,
            *fields,
            *TAGS,
            *MANAGEMENT,
            *OWNERSHIP,
        ),
        link=link,
        fresh_for=fresh_for,
        hidden_states=hidden_states or {},
    )


def identifier(name: str, path: str = "", *words: str, description: str = "") -> Field:
    """A field that names something: an id, an address, a host, an image."""
    return Field(name, role=Role.NAME, words=words, path=path, description=description)


def identifiers(name: str, path: str = "", *words: str, description: str = "") -> Field:
    """A list of names of things."""
    return Field(name, Type.LIST, role=Role.NAME, words=words, path=path, description=description)


def yes_no(
    name: str,
    path: str,
    yes: tuple[str, ...],
    no: tuple[str, ...],
    *words: str,
    description: str = "",
) -> Field:
    """A boolean with the phrases that say it."""
    return Field(name, Type.BOOLEAN, words=words, yes=yes, no=no, path=path, description=description)


def number(name: str, path: str = "", *words: str, unit: str = "", description: str = "") -> Field:
    """A whole number with its unit."""
    return Field(name, Type.INTEGER, words=words, unit=unit, path=path, description=description)


def time(name: str, path: str = "", *words: str, description: str = "") -> Field:
    """An instant."""
    return Field(name, Type.TIME, words=words, path=path, description=description)


def created(path: str) -> Field:
    """When it was made."""
    return time("createdAt", path, "created", "creation time", "creation date", "age")


def encrypted(path: str = "") -> Field:
    """Whether what it stores is encrypted at rest."""
    return yes_no(
        "encrypted",
        path,
        ("encrypted", "encrypted at rest"),
        ("unencrypted", "not encrypted", "without encryption"),
        "encryption",
        "encryption at rest",
        "storage encryption",
        description="encrypted at rest",
    )


def key(path: str) -> Field:
    """The KMS key that it is encrypted with."""
    return identifier("kmsKey", path, "kms key", "encryption key")


def zone(path: str) -> Field:
    """The availability zone that it is in."""
    return identifier("zone", path, "availability zone", "az")


def vpc(path: str = "VpcId") -> Field:
    """The VPC that it is in."""
    return identifier("vpcId", path, "vpc", "network")


def text(path: str = "Description") -> Field:
    """A description that somebody typed."""
    return Field("description", role=Role.TYPED, path=path)
