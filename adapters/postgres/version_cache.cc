#include "version_cache.h"

#include <algorithm>

#include "label_type.h"

namespace scrim::postgres {
namespace {

constexpr std::size_t most_versions = 8;

// What decides which rows a snapshot sees.
std::vector<std::uint64_t> sight_of(const Snapshot snapshot) {
    std::vector<std::uint64_t> sight{snapshot->xmin, snapshot->xmax, snapshot->suboverflowed,
                                     snapshot->takenDuringRecovery, snapshot->xcnt};
    sight.insert(sight.end(), snapshot->xip, snapshot->xip + snapshot->xcnt);
    sight.insert(sight.end(), snapshot->subxip, snapshot->subxip + std::max(snapshot->subxcnt, 0));
    return sight;
}

struct Kept {
    Oid relation;
    std::string purpose, recipient;
    std::vector<std::uint64_t> sight;
    std::shared_ptr<const Version> version;
};

std::vector<Kept>& kept() {
    static std::vector<Kept> all;  // the one asked for last is the last
    return all;
}

}  // namespace

void forget_versions() { kept().clear(); }

std::shared_ptr<const Version> version_of(const ForeignView& view, const Purpose& purpose, Server& server,
                                          Snapshot snapshot) {
    injected("before recoding");
    const bool changes = TransactionIdIsValid(GetTopTransactionIdIfAny());
    std::vector<std::uint64_t> sight = sight_of(snapshot);
    auto& all = kept();
    if (!changes) {
        std::erase_if(all, [&](const Kept& one) { return one.sight != sight && one.relation == view.relation; });
        const auto found = std::find_if(all.begin(), all.end(), [&](const Kept& one) {
            return one.relation == view.relation && one.purpose == purpose.purpose &&
                   one.recipient == purpose.recipient && one.version->holds_at(server.now());
        });
        if (found != all.end()) {
            std::rotate(found, found + 1, all.end());
            return all.back().version;
        }
    }
    std::vector<OptionColumn> columns;
    for (const OptionColumn& column : view.columns)
        if (!column.name.empty()) columns.push_back(column);
    View described = View::describe(definition_of(view.name, view.options, columns), server);
    described.relation = view.relation;
    described.said = said(view.options, columns);
    auto made = Version::make(std::move(described), purpose.purpose, purpose.recipient, server);
    if (!changes) {
        if (all.size() >= most_versions) all.erase(all.begin());
        all.push_back({view.relation, purpose.purpose, purpose.recipient, std::move(sight), made});
    }
    return made;
}

}  // namespace scrim::postgres
