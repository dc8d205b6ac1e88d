"""Messy orders: NDJSON of any size, and what cleaning has to make of it."""

import re

# What differs from a clean order, by the last two digits of the number of the order.
CLEAN = {
    "id": "%d", "placed": '"2026-03-02T08:15:00Z"', "postcode": '"10115"', "total": "59.90", "paid": "true",
    "status": '"open"', "items": '[{"sku":"LAMP-01","quantity":1,"price":49.90},{"sku":"BULB","quantity":2,"price":5.00}]',
    "note": '"Leave with the neighbour"',
}
VARIANTS = 20
INJURIES = {
    12: {"total": '"59.90"'},
    13: {"paid": "1"},
    14: {"postcode": "20121"},
    15: {"items": '[{"sku":"LAMP-01","quantity":"1","price":"49.90"}]'},
    16: {"items": '[{"sku":"LAMP-01","quantity":1,"price":49.90},null]'},
    17: {"id": '"%d"', "note": "null"},
    18: {"total": None},
}
CUT = 19  # The line ends in the middle.
REPAIRS = {
    12: {"NumbersFromStrings": 1}, 13: {"BooleansFromScalars": 1}, 14: {"StringsFromScalars": 1},
    15: {"NumbersFromStrings": 2}, 16: {"LossyCollections": 1}, 17: {"NumbersFromStrings": 1},
}
REJECTED = (18, CUT)


def template(variant):
    members = {**CLEAN, **INJURIES.get(variant, {})}
    line = "{%s}\n" % ",".join('"%s":%s' % member for member in members.items() if member[1] is not None)
    return line[:60] + "\n" if variant == CUT else line


TEMPLATES = [template(variant) for variant in range(VARIANTS)]


def lines(first, count, templates=TEMPLATES):
    """Yields chunks of text with the orders of consecutive numbers, which start at a multiple of VARIANTS."""
    batch = "".join(templates)
    for start in range(first, first + count, VARIANTS):
        yield batch % tuple(range(start, start + VARIANTS))


def write(path, first, count, templates=TEMPLATES):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.writelines(lines(first, count, templates))


def expected_repairs(count):
    """Returns the repairs by rule of so many orders, a multiple of VARIANTS."""
    totals = {}
    for repairs in REPAIRS.values():
        for rule, number in repairs.items():
            totals[rule] = totals.get(rule, 0) + number * (count // VARIANTS)
    return totals


class Ledger:
    """Checks that each order is in the output or in the rejects, exactly once."""

    NUMBER = re.compile(rb'\\?"id\\?":(?:\\?")?(\d+)')

    def __init__(self, count):
        self.count = count
        self.seen = bytearray(count)
        self.rejected = 0

    def add(self, line):
        """Enters a line of the output: a clean order or {"rejected": …}."""
        number = int(self.NUMBER.search(line).group(1))
        rejected = line.startswith(b'{"rejected":')
        self.seen[number] += 1
        self.rejected += rejected
        assert rejected == (number % VARIANTS in REJECTED), line

    def close(self):
        wrong = [number for number, times in enumerate(self.seen) if times != 1][:5]
        assert not wrong, f"not exactly once: {wrong}"
        assert self.rejected == self.count * len(REJECTED) // VARIANTS, self.rejected
