// Why no recoding of a table can satisfy its demands.
#include "kernel/core/text.h"
#include "kernel/recode/demands.h"

#include <algorithm>
#include <cmath>

namespace scrim::recode {
namespace {

// A level as people read it: exactly, or rounded to the safe side where it is irrational.
std::string printed_level(const Parameter& parameter, const Ratio& level) {
    if (!parameter.rounded || level.infinite() || level.is_integer()) return level.to_string();
    const double scaled = level.to_double() * 10'000;
    const double safe = parameter.bound == Parameter::Bound::at_least ? std::floor(scaled) : std::ceil(scaled);
    return format("{}", safe / 10'000);
}

}  // namespace

std::string Demands::why_impossible(std::uint64_t spare) const {
    Scratch scratch;
    const std::vector<Member> all = whole_tuples(*tuples_);
    for (const Bench& bench : benches_)
        for (const auto& model : bench.models) {
            const models::ClassView shown = view(bench, all, scratch);
            if (!model->info().traits.monotone || shares_people(*model)) continue;
            if (model->decide(shown) != models::Verdict::fails) continue;
            // What is released is a union of classes that hold, and so a part of all records that holds.
            const bool hopeless = model->info().traits.upward_closed;
            const std::uint64_t least = hopeless ? shown.size : model->least_lost(shown);
            if (!hopeless && (model->against_released() ? spare > 0 : least <= spare)) continue;
            const models::Levels levels = model->measure(shown);
            std::vector<std::string> reached;
            std::size_t i = 0;
            for (const Parameter& parameter : model->info().parameters) {
                if (parameter.bound == Parameter::Bound::given) continue;
                const Ratio level = levels[i++];
                if (!model->arguments().given(parameter.name)) continue;
                reached.push_back(format("{} the {} possible {} is {}", reached.empty() ? "" : "and",
                                         parameter.bound == Parameter::Bound::at_least ? "largest" : "smallest",
                                         parameter.name, printed_level(parameter, level)));
            }
            std::string why = format(
                "{} cannot be met by any recoding: even with all {} in one class{}", model->info().name,
                counted(shown.size, counts_people() ? "person" : "record", counts_people() ? "people" : "records"),
                join(reached, " "));
            if (bench.sensitive && !shown.values.empty()) {
                const auto top =
                    std::max_element(shown.values.begin(), shown.values.end(),
                                     [](const ValueCount& a, const ValueCount& b) { return a.count < b.count; });
                why += format(" ({} of {} has {:.3g} % of them, and there are {})",
                              quoted(bench.sensitive->domain->label(top->value)), quoted(bench.sensitive->name),
                              100.0 * top->count / static_cast<double>(shown.size),
                              counted(shown.values.size(), "value", "values"));
            }
            if (least < shown.size && !counts_people())
                why += format(
                    "; relax it, or allow records to be suppressed: at least {}, and maybe more, must be left out",
                    counted(least, "record", "records"));
            else
                why += "; relax it";
            return why;
        }
    return {};
}

}  // namespace scrim::recode
