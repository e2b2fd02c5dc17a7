#include "adapters/postgres/kept_groups.h"

#include "adapters/postgres/maintenance.h"
#include "kernel/core/text.h"

#include <unordered_set>

namespace scrim::postgres {
namespace {

void read(Server& server, const Reading& reading, const Server::OnRow& row) {
    if (reading.kept)
        server.read_lent(reading.sql, reading.types, row);
    else
        server.read(reading.sql, reading.types, row);
}

}  // namespace

KeptGroups::KeptGroups(const View& view, const KeptEdition& edition, const ViewSql& sql, Server& server,
                       std::vector<ValueCodes>& codes)
    : edition_(edition.number) {
    using views::MaintainedGroups;
    const std::size_t dimensions = view.definition.quasi_identifiers.size();
    views::StoredEdition stored = read_groups(edition.number, dimensions, server);
    std::unordered_map<std::uint32_t, std::uint64_t> sizes;
    for (const auto& [group, size] : read_sizes(edition.number, server)) sizes.emplace(group, size);
    std::erase_if(stored.groups, [&](const auto& group) { return !sizes.contains(group.first); });
    for (const auto& [number, box] : stored.groups) {
        tuple_of_.emplace(number, static_cast<std::uint32_t>(numbers_.size()));
        numbers_.push_back(number);
        sizes_.push_back(sizes[number]);
    }
    for (const std::uint32_t other : {MaintainedGroups::hidden, MaintainedGroups::exempt}) {
        tuple_of_.emplace(other, static_cast<std::uint32_t>(numbers_.size()));
        numbers_.push_back(other);
        sizes_.push_back(sizes[other]);
    }
    for (std::size_t a = 0; a < dimensions; ++a) {
        Attribute made;
        const Reading values = sql.different_values(a);
        ValueCodes& own = codes.emplace_back(values.types[0]);
        read(server, values, [&](std::span<const Cell> row) { own.add(row[0]); });
        const Column different = own.column();
        const views::ViewAttribute attribute =
            edition_attribute(view, a, different.domain(), different.domain().has_null(), stored);
        own.finish(attribute);
        std::vector<Span> published;
        if (!attribute.has_dgh()) {
            // Nothing is named that nobody shows.
            std::unordered_set<std::int64_t> shown;
            read(server, sql.shown_groups(a), [&](std::span<const Cell> row) { shown.insert(row[0].number); });
            for (const auto& [group, box] : stored.groups)
                if (const auto span = attribute.hierarchy()->find(box[a]); span && shown.contains(group))
                    published.push_back(*span);
            const Reading exempt_values = sql.exempt_values(a);
            read(server, exempt_values, [&](std::span<const Cell> row) {
                if (const auto leaf = own.leaf(row[0]); leaf && !row[0].is_null) published.push_back(Span::of(*leaf));
            });
        }
        const views::LabelMap map = attribute.labels(std::move(published));
        made.labels = map.labels();
        const Domain& domain = attribute.hierarchy()->domain();
        for (const auto& [group, box] : stored.groups) {
            made.shown.push_back(made.labels->find(box[a]).value_or(made.labels->hidden()));
            made.boxes.push_back(attribute.hierarchy()->find(box[a]).value_or(domain.whole()));
        }
        made.shown.push_back(made.labels->hidden());
        made.shown.push_back(views::ViewLabels::none);
        for (Code leaf = 0; leaf < domain.size(); ++leaf)
            made.own.push_back(map.label_of(Span::of(leaf)).value_or(views::ViewLabels::none));
        attributes_.push_back(std::move(made));
    }
}

void refuse_stale(const View& view) {
    throw Refused(
        format("what is kept of the materialized view {} is not what its tables hold", quoted(view.definition.name)),
        "its owner begins it anew with scrim.refresh(view)", Refused::Kind::data);
}

std::uint32_t KeptGroups::find(std::int64_t group) const {
    const auto found = tuple_of_.find(group);
    return found == tuple_of_.end() ? none : found->second;
}

}  // namespace scrim::postgres
