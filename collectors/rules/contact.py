"""Contacts: people who worked on the code, by git history. A contact is somebody to ask, never an owner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from collectors.rules.conclusion import Conclusions, chain, inferred, without_nothing
from collectors.rules.estate import Estate, Thing
from collectors.rules.party import Directory, person_uid
from collectors.rules.repository import Candidate
from graph.record import Record, Uid, Value

INPUTS = ("Contribution", "CatalogEntity")

CONFIDENCE = 0.3
"""That somebody who committed still knows it."""
_LEAST_SHARE = 0.05
_MOST = 5  # contacts of one thing


def conclude(
    estate: Estate, directory: Directory, mappings: Mapping[Uid, Iterable[Candidate]]
) -> Conclusions:
    """The contacts of repositories, and of what is built from them."""
    conclusions = Conclusions()
    contacts: dict[Uid, list[tuple[Uid, Uid]]] = defaultdict(list)
    for contribution in sorted(estate.of("Contribution"), key=_share, reverse=True):
        repository = Uid(contribution.uid.partition("#")[0])
        person = _person(conclusions, contribution, directory)
        if person is not None and _share(contribution) >= _LEAST_SHARE and len(contacts[repository]) < _MOST:
            contacts[repository].append((person, contribution.uid))
            why = inferred("git-history", CONFIDENCE, contribution.uid)
            conclusions.relate("CONTACT_FOR", person, repository, why)
    for subject, each in mappings.items():
        for mapping in each:
            for person, basis in contacts[mapping.repository] if mapping.standing == "chosen" else ():
                confidence = chain(CONFIDENCE, mapping.confidence)
                why = inferred("git-history", confidence, basis, *mapping.basis)
                conclusions.relate("CONTACT_FOR", person, subject, why)
    return conclusions


def _share(contribution: Thing) -> float:
    value = contribution.fields.get("share")
    return float(value) if isinstance(value, int | float) else float(str(value or 0))


def _person(conclusions: Conclusions, contribution: Thing, directory: Directory) -> Uid | None:
    """The person behind it: the catalogue's where one is there (none that has left), else one known by git alone."""
    login, email = contribution.text("login"), contribution.text("email")
    known = directory.contributor(email, login, contribution.texts("emails"))
    if known is not None:
        return None if known.left else known.uid
    uid = person_uid(login or email or contribution.text("person"))
    fields: dict[str, Value] = {"login": login, "email": email}
    name = contribution.text("person")
    why = inferred("git-history", 0.9, contribution.uid)
    conclusions.state(Record(uid, "Person", name, without_nothing(fields), why))
    return uid
