"""Putting rulings into words: plain text, Markdown and plain data. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from typing import Any

from companion.book import Look, Pack
from companion.question import Question
from companion.referee.grounds import (
    Chosen,
    Computed,
    Drawn,
    Ground,
    Heard,
    Looked,
    Overruled,
    Pending,
    Stood,
    Summed,
    Thrown,
    every,
)
from companion.referee.questions import Choose, Draw, Pool, Throw, Total, word
from companion.referee.rules import Marked
from companion.referee.rulings import Ruling
from companion.referee.tallies import Bullet
from companion.referee.terms import PRINTED

RESTATED = " · "  # stands between a rule with its verdict, and what the rule says


@dataclass(frozen=True)
class Line:
    """One thing that was overheard: how deep it lies, its words, and the statements it stands on."""

    depth: int
    text: str
    cites: tuple[str, ...] = ()

    def __str__(self) -> str:
        cites = f" ({' '.join(self.cites)})" if self.cites else ""
        return f"{'  ' * self.depth}{self.text}{cites}"


def lines(grounds: tuple[Ground, ...], depth: int = 0) -> Iterator[Line]:
    """The grounds in words. Rules in which nothing happened at the table, and asides, are left out."""
    sources = {ground.look: ground.source for ground in grounds if isinstance(ground, Looked)}
    sums = [ground for ground in grounds if isinstance(ground, Summed)]
    in_tallies = {bullet.look for summed in sums for bullet in summed.tally.bullets}
    added_to = {summed.die for summed in sums}
    for ground in _once(grounds):
        match ground:
            case Heard(rule, _, verdict, inner, done) if any(map(happened, every(inner))):
                told = f"{rule.name}: {word(verdict)}" if done and sayable(verdict) else rule.name
                yield Line(depth, f"{told}{RESTATED}{rule.restated}", rule.statements)
                yield from lines(_unfold(rule, inner), depth + 1)
            case Computed() if counts(ground):
                yield _computed_line(ground, depth)
            case Thrown(why, die, faces, value) if why not in added_to:
                came = ", ".join(map(str, faces))
                graded = f", which makes {word(value)}" if faces != (value,) else ""
                yield Line(depth, f"{why}: {came} on {len(faces) if len(faces) > 1 else 'a'} {die.name}{graded}")
            case Summed(tally, die, face):
                came = f"{die}: {face} on the die, {tally.name} {tally.total:+d}, makes {ground.total}"
                yield Line(depth, came if die else f"{tally.name} {tally.total:+d}")
                yield from (_bullet_line(bullet, depth + 1, sources) for bullet in tally.bullets)
            case Looked(look, value, source) if look not in in_tallies:
                yield Line(depth, f"{look}: {value}, {source}", (look.chart.statement_of(look.cell),))
            case Drawn(why, piece):
                yield Line(depth, f"{why}: {word(piece)} came out of the cup")
            case Chosen(why, by, option):
                yield Line(depth, f"{why} {word(option)}, says {by}")
            case Overruled(ruled, instead, why):
                yield Line(depth, f"OVERRULED: {word(instead)} instead of {word(ruled)}, because: {why}")


def counts(ground: Computed) -> bool:
    """Whether what was computed is told: no aside, and a no, or a nought, only where all its facts can be told too."""
    return not ground.aside and sayable(ground.verdict) and (bool(ground.verdict) or _plain(ground.facts))


def _once(grounds: tuple[Ground, ...]) -> Iterator[Ground]:
    """The grounds without what was computed again from the same facts."""
    told: list[Ground] = []
    for ground in grounds:
        if isinstance(ground, Computed) and not ground.aside:
            if ground in told:
                continue
            told.append(ground)
        yield ground


def _computed_line(ground: Computed, depth: int) -> Line:
    """What was computed, and from what."""
    facts = {name.replace("_", " "): word(value) for name, value in ground.facts.items() if sayable(value)}
    because = ", ".join(f"{name} {value}" for name, value in facts.items())
    told = f"{ground.rule.name}: {word(ground.verdict)}"
    return Line(depth, f"{told} [{because}]" if because else told, ground.rule.statements)


def _bullet_line(bullet: Bullet, depth: int, sources: Mapping[Look, Pack | str]) -> Line:
    """A bullet of a tally: its amount, or that it did not apply and why."""
    if isinstance(bullet.amount, int):
        source = f", {sources[bullet.look]}" if bullet.look and bullet.look in sources else ""
        return Line(depth, f"{bullet.amount:+d} {bullet.what}{source}", (bullet.statement,))
    why = f" ({bullet.amount})" if isinstance(bullet.amount, str) else ""
    return Line(depth, f"no: {bullet.what}{why}", (bullet.statement,))


def natural(log: Iterable[tuple[Question[Any], Any]]) -> Iterator[str]:
    """The dice of a log of answers as they lie on the table: `black attack die 7`."""
    for question, said in log:
        match question:
            case Throw(_, why):
                yield f"{why} {question.read(said)}"
            case Pool(_, _, _, why) | Total(_, _, _, why):
                yield f"{why} {' '.join(map(str, question.faces(said)))}"


def invented(grounds: tuple[Ground, ...]) -> bool:
    """Whether a value invented for practice was used."""
    looked = (ground.source for ground in every(grounds) if isinstance(ground, Looked))
    return any(isinstance(source, Pack) and source.invented for source in looked)


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """The first and the last of each unbroken run of ascending numbers."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = found[-1][0], number
        else:
            found.append((number, number))
    return found


