"""The draft and its check: written by a model where there is one, else composed; whatever it is, it passes the same check."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from assistant import assemble
from assistant.answer import Answered, AnswerEvent, Checking, DraftText
from assistant.assemble import Asking
from assistant.composer.draft import Draft, as_written
from assistant.gather import Gathered
from assistant.model.client import Model, ModelFailed
from assistant.model.drafter import Drafting, write
from assistant.plan import Plan
from evidence.check import check
from evidence.checked import Checked, Writer
from evidence.evidence import Assessment, Question


@dataclass(frozen=True, slots=True)
class Drafted:
    """A draft, who wrote it, and what a model said of its own."""

    draft: Draft
    writer: Writer = Writer.COMPOSER
    assessment: Assessment | None = None


def checked_answer(
    asking: Asking, plans: Sequence[Plan], gathered: Gathered, composed: Draft, model: Model | None
) -> Iterator[AnswerEvent]:
    """Streams the draft, checks it, and ends with the answer."""
    question = assemble.question_of(asking, plans, gathered)
    if model is None:
        drafted, checked = _carried(composed, gathered, question)
        yield from _told(asking, gathered, question, drafted.draft.text, checked)
    else:
        drafted = yield from _by_model(asking, gathered, question, composed, model)
        drafted, checked = _judged(drafted, gathered, question)
    yield Checking(checked.badge.checked + len(checked.unverified))
    yield Answered(assemble.answered(asking, plans, gathered, drafted.draft, question, checked))


def _told(
    asking: Asking, gathered: Gathered, question: Question, text: str, checked: Checked
) -> Iterator[AnswerEvent]:
    yield DraftText(text)
    if verified := assemble.first_verified(asking, gathered, question, checked):
        yield verified


def _by_model(
    asking: Asking, gathered: Gathered, question: Question, composed: Draft, model: Model
) -> Generator[AnswerEvent, None, Drafted]:
    """What the model writes, piece by piece; the composed draft where it fails, which the answer then says."""
    drafting = Drafting()
    verified = False
    try:
        for piece in write(model, asking.text, gathered.items, drafting):
            yield DraftText(piece)
            if not verified and (sentence := _first_sentence(drafting.text)):
                verified = True
                checked = check(sentence, gathered.items, question, writer=Writer.MODEL)
                if first := assemble.first_verified(asking, gathered, question, checked):
                    yield first
    except ModelFailed as problem:
        note = f"{problem} The answer was composed from the rows instead."
        return Drafted(replace(composed, notes=(note, *composed.notes)))
    return Drafted(
        replace(as_written(drafting.text), notes=composed.notes), Writer.MODEL, drafting.assessment
    )


def _first_sentence(text: str) -> str:
    """The first sentence, once it has ended; its hints stand before or after its full stop."""
    for end, character in enumerate(text):
        after = text[end + 1 : end + 2]
        if character in ".!?" and after in (" ", "\n") and not text[:end].rstrip().endswith(("e.g", "i.e")):
            return text[: end + 1]
    return ""


def _judged(drafted: Drafted, gathered: Gathered, question: Question) -> tuple[Drafted, Checked]:
    if drafted.writer is Writer.COMPOSER:
        return _carried(drafted.draft, gathered, question)
    checked = check(
        drafted.draft.text, gathered.items, question, assessment=drafted.assessment, writer=drafted.writer
    )
    return drafted, checked


def _carried(draft: Draft, gathered: Gathered, question: Question) -> tuple[Drafted, Checked]:
    """The composed draft as the evidence carries it: what it does not carry as first said is said more plainly."""
    checked = check(draft.text, gathered.items, question, writer=Writer.COMPOSER)
    while checked.badge.removed and (plainer := draft.plainer(checked)) is not None:
        draft, checked = plainer, check(plainer.text, gathered.items, question, writer=Writer.COMPOSER)
    return Drafted(draft), checked
