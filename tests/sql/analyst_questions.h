// Random people, views of them of every kind, and random questions that an analyst may ask.
#pragma once

#include "kernel/core/random.h"
#include "kernel/core/text.h"

#include <string>
#include <utility>
#include <vector>

namespace scrim::sql {

// The columns of people besides their identifier and choice.
inline const std::vector<std::string>& columns() {
    static const std::vector<std::string> all = {"age", "born", "pay", "zip", "city", "code", "one", "disease"};
    return all;
}

inline std::string pick(Random& random, const std::vector<std::string>& list) {
    return list[random.below(list.size())];
}

inline std::string random_date(Random& random) {
    return format("2020-{:02}-{:02}", 1 + random.below(4), 1 + random.below(28));
}

// In SQL. Some DGHs lack some values, everybody has the same `one`, and codes are texts of which most are numbers.
inline std::string random_value(const std::string& column, Random& random) {
    if (column != "one" && column != "disease" && random.below(14) == 0) return "NULL";
    if (column == "age") return std::to_string(20 + random.below(30));
    if (column == "born") return "'" + random_date(random) + "'";
    if (column == "pay") return format("{}.{}", 100 + random.below(20), pick(random, {"00", "50", "25"}));
    if (column == "zip") return "'" + pick(random, {"11", "12", "13", "21", "22", "23", "31", "77", "78", "1*"}) + "'";
    if (column == "city") return "'" + pick(random, {"Basel", "Bern", "Biel", "Genf", "Zug", "NULL", "*"}) + "'";
    if (column == "code") return "'" + pick(random, {"1", "2", "3", "5", "7", "7", "7.0", "007", "x"}) + "'";
    if (column == "one") return "30";
    return "'" + pick(random, {"flu", "cold", "ulcer", "gout"}) + "'";
}

inline std::vector<std::pair<std::string, std::string>> dghs() {
    return {{"zip_dgh",
             "('11', '1*'), ('12', '1*'), ('13', '1*'), ('21', '2*'), ('22', '2*'), ('23', '2*'), ('31', '3*'), ('1*', "
             "'**'), ('2*', '**'), ('3*', '**')"},
            {"age_dgh",
             "(20, 'twenties'), (22, 'twenties'), (24, 'twenties'), (26, 'twenties'), (30, 'thirties'), (35, "
             "'thirties'), ('twenties', 'any age'), ('thirties', 'any age')"},
            {"disease_dgh",
             "('flu', 'airway'), ('cold', 'airway'), ('ulcer', 'stomach'), ('airway', 'any'), "
             "('stomach', 'any')"}};
}

inline std::vector<std::pair<std::string, std::string>> view_definitions() {
    const auto view = [](const std::string& name, const std::string& list, const std::string& rest,
                         const std::string& from = "person", const std::string& kind = "") {
        return std::pair(name,
                         format("CREATE {} ANONYMIZATION_VIEW {} ON (SELECT id, {} FROM {}) WITH ANONYMIZATION_ID "
                                "id ANONYMIZATION_QUASI_ID ",
                                kind, name, list, from) +
                             rest);
    };
    return {
        view("age_av", "age", "(age) K 3"),
        view("day_av", "age, born, disease, choice",
             "(born, age) ANONYMIZATION_SENSITIVE_ATTR (disease DGH_NAME disease_dgh) choice REFERENCES wish(k, lvl) "
             "UNKNOWN VALUE TOP"),
        view("zip_av", "zip, city, choice", "(zip DGH_NAME zip_dgh, city) choice REFERENCES wish(k) UNKNOWN VALUE TOP"),
        view("code_av", "code, one, choice", "(code, one) choice REFERENCES wish(k)"),
        view("pay_av", "pay", "(pay) K 2 RECODE mondrian BLOCK 9"),
        view("old_av", "age, disease",
             "(age DGH_NAME age_dgh) ANONYMIZATION_SENSITIVE_ATTR (disease) K 2 UNKNOWN "
             "VALUE TOP RECODE topdown"),
        view("diverse_av", "born, disease",
             "(born) ANONYMIZATION_SENSITIVE_ATTR (disease) K 2 REQUIRE l_diversity_distinct(l=2)"),
        view("kept_av", "age, zip, one, choice",
             "(age DGH_NAME age_dgh, zip, one) choice REFERENCES wish(k) UNKNOWN VALUE TOP", "person", "MATERIALIZED"),
        view("outer_age_av", "age", "(age) K 2 RECODE optimal", "age_av"),
        view("outer_zip_av", "zip, city", "(zip, city) K 2 RECODE bottomup", "zip_av")};
}

// A generalized column, by view, name and the kind of values that are asked about.
struct Asked {
    std::string view, name, kind;
};

inline Asked random_column(Random& random) {
    static const std::vector<Asked> all = {
        {"age_av", "age", "age"},         {"day_av", "born", "born"},     {"day_av", "age", "age"},
        {"day_av", "disease", "disease"}, {"zip_av", "zip", "zip"},       {"zip_av", "city", "city"},
        {"code_av", "code", "code"},      {"code_av", "one", "one"},      {"pay_av", "pay", "pay"},
        {"old_av", "age", "age"},         {"kept_av", "age", "age"},      {"kept_av", "zip", "zip"},
        {"kept_av", "one", "one"},        {"outer_age_av", "age", "age"}, {"outer_zip_av", "zip", "zip"},
        {"outer_zip_av", "city", "city"}, {"diverse_av", "born", "born"}};
    return all[random.below(all.size())];
}

// A value without quotes, also one that nobody can have.
inline std::string bare_value(const std::string& kind, Random& random) {
    if (random.below(25) == 0) return pick(random, {"nonsense", "NULL", "*", "", "2020-02-30", "[", "1e400", "inf"});
    if (kind == "age") return std::to_string(18 + random.below(34));
    if (kind == "one") return std::to_string(29 + random.below(3));
    if (kind == "pay") return format("{}.{}", 99 + random.below(22), random.below(100));
    if (kind == "born") return random_date(random);
    if (kind == "zip") return pick(random, {"11", "12", "14", "21", "31", "77", "79", "1*", "2*", "**", "7*"});
    if (kind == "city") return pick(random, {"Basel", "Bern", "Chur", "Genf", "Zug", "NULL", "Aarau", "*", "B*"});
    if (kind == "code") return pick(random, {"1", "2", "4", "6", "7", "7.0", "007", "08", "x", "y", "1e0"});
    return pick(random, {"flu", "cold", "ulcer", "gout", "cough", "airway", "stomach", "any"});
}

// The same in every way that a label may be written.
inline std::string written(const std::string& kind, Random& random) {
    const std::string a = bare_value(kind, random), b = bare_value(kind, random);
    switch (random.below(16)) {
        case 0: return format("'[{}, {}]'", a, a);
        case 1: return format("'[{}, {}]'", a, b);
        case 2: return format("'{}-{}'", a, b);
        case 3: return format("'[{}, {})'", a, b);
        case 4: return format("'({}, {}]'", a, b);
        case 5: return format("'<{}'", a);
        case 6: return format("'>={}'", a);
        case 7: return format("'{{{}}}'", a);
        case 8: return format("'{{{}, {}}}'", a, b);
        case 9: return format("'{}*'", a.substr(0, 1));
        case 10:
            return kind == "born" ? format("TRY_CAST('{}' AS DATE)", a) : format("'{{\"{}\", [{}, {}]}}'", a, a, b);
        case 11: return kind == "age" || kind == "one" ? format("{}.5", random.below(60)) : format("'{}'", a);
        default: return format("'{}'", a);
    }
}

inline std::string comparison(Random& random) {
    return pick(random, {"=", "=", "=", "<>", "<", "<=", ">", ">=", "AVLIKE", "NOT AVLIKE", "IS DISTINCT FROM",
                         "IS NOT DISTINCT FROM"});
}

inline std::string condition(const Asked& asked, const std::string& alias, Random& random) {
    const std::string column = alias.empty() ? asked.name : alias + "." + asked.name;
    const auto value = [&] { return written(asked.kind, random); };
    switch (random.below(11)) {
        case 0: return format("{} BETWEEN {} AND {}", column, value(), value());
        case 1: return format("{} NOT BETWEEN {} AND {}", column, value(), value());
        case 2: return format("{} IN ({}, {})", column, value(), value());
        case 3: return format("{} NOT IN ({}, {})", column, value(), value());
        case 4: return format("NOT {} {} {}", column, comparison(random), value());
        case 5: return format("{} {} {}", value(), comparison(random), column);
        case 6: return format("{} IN (SELECT x FROM (VALUES ({}), ({})) t(x))", column, value(), value());
        case 7: return format("{} = ANY ([{}, {}])", column, value(), value());
        case 8: return format("label({}) {} {}", column, pick(random, {"=", "<", "LIKE"}), value());
        default: return format("{} {} {}", column, comparison(random), value());
    }
}

// One statement, or several that belong together.
inline std::vector<std::string> random_question(Random& random) {
    const Asked a = random_column(random), b = random_column(random);
    const std::string where = condition(a, "", random), other = condition(a, "", random);
    const auto value = [&] { return written(a.kind, random); };
    switch (random.below(32)) {
        case 0: return {format("SELECT * FROM {} WHERE {}", a.view, where)};
        case 1: return {format("SELECT * FROM {} WHERE {} AND {}", a.view, where, other)};
        case 2: return {format("SELECT * FROM {} WHERE NOT ({} OR {})", a.view, where, other)};
        case 3: return {format("SELECT {0}, count(*) FROM {1} WHERE {2} GROUP BY {0}", a.name, a.view, where)};
        case 4:
            return {
                format("SELECT min({0}), max({0}), count(DISTINCT {0}), string_agg({0}, ';' ORDER BY {0}) FROM {1} "
                       "WHERE {2}",
                       a.name, a.view, where)};
        case 5:
            return {format("SELECT count(*) FROM {} a JOIN {} b ON a.{} {} b.{}", a.view, b.view, a.name,
                           comparison(random), b.name)};
        case 6:
            return {format("SELECT a.{0}, b.{1}, count(*) FROM {2} a, {3} b WHERE a.{0} = b.{1} AND {4} GROUP BY ALL",
                           a.name, b.name, a.view, b.view, condition(b, "b", random))};
        case 7:
            return {format("SELECT x, count(*) FROM {} v JOIN (VALUES ({}), ({}), ({})) t(x) ON v.{} = t.x GROUP BY x",
                           a.view, value(), value(), value(), a.name)};
        case 8:
            return {format("SELECT count(*) FROM {} v WHERE EXISTS (SELECT 1 FROM {} w WHERE w.{} {} v.{})", a.view,
                           b.view, b.name, comparison(random), a.name)};
        case 9: return {format("SELECT sum(CASE WHEN {} THEN 1 ELSE 10 END) FROM {}", where, a.view)};
        case 10: return {format("SELECT count(*) FILTER (WHERE {}) FROM {} HAVING count(*) > 1", where, a.view)};
        case 11: return {format("SELECT {}, {} FROM {}", where, other, a.view)};
        case 12: return {format("EXPLAIN SELECT * FROM {} WHERE {}", a.view, where)};
        case 13:
            return {format("PREPARE q AS SELECT count(*) FROM {} WHERE {} {} $1", a.view, a.name, comparison(random)),
                    format("EXECUTE q({})", value()), format("EXECUTE q({})", value()), "DEALLOCATE q"};
        case 14: return {format("SELECT lag({}, 1, {}) OVER (ORDER BY {}) FROM {}", a.name, value(), a.name, a.view)};
        case 15: return {format("SELECT sum(label({})::INTEGER) FROM {} WHERE {}", a.name, a.view, where)};
        case 16:
            return {format("SELECT {0} FROM {1} WHERE {2} UNION SELECT {3} FROM {4}", a.name, a.view, where, b.name,
                           b.view)};
        case 17:
            return {format("SELECT count(*) FROM {0} WHERE {1} < (SELECT max({1}) FROM {0} WHERE {2})", a.view, a.name,
                           where)};
        case 18:
            return {
                format("SELECT {0}, rank() OVER (ORDER BY {0}), coalesce({0}, {1}) FROM {2}", a.name, value(), a.view)};
        case 19:
            return {
                format("SET av_plan = '{}'", pick(random, {"auto", "anonymize_then_select", "select_then_anonymize"})),
                format("SELECT count(*) FROM {} WHERE {}", a.view, where)};
        case 20:
            return {format("WITH w AS (SELECT * FROM {} WHERE {}) SELECT count(*), max({}) FROM w WHERE {}", a.view,
                           where, a.name, other)};
        case 21:
            return {
                format("SELECT {0}::VARCHAR || '/' || length(label({0})), upper(label({0})) LIKE {1}, {0} IS NULL "
                       "FROM {2}",
                       a.name, value(), a.view)};
        case 22: return {format("SELECT {} AS c, count(*) FROM {} GROUP BY c HAVING count(*) > 1", where, a.view)};
        case 23: return {format("SELECT {0} FROM {1} ORDER BY {2}, {0} LIMIT 3", a.name, a.view, where)};
        case 24:
            return {format("SELECT {} FROM {} WHERE {} {} SELECT {} FROM {}", a.name, a.view, where,
                           pick(random, {"EXCEPT", "INTERSECT", "UNION ALL"}), b.name, b.view)};
        case 25:
            return {format("SELECT count(*) FROM {} WHERE {} {} ALL (SELECT {} FROM {})", a.view, a.name,
                           pick(random, {"=", "<>", "<", ">="}), b.name, b.view)};
        case 26:
            return {format("SELECT count(*) FROM {0} a LEFT JOIN {1} b ON a.{2} = b.{3} AND {4} WHERE b.{3} IS NULL",
                           a.view, b.view, a.name, b.name, condition(a, "a", random))};
        case 27:
            return {format("SELECT count(*) FROM {} WHERE ({}, {}) {} (({}, {}))", a.view, a.name, a.name,
                           pick(random, {"IN", "NOT IN"}), value(), value())};
        case 28:  // refused, by whatever is there
            return {format(
                fmt::runtime(pick(
                    random,
                    {"SELECT {0} + 1 FROM {1}", "SELECT sum({0}) FROM {1}", "SELECT {0}::INTEGER FROM {1}",
                     "SELECT CAST({2} AS DATE) FROM {1}", "SELECT 1 / (CASE WHEN {0} = {2} THEN 0 ELSE 1 END) FROM {1}",
                     "SELECT typeof({0}) FROM {1}", "SELECT nobody FROM {1}", "SELECT * FROM {1} NATURAL JOIN age_av",
                     "SELECT error({2}) FROM {1} WHERE {0} = {2}"})),
                a.name, a.view, value())};
        case 29:
            return {format("SELECT list({0} ORDER BY {0}), mode(label({0})) IS NULL FROM {1} WHERE {2}", a.name, a.view,
                           where)};
        default: return {format("SELECT count(*) FROM {} WHERE {}", a.view, where)};
    }
}

}  // namespace scrim::sql
