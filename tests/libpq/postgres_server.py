"""A PostgreSQL server of its own: in a temporary folder, on a private socket, without a network, as an ordinary user.

    with Postgres() as server:
        server.sql("CREATE TABLE t (a int)")
        subprocess.run([scrim, "check", server.url(table="t"), "--qi", "a"])
"""
import glob
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile
import urllib.parse

OWNER = "owner"  # a superuser of the server


def programs():
    """The folder of the newest server that is installed, or nothing."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
    there = shutil.which("initdb")
    return os.path.dirname(found[-1]) if found else os.path.dirname(os.path.realpath(there)) if there else None


class Postgres:
    def __init__(self):
        self.bin = programs()
        self.made = tempfile.TemporaryDirectory(prefix="scrim-pg-")
        self.folder = pathlib.Path(self.made.name)
        # A server does not run as root.
        self.user = "nobody" if os.geteuid() == 0 else None
        if self.user:
            self.folder.chmod(0o711)
            for name in ("data", "socket"):
                (self.folder / name).mkdir(mode=0o700)
                os.chown(self.folder / name, pwd.getpwnam(self.user).pw_uid, -1)
        else:
            (self.folder / "socket").mkdir()
        self.socket = self.folder / "socket"
        self.process = None

    def __enter__(self):
        self.run("initdb", "-D", self.folder / "data", "-U", OWNER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        # Who is called guarded has to give a password.
        rules = self.folder / "data/pg_hba.conf"
        rules.write_text("local all guarded scram-sha-256\n" + rules.read_text())
        self.start()
        return self

    def start(self):
        settings = {"listen_addresses": "", "unix_socket_directories": self.socket, "fsync": "off", "full_page_writes": "off",
                    "shared_buffers": "32MB", "max_connections": "20", "autovacuum": "off", "log_min_messages": "fatal"}
        words = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        self.process = subprocess.Popen([f"{self.bin}/postgres", "-D", self.folder / "data", *map(str, words)],
                                        user=self.user, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
        for _ in range(1000):
            if subprocess.run([f"{self.bin}/pg_isready", "-h", self.socket, "-q"]).returncode == 0:
                return
            if self.process.poll() is not None:
                break
            subprocess.run(["sleep", "0.03"])
        raise RuntimeError("the PostgreSQL server does not start")

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()  # waits for those who are connected
            try:
                self.process.wait(3)
            except subprocess.TimeoutExpired:
                self.process.send_signal(2)
                self.process.wait(30)

    def __exit__(self, *_):
        self.stop()
        self.made.cleanup()

    def run(self, program, *words):
        subprocess.run([f"{self.bin}/{program}", *map(str, words)], user=self.user, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.PIPE, cwd="/")

    def sql(self, text, user=OWNER, database="postgres", check=True, stdin=None):
        """What psql prints: a line for each row, '|' between cells."""
        done = subprocess.run([f"{self.bin}/psql", "-h", self.socket, "-U", user, "-d", database, "-XAtq", "-v", "ON_ERROR_STOP=1",
                               "-c", text], capture_output=True, text=True, cwd="/", input=stdin, timeout=120)
        if check and done.returncode != 0:
            raise RuntimeError(f"{text}: {done.stderr}")
        return done.stdout.rstrip("\n") if check else done

    def load(self, table, csv, types=None, database="postgres"):
        """A CSV file with a header as a table; columns are text unless `types` says otherwise."""
        lines = pathlib.Path(csv).read_text()
        names = lines.splitlines()[0].split(",")
        columns = ", ".join(f'"{name}" {(types or {}).get(name, "text")}' for name in names)
        self.sql(f"CREATE TABLE {table} ({columns})", database=database)
        self.sql(f"COPY {table} FROM STDIN (FORMAT csv, HEADER)", stdin=lines, database=database)

    def url(self, table=None, query=None, user=OWNER, password=None, database="postgres", **more):
        quote = lambda text: urllib.parse.quote(str(text), safe="")
        who = quote(user) + (":" + quote(password) if password else "")
        parameters = {key: value for key, value in dict(table=table, query=query, **more).items() if value is not None}
        tail = "&".join(f"{key}={quote(value)}" for key, value in parameters.items())
        return f"postgres://{who}@{quote(self.socket)}/{database}" + ("?" + tail if tail else "")
