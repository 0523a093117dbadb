"""A second witness for the odds of Schwarm!: plain loops over the faces, written from the printed rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest

from companion.asking import Asked, read_question
from companion.book import Pack, open_book
from companion.odds import Player, always, habit, labelled, odds
from companion.referee import Case

BOOK = open_book("schwarm")
CELLS = BOOK.practice.cells  # what the text does not print; what it prints stands here once more

FACES = range(1, 11)
CLOCKS = range(1, 13)
ALTITUDES = ["High", "Level", "Low"]
POSITIONS = list(product(CLOCKS, ALTITUDES))
REACH = {"dorsal": ["High", "Level"], "ventral": ["Level", "Low"]}
BACKS = {
    "FW-190": [(1, 0), (3, 1), (3, 0), (5, 1), (2, 0), (4, 0)],
    "BF-109": [(1, 0), (3, 1), (3, 0), (0, 1), (2, 1), (4, 0)],
}
COUNTERS = [(kind, back) for kind, backs in BACKS.items() for back in backs]

PRINTED_INERTIA = {1: 3, 2: 2, 3: 1, 4: 3, 6: 5}
INERTIA = {clock: PRINTED_INERTIA.get(clock) or int(CELLS["inertia", (clock,)]) for clock in CLOCKS}
PRINTED_DAMAGE = {
    (9, 10): "right machine gun", (9, 11): "fuselage", (9, 12): "fuselage", (9, 13): "engine", (9, 14): "any",
    (12, 10): "nose machine gun",
}  # fmt: skip

Chances = Mapping[str, Fraction]
Back = tuple[int, int]
Turrets = Mapping[str, str]


def asked(*words: str, terms: Mapping[str, str] | None = None, packs: Iterable[Pack] = ()) -> Asked:
    return read_question("schwarm", words, terms, [*packs, BOOK.practice])


def weighed(question: Asked, case: Case[Any] | None = None, player: Player | None = None) -> Chances:
    return labelled(odds(case or question.case, player, terms=question.terms))


def chances(outcomes: Iterable[str]) -> Chances:
    """The chances of equally likely outcomes, told one by one."""
    counted = Counter(outcomes)
    return {outcome: Fraction(ways, counted.total()) for outcome, ways in counted.items()}


def readings(*ids: str) -> list[dict[str, str]]:
    """Every combination of the values of some readings."""
    values = [[value for value, _ in BOOK.reading(id).values] for id in ids]
    return [dict(zip(ids, chosen, strict=True)) for chosen in product(*values)]


# ---------------------------------------------------------------------- setup

DAMAGE_DIE = [None, *["fuselage"] * 3, "fuselage fuselage", *["engine"] * 3, *["tail"] * 2]


def bombers(rolls: int) -> Iterable[str]:
    for dice in product(DAMAGE_DIE, repeat=rolls):
        marks = Counter(" ".join(part for part in dice if part).split())
        hits = [
            f"{n} hit{'s' * (n > 1)} on {part}" for part, n in ((p, marks[p]) for p in ("fuselage", "engine", "tail"))
        ]
        yield ", ".join(hit for hit in hits if hit[0] != "0") or "no hit"


@pytest.mark.parametrize(("option", "rolls"), [("skipped", 0), ("once", 1), ("twice", 2)])
def test_initial_damage(option: str, rolls: int) -> None:
    assert weighed(asked("setup", terms={"initial-damage": option})) == chances(bombers(rolls))


def test_sun() -> None:
    spaces = ["11 High", *(str(CELLS["sun", (die,)]) for die in FACES[1:])]
    assert weighed(asked("sun")) == chances(spaces)


def zone_of(clock: int) -> str:
    return "front" if clock in (11, 12, 1) else "right" if clock < 5 else "rear" if clock < 8 else "left"


@pytest.mark.parametrize("clock", CLOCKS)
def test_turret_setup(clock: int) -> None:
    outcomes = []
    for ahead, die in product(("dorsal", "ventral"), FACES):
        dorsal, ventral = ("front", "rear") if ahead == "dorsal" else ("rear", "front")
        if die % 2 == 0:
            dorsal = zone_of(clock)
        outcomes.append(f"dorsal turret {dorsal}, ventral turret {ventral}, both on Scattered Fire")
    for altitude in ALTITUDES:
        assert weighed(asked("turrets", f"{clock} {altitude}")) == chances(outcomes)


# ---------------------------------------------------------------------- position check


def walk(clock: int, result: int, way: int, inertia: Mapping[int, int], terms: Mapping[str, str]) -> tuple[int, int]:
    """Where a fighter ends, and how many arcs it has changed; `way` is where the direction roll would send it."""
    spent = moved = 0
    while True:
        spent += inertia[clock]
        equal_will_do = terms["first-step"] == "yes" if moved == 0 else terms["later-steps"] == "yes"
        if spent > result or (spent == result and not equal_will_do):
            return clock, moved
        if moved == 0 and clock not in (6, 12):
            way = 1 if clock < 6 else -1
        clock, moved = clock + way, moved + 1
        clock = {0: 12, 13: 1}.get(clock, clock)


def checked(
    clock: int, altitude: str, plus: int, inertia: Mapping[int, int], terms: Mapping[str, str], beyond: int = 2
) -> Iterable[str]:
    """Every die with every direction roll; five arcs or more cost `beyond` levels."""
    for die, direction in product(FACES, FACES):
        end, moved = walk(clock, die + plus, -1 if direction % 2 else 1, inertia, terms)
        owed = 0 if moved < 2 else 1 if moved < 4 else 2 if moved == 4 else beyond
        free = {"High": 2, "Level": 1, "Low": 0}[altitude]
        if owed > free and (altitude == "Low" or terms["two-levels-from-level"] == "aborts"):
            yield "aborts"
        else:
            yield f"{end} {ALTITUDES[2 - free + min(owed, free)]}"


STACKS = [(), ("dorsal",), ("ventral",), ("dorsal", "ventral")]
CHECK_READINGS = ("first-step", "later-steps", "two-levels-from-level", "both-turrets")


@pytest.mark.parametrize("terms", readings(*CHECK_READINGS), ids=lambda terms: "-".join(terms.values()))
def test_position_check(terms: dict[str, str]) -> None:
    for (clock, altitude), stacked in product(POSITIONS, STACKS):
        if any(altitude not in REACH[turret] for turret in stacked):
            continue
        plus = len(stacked) if terms["both-turrets"] == "each" else min(len(stacked), 1)
        expected = chances(checked(clock, altitude, plus, INERTIA, terms))
        assert weighed(asked("check", f"{clock} {altitude} {' '.join(stacked)}", terms=terms)) == expected


@pytest.mark.parametrize("on_board", range(10))
def test_position_check_past_the_gap(on_board: int) -> None:
    """From arcs whose inertia is printed, for everything that the board may print at 5; here five arcs can come up."""
    inertia = INERTIA | {5: on_board}
    for clock, altitude, terms in product((1, 2, 3, 4, 6), ALTITUDES, readings(*CHECK_READINGS[:3])):
        question = f"{clock} {altitude} 5={on_board}"
        expected = chances(checked(clock, altitude, 0, inertia, terms))
        assert weighed(asked("check", question, terms=terms)) == expected
    for altitude, levels in product(ALTITUDES, range(3)):
        terms = {"first-step": "no", "later-steps": "yes", "two-levels-from-level": "aborts"}
        said = always(levels)
        got = weighed(asked("check", f"1 {altitude} 5={on_board}", terms=terms | {"five-arcs": "ask"}), player=said)
        assert got == chances(checked(1, altitude, 0, inertia, terms, beyond=levels))


# ---------------------------------------------------------------------- combat


def board(colour: str, clock: int, altitude: str) -> int:
    return (
        2 if (colour, clock, altitude) == ("black", 12, "High") else int(CELLS["positions", (colour, altitude, clock)])
    )


def struck(clock: int, result: int) -> str:
    if result < 10:
        return "no hit"
    cell = clock, min(result, 14)
    return PRINTED_DAMAGE.get(cell) or str(CELLS["damage", cell])


def black_die(clock: int, altitude: str, black: int, more: int) -> list[str]:
    return [struck(clock, die + board("black", clock, altitude) + black + more) for die in FACES]


def red_die(clock: int, altitude: str, red: int, more: int) -> list[str]:
    numbers = board("red", clock, altitude) + red + more
    return ["fighter hit" if die + numbers >= 10 else "fighter not hit" for die in FACES]


def question(clock: int, altitude: str, counter: tuple[str, Back] | str, *more: str) -> str:
    said = counter if isinstance(counter, str) else f"{counter[0]}:{counter[1][0]}/{counter[1][1]}"
    return " ".join([f"{clock} {altitude}", said, *more])


def both_dice(situation: str, terms: Mapping[str, str] | None = None, packs: Iterable[Pack] = ()) -> list[Chances]:
    one = asked("attack", situation, terms=terms, packs=packs)
    return [weighed(one, one.situation.parts[die]) for die in ("black die", "red die")]


@pytest.mark.parametrize("counter", COUNTERS, ids=str)
def test_attack_at_every_position(counter: tuple[str, Back]) -> None:
    (black, red) = counter[1]
    for (clock, altitude), pressed in product(POSITIONS, (False, True)):
        got = both_dice(question(clock, altitude, counter, *["pressed"] * pressed))
        assert got == [
            chances(black_die(clock, altitude, black, pressed)),
            chances(red_die(clock, altitude, red, pressed)),
        ]


SKY = {"9 Level": "3 Level", "12 High": "6 Low", "4 Low": "10 High"}  # a position, and the one opposite
EVERY_TURRETS: list[Turrets] = [
    {turret: side for turret, side in zip(REACH, sides, strict=True) if side}
    for sides in product(("", "aimed", "scattered"), repeat=2)
]


def covered(turret: str, side: str, altitude: str, anywhere: bool) -> bool:
    return side == "aimed" or anywhere or altitude in REACH[turret]


def turret_sums(turrets: Turrets, altitude: str, terms: Mapping[str, str], on_scattered: int) -> tuple[int, int]:
    """What the turrets add to the black and to the red die; an aimed one is -1 and +1."""
    black = red = 0
    if terms.get("scattered-number") == "as-aimed":
        on_scattered = -1
    for turret, side in turrets.items():
        unprinted = altitude not in REACH[turret] and terms.get("beyond-reach") == "nothing"
        if covered(turret, side, altitude, terms["scattered-cover"] == "zone") and not unprinted:
            red += 1
            black += -1 if side == "aimed" else on_scattered if terms["scattered-black"] == "yes" else 0
    return black, red


ON_SCATTERED = -2  # one number that the marker might bear, so that the reading can be weighed
MARKER = Pack.of(
    "a marker",
    {
        (f"{turret}-turret", ("scattered fire", "black", altitude)): ON_SCATTERED
        for turret, reach in REACH.items()
        for altitude in reach
    },
)


SCATTERED = [
    terms
    for terms in readings("scattered-black", "scattered-number", "scattered-cover", "beyond-reach", "sun-red")
    if (terms["scattered-black"] == "yes" or terms["scattered-number"] == "ask")  # what has nothing to bear on is left
    and (terms["scattered-cover"] == "zone" or terms["beyond-reach"] == "its-number")
]


@pytest.mark.parametrize("terms", SCATTERED, ids=lambda t: "-".join(t.values()))
@pytest.mark.parametrize("place", SKY)
def test_turrets_and_sun(place: str, terms: dict[str, str]) -> None:
    number, altitude = place.split()
    clock = int(number)
    for turrets, sun, pressed in product(EVERY_TURRETS, (None, place, SKY[place], "1 Level"), (False, True)):
        if any(side == "aimed" and altitude not in REACH[turret] for turret, side in turrets.items()):
            continue
        words = [f"{turret} {side}" for turret, side in turrets.items()] + [f"sun {sun}"] * bool(sun)
        more_black, more_red = turret_sums(turrets, altitude, terms, ON_SCATTERED)
        more_black += pressed - 2 * (sun == SKY[place])
        more_red += pressed + (0 if sun != place else -2 if terms["sun-red"] == "minus" else 2)
        got = both_dice(question(clock, altitude, ("FW-190", (3, 1)), *words, *["pressed"] * pressed), terms, [MARKER])
        assert got == [
            chances(black_die(clock, altitude, 3, more_black)),
            chances(red_die(clock, altitude, 1, more_red)),
        ]


@pytest.mark.parametrize("guns", range(7))
def test_gun_hits(guns: int) -> None:
    """Every second hit on the guns of the zone takes one off the red die, and nothing off the black one."""
    for (place, across), (kind, (black, red)), pressed, aimed in product(SKY.items(), COUNTERS, (0, 1), (0, 1)):
        clock, altitude = place.split()
        turret = "ventral aimed" if altitude == "Low" else "dorsal aimed"
        for sun, dark in ((None, 0), (place, 1), (across, 0)):
            words = [f"guns {guns}", *["pressed"] * pressed, *[turret] * aimed, *[f"sun {sun}"] * bool(sun)]
            one = asked("attack", question(int(clock), altitude, (kind, (black, red)), *words))
            got = weighed(one, one.situation.parts["red die"])
            assert got == chances(red_die(int(clock), altitude, red, pressed + aimed - 2 * dark - guns // 2))
        if not guns:
            continue
        got, _ = both_dice(question(int(clock), altitude, (kind, (black, red)), f"guns {guns}"))
        assert got == chances(black_die(int(clock), altitude, black, 0))


def subsets(backs: list[Back]) -> Iterable[list[Back]]:
    for gone in product((False, True), repeat=len(backs)):
        if not all(gone):
            yield [back for back, is_gone in zip(backs, gone, strict=True) if is_gone]


@pytest.mark.parametrize("kind", BACKS)
def test_a_counter_face_down(kind: str) -> None:
    """Any of the six that were not turned over before in this pass, whichever those are."""
    for out in subsets(BACKS[kind]):
        left = [back for back in BACKS[kind] if back not in out]
        words = ["out " + " ".join(f"{black}/{red}" for black, red in out)] * bool(out)
        got = both_dice(question(9, "Level", kind, *words, "pressed"))
        assert got == [
            chances(what for black, _ in left for what in black_die(9, "Level", black, 1)),
            chances(what for _, red in left for what in red_die(9, "Level", red, 1)),
        ]


@pytest.mark.parametrize("kind", BACKS)
def test_a_pair(kind: str) -> None:
    """The better black number serves both, each keeps its own red; face down, over every two counters."""
    for mine, other in product([None, *BACKS[kind]], repeat=2):
        if mine and mine == other:
            continue
        pairs = [
            (one, two)
            for one, two in product(BACKS[kind], repeat=2)
            if one != two and mine in (None, one) and other in (None, two)
        ]
        names = [kind if back is None else f"{kind}:{back[0]}/{back[1]}" for back in (mine, other)]
        got = both_dice(question(9, "High", names[0], f"with {names[1]}"))
        assert got == [
            chances(what for one, two in pairs for what in black_die(9, "High", max(one[0], two[0]), 0)),
            chances(what for one, _ in pairs for what in red_die(9, "High", one[1], 0)),
        ]


def test_a_pair_with_turrets() -> None:
    """Under the reading `turret` the two sums of counter and stacked turret are compared, otherwise the counters."""
    for terms, (mine, other), stacked in product(
        readings("combined-black"), product(BACKS["FW-190"], repeat=2), product((0, 1), repeat=2)
    ):
        if mine == other or all(stacked):
            continue
        words = [*["dorsal aimed"] * stacked[0], f"with FW-190:{other[0]}/{other[1]}", *["dorsal"] * stacked[1]]
        if terms["combined-black"] == "counters":
            black = max(mine[0], other[0]) - stacked[0]
        else:
            black = max(mine[0] - stacked[0], other[0] - stacked[1])
        got = both_dice(question(9, "High", ("FW-190", mine), *words), terms)
        assert got == [
            chances(black_die(9, "High", black, 0)),
            chances(red_die(9, "High", mine[1], stacked[0])),
        ]


def attacks(counter: Back, pressed: bool, points: int, saves: bool, names: str) -> Iterable[str]:
    """Both dice of a whole attack at 9 Level, with every pair of faces."""
    (black, red), left = counter, points - pressed
    for damage, fire in product(black_die(9, "Level", black, pressed), red_die(9, "Level", red, pressed)):
        hit = names if damage == "any" else damage
        if fire == "fighter not hit":
            yield f"{hit}, fighter unhurt"
        elif left > 0 and saves:
            yield "no hit, fighter hit and saved for 1 PT"
        else:
            yield f"{hit}, fighter shot down, the game is lost"


@pytest.mark.parametrize("points", [0, 1, 2])
@pytest.mark.parametrize("saves", [False, True])
def test_whole_attack(points: int, saves: bool) -> None:
    player = habit(lambda choice: "cockpit" if "cockpit" in choice.options else saves)
    for counter, pressed in product(BACKS["FW-190"], (False, True)):
        if pressed and not points:
            continue
        words = [f"PT {points}", *["pressed"] * pressed]
        got = weighed(asked("attack", question(9, "Level", ("FW-190", counter), *words)), player=player)
        assert got == chances(attacks(counter, pressed, points, saves, "cockpit"))


# ---------------------------------------------------------------------- the turrets turn

RING = ["front", "right", "rear", "left"]  # clockwise
MIDDLE = {"front": 12, "right": 3, "rear": 6, "left": 9}
PLACES = [(clock, altitude) for clock in MIDDLE.values() for altitude in ALTITUDES]


def table(words: str, dorsal: str, ventral: str, fighters: Iterable[tuple[int, str]]) -> str:
    """A table in one line, as it is told."""
    turrets = [f"{name} turret: {where}" for name, where in (("dorsal", dorsal), ("ventral", ventral))]
    flying = [f"fighter {n} at {clock} {altitude}, pair 1" for n, (clock, altitude) in enumerate(fighters, 1)]
    return "; ".join([words, *turrets, *flying])


def turns_to(turret: str, zone: str, fighters: Iterable[tuple[int, str]], stays: bool) -> list[str]:
    """Where a turret may end, two equally likely ways: an even die and an odd one."""
    if zone in [zone_of(clock) for clock, _ in fighters]:
        return [zone, zone]
    even, odd = RING[RING.index(zone) - 3], RING[RING.index(zone) - 1]
    targets = {zone_of(clock) for clock, altitude in fighters if altitude in REACH[turret]}
    if (even in targets) != (odd in targets):
        return [even, even] if even in targets else [odd, odd]
    if stays and fighters and even not in targets:
        return [zone, zone]
    return [even, odd]


@pytest.mark.parametrize("terms", readings("turret-no-target"), ids=lambda terms: "-".join(terms.values()))
@pytest.mark.parametrize(("dorsal", "ventral"), list(product(RING, repeat=2)))
def test_turn(dorsal: str, ventral: str, terms: dict[str, str]) -> None:
    stays = terms["turret-no-target"] == "stays"
    for fighters in [[], *([place] for place in PLACES), *combinations_with_replacement(PLACES, 2)]:
        said = " ".join(f"{n} at {clock} {altitude}" for n, (clock, altitude) in enumerate(fighters, 1))
        ends = product(turns_to("dorsal", dorsal, fighters, stays), turns_to("ventral", ventral, fighters, stays))
        words = "Pass 1. PT 5, Abort 0. Sun 12 High. B-17: no hit."
        expected = chances(
            table(words, f"Scattered Fire, {one}", f"Scattered Fire, {other}", fighters) for one, other in ends
        )
        assert weighed(asked("turn", f"dorsal {dorsal} ventral {ventral} {said}", terms=terms)) == expected


# ---------------------------------------------------------------------- a whole attack on the table

GUN = {
    "front": "nose machine gun",
    "left": "left machine gun",
    "right": "right machine gun",
    "rear": "tail machine gun",
}
PARTS = [*GUN.values(), "cockpit", "fuselage", "engine", "tail"]


def facing(clock: int, altitude: str) -> str:
    """The position across the clock and the altitudes."""
    return f"{clock - 6 if clock > 6 else clock + 6} {ALTITUDES[2 - ALTITUDES.index(altitude)]}"


@dataclass(frozen=True)
class Before:
    """What lies on the table before one fighter attacks, and what its player has made up their mind to do."""

    kind: str
    clock: int
    altitude: str
    points: int
    engines: int
    guns: int
    sun: str
    dorsal: str
    presses: bool
    saves: bool

    @property
    def place(self) -> str:
        return f"{self.clock} {self.altitude}"

    @property
    def zone(self) -> str:
        return zone_of(self.clock)

    @property
    def words(self) -> str:
        """The table as it is asked about; both turrets lie in the fighter's zone."""
        dorsal = f"dorsal {self.zone}{' on 1' * (self.dorsal == 'aimed')} ventral {self.zone}"
        hits = f"hits engine {self.engines} hits {GUN[self.zone]} {self.guns} guns {self.zone} {self.guns}"
        return f"PT {self.points} sun {self.sun} {dorsal} {hits} 1 at {self.place}"

    def told(self, points: int, damage: str, fallen: bool = False) -> str:
        """The table afterwards; a fighter that was shot down has left it, and no turret aims at it any more."""
        marks = Counter({"engine": self.engines, GUN[self.zone]: self.guns})
        marks[damage] += 1
        hits = ", ".join(f"{n} hit{'s' * (n > 1)} on {part}" for part in PARTS if (n := marks[part])) or "no hit"
        scattered = f"Scattered Fire, {self.zone}"
        words = f"Pass 1. PT {points}, Abort 0. Sun {self.sun}. B-17: {hits}."
        if fallen:
            return table(words, scattered, scattered, []) + "; A fighter was shot down."
        dorsal = "aims at fighter 1" if self.dorsal == "aimed" else scattered
        return table(words, dorsal, scattered, [(self.clock, self.altitude)])


