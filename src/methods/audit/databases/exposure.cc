// NDE and NSE: is there another possible database, another possible secret?
#include "methods/audit/databases/guarantee.h"

namespace scrim::audit::databases {

Result<Answers> answers_in(const TypedProgram& program, const std::vector<TypedQuery>& queries, const World& world,
                           const Database& actual, const Limits& limits) {
    Answers answers;
    const Candidates candidates = world.candidates(program.space);
    for (const TypedQuery& query : queries) {
        SCRIM_TRY(Lineage could, lineage(program, query, candidates, limits));
        SCRIM_TRY(std::set<Row> rows, answer(program, query, actual, limits));
        answers.could.push_back(std::move(could));
        answers.actual.push_back(std::move(rows));
    }
    return answers;
}

int some_differ(Sat& sat, WorldFormula& formula, const Answers& answers) {
    const int made = sat.variable();
    std::vector<int> clause = {-made};
    for (std::size_t q = 0; q < answers.could.size(); ++q)
        clause.push_back(formula.answers_differently(answers.could[q], answers.actual[q]));
    sat.add(clause);
    return made;
}

std::vector<std::string> secret_text(const TypedProgram& program, const Database& database, const Limits& limits) {
    std::vector<std::string> rows;
    for (const TypedQuery& secret : program.secrets)
        if (const auto found = answer(program, secret, database, limits))
            for (const Row& row : *found) rows.push_back(program.row_text(secret, row));
    return rows;
}

Result<ViewGuarantee> database_exposure(const TypedProgram& program, const World& world, const Database& actual,
                                        const Limits& limits) {
    ViewGuarantee made;
    Sat sat(limits);
    WorldFormula formula(sat, world);
    sat.add({formula.differs(actual)});
    SCRIM_TRY(const bool other, sat.solve());
    made.verdict = other ? ViewVerdict::holds : ViewVerdict::breached;
    if (other) {
        made.reason = "another database would have shown the same";
        made.database = program.database_text(formula.database());
        made.database_meaning = "also possible";
        made.any_domain = true;
    } else {
        made.reason = "only one database shows this: it is known completely";
        made.database = program.database_text(actual);
        made.database_meaning = "the only possible one";
    }
    return made;
}

Result<ViewGuarantee> secret_exposure(const TypedProgram& program, const World& world, const Database& actual,
                                      const Limits& limits) {
    ViewGuarantee made;
    SCRIM_TRY(const Answers secrets, answers_in(program, program.secrets, world, actual, limits));
    Sat sat(limits);
    WorldFormula formula(sat, world);
    sat.add({some_differ(sat, formula, secrets)});
    SCRIM_TRY(const bool other, sat.solve());
    made.verdict = other ? ViewVerdict::holds : ViewVerdict::breached;
    const Database witness = other ? formula.database() : actual;
    made.database = program.database_text(witness);
    made.database_secret = secret_text(program, witness, limits);
    made.any_domain = other;
    if (other) {
        made.reason = "a database with another secret would have shown the same";
        made.database_meaning = "also possible";
    } else {
        made.reason = "all databases that show this have the same secret: it is known completely";
        made.database_meaning = "has the only possible secret";
    }
    return made;
}

const Guarantee& nde_guarantee() {
    static const Guarantee spec{
        .name = "NDE",
        .question = "Does the database stay unknown as a whole?",
        .by_default = true,
        .of_secret = false,
        .exposure = true,
        .in_world = [](const TypedProgram& program, const World& world, const Database& actual, std::uint32_t,
                       const Limits& limits) { return database_exposure(program, world, actual, limits); }};
    return spec;
}

const Guarantee& nse_guarantee() {
    static const Guarantee spec{
        .name = "NSE",
        .question = "Does the secret stay unknown as a whole?",
        .by_default = true,
        .exposure = true,
        .in_world = [](const TypedProgram& program, const World& world, const Database& actual, std::uint32_t,
                       const Limits& limits) { return secret_exposure(program, world, actual, limits); }};
    return spec;
}

}  // namespace scrim::audit::databases
