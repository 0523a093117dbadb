import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="Shall I press this attack?")

with app.setup:
    from dataclasses import replace
    from fractions import Fraction

    import marimo as mo

    from companion import literate
    from companion.asking import Asked
    from companion.dice import D10
    from companion.errors import RulesError
    from companion.odds import Bounds, always, odds
    from companion.referee import Terms, hear, pool
    from companion.referee.grounds import sums
    from companion.schwarm import BOOK
    from companion.schwarm import s5_combat as combat
    from companion.schwarm.attack import MISS, Fate, Fire
    from companion.schwarm.s0_terms import position
    from companion.schwarm.s1_setup import COUNTERS, DORSAL, VENTRAL, fighters
    from companion.schwarm.s5_combat import BLACK, HIT, POSITIONS, RED


@app.cell(hide_code=True)
def _():
    mo.vstack(
        [
            mo.md("""
        # Shall I press this attack?

        *Schwarm!* Your fighter is about to attack the bomber. Its counter is face up, both dice are in your hand, and
        before they fall you may pay a point:
        """),
            mo.md(literate.statements(BOOK, "5.0.e", "5.0.f")),
            mo.md("""
        One more on the black die helps you to hit the B-17; one more on the red die helps the B-17 to hit you.
        **Is that worth a point, here and now?** Set up what lies on your table.
        """),
        ]
    )
    return


@app.cell(hide_code=True)
def _():
    _backs = {f"{kind} {back}": f"{kind}:{back}" for kind in COUNTERS.axes[0].keys for back in fighters(str(kind))}
    place = mo.md("""
    ## On your table

    {arc}

    {altitude}

    {counter}

    {practice}
    """).batch(
        arc=mo.ui.dropdown([str(arc) for arc in POSITIONS.axes[-1].keys], value="9", label="Clock arc"),
        altitude=mo.ui.dropdown([str(level) for level in POSITIONS.axes[1].keys], value="Level", label="Altitude"),
        counter=mo.ui.dropdown(_backs, value="FW-190 3/1", label="Fighter, black/red"),
        practice=mo.ui.checkbox(label="I have no board: use the practice pack"),
    )
    place
    return (place,)


@app.cell(hide_code=True)
def _(place):
    spot = f"{place.value['arc']} {place.value['altitude']}"
    packs = [BOOK.practice] if place.value["practice"] else []
    return packs, spot


@app.cell(hide_code=True)
def _(packs, spot):
    _example = {BLACK: 1, RED: 0} if spot == "9 Level" and not packs else {}
    _signed = {n: f"{n:+d}" if n else "0" for n in POSITIONS.outcomes.keys}

    def _number(colour):
        known = Terms.of(BOOK, packs=packs).cell(combat.printed(colour, position(spot)))
        return _signed.get(known[0] if known else _example.get(colour))

    def _reading(colour):
        signs, label = list(_signed.values()), f"{colour.capitalize()} number"
        return mo.ui.dropdown(signs, value=_number(colour), allow_select_none=True, label=label)

    if packs:
        _told = f"At **{spot}** the practice pack has black {_number(BLACK)}, red {_number(RED)}."
        board = mo.callout(mo.md(f"{literate.INVENTED} {_told}"), kind="warn").batch()
    else:
        _hint = " (Those shown are an example: read yours.)" if _example else ""
        board = mo.md(f"""
        Two numbers are printed at **{spot}** on your board.{_hint}

        {{black}}

        {{red}}
        """).batch(black=_reading(BLACK), red=_reading(RED))
    board
    return (board,)


@app.cell(hide_code=True)
def _(spot):
    _facing = str(combat.opposite(position(spot)))
    sun = mo.ui.dropdown(
        {"elsewhere": None, f"here, at {spot}": spot, f"opposite, at {_facing}": _facing},
        value="elsewhere",
        label="Sun",
    )
    sun
    return (sun,)


