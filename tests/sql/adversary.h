// Somebody who keeps every version of the view v of people.h, and knows the people behind it.
//
//   Adversary adversary;
//   adversary.look(sql);                        // after every change
//   EXPECT_EQ(adversary.findings(), Adversary::nothing());
#pragma once

#include "tests/sql/people.h"
#include "tests/sql/sql_runner.h"

#include <map>
#include <ostream>
#include <string>
#include <utility>

namespace scrim::sql {

class Adversary {
public:
    struct Findings {
        int narrowed = 0;    // somebody was shown before under labels that said less
        int alone = 0;       // somebody's crowd is smaller than asked for
        int untrue = 0;      // labels that do not cover the truth
        int miscounted = 0;  // people who are not shown, or twice
        int named = 0;       // identifiers of people who did not allow that
        bool operator==(const Findings&) const = default;
        friend std::ostream& operator<<(std::ostream& out, const Findings& f) {
            return out << f.narrowed << " narrowed, " << f.alone << " alone, " << f.untrue << " untrue, "
                       << f.miscounted << " miscounted, " << f.named << " named: " << f.example;
        }
        struct Example : std::string {  // of what was found last; not compared
            bool operator==(const Example&) const { return true; }
        } example;
    };
    using Labels = std::pair<std::string, std::string>;  // of age and city

    static Findings nothing() { return {}; }
    const Findings& findings() const { return findings_; }

    void look(SqlRunner& sql) {
        const SqlRows rows = sql.run(
            "SELECT p.id, v.oid, label(v.age), label(v.city), p.age, p.city, coalesce(w.k, 1000000), v.id FROM person "
            "p FULL JOIN "
            "v ON v.oid = p.id LEFT JOIN wish w ON p.choice = w.choice");
        std::map<std::string, Labels> shown;
        std::map<Labels, int> crowds;
        for (const auto& row : rows) {
            const Labels labels{row[2], row[3]};
            if (row[0] != row[1] || !shown.emplace(row[1], labels).second) found(findings_.miscounted, row);
            if (!covers(labels.first, row[4]) || !covers(labels.second, row[5])) found(findings_.untrue, row);
            if (row[6] != "0" && row[7] != "NULL") found(findings_.named, row);
            // Whoever is shown less than the truth asked for it once, though perhaps when nobody looked. Who is named
            // is nobody's crowd.
            const bool general = labels.first != row[4] || labels.second != row[5];
            if ((see(row[1], labels, std::stoi(row[6])) || general) && row[7] == "NULL") ++crowds[labels];
        }
        for (const auto& row : rows) {
            const Labels labels{row[2], row[3]};
            const int k = std::stoi(row[6]);
            if (k >= 2 && crowds[labels] < k && !(hides(labels.first) && hides(labels.second)))
                found(findings_.alone, row);
        }
    }
    // One row of a version. Has the person asked for a crowd, now or before? (Whoever is in one stays in one.)
    bool see(const std::string& person, const Labels& labels, int k) {
        const auto before = asked_.find(person);
        if (before == asked_.end()) return k >= 2 && asked_.emplace(person, labels).second;
        const auto& [age, city] = before->second;
        if (!covers(labels.first, age) || !covers(labels.second, city))
            found(findings_.narrowed, {person, labels.first, labels.second, "after", age, city});
        before->second = labels;
        return true;
    }
    // After REFRESH.
    void forget() { asked_.clear(); }

private:
    void found(int& count, const std::vector<std::string>& row) {
        ++count;
        findings_.example.assign(join(row, ", "));
    }

    Findings findings_;
    std::map<std::string, Labels> asked_;  // what was shown last of people who have asked for a crowd
};

}  // namespace scrim::sql
