"""A PostgreSQL server of our own, for one test run: in a temporary folder, on a private socket, as an ordinary user.

Nothing is installed: the server finds its extensions beside its program, so a copy of the program with links to the rest
finds ours as well. All of it is removed at the end.
"""
import os
import pathlib
import pwd
import shutil
import subprocess
import tempfile

import libpq


def missing(pg_config):
    """What is not there to test with; "" when all is."""
    if not shutil.which(pg_config):
        return "pg_config is not there: apt-get install postgresql-15 postgresql-server-dev-15"
    bin_folder = pathlib.Path(told(pg_config, "--bindir"))
    if not (bin_folder / "initdb").exists() or not (bin_folder / "postgres").exists():
        return f"there is no server in {bin_folder}: apt-get install postgresql-15"
    if not pathlib.Path(told(pg_config, "--pgxs")).exists():
        return "PGXS is not there: apt-get install postgresql-server-dev-15"
    return ""


def told(pg_config, what):
    return subprocess.run([pg_config, what], check=True, capture_output=True, text=True).stdout.strip()


class Server:
    def __init__(self, pg_config, extension, library):
        """`extension`: the folder with scrim.control and the SQL; `library`: scrim.so."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="scrim_pg_", dir="/tmp"))
        self.folder.chmod(0o755)
        self.pg_config, self.library, self.process = pg_config, library, None
        self.sessions = []
        self.user = None
        if os.getuid() == 0:
            names = [entry.pw_name for entry in pwd.getpwall()]
            self.user = "postgres" if "postgres" in names else "nobody"
        self._lay_out(pg_config, extension, library)
        data = self.folder / "data"
        self._run([self.initdb, "-D", data, "-U", "owner", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync",
                   "--no-instructions"])
        settings = ["listen_addresses=''", f"unix_socket_directories='{self.folder}'", "fsync=off", "max_connections=30", "max_prepared_transactions=2",
                    "shared_buffers=64MB", "autovacuum=off", "log_min_messages=warning", "jit=off"]
        self.preloads = ["pg_stat_statements"] if (pathlib.Path(told(pg_config, "--pkglibdir")) / "pg_stat_statements.so").exists() else []
        if self.preloads:
            settings += ["shared_preload_libraries='pg_stat_statements'", "pg_stat_statements.track=all"]
        with open(data / "postgresql.auto.conf", "a") as out:
            out.write("\n".join(settings) + "\n")
        self.start()

    def _lay_out(self, pg_config, extension, library):
        """The tree of the installation, with ours in it."""
        bin_folder, share, lib = (pathlib.Path(told(pg_config, f"--{what}")) for what in ("bindir", "sharedir", "pkglibdir"))
        root = pathlib.Path(os.path.commonpath([bin_folder, share, lib]))
        place = lambda path: self.folder / "tree" / path.relative_to(root)
        for folder in (bin_folder, share / "extension", lib):
            place(folder).mkdir(parents=True)
        for entry in list(share.iterdir()) + list((share / "extension").iterdir()) + list(lib.iterdir()):
            link = place(entry)
            if not link.exists() and not entry.name.startswith("scrim"):
                link.symlink_to(entry)
        shutil.copy(bin_folder / "postgres", place(bin_folder) / "postgres")
        shutil.copy(bin_folder / "initdb", place(bin_folder) / "initdb")
        for file in [extension / "scrim.control", *extension.glob("scrim--*.sql")]:
            shutil.copy(file, place(share / "extension"))
        shutil.copy(library, place(lib) / "scrim.so")
        self.postgres, self.initdb = place(bin_folder) / "postgres", place(bin_folder) / "initdb"
        self.tools = bin_folder
        if self.user:
            subprocess.run(["chown", "-hR", self.user, self.folder], check=True)

    def _as_user(self):
        if not self.user:
            return {}
        entry = pwd.getpwnam(self.user)
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}

    def _run(self, command):
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=self.folder,
                              env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, **self._as_user())
        if done.returncode != 0:
            raise SystemExit(f"{command[0]} failed:\n{done.stdout}{done.stderr}")

    def start(self):
        log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen([str(self.postgres), "-D", str(self.folder / "data")], stdout=log, stderr=log,
                                        cwd=self.folder, env={"PATH": os.environ["PATH"], "LC_ALL": "C"}, **self._as_user())
        for _ in range(300):
            try:
                libpq.Session(self.where()).close()
                return
            except libpq.Error:
                try:
                    self.process.wait(0.05)
                    break
                except subprocess.TimeoutExpired:
                    pass
        raise SystemExit("the server did not start:\n" + self.log())

    def crash(self):
        """The end of every process at once, and a start from what is on the disk."""
        self.close_sessions()
        for line in (self.folder / "data/postmaster.pid").read_text().splitlines()[:1]:
            os.kill(int(line), 3)  # immediate: nothing is written any more
        self.process.wait(20)
        self.start()

    def log(self):
        return (self.folder / "log").read_text(errors="replace")

    def where(self, database="postgres", user="owner"):
        return f"host={self.folder} dbname={database} user={user} connect_timeout=5"

    def session(self, database="postgres", user="owner"):
        session = libpq.Session(self.where(database, user))
        self.sessions.append(session)
        return session

    def close_sessions(self):
        for session in self.sessions:
            session.close()
        self.sessions = []

    def tool(self, name, *arguments):
        """pg_dump, psql and the like: what it prints and its exit code."""
        done = subprocess.run([str(self.tools / name), "-h", str(self.folder), *arguments], capture_output=True, text=True,
                              cwd=self.folder, env={"PATH": os.environ["PATH"], "PGCONNECT_TIMEOUT": "5"})
        return done.stdout + done.stderr, done.returncode

    def stop(self):
        self.close_sessions()
        if self.process and self.process.poll() is None:
            self.process.send_signal(2)  # fast
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def remove(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
