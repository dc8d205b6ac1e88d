"""Cleans and profiles large and hostile input, and interrupts it.

Usage: sizes.py POLICYJSON DIRECTORY [MEGABYTES]
"""

import json
import os
import signal
import subprocess
import sys
import time

import orders

HERE = os.path.dirname(os.path.abspath(__file__))
TOOL, WORK = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
MEGABYTES = int(sys.argv[3]) if len(sys.argv) > 3 else 200
MEMORY = 64 << 20
POLICY = ["--policy", f"{HERE}/policy.json", "--schema", f"{HERE}/order.schema.json"]
INPUT, OUTPUT, REJECTS, REPORT = (f"{WORK}/{name}" for name in ("input", "output", "rejects", "report"))
CLEAN = ["clean", *POLICY, "--rejects", REJECTS, "--report", REPORT, INPUT]


def run(arguments, status, output=OUTPUT):
    """Runs the tool, and returns its peak memory in bytes and its processor time in seconds."""
    with open(output, "wb") as file:
        process = subprocess.Popen([TOOL, *arguments], stdout=file)
        _, code, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(code)
    assert process.returncode == status, (arguments, process.returncode)
    return usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime


def count_lines(path):
    """Returns the number of lines, all of which are JSON."""
    with open(path, "rb") as file:
        return sum(1 for line in file if json.loads(line) is not None)


def test_memory():
    size = len("".join(orders.TEMPLATES)) + orders.VARIANTS * 5
    count = MEGABYTES * 1_000_000 // size * orders.VARIANTS
    orders.write(INPUT, 0, count)
    megabytes = os.path.getsize(INPUT) / 1e6
    for name, arguments, status in [
        ("clean", CLEAN, 1), ("clean --threads 2", [*CLEAN, "--threads", "2"], 1),
        ("profile", ["profile", "--json", INPUT], 1),
    ]:
        memory, seconds = run(arguments, status)
        print(
            f"{name}: {megabytes:,.0f} MB, {count:,} orders, {seconds:.1f} s, {megabytes / seconds:.0f} MB/s, "
            f"peak {memory / 1e6:.0f} MB", flush=True)
        assert memory <= MEMORY, memory
        if name == "profile":
            continue
        ledger = orders.Ledger(count)
        with open(OUTPUT, "rb") as file:
            for line in file:
                ledger.add(line)
        with open(REJECTS, "rb") as file:
            for line in file:
                # The number is in the raw text, which is last but one.
                ledger.add(b'{"rejected":' + line)
        ledger.close()
        with open(REPORT, "rb") as file:
            report = json.load(file)
        assert report["byRule"] == orders.expected_repairs(count), report
        assert report["records"] == report["written"] + report["rejected"] == count, report


