#include "kernel/core/text.h"
#include "methods/audit/release/attack.h"

#include <map>

namespace scrim::audit {
namespace {

void run_linking(const AttackInput& input, AttackReport& report) {
    const LinkedPeople& people = *input.people;
    Tally tally;
    std::uint64_t absent = 0, unique = 0;
    for (const std::string& sensitive : input.release.evidence->sensitive()) {
        const auto classes = input.release.classes(sensitive);
        models::Classes::Scratch scratch;
        std::map<Code, std::uint64_t> values;
        for (std::size_t p = 0; p < people.size(); ++p) {
            values.clear();
            std::uint64_t records = 0;
            for (const std::uint32_t c : people.classes(p)) {
                const models::ClassView view = classes->own_view(c, scratch);
                records += view.size;
                for (const ValueCount& bar : view.values) values[bar.value] += bar.count;
            }
            if (records == 0) {
                ++absent;
                continue;
            }
            unique += records == 1;
            auto most = values.begin();
            for (auto value = values.begin(); value != values.end(); ++value)
                if (value->second > most->second) most = value;
            tally.add(
                1, Ratio(static_cast<Int128>(most->second), static_cast<Int128>(records)), most->second == records,
                [&] { return people.name(p); },
                [&] {
                    return format("{} = {}, one of {}", sensitive, classes->sensitive()->domain->label(most->first),
                                  input.release.evidence->counts_people() ? counted(records, "person", "people")
                                                                          : counted(records, "record", "records"));
                });
        }
    }
    tally.finish(report);
    report.words = format(
        "Looks everybody of the external table up by their quasi-identifiers. {} one {} only, {} a single value "
        "left; {} fit no record.",
        unique == 1 ? "One person fits" : with_thousands(unique) + " fit",
        input.release.evidence->counts_people() ? "person of the release" : "record",
        report.at_risk == 1 ? "one has" : with_thousands(report.at_risk) + " have", with_thousands(absent));
}

}  // namespace

const AttackSpec& linking_attack() {
    static const AttackSpec spec{"linking", "linking: people of another table, found by their quasi-identifiers", true,
                                 run_linking, true};
    return spec;
}

}  // namespace scrim::audit
