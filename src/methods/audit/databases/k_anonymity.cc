// k-anonymous views (C. Yao, X. S. Wang, S. Jajodia, VLDB 2005): for every identifier there are k possible databases,
// each of which gives it another sensitive value. The secret's last column is the sensitive one, those before identify.
#include "methods/audit/databases/guarantee.h"

#include <map>

namespace scrim::audit::databases {
namespace {

using Person = std::pair<std::size_t, Row>;  // secret, identifier

struct Values {
    std::map<std::uint32_t, const std::vector<Match>*> ways;  // by sensitive value
    std::set<std::uint32_t> possible;
};

Row identifier(Row row) {
    row.pop_back();
    return row;
}

}  // namespace

Result<ViewGuarantee> k_anonymity(const TypedProgram& program, const World& world, const Database& actual,
                                  std::uint32_t k, const Limits& limits) {
    for (const TypedQuery& secret : program.secrets)
        if (secret.head_types.empty())
            return input_error(format("k_anonymity needs a secret whose last column is a sensitive value; {} has none",
                                      quoted(secret.name)));
    SCRIM_TRY(const Answers secrets, answers_in(program, program.secrets, world, actual, limits));
    std::map<Person, Values> people;
    for (std::size_t s = 0; s < secrets.could.size(); ++s) {
        for (const Row& row : secrets.actual[s]) people[{s, identifier(row)}];
        for (const auto& [row, ways] : secrets.could[s])
            if (const auto person = people.find({s, identifier(row)}); person != people.end())
                person->second.ways[row.back()] = &ways;
    }
    Sat sat(limits);
    WorldFormula formula(sat, world);
    ViewGuarantee made;
    const Person* worst = nullptr;
    std::size_t fewest = 0;
    for (auto& [person, values] : people) {
        const std::uint32_t type = program.secrets[person.first].head_types.back();
        bool unlimited = false;
        for (const auto& [value, ways] : values.ways) {
            // A fresh value stands for any number of them.
            if (unlimited) break;
            SCRIM_TRY(const bool possible, sat.solve({formula.some_of(*ways)}));
            if (!possible) continue;
            values.possible.insert(value);
            unlimited = program.is_fresh(type, value);
        }
        if (unlimited) continue;
        if (worst == nullptr || values.possible.size() < fewest) {
            worst = &person;
            fewest = values.possible.size();
        }
    }
    if (worst == nullptr) {
        made.verdict = ViewVerdict::holds;
        made.reason = people.empty() ? "the secret names nobody" : "everybody may have any value";
        made.any_domain = true;
        return made;
    }
    const auto& [s, row] = *worst;
    std::vector<std::string> possible;
    SecretBelief belief;
    for (const std::uint32_t value : people[*worst].possible) {
        Row whole = row;
        whole.push_back(value);
        possible.push_back(program.row_text(program.secrets[s], whole));
    }
    made.verdict = fewest >= k ? ViewVerdict::holds : ViewVerdict::breached;
    made.reason = format("{} possible for whom it is fewest: {}", counted(fewest, "value is", "values are"),
                         printable(join(possible, ", "), 200));
    made.any_domain = made.verdict == ViewVerdict::holds;
    return made;
}

const Guarantee& k_anonymity_guarantee() {
    static const Guarantee spec{.name = "k_anonymity",
                                .question = "May everybody still have {} different values?",
                                .parameter = "k",
                                .in_world = k_anonymity};
    return spec;
}

}  // namespace scrim::audit::databases