def test_hostile():
    good = orders.TEMPLATES[0].encode() % 1
    long = 100_000_000
    lines = {
        "bad UTF-8": b'{"id":1,"note":"\xff\xc0\x80\xed\xa0\x80"}\n', "binary": bytes(byte for byte in range(256) if byte != 0x0A) * 100 + b"\n",
        "zeros": bytes(1_000_000) + b"\n", "a long string": b'{"note":"' + b"x" * long + b'"}\n',
        "a long number": b"9" * long + b"\n", "open brackets": b"[" * long + b"\n", "open objects": b'{"a":' * 1_000_000 + b"\n",
        "white space": b" " * 1_000_000 + b"1\n", "depth": b"[" * 400 + b"]" * 400 + b"\n", "no line end": b'{"id":1',
        "a byte order mark": b"\xef\xbb\xbf" + good, "carriage returns": good.replace(b"\n", b"\r\r\n"),
    }
    for name, line in lines.items():
        for arguments, start in [([], good * 20), (["--threads", "2"], good * 20), (["--format", "lines"], b"")]:
            with open(INPUT, "wb") as file:
                file.write(start + line + (good if line.endswith(b"\n") else b""))
            with open(OUTPUT, "wb") as file:
                status = subprocess.run([TOOL, *CLEAN, *arguments], stdout=file, check=False).returncode
            with open(REPORT, "rb") as file:
                report = json.load(file)
            records = start.count(b"\n") + (2 if line.endswith(b"\n") else 1)
            counts = [report["records"], count_lines(OUTPUT) + count_lines(REJECTS), report["written"], report["rejected"]]
            assert counts[:2] == [records] * 2 and sum(counts[2:]) == records, (name, arguments, counts)
            assert status == (1 if report["rejected"] else 0), (name, arguments, status)
    # Elements of an array, between two that are good.
    for name in ("bad UTF-8", "a long string", "a long number", "depth", "no line end"):
        with open(INPUT, "wb") as file:
            file.write(b"[" + good.strip() + b"," + lines[name].strip() + (b"}," if name == "no line end" else b",") + good + b"]")
        for arguments in ([], ["--threads", "2"]):
            with open(OUTPUT, "wb") as file:
                status = subprocess.run([TOOL, *CLEAN, *arguments], stdout=file, check=False).returncode
            with open(REPORT, "rb") as file:
                report = json.load(file)
            counts = [report["written"], count_lines(OUTPUT), report["rejected"], count_lines(REJECTS), status]
            assert counts == [2, 2, 1, 1, 1], (name, arguments, counts)
    # An output that cannot be written is not the same as rejected records.
    for arguments in (CLEAN, ["clean", "--one-in-one-out", INPUT]):
        run(arguments, 2, output="/dev/full")
    print(f"hostile input: {len(lines)} cases, input = output + rejects")


def test_interruption():
    """Interrupts the tool while it writes to a pipe that is full, and while it waits for input."""
    orders.write(INPUT, 0, 400_000)
    for number in (signal.SIGINT, signal.SIGTERM):
        for options in ([], ["--threads", "2"], ["--array"]):
            process = start([*CLEAN, *options])
            output = process.stdout.read(1_000_000)
            time.sleep(0.5)  # The pipe is full now.
            process.send_signal(number)
            time.sleep(0.2)
            output += process.stdout.read()
            # A shell shows 128 + number: 130 for SIGINT.
            assert process.wait() == -number, process.returncode
            lines = output.splitlines(keepends=True)
            if options == ["--array"]:
                assert lines.pop(0) == b"[\n"
                lines[:-1] = [line.removesuffix(b",\n") + b"\n" for line in lines[:-1]]
                lines[-1] += b"\n"
            with open(REJECTS, "rb") as file:
                rejects = file.read().splitlines(keepends=True)
            assert all(line.endswith(b"\n") and json.loads(line) for line in lines + rejects)
            records = len(lines) + len(rejects)
            # What is written is the start of the input, without a gap.
            assert 100 < records < 400_000, records
            numbers = {int(orders.Ledger.NUMBER.search(line).group(1)) for line in lines + rejects}
            assert numbers == set(range(records)), records
    process = start(["clean", "--one-in-one-out"])
    process.stdin.write(b"1\n")
    assert process.stdout.readline() == b"1\n"
    process.send_signal(signal.SIGINT)
    assert process.wait() == -signal.SIGINT, process.returncode
    # A process that was started to ignore a signal (nohup) ignores it.
    process = start(["clean", "--one-in-one-out"], signal.SIG_IGN)
    process.stdin.write(b"1\n")
    assert process.stdout.readline() == b"1\n"
    process.send_signal(signal.SIGHUP)
    output, _ = process.communicate(b"2\n")
    assert (output, process.returncode) == (b"2\n", 0), (output, process.returncode)
    print("interruption: complete lines, ended by the signal")


def start(arguments, hang_up=signal.SIG_DFL):
    def defaults():
        # Shells start what runs in the background with SIGINT ignored.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, hang_up)

    return subprocess.Popen(
        [TOOL, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, preexec_fn=defaults)


# The peak memory of a process is at least that of this one when it started it: before the long lines.
test_memory()
test_interruption()
test_hostile()
