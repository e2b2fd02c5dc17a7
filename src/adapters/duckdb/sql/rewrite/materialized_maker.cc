// A version of a materialized view, from the edition that is stored.
#include "adapters/duckdb/sql/catalog/generalized_type.h"
#include "adapters/duckdb/sql/rewrite/view_maker.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <set>

namespace scrim::sql {

using duckdb::ColumnDataCollection;
using duckdb::LogicalType;

views::ViewAttribute edition_attribute(const ViewExpander& expander, const ViewEntry& entry, std::size_t attribute,
                                       const Domain& values, bool has_null, const views::StoredEdition& stored) {
    const views::GeneralizedColumn& column = entry.definition.quasi_identifiers[attribute];
    const views::DghEdges* dgh = dgh_of(expander, column);
    std::set<std::string> all;
    for (Code code = 0; code < values.values(); ++code) all.insert(values.label(code));
    // A stored box may show a value that no record has any more.
    if (dgh == nullptr)
        for (const auto& [group, box] : stored.groups)
            if (box[attribute] != "*") all.insert(box[attribute]);
    // A group that is shown as the top must not be taken for one of the only value below it.
    views::ViewAttribute made = must(views::ViewAttribute::make(
        column.column, dgh, std::make_shared<const Domain>(Domain::of_text({all.begin(), all.end()}, has_null)),
        entry.definition.unknown_value, /*nodes_apart=*/true));
    made.forbid_intervals();
    return made;
}

// From the edition that is stored for this purpose and recipient. False when there is none: nobody has agreed to it.
bool make_materialized(ViewExpander& expander, ViewVersion& version, const views::TailScope& tail) {
    const views::ViewDefinition& view = version.definition();
    duckdb::Connection& connection = expander.connection();
    const EditionKey* found = nullptr;
    const std::vector<EditionKey> keys = list_editions(connection, view.name);
    for (const EditionKey& key : keys)
        if ((!version.profile.purpose || same_sql_name(key.purpose, tail.purpose)) &&
            (!version.profile.recipient || same_sql_name(key.recipient, tail.recipient)))
            found = &key;
    if (found == nullptr) return false;
    views::StoredEdition stored;
    stored.groups = read_groups(connection, found->number);
    version.members = run_sql(connection, members_sql(found->number));
    const std::size_t dimensions = view.quasi_identifiers.size();
    duckdb::vector<LogicalType> types{LogicalType::UINTEGER};
    for (std::size_t a = 0; a < dimensions; ++a) {
        const auto values = run_sql(expander.connection(),
                                    expander.over_query(version.sql().different_values(a), version.entry(), tail));
        const Column different = encoded_column(values->Collection(), 0);
        const views::ViewAttribute attribute =
            edition_attribute(expander, version.entry(), a, different.domain(), different.domain().has_null(), stored);
        ViewVersion::SensitiveMap map;
        std::vector<Span> published;
        if (!attribute.has_dgh()) {
            const auto groups = expander.run_over(version.sql().shown_groups(a), version.members->Collection(),
                                                  {"id", "grp"}, version.entry(), tail);
            const auto shown_groups = numbers_of<std::uint32_t>(groups->Collection(), 0);
            const std::set<std::uint32_t> with_consent(shown_groups.begin(), shown_groups.end());
            for (const auto& [group, box] : stored.groups)
                if (const auto span = attribute.hierarchy()->find(box[a]); span && with_consent.contains(group))
                    published.push_back(*span);
            const auto own = expander.run_over(version.sql().exempt_values(a), version.members->Collection(),
                                               {"id", "grp"}, version.entry(), tail);
            for (const Code code : attribute.codes(encoded_column(own->Collection(), 0)))
                if (code != attribute.null_code()) published.push_back(Span::of(code));
        }
        const views::LabelMap shown_as = attribute.labels(std::move(published));
        map.labels = shown_as.labels();
        map.has_null = different.domain().has_null();
        types.push_back(generalized_type(map.labels));
        const duckdb::vector<LogicalType> map_types{values->types[0], types.back()};
        map.map = std::make_unique<ColumnDataCollection>(duckdb::Allocator::DefaultAllocator(), map_types);
        duckdb::DataChunk chunk_out;
        chunk_out.Initialize(duckdb::Allocator::DefaultAllocator(), map_types);
        std::size_t first = 0;
        const std::vector<Code> codes = attribute.codes(different);
        for (auto& chunk : values->Collection().Chunks()) {
            chunk_out.Reset();
            chunk_out.data[0].Reference(chunk.data[0]);
            LabelWriter labels(chunk_out.data[1]);
            for (std::size_t row = 0; row < chunk.size(); ++row) {
                const auto label = shown_as.label_of(Span::of(codes[first + row]));
                if (label)
                    labels.set(row, *label);
                else
                    duckdb::FlatVector::SetNull(chunk_out.data[1], row, true);
            }
            chunk_out.SetCardinality(chunk.size());
            map.map->Append(chunk_out);
            first += chunk.size();
        }
        version.exact.push_back(std::move(map));
    }
    types.push_back(LogicalType::BOOLEAN);
    version.tuples = std::make_unique<ColumnDataCollection>(duckdb::Allocator::DefaultAllocator(), types);
    duckdb::DataChunk groups;
    groups.Initialize(duckdb::Allocator::DefaultAllocator(), types);
    std::size_t filled = 0;
    const auto add = [&](std::uint32_t group, const std::vector<std::string>* box, bool hidden) {
        duckdb::FlatVector::GetData<std::uint32_t>(groups.data[0])[filled] = group;
        for (std::size_t a = 0; a < dimensions; ++a) {
            const views::Labels& labels = *version.exact[a].labels;
            const auto shown = box != nullptr ? labels.find((*box)[a]) : std::nullopt;
            LabelWriter(groups.data[a + 1]).set(filled, shown.value_or(labels.hidden()));
        }
        duckdb::FlatVector::GetData<bool>(groups.data[dimensions + 1])[filled] = hidden;
        groups.SetCardinality(++filled);
        if (filled < STANDARD_VECTOR_SIZE) return;
        version.tuples->Append(groups);
        groups.Reset();
        filled = 0;
    };
    for (const auto& [group, box] : stored.groups) add(group, &box, false);
    add(views::MaintainedGroups::hidden, nullptr, true);
    add(views::MaintainedGroups::exempt, nullptr, false);
    if (filled > 0) version.tuples->Append(groups);
    for (std::size_t s = 0; s < view.sensitive.size(); ++s) make_sensitive_map(expander, version, tail, s);
    return true;
}

}  // namespace scrim::sql
