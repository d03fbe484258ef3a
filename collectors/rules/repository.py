"""Which repository holds the code of what runs, and which holds its manifests: two different relations.

Candidates come from many signals, strongest first, and all are kept. The surest is chosen; a name that merely looks
alike is a suggestion and never asserted.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from collectors.code.address import Address
from collectors.code.address import parse as parse_address
from collectors.image import Image
from collectors.image import parse as parse_image
from collectors.rules.application import GROUPED, Application, Catalogue, tracked
from collectors.rules.conclusion import Conclusions, chain, inferred, without_nothing
from collectors.rules.estate import WORKLOADS, Estate, Thing
from graph.record import Inference, Record, Uid

INPUTS = (
    *(*WORKLOADS, "LambdaFunction", "ECSTaskDefinition", "CatalogEntity", "Repository", "ImageBuild"),
    *("ArgoApplication", "FluxKustomization", "FluxSource"),
)

SUGGESTION = 0.3
"""Likeness of names is never surer than this."""
_ALIKE = 88.0  # of 100, by ratio: "checkout" and "checkouts" are, "cart" and "chart" are not

_SOURCE_LABEL = "org.opencontainers.image.source"
_ANNOTATIONS = ("backstage.io/source-location", "app.openshift.io/vcs-uri")
_SLUGS = (("github.com/project-slug", "github.com"), ("gitlab.com/project-slug", "gitlab.com"))
_REPOSITORY_KEY = re.compile(
    r"(?:.*[/:])?(?:repo|repository|source-repository|git-repository)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One repository that may hold the code of one thing. `folder` is the mapped path in it."""

    subject: Thing
    repository: Uid
    name: str
    folder: str
    method: str
    rule: str
    confidence: float
    basis: tuple[Uid, ...]
    standing: str = "competing"

    @property
    def why(self) -> Inference:
        """The inference behind it."""
        return inferred(self.rule, self.confidence, self.subject.uid, *self.basis)


def candidates(estate: Estate) -> dict[Uid, tuple[Candidate, ...]]:
    """The candidates of everything that runs, surest first, with the chosen one marked. One per repository."""
    signals = _Signals(estate)
    found: dict[Uid, tuple[Candidate, ...]] = {}
    for subject in estate.of(*GROUPED):
        if subject.kind == "Job" and estate.targets("PART_OF", subject.uid):
            continue  # a run of a CronJob, which is mapped itself
        each = list(signals.of(subject))
        if not each and subject.kind in {*WORKLOADS, "LambdaFunction"}:
            each = list(signals.alike(subject))
        if each:
            found[subject.uid] = _standings(each)
    return found


def _standings(each: list[Candidate]) -> tuple[Candidate, ...]:
    """The surest of each repository; of them the surest is chosen, unless another is just as sure by the same signal."""
    best: dict[Uid, Candidate] = {}
    for candidate in each:
        known = best.get(candidate.repository)
        if known is None or known.confidence < candidate.confidence:
            best[candidate.repository] = candidate
    ordered = sorted(best.values(), key=lambda c: (-c.confidence, c.repository))
    first = ordered[0]
    tied = len(ordered) > 1 and ordered[1].confidence == first.confidence
    marked = [
        replace(c, standing="suggestion" if c.confidence <= SUGGESTION else "competing") for c in ordered
    ]
    if not tied and first.confidence > SUGGESTION:
        marked[0] = replace(first, standing="chosen")
    return tuple(marked)


