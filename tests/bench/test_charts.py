"""The files of a rulebook, read: charts and their gaps, packs, readings, statements, cases; and every fault in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.book import Axis, Book, Cell, Chart, Key, Look, Pack, PackFile, open_book
from companion.book.cases import read_cases
from companion.book.charts import read_chart
from companion.book.readings import read_readings
from companion.book.statements import read_chapter
from companion.errors import BadAnswer, BadInput, NotPrinted

from .toy import BOOK, GREAT, GUNS, NOTES, SMALL, TOYBOOK, TURNS


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file of a rulebook."""

    def write(name: str, *lines: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return path

    return write


Write = Callable[..., Path]

# -------------------------------------------------------------------------------- domains


@pytest.mark.parametrize(
    ("spec", "keys", "shown"),
    [
        ("1..4", (1, 2, 3, 4), "1 to 4"),
        ("-2..1", (-2, -1, 0, 1), "-2 to 1"),
        ("-1..+1", (-1, 0, 1), "-1 to 1"),
        ("8..8", (8,), "8 to 8"),
        ("-1-..1+", (-1, 0, 1), "-1- to 1+"),
        ("AA..C", ("AA", "A", "B", "C"), "AA, A, B, C"),
        ("B..D", ("B", "C", "D"), "B, C, D"),
        (["left", "right"], ("left", "right"), "left, right"),
        ([7, 3], (7, 3), "7 to 3"),
        ("?", (), ""),
    ],
)
def test_domains(spec: Any, keys: tuple[Any, ...], shown: str) -> None:
    axis = Axis.parse("n", spec)
    assert axis.keys == keys
    assert str(axis) == shown


@pytest.mark.parametrize(
    "spec", ["", "1", "1-4", "1...4", "a..f", "AAA..F", "AA..", "A..FF", "1..x", "one..two", "1..4++"]
)
def test_what_is_no_domain(spec: str) -> None:
    with pytest.raises(BadInput, match=r"n = .* is no domain: write 1\.\.12"):
        Axis.parse("n", spec)


@pytest.mark.parametrize("spec", ["4..1", "F..B"])
def test_a_domain_does_not_run_backwards(spec: str) -> None:
    with pytest.raises(BadInput, match="n = "):
        Axis.parse("n", spec)


def test_open_ends_take_what_lies_beyond() -> None:
    both, none = Axis.parse("n", "-1-..2+"), Axis.parse("n", "-1..2")
    assert [both.key(n) for n in (-99, -1, 0, 2, 99)] == [-1, -1, 0, 2, 2]
    assert none.key(2) == 2
    for beyond in (-2, 3):
        with pytest.raises(BadInput, match=f"n {beyond} is outside -1 to 2"):
            none.key(beyond)
    with pytest.raises(BadInput, match="n 'C' is outside AA, A, B"):
        Axis.parse("n", "AA..B").key("C")


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("3", (3,)),
        ("1, 4..6", (1, 4, 5, 6)),
        ("6..", (6, 7, 8)),
        ("..-1", (-2, -1)),
        ("8+", (8,)),
        ("..", tuple(range(-2, 9))),
    ],
)
def test_ranges(written: str, keys: tuple[int, ...]) -> None:
    assert Axis.parse("roll", "-2..8+").span(written) == keys


def test_ranges_of_names_and_classes() -> None:
    assert Axis.parse("cc", "AA..F").span("AA, C..E") == ("AA", "C", "D", "E")
    assert Axis.parse("side", ["dorsal High", "dorsal Low"]).span("dorsal Low") == ("dorsal Low",)


