"""By which names the server may be reached: without tokens by those of its own machine only, so that no web site can ask it."""
from running import Case, answers_in
from token_file import token, tokens_file


class Hosts(Case):
    def test_only_own_names_are_answered_without_tokens(self):
        for host in ("127.0.0.1", "localhost", f"localhost:{self.open.port}", "127.8.8.8", "[::1]", "[::1]:80"):
            for path in ("/", "/api/v1/health", "/api/v1/schema"):
                self.assertEqual(self.open.ask(path, headers={"Host": host}).status, 200, host)
        for host in ("example.com", "localhost.example.com", "127.0.0.1.example.com", "127.example.com", "192.168.0.1", "", "[::2]", "::1",
                     "[::1].example.com", "0.0.0.0", "127.0.0.1@example.com", "example.com:127.0.0.1"):
            for path in ("/", "/api/v1/health", "/api/v1/schema"):
                self.assert_refused(self.open.ask(path, headers={"Host": host}), 403, "forbidden")

    def test_two_hosts_or_none_are_no_request(self):
        for lines in ("Host: localhost\r\nHost: example.com\r\n", "Host: example.com\r\nHost: localhost\r\n", ""):
            [answer] = answers_in(self.open.send(f"GET /api/v1/schema HTTP/1.1\r\n{lines}\r\n".encode()))
            self.assertIn(answer.status, (400, 403), lines)

    def test_with_tokens_any_name_will_do(self):
        owner = token("boss", "--owner")
        server = self.serve("--tokens", tokens_file("hosts.yaml", owner))
        self.assertEqual(server.ask("/api/v1/schema", token=owner.key, headers={"Host": "example.com"}).status, 200)
