#include "report/sample_text.h"

#include "kernel/core/text.h"

#include <cmath>

namespace scrim::report {
namespace {

std::string amount(double number) {
    return number < 9.5 ? format("{:.2g}", number) : with_thousands(static_cast<std::uint64_t>(std::llround(number)));
}

std::string risk_line(const char* name, const SampleRisk& risk, std::uint64_t members) {
    return format("  {:<12} {:>9} {:>10} {:>12}  {:<10} {:>12}\n", name, share_text(risk.highest),
                  share_text(risk.average), with_thousands(risk.at_risk), share_text(risk.at_risk, members),
                  amount(risk.expected));
}

std::string drawn_line(const SampleReport& sample, const std::string& members) {
    if (!sample.drawn) return "  (no sampling weight given: the table itself is taken for the population)\n";
    const std::string by = sample.weight.empty() ? format("by the sampling fraction these {}", members)
                                                 : format("by the sampling weight {} they", quoted(sample.weight));
    return format("  (estimates: {} stand for {} people; average by the usual\n  approximation {})\n", by,
                  amount(sample.population), share_text(sample.approximate_average));
}

}  // namespace

std::string sample_table(const CheckReport& report) {
    if (!report.sample) return {};
    const SampleReport& sample = *report.sample;
    const bool people = !report.person.empty();
    const std::string members = people ? "people" : "records";
    std::string out = format("\n{:<14} {:>9} {:>10} {:>12}  {:<10} {:>12}\n", "Sample", "highest", "average",
                             "above " + share_text(report.risks.threshold.value), "of " + members, "to be found");
    out += risk_line("individual", sample.individual, sample.members);
    if (sample.household) out += risk_line("household", sample.household->risk, sample.members);
    out += drawn_line(sample, members);
    constexpr std::size_t shown = 3;
    for (std::size_t i = 0; i < std::min(shown, sample.riskiest.size()); ++i) {
        const RiskyClass& risky = sample.riskiest[i];
        std::vector<std::string> parts;
        for (const auto& [column, value] : risky.values)
            parts.push_back(format("{} = {}", printable(column, 40), value ? printable(*value, 40) : "(missing)"));
        out += format("  {} for {} in the population, {}: {}\n",
                      people ? counted(risky.sample, "person", "people") : counted(risky.sample, "record", "records"),
                      amount(risky.population), share_text(risky.risk), join(parts, ", "));
    }
    return out;
}

std::string uniques_table(const CheckReport& report) {
    if (!report.sample) return {};
    const SampleReport& sample = *report.sample;
    const std::string members = report.person.empty() ? "records" : "people";
    if (!sample.no_uniques.empty()) return format("\nPopulation uniques are not estimated: {}\n", sample.no_uniques);
    if (!sample.uniques) return {};
    const PopulationUniques& uniques = *sample.uniques;
    std::string out = format("\nPopulation uniques, by {} {} who are alone in a sample of {} of {} people\n",
                             with_thousands(uniques.sample_uniques), members, share_text(uniques.fraction),
                             amount(sample.population));
    for (const UniquesEstimate& estimate : uniques.estimates)
        if (estimate.uniques)
            out += format("  {:<10} {:>12} {:>9}{}\n", estimate.name, amount(*estimate.uniques),
                          share_text(*estimate.uniques / sample.population),
                          estimate.name == uniques.recommended ? "  recommended" : "");
        else
            out += format("  {:<10}  no estimate: {}\n", estimate.name, estimate.reason);
    return out + "  (estimates that take it for a simple random sample; recommended by the rule of Dankar et al.)\n";
}

std::string suda_table(const CheckReport& report) {
    if (!report.suda) return {};
    const SudaReport& suda = *report.suda;
    const std::string members = report.person.empty() ? "records" : "people";
    std::string out =
        format("\nSpecial uniques: {} {} ({}) are alone by {} or fewer quasi-identifiers\n",
               with_thousands(suda.special), members, share_text(suda.special, report.exact.people), suda.largest);
    if (suda.special == 0) return out;
    for (std::size_t i = 0; i < suda.sizes.size(); ++i)
        out += format("  {}  {:>9} {}\n", counted(i + 1, "column ", "columns"), with_thousands(suda.sizes[i]),
                      suda.sizes[i] == 1 ? "minimal set" : "minimal sets");
    std::vector<std::string> shares, values;
    for (const auto& [column, share] : suda.columns)
        shares.push_back(format("{} {}", printable(column, 40), share_text(share)));
    for (const auto& [column, value] : suda.worst)
        values.push_back(format("{} = {}", printable(column, 40), value ? printable(*value, 40) : "(missing)"));
    out +=
        format("  in the scores: {}\n  highest score {:g}: {}\n", join(shares, ", "), suda.highest, join(values, ", "));
    if (suda.dis)
        out += format("  a match in the population is right: {} (DIS), at the highest score {} (DIS-SUDA)\n",
                      share_text(suda.dis->match), share_text(suda.dis->highest));
    return out;
}

}  // namespace scrim::report