@pytest.mark.parametrize(("written", "told"), [
    ("", "'' is no range of roll: write 3, 1..4, 6.. or ..2"),
    ("1,,2", "'' is no range of roll"),
    ("4..2", "'4..2' is no range of roll"),
    ("9", "'9' reaches outside roll -2 to 8+"),
    ("-3..1", "'-3..1' reaches outside roll"),
    ("7..9+", "'7..9+' reaches outside roll"),
    ("two", "'two' reaches outside roll"),
    ("٣", "'٣' reaches outside roll"),
    ("1..2..3", "'1..2..3' reaches outside roll"),
])  # fmt: skip
def test_what_is_no_range(written: str, told: str) -> None:
    with pytest.raises(BadInput) as fault:
        Axis.parse("roll", "-2..8+").span(written)
    assert told in str(fault.value)


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.integers(-9, 9), st.integers(0, 9), st.data())
def test_any_keys_written_as_ranges_are_read_back(low: int, length: int, data: st.DataObject) -> None:
    axis = Axis.parse("n", f"{low}..{low + length}+")
    keys = data.draw(st.lists(st.sampled_from(axis.keys), min_size=1, unique=True))
    assert axis.span(", ".join(map(str, keys))) == tuple(keys)
    first, last = sorted((axis.keys.index(keys[0]), axis.keys.index(keys[-1])))
    assert axis.span(f"{axis.keys[first]}..{axis.keys[last]}") == axis.keys[first : last + 1]


def test_players_say_keys() -> None:
    classes, names, numbers = (
        Axis.parse("cc", "AA..C"),
        Axis.parse("side", ["front", "fright", "rear"]),
        Axis.parse("n", "-1..12"),
    )
    assert [classes.read(said) for said in ("aa", "A", " b ")] == ["AA", "A", "B"]
    assert [names.read(said) for said in ("FRONT", "fro", "r")] == ["front", "front", "rear"]
    assert [numbers.read(said) for said in ("-1", "+3", 12, " 7 ")] == [-1, 3, 12, 7]
    for axis, said in ((names, "fr"), (names, ""), (numbers, "13"), (numbers, "1.0"), (classes, "D")):
        with pytest.raises(BadAnswer, match="is not one of"):
            axis.read(said)


# --------------------------------------------------------------------------------- charts


def test_what_is_printed() -> None:
    assert [GREAT["AA", n] for n in (-2, 0, 1, 5, 6, 7, 8, 50)] == ["DE", "DE", "DL", "DR", "EX", "DR", "EX", "EX"]
    assert [GREAT["A", n] for n in (-2, -1, 0, 4)] == ["DE", "DE", "DL", "DR"]
    assert SMALL[1] == 1
    assert GUNS["in sight", "black", 2] == 1
    assert (GREAT.title, GREAT.statement, GREAT.die, str(GREAT)) == ("CRT", "1.2.b", "d6", "CRT")
    assert GREAT.printed(("die",)) == "d6"


def test_a_table_with_one_index_stands_under_cells_or_by_itself(write: Write) -> None:
    head = ('title = "t"', 'statement = "1.2.a"', 'index = { n = "1..3" }', 'outcomes = ["a", "b"]')
    under = read_chart(write("t.toml", *head, "[cells]", 'a = "1..2"', 'b = "3"'), "toy")
    bare = read_chart(write("u.toml", *head, 'a = "1..2"', 'b = "3"'), "toy")
    assert dict(under.cells) == dict(bare.cells) == {(1,): "a", (2,): "a", (3,): "b"}


def test_what_is_in_the_domain_and_not_printed_is_a_gap() -> None:
    assert SMALL.gaps == ((2,), (3,), (4,))
    assert set(GREAT.gaps) == {("A", n) for n in range(5, 9)} | {("B", n) for n in range(-2, 9)}
    assert NOTES.gaps == ((1,), (2,))
    assert TURNS.gaps == (("die",),)
    assert len(GUNS.gaps) == 10
    assert len(list(GREAT.domain)) == 33


def test_a_gap_is_asked_and_never_indexed() -> None:
    with pytest.raises(NotPrinted, match=r"CRT A 8\+ is not printed in the text \(1\.2\.b\): read it at the table"):
        GREAT["A", 11]
    assert str(GREAT.look("A", 11)) == "CRT A 8+"
    assert GREAT.look("A", 11) == GREAT.look("A", 8) != GREAT.look("A", 7)


def test_cells_outside_the_domain() -> None:
    with pytest.raises(BadInput, match="roll -3 is outside -2 to 8"):
        _ = GREAT.look("AA", -3)
    with pytest.raises(BadInput, match="cc 'C' is outside AA, A, B"):
        GREAT["C", 1]
    with pytest.raises(BadInput, match="CRT wants cc, roll; it was given"):
        _ = GREAT.look("AA")


