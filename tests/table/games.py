"""A short game of Schwarm! with typed dice: one pair at the bomber's tail, one hit, and the attack is broken off."""

from __future__ import annotations

SETUP = ("5", "1", "dorsal", "3")  # two hits on the fuselage, the Sun at 11 High, both turrets stay
PLACED = (*SETUP, "1", "rear", "6 Level", "5 Low")  # the ventral turret aims at fighter 1
CHECKED = (*PLACED, "1", "1", "2")  # both stay: 1 + 1 and 2 against 5 and 4
ADJUSTED = (*CHECKED, "done", "4", "done")  # the dorsal turret turns to the right
HIT = (*ADJUSTED, "1", "3/0", "no", "8", "3")  # 8 + 2 + 3 - 1 is a hit on the tail, and fighter 1 is not hit
WHOLE = (*HIT, "2/0", "no", "4", "3", "no")  # fighter 2 does nothing, and no other pass is flown
