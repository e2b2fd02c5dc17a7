#include "methods/verify/untrue.h"

#include "kernel/core/text.h"

namespace scrim::verifier {
namespace {

std::string against(const std::map<std::string, std::uint64_t>& untrue, const ClaimedRelease& claimed,
                    const Tuples& groups) {
    std::map<std::string, std::uint64_t> sizes;
    const Domain& numbers = groups.table[0].domain();
    for (std::size_t t = 0; t < groups.size(); ++t) sizes[numbers.label(groups.table[0][t])] += groups.weights[t];
    std::uint64_t sum = 0;
    for (const auto& [group, count] : untrue) {
        const auto found = sizes.find(group);
        if (found == sizes.end()) return format("there is no group {}", quoted(group));
        if (count > found->second)
            return format("group {} has {}, and {} of them are said not to be true", quoted(group),
                          counted(found->second, "record", "records"), with_thousands(count));
        if (count == found->second && !claimed.series->method->substitutes)
            return format("group {} would be nobody's", quoted(group));
        sum += count;
    }
    if (untrue.size() != sizes.size())
        return format("it tells of {} of {}", with_thousands(untrue.size()), counted(sizes.size(), "group", "groups"));
    if (sum != claimed.series->untrue)
        return format("it adds up to {}, the certificate says {}", with_thousands(sum),
                      with_thousands(claimed.series->untrue));
    return {};
}

}  // namespace

Result<std::optional<std::map<std::string, std::uint64_t>>> read_untrue(ReleasedData& release,
                                                                        const ClaimedRelease& claimed,
                                                                        const Reading& reading, Ledger& ledger) {
    using Nothing = std::optional<std::map<std::string, std::uint64_t>>;
    SCRIM_TRY(const auto rows, read_claimed(*release.untrue, {claimed.group_column, "count"}, reading, ledger));
    if (!rows) return Nothing();
    const std::string what = format("{} counts records", printable(claimed.series->auxiliary));
    std::map<std::string, std::uint64_t> untrue;
    const Domain &groups = rows->table[0].domain(), &counts = rows->table[1].domain();
    for (std::size_t t = 0; t < rows->size(); ++t) {
        const Code count = rows->table[1][t];
        if (groups.has_null() || counts.has_null() || counts.kind() != Domain::Kind::number || counts.scale() != 0 ||
            counts.units(count) < 0 || counts.units(count) > UINT32_MAX) {
            ledger.fails(what, format("{} is no number of records", quoted(counts.label(count))));
            return Nothing();
        }
        const std::string group = groups.label(rows->table[0][t]);
        if (rows->weights[t] > 1 || !untrue.emplace(group, static_cast<std::uint64_t>(counts.units(count))).second) {
            ledger.fails(what, format("group {} is there twice", quoted(group)));
            return Nothing();
        }
    }
    return Nothing(std::move(untrue));
}

Result<void> check_untrue(ReleasedData& release, const ClaimedRelease& claimed, const Tuples& groups,
                          const Reading& reading, Ledger& ledger) {
    SCRIM_TRY(const auto untrue, read_untrue(release, claimed, reading, ledger));
    if (!untrue) return {};
    const bool made_up = !claimed.series->method->substitutes;
    ledger.settle(
        format("{} says how many {} each group has", printable(claimed.series->auxiliary),
               made_up ? "counterfeits" : "substitutes"),
        against(*untrue, claimed, groups),
        format("{} in {}", with_thousands(claimed.series->untrue), counted(untrue->size(), "group", "groups")));
    return {};
}

}  // namespace scrim::verifier
