"""Scrim on Spark: the release is the command line's, there is a right one or none, and nothing personal is left behind."""
import json
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import scrim

pyspark = pytest.importorskip("pyspark")
pa = pytest.importorskip("pyarrow")
import pyarrow.parquet as pq  # noqa: E402

import scrim.spark  # noqa: E402

if shutil.which("java") is None:
    pytest.skip("there is no java", allow_module_level=True)

POLICY = {"columns": {"name": "identifier", "age": "quasi_identifier", "zip": {"role": "quasi_identifier", "type": "category"},
                      "born": "quasi_identifier", "income": "sensitive", "ward": "insensitive", "seen": "insensitive", "height": "insensitive"},
          "accept_exact": ["ward", "seen", "height"], "rows_are_persons": True, "require": ["k_anonymity(k=4)"]}


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    return tmp_path_factory.mktemp("spark")


@pytest.fixture(scope="module")
def spark(places):
    """A session of two threads. Java is no friend of the sanitizer that our library may need; Spark's Python workers get it."""
    from pyspark.sql import SparkSession

    preload = os.environ.pop("LD_PRELOAD", None)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    for folder in ("events", "scratch"):
        (places / folder).mkdir()
    builder = (SparkSession.builder.master("local[2,4]").appName("scrim").config("spark.driver.memory", "1g")
               .config("spark.driver.extraJavaOptions", f"-Dderby.system.home={places} -XX:TieredStopAtLevel=1")
               .config("spark.ui.enabled", "false").config("spark.driver.bindAddress", "127.0.0.1")
               .config("spark.driver.host", "127.0.0.1").config("spark.sql.shuffle.partitions", "2")
               .config("spark.sql.warehouse.dir", str(places / "warehouse")).config("spark.local.dir", str(places / "scratch"))
               .config("spark.eventLog.enabled", "true").config("spark.eventLog.dir", f"file://{places / 'events'}")
               .config("spark.sql.ansi.enabled", "true").config("spark.sql.session.timeZone", "Europe/Zurich"))
    if preload:
        builder = builder.config("spark.executorEnv.LD_PRELOAD", preload)
    # What Java writes is the driver's log.
    with open(places / "log", "wb") as log:
        told = os.dup(2)
        os.dup2(log.fileno(), 2)
        try:
            session = builder.getOrCreate()
        finally:
            os.dup2(told, 2)
            os.close(told)
    session.sparkContext.setLogLevel("INFO")
    yield session
    session.stop()
    if preload:
        os.environ["LD_PRELOAD"] = preload


def people(count, seed=1):
    """Rows with everything that Spark and Scrim may see differently: NULL, decimals, dates, leading zeros, accents."""
    chance = random.Random(seed)
    rows = []
    for number in range(count):
        rows.append({"name": f"Person Planted{number}", "age": None if chance.random() < 0.05 else 20 + chance.randrange(40),
                     "zip": None if chance.random() < 0.05 else f"0{chance.randrange(1000, 1020)}",
                     "born": f"19{chance.randrange(50, 99)}-0{chance.randrange(1, 9)}-1{chance.randrange(9)}",
                     "income": f"{chance.randrange(20, 60)}.{chance.choice(['50', '25', '00'])}",
                     "ward": None if chance.random() < 0.1 else chance.choice(["Zürich", "Genève", "Bern", "7"]),
                     "seen": f"2024-03-31T0{chance.randrange(1, 4)}:30:00.25+00:00", "height": chance.choice([1.5, 0.1, None])})
    return rows


SCHEMA = "name string, age int, zip string, born date, income decimal(9,2), ward string, seen timestamp, height float"


def arrow_table(rows):
    import datetime
    import decimal

    types = [("name", pa.string()), ("age", pa.int32()), ("zip", pa.string()), ("born", pa.date32()),
             ("income", pa.decimal128(9, 2)), ("ward", pa.string()), ("seen", pa.timestamp("us", "UTC")), ("height", pa.float32())]
    typed = [{**row, "born": datetime.date.fromisoformat(row["born"]), "income": decimal.Decimal(row["income"]),
              "seen": datetime.datetime.fromisoformat(row["seen"])} for row in rows]
    return pa.Table.from_pylist(typed, schema=pa.schema(types))


@pytest.fixture(scope="module")
def table(spark, places):
    """Two hundred people, in a Parquet file and as a DataFrame of four partitions."""
    path = str(places / "people.parquet")
    pq.write_table(arrow_table(people(200)), path)
    return path, spark.read.parquet(path).repartition(4)


def rows_in(release):
    path = Path(release.folder)
    found = path / "data" if (path / "data").is_dir() else path / "data.parquet"
    return sorted(map(str, pq.read_table(found).to_pylist()))


def command_line(*arguments):
    binary = os.environ.get("SCRIM_BINARY")
    if not binary:
        pytest.skip("there is no command line here")
    done = subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def certificate(folder):
    with open(os.path.join(folder, "certificate.json"), encoding="utf-8") as file:
        said = json.load(file)
    del said["files"]
    return said


