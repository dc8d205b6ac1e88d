"""Runs the recipes of Docs/AtScale.md as Redpanda Connect and Hadoop Streaming run them, and a program with models.

Usage: workers.py POLICYJSON CLEAN_ORDERS DIRECTORY
"""

import json
import os
import re
import select
import signal
import subprocess
import sys

import orders

HERE = os.path.dirname(os.path.abspath(__file__))
TOOL, PROGRAM, WORK = (os.path.abspath(path) for path in sys.argv[1:4])
FILES = {name: os.path.join(HERE, name) for name in ("policy.json", "order.schema.json")}
MAX_BUFFER = 65_536  # The default of max_buffer.


def recipe(marker):
    """Returns the block of Docs/AtScale.md whose first line contains a text."""
    with open(os.path.join(HERE, "../../Docs/AtScale.md"), encoding="utf-8") as page:
        blocks = re.findall(r"^```\w+\n(.*?)^```$", page.read(), re.MULTILINE | re.DOTALL)
    [block] = [block for block in blocks if marker in block.split("\n")[0]]
    return block


class Subprocess:
    """The processor `subprocess` of Redpanda Connect: one process, and for each line of a message one line of reply.

    A line on standard error marks the message as failed, and a reply beyond max_buffer ends the process.
    """

    def __init__(self, arguments):
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
        self.received = b""

    def reply(self, line):
        assert b"\n" not in line
        self.process.stdin.write(line + b"\n")
        output, errors = self.process.stdout.fileno(), self.process.stderr.fileno()
        while b"\n" not in self.received:
            ready, _, _ = select.select([output, errors], [], [], 60)
            assert ready, f"no reply to {line[:80]}"
            assert errors not in ready, os.read(errors, 1000)
            chunk = os.read(output, MAX_BUFFER)
            assert chunk, "The process has ended."
            self.received += chunk
            assert len(self.received) <= MAX_BUFFER, f"The reply to {line[:80]} exceeds max_buffer."
        reply, _, self.received = self.received.partition(b"\n")
        assert not self.received, "A second line"
        return reply

    def close(self):
        self.process.stdin.close()
        rest, errors = self.process.stdout.read(), self.process.stderr.read()
        assert (rest, errors) == (b"", b""), (rest, errors)
        return self.process.wait()


def redpanda_arguments():
    block = recipe("# redpanda-connect.yaml")
    assert re.search(r"^ *name: policyjson$", block, re.MULTILINE)
    arguments = json.loads(re.search(r"args: (\[.*?\])", block, re.DOTALL).group(1))
    return [TOOL] + [FILES.get(os.path.basename(argument), argument) for argument in arguments]


def test_redpanda():
    worker = Subprocess(redpanda_arguments())
    ledger = orders.Ledger(2_000)
    for chunk in orders.lines(0, 2_000):
        for line in chunk.encode().splitlines():
            ledger.add(worker.reply(line))
    ledger.close()
    # What is rejected fits into the buffer whatever it is: raw bytes, and characters that are written as six.
    hostile = [
        b"", b" ", b"\xff" * 100_000, b"\x01" * 100_000, b'"' * 100_000, b"[" * 100_000, b"\0", b"\\" * 100_000,
        b'{"id":1}', b"\xf0\x9f\x98\x80" * 50_000, b"9" * 200_000, b'{"a":"' + b"\x02" * 70_000 + b'"}',
        b'{"' + b"k" * 100_000 + b'":1}', b"\t\r",
    ]
    for line in hostile:
        rejected = json.loads(worker.reply(line))["rejected"]
        assert rejected["byteCount"] > 8_192 if len(line) > 8_192 else "byteCount" not in rejected, rejected
    assert worker.close() == 0
    print(f"Redpanda Connect: {2_000 + len(hostile)} messages, one reply each")


def task(command, lines, environment, ends_after=None):
    """Runs one attempt of a task of Hadoop Streaming: the lines of a split to a process, key and value from each line of output.

    Returns the key-value lines as TextOutputFormat writes them, the counters, and the exit status.
    """
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=environment["PWD"],
        env={**os.environ, **environment}, start_new_session=True)
    if ends_after is not None:
        # Less than a pipe holds, because nothing reads the output.
        process.stdin.write(b"".join(lines[:ends_after]))
        process.stdin.flush()
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, None, process.returncode
    output, errors = process.communicate(b"".join(lines))
    assert output == b"" or output.endswith(b"\n")
    # Without a tab, the line is the key, and the value is empty.
    pairs = [line.partition(b"\t") for line in output.split(b"\n")[:-1]]
    counters = {}
    for line in errors.decode().splitlines():
        match = re.fullmatch(r"reporter:counter:([^,]+),([^,]+),(\d+)", line)
        assert match, line
        counters[match.group(1, 2)] = counters.get(match.group(1, 2), 0) + int(match.group(3))
    return [key + b"\t" + value for key, _, value in pairs], counters, process.returncode


