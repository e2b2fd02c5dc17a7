#include "methods/check/sample.h"

#include "kernel/core/text.h"
#include "kernel/risk/sample_risk.h"
#include "kernel/risk/suda.h"
#include "kernel/subject/subject.h"

namespace scrim::checking {
namespace {

std::optional<std::size_t> named(const Table& table, const std::string& name) {
    return name.empty() ? std::nullopt : table.find(name);
}

Result<std::optional<double>> fraction_of(const Policy& policy) {
    if (policy.sampling_fraction.empty()) return std::optional<double>();
    const auto fraction = Ratio::parse(policy.sampling_fraction);
    if (!fraction || *fraction <= Ratio(0) || *fraction > Ratio(1))
        return input_error(format("sampling_fraction must be a share such as 1%, above 0% and up to 100%, not {}",
                                  quoted(policy.sampling_fraction)));
    return std::optional<double>(fraction->to_double());
}

}  // namespace

Result<void> check_sample(const TableSource& source, const Policy& policy) {
    for (const std::string& name : {policy.sample_weight, policy.household})
        if (!name.empty() && !source.has(name)) return subject::no_such_column(source, name);
    if (!policy.sample_weight.empty() && !policy.sampling_fraction.empty())
        return input_error("give sample_weight or sampling_fraction, not both: the weights say what was drawn");
    SCRIM_TRY([[maybe_unused]] const auto fraction, fraction_of(policy));
    return {};
}

Result<std::optional<SampleReport>> measure_sample(const SampledColumns& columns, const Ratio& threshold) {
    const Policy& policy = columns.policy;
    SCRIM_TRY(const std::optional<double> fraction, fraction_of(policy));
    if (policy.sample_weight.empty() && policy.household.empty() && !fraction) return std::optional<SampleReport>();
    SCRIM_TRY(SampleReport report, risk::measure_sample({.table = columns.table,
                                                         .quasi_identifiers = columns.quasi_identifiers,
                                                         .weight = named(columns.table, policy.sample_weight),
                                                         .fraction = fraction,
                                                         .person = named(columns.table, policy.person),
                                                         .household = named(columns.table, policy.household),
                                                         .missing_matches = columns.missing_matches},
                                                        threshold));
    return std::optional<SampleReport>(std::move(report));
}

Result<std::optional<SudaReport>> measure_suda(const SampledColumns& columns, std::uint32_t largest,
                                               const std::optional<SampleReport>& sample) {
    if (largest == 0) return std::optional<SudaReport>();
    std::optional<double> fraction;
    if (sample && sample->drawn) fraction = std::min(1.0, static_cast<double>(sample->members) / sample->population);
    SCRIM_TRY(SudaReport report, risk::measure_suda({.table = columns.table,
                                                     .columns = columns.quasi_identifiers,
                                                     .person = columns.table.find(columns.policy.person),
                                                     .largest = largest,
                                                     .fraction = fraction}));
    return std::optional<SudaReport>(std::move(report));
}

}  // namespace scrim::checking