def test_a_chart_by_rows() -> None:
    rows = dict(GUNS.rows())
    assert rows["in sight", "black"] == (1, 1, None)
    assert list(rows) == [(side, colour) for side in ("in sight", "in cloud") for colour in ("black", "red")]
    assert list(SMALL.rows()) == [((), (1, None, None, None))]


def test_a_die_that_is_not_printed() -> None:
    look = TURNS.look_up_die()
    assert TURNS.printed(look.cell) is None
    assert (str(look), look.read("2D6")) == ("turns die", "2d6")
    assert look != TURNS.look(1)


CHART = """title = "table"
statement = "1.2.b"
outcomes = ["hit", "miss"]
index = { cc = "AA..B", roll = "1..6+" }
"""

FAULTY_CHARTS = {
    "unknown outcome": ('[A]\nhot = "1"', "t.toml:6: table: outcome: 'hot' is not one of hit, miss"),
    "outside": ('[A]\nhit = "1..3"\nmiss = "7"', "t.toml:7: table: '7' reaches outside roll 1 to 6+"),
    "no range": ('[A]\nhit = "3..1"', "t.toml:6: table: '3..1' is no range of roll"),
    "two values": ('[A]\nhit = "1..3"\nmiss = "3.."', "t.toml:7: table A 3 has two values, hit and miss: keep one"),
    "no such row": ('[AA]\nhit = "1"\n[C]\nhit = "1"', "t.toml:7: table: cc: 'C' is not one of AA, A, B"),
    "no table": ('A = "hit"', "t.toml:5: table A: expected a table of outcome = ranges"),
    "no TOML": ("[A]\nhit = 1..3", "(at line 6, column 8): expected TOML, one `name = value` a line"),
    "twice": ('[A]\nhit = "1"\nhit = "2"', "(at line 7"),
}


@pytest.mark.parametrize(("rows", "told"), FAULTY_CHARTS.values(), ids=FAULTY_CHARTS)
def test_a_faulty_chart(rows: str, told: str, write: Write) -> None:
    with pytest.raises(BadInput) as fault:
        read_chart(write("t.toml", CHART + rows), "toy")
    assert told in str(fault.value)
    assert str(fault.value).startswith("t.toml:")


def test_all_faults_of_a_chart_are_told_at_once(write: Write) -> None:
    with pytest.raises(BadInput) as fault:
        read_chart(write("t.toml", CHART + '[A]\nhot = "1"\nhit = "9"\n[Q]\n[B]\nmiss = "1"\nhit = "1"'), "toy")
    lines = [told.split(": ")[0] for told in str(fault.value).splitlines()]
    assert sorted(lines) == ["t.toml:11", "t.toml:6", "t.toml:7", "t.toml:8"]


@pytest.mark.parametrize("key", ["title", "statement", "outcomes", "index"])
def test_a_chart_that_lacks_something(key: str, write: Write) -> None:
    lines = [line for line in CHART.splitlines() if not line.startswith(key)]
    with pytest.raises(BadInput, match=rf"t\.toml.*a chart needs {key}"):
        read_chart(write("t.toml", *lines), "toy")


def test_a_chart_with_a_domain_that_is_none(write: Write) -> None:
    with pytest.raises(BadInput, match=r"^t\.toml.*: roll = '1-6' is no domain"):
        read_chart(write("t.toml", CHART.replace("1..6+", "1-6")), "toy")
    with pytest.raises(BadInput, match=r"^t\.toml.*: outcome = 'hit' is no domain"):
        read_chart(write("t.toml", CHART.replace('["hit", "miss"]', '"hit"')), "toy")


def test_a_domain_that_is_none_has_its_line(write: Write) -> None:
    with pytest.raises(BadInput, match=r"^t\.toml:4: roll = '1-6'"):
        read_chart(write("t.toml", CHART.replace("1..6+", "1-6")), "toy")


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ('index = { cc = "AA..B", roll = "1..6+" }', "index = { cc = 3 }"),
        ('index = { cc = "AA..B", roll = "1..6+" }', 'index = "1..6"'),
        ('outcomes = ["hit", "miss"]', "outcomes = 3"),
    ],
)
def test_a_chart_with_something_of_a_wrong_type(line: str, instead: str, write: Write) -> None:
    with pytest.raises(BadInput, match=r"^t\.toml"):
        read_chart(write("t.toml", CHART.replace(line, instead)), "toy")


