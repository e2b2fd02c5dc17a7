"""A command line for each verb with --json, and each form of what it prints. They run in this order, in one folder."""

POLICY = "--policy examples/policy.yaml"
WARD = "--policy examples/ward.yaml"
PEOPLE = "examples/ward_q1.csv examples/ward_q2.csv"

# By verb: (arguments, exit code, the schemas of the documents printed).
COMMANDS = {
    "check": [
        (f"examples/released.csv {POLICY} --original examples/patients.csv --population examples/patients.csv", 0, ["check"]),
        (f"examples/released.csv {POLICY} --require k_anonymity(k=9,qid=[[age],[zip]]) --null-matches", 1, ["check"]),
        ("examples/ward_q1.csv --policy examples/ward.yaml", None, ["check"]),
        ("examples/patients.csv --id name --qi zip --sensitive disease --sample-weight age --household disease --suda 2", None, ["check"]),
        ("examples/patients.csv --id name --qi age,zip --sensitive disease --sampling-fraction 5% --suda 2", None, ["check"]),
        ("examples/patients.csv --id name --qi age,zip --sensitive disease --sampling-fraction 5% --null-matches", None, ["check"]),
        ("examples/patients.csv --qi age --sensitive disease --sensitive zip --default insensitive --require k_map(k=2)", 1, ["check"]),
    ],
    "publish": [
        (f"examples/patients.csv {POLICY} --out {{folder}}/release", 0, ["publish"]),
        ("examples/patients.csv --id name --qi age,zip --sensitive disease --algorithm swap --out {folder}/swapped", 0,
         ["publish.perturbed"]),
        (f"examples/patients.csv {POLICY} --as microdata --out {{folder}}/drawn", 0, ["publish"]),
        (f"examples/patients.csv {POLICY} --explore", 0, ["explore"]),
        (f"examples/patients.csv {POLICY} --explore --algorithm mondrian", 0, ["explore"]),
        (f"examples/patients.csv {POLICY} --require k_anonymity(k=50) --explore", 1, ["explore"]),
    ],
    "histogram": [(f"examples/patients.csv {POLICY} --rows-are-persons --out {{folder}}/p.scrimhist", 0, ["histogram"])],
    "plan": [(f"{{folder}}/p.scrimhist {POLICY} --algorithm mondrian --out {{folder}}/p.scrimplan", 0, ["plan"])],
    "apply": [("{folder}/p.scrimplan examples/patients.csv --out {folder}/part.csv", 0, ["apply"])],
    "judge": [(f"{{folder}}/part.csv {POLICY}", 0, ["check"])],
    "republish": [
        (f"examples/ward_q1.csv {WARD} --series {{folder}}/series --method m_invariance -m 2", 0, ["republish"]),
        ("examples/ward_q2.csv --series {folder}/series --dry-run", 0, ["republish"]),
        ("examples/ward_q2.csv --series {folder}/series", 0, ["republish"]),
    ],
    # Without a PostgreSQL server that can be started, these are left out.
    "sync": [
        ("{database} --policy examples/ward.yaml --method m_invariance -m 2", 0, ["sync"]),
        ("{database} --policy examples/ward.yaml", 0, ["sync"]),
    ],
    "check-series": [(f"{{folder}}/series --people {PEOPLE} {WARD}", None, ["check_series"]),
                     (f"{PEOPLE} {WARD} --least 3", 1, ["check_series"])],
    "verify": [("{folder}/release", 0, ["verify"]), ("{folder}/series", 0, ["verify"])],
    "audit": [
        ("{folder}/release --attack all", None, ["audit.release"]),
        ("{folder}/release --attack all --external examples/patients.csv --person name", None, ["audit.release"]),
        (f"examples/patients.csv {POLICY}", None, ["audit.release"]),
        ("{folder}/series", 0, ["audit.series"]),
        (f"{{folder}}/series --people {PEOPLE} --person name", None, ["audit.series"]),
        ("views examples/hospital.audit --list", 1, ["audit.views"]),
        ("views examples/hospital.audit --guarantee NDE", 1, ["audit.views"]),
    ],
    "query": [
        ("{folder}/release|SELECT disease, COUNT(*), SUM(age), MIN(age) FROM release GROUP BY disease", 0, ["query"]),
        ("examples/released.csv --hierarchy zip=examples/zip.csv|SELECT AVG(age) FROM r WHERE zip = '88512' AND age > 90", 0, ["query"]),
        ("examples/released.csv --hierarchy zip=examples/zip.csv|SELECT MAX(age) FROM r WHERE age > 90", 0, ["query"]),
    ],
    "statdb build": [("examples/patients.csv --id name --qi zip --sensitive age --insensitive disease -m 2 --frameworks anatomy,dp "
                      "-o {folder}/n.statdb", 0, ["statdb.build"]),
                     ("examples/patients.csv --id name --person name --qi zip --sensitive age --insensitive disease --frameworks dp "
                      "--contributions 2 -o {folder}/several.statdb", 0, ["statdb.build"]),
                     (f"examples/patients.csv {POLICY} -m 2 --baselines -o {{folder}}/b.statdb", 0, ["statdb.build"]),
                     ("examples/patients.csv --id name --qi zip --sensitive age --insensitive disease -m 2 -o {folder}/a.statdb", 0,
                      ["statdb.build"])],
    "ledger grant": [("{folder}/n.statdb --recipient ana --epsilon 1", 0, ["ledger"]),
                     ("{folder}/n.statdb --recipient lab --epsilon 1 --delta 1e-6", 0, ["ledger"])],
    "statdb info": [("{folder}/b.statdb", 0, ["statdb.info"]), ("{folder}/several.statdb", 0, ["statdb.info"])],
    "statdb membership": [("{folder}/b.statdb --people 3 --epsilon 1", 0, ["statdb.membership"]),
                          ("{folder}/several.statdb --epsilon 0.1,3", 0, ["statdb.membership"])],
    "statdb query": [
        ("{folder}/b.statdb|SELECT COUNT(*) FROM StatDB WHERE age < 40 AND disease = 'flu'", 0, ["statdb.table"]),
        ("{folder}/b.statdb --explain|SELECT zip, COUNT(*) FROM StatDB WHERE disease = 'flu' GROUP BY zip", 0, ["statdb.table"]),
        ("{folder}/a.statdb|SELECT AVG(age), MIN(age) FROM StatDB WHERE age > 1000", 0, ["statdb.table"]),
        ("{folder}/a.statdb|SELECT zip, AVG(age), MIN(age) FROM StatDB WHERE age > 40 GROUP BY zip", 0, ["statdb.table"]),
        ("{folder}/b.statdb --framework perturbation|SELECT COUNT(*) FROM StatDB WHERE disease = 'flu'", 0, ["statdb.table"]),
        ("{folder}/b.statdb --file {folder}/questions.sql", 0, ["statdb.answers"]),
        ("{folder}/n.statdb --framework dp --recipient ana --epsilon 0.1 --cost|SELECT COUNT(*) FROM StatDB", 0, ["statdb.price"]),
        ("{folder}/n.statdb --framework dp --recipient ana --epsilon 0.1|SELECT COUNT(*) FROM StatDB", 0, ["statdb.noisy"]),
        ("{folder}/n.statdb --framework dp --recipient ana --epsilon 0.2 --lowest 0 --highest 90|SELECT MEDIAN(age), COUNT(*) FROM StatDB", 0,
         ["statdb.noisy"]),
        ("{folder}/n.statdb --framework dp --recipient lab --rho 1/300 --lowest 0 --highest 90|SELECT zip, AVG(age) FROM StatDB GROUP BY zip",
         0, ["statdb.noisy"]),
    ],
    "ledger show": [("{folder}/n.statdb", 0, ["ledger"])],
    "ledger close": [("{folder}/n.statdb --recipient ana", 0, ["ledger"])],
    "sql": [
        ("-c|CREATE TABLE t (a INT, b TEXT); INSERT INTO t VALUES (1, ''), (NULL, NULL); SELECT a, b, a > 0 AS c, 1.5 AS d FROM t", 0,
         ["sql.message", "sql.message", "sql.rows"]),
        ("{folder}/h.db -c|SELECT * FROM patient_av PURPOSE research RECIPIENT lab", 0, ["sql.rows"]),
    ],
    "hierarchy check": [
        ("examples/zip.csv", 0, ["hierarchy"]),
        ("examples/zip.csv --data examples/patients.csv --column zip", 0, ["hierarchy"]),
    ],
    "list models": [("", 0, ["list.models"]), ("k_anonymity", 0, ["list.models"])],
    "list algorithms": [("", 0, ["list.algorithms"]), ("mondrian", 0, ["list.algorithms"])],
    "list metrics": [("", 0, ["list.metrics"])],
}


def words_of(verb, arguments, folder, database=""):
    """The command line; what stands behind a | is one word."""
    first, _, last = arguments.format(folder=folder, database=database).partition("|")
    return [*verb.split(), *first.split(), *([last] if last else []), "--json"]