@app.cell(hide_code=True)
def _():
    rest = mo.md("""
    {dorsal}

    {ventral}

    {guns}

    {points}
    """).batch(
        dorsal=mo.ui.dropdown(["none", "aimed", "scattered"], value="none", label="Dorsal turret"),
        ventral=mo.ui.dropdown(["none", "aimed", "scattered"], value="none", label="Ventral turret"),
        guns=mo.ui.number(0, 20, value=0, label="Gun hits in this zone"),
        points=mo.ui.number(0, 30, value=5, label="PT in hand"),
    )
    rest
    return (rest,)


@app.cell(hide_code=True)
def _(board, packs, place, rest, spot, sun):
    read = list(board.value.values())
    words = [
        spot,
        "/".join(read) if read and all(read) else "",
        place.value["counter"],
        *(f"{name} {rest.value[name]}" for name in (DORSAL, VENTRAL) if rest.value[name] != "none"),
        f"sun {sun.value}" if sun.value else "",
        f"guns {rest.value['guns']}" if rest.value["guns"] else "",
        f"PT {rest.value['points']}",
    ]
    situation = " ".join(filter(None, words))
    flag = " --practice" if packs else ""
    mo.md(f'At the terminal this is `companion ask schwarm attack "{situation}"{flag}`')
    return (situation,)


@app.cell
def _(packs, situation):
    decisions = {"not pressed": situation, "pressed": f"{situation} pressed"}
    tried = {side: literate.ask("schwarm", ["attack", words], packs) for side, words in decisions.items()}
    asked = {side: each for side, each in tried.items() if isinstance(each, Asked)}
    refused = " ".join(dict.fromkeys(str(each) for each in tried.values() if isinstance(each, RulesError)))
    mo.stop(not asked, mo.callout(refused, kind="danger"))
    return asked, refused


@app.cell
def _(asked):
    shown = {
        die: {side: odds(each.situation.parts[die], terms=each.terms) for side, each in asked.items()}
        for die in ("black die", "red die")
    }
    # The whole attack: a fighter that is hit is saved whenever there is a point for it.
    whole = {side: odds(each.case, always(True), terms=each.terms) for side, each in asked.items()}
    chances = {
        side: {
            "bomber hit": shown["black die"][side].P(lambda damage: damage != MISS),
            "fighter hit": shown["red die"][side].P(Fire.HIT),
            "hit that counts": whole[side].P(lambda end: end.damage != MISS and end.fate is Fate.UNHURT),
            "game lost": whole[side].P(lambda end: end.fate is Fate.SHOT_DOWN),
        }
        for side in asked
    }
    return chances, shown


@app.cell(hide_code=True)
def _(chances, refused, shown, spot):
    unread = any(isinstance(known, Bounds) for each in chances.values() for known in each.values())

    def likelier(gain):
        return f"{abs(gain)} {'likelier' if gain > 0 else 'less likely'}" if gain else "no likelier"

    def weighed():
        without, pressed = chances["not pressed"], chances["pressed"]
        told = {
            what: f"{literate.chance(pressed[what])} instead of {literate.chance(without[what])}" for what in pressed
        }
        gain = {what: likelier(pressed[what] - without[what]) for what in pressed}
        bullets = [
            f"You hit the bomber: {told['bomber hit']}, {gain['bomber hit']}.",
            f"It hits your fighter: {told['fighter hit']}, {gain['fighter hit']}.",
            f"A hit that counts, with the fighter unhurt: {told['hit that counts']}.",
        ]
        if pressed["game lost"] or without["game lost"]:
            bullets.append(
                f"Pressing can leave no point to save the fighter with. The game is lost: {told['game lost']}."
            )
        else:
            bullets.append("To save a fighter that is hit costs another PT and undoes what it has hit.")
        headline = f"**For 1 PT, a hit that counts becomes {gain['hit that counts']}.**"
        return headline, "\n".join(f"- {each}" for each in bullets)

    if unread:
        answer = (
            f"**The odds hang on what is printed at {spot}.** Read both numbers from your board, or use the pack.",
        )
    elif refused:
        answer = ("**You cannot press.**", refused)
    else:
        answer = weighed()
    mo.vstack(
        [
            mo.md("## What pressing is worth"),
            *map(mo.md, answer),
            mo.Html(literate.odds_table(shown["black die"], "Black die, your attack")),
            mo.Html(literate.odds_table(shown["red die"], "Red die, the bomber's fire")),
        ]
    )
    return (unread,)