def test_a_chart_with_a_die_that_is_none(write: Write) -> None:
    with pytest.raises(BadInput, match="d7x"):
        read_chart(write("t.toml", 'die = "d7x"', CHART), "toy")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.toml: there is no such file: check the name"):
        read_chart(tmp_path / "none.toml", "toy")
    (tmp_path / "latin.toml").write_bytes('title = "Fläche"'.encode("latin-1"))
    with pytest.raises(BadInput, match=r"latin\.toml: cannot be read as text"):
        read_chart(tmp_path / "latin.toml", "toy")
    with pytest.raises(BadInput, match="cannot be read as text"):
        read_chart(tmp_path, "toy")


# ---------------------------------------------------------------------------------- packs

HEAD = ("pack = 1", 'game = "toy"')


def read(path: Path) -> Pack:
    return BOOK.pack(path)


def test_a_pack_fills_gaps(write: Write) -> None:
    pack = read(
        write(
            "mine.toml",
            *HEAD,
            'note = "by hand"',
            "[small]",
            '2 = "3..4"',
            "[great.A]",
            'EX = "5.."',
            "[notes]",
            '"run" = "2"',
        )
    )
    expected: dict[tuple[str, Cell], Key] = {("small", (3,)): 2, ("small", (4,)): 2, ("notes", (2,)): "run"}
    for n in range(5, 9):
        expected["great", ("A", n)] = "EX"
    assert dict(pack.cells) == expected
    assert (pack.name, pack.invented, str(pack)) == ("mine", False, "mine")


def test_a_pack_may_repeat_what_is_printed(write: Write) -> None:
    pack = read(write("mine.toml", *HEAD, "[small.cells]", '1 = "1..2"'))
    assert dict(pack.cells) == {("small", (1,)): 1, ("small", (2,)): 1}


def test_a_pack_is_known_by_its_cells(write: Write) -> None:
    one = read(write("a.toml", *HEAD, 'name = "mine"', "[small]", '2 = "3..4"'))
    same = read(write("b.toml", *HEAD, 'name = "mine"', "[small]", '2 = "3, 4"  # as on the card'))
    other = read(write("c.toml", *HEAD, 'name = "mine"', "[small]", '2 = "3"', '1 = "4"'))
    assert one == same != other
    assert one.digest.startswith("sha256:")
    assert len({one, same, other}) == 2


def test_the_practice_pack_says_that_it_is_invented() -> None:
    assert BOOK.practice.invented
    assert str(BOOK.practice) == "the practice pack (invented values)"
    assert BOOK.practice.cells["great", ("B", -2)] == "EX"


FAULTY_PACKS = {
    "no pack": ('game = "toy"', "a pack starts with `pack = 1` and its game; this file lacks pack"),
    "no game": ("pack = 1", "this file lacks game"),
    "future": ('pack = 2\ngame = "toy"', "p.toml:1: pack = 2: this Companion reads format 1"),
    "another game": ('pack = 1\ngame = "ludo"', "p.toml:2: this pack is for 'ludo', not for 'toy'"),
    "unknown chart": (
        'pack = 1\ngame = "toy"\n[large]\n1 = "2"',
        "p.toml:3: 'large' is no chart of toy: its charts are great, guns, notes, small, turns",
    ),
    "no chart": ('pack = 1\ngame = "toy"\nsmall = 3', "p.toml:3: small = 3: expected a table of outcome = ranges"),
    "unknown outcome": (
        'pack = 1\ngame = "toy"\n[small]\n7 = "2"',
        "p.toml:4: small: outcome: '7' is not one of 0 to 2",
    ),
    "outside": ('pack = 1\ngame = "toy"\n[great.B]\nEX = "9"', "p.toml:4: CRT: '9' reaches outside roll -2 to 8+"),
    "no such row": ('pack = 1\ngame = "toy"\n[great.C]\nEX = "1"', "p.toml:3: CRT: cc: 'C' is not one of AA, A, B"),
    "two values": (
        'pack = 1\ngame = "toy"\n[guns."in cloud".red]\n"+1" = "1..2"\n"-1" = "2..3"',
        "p.toml:5: gun in cloud red 2 has two values, 1 and -1: keep one",
    ),
    "contradiction": ('pack = 1\ngame = "toy"\n[small]\n2 = "1"', "p.toml:3: small 1 is printed as 1, not 2"),
    "no TOML": ("pack = ", "p.toml: Invalid value (at line 1"),
}