@pytest.mark.parametrize("algorithm", ["mondrian", "anatomy"])
def test_the_release_is_the_command_lines(table, places, algorithm):
    path, df = table
    require = "l_diversity_distinct(l=2)" if algorithm == "anatomy" else "k_anonymity(k=4)"
    policy = places / f"{algorithm}.json"
    hidden = dict.fromkeys(["ward", "born", "seen", "height"], "dropped") if algorithm == "anatomy" else {}
    policy.write_text(json.dumps({**POLICY, "columns": {**POLICY["columns"], **hidden}, "require": [require],
                                  "accept_exact": [] if algorithm == "anatomy" else POLICY["accept_exact"]}))
    release = scrim.spark.publish(df, policy, out=places / f"spark-{algorithm}", algorithm=algorithm, records_per_file=80)
    command_line("publish", path, "--policy", policy, "--algorithm", algorithm, "--out", places / f"own-{algorithm}", "--format", "parquet")
    own = scrim.Release.open(places / f"own-{algorithm}")
    if algorithm != "anatomy":  # which deals values out by chance
        assert rows_in(release) == rows_in(own)
        assert certificate(release.folder) == certificate(own.folder)
        assert sorted(os.listdir(release.folder + "/data")) == [f"part-0000{file}.parquet" for file in range(3)]
        assert len(release.data) == 200
    assert "is as safe as its certificate says" in command_line("verify", release.folder)
    assert not [name for name in os.listdir(places) if name.startswith(".")]


def test_check_counts_over_all_partitions(table):
    path, df = table
    found, whole = scrim.spark.check(df, POLICY), scrim.check(path, POLICY)
    assert found.to_dict()["models"] == whole.to_dict()["models"]
    assert found.to_dict()["risks"] == whole.to_dict()["risks"]


@pytest.fixture(scope="module")
def released(table, places):
    return scrim.spark.publish(table[1], POLICY, out=places / "released", algorithm="mondrian", records_per_file=80)


def bytes_of(folder):
    return {path.name: path.read_bytes() for path in sorted(Path(folder, "data").iterdir())}


def test_executors_verify_what_the_command_line_verifies(spark, released, places):
    found = scrim.spark.verify(released.folder)
    assert found.ok
    assert found.to_dict()["claims"] == scrim.verify(released).to_dict()["claims"]
    for tampered, name in enumerate(("part-00001.parquet", "part-00002.parquet")):
        folder = places / f"tampered{tampered}"
        shutil.copytree(released.folder, folder)
        shutil.copy(folder / "data" / "part-00000.parquet", folder / "data" / name)
        found, own = scrim.spark.verify(folder), scrim.verify(folder)
        assert not found.ok
        assert [(claim["what"], claim["outcome"]) for claim in found.claims] == [(claim["what"], claim["outcome"]) for claim in own.claims]


def test_partitions_and_lost_workers_change_nothing(spark, table, released, places):
    """However rows are divided, skewed, and tried again: the same bytes."""
    skewed = table[1].repartition(5, (pyspark.sql.functions.col("age") > 22).cast("int"))
    marks, planned = str(places / "marks"), str(places / "planned")
    os.makedirs(marks + "/0")
    os.makedirs(marks + "/1")

    def dies(batches):
        import os
        import uuid

        for batch in batches:
            phase = f"{marks}/{int(os.path.exists(planned))}"  # while rows are counted, and while they are written
            if batch.num_rows and len(os.listdir(phase)) < 1:
                os.mkdir(f"{phase}/{uuid.uuid4().hex}")
                os._exit(1)
            yield batch

    def planning(step, done, total):
        if step == "planning":
            Path(planned).touch()

    for number, df in enumerate((skewed, table[1].coalesce(2).mapInArrow(dies, SCHEMA))):
        again = scrim.spark.publish(df, POLICY, out=places / f"again{number}", algorithm="mondrian", records_per_file=80,
                                    progress=planning if number else None)
        assert bytes_of(again.folder) == bytes_of(released.folder)
    assert os.listdir(marks + "/0") and os.listdir(marks + "/1")


def test_a_file_is_written_once(spark, table, released, places, monkeypatch):
    """A task that is run again, and one that comes late, leave the file as it is, and nothing beside it."""
    from scrim.spark import _tasks

    folder, scratch = places / "once", places / "once-scratch"
    folder.mkdir()
    scratch.mkdir()
    whole = pq.read_table(table[0])
    held = []

    def write(plan, made):
        (scratch / "plan").write_bytes(plan.serialize())
        divided = pa.Table.from_batches(_tasks.divide(whole.to_batches(), plan=str(scratch / "plan")))
        own = divided.filter(pa.compute.equal(divided["file"], 0))
        for _ in range(2):
            told = list(_tasks.write(own.to_batches(), plan=str(scratch / "plan"), folder=str(folder), scratch=str(scratch)))
            assert [batch["error"].to_pylist() for batch in told] == [[None]]
            held.append((folder / "part-00000.parquet").read_bytes())
        raise KeyError("enough")

    tables = scrim._frames.Tables()
    asked = {"table": tables.add(scrim.histogram(whole, POLICY)), "policy": POLICY, "algorithm": "mondrian", "out": str(places / "never")}
    with pytest.raises(KeyError):
        scrim._scrim.publish_parts(json.dumps(asked), [], tables.histograms, 80, write, None)
    assert held[0] == held[1] == bytes_of(released.folder)["part-00000.parquet"]
    assert os.listdir(folder) == ["part-00000.parquet"] and os.listdir(scratch) == ["plan"]
    assert not (places / "never").exists()


