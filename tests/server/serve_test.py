#!/usr/bin/env python3
"""Asks running servers, as browsers, programs and attackers do. Usage: serve_test.py SCRIM_BINARY PROJECT_ROOT [NAME_PATTERN]

With a pattern only tests of such names run: 'Tokens', or 'test_head', or '*Pages*types*'.
"""
import sys
import unittest

MODULES = ["description_test", "answers_test", "noisy_answers_test", "views_test", "tokens_test", "hosts_test", "bad_questions_test", "brought_sql_test",
           "bad_requests_test", "connections_test", "pages_test", "audit_log_test", "starting_test", "operation_test", "tls_test"]


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    from running import Case, Server
    from test_data import make_data
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{pattern}*" for pattern in sys.argv[3:]] or None
    tests = loader.loadTestsFromNames(MODULES)
    make_data()
    with Server(statdbs=("p", "clinic", "big", "wages"), database="h") as Case.open:
        result = unittest.TextTestRunner().run(tests)
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