@pytest.mark.parametrize(("text", "told"), FAULTY_PACKS.values(), ids=FAULTY_PACKS)
def test_a_faulty_pack(text: str, told: str, write: Write) -> None:
    with pytest.raises(BadInput) as fault:
        read(write("p.toml", text))
    assert told in str(fault.value)
    assert str(fault.value).startswith("p.toml")


def test_all_faults_of_a_pack_are_told_at_once(write: Write) -> None:
    with pytest.raises(BadInput) as fault:
        read(write("p.toml", *HEAD, "[large]", "[small]", '9 = "2"', '0 = "7"', "2 = '1'", "[great.C]"))
    lines = [told.split(": ")[0] for told in str(fault.value).splitlines()]
    assert lines == ["p.toml:3", "p.toml:5", "p.toml:6", "p.toml:8"]


def test_a_contradiction_has_its_line(write: Write) -> None:
    with pytest.raises(BadInput, match=r"^p\.toml:[34]: CRT AA 1 is printed as DL"):
        read(write("p.toml", *HEAD, "[great.AA]", 'EX = "1"'))


# ---------------------------------------------------------------- packs that grow at the table


def keeper(path: Path) -> PackFile:
    return PackFile(path, "toy", BOOK.charts)


def test_what_is_read_at_the_table_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    mine = keeper(path)
    assert dict(mine.pack.cells) == {}
    kept: list[tuple[Look, Key]] = [
        (SMALL.look(2), 0),
        (SMALL.look(3), 2),
        (GREAT.look("A", 12), "EX"),
        (GREAT.look("B", -2), "DE"),
        (SMALL.look(4), 0),
        (GUNS.look("in cloud", "red", 3), -1),
        (NOTES.look(1), 'say "halt", or \\ run'),
    ]
    for look, value in kept:
        mine.keep(look, value)
    expected = {(look.chart.name, look.cell): value for look, value in kept}
    assert dict(mine.pack.cells) == dict(keeper(path).pack.cells) == expected
    assert [name.name for name in tmp_path.iterdir()] == ["mine.toml"]
    assert 'game = "toy"' in path.read_text("utf-8")


GAPS = [chart.look(*cell) for chart in (SMALL, GREAT, GUNS, NOTES) for cell in chart.gaps] + [TURNS.look_up_die()]
KEPT = st.sampled_from(GAPS).flatmap(
    lambda look: st.tuples(
        st.just(look),
        st.sampled_from(look.outcomes.keys) if look.outcomes.keys else st.text("ab ü🎲\"'\\#=[.", min_size=1),
    )
)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(KEPT, max_size=8, unique_by=lambda kept: kept[0]))
def test_whatever_is_kept_is_read_back(kept: list[tuple[Look, Key]]) -> None:
    by_hand = 'pack = 1  # mine\ngame = "toy"\n\n[great.A]  # from the card\nEX = "5.."\n\n[small]\n"+1" = "2"\n'
    with TemporaryDirectory() as folder:
        path = Path(folder) / "mine.toml"
        path.write_text(by_hand, "utf-8")
        mine = keeper(path)
        expected = dict(mine.pack.cells)
        for look, value in kept:
            value = look.read(value) if str(value).strip() else "."
            if expected.setdefault((look.chart.name, look.cell), value) == value:
                mine.keep(look, value)
            assert dict(keeper(path).pack.cells) == expected
        assert "# from the card" in path.read_text("utf-8")


def test_the_same_again_changes_nothing(tmp_path: Path) -> None:
    mine = keeper(tmp_path / "mine.toml")
    mine.keep(SMALL.look(2), 1)
    before = mine.path.read_text("utf-8")
    mine.keep(SMALL.look(2), 1)
    assert mine.path.read_text("utf-8") == before