class _Signals:
    """Everything that says where code is, by what it can be found with."""

    def __init__(self, estate: Estate) -> None:
        self.estate = estate
        self.catalogue = Catalogue(estate)
        self.repositories = {r.uid: r for r in estate.of("Repository")}
        self.hosts = frozenset(u.removeprefix("repo://").partition("/")[0] for u in self.repositories)
        self.by_image: dict[str, list[Thing]] = defaultdict(list)
        self.by_ending: dict[str, list[Thing]] = defaultdict(list)
        self.by_folder: dict[str, list[Thing]] = defaultdict(list)
        self.by_word: dict[str, list[Thing]] = defaultdict(list)
        self.definitions = {t.uid: t for t in estate.of("ECSTaskDefinition")}
        for build in estate.of("ImageBuild"):
            self._index(build)
        for repository in self.repositories.values():
            for word in _words(repository.name.rpartition("/")[2]):
                self.by_word[word].append(repository)

    def _index(self, build: Thing) -> None:
        image = build.text("image")
        if image.startswith("*/"):
            self.by_ending[image.removeprefix("*/")].append(build)
        elif image:
            self.by_image[image].append(build)
        if build.text("method") == "dockerfile":
            folder = posixpath.basename(build.text("folder")) or self._repository_name(build)
            self.by_folder[folder.casefold()].append(build)

    @staticmethod
    def _repository_name(build: Thing) -> str:
        return build.text("repository").rpartition("/")[2]

    def of(self, subject: Thing) -> Iterator[Candidate]:
        """Every candidate that something more than a likeness speaks for."""
        yield from self._said(subject)
        yield from self._catalogued(subject)
        yield from self._tagged(subject)
        for image in self._images(subject):
            yield from self._built(subject, image)

    def _said(self, subject: Thing) -> Iterator[Candidate]:
        """What it says itself: the OCI source label carried over, annotations and labels that name a repository."""
        said = {**(subject.tags or {}), **subject.notes}
        if source := said.get(_SOURCE_LABEL):
            yield from self._at(subject, parse_address(source), "OCI source label", 0.9)
        for key in _ANNOTATIONS:
            if location := said.get(key):
                yield from self._at(subject, parse_address(location), "repository annotation", 0.9)
        for key, host in _SLUGS:
            if slug := said.get(key):
                yield from self._at(subject, self._slug(slug, host), "repository annotation", 0.9)
        for key, value in said.items():
            if _REPOSITORY_KEY.fullmatch(key) and not key.startswith("git_"):
                yield from self._at(subject, self._slug(value, ""), "repository tag", 0.85)

    def _slug(self, text: str, host: str) -> Address | None:
        """`org/name` is on the forge it is annotated for, or on the only forge whose repositories are known."""
        known = [h for h in self.hosts if h != "local"]
        return parse_address(text, host=host or (known[0] if len(known) == 1 else ""))

    def _catalogued(self, subject: Thing) -> Iterator[Candidate]:
        for entity, confidence, _ in self.catalogue.entities_of(subject):
            if code := entity.text("sourceRepository"):
                yield self._candidate(
                    subject,
                    Uid(f"repo://{code}"),
                    entity.text("sourcePath"),
                    "catalogue annotation",
                    min(confidence, 0.9),
                    entity.uid,
                )

    def _tagged(self, subject: Thing) -> Iterator[Candidate]:
        """Tags that tools for infrastructure code write: the repository of the definition, not surely of the code."""
        organisation, name = subject.tag("git_org"), subject.tag("git_repo")
        if not organisation or not name:
            return
        address = self._slug(
            f"{organisation}/{name}", "" if len(self.hosts - {"local"}) == 1 else "github.com"
        )
        folder = posixpath.dirname(subject.tag("git_file"))
        if address is not None:
            yield self._candidate(subject, address.uid, folder, "infrastructure tag", 0.6)

    def _images(self, subject: Thing) -> Iterator[Image]:
        written = subject.texts("images")
        definition = self.definitions.get(Uid(subject.text("taskDefinition")))
        if definition is not None:
            written = definition.texts("images")
        for text in written:
            image = parse_image(text)
            if image is not None:
                yield image

    def _built(self, subject: Thing, image: Image) -> Iterator[Candidate]:
        """By its image: the workflow that makes it, the registry of its own repository, a Dockerfile in a folder of its name."""
        for build in self.by_image.get(image.place, ()):
            yield self._by_build(subject, build, "workflow", 0.85)
        for ending in _endings(image.repository):
            for build in self.by_ending.get(ending, ()):
                yield self._by_build(subject, build, "workflow, registry not written", 0.7)
        yield from self._package(subject, image)
        for build in self.by_folder.get(image.repository.rpartition("/")[2], ()):
            yield self._by_build(subject, build, "Dockerfile match", 0.5)

    def _package(self, subject: Thing, image: Image) -> Iterator[Candidate]:
        """A forge's own registry keeps images under the name of their repository."""
        host = {"ghcr.io": "github.com", "registry.gitlab.com": "gitlab.com"}.get(image.registry, "")
        parts = image.repository.split("/")
        for length in range(len(parts), 1, -1) if host else ():
            uid = Uid(f"repo://{host}/{'/'.join(parts[:length])}")
            if uid in self.repositories:
                yield self._candidate(subject, uid, "", "package owner", 0.6)
                return

    def _by_build(self, subject: Thing, build: Thing, method: str, confidence: float) -> Candidate:
        repository = Uid(build.uid.partition("#")[0])
        return self._candidate(subject, repository, build.text("folder"), method, confidence, build.uid)

    def _at(
        self, subject: Thing, address: Address | None, method: str, confidence: float
    ) -> Iterator[Candidate]:
        if address is not None:
            yield self._candidate(subject, address.uid, address.folder, method, confidence)

    def _candidate(
        self, subject: Thing, repository: Uid, folder: str, method: str, confidence: float, *basis: Uid
    ) -> Candidate:
        known = self.repositories.get(repository)
        name = known.name if known else repository.removeprefix("repo://").partition("/")[2]
        rule = re.sub(r"[^a-z]+", "-", method.casefold()).strip("-")
        return Candidate(subject, repository, name, folder, method, rule, confidence, basis)

    def alike(self, subject: Thing) -> Iterator[Candidate]:
        """Repositories whose name looks like the workload's: those that share a word with it are compared, not all."""
        own = "-".join(_words(subject.name))
        near = {r.uid: r for w in _words(subject.name) for r in self.by_word.get(w, ())}
        for repository in near.values():
            score = fuzz.ratio(own, "-".join(_words(repository.name.rpartition("/")[2])))
            if score >= _ALIKE:
                confidence = round(SUGGESTION * score / 100, 2)
                yield self._candidate(
                    subject, repository.uid, "", "name likeness", confidence, repository.uid
                )


