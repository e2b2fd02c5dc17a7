"""TLS, and certificates that do not fit."""
import contextlib
import http.client
import json
import shutil
import ssl
import subprocess
import unittest

from running import FOLDER, PATIENCE, Case, get


@unittest.skipUnless(shutil.which("openssl"), "there is no openssl to make a certificate with")
class Tls(Case):
    def certificate(self, name):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                        "subjectAltName=DNS:localhost", "-keyout", FOLDER / f"{name}.key", "-out", FOLDER / f"{name}.pem"],
                       check=True, capture_output=True)
        return ["--tls-cert", FOLDER / f"{name}.pem", "--tls-key", FOLDER / f"{name}.key"]

    def test_tls(self):
        server = self.serve(*self.certificate("one"))
        self.assertTrue(any("https://" in line for line in server.lines))
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
            context = ssl.create_default_context(cafile=FOLDER / "one.pem")
            context.minimum_version = context.maximum_version = version
            with contextlib.closing(http.client.HTTPSConnection("localhost", server.port, timeout=PATIENCE, context=context)) as connection:
                for _ in range(2):
                    connection.request("POST", "/api/v1/count", b'{"where": {"age": [30, 50]}}')
                    response = connection.getresponse()
                    self.assertEqual((response.status, json.loads(response.read())["sentence"]), (200, "exactly 4 people"))
                    self.assertIn("max-age=", response.getheader("Strict-Transport-Security"))
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.set_ciphers("ALL:@SECLEVEL=0")
        with self.assertWarns(DeprecationWarning):
            old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
        with server.connect() as connection, self.assertRaises(ssl.SSLError) as raised:
            old.wrap_socket(connection)
        self.assertIn("PROTOCOL_VERSION", str(raised.exception))
        self.assertNotIn(b" 200 ", server.send(get("/api/v1/health")))
        with server.connect():  # says nothing, and must not keep the server from stopping
            pass

    def test_a_key_of_another_certificate(self):
        one, two = self.certificate("one"), self.certificate("two")
        start = ["--listen", "127.0.0.1:0", "--statdb", FOLDER / "p.statdb"]
        self.assert_not_started(*start, *one[:2], *two[2:], words="--tls-key")
        self.assert_not_started(*start, "--tls-cert", FOLDER / "absent.pem", *one[2:], words="--tls-cert")
        self.assert_not_started(*start, "--tls-cert", FOLDER / "p.statdb", *one[2:], words="--tls-cert")
        self.assert_not_started(*start, *one[:2], "--tls-key", FOLDER / "one.pem", words="--tls-key")
