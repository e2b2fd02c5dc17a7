#include "methods/statdb/noisy/membership.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/noise/coins.h"
#include "kernel/noise/discrete_laplace.h"
#include "methods/statdb/bucketization.h"
#include "methods/statdb/framework.h"

#include <algorithm>
#include <cmath>

namespace scrim::statdb::noisy {
namespace {

constexpr std::uint64_t draws = 10'000;  // of noise, with and without a person

// The records of a table, as they were before they were bucketized.
struct Records {
    std::vector<std::vector<Code>> quasi_identifiers;  // by column
    std::vector<Code> sensitive;

    explicit Records(const StatTable& table) {
        for (std::size_t b = 0; b < table.buckets(); ++b)
            for (std::uint32_t s = table.first_segment(b); s < table.last_segment(b); ++s)
                sensitive.insert(sensitive.end(), table.groups(b), table.signature(b)[s - table.first_segment(b)]);
        for (std::size_t a = 0; a < table.schema().quasi_identifiers.size(); ++a)
            std::visit([&](auto codes) { quasi_identifiers.emplace_back(codes.begin(), codes.end()); },
                       table.column(a));
    }
    bool alike(std::size_t one, std::size_t other) const {
        return std::all_of(quasi_identifiers.begin(), quasi_identifiers.end(),
                           [&](const auto& column) { return column[one] == column[other]; });
    }
};

// The table without one record, bucketized anew; nothing where that cannot be.
std::optional<StatTable> without(const Records& records, std::size_t row, const StatTable& table, Random& random) {
    const StatSchema& schema = table.schema();
    const auto rest = [&](std::vector<Code> codes) {
        codes.erase(codes.begin() + static_cast<std::ptrdiff_t>(row));
        return codes;
    };
    Table left;
    for (std::size_t a = 0; a < schema.quasi_identifiers.size(); ++a) {
        const hierarchy::Attribute& column = schema.quasi_identifiers[a];
        left.add(column.name, Column(column.domain_ptr(), rest(records.quasi_identifiers[a])));
    }
    const Column sensitive(schema.sensitive.domain_ptr(), rest(records.sensitive));
    BuildPlan plan{table.facts().m, find_builder(table.facts().builder), table.facts().strata};
    deal::RandomChance chance(random);
    const auto buckets = bucketize(left, sensitive, schema.sensitive.name, plan, chance);
    if (!buckets) return std::nullopt;
    auto made = StatTable::of_image(StatTable::image(table.facts(), schema, left, *buckets, {}));
    return made ? std::optional(*std::move(made)) : std::nullopt;
}

struct Question {
    const char* about;  // "who", "what"
    Query query;
    double others = 0;  // who are not the person, and count
};

std::vector<Question> questions_about(const Records& records, std::size_t row, const StatSchema& schema) {
    std::vector<Condition> own;
    for (std::size_t a = 0; a < records.quasi_identifiers.size(); ++a) {
        const Code code = records.quasi_identifiers[a][row];
        own.push_back(Condition::in(a, {{code, code + 1}}));
    }
    Query query;
    query.items.push_back({false, Query::Aggregate::count, 0, {}, "COUNT(*)"});
    query.rows = Condition::all_of(std::move(own));
    query.values = {schema.sensitive.domain().whole()};
    std::vector<Question> questions{{"who", query}, {"what", query}};
    const Code value = records.sensitive[row];
    questions[1].query.values = {{value, value + 1}};
    questions[1].query.asks_for_values = true;
    for (std::size_t other = 0; other < records.sensitive.size(); ++other) {
        if (other == row || !records.alike(row, other)) continue;
        ++questions[0].others;
        if (records.sensitive[other] == value) ++questions[1].others;
    }
    return questions;
}

// 1 for a right guess, 0 for a wrong one, a half where nothing can be told.
double guessed(const StatValue& answer, double others, bool present) {
    if (answer.lower->value > others) return present ? 1 : 0;
    if (answer.upper->value <= others) return present ? 0 : 1;
    return 0.5;
}

// How far two shares of so many draws may be off together, but for a chance of 5 % (Hoeffding).
double doubt() { return std::sqrt(std::log(2 / 0.05) / (2 * static_cast<double>(draws))); }

Result<MembershipRow> attacked_noise(const std::string& epsilon, Random& random) {
    const auto amount = Ratio::parse(epsilon);
    if (!amount || amount->infinite() || *amount <= Ratio(0))
        return input_error(format("{} is a number > 0, not {}", field("epsilon"), quoted(epsilon)));
    SCRIM_TRY(const noise::DiscreteLaplace noise, noise::DiscreteLaplace::make(amount->reduced(), 1));
    noise::RandomCoins coins(random);
    // The best attack on one count: present where the answer is above the number of others.
    std::uint64_t with = 0, absent = 0;
    for (std::uint64_t i = 0; i < draws; ++i) {
        with += noise.draw(coins) >= 0;
        absent += noise.draw(coins) >= 1;
    }
    const double hits = static_cast<double>(with) / static_cast<double>(draws);
    const double alarms = static_cast<double>(absent) / static_cast<double>(draws);
    MembershipRow row{"dp", "who or what", epsilon, draws, (hits + 1 - alarms) / 2, 0, 0};
    row.bound = 1 / (1 + std::exp(-amount->to_double()));
    const double surely = (hits - doubt()) / (alarms + doubt());
    row.epsilon_at_least = surely > 1 ? std::log(surely) : 0;
    return row;
}

}  // namespace

Result<MembershipReport> membership(const StatTable& table, const MembershipRequest& request, Random& random,
                                    Progress& progress) {
    if (request.people == 0 || request.people > 10'000)
        return input_error(format("{} is a number from 1 to 10,000", field("people")));
    MembershipReport report;
    report.file = request.file;
    const StatFacts& facts = table.facts();
    std::vector<const Framework*> sure;
    for (const std::string& name : facts.frameworks)
        if (const Framework* known = find_framework(name); known->ask) sure.push_back(known);
    if (!sure.empty()) {
        const Records records(table);
        std::vector<MembershipRow> rows;
        for (const Framework* framework : sure)
            for (const char* about : {"who", "what"}) rows.push_back({framework->name, about, "", 0, 0, 0, 0});
        progress.stage("leaving people out", request.people);
        for (std::uint64_t i = 0; i < request.people; ++i) {
            if (progress.cancelled()) return cancelled_error();
            const std::size_t row = random.below(records.sensitive.size());
            const auto rest = without(records, row, table, random);
            progress.advance(1);
            if (!rest) {
                ++report.not_possible;
                continue;
            }
            const auto questions = questions_about(records, row, table.schema());
            for (std::size_t r = 0; r < rows.size(); ++r) {
                const Question& asked = questions[r % 2];
                for (const bool present : {true, false}) {
                    SCRIM_TRY(const auto answer,
                              sure[r / 2]->ask(present ? table : *rest, asked.query, asked.query.rows));
                    if (!answer) continue;
                    ++rows[r].tries;
                    rows[r].success += guessed(answer->values.front(), asked.others, present);
                }
            }
        }
        for (MembershipRow& row : rows)
            if (row.tries > 0) row.success /= static_cast<double>(row.tries);
        report.rows = std::move(rows);
    }
    progress.stage("drawing noise", 0);
    for (const std::string& epsilon : request.epsilon) {
        SCRIM_TRY(MembershipRow row, attacked_noise(epsilon, random));
        report.rows.push_back(std::move(row));
    }
    return report;
}

}  // namespace scrim::statdb::noisy