def test_another_value_is_refused(tmp_path: Path) -> None:
    mine = keeper(tmp_path / "mine.toml")
    mine.keep(SMALL.look(2), 1)
    before = mine.path.read_text("utf-8")
    with pytest.raises(BadInput, match=r"mine\.toml: small 2 has two values, 1 and 2: correct the file by hand"):
        mine.keep(SMALL.look(2), 2)
    assert mine.path.read_text("utf-8") == before
    assert mine.pack.cells["small", (2,)] == 1


def test_an_invented_pack_does_not_grow(write: Write) -> None:
    mine = keeper(write("practice.toml", *HEAD, "invented = true"))
    with pytest.raises(BadInput, match="a pack of invented values is not the place"):
        mine.keep(SMALL.look(2), 1)


def test_a_pack_of_another_game_does_not_grow(write: Write) -> None:
    mine = keeper(write("ludo.toml", "pack = 1", 'game = "ludo"'))
    with pytest.raises(BadInput, match="this pack is for 'ludo'"):
        mine.keep(SMALL.look(2), 1)
    assert mine.path.read_text("utf-8") == 'pack = 1\ngame = "ludo"\n'


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadInput, match=r"cannot be written .*nothing in it was changed"):
        keeper(tmp_path / "no" / "such" / "folder" / "mine.toml").keep(SMALL.look(2), 1)
    mine = keeper(tmp_path / "mine.toml")
    mine.keep(SMALL.look(2), 1)
    before = mine.path.read_text("utf-8")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(BadInput, match="No space left on device"):
        mine.keep(SMALL.look(3), 1)
    assert mine.path.read_text("utf-8") == before
    assert set(mine.pack.cells) == {("small", (2,))}


def test_a_die_is_kept_too(tmp_path: Path) -> None:
    mine = keeper(tmp_path / "mine.toml")
    mine.keep(TURNS.look_up_die(), "d8")
    assert dict(mine.pack.cells) == {("turns", ("die",)): "d8"}


def test_any_words_are_kept(tmp_path: Path) -> None:
    mine = keeper(tmp_path / "mine.toml")
    mine.keep(NOTES.look(1), "🎲 ×2 – “roll”")
    assert mine.pack.cells["notes", (1,)] == "🎲 ×2 – “roll”"


def test_what_is_printed_otherwise_is_not_kept(tmp_path: Path) -> None:
    mine = keeper(tmp_path / "mine.toml")
    with pytest.raises(BadInput, match="small 1 is printed as 1, not 2"):
        mine.keep(SMALL.look(1), 2)
    assert dict(mine.pack.cells) == {}


def test_a_note_is_kept(write: Write) -> None:
    mine = keeper(write("mine.toml", *HEAD, 'note = "read from the second edition"'))
    mine.keep(SMALL.look(2), 1)
    assert "second edition" in mine.path.read_text("utf-8")


# ------------------------------------------------------------------------------- readings

READING = """[tie]
kind = "reading"
on = ["1.1.c"]
question = "Who?"
adopted = "a"
why = "So."
[tie.readings]
a = "one"
b = "two"
"""


def test_readings(write: Write) -> None:
    tie = read_readings(write("r.toml", READING))["tie"]
    assert (tie.id, tie.kind, tie.on, tie.question, tie.adopted, tie.why) == (
        "tie",
        "reading",
        ("1.1.c",),
        "Who?",
        "a",
        "So.",
    )
    assert (tie.values, tie.means("b"), str(tie)) == ((("a", "one"), ("b", "two")), "two", "tie")
    assert tie.check("b") == "b"
    with pytest.raises(BadInput, match="reading tie has no value 'c': choose a or b"):
        tie.check("c")
    assert BOOK.reading("long-game").kind == "option"