@app.cell(hide_code=True)
def _(asked):
    dice = mo.md("""
    ## The dice have fallen

    {faces}

    {pressed}
    """).batch(
        faces=mo.ui.text(placeholder="74", debounce=False, label="Black die, then red, one key each (0 is ten)"),
        pressed=mo.ui.radio(list(asked), value="not pressed", inline=True, label="I have"),
    )
    dice
    return (dice,)


@app.cell
def _():
    log, set_log = mo.state({}, allow_self_loops=True)
    return log, set_log


@app.cell(hide_code=True)
def _(asked, dice, log, set_log):
    attack = asked[dice.value["pressed"]]
    typed = dice.value["faces"] or "74"
    said = log().get((attack, typed), ())
    try:
        faces = pool(2, D10, D10.faces, "the black and the red die").faces(typed)
        hearing, fault = replace(attack, answers=(*map(str, faces), *said)).hear(), None
    except RulesError as wrong:
        hearing, fault = None, wrong
    mo.stop(fault is not None, mo.callout(str(fault), kind="warn"))

    options = literate.answers(hearing.question)
    more = (mo.ui.dropdown if len(options) > 3 else mo.ui.radio)(
        options, on_change=lambda word: set_log({(attack, typed): (*said, word)}), label="Answer"
    )
    back = mo.ui.button(label="Take the answers back", on_click=lambda _: set_log({}))
    mo.vstack(
        [
            mo.md("" if dice.value["faces"] else "For example, with 7 on the black die and 4 on the red:"),
            *map(mo.md, literate.ruling(hearing).split("\n\n")),
            more if options else mo.md(""),
            back if said else mo.md(""),
        ]
    )
    return (hearing,)


@app.cell
def _(asked, chances, unread):
    mo.stop(unread)

    def making_ten(part, terms):
        """The modifiers as the referee adds them up, and the faces that make ten with them, counted on our fingers."""
        drm = sum(sums(hear(part, [1], terms).grounds).values())
        return drm, [face for face in D10.faces if face + drm >= HIT]

    ten = {
        side: {die: making_ten(part, each.terms) for die, part in each.situation.parts.items()}
        for side, each in asked.items()
    }
    for _side, _dice in ten.items():
        (_, _black), (_, _red) = _dice["black die"], _dice["red die"]
        _counts = sum(b in _black and r not in _red for b in D10.faces for r in D10.faces)
        assert chances[_side]["bomber hit"] == Fraction(len(_black), 10)
        assert chances[_side]["fighter hit"] == Fraction(len(_red), 10)
        assert chances[_side]["hit that counts"] == Fraction(_counts, 100)
    return (ten,)


@app.cell(hide_code=True)
def _(ten):
    rows = [
        f"| {die}, {side} | {drm:+d} | {' '.join(map(str, faces)) or 'none'} | {len(faces)}/10 |"
        for die in ("black die", "red die")
        for side in ten
        for drm, faces in [ten[side][die]]
    ]
    table = "\n".join(["| die | modifiers | faces that make ten | chance |", "|---|---|---|---|", *rows])
    mo.vstack(
        [
            mo.md("""
            ## Count it on your fingers

            The odds above come from the rules, run over every die. Counting faces must give the same, and does:
            this page would stop with an error if it did not.
            """),
            mo.md(table),
        ]
    )
    return


@app.cell(hide_code=True)
def _():
    mo.vstack(
        [
            mo.md("## What it rests on\n\nThe rule, in our words, and the code that carries it out. Both ruled above."),
            mo.md(literate.section(BOOK, "5.4")),
            mo.md(literate.source(combat.defensive_fire, combat.red_drm, combat.fate_of_fighter, combat.cancelled)),
            mo.md("### 5.0 Pressing"),
            mo.md(literate.source(combat.press)),
            mo.md("*Schwarm!* is its publisher's. The rules are restated here; board and counters are in the box."),
        ]
    )
    return


if __name__ == "__main__":
    app.run()
