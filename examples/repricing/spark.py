"""Reprices a table with Spark: every partition goes through `ratebook reprice ... - -` on the executor that has it.

    spark-submit --files rates.db,header.csv spark.py claims repriced

`claims` is a folder of CSV without headings, one record on a line; header.csv has the headings. Executors need ratebook in
their PATH. A partition does not know how many lines stand before it, so input_line counts within the partition: keep a
claim's number in a column of its own, which is passed through.
"""

import subprocess
import sys
import threading
from collections.abc import Iterator

from pyspark import SparkFiles
from pyspark.sql import SparkSession

# 3 says that lines of the partition were faulty, told in the executor's log; anything else fails the task.
DONE = (0, 3)


def repriced(claims: Iterator[str]) -> Iterator[str]:
    """Runs on the executor: there, and not on the driver, SparkFiles knows where the executor's own copies are."""
    release, header = SparkFiles.get("rates.db"), SparkFiles.get("header.csv")
    command = ["ratebook", "reprice", "ca", "outpatient", "-", "-", "--workers", "1", "--omit-header"]
    process = subprocess.Popen(
        [*command, "--release", release, "--header-file", header], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    broken: list[BaseException] = []

    def feed() -> None:
        try:
            with process.stdin as pipe:
                for claim in claims:
                    pipe.write(f"{claim}\n".encode())
        except BaseException as error:
            # A partition that broke off must not look like one that is done.
            broken.append(error)
            process.kill()

    # While results are read: whoever only writes waits for ever once both pipes are full.
    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    for line in process.stdout:
        yield line.decode().rstrip("\r\n")
    feeder.join()
    code = process.wait()
    if broken:
        raise broken[0]
    if code not in DONE:
        raise RuntimeError(f"ratebook reprice exited with {code}; the executor's log says why")


def main(claims: str, out: str) -> None:
    spark = SparkSession.builder.appName("ratebook reprice").getOrCreate()
    spark.sparkContext.textFile(claims).mapPartitions(repriced).saveAsTextFile(out)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