def test_what_changes_is_refused_and_leaves_nothing(spark, table, places):
    changes = str(places / "changes")

    def changed(batches):
        import os
        import pyarrow

        late = os.path.exists(changes)
        for batch in batches:
            rows = batch.to_pylist()
            for row in rows:
                if late:
                    row["zip"] = "PlantedLater"
            yield pyarrow.RecordBatch.from_pylist(rows, schema=batch.schema)

    df = table[1].mapInArrow(changed, SCHEMA)
    out = places / "out" / "release"
    out.parent.mkdir()

    def then_changes(step, done, total):
        if step == "planning":
            Path(changes).touch()

    with pytest.raises(scrim.InputError, match="PlantedLater"):
        scrim.spark.publish(df, POLICY, out=out, algorithm="mondrian", progress=then_changes)
    assert not os.listdir(out.parent)
    os.remove(changes)

    def fewer(batches):
        import os

        for batch in batches:
            yield batch.slice(1) if os.path.exists(changes) else batch

    with pytest.raises(scrim.InputError, match="write it to a table first"):
        scrim.spark.publish(table[1].mapInArrow(fewer, SCHEMA), POLICY, out=out, algorithm="mondrian", progress=then_changes)
    assert not os.listdir(out.parent)


def test_nothing_personal_is_left(spark, table, released, places):
    """Planted names and values: in no log, no event log, and in no scratch folder when Spark has collected its garbage."""
    import gc

    gc.collect()
    spark._jvm.System.gc()
    planted = [b"Planted", b"person planted"]
    looked = 0
    for folder in ("events", "out"):
        for path in [path for path in (places / folder).rglob("*") if path.is_file()] + [places / "log"]:
            text = path.read_bytes()
            looked += len(text)
            assert not [word for word in planted if word in text], path
    assert looked > 10_000
    assert not [path for path in places.iterdir() if path.name.startswith(".scrim")]


def test_bad_input_is_one_line_and_leaves_nothing(spark, table, places, monkeypatch):
    path, df = table
    functions = pyspark.sql.functions
    before = sorted(os.listdir(places))

    def refused(words, field, df=df, policy=POLICY, **given):
        with pytest.raises(scrim.InputError, match=words) as error:
            scrim.spark.publish(df, policy, **{"out": places / "bad", "algorithm": "mondrian", **given})
        assert error.value.field == field and "\n" not in str(error.value)

    refused("has no rows", "df", df.where("age > 1000"))
    refused("of the type array<", "df", df.withColumn("ward", functions.array("ward")))
    refused("'wage'", "", policy=None, quasi_identifiers=["age", "wage"], default="dropped", require="k_anonymity(k=2)")
    refused("of 1 KB; give more", "driver_budget", driver_budget="1k")
    refused("a size such as", "driver_budget", driver_budget="much")
    refused("is there already", "out", out=places / "released")
    refused("no folder", "out", out=places / "none" / "release")
    refused("no path of a file system", "out", out="s3a://bucket/release")
    refused("does not tell apart", "df", df.select("*", functions.lit(1).alias("AGE")))
    refused("is a str", "df", "people.csv")
    refused("rows_are_persons", "person", policy={**POLICY, "rows_are_persons": False})
    from scrim.spark import _executors

    monkeypatch.setattr(_executors._scrim, "version", lambda: "scrim 0.0.9")
    refused("install the same version", "df")
    assert sorted(os.listdir(places)) == before


def test_the_command_of_a_cluster(spark, table, places, capsys):
    from scrim.spark.__main__ import main

    policy = places / "cluster.json"
    policy.write_text(json.dumps({**POLICY, "algorithm": "mondrian"}))
    out = str(places / "submitted")
    assert main(["publish", "--policy", str(policy), "--input", table[0], "--out", out, "--records-per-file", "80"]) == 0
    assert main(["check", "--policy", str(policy), "--input", table[0], "--json"]) == 1
    assert main(["publish", "--policy", str(policy), "--input", table[0], "--out", out]) == 2
    assert "is there already" in capsys.readouterr().err
    assert rows_in(scrim.Release.open(out)) == rows_in(scrim.Release.open(places / "released"))


def test_other_verbs_take_the_histogram(table, places):
    path, df = table
    counts = scrim.spark.histogram(df, POLICY)
    assert counts == scrim.histogram(pq.read_table(path), POLICY)
    small = {**POLICY, "columns": {**POLICY["columns"], **dict.fromkeys(["ward", "born", "seen", "height"], "dropped")}, "accept_exact": []}
    db = scrim.spark.statdb_build(df, small, m=2, out=places / "people.statdb")
    assert db.count().lower == 200
