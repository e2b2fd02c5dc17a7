// Made-up people for tests of releases in parts.
#pragma once

#include "scrim/policy.h"
#include "tests/library/random_frames.h"

#include <string>
#include <vector>

namespace scrim::testing {

// People as a census would have them: ages and zip codes by number, some columns with a hierarchy, some without, a
// column of dates as text, and cells that are missing.
inline RandomColumns census(Random& random, std::size_t rows) {
    RandomColumns columns = {{"name", {}}, {"age", {}, true}, {"zip", {}}, {"sex", {}},
                             {"born", {}}, {"income", {}},    {"work", {}}};
    for (std::size_t row = 0; row < rows; ++row) {
        const auto put = [&](int column, std::string text) {
            columns[static_cast<std::size_t>(column)].cells.emplace_back(std::move(text));
        };
        put(0, "p" + std::to_string(row / 2));
        put(1, std::to_string(20 + random.below(30)));
        put(2, "0" + std::to_string(10 + random.below(6)));
        put(3, random.below(2) ? "F" : "M");
        put(4, std::to_string(1 + random.below(28)) + "/0" + std::to_string(1 + random.below(9)) + "/2001");
        put(5, std::to_string(random.below(5)) + ".50");
        put(6, random.below(3) ? "paid" : random.below(2) ? "own" : "none");
        if (random.below(12) == 0) columns[1].cells.back().reset();
        if (random.below(12) == 0) columns[6].cells.back().reset();
    }
    columns[4].cells[0] = "31/12/2001";  // what tells days from months, in one part only
    return columns;
}

inline Policy census_policy(const std::vector<std::string>& require, const std::string& algorithm) {
    Policy policy;
    policy.columns = {{.name = "name", .role = Role::identifier},      {.name = "age", .role = Role::quasi_identifier},
                      {.name = "zip", .role = Role::quasi_identifier}, {.name = "sex", .role = Role::quasi_identifier},
                      {.name = "born", .role = Role::insensitive},     {.name = "income", .role = Role::sensitive},
                      {.name = "work", .role = Role::insensitive}};
    for (ColumnPolicy& column : policy.columns)
        if (column.name == "zip")
            column.hierarchy_text = "010,01*,*\n011,01*,*\n012,01*,*\n013,01*,*\n014,01*,*\n015,01*,*\n";
    policy.accept_exact = {"born", "work"};
    policy.rows_are_persons = true;
    for (const std::string& text : require) policy.require.push_back(*parse_requirement(text));
    policy.algorithm = algorithm;
    return policy;
}

// The same with other columns generalized: dates written the day first, ages by a hierarchy, work with values that mean
// "no value".
inline Policy varied(Policy policy, Random& random) {
    for (ColumnPolicy& column : policy.columns) {
        if (column.name == "born" && random.below(3) == 0) column.role = Role::quasi_identifier;
        if (column.name == "work" && random.below(3) == 0) {
            column.role = Role::quasi_identifier;
            column.missing = {"none"};
        }
        if (column.name == "age" && random.below(3) == 0) {
            for (int age = 20; age < 50; ++age) {
                const int decade = age / 10 * 10;
                column.hierarchy_text +=
                    std::to_string(age) + "," + std::to_string(decade) + "-" + std::to_string(decade + 9) + ",*\n";
            }
            if (random.below(2) == 0) column.max_level = 1;
        }
        if (column.role != Role::insensitive) std::erase(policy.accept_exact, column.name);
    }
    return policy;
}

}  // namespace scrim::testing