def faces(faces: tuple[int, ...]) -> str:
    """Some faces of a die, in ascending order: `6-8`, `1, 3, 5`."""
    runs: list[list[int]] = []
    for face in faces:
        if runs and runs[-1][-1] == face - 1:
            runs[-1].append(face)
        else:
            runs.append([face])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def asks(question: Any) -> str:
    """A question in words."""
    return str(getattr(question, "why", question))


def allowed(question: Any) -> str:
    """What can be answered to a question."""
    match question:
        case Throw(die):
            return f"a face from {die.shows}"
        case Pool(count, die) | Total(count, die):
            return f"{count} faces in one word, each {die.shows}"
        case Choose(_, options):
            return " or ".join(map(word, options))
        case Draw(cup):
            return " or ".join(dict.fromkeys(map(word, cup)))
    return f"what your copy prints: {question.outcomes}" if question.outcomes.keys else "what your copy prints"


def headline(outcome: Ruling[Any] | Pending) -> tuple[str, tuple[str, ...]]:
    """The verdict with the statements that decided it, or what the table is asked."""
    if isinstance(outcome, Ruling):
        return word(outcome.verdict), deciding(outcome.case.rule, outcome.grounds)
    return f"The table is asked: {outcome.asks}", ()


def deciding(rule: Marked[..., Any], grounds: tuple[Ground, ...]) -> tuple[str, ...]:
    """The statements that decided a verdict, rather than those of the procedure that led to it.

    These are what was computed and the cells that were looked up, in the rule and in those it called; a rule that came
    to its verdict by neither is decided by its own statements.
    """
    tallied = {bullet.look for ground in grounds if isinstance(ground, Summed) for bullet in ground.tally.bullets}
    cites: list[str] = []
    for ground in grounds:
        match ground:
            case Heard(called, _, _, inner) if any(map(happened, every(inner))):
                cites += deciding(called, inner)
            case Computed(called) if counts(ground):
                cites += called.statements
            case Looked(look) if look not in tallied:
                cites.append(look.chart.statement_of(look.cell))
    return tuple(dict.fromkeys(cites)) or rule.statements


def plain(outcome: Ruling[Any] | Pending) -> str:
    """Where a case stands as plain text: the verdict or the question, the grounds, the readings."""
    body = [str(Line(0, *headline(outcome)))]
    body += [f"  {line}" for line in lines(outcome.grounds)]
    body += [f"  {reading.kind} {reading}: {value}, {reading.means(value)}" for reading, value in outcome.stood.items()]
    return "\n".join(body)


