"""The statements of docs/postgres.md, run by psql: what a block of SQL prints is the block behind it."""
import re
import subprocess

BLOCKS = re.compile(r"```sql\n(.*?)```\n(?:```\n(.*?)```\n)?", re.S)


def said(bench, sql):
    """What psql prints of statements, in one session that goes on from block to block."""
    bench.psql.stdin.write(sql + "\n\\echo END OF BLOCK\n\\warn END OF BLOCK\n")
    bench.psql.stdin.flush()
    lines = []
    while (line := bench.psql.stdout.readline()) and line != "END OF BLOCK\n":
        lines.append(line.rstrip() + "\n")
    # stderr is read into the same pipe: its own mark follows.
    while line and line != "END OF BLOCK\n" and (line := bench.psql.stdout.readline()):
        pass
    bench.psql.stdout.readline()
    return "".join(lines).rstrip("\n") + "\n"


def play(bench, text):
    """(SQL, what is printed there, what is printed here) of every block."""
    admin = bench.owner
    admin.run("DROP ROLE IF EXISTS ana; ALTER ROLE steward RENAME TO steward_of_others")
    command = [str(bench.server.tools / "psql"), "-X", "-q", "-h", str(bench.server.folder), "-U", "owner", "-d", bench.database,
               "-v", "VERBOSITY=terse"]
    bench.psql = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  env={"LC_ALL": "C.UTF-8", "PGOPTIONS": "-c client_min_messages=warning"})
    try:
        return [(match[1], match[2], said(bench, match[1])) for match in BLOCKS.finditer(text)]
    finally:
        bench.psql.stdin.close()
        bench.psql.wait()
        admin.run("DROP OWNED BY steward, ana CASCADE; DROP ROLE steward; DROP ROLE ana; ALTER ROLE steward_of_others RENAME TO steward")


def test_postgres_md(bench):
    played = play(bench, (bench.source / "docs/postgres.md").read_text())
    assert len(played) >= 9
    for sql, there, here in played:
        if there is not None:
            assert there.split() == here.split(), f"{sql}\nthe document says\n{there}\nthe server says\n{here}"
        else:
            assert not here.strip(), f"{sql}\n{here}"
