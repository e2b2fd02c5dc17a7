#include "kernel/recode/synthetic/private_release.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <cmath>

namespace scrim::recode::synthetic {
namespace {

constexpr std::uint64_t most_records = 1'000'000'000;

Parameter amount_parameter(std::string name, std::string title) {
    return {.name = std::move(name),
            .title = std::move(title),
            .kind = Parameter::Kind::ratio,
            .bound = Parameter::Bound::given,
            .minimum = "0",
            .maximum = "1000000",
            .open_minimum = true};
}

Parameter names_parameter(std::string name, std::string title) {
    return {.name = std::move(name),
            .title = std::move(title),
            .kind = Parameter::Kind::columns,
            .bound = Parameter::Bound::given};
}

Result<noise::Cost> cost_of(const models::Arguments& arguments, const models::Design& asked) {
    // Whether delta is small enough for the people there are is asked once they are known.
    SCRIM_TRY(const Spending spending, Spending::of("publish", arguments, asked, 1, 1));
    return spending.gaussian() ? noise::Cost::concentrated(spending.total()) : noise::Cost::pure(spending.total());
}

}  // namespace

std::vector<Parameter> privacy_parameters() {
    Parameter delta =
        amount_parameter("delta", "with epsilon: Gaussian noise, and a chance of delta that more is told");
    delta.maximum = "1";
    return {
        amount_parameter("epsilon",
                         "privacy that the release costs (default: what a required differential_privacy allows)"),
        std::move(delta),
        amount_parameter("rho", "privacy that it costs, of zero-concentrated differential privacy, instead of epsilon"),
        {.name = "bounds",
         .title = "numbers without a hierarchy: 'age 0..120', or 'age 0..120 in 24' for so many bins (32)",
         .kind = Parameter::Kind::text,
         .bound = Parameter::Bound::given},
        names_parameter("observed", "columns without a hierarchy whose values, as they occur, are no secret"),
        names_parameter("missing", "columns in which values may be missing, and that is no secret"),
        {.name = "per_person",
         .title = "records of one person that are looked at, at most; drawn by chance where there are more",
         .kind = Parameter::Kind::integer,
         .bound = Parameter::Bound::given,
         .minimum = "1",
         .maximum = "1000",
         .default_value = "1"},
        {.name = "records",
         .title = "records to release, if that is no secret (default: as many as the noisy counts tell)",
         .kind = Parameter::Kind::integer,
         .bound = Parameter::Bound::given,
         .minimum = "1",
         .maximum = "1000000000"}};
}

Result<Private> Private::of(std::string_view method, const Records& records, const models::Arguments& arguments,
                            Random& random) {
    if (arguments.given("per_person") && records.persons.empty())
        return input_error(
            format("{}: per_person is given, and the policy names no column that says whose record each is", method));
    const auto per_person = static_cast<std::uint32_t>(*arguments.whole("per_person"));
    SCRIM_TRY(PublicDomains domains, PublicDomains::of(records, arguments));
    SCRIM_TRY(Spending spending, Spending::of(method, arguments, records.asked, people_of(records), per_person));
    Cells cells = domains.cells_of(records, bounded_records(records, per_person, random));
    PrivacyStatement statement = spending.statement();
    statement.several = !records.persons.empty();
    statement.domains = domains.stated();
    statement.declared_size = arguments.given("records");
    return Private{std::move(domains), std::move(spending), std::move(cells), std::move(statement)};
}

std::vector<std::string> Private::names(const marginal::Variables& variables) const {
    std::vector<std::string> names;
    for (const marginal::Variable v : variables) names.push_back(statement.domains[v].column);
    return names;
}

marginal::Measured Private::measure(const std::vector<std::int64_t>& truth, const marginal::Variables& variables,
                                    const CountNoise& noise, noise::Coins& coins) {
    spending.pay(noise.cost());
    statement.counts.push_back({names(variables), truth.size(), noise.parameter(), noise.cost()});
    return measured(truth, variables, domains.sizes(), noise, coins);
}

std::uint64_t rows_of(const models::Arguments& arguments, double estimated) {
    if (arguments.given("records")) return *arguments.whole("records");
    return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::llround(estimated)), 1, most_records);
}

Perturbed released(Private& from, const Cells& rows, Random& random) {
    Perturbed made;
    for (std::size_t c = 0; c < rows.size(); ++c) made.columns.push_back(from.domains.drawn(c, rows[c], random));
    made.design = from.spending.design();
    if (const auto observed = from.domains.observed(); !observed.empty())
        made.limits.push_back(format("Which values occur in {}: those of the table are taken for known beforehand.",
                                     join(observed, ", ")));
    if (from.statement.several)
        made.limits.push_back(
            format("People with more than {}: {} of each, drawn by chance, {} looked at, so that whoever has many "
                   "counts for less than in the table. Estimates are biased towards people with few records.",
                   counted(from.statement.per_person, "record", "records"), from.statement.per_person,
                   from.statement.per_person == 1 ? "is" : "are"));
    made.privacy = std::move(from.statement);
    return made;
}

void describe(RecoderSpec& spec) {
    spec.promise =
        "Differential privacy: whether any one person's records are in the table changes the chance of any release by "
        "a factor of at most exp(epsilon) (with delta: but for a chance of delta; with rho: as zero-concentrated "
        "differential privacy says), whatever an attacker knows. No row is anybody's: all were drawn from noisy "
        "counts. All tables of counts of the release are whole numbers, not negative, and agree with each other.";
    spec.limits =
        "What is true of the whole population is told, and may tell about people whether they are in the table or not. "
        "Counts of few people are mostly noise. Which columns there are, and which values each may have, is taken for "
        "known. Two releases cost as much privacy as both together. How long the computation takes, and that it "
        "refuses values outside the stated domains, depends on the data: only the owner may see that.";
    spec.form = Form::perturbed;
    spec.perturbs = Perturbs::values;
    spec.mechanism = spec.whole_rows = spec.hides_size = spec.people = true;
    spec.public_domains = true;
    spec.cost = cost_of;
}

}  // namespace scrim::recode::synthetic