def markdown(outcome: Ruling[Any] | Pending) -> str:
    """Where a case stands as Markdown: the verdict or the question in bold, the grounds as a nested list."""
    verdict, cites = headline(outcome)
    body = [_cited(f"**{verdict}**", cites), ""]
    body += [f"{'    ' * line.depth}- {_cited(line.text, line.cites)}" for line in lines(outcome.grounds)]
    stood = outcome.stood.items()
    body += [f"- {reading.kind} `{reading}`: **{value}**, {reading.means(value)}" for reading, value in stood]
    return "\n".join(body)


def _cited(text: str, cites: tuple[str, ...]) -> str:
    return f"{text} `{' '.join(cites)}`" if cites else text


def data(grounds: tuple[Ground, ...]) -> list[dict[str, Any]]:
    """The grounds as plain data, for JSON."""
    return [_datum(ground) for ground in grounds]


def _datum(ground: Ground) -> dict[str, Any]:
    match ground:
        case Heard(rule, _, verdict, inner, done):
            said = {"verdict": word(verdict)} if done and sayable(verdict) else {}
            return {"rule": rule.name, "cites": list(rule.statements), **said, "grounds": data(inner)}
        case Computed(rule, facts, verdict):
            return {"rule": rule.name, "cites": list(rule.statements), "facts": _words(facts), "verdict": word(verdict)}
        case Thrown(why, die, faces, value):
            return {"die": die.name, "why": why, "faces": list(faces), "value": value}
        case Summed(tally, die, face):
            on = {"die": die, "face": face, "makes": ground.total} if die else {}
            return {
                "sum": tally.name,
                "total": tally.total,
                **on,
                "bullets": [_bullet(bullet) for bullet in tally.bullets],
            }
        case Looked(look, value, source):
            return {
                "cell": str(look),
                "cites": [look.chart.statement_of(look.cell)],
                "value": value,
                "source": str(source),
            }
        case Drawn(why, piece):
            return {"draw": why, "piece": word(piece)}
        case Chosen(why, by, option):
            return {"choice": why, "by": by, "option": word(option)}
        case Overruled(ruled, instead, why):
            return {"overruled": word(ruled), "verdict": word(instead), "why": why}
        case Stood(reading, value):
            return {"reading": reading.id, "kind": reading.kind, "value": value, "on": list(reading.on)}


def _bullet(bullet: Bullet) -> dict[str, Any]:
    amount = bullet.amount if isinstance(bullet.amount, int) else None
    why = {"not": bullet.amount} if isinstance(bullet.amount, str) else {}
    return {"cites": [bullet.statement], "what": bullet.what, "amount": amount, **why}


def _plain(facts: Mapping[str, Any]) -> bool:
    """Whether all that a rule was given can be said; otherwise a no, or a nought, tells nothing."""
    return all(map(sayable, facts.values()))


def _words(facts: Mapping[str, Any]) -> dict[str, str]:
    return {name: word(value) for name, value in facts.items() if sayable(value)}


def happened(ground: Ground) -> bool:
    """Whether a ground is something that happened at the table, or was read or added up there."""
    return isinstance(ground, Thrown | Summed | Looked | Drawn | Chosen | Overruled)


def at_the_table(ground: Ground) -> bool:
    """Whether a ground is a die, a draw, a choice, or a cell that the player read."""
    read = isinstance(ground, Looked) and ground.source != PRINTED
    return read or isinstance(ground, Thrown | Drawn | Chosen | Overruled)


def _unfold(rule: object, grounds: tuple[Ground, ...]) -> tuple[Ground, ...]:
    """The grounds of a rule that calls itself, as one list."""
    flat: list[Ground] = []
    for ground in grounds:
        if isinstance(ground, Heard) and ground.rule is rule:
            flat += _unfold(rule, ground.grounds)
        else:
            flat.append(ground)
    return tuple(flat)


def sayable(value: object) -> bool:
    """Whether a value can be said in a few words, rather than being nothing, or a whole situation."""
    whole = isinstance(value, tuple) or is_dataclass(value)
    whole = whole and "__str__" not in vars(type(value))
    return value is not None and not whole