def afterwards(before: Before) -> Iterable[str]:
    """Every counter that may be turned over, with every pair of faces."""
    pressed = before.presses and before.points > 0
    left = before.points - pressed
    turrets = {"dorsal": before.dorsal, "ventral": "scattered"}
    terms = {"scattered-cover": "altitudes", "scattered-black": "no"}
    more_black, more_red = turret_sums(turrets, before.altitude, terms, 0)
    more_black += pressed - 2 * (before.sun == facing(before.clock, before.altitude))
    more_red += pressed - 2 * (before.sun == before.place) - before.guns // 2
    for black, red in BACKS[before.kind]:
        attack = black_die(before.clock, before.altitude, black, more_black)
        defence = red_die(before.clock, before.altitude, red, more_red)
        for damage, fire in product(attack, defence):
            if fire == "fighter hit" and left > 0 and before.saves:
                yield before.told(left - 1, "no hit")
            else:
                second = damage != "no hit" and (before.engines + before.guns) % 2 == 1
                part = "cockpit" if damage == "any" else damage
                yield before.told(left + second, part, fallen=fire == "fighter hit")


@pytest.mark.parametrize("kind", BACKS)
@pytest.mark.parametrize(("presses", "saves"), list(product((False, True), repeat=2)))
def test_whole_fight(kind: str, presses: bool, saves: bool) -> None:
    says = {"Press": presses, "The fighter is hit": saves, "Any": "cockpit"}
    player = habit(lambda choice: next(said for why, said in says.items() if choice.why.startswith(why)))
    shuffled = Random(190)  # what is not looped over; the same every time
    for (clock, altitude), points in product(POSITIONS, (0, 1, 2)):
        sun = shuffled.choice([f"{clock} {altitude}", facing(clock, altitude), f"{clock % 12 + 1} {altitude}"])
        dorsal = "scattered" if altitude == "Low" else shuffled.choice(["aimed", "scattered"])
        engines, guns = shuffled.randrange(3), shuffled.randrange(5)
        before = Before(kind, clock, altitude, points, engines, guns, sun, dorsal, presses, saves)
        asked_about = asked("fight", before.words, terms={"fighter": kind})
        assert weighed(asked_about, player=player) == chances(afterwards(before)), before