def tagged_address(thing: Thing) -> Address | None:
    """Where tags of a tool for infrastructure code (yor) say that a thing is defined: on GitHub, unless they say otherwise."""
    organisation, name = thing.tag("git_org"), thing.tag("git_repo")
    if not organisation or not name:
        return None
    address = parse_address(f"{organisation}/{name}", host=thing.tag("git_host") or "github.com")
    return replace(address, folder=posixpath.dirname(thing.tag("git_file"))) if address else None


_COMMON = frozenset({"api", "app", "service", "svc", "server", "worker", "web", "deployment", "the", "k8s"})


def _words(name: str) -> tuple[str, ...]:
    """The words of a name that tell it from others; all of them where none does."""
    words = tuple(w for w in re.split(r"[^a-z0-9]+", name.casefold()) if w)
    return tuple(w for w in words if w not in _COMMON) or words


def _endings(path: str) -> Iterator[str]:
    """`a/b/c`, `b/c`: what may be left of a name whose front was put together at run time; never a single word."""
    parts = path.split("/")
    for start in range(len(parts)):
        if len(parts) - start >= 2 or len(parts) == 1:
            yield "/".join(parts[start:])


def conclude(estate: Estate, found: Mapping[Uid, Iterable[Candidate]]) -> Conclusions:
    """Candidates as code mappings; the chosen ones as BUILT_FROM; where manifests come from as DEPLOYED_FROM."""
    conclusions = Conclusions()
    for each in found.values():
        for candidate in each:
            _state(conclusions, candidate)
    for thing, repository, why in _deployed(estate):
        conclusions.relate("DEPLOYED_FROM", thing, repository, why)
    return conclusions


def of_applications(
    conclusions: Conclusions, found: Iterable[Application], mappings: Mapping[Uid, Iterable[Candidate]]
) -> None:
    """An application is built from what its members are built from, as sure as both steps together."""
    for application in found:
        for member, why in application.members.items():
            for mapping in mappings.get(member, ()):
                if mapping.standing == "chosen":
                    confidence = chain(mapping.confidence, why)
                    through = inferred(mapping.rule, confidence, member, *mapping.basis)
                    conclusions.relate("BUILT_FROM", application.uid, mapping.repository, through)


def _state(conclusions: Conclusions, candidate: Candidate) -> None:
    subject = candidate.subject
    uid = Uid(f"mapping://{subject.uid}->{candidate.repository}")
    fields = {
        "workload": subject.name,
        "repository": candidate.name,
        **{p: v for p, v in subject.places().items() if p in {"cluster", "namespace"}},
        "method": candidate.method,
        "path": candidate.folder,
        "standing": candidate.standing,
    }
    name = f"{subject.name} → {candidate.name}"
    why = candidate.why
    conclusions.state(Record(uid, "CodeMapping", name, without_nothing(fields), why))
    conclusions.relate("MAPPING_OF", uid, subject.uid, why)
    conclusions.relate("MAPS_TO", uid, candidate.repository, why)
    if candidate.standing == "chosen":
        conclusions.relate("BUILT_FROM", subject.uid, candidate.repository, why)


def _deployed(estate: Estate) -> Iterator[tuple[Uid, Uid, Inference]]:
    """Where manifests come from: Argo CD's and Flux's own sources, and through them what they deploy."""
    applications = {}
    for application in estate.of("ArgoApplication", "ApplicationSet"):
        address = parse_address(application.text("repoUrl"))
        if address is not None:
            applications[application.name] = (application, address.uid)
            yield application.uid, address.uid, inferred("argo-source", 0.95, application.uid)
    sources = {(s.text("cluster"), s.text("namespace"), s.name): s for s in estate.of("FluxSource")}
    kustomizations = {}
    for applied in estate.of("FluxKustomization"):
        source = sources.get((applied.text("cluster"), applied.text("namespace"), applied.text("sourceName")))
        address = parse_address(source.text("url")) if source else None
        if source is not None and address is not None:
            kustomizations[applied.text("cluster"), applied.text("namespace"), applied.name] = (
                applied,
                address.uid,
            )
            yield applied.uid, address.uid, inferred("flux-source", 0.95, applied.uid, source.uid)
    for thing in estate.things.values():
        address = tagged_address(thing) if thing.tags else None
        if address is not None:
            yield thing.uid, address.uid, inferred("infrastructure-tag", 0.8, thing.uid)
    for workload in estate.workloads:
        toolkit = "kustomize.toolkit.fluxcd.io"
        key = (
            workload.text("cluster"),
            workload.tag(f"{toolkit}/namespace"),
            workload.tag(f"{toolkit}/name"),
        )
        if (app := tracked(workload)) and app in applications:
            by, repository = applications[app]
            yield workload.uid, repository, inferred("argo-source", 0.9, workload.uid, by.uid)
        elif key in kustomizations:
            by, repository = kustomizations[key]
            yield workload.uid, repository, inferred("flux-source", 0.85, workload.uid, by.uid)