@pytest.mark.parametrize(
    ("line", "instead", "told"),
    [
        ('kind = "reading"', 'kind = "riddle"', 'r.toml:2: kind = "riddle": expected "reading" or "option"'),
        ('adopted = "a"', 'adopted = "c"', 'r.toml:5: adopted = "c" is not among its readings'),
        ('why = "So."\n', "", "r.toml:1: tie needs why"),
        ('[tie.readings]\na = "one"\nb = "two"\n', "", "r.toml:1: tie needs readings"),
        ('kind = "reading"', "kind = reading", "r.toml: Invalid value (at line 2"),
    ],
)
def test_a_faulty_reading(line: str, instead: str, told: str, write: Write) -> None:
    with pytest.raises(BadInput) as fault:
        read_readings(write("r.toml", READING.replace(line, instead)))
    assert told in str(fault.value)


def test_a_fault_is_told_where_it_is(write: Write) -> None:
    second = READING.replace("tie", "draw").replace('adopted = "a"', 'adopted = "z"')
    with pytest.raises(BadInput, match=r'^r\.toml:15: adopted = "z"'):
        read_readings(write("r.toml", READING, second))


# ----------------------------------------------------------------------------- statements


def test_statements() -> None:
    assert list(BOOK.statements) == ["1.1.a", "1.1.b", "1.1.c", "1.2.a", "1.2.b", "1.2.c", "ends.a", "ends.b"]
    assert BOOK.statement("1.1.b").text == "Add what is written for the throw, on as many lines as it takes."
    assert (BOOK.statement("1.2.c").told, BOOK.statement("1.2.c").text) == ("names a thing", "The notes are read.")
    assert BOOK.statement("1.1.b").told is None
    assert [section.heading for section in BOOK.sections.values()] == ["1.1 Throws", "1.2 Cells", "Odds and ends"]
    assert [(chapter.name, chapter.title) for chapter in BOOK.chapters] == [
        ("1-throws", "1 Throws"),
        ("2-ends", "2 Odds and ends"),
    ]
    assert BOOK.section("ends").statements[1].id == "ends.b"


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["## Heading"], "c.md:3: an unnumbered heading needs its slug: ## Title {#slug}"),
        (["## 1.1 Heading", "- No id."], "c.md:4: a statement starts with its id: - [5.4.a] text"),
        (
            ["## 1.1 Heading", "- [1.1.a] One.", "", "Stray words."],
            "c.md:6: 'Stray words.' is neither a heading nor a statement",
        ),
        (["- [1.1.a] Nowhere."], "c.md:3: '- [1.1.a] Nowhere.' is neither a heading nor a statement"),
        (["### 1.1 Too deep"], "c.md:3: '### 1.1 Too deep' is neither"),
    ],
)
def test_a_faulty_chapter(lines: list[str], told: str, write: Write) -> None:
    with pytest.raises(BadInput) as fault:
        read_chapter(write("c.md", "# Chapter", "", *lines))
    assert told in str(fault.value)


@pytest.mark.parametrize("line", ["- [1.1.A] Text.", "- [1.1.a]", "- [a b] Text.", "- [1.1.a Text."])
def test_a_statement_with_an_id_that_is_none(line: str, write: Write) -> None:
    with pytest.raises(BadInput, match=r"^c\.md:4"):
        read_chapter(write("c.md", "# Chapter", "", "## 1.1 Heading", line))


@pytest.fixture
def toybook(write: Write) -> Callable[..., Book]:
    """Makes a book of one chapter."""

    def make(*lines: str) -> Book:
        about = ('title = "Small"', 'edition = "none"', "dice = []", 'chapters = ["1-only"]', "try = []")
        path = write("small/book.toml", *about).parent
        write("small/1-only.md", "# Only", *lines)
        return Book("small", path)

    return make


def test_an_id_is_given_once(toybook: Callable[..., Book]) -> None:
    book = toybook("## 1.1 One", "- [1.1.a] Once.", "- [1.1.b] More.", "- [1.1.a] Twice.")
    with pytest.raises(BadInput, match=r"small: statement id 1\.1\.a is given twice; ids are permanent"):
        _ = book.statements


def test_an_id_stands_in_its_section(toybook: Callable[..., Book]) -> None:
    with pytest.raises(BadInput, match=r"small: statement 1\.2\.a stands in section 1\.1"):
        _ = toybook("## 1.1 One", "- [1.2.a] Elsewhere.").statements
    with pytest.raises(BadInput, match=r"small: statement b\.a stands in section a"):
        _ = toybook("## One {#a}", "- [b.a] Elsewhere.").statements


