"""Cleans orders in Apache Spark, by the tool and by a program with models, on executors that are processes of their own.

Usage: spark.py POLICYJSON CLEAN_ORDERS DIRECTORY [ORDERS]
"""

import glob
import json
import os
import shlex
import signal
import sys
import threading
import time

import orders

PARTITIONS = 16
HERE = os.path.dirname(os.path.abspath(__file__))
TOOL, PROGRAM, WORK = (os.path.abspath(path) for path in sys.argv[1:4])
COUNT = int(sys.argv[4]) if len(sys.argv) > 4 else 2_000_000

# Nothing leaves the machine.
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
os.environ["PYSPARK_PYTHON"] = sys.executable

import pyspark
from pyspark.sql import SparkSession, functions

# local-cluster starts executors with the scripts of a distribution.
os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)

# Rejected records and the counts of the partition are lines of the output, so that a task that is run again replaces them.
OPTIONS = ["--one-in-one-out", "--report", "-", "--fail-above", "100%"]
BY_SCHEMA = shlex.join(
    [TOOL, "clean", "--policy", f"{HERE}/policy.json", "--schema", f"{HERE}/order.schema.json", *OPTIONS])
BY_MODELS = shlex.join([PROGRAM, *OPTIONS])
SCHEMA = """id LONG, placed TIMESTAMP, postcode STRING, total DOUBLE, paid BOOLEAN, status STRING,
    items ARRAY<STRUCT<sku: STRING, quantity: LONG, price: DOUBLE>>, note STRING"""
REJECTED = "record LONG, offset LONG, path STRING, code STRING, message STRING, raw STRING, rawBase64 STRING, byteCount LONG"


def session():
    return (
        SparkSession.builder.master("local-cluster[2,1,1024]").appName("policyjson")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.log.level", "ERROR").config("spark.ui.showConsoleProgress", "false")
        .getOrCreate())


