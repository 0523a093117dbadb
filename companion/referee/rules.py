"""Rules: functions tied to the statements they carry out. `async def` needs the table, `def` is arithmetic."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar, cast, overload

from companion.book import Book
from companion.errors import Objection
from companion.question import Question
from companion.referee.listening import LISTENER
from companion.referee.tallies import Bullets, Gathering

P = ParamSpec("P")
T = TypeVar("T")

_ID = re.compile(r"[a-z0-9-]+(\.\d+)*\.[a-z]")


class Marked(Generic[P, T]):
    """What both kinds of rule have: a function, and the statements of a book that it carries out."""

    def __init__(self, book: Book, statements: tuple[str, ...], body: Callable[P, Any]) -> None:
        self.book, self.statements, self.body = book, statements, body
        self.name = body.__name__.replace("_", " ")
        update_wrapper(cast(Callable[..., Any], self), body)

    @cached_property
    def restated(self) -> str:
        """The rule in one sentence: the first line of its docstring."""
        return (inspect.getdoc(self.body) or self.name).splitlines()[0]

    @cached_property
    def signature(self) -> inspect.Signature:
        return inspect.signature(self.body)

    def facts(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments by name, defaults filled in."""
        bound = self.signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return dict(bound.arguments)

    @cached_property
    def _arity(self) -> int:
        return len(self.signature.parameters)

    def case(self, *args: P.args, **kwargs: P.kwargs) -> Case[T]:
        """The rule in one situation, to be heard or weighed."""
        if kwargs or len(args) != self._arity:
            return Case(self, tuple(self.facts(args, kwargs).values()))
        return Case(self, args)

    def run(self, args: tuple[Any, ...]) -> Coroutine[Question[Any], Any, T]:
        """A fresh run of the rule."""
        raise NotImplementedError

    @cached_property
    def _by_name(self) -> tuple[str, ...]:
        """The parameters that are given by name only; they come last."""
        parameters = self.signature.parameters.values()
        return tuple(each.name for each in parameters if each.kind is inspect.Parameter.KEYWORD_ONLY)

    def _call(self, args: tuple[Any, ...]) -> Any:
        body: Any = self.body
        if not self._by_name:
            return body(*args)
        by_place = len(args) - len(self._by_name)
        return body(*args[:by_place], **dict(zip(self._by_name, args[by_place:], strict=True)))


class Rule(Marked[P, T]):
    """A rule that awaits the table. Calling it does not run it: it makes a Case."""

    body: Callable[P, Coroutine[Any, Any, T]]
    __call__ = Marked.case

    def run(self, args: tuple[Any, ...]) -> Coroutine[Question[Any], Any, T]:
        return self._call(args)  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Case(Question[T]):
    """One rule brought before the referee in one situation: a value, heard or weighed as often as you like."""

    rule: Marked[..., T]
    args: tuple[Any, ...]

    @cached_property
    def _hash(self) -> int:
        return hash((self.rule, self.args))

    def __hash__(self) -> int:
        return self._hash

    def run(self) -> Coroutine[Question[Any], Any, T]:
        """A fresh run of the rule."""
        return self.rule.run(self.args)

    @property
    def facts(self) -> Mapping[str, Any]:
        """The situation, by the names the rule gives its parts."""
        return dict(zip(self.rule.signature.parameters, self.args, strict=True))

    def __str__(self) -> str:
        return f"{self.rule.name} {' '.join(map(str, self.args))}".strip()


class Arithmetic(Marked[P, T]):
    """A rule that needs only its arguments; whoever listens overhears its verdict."""

    body: Callable[P, T]

    async def run(self, args: tuple[Any, ...]) -> T:
        return self._call(args)  # type: ignore[no-any-return]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        if (listener := LISTENER.get()) is None:
            return self.body(*args, **kwargs)
        verdict: T = listener.compute(self, args, kwargs)
        return verdict


@dataclass(frozen=True, eq=False)
class Bench:
    """Ties code to one book: `rule`, `tally` and `forbids` name statements, `taken` asks for a reading.

    All fail on a wrong id.
    """

    book: Book
    carried: dict[str, list[Callable[..., Any]]] = field(default_factory=dict)

    def rule(self, *statements: str) -> _Mark:
        """Mark a function as what carries out these statements. Raises BadInput at import for an unknown id."""
        for id in statements:
            self.book.statement(id)
        return _Mark(self, statements)

    def tally(self, name: str) -> Callable[[Callable[P, Bullets]], Gathering[P]]:
        """Mark a generator of bullets; it carries out the statements that its bullets name."""

        def mark(bullets: Callable[P, Bullets]) -> Gathering[P]:
            gathering = Gathering(name, bullets)
            self._carry(list(dict.fromkeys(self._cited(bullets))), gathering)
            return gathering

        return mark

    def forbids(self, objections: Callable[P, Iterator[Objection]]) -> Callable[P, Iterator[Objection]]:
        """Mark a generator of objections; it carries out the statements that its objections name."""
        self._carry(list(dict.fromkeys(self._cited(objections))), objections)
        return objections

    def _cited(self, listing: Callable[..., Any]) -> Iterator[str]:
        """The statement ids that the code of a tally, or of a list of objections, names."""
        for text in _strings(listing.__code__.co_consts):
            if _ID.fullmatch(text):
                yield self.book.statement(text).id

    def taken(self, id: str) -> str:
        """The value of a reading or an option, under the terms of the case being heard."""
        reading = self.book.reading(id)
        if (listener := LISTENER.get()) is None:
            return reading.adopted
        value = listener.terms.taken(reading)
        listener.stood(reading, value)
        return value

    def _carry(self, statements: list[str] | tuple[str, ...], function: Callable[..., Any]) -> None:
        for id in statements:
            self.carried.setdefault(id, []).append(function)


@dataclass(frozen=True)
class _Mark:
    bench: Bench
    statements: tuple[str, ...]

    @overload
    def __call__(self, body: Callable[P, Coroutine[Any, Any, T]]) -> Rule[P, T]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, body: Callable[P, T]) -> Arithmetic[P, T]: ...  # a coroutine function is no arithmetic
    def __call__(self, body: Callable[..., Any]) -> Any:
        kind = Rule if inspect.iscoroutinefunction(body) else Arithmetic
        marked: Any = kind(self.bench.book, self.statements, body)
        self.bench._carry(self.statements, marked)
        return marked


def _strings(constants: tuple[Any, ...]) -> Iterator[str]:
    for constant in constants:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, tuple):
            yield from _strings(constant)