# -------------------------------------------------------------------------- the whole book


def test_the_book() -> None:
    assert (str(BOOK), BOOK.about["dice"], set(BOOK.charts)) == (
        "Toy",
        ["d6"],
        {"small", "great", "notes", "turns", "guns"},
    )
    assert BOOK.glossary["tie"]["statement"] == "1.1.c"
    assert BOOK.cases == ()
    assert BOOK.chart("great") is GREAT
    assert Book("toy", TOYBOOK).chart("great") != GREAT


def test_what_the_book_does_not_have() -> None:
    with pytest.raises(BadInput, match=r"toy has no chart 'crt'\. It has: great, guns, notes, small, turns"):
        BOOK.chart("crt")
    with pytest.raises(BadInput, match="toy has no section 'start'"):
        BOOK.section("start")
    with pytest.raises(BadInput, match=r"toy has no statement 'ends\.z'"):
        BOOK.statement("ends.z")
    with pytest.raises(BadInput, match=r"There is no rulebook 'ludo' here\. There is: .*schwarm"):
        open_book("ludo")


def test_a_book_that_lacks_something(write: Write) -> None:
    path = write("small/book.toml", 'title = "Small"', "dice = []").parent
    with pytest.raises(BadInput, match=r"book\.toml.*a book needs chapters, edition, try"):
        _ = Book("small", path).chapters
    with pytest.raises(BadInput, match="there is no such file"):
        _ = Book("small", path / "nowhere").title


def test_every_chart_and_pack_on_the_shelf_is_sound() -> None:
    book = open_book("schwarm")
    charts: list[Chart] = list(book.charts.values())
    assert all(chart.statement in book.statements for chart in charts)
    assert not [key for key in book.practice.cells if key[1] in book.charts[key[0]].cells]


# ---------------------------------------------------------------------------------- cases

CASE = """[[case]]
id = "one"
source = "printed example"
ask = "throw 3"
expect = { verdict = "hit" }
terms = { tie = "nobody" }
twin = { changed = "the die", ask = "throw 2", expect = { verdict = "miss" } }
"""


def test_cases_and_their_twins(write: Write) -> None:
    one, twin = read_cases(write("c.toml", CASE))
    assert (one.id, one.ask, one.expect, one.changed) == ("one", "throw 3", {"verdict": "hit"}, None)
    assert (twin.id, twin.ask, twin.expect, twin.changed) == ("one-twin", "throw 2", {"verdict": "miss"}, "the die")
    assert one.terms == twin.terms == {"tie": "nobody"}
    assert one.source == twin.source == "printed example"


def test_a_twin_may_differ_in_its_terms_alone(write: Write) -> None:
    text = CASE.replace('ask = "throw 2", expect', 'terms = { tie = "defender" }, expect')
    _, twin = read_cases(write("c.toml", text))
    assert (twin.ask, twin.terms) == ("throw 3", {"tie": "defender"})


@pytest.mark.parametrize("key", ["source", "ask", "expect", "twin"])
def test_a_case_that_lacks_something(key: str, write: Write) -> None:
    lines = [line for line in CASE.splitlines() if not line.startswith(key)]
    with pytest.raises(BadInput, match=rf"^c\.toml:1: one: a case needs `{key}`"):
        list(read_cases(write("c.toml", *lines)))


def test_a_case_without_a_name_goes_by_its_number(write: Write) -> None:
    with pytest.raises(BadInput, match="case 2: a case needs `id`"):
        list(read_cases(write("c.toml", CASE, CASE.replace('id = "one"\n', ""))))


@pytest.mark.parametrize("key", ["changed", "expect"])
def test_a_twin_that_lacks_something(key: str, write: Write) -> None:
    text = CASE.replace(f"{{ {key}", "{ other").replace(f", {key}", ", other")
    with pytest.raises(BadInput, match=f"one: a twin needs `{key}`"):
        list(read_cases(write("c.toml", text)))


def test_a_faulty_case_has_its_own_line(write: Write) -> None:
    with pytest.raises(BadInput, match=r"^c\.toml:9"):
        list(read_cases(write("c.toml", CASE, CASE.replace('ask = "throw 3"\n', ""))))