def executors(context):
    """Returns the process identifiers of the application's executors."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as file:
                arguments = file.read().split(b"\0")
        except OSError:
            continue
        if b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in arguments \
                and context.applicationId.encode() in arguments:
            found.append(int(path.split("/")[2]))
    return found


class Killing(threading.Thread):
    """Kills one executor after some tasks of the running stage have ended."""

    def __init__(self, context):
        super().__init__(daemon=True)
        self.context = context
        self.killed = None
        self.lost_tasks = 0
        self.ends = threading.Event()

    def run(self):
        tracker = self.context.statusTracker()
        while not self.ends.wait(0.1):
            for stage in tracker.getActiveStageIds():
                stage = tracker.getStageInfo(stage)
                if stage is None:
                    continue
                self.lost_tasks = max(self.lost_tasks, stage.numFailedTasks)
                if self.killed is None and stage.numCompletedTasks >= 3 and stage.numActiveTasks == 2:
                    self.killed = executors(self.context)[0]
                    os.kill(self.killed, signal.SIGKILL)


def cleaned(context, command, name):
    """Cleans all orders with a command, writes the result, and returns the seconds."""
    start = time.monotonic()
    lines = context.textFile(f"{WORK}/orders", PARTITIONS)
    assert lines.getNumPartitions() == PARTITIONS, lines.getNumPartitions()
    # Without checkCode a worker that fails is a partition that ends early, without an error.
    lines.pipe(command, checkCode=True).saveAsTextFile(f"{WORK}/{name}")
    return time.monotonic() - start


def check(name):
    """Checks that each order is in a result exactly once, and that the counts of the partitions add up."""
    ledger = orders.Ledger(COUNT)
    repairs = {}
    records = rejected = reports = 0
    for path in glob.glob(f"{WORK}/{name}/part-*"):
        with open(path, "rb") as file:
            for line in file:
                if not line.startswith(b'{"report":'):
                    ledger.add(line)
                    continue
                report = json.loads(line)["report"]
                reports += 1
                records += report["records"]
                rejected += report["rejected"]
                for rule, count in report["byRule"].items():
                    repairs[rule] = repairs.get(rule, 0) + count
    ledger.close()
    assert reports == PARTITIONS, reports
    assert records == COUNT and rejected == ledger.rejected, (records, rejected)
    assert repairs == orders.expected_repairs(COUNT), repairs
    print(f"{name}: {records} orders, {rejected} of them rejected, {sum(repairs.values())} repairs", flush=True)


def check_failures(context):
    """Checks what becomes of a worker that fails, with checkCode and without."""
    lines = context.parallelize(orders.TEMPLATES[orders.CUT : orders.CUT + 1], 1)
    strict = shlex.join([TOOL, "clean", "--one-in-one-out"])
    try:
        lines.pipe(strict, checkCode=True).collect()
    except Exception as error:
        assert "exited with error code 1" in str(error), error
    else:
        raise AssertionError("A worker failed, and the job did not.")
    missing = shlex.join([TOOL, "clean", "--policy", f"{WORK}/missing", "--one-in-one-out"])
    # The reason for checkCode: the orders are gone.
    assert lines.pipe(missing).collect() == []


def check_frames(spark, schema_seconds):
    """Compares the clean orders as a DataFrame with from_json on the same orders."""
    columns = ["id", "placed", "postcode", "total", "paid", "status", "items"]

    def counted(frame):
        """Returns the number of rows, the sum of the totals, and the number of nulls by path."""
        price = functions.exists("items", lambda item: item["price"].isNull())
        rows, total, *nulls = frame.agg(
            functions.count("*"), functions.round(functions.sum("total"), 2),
            *(functions.count_if(functions.col(column).isNull()) for column in columns),
            functions.count_if(price)).first()
        return rows, total, dict(zip([*columns, "items[*].price"], nulls))

    start = time.monotonic()
    parsed = (
        spark.read.text(f"{WORK}/orders")
        .select(functions.from_json("value", SCHEMA, {"mode": "PERMISSIVE"}).alias("order")).select("order.*"))
    rows, total, nulls = counted(parsed)
    spark_seconds = time.monotonic() - start
    each = COUNT // orders.VARIANTS
    # The number as a string, and the line that is cut, become null like a value that is missing.
    expected = {"id": 2, "placed": 1, "postcode": 1, "total": 3, "paid": 2, "status": 1, "items": 1}
    # Two elements without a price: one was null, one a string.
    expected["items[*].price"] = 2
    assert (rows, nulls) == (COUNT, {path: count * each for path, count in expected.items()}), (rows, nulls)

    start = time.monotonic()
    result = spark.read.text(f"{WORK}/by-schema")
    is_rejected, is_report = (result.value.startswith(f'{{"{name}":') for name in ("rejected", "report"))
    # FAILFAST: every line has the types of the schema.
    clean = (
        result.where(~is_rejected & ~is_report)
        .select(functions.from_json("value", SCHEMA, {"mode": "FAILFAST"}).alias("order")).select("order.*"))
    rejects = (
        result.where(is_rejected)
        .select(functions.from_json("value", f"rejected STRUCT<{REJECTED}>").alias("line")).select("line.rejected.*"))
    clean_rows, clean_total, clean_nulls = counted(clean)
    reasons = {(row["code"], row["path"]): row["count"] for row in rejects.groupBy("code", "path").count().collect()}
    frame_seconds = time.monotonic() - start
    assert clean_rows == COUNT - 2 * each and not any(clean_nulls.values()), (clean_rows, clean_nulls)
    assert clean_total == round(59.90 * clean_rows, 2), clean_total
    assert reasons == {("missing_key", "/total"): each, ("syntax", ""): each}, reasons

    print(f"from_json: {rows} rows, total {total}, nulls {nulls}")
    print(f"clean: {clean_rows} rows, total {clean_total}, no nulls, rejects {reasons}")
    print(
        f"from_json: {COUNT / spark_seconds:,.0f} orders/s; clean: {COUNT / schema_seconds:,.0f} orders/s to text, "
        f"{COUNT / (schema_seconds + frame_seconds):,.0f} orders/s to the same counts", flush=True)


def main():
    size = COUNT // PARTITIONS
    assert size % orders.VARIANTS == 0, "Each file has whole rounds of the variants."
    os.makedirs(f"{WORK}/orders")
    for part in range(PARTITIONS):
        orders.write(f"{WORK}/orders/{part:02}.ndjson", part * size, size)
    spark = session()
    context = spark.sparkContext
    start = time.monotonic()
    check_failures(context)
    print(f"failing workers: {time.monotonic() - start:.0f} s", flush=True)
    schema_seconds = cleaned(context, BY_SCHEMA, "by-schema")
    print(f"by schema {schema_seconds:.0f} s", flush=True)
    check("by-schema")
    killing = Killing(context)
    killing.start()
    model_seconds = cleaned(context, BY_MODELS, "by-models")
    killing.ends.set()
    killing.join()
    assert killing.killed is not None and killing.lost_tasks > 0, "No executor was lost."
    print(f"by models {model_seconds:.0f} s; an executor was killed, {killing.lost_tasks} tasks were lost", flush=True)
    check("by-models")
    check_frames(spark, schema_seconds)
    spark.stop()


main()
