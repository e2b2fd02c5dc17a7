"""What the server does not start with: one line says why, and the exit code is 2."""
from running import FOLDER, Case, scrim
from token_file import token, tokens_file

HERE = ["--listen", "127.0.0.1:0"]
P = ["--statdb", FOLDER / "p.statdb"]


class Starting(Case):
    def test_files_that_it_refuses(self):
        scrim("statdb", "build", "examples/patients.csv", "--policy", "examples/policy.yaml", "-m", 2, "--baselines",
              "--out", FOLDER / "base.statdb")
        for option, file, words in [("--statdb", "absent.statdb", "absent.statdb"), ("--statdb", "clinic.csv", "clinic.csv"),
                                    ("--statdb", "base.statdb", "--baselines"), ("--db", "absent.db", "absent.db"),
                                    ("--db", "p.statdb", "p.statdb"), ("--db", "clinic.csv", "clinic.csv")]:
            with self.subTest(f"{option} {file}"):
                self.assert_not_started(*HERE, option, FOLDER / file, words=words)
        self.assertFalse((FOLDER / "absent.db").exists())

    def test_options_that_it_refuses(self):
        for options, words in [([], "nothing to serve"), ([*P, *P], "two statistical databases are called 'p'"),
                               ([*P, "--tokens", FOLDER / "absent.yaml"], "absent.yaml"),
                               ([*P, "--audit-log", FOLDER / "absent" / "log"], "log"),
                               ([*P, "--tls-cert", FOLDER / "c.pem"], "--tls-key"),
                               ([*P, "--time-limit", "nan"], "--time-limit"), ([*P, "--rate", "nan"], "--rate")]:
            with self.subTest(words):
                self.assert_not_started(*HERE, *options, words=words)

    def test_addresses_that_it_refuses(self):
        taken = f"127.0.0.1:{self.open.port}"
        addresses = {"0.0.0.0:0": "--tokens", "[::]:0": "--tokens", "192.0.2.1:0": "--tokens", taken: f"cannot listen on {taken}"}
        addresses |= dict.fromkeys(["8080", "127.0.0.1:x", "127.0.0.1:70000", "example.com:80", "::1:80", ""], "--listen")
        for address, words in addresses.items():
            with self.subTest(address):
                self.assert_not_started(*P, "--listen", address, words=words)

    def test_files_of_tokens_that_it_refuses(self):
        start = [*HERE, *P, "--tokens"]
        file = tokens_file("refused.yaml", token("ana"))
        good = file.read_text()
        for mode in (0o602, 0o620, 0o666):
            file.chmod(mode)
            self.assert_not_started(*start, file, words="others may change")
        file.chmod(0o600)
        twice = good + good.split("\n", 1)[1]
        changed = [good.replace(*change) for change in [("analyst", "root"), ("sha256:", "md5:"), ("hash", "token"), ("ana", "a b"),
                                                        ("sha256:", "sha256:0")]]
        for text in ("", "tokens: []\n", "tokens:\n", twice, *changed, good + "\x00", "\xff\xfe"):
            file.write_text(text, encoding="latin-1")
            with self.subTest(text[:80]):
                self.assert_not_started(*start, file, words="refused.yaml")

    def test_damaged_files_are_not_served(self):
        whole = (FOLDER / "p.statdb").read_bytes()
        damaged = FOLDER / "damaged.statdb"
        changed = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:] for at in range(len(whole) // 20, len(whole), len(whole) // 10)]
        for content in [*changed, whole[:len(whole) // 2], whole[:-1], whole[:10], b"", whole + b"x"]:
            damaged.write_bytes(content)
            self.assert_not_started(*HERE, "--statdb", damaged, words="damaged.statdb")