def test_hadoop():
    work = os.path.join(WORK, "hadoop")
    os.makedirs(work)
    mapper = os.path.join(work, "mapper.sh")
    with open(mapper, "w", encoding="utf-8") as file:
        file.write(recipe("#!/bin/sh"))
    os.chmod(mapper, 0o755)
    size, splits = 4_000, 4
    ledger, totals = orders.Ledger(size * splits), {}
    for split in range(splits):
        lines = "".join(orders.lines(split * size, size)).encode().splitlines(keepends=True)
        for attempt in range(2 if split == 1 else 1):
            # -file and -files put files into the working directory, which belongs to the attempt.
            directory = os.path.join(work, f"attempt_{split}_{attempt}")
            os.makedirs(directory)
            for name, path in FILES.items():
                os.symlink(path, os.path.join(directory, name))
            environment = {
                "PWD": directory, "PATH": os.path.dirname(TOOL) + ":" + os.environ["PATH"],
                "mapreduce_task_attempt_id": f"attempt_{split}_{attempt}", "mapreduce_job_reduces": "0",
            }
            dies = split == 1 and attempt == 0
            result, counters, status = task([mapper], lines, environment, ends_after=200 if dies else None)
            assert (status == 0) != dies, status
        for line in result:
            json.loads(line)
            ledger.add(line)
        for name, count in counters.items():
            totals[name] = totals.get(name, 0) + count
    ledger.close()
    repairs = sum(orders.expected_repairs(size * splits).values())
    expected = {"records": size * splits, "rejected": ledger.rejected, "repairs": repairs}
    assert totals == {("policyjson", name): count for name, count in expected.items()}, totals

    # A mapper that fails has a status that fails the task.
    os.remove(os.path.join(directory, "policy.json"))
    _, _, status = task(["sh", "-c", "./mapper.sh 2>/dev/null"], [], {**environment, "PWD": work})
    assert status == 2, status

    # A reducer gets a key and a tab before each record.
    keyed = [b"%d\t%s" % (index % 7, line) for index, line in enumerate(lines)]
    reducer = [TOOL, *json.loads(recipe("# reducer").split("\n", 1)[1])]
    reducer = [FILES.get(argument, argument) for argument in reducer]
    result, _, status = task(reducer, keyed, environment)
    assert status == 0 and [line.split(b"\t")[0] for line in result] == [b"%d" % (i % 7) for i in range(size)]
    by_mapper = [line.rstrip(b"\t") for line in task([mapper], lines, {**environment, "PWD": os.path.join(work, "attempt_0_0")})[0]]
    clean = [line.split(b"\t", 1)[1] for line in result if b'{"rejected":' not in line]
    assert clean == [line for line in by_mapper if not line.startswith(b'{"rejected":')]
    print(f"Hadoop Streaming: {splits} splits, one attempt killed, counters {expected}")


def test_program():
    """Runs the program with models as a command: its own policy, another policy, and its help."""
    def run(*options):
        text = "".join(orders.lines(0, orders.VARIANTS)).encode()
        process = subprocess.run([PROGRAM, *options], input=text, capture_output=True, check=False)
        return process.returncode, process.stdout, process.stderr.decode()

    status, output, errors = run("--rejects", "-")
    ledger = orders.Ledger(orders.VARIANTS)
    for line in output.splitlines():
        ledger.add(line)
    ledger.close()
    assert (status, errors) == (1, ""), (status, errors)
    first = (
        b'{"id":0,"placed":"2026-03-02T08:15:00Z","postcode":"10115","total":59.9,"paid":true,"status":"open",'
        b'"items":[{"sku":"LAMP-01","quantity":1,"price":49.9},{"sku":"BULB","quantity":2,"price":5}],'
        b'"note":"Leave with the neighbour"}')
    assert output.splitlines()[0] == first, output.splitlines()[0]

    strict = os.path.join(WORK, "strict.json")
    with open(strict, "w", encoding="utf-8") as file:
        file.write('{"version": 1, "rules": []}')
    status, output, _ = run("--policy", strict, "--threads", "2", "--fail-above", "40%")
    # What the program's own policy repairs is rejected, too; 12 orders are clean.
    assert (status, len(output.splitlines())) == (0, orders.VARIANTS - len(orders.REPAIRS) - 2), (status, output)

    status, output, _ = run("--help")
    assert status == 0 and b"USAGE: CleanOrders [<options>] [<file> ...]\n" in output and b"--schema" not in output, output
    assert run("--threads", "0")[0] == 64
    print("A program with models: its policy, --policy, --help")


test_program()
test_redpanda()
test_hadoop()
