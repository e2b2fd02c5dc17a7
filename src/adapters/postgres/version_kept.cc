// A version of a materialized view: from the edition that is kept for this purpose and recipient.
#include "adapters/postgres/version.h"
#include "adapters/postgres/view_options.h"
#include "kernel/core/text.h"

namespace scrim::postgres {
bool Version::keep(Server& server) {
    const views::ViewDefinition& definition = view_.definition;
    std::vector<std::string> queries{definition.engine_query};
    if (definition.has_profile()) queries.push_back("SELECT * FROM " + definition.profile.table);
    server.check_followed(queries);
    const auto kept = read_kept(view_.relation, server);
    if (!kept || kept->said != view_.said) refuse_stale(view_);
    const bool has_purposes = definition.has_profile() && sql().has_purposes();
    const KeptEdition* edition = kept->edition(has_purposes ? purpose_ : "", has_purposes ? recipient_ : "");
    if (edition == nullptr && view_.profile_has("purpose") != view_.profile_has("recipient"))
        edition = kept->edition(view_.profile_has("purpose") ? purpose_ : "",
                                view_.profile_has("recipient") ? recipient_ : "");
    if (edition == nullptr) {
        // Nobody has agreed to it: then there is nothing to keep.
        bool anybody = !has_purposes;
        const Reading count = sql().profile_count();
        if (has_purposes)
            server.read(count.sql, count.types, [&](std::span<const Cell> row) { anybody = row[0].number != 0; });
        if (anybody) refuse_stale(view_);
        return false;
    }
    kept_number_ = edition->number;
    kept_ = std::make_unique<KeptGroups>(view_, *edition, sql(), server, codes_);
    for (std::size_t a = 0; a < codes_.size(); ++a)
        images_.push_back(images_of(*kept_->labels(a), view_.dgh(definition.quasi_identifiers[a]), server));
    lay_out_tuples(
        kept_->tuples(), [&](std::size_t a, std::uint32_t tuple) { return kept_->label(a, tuple); },
        [&](std::uint32_t tuple) { return tuple == kept_->hidden(); });
    return true;
}

std::string Version::reach_groups(std::span<const std::uint32_t> matching) const {
    constexpr std::size_t most_groups = 1000;
    if (matching.size() > most_groups) return "";
    // Those in no group are looked at one by one.
    std::vector<std::string> groups{format("{}", kept_->number(kept_->exempt()))};
    for (const std::uint32_t tuple : matching) groups.push_back(format("{}", kept_->number(tuple)));
    return format("e.grp IN ({})", join(groups, ", "));
}

}  // namespace scrim::postgres
