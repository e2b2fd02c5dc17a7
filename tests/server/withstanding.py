"""A server that is treated badly: after each test it is there, answers, and is no larger than before."""
from running import Case, Server
from test_data import RESEARCH

MOST_GROWTH = 50 << 20  # bytes


class Withstanding(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--connections-per-address", "0", statdbs=("p", "clinic"), database="h")
        for _ in range(20):
            cls.server.count()
            cls.server.rows(RESEARCH)
        cls.before = cls.server.resident_bytes()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def tearDown(self):
        self.assertIsNone(self.server.process.poll())
        self.assertEqual(self.server.count().json["sentence"], "exactly 12 people")
        self.assert_no_larger()

    def assert_no_larger(self):
        self.assertLess(self.server.resident_bytes() - self.before, MOST_GROWTH)
