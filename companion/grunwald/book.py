"""The book of The Grunwald Swords, opened, and the marks that tie code to its statements."""

from companion.book import open_book
from companion.referee import Bench

BOOK = open_book("grunwald")
BENCH = Bench(BOOK)
rule, tally, forbids, taken = BENCH.rule, BENCH.tally, BENCH.forbids, BENCH.taken
