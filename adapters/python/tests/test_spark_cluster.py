"""A cluster of a master and two workers, of which one, and an executor of the other, is killed in the middle: the release is
the one that one machine makes. With SCRIM_ROUNDS alone (make test-slow), for it starts six Java machines."""
import glob
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

import scrim

pyspark = pytest.importorskip("pyspark")
if not os.environ.get("SCRIM_ROUNDS"):
    pytest.skip("a slow test", allow_module_level=True)
if shutil.which("java") is None:
    pytest.skip("there is no java", allow_module_level=True)

APPLICATION = """
import json, os, sys
import scrim.spark
os.environ.pop("LD_PRELOAD", None)  # a sanitizer's, which is not for Java
from pyspark.sql import SparkSession
table, policy, out, master = sys.argv[1:]
spark = SparkSession.builder.master(master).config("spark.executor.memory", "512m").config("spark.ui.enabled", "false") \\
    .config("spark.driver.host", "127.0.0.1").config("spark.sql.shuffle.partitions", "12").config("spark.speculation", "true").getOrCreate()
df = spark.read.parquet(table).repartition(24)
def slowly(batches):
    import time
    for batch in batches:
        time.sleep(0.5)
        yield batch
def told(step, done, total):
    print("STEP", step, flush=True)
release = scrim.spark.publish(df.mapInArrow(slowly, df.schema), json.load(open(policy)), out=out, algorithm="mondrian",
                              records_per_file=2000, progress=told)
assert scrim.spark.verify(out).ok
spark.stop()
print("DONE", flush=True)
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def started(tmp_path, name, *arguments):
    home = Path(pyspark.__file__).parent
    scala = next(home.glob("jars/spark-core_*.jar")).name.split("_")[1].split("-")[0]  # what Spark's own scripts find out
    log = open(tmp_path / f"{name}.log", "wb")
    return subprocess.Popen(["java", "-Xmx256m", "-cp", f"{home}/jars/*", f"org.apache.spark.deploy.{arguments[0]}", *arguments[1:]],
                            stdout=log, stderr=log, env={**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_SCALA_VERSION": scala,
                                                          "LD_PRELOAD": ""})


def executors_of(worker):
    """The processes that a worker has started."""
    found = []
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            fields = Path(path).read_text().rsplit(")", 1)[1].split()
            command = Path(path).with_name("cmdline").read_bytes()
        except (OSError, IndexError):
            continue
        if int(fields[1]) == worker.pid and b"CoarseGrainedExecutorBackend" in command:
            found.append(int(path.split("/")[2]))
    return found


def killed(worker):
    """Kills its executors, as soon as it has some that have worked a little."""
    for _ in range(120):
        found = executors_of(worker)
        time.sleep(3)
        for executor in found:
            os.kill(executor, signal.SIGKILL)
        if found:
            return
    raise AssertionError("the worker has no executor")


def test_workers_and_executors_are_killed(tmp_path, monkeypatch):
    import random

    import pyarrow as pa
    import pyarrow.parquet as pq

    chance = random.Random(3)
    rows = [{"age": chance.randrange(90), "zip": f"0{chance.randrange(300)}", "sex": chance.choice("MF"), "income": chance.randrange(40)}
            for _ in range(20_000)]
    table, policy = str(tmp_path / "people.parquet"), str(tmp_path / "policy.json")
    pq.write_table(pa.Table.from_pylist(rows), table)
    said = {"columns": {"age": "quasi_identifier", "zip": {"role": "quasi_identifier", "type": "category"}, "sex": "quasi_identifier",
                        "income": "sensitive"}, "require": ["k_anonymity(k=5)", "l_diversity_distinct(l=3)"]}
    Path(policy).write_text(json.dumps(said))
    application = tmp_path / "application.py"
    application.write_text(APPLICATION)
    port = free_port()
    monkeypatch.setenv("PYSPARK_PYTHON", os.environ.get("PYSPARK_PYTHON", sys.executable))
    machines = [started(tmp_path, "master", "master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")]
    try:
        time.sleep(5)
        for number in range(2):
            machines.append(started(tmp_path, f"worker{number}", "worker.Worker", f"spark://127.0.0.1:{port}", "-c", "2", "-m", "1g",
                                    "--host", "127.0.0.1", "--webui-port", "0", "-d", str(tmp_path / f"work{number}")))
        done = subprocess.Popen([sys.executable, str(application), table, policy, str(tmp_path / "release"), f"spark://127.0.0.1:{port}"],
                                stdout=subprocess.PIPE, stderr=open(tmp_path / "driver.log", "wb"), text=True)
        machines.append(done)
        steps = []
        # An executor while rows are counted; later an executor with its worker, while files are written.
        faults = {"STEP counting different rows": machines[1:2], "STEP writing 10 files": machines[2:3]}
        for line in done.stdout:
            steps.append(line.strip())
            for step in [step for step in faults if line.startswith(step)]:
                for worker in faults.pop(step):
                    killed(worker)
                    if not faults:
                        worker.kill()
            if line.startswith("DONE"):
                break
        assert done.wait(60) == 0, (tmp_path / "driver.log").read_text()[-3000:]
        assert steps[-1] == "DONE" and not faults
    finally:
        for machine in reversed(machines):
            for executor in executors_of(machine):
                os.kill(executor, signal.SIGKILL)
            machine.kill()
            machine.wait()
    own = scrim.publish(table, said, algorithm="mondrian", out=tmp_path / "own")
    ours = pq.read_table(tmp_path / "release" / "data").to_pylist()
    assert sorted(map(str, ours)) == sorted(map(str, pq.read_table(tmp_path / "own" / "data.parquet").to_pylist()))
    assert not list(tmp_path.glob(".scrim*"))
