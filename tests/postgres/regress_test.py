"""What make installcheck runs: pg_regress on adapters/postgres/sql, compared with adapters/postgres/expected."""
import pathlib
import subprocess

import server


def test_installcheck(bench):
    folder = bench.source / "adapters/postgres"
    pgxs = pathlib.Path(server.told(bench.server.pg_config, "--pgxs"))
    scripts = sorted(script.stem for script in (folder / "sql").glob("*.sql"))
    out = bench.server.folder / "regress"
    out.mkdir()
    done = subprocess.run([pgxs.parent.parent / "test/regress/pg_regress", f"--inputdir={folder}", f"--outputdir={out}",
                           f"--bindir={bench.server.tools}", f"--host={bench.server.folder}", "--user=owner",
                           "--dbname=scrim_regression", *scripts], capture_output=True, text=True, cwd=out)
    differences = out / "regression.diffs"
    assert done.returncode == 0, done.stdout + done.stderr + (differences.read_text() if differences.exists() else "")
    admin = bench.server.session()
    admin.run("DROP DATABASE scrim_regression")
