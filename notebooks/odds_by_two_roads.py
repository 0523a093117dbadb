import marimo

__generated_with = "0.25.2"
app = marimo.App(app_title="Odds by two roads")

with app.setup:
    import shlex

    import marimo as mo

    from companion import literate
    from companion.asking import Asked
    from companion.book import open_book
    from companion.odds import labelled, odds
    from companion.odds.deriving import derive


@app.cell(hide_code=True)
def _():
    mo.md("""
    # Odds by two roads

    A chance that nobody checked is an opinion. Here one attack is weighed twice: by the **enumerator**, which runs the
    rule of the book for every die, and **on paper**, from counting tables and total probability, in sympy. They share
    the rule and nothing else. This page would stop with an error if they came to different fractions.
    """)
    return


@app.cell(hide_code=True)
def _():
    question = mo.ui.text(
        value='attack "9 Level +1/0 FW-190:3/1 guns 3"', label="companion ask schwarm", full_width=True
    )
    question
    return (question,)


@app.cell(hide_code=True)
def _():
    practice = mo.ui.checkbox(label="I have no board: use the practice pack")
    practice
    return (practice,)


@app.cell
def _(practice, question):
    packs = [open_book("schwarm").practice] if practice.value else []
    try:
        asked = literate.ask("schwarm", shlex.split(question.value), packs)
    except ValueError as quotes:
        asked = quotes
    mo.stop(not isinstance(asked, Asked), mo.callout(str(asked), kind="danger"))
    return (asked,)


@app.cell
def _(asked):
    weighed = odds(asked.case, terms=asked.terms)
    derivation = derive(asked.case, asked.terms)
    assert derivation.differs_from(weighed) == {}
    return derivation, weighed


@app.cell(hide_code=True)
def _(derivation, weighed):
    _rows = [f"| {label} | {chance} | {derivation.chances[label]} |" for label, chance in labelled(weighed).items()]
    mo.md("\n".join(["## Side by side", "", "| | enumerator | on paper |", "|---|---|---|", *_rows]))
    return


@app.cell(hide_code=True)
def _(derivation):
    _steps = [mo.md(f"**{line.title}.** {line.text}\n\n$$\n{line.latex}\n$$") for line in derivation.lines]
    mo.vstack([mo.md("## The paper, step by step"), *(_steps or [mo.md("Nothing is left to chance here.")])])
    return


@app.cell(hide_code=True)
def _(derivation):
    mo.stop(not derivation.closed, mo.md("No die of this question has modifiers, so there is no formula in them."))
    _low = max(each.pieces[0][0] for each in derivation.closed)
    _high = min(each.pieces[-1][1] for each in derivation.closed)
    drm = mo.ui.slider(_low, _high, value=min(max(0, _low), _high), label="Net DRM m", show_value=True)
    mo.vstack([mo.md("## In the net DRM\n\nThe same formulas hold whatever the modifiers come to."), drm])
    return (drm,)


@app.cell(hide_code=True)
def _(derivation, drm):
    at = {}
    for _each in derivation.closed:
        at.setdefault(_each.die, {})[_each.outcome] = _each.at(drm.value)
    _rows = [
        f"| {each.die} | {each.outcome} | {at[each.die][each.outcome]} | "
        + ", ".join(f"{line} for {low:+d} to {high:+d}" for low, high, line in each.pieces)
        + " |"
        for each in derivation.closed
    ]
    mo.md("\n".join(["| die | outcome | now | formula |", "|---|---|---|---|", *_rows]))
    return (at,)


if __name__ == "__main__":
    app.run()
