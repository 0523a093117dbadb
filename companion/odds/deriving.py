"""Deriving a distribution a second time, on paper: counting tables, generating functions and closed forms, in sympy.

Nothing here uses the enumerator: a rule is run face by face, like dice are powers of a polynomial, and total
probability sums up what follows from what. sympy takes half a second to import, so this module is imported only when it
is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from sympy import QQ, ZZ, And, Mul, Piecewise, Poly, Rational, Symbol, expand, latex, symbols

from companion.book import Look, Reading
from companion.dice import Die
from companion.errors import RulesError
from companion.odds.dist import Dist, labelled
from companion.question import Question
from companion.referee.listening import LISTENER
from companion.referee.questions import Choose, Draw, Pool, Throw, Throwing, Together, Total, word
from companion.referee.rules import Case
from companion.referee.tallies import Tally
from companion.referee.telling import runs
from companion.referee.terms import Terms

X, M = Symbol("x"), Symbol("m", integer=True)

FARTHEST = 12
"""How far from nothing a net DRM is followed in a closed form."""

Shares = dict[Any, Rational]
"""The chance of every answer or verdict; a `Waits` among them is a cell or a choice that is open."""


Way = tuple[Any, Rational, Shares]
"""An answer, its chance, and the chance of every verdict after it."""

Piece = tuple[int, int, Any]
"""A line in `m`, and the first and the last net DRM for which it is good."""


@dataclass(frozen=True)
class Waits:
    """What is not settled: the cell or the choice, in the words of its question."""

    asks: str


@dataclass(frozen=True)
class Line:
    """One step of a derivation: what it is about, in plain text and as LaTeX."""

    title: str
    text: str
    latex: str


@dataclass(frozen=True)
class Closed:
    """The chance of an outcome as a formula in the net DRM `m` of one die, piece by piece."""

    die: str
    outcome: str
    pieces: tuple[Piece, ...]

    @property
    def formula(self) -> Piecewise:
        """All pieces in one."""
        return Piecewise(*((line, And(low <= M, high >= M)) for low, high, line in self.pieces))

    def at(self, m: int) -> Fraction:
        """The chance at one net DRM. Raises ValueError outside the intervals on which the formula was found."""
        for low, high, line in self.pieces:
            if low <= m <= high:
                return fraction(line.subs(M, m))
        low, high = self.pieces[0][0], self.pieces[-1][1]
        raise ValueError(f"The formula for {self.outcome!r} is good for a net DRM from {low} to {high}, not for {m}.")

    def __str__(self) -> str:
        told = (f"{line} for {low:+d}" + (f" to {high:+d}" if high > low else "") for low, high, line in self.pieces)
        return f"{self.die}: P({self.outcome}) = {', '.join(told)}"


@dataclass(frozen=True)
class Derivation:
    """The chances of a case, by what players call the outcomes, derived on paper; `closed` are those of its dice."""

    case: Case[Any]
    chances: Mapping[str, Fraction]
    lines: tuple[Line, ...]
    closed: tuple[Closed, ...]

    def differs_from(self, dist: Dist) -> dict[str, tuple[Fraction, Fraction]]:
        """Every outcome on which it and a distribution disagree, with both chances; empty when they agree."""
        theirs = labelled(dist)
        pairs = {
            label: (self.chances.get(label, Fraction(0)), theirs.get(label, Fraction(0)))
            for label in {**self.chances, **theirs}
        }
        return {label: pair for label, pair in pairs.items() if pair[0] != pair[1]}


def derive(case: Case[Any], terms: Terms = Terms()) -> Derivation:  # noqa: B008 (frozen)
    """Derive the chances of a case. Choices stay open, and so do cells that are not printed."""
    paper = _Paper(terms)
    token = LISTENER.set(paper)
    try:
        shares = paper.verdicts(case)
    finally:
        LISTENER.reset(token)
    chances: dict[str, Fraction] = {}
    for outcome, share in shares.items():
        chances[called(outcome)] = chances.get(called(outcome), Fraction(0)) + fraction(share)
    return Derivation(case, chances, tuple(paper.lines), tuple(paper.closed))


class _Paper:
    """A derivation in the making; it listens, so that rules can ask for the terms, and takes down each rule once."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.lines: list[Line] = []
        self.closed: list[Closed] = []
        self._known: dict[Case[Any], Shares] = {}

    # What the listeners' protocol wants.

    def compute(self, function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        return function.body(*args, **kwargs)

    def stood(self, reading: Reading, value: str) -> None:
        pass  # the enumerator tells the readings

    # A rule, from question to question.

    def verdicts(self, case: Case[Any]) -> Shares:
        """The chance of every verdict of a rule."""
        if case not in self._known:
            self._known[case] = self._follow(case, ())
        return self._known[case]

    def _follow(self, case: Case[Any], received: tuple[Any, ...], quiet: bool = False) -> Shares:
        """Sum up what follows from every answer to the next question."""
        try:
            question = self._next(case, received)
        except StopIteration as done:
            return {done.value: Rational(1)}
        answers = self._answers(question)
        ways = [(answer, share, self._after(case, received, answer, quiet)) for answer, share in answers.items()]
        found: Shares = {}
        for _, share, verdicts in ways:
            for verdict, chance in verdicts.items():
                found[verdict] = found.get(verdict, Rational(0)) + share * chance
        if not quiet and len(answers) > 1:
            self._write(case, question, ways, found)
            if isinstance(question, Throwing):
                self.closed += self._closed(case, received, question)
        return found

    def _after(self, case: Case[Any], received: tuple[Any, ...], answer: Any, quiet: bool) -> Shares:
        return {answer: Rational(1)} if isinstance(answer, Waits) else self._follow(case, (*received, answer), quiet)

    def _next(self, case: Case[Any], received: tuple[Any, ...]) -> Question[Any]:
        """What a rule asks once it has received these answers; what is known it is told on the way."""
        run, waiting = case.run(), list(received)
        question = run.send(None)
        while True:
            if (known := self._known_answer(question)) is not None:
                question = run.send(known)
            elif waiting:
                question = run.send(waiting.pop(0))
            else:
                return question

    def _known_answer(self, question: Question[Any]) -> Any:
        """The answer to a cell that is printed or in a pack, and to a tally of such cells; None for any other."""
        match question:
            case Look():
                held = self.terms.cell(question)
                return None if held is None else held[0]
            case Tally():
                return self._total(question)
        return None

    def _total(self, tally: Tally) -> int | None:
        cells = [self.terms.cell(look) for look in tally.looks]
        return None if None in cells else tally.filled(cell[0] for cell in cells if cell).total

    # The chances of the answers to one question.

    def _answers(self, question: Question[Any]) -> Shares:
        match question:
            case Throw(die):
                return one_die(die)
            case Throwing(throw, plus):
                total = self._total(plus)
                if total is None:
                    return {self._gap(plus): Rational(1)}
                return {face + total: share for face, share in one_die(throw.die).items()}
            case Total(count, die, grade):
                return powers(count, die, grade)
            case Pool(count, die, grade):
                return grades(count, die, grade)
            case Draw(cup):
                return {piece: Rational(many, len(cup)) for piece, many in Counter(cup).items()}
            case Case():
                return self.verdicts(question)
            case Together(cases):
                return beside([self.verdicts(each) for each in cases])
            case Tally():
                return {self._gap(question): Rational(1)}
            case Look() | Choose():
                return {Waits(question.why): Rational(1)}
        raise TypeError(f"a rule awaited {question!r}, which is no question for a table")

    def _gap(self, tally: Tally) -> Waits:
        return Waits(next(str(look) for look in tally.looks if self.terms.cell(look) is None))

    # What is written down.

    def _write(self, case: Case[Any], question: Question[Any], ways: list[Way], found: Shares) -> None:
        """A counting table, generating functions, or total probability: what the question calls for."""
        if isinstance(question, Throw | Throwing):
            self.lines.append(self._counting(question, ways))
            return
        if isinstance(question, Total):
            self.lines.append(generating(question.count, question.die, question.grade, question.why))
        if any(way != {answer: 1} for answer, _, way in ways):
            self.lines.append(total_probability(case, ways, found))
            if isinstance(question, Total) and (law := compound(question, ways)):
                self.lines.append(law)

    def _counting(self, question: Throw | Throwing, ways: list[Way]) -> Line:
        """One die: which faces lead where, counted."""
        throw, drm = (question, 0) if isinstance(question, Throw) else (question.throw, self._total(question.plus) or 0)
        groups: dict[str, list[int]] = {}
        for total, _, verdicts in ways:
            groups.setdefault(" or ".join(map(called, verdicts)), []).append(int(total) - drm)
        share = {name: sum(one_die(throw.die)[face] for face in faces) for name, faces in groups.items()}
        net = f" with a net DRM of {drm:+d}" if isinstance(question, Throwing) else ""
        told = "; ".join(f"{told_faces(faces)}: {name}, {share[name]}" for name, faces in groups.items())
        rows = [
            rf"{told_faces(faces)} & \text{{{prose(name)}}} & {latex(share[name])}" for name, faces in groups.items()
        ]
        return Line(f"{throw.why}, {throw.die.name}{net}", f"The faces {told}.", table(("face", "leads to", "P"), rows))

    def _closed(self, case: Case[Any], received: tuple[Any, ...], question: Throwing) -> Iterator[Closed]:
        """The chance of every outcome in the net DRM: how many faces reach each modified number, counted for all."""
        die = question.throw.die
        reached: dict[int, Shares] = {}
        for total in range(die.faces[0] - FARTHEST, die.faces[-1] + FARTHEST + 1):
            try:
                reached[total] = self._follow(case, (*received, total), quiet=True)
            except RulesError:
                continue  # the rule knows no such number: the formula does not reach so far
        drms = [m for m in range(-FARTHEST, FARTHEST + 1) if all(face + m in reached for face in die.faces)]
        if not drms or drms[-1] - drms[0] != len(drms) - 1:
            return
        for outcome in dict.fromkeys(v for shares in reached.values() for v in shares):
            chances = [
                sum(share * reached[face + m].get(outcome, 0) for face, share in one_die(die).items()) for m in drms
            ]
            if any(chances):
                yield Closed(question.throw.why, called(outcome), pieces(drms, chances))


# One question at a time, each in the way of the textbook.


def one_die(die: Die) -> Shares:
    """The faces of one die."""
    whole = sum(die.weights.values())
    return {face: Rational(weight, whole) for face, weight in die.weights.items()}


def polynomial(die: Die, grade: tuple[int, ...]) -> tuple[Poly, int]:
    """The generating polynomial of one graded die, counted in throws; its lowest grade is taken out of it."""
    low = min(grade)
    terms: Counter[tuple[int]] = Counter()
    for weight, worth in zip(die.weights.values(), grade, strict=True):
        terms[worth - low,] += weight
    return Poly(dict(terms), X, domain=ZZ), low


def powers(count: int, die: Die, grade: tuple[int, ...]) -> Shares:
    """The sum of like dice: the coefficients of a power of one die's polynomial."""
    one, low = polynomial(die, grade)
    whole = sum(die.weights.values()) ** count
    return {power + count * low: Rational(int(many), whole) for (power,), many in (one**count).terms()}


def grades(count: int, die: Die, grade: tuple[int, ...]) -> Shares:
    """The sorted grades of like dice: the coefficients of a power of a polynomial with one letter for each grade."""
    worth = sorted(set(grade))
    letters = symbols(f"y:{len(worth)}")
    one = Poly(
        sum(w * letters[worth.index(g)] for w, g in zip(die.weights.values(), grade, strict=True)), *letters, domain=ZZ
    )
    whole = sum(die.weights.values()) ** count
    return {
        tuple(g for g, many in zip(worth, power, strict=True) for _ in range(many)): Rational(int(ways), whole)
        for power, ways in (one**count).terms()
    }


def beside(each: list[Shares]) -> Shares:
    """Independent outcomes side by side; where one waits, all do."""
    joint: Shares = {}
    for combination in product(*(shares.items() for shares in each)):
        waiting = [outcome for outcome, _ in combination if isinstance(outcome, Waits)]
        outcome = waiting[0] if waiting else tuple(outcome for outcome, _ in combination)
        joint[outcome] = joint.get(outcome, Rational(0)) + Mul(*(share for _, share in combination))
    return joint


# How it is written.


def generating(count: int, die: Die, grade: tuple[int, ...], why: str) -> Line:
    """The power of the generating function, and for dice that hit or miss the binomial law in the number of dice."""
    one, low = polynomial(die, grade)
    whole = sum(die.weights.values())
    expanded = (one**count).as_expr()
    shift = X ** (count * low)
    before = "" if shift == 1 else f"{shift} * "
    text = f"{before}(({one.as_expr()})/{whole})^{count} = {before}({expanded})/{whole**count}"
    power = rf"\left(\frac{{{latex(one.as_expr())}}}{{{whole}}}\right)^{{{count}}}"
    tex = rf"{latex(shift) if before else ''}{power}"
    tex = rf"{tex} = {latex(shift) if before else ''}\frac{{{latex(expanded)}}}{{{whole**count}}}"
    if set(grade) == {0, 1}:
        law, law_tex = binomial_law(Rational(int(one.coeff_monomial(X)), whole))
        text, tex = f"{text}; for n dice {law}", rf"{tex}, \quad {law_tex}"
    return Line(f"{why}, {count} {die.name}", f"{text}.", tex)


def compound(question: Total, ways: list[Way]) -> Line | None:
    """The law of dice of which each that hits is thrown again, in one generating function; None for other rules."""
    if set(question.grade) != {0, 1} or question.count < 1:
        return None
    if not all(isinstance(verdict, int) and verdict >= 0 for _, _, way in ways for verdict in way):
        return None
    after = {hits: Poly({(v,): p for v, p in way.items()}, X, domain=QQ) for hits, _, way in ways}
    if any(after[hits] != after[1] ** hits for hits in after):
        return None
    hit = sum(question.grade[n] * w for n, w in enumerate(question.die.weights.values()))
    p = Rational(hit, sum(question.die.weights.values()))
    each = (1 - p) + p * after[1].as_expr()
    text = f"Each hit counts for itself, so n dice give the power n of {expand(each)}"
    tex = rf"G_n(x) = \left({latex(1 - p)} + {latex(p)} \left({latex(after[1].as_expr())}\right)\right)^n"
    if after[1].degree() == 1:
        law, law_tex = binomial_law(p * after[1].coeff_monomial(X))
        text, tex = f"{text}: {law}", rf"{tex}, \quad {law_tex}"
    return Line(f"{question.why}, in the number of dice", f"{text}.", tex)


def binomial_law(p: Rational) -> tuple[str, str]:
    """How many of n succeed, as text and as LaTeX."""
    q = 1 - p
    tex = rf"P_n(k) = \binom{{n}}{{k}} \left({latex(p)}\right)^k \left({latex(q)}\right)^{{n-k}}"
    return f"P(k) = C(n, k) ({p})^k ({q})^(n - k)", tex


def total_probability(case: Case[Any], ways: list[Way], found: Shares) -> Line:
    """The chance of each verdict, summed up over what came before."""
    told, rows = [], []
    for verdict, chance in found.items():
        parts = [(share, way[verdict]) for _, share, way in ways if verdict in way]
        summed = " + ".join(str(p) if q == 1 else f"{p} * {q}" for p, q in parts)
        summed_tex = " + ".join(latex(p) if q == 1 else rf"{latex(p)} \cdot {latex(q)}" for p, q in parts)
        plain = len(parts) == 1 and parts[0][1] == 1
        told.append(f"P({called(verdict)}) = {summed}" + ("" if plain else f" = {chance}"))
        rows.append(rf"P(\text{{{prose(called(verdict))}}}) &= {summed_tex}" + ("" if plain else f" = {latex(chance)}"))
    body = r" \\ ".join(rows)
    return Line(case.rule.name, f"{'; '.join(told)}.", rf"\begin{{aligned}} {body} \end{{aligned}}")


def pieces(at: list[int], chances: list[Rational]) -> tuple[Piece, ...]:
    """The straight lines through some points, in as few pieces as there are."""
    found: list[Piece] = []
    first = 0
    while first < len(at):
        last = min(first + 1, len(at) - 1)
        slope = chances[last] - chances[first]
        while last + 1 < len(at) and chances[last + 1] - chances[last] == slope:
            last += 1
        found.append((at[first], at[last], chances[first] + slope * (M - at[first])))
        first = last + 1
    return tuple(found)


def told_faces(faces: list[int]) -> str:
    """Faces of a die, runs of them as one: `1-7, 9`."""
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs(faces))


def table(head: tuple[str, ...], rows: Iterable[str]) -> str:
    """A table as LaTeX."""
    body = r" \\[4pt] ".join([" & ".join(rf"\text{{{title}}}" for title in head), *rows])
    return rf"\begin{{array}}{{{'l' * len(head)}}} {body} \end{{array}}"


def prose(text: str) -> str:
    """Words within LaTeX."""
    return "".join(rf"\{letter}" if letter in "#$%&_{}" else letter for letter in text)


def called(outcome: Any) -> str:
    """What players call an outcome."""
    return outcome.asks if isinstance(outcome, Waits) else word(outcome)


def fraction(share: Any) -> Fraction:
    """A rational number of sympy's as one of Python's."""
    return Fraction(int(share.p), int(share.q))
