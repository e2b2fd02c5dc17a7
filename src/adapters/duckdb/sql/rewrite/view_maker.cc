#include "adapters/duckdb/sql/rewrite/view_maker.h"

#include "adapters/duckdb/files/sql_text.h"
#include "adapters/duckdb/sql/catalog/generalized_type.h"
#include "adapters/duckdb/sql/catalog/materialized_shape.h"
#include "adapters/duckdb/sql/catalog/result_columns.h"
#include "kernel/core/text.h"
#include "kernel/models/model.h"
#include "methods/views/recoding/different_hashes.h"

#include <algorithm>
#include <chrono>

namespace scrim::sql {
namespace {

using duckdb::ColumnDataCollection;
using duckdb::LogicalType;

// What a view below shows in this column; null for others.
std::shared_ptr<const views::Labels> labels_below(const ViewVersion& version, const std::string& column) {
    for (std::size_t c = 0; c < version.columns.size(); ++c)
        if (same_sql_name(version.columns[c], column)) return labels_of(version.types[c]);
    return nullptr;
}

// The value that each code stands for in the base; none for codes that no row has.
std::vector<duckdb::Value> base_values(const ColumnDataCollection& collection, std::size_t column,
                                       const std::vector<Code>& codes, Code domain) {
    constexpr Code most = 4096;
    std::vector<duckdb::Value> values;
    if (domain > most) return values;
    values.resize(domain);
    std::vector<char> known(domain, 0);
    std::size_t first = 0;
    for (auto& chunk : collection.Chunks({column})) {
        for (std::size_t row = 0; row < chunk.size(); ++row)
            if (const Code code = codes[first + row]; !std::exchange(known[code], 1))
                values[code] = chunk.GetValue(0, row);
        first += chunk.size();
    }
    return values;
}

void read_blocks(ViewExpander& expander, ViewVersion& version, const views::TailScope& tail) {
    if (version.definition().block == 0) return;
    const auto keys = run_sql(expander.connection(), expander.over_query(version.sql().sort_keys(), version.entry(),
                                                                         tail, version.base.get()));
    std::uint64_t row = 0;
    for (auto& chunk : keys->Collection().Chunks()) {
        chunk.data[0].Flatten(chunk.size());
        const auto* data = duckdb::FlatVector::GetData<duckdb::string_t>(chunk.data[0]);
        for (std::size_t i = 0; i < chunk.size(); ++i)
            if (++row % version.definition().block == 0) version.block_ends.push_back(data[i].GetString());
    }
}

// Labels are made of what people consent to now, until somebody's consent ends.
void read_clock(ViewExpander& expander, ViewVersion& version, const views::TailScope& tail) {
    if (!version.sql().has_time_limits()) return;
    version.time = expander.now();
    const auto since = std::chrono::steady_clock::now();
    const auto next = run_sql(expander.connection(),
                              expander.over_query(version.sql().next_end(), version.entry(), tail, version.base.get()));
    if (const duckdb::Value left = next->GetValue(0, 0); !left.IsNull()) {
        constexpr std::int64_t most = std::int64_t{1} << 50;  // some 35 years
        version.ends = since + std::chrono::microseconds(std::min(left.GetValue<std::int64_t>(), most));
    }
}

// The query is a plain SELECT over a table whose primary key the identifier is.
bool is_primary_key(ViewExpander& expander, const ViewEntry& entry) {
    const MaterializedShape shape = shape_of_view(expander.connection(), entry);
    if (!shape.table || shape.id_column.empty()) return false;
    return run_sql(expander.connection(),
                   format("SELECT 1 FROM duckdb_constraints() WHERE constraint_type = 'PRIMARY KEY' AND "
                          "lower(database_name) = lower({}) AND lower(schema_name) = lower({}) AND lower(table_name) = "
                          "lower({}) AND len(constraint_column_names) = 1 AND lower(constraint_column_names[1]) = "
                          "lower({})",
                          engine::sql_text(shape.table->database), engine::sql_text(shape.table->schema),
                          engine::sql_text(shape.table->name), engine::sql_text(shape.id_column)))
               ->RowCount() > 0;
}

// Whether every record is another person's. Different hashes are of different identifiers; should two share one, the
// persons are counted, which is always right.
bool is_one_record_each(ViewExpander& expander, const ViewVersion& version, const views::TailScope& tail) {
    if (!version.definition().has_profile() && version.definition().k <= 1) return true;  // nobody asks for a group
    if (is_primary_key(expander, version.entry())) return true;
    const auto read = run_sql(expander.connection(), expander.over_query(version.sql().identifier_hashes(),
                                                                         version.entry(), tail, version.base.get()));
    const std::vector<std::uint64_t> hashes = numbers_of<std::uint64_t>(read->Collection(), 0);
    return std::find(hashes.begin(), hashes.end(), 0u) == hashes.end() && views::are_different(hashes);
}

// (q0, …, k[, block], tuple) of the first row of each combination: with sensitive values or persons in the histogram
// there are several.
std::unique_ptr<ColumnDataCollection> lay_out_tuples(const ColumnDataCollection& histogram, std::size_t kept,
                                                     const std::vector<std::int32_t>& k,
                                                     const views::ViewTuples& tuples) {
    duckdb::vector<LogicalType> types(histogram.Types().begin(),
                                      histogram.Types().begin() + static_cast<std::ptrdiff_t>(kept));
    types.push_back(LogicalType::UINTEGER);
    auto result = std::make_unique<ColumnDataCollection>(duckdb::Allocator::DefaultAllocator(), types);
    std::unordered_map<std::string, char> seen;
    duckdb::vector<duckdb::column_t> columns;
    for (std::size_t c = 0; c < kept; ++c) columns.push_back(c);
    duckdb::DataChunk chunk_out;
    chunk_out.Initialize(duckdb::Allocator::DefaultAllocator(), types);
    std::uint32_t row = 0;
    for (auto& chunk : histogram.Chunks(columns)) {
        chunk_out.Reset();
        duckdb::SelectionVector selection(STANDARD_VECTOR_SIZE);
        std::size_t count = 0;
        auto* numbers_out = duckdb::FlatVector::GetData<std::uint32_t>(chunk_out.data[kept]);
        for (std::size_t i = 0; i < chunk.size(); ++i, ++row) {
            if (!tuples.sensitive.empty() || !tuples.one_record_each()) {
                std::string key;
                for (const auto& values : tuples.values)
                    key.append(reinterpret_cast<const char*>(&values[row]), sizeof(Code));
                key.append(reinterpret_cast<const char*>(&k[row]), sizeof(k[row]));
                if (!tuples.blocks.empty())
                    key.append(reinterpret_cast<const char*>(&tuples.blocks[row]), sizeof(std::uint32_t));
                if (!seen.emplace(std::move(key), 1).second) continue;
            }
            numbers_out[count] = row;
            selection.set_index(count++, i);
        }
        for (std::size_t c = 0; c < kept; ++c) chunk_out.data[c].Slice(chunk.data[c], selection, count);
        chunk_out.SetCardinality(count);
        result->Append(chunk_out);
    }
    return result;
}

// The rows of ViewSql::histogram(): quasi-identifiers, k, perhaps the block, the sensitive attributes and the person;
// then how often, and whether all consent.
views::ViewTuples read_tuples(ViewExpander& expander, ViewVersion& version, const ColumnDataCollection& rows,
                              bool sensitive, bool persons) {
    const views::ViewDefinition& view = version.definition();
    const std::size_t dimensions = view.quasi_identifiers.size(), kept = dimensions + (view.block > 0 ? 2 : 1);
    const std::size_t looked_at = sensitive ? view.sensitive.size() : 0;
    const std::size_t count_at = kept + looked_at + (persons ? 1 : 0);
    std::vector<std::size_t> columns(dimensions + count_at - kept);
    for (std::size_t c = 0; c < columns.size(); ++c) columns[c] = c < dimensions ? c : kept + c - dimensions;
    const Table values = encoded_columns(rows, columns, expander.progress());
    views::ViewTuples tuples;
    for (std::size_t a = 0; a < dimensions; ++a) {
        const views::GeneralizedColumn& named = view.quasi_identifiers[a];
        const views::DghEdges* dgh = dgh_of(expander, named);
        const auto below = dgh == nullptr ? labels_below(version, named.column) : nullptr;
        std::optional<views::DghEdges> edges;
        if (below && below->axis().tree() != nullptr) edges = views::edges_of(*below->axis().tree());
        tuples.attributes.push_back(
            attribute_of(values[a].domain_ptr(), named, edges ? &*edges : dgh, view.unknown_value));
        if (below) tuples.attributes.back().forbid_intervals();  // its values are labels of a view below
        tuples.values.push_back(tuples.attributes.back().codes(values[a]));
        version.has_null.push_back(values[a].domain().has_null());
        version.base_values.push_back(
            base_values(rows, a, tuples.values.back(), tuples.attributes.back().hierarchy()->domain().size()));
    }
    const std::vector<std::int32_t> k = numbers_of<std::int32_t>(rows, dimensions);
    tuples.k = read_k(version, k);
    version.profile.complete =
        std::find(tuples.k.begin(), tuples.k.end(), views::ViewTuples::no_profile) == tuples.k.end();
    if (view.block > 0) tuples.blocks = numbers_of<std::uint32_t>(rows, dimensions + 1);
    for (std::size_t s = 0; s < looked_at; ++s) {
        const views::GeneralizedColumn& named = view.sensitive[s];
        const Column& of_all = values[dimensions + s];
        tuples.sensitive.push_back(
            attribute_of(of_all.domain_ptr(), named, dgh_of(expander, named), view.unknown_value));
        tuples.sensitive_names.push_back(named.column);
        tuples.sensitive_values.push_back(tuples.sensitive.back().codes(of_all));
    }
    for (const std::int64_t n : numbers_of<std::int64_t>(rows, count_at))
        tuples.counts.push_back(static_cast<std::uint32_t>(n));
    for (std::size_t a = 0; a < dimensions; ++a) {
        const std::vector<bool> all_consent = numbers_of<bool>(rows, count_at + 1 + a);
        tuples.refused.push_back(std::find(all_consent.begin(), all_consent.end(), false) != all_consent.end());
    }
    if (std::find(tuples.refused.begin(), tuples.refused.end(), 1) == tuples.refused.end()) tuples.refused.clear();
    if (persons) tuples.set_persons(values[dimensions + looked_at]);
    version.tuples = lay_out_tuples(rows, kept, k, tuples);
    return tuples;
}

}  // namespace

views::ViewAttribute attribute_of(const DomainPtr& values, const views::GeneralizedColumn& column,
                                  const views::DghEdges* dgh, views::ViewDefinition::UnknownValue unknown) {
    return must(views::ViewAttribute::make(column.column, dgh, values, unknown));
}

void make_sensitive_map(ViewExpander& expander, ViewVersion& version, const views::TailScope& tail, std::size_t s) {
    const views::GeneralizedColumn& column = version.definition().sensitive[s];
    ViewVersion::SensitiveMap& made = version.sensitive[s];
    const views::DghEdges* dgh = dgh_of(expander, column);
    if (dgh == nullptr) return;
    const auto values = run_sql(expander.connection(), expander.over_query(version.sql().sensitive_values(s),
                                                                           version.entry(), tail, version.base.get()));
    const Column different = encoded_column(values->Collection(), 0);
    const views::ViewAttribute attribute =
        attribute_of(different.domain_ptr(), column, dgh, version.definition().unknown_value);
    const std::vector<Code> codes = attribute.codes(different);
    const views::LabelMap map = attribute.labels({});
    made.labels = map.labels();
    made.has_null = different.domain().has_null();
    const LogicalType type = generalized_type(made.labels);
    const auto levels =
        run_sql(expander.connection(), expander.over_query(version.sql().levels(), version.entry(), tail));
    const duckdb::vector<LogicalType> types{values->types[0], LogicalType::INTEGER, type, type};
    made.map = std::make_unique<ColumnDataCollection>(duckdb::Allocator::DefaultAllocator(), types);
    duckdb::DataChunk chunk_out;
    chunk_out.Initialize(duckdb::Allocator::DefaultAllocator(), types);
    const hierarchy::Hierarchy& hierarchy = *attribute.hierarchy();
    for (const std::int32_t level : numbers_of<std::int32_t>(levels->Collection(), 0)) {
        std::size_t first = 0;
        for (auto& chunk : values->Collection().Chunks()) {
            chunk_out.Reset();
            chunk_out.data[0].Reference(chunk.data[0]);
            LabelWriter labels(chunk_out.data[2]), tops(chunk_out.data[3]);
            for (std::size_t row = 0; row < chunk.size(); ++row) {
                duckdb::FlatVector::GetData<std::int32_t>(chunk_out.data[1])[row] = level;
                hierarchy::Hierarchy::NodeId node = hierarchy.leaf(codes[first + row]);
                for (std::int32_t step = 0; step < level && node != 0; ++step) node = hierarchy.nodes()[node].parent;
                const auto label = map.label_of_node(node);
                if (label)
                    labels.set(row, *label);
                else
                    duckdb::FlatVector::SetNull(chunk_out.data[2], row, true);
                tops.set(row, made.labels->hidden());
            }
            chunk_out.SetCardinality(chunk.size());
            made.map->Append(chunk_out);
            first += chunk.size();
        }
    }
}

std::shared_ptr<ViewVersion> make_version(ViewExpander& expander, const ViewEntry& entry, const views::TailScope& tail,
                                          bool all_values) {
    const std::shared_ptr<ViewVersion> version = describe_view(expander, entry, tail);
    const views::ViewDefinition& view = entry.definition;
    version->paper = all_values;
    publish_version(version);
    check_profile_doubles(expander, *version);
    if (version->reading == QueryReading::once)
        version->base = run_sql(expander.connection(), expander.over_query("SELECT * FROM scrim_base", entry, tail));
    read_clock(expander, *version, tail);
    if (view.materialized && make_materialized(expander, *version, tail)) return version;
    read_blocks(expander, *version, tail);
    const bool sensitive = !view.require.empty(), persons = !is_one_record_each(expander, *version, tail);
    const auto histogram =
        run_sql(expander.connection(), expander.over_query(version->sql().histogram(version->id(), sensitive, persons),
                                                           entry, tail, version->base.get()));
    views::ViewTuples tuples = read_tuples(expander, *version, histogram->Collection(), sensitive, persons);
    views::ViewRecoding::Models models;
    for (const Requirement& requirement : view.require) models.push_back(must(models::make_model(requirement)));
    auto recoding = must(views::ViewRecoding::make(std::move(tuples), std::move(models), view.recoders()));
    // One block is needed by whatever is asked: now, while it can be interrupted.
    if (recoding->blocks() == 1 && !recoding->complete(expander.progress())) throw duckdb::InterruptException();
    version->labels = std::make_unique<views::ViewLabels>(std::move(recoding), all_values);
    for (std::size_t s = 0; s < view.sensitive.size(); ++s) make_sensitive_map(expander, *version, tail, s);
    return version;
}

}  // namespace scrim::sql
