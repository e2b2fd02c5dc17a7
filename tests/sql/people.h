// People, an anonymization view v over them, and random changes of both, for tests of what versions of v show.
#pragma once

#include "kernel/core/random.h"
#include "kernel/core/text.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::sql {

// Ages 0…15 in pairs, quarters, halves; cities c0…c4 in two regions.
inline const std::map<std::string, std::string>& parents_of_labels() {
    static const std::map<std::string, std::string> parents = [] {
        std::map<std::string, std::string> made;
        const auto range = [](int low, int width) {
            return width == 1 ? std::to_string(low) : width == 16 ? "any" : format("{} to {}", low, low + width - 1);
        };
        for (int width = 1; width < 16; width *= 2)
            for (int low = 0; low < 16; low += width)
                made[range(low, width)] = range(low - low % (2 * width), 2 * width);
        for (int city = 0; city < 5; ++city) made[format("c{}", city)] = city < 3 ? "west" : "east";
        made["west"] = made["east"] = "all";
        return made;
    }();
    return parents;
}

inline bool hides(const std::string& label) {
    return label == "*" || label == "any" || label == "anything" || label == "all";
}

// Is everything that `narrow` may mean also meant by `wide`?
inline bool covers(const std::string& wide, std::string narrow) {
    if (hides(wide)) return true;
    for (;;) {
        if (narrow == wide) return true;
        const auto parent = parents_of_labels().find(narrow);
        if (parent == parents_of_labels().end()) return false;
        narrow = parent->second;
    }
}

struct PeopleOptions {
    std::string kind = "MATERIALIZED";  // or "" for a logical view
    bool dgh = true;
    int people = 60;  // at least one
    std::uint64_t seed = 1;
};

// The choice 7 has no profile.
inline std::string random_person(Random& random, std::uint64_t id) {
    const auto value = [&](const std::string& text) { return random.below(25) == 0 ? "NULL" : text; };
    return format("({}, {}, {}, 'd{}', {})", id, value(std::to_string(random.below(16))),
                  value(format("'c{}'", random.below(5))), random.below(4),
                  random.below(40) == 0 ? 7 : random.below(7));
}

// `oid` tells the test, and nobody else, whose row it is.
inline std::string view_sql(std::string_view kind, bool dgh = true) {
    return format(
        "CREATE {} ANONYMIZATION_VIEW v ON (SELECT id, age, city, disease, choice, id AS oid FROM person) WITH "
        "ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID ({}) choice REFERENCES wish(k)",
        kind, dgh ? "age DGH_NAME age_dgh, city DGH_NAME city_dgh" : "age, city");
}

// The people have the identifiers 0, 1, …; k is 0, 1, 2, … of the choices 0, 1, 2, ….
inline std::vector<std::string> people_sql(const PeopleOptions& options) {
    SeededRandom random(options.seed);
    std::string rows = random_person(random, 0), ages, cities;
    for (int i = 1; i < options.people; ++i) rows += ", " + random_person(random, static_cast<std::uint64_t>(i));
    for (const auto& [child, parent] : parents_of_labels()) {
        std::string& edges = child[0] == 'c' || parent == "all" ? cities : ages;
        edges += format("{}('{}', '{}')", edges.empty() ? "" : ", ", child, parent);
    }
    return {"CREATE TABLE person(id INTEGER, age INTEGER, city VARCHAR, disease VARCHAR, choice INTEGER)",
            "CREATE TABLE wish(choice INTEGER, k INTEGER)",
            "INSERT INTO wish SELECT i, i FROM range(7) t(i)",
            "INSERT INTO person VALUES " + rows,
            "CREATE DGH age_dgh",
            "INSERT INTO DGH age_dgh " + ages,
            "CREATE DGH city_dgh",
            "INSERT INTO DGH city_dgh " + cities,
            view_sql(options.kind, options.dgh)};
}

// Statements that change people or their wishes. An identifier is never given twice.
class RandomChanges {
public:
    RandomChanges(std::uint64_t seed, std::uint64_t first_id) : random_(seed), next_id_(first_id) {}

    std::string change_of_people() {
        const std::uint64_t age = random_.below(16), city = random_.below(5);
        switch (random_.below(7)) {
            case 0: return format("DELETE FROM person WHERE id % 17 = {}", random_.below(17));
            case 1: return format("DELETE FROM person WHERE id = {}", anybody());
            case 2:
                return format("UPDATE person SET age = {}, city = 'c{}' WHERE id % 13 = {}", age, city,
                              random_.below(13));
            case 3: return format("UPDATE person SET age = {} WHERE id = {}", age, anybody());
            default: {
                std::string rows;
                for (std::uint64_t left = 1 + random_.below(5); left > 0; --left)
                    rows += (rows.empty() ? "" : ", ") + random_person(random_, next_id_++);
                return "INSERT INTO person VALUES " + rows;
            }
        }
    }
    std::string change_of_wishes() {
        if (random_.below(3) == 0)
            return format("UPDATE wish SET k = {} WHERE choice = {}", random_.below(9), random_.below(7));
        return format("UPDATE person SET choice = {} WHERE id % 19 = {}", random_.below(8), random_.below(19));
    }
    Random& random() { return random_; }

private:
    std::uint64_t anybody() { return random_.below(next_id_); }

    SeededRandom random_;
    std::uint64_t next_id_;
};

}  // namespace scrim::sql
