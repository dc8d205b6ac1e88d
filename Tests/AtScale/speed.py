"""Compares the processor time of the tool with that of Foundation's decoder, on orders of which few, some or most have to be repaired.

Usage: speed.py POLICYJSON DECODE_ORDERS CLEAN_ORDERS DIRECTORY [ORDERS]

Prints a table in Markdown: medians of rounds in which all take turns.
"""

import os
import statistics
import subprocess
import sys

import orders

HERE = os.path.dirname(os.path.abspath(__file__))
TOOL, DECODE, PROGRAM, WORK = (os.path.abspath(argument) for argument in sys.argv[1:5])
COUNT = int(sys.argv[5]) if len(sys.argv) > 5 else 100_000
ROUNDS = 3
CLEAN = ["--policy", f"{HERE}/policy.json", "--schema", f"{HERE}/order.schema.json"]

# The variants of orders.py that are not rejected, with one or two repairs each.
GOOD, MESSY = orders.TEMPLATES[0], orders.TEMPLATES[12:18]
INPUTS = {
    "no order": [GOOD] * orders.VARIANTS,
    "every tenth order": [MESSY[3] if number % 10 == 9 else GOOD for number in range(orders.VARIANTS)],
    "each order": [MESSY[number % len(MESSY)] for number in range(orders.VARIANTS)],
}


def seconds(command):
    """Runs a program, and returns its processor time."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, code, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(code)
    assert process.returncode == 0, (command, process.returncode)
    return usage.ru_utime + usage.ru_stime


rows = {}
for name, templates in INPUTS.items():
    path = f"{WORK}/orders"
    orders.write(path, 0, COUNT, templates)
    commands = {
        f"`policyjson clean`, {name} to repair": [TOOL, "clean", *CLEAN, path],
        f"`RecordFilter` with models, {name} to repair": [PROGRAM, path],
    }
    if name == "no order":
        commands = {
            "`JSONDecoder`, models, strict": [DECODE, path], **commands, "`policyjson profile`": [TOOL, "profile", path],
        }
    times = {row: [] for row in commands}
    for _ in range(ROUNDS):
        for row, command in commands.items():
            times[row].append(seconds(command))
    rows |= {row: statistics.median(measured) for row, measured in times.items()}

first = next(iter(rows.values()))
print(f"| {COUNT:,} orders | seconds | × as fast |")
print("|---|---|---|")
for row, median in rows.items():
    print(f"| {row} | {median:.2f} | {first / median:.2f} |")
