#include "engine/sql/view_maker.h"

#include "core/text.h"
#include "engine/database.h"
#include "engine/sql/generalised_type.h"
#include "engine/sql/text_column.h"
#include "models/model.h"

#include <algorithm>

namespace scrim {
namespace {

using duckdb::ColumnDataCollection;
using duckdb::LogicalType;

[[noreturn]] void refuse(const std::string& message) { throw duckdb::BinderException(message); }

template <class T>
T must(Result<T> result) {
    if (!result) refuse(result.error().message);
    return *std::move(result);
}

duckdb::unique_ptr<duckdb::MaterializedQueryResult> run(ViewExpander& expander, duckdb::unique_ptr<duckdb::SQLStatement> sql) {
    auto result = expander.connection().Query(std::move(sql));
    if (result->HasError()) result->ThrowError();
    return duckdb::unique_ptr_cast<duckdb::QueryResult, duckdb::MaterializedQueryResult>(std::move(result));
}

void check_columns(const ViewVersion& version) {
    const ViewDefinition& view = version.definition();
    const auto check = [&](const std::string& column, const char* what) {
        if (std::none_of(version.columns.begin(), version.columns.end(), [&](const auto& c) { return same_sql_name(c, column); }))
            refuse(format("{} {} is not a column of the view's query{}; it has {}", what, quoted(column),
                          did_you_mean(column, version.columns), list_some(version.columns, 20)));
    };
    check(view.id, "the identifier");
    for (const auto& attribute : view.quasi_identifiers) check(attribute.column, "the quasi-identifier");
    for (const auto& attribute : view.sensitive) check(attribute.column, "the sensitive attribute");
    if (view.has_profile()) check(view.profile.column, "the profile column");
    for (const auto& disclosure : view.disclose) check(disclosure.column, "DISCLOSE names");
    for (const auto& retention : view.retain) {
        check(retention.column, "RETAIN names");
        if (retention.until.empty()) check(retention.since, "RETAIN … SINCE names");
    }
    if (version.policy && !version.policy->since.empty()) check(version.policy->since, "the policy counts since");
    for (std::size_t i = 0; i < version.columns.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (same_sql_name(version.columns[i], version.columns[j]))
                refuse(format("the view's query has two columns called {}; rename one with AS", quoted(version.columns[i])));
}

void describe_profile(ViewExpander& expander, ViewVersion& version) {
    const ProfileReference& reference = version.definition().profile;
    const auto prepared = expander.connection().Prepare("SELECT * FROM " + profile_table(version.entry()));
    if (prepared->HasError()) prepared->error.Throw();
    ProfileShape& shape = version.profile;
    shape.columns = prepared->GetNames();
    const auto type_of = [&](const std::string& column) {
        for (std::size_t c = 0; c < shape.columns.size(); ++c)
            if (same_sql_name(shape.columns[c], column)) return prepared->GetTypes()[c];
        return LogicalType(duckdb::LogicalTypeId::SQLNULL);
    };
    const auto must_be = [&](const std::string& column, bool right, const char* what) {
        if (!right) refuse(format("{} of {} must be {}, not {}", quoted(column), reference.table, what, type_of(column).ToString()));
    };
    const auto whole = [&](const std::string& column) { must_be(column, type_of(column).IsIntegral(), "whole numbers"); };
    const auto choice = [&](const std::string& column) {
        must_be(column, type_of(column).id() == duckdb::LogicalTypeId::BOOLEAN, "BOOLEAN");
    };
    const auto time = [&](const std::string& column) { must_be(column, type_of(column).IsTemporal(), "dates or timestamps"); };
    shape.purpose = shape.has("purpose");
    shape.recipient = shape.has("recipient");
    const auto check = [&](const std::string& column, const char* what) {
        if (!shape.has(column))
            refuse(format("{} {} is not a column of {}{}; it has {}", what, quoted(column), reference.table,
                          did_you_mean(column, shape.columns), list_some(shape.columns, 20)));
    };
    check(reference.k_column, "the column of k");
    if (!reference.level_column.empty()) check(reference.level_column, "the column of levels");
    shape.key = reference.key.empty() ? reference.column : reference.key;
    if (!shape.has(shape.key) && reference.key.empty())
        refuse(format("{} has no column {} for {} to refer to; say KEY and its name", reference.table, quoted(shape.key),
                      quoted(reference.column)));
    check(shape.key, "KEY");
    whole(reference.k_column);
    if (!reference.level_column.empty()) whole(reference.level_column);
    for (const auto& disclosure : version.definition().disclose) {
        check(disclosure.choice, "DISCLOSE … IF names");
        choice(disclosure.choice);
    }
    for (const auto& retention : version.definition().retain)
        if (!retention.until.empty()) {
            check(retention.until, "RETAIN … UNTIL names");
            time(retention.until);
        }
    for (const std::string& column : version.columns) {
        if (shape.has(column + "_op")) choice(column + "_op");
        if (shape.has(column + "_until")) time(column + "_until");
    }
}

void describe_policy(ViewExpander& expander, ViewVersion& version) {
    const std::string& name = version.definition().policy;
    if (name.empty()) return;
    const auto found = expander.catalog().policies.find(name);
    if (found == expander.catalog().policies.end()) refuse(format("there is no policy {}; make it with CREATE POLICY", quoted(name)));
    version.policy = found->second;
}

const DghEdges* dgh_of(const ViewExpander& expander, const GeneralisedColumn& column) {
    if (column.dgh.empty()) return nullptr;
    const auto& dghs = expander.catalog().dghs;
    const auto found = dghs.find(column.dgh);
    std::vector<std::string> names;
    for (const auto& [name, edges] : dghs) names.push_back(name);
    if (found == dghs.end())
        refuse(format("there is no DGH {}{}; make it with CREATE DGH", quoted(column.dgh), did_you_mean(column.dgh, names)));
    if (found->second.empty()) refuse(format("DGH {} is empty; fill it with INSERT INTO DGH", quoted(column.dgh)));
    return &found->second;
}

// What a view below shows in this column; null for others.
std::shared_ptr<const Labels> labels_below(const ViewVersion& version, const std::string& column) {
    for (std::size_t c = 0; c < version.columns.size(); ++c)
        if (same_sql_name(version.columns[c], column)) return labels_of(version.types[c]);
    return nullptr;
}

// The hierarchy of such a column.
std::optional<DghEdges> edges_of(const Labels* below) {
    if (below == nullptr || !below->of_hierarchy_nodes()) return std::nullopt;
    DghEdges edges;
    const auto nodes = below->hierarchy().nodes();
    const Domain& domain = below->hierarchy().domain();
    for (std::size_t n = 1; n < nodes.size(); ++n)
        if (!domain.has_null() || nodes[n].span != Span::of(domain.null_code()))
            edges.emplace_back(nodes[n].label, nodes[nodes[n].parent].label);
    return edges;
}

ViewAttribute attribute_of(const TextColumn& texts, const GeneralisedColumn& column, const DghEdges* dgh,
                           ViewDefinition::UnknownValue unknown) {
    return must(ViewAttribute::make(column.column, dgh, texts.values, texts.has_null, unknown));
}

// The value that each code stands for in the base; none for codes that no row has.
std::vector<duckdb::Value> base_values(const ColumnDataCollection& collection, std::size_t column, const std::vector<Code>& codes,
                                       Code domain) {
    constexpr Code most = 4096;
    std::vector<duckdb::Value> values;
    if (domain > most) return values;
    values.resize(domain);
    std::vector<char> known(domain, 0);
    std::size_t first = 0;
    for (auto& chunk : collection.Chunks({column})) {
        for (std::size_t row = 0; row < chunk.size(); ++row)
            if (const Code code = codes[first + row]; !std::exchange(known[code], 1)) values[code] = chunk.GetValue(0, row);
        first += chunk.size();
    }
    return values;
}

void read_blocks(ViewExpander& expander, ViewVersion& version, const TailScope& tail) {
    if (version.definition().block == 0) return;
    const auto keys = run(expander, expander.over_query(version.sql().sort_keys(), version.entry(), tail));
    std::uint64_t row = 0;
    for (auto& chunk : keys->Collection().Chunks()) {
        chunk.data[0].Flatten(chunk.size());
        const auto* data = duckdb::FlatVector::GetData<duckdb::string_t>(chunk.data[0]);
        for (std::size_t i = 0; i < chunk.size(); ++i)
            if (++row % version.definition().block == 0) version.block_ends.push_back(data[i].GetString());
    }
}

// (q0, …, k[, block], tuple) of the first row of each combination: with sensitive values in the histogram there are
// several.
std::unique_ptr<ColumnDataCollection> lay_out_tuples(const ColumnDataCollection& histogram, std::size_t kept,
                                                     const ViewTuples& tuples) {
    duckdb::vector<LogicalType> types(histogram.Types().begin(), histogram.Types().begin() + static_cast<std::ptrdiff_t>(kept));
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
            if (!tuples.sensitive.empty()) {
                std::string key;
                for (const auto& values : tuples.values) key.append(reinterpret_cast<const char*>(&values[row]), sizeof(Code));
                key.append(reinterpret_cast<const char*>(&tuples.k[row]), sizeof(std::uint32_t));
                if (!tuples.blocks.empty()) key.append(reinterpret_cast<const char*>(&tuples.blocks[row]), sizeof(std::uint32_t));
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

void make_sensitive_map(ViewExpander& expander, ViewVersion& version, const TailScope& tail, std::size_t s) {
    const GeneralisedColumn& column = version.definition().sensitive[s];
    ViewVersion::SensitiveMap& made = version.sensitive[s];
    const DghEdges* dgh = dgh_of(expander, column);
    if (dgh == nullptr) return;
    const auto values = run(expander, expander.over_query(version.sql().sensitive_values(s), version.entry(), tail));
    const TextColumn texts(values->Collection(), 0);
    const ViewAttribute attribute = attribute_of(texts, column, dgh, version.definition().unknown_value);
    const std::vector<Code> codes = texts.codes(attribute);
    made.labels = attribute.node_labels();
    made.has_null = texts.has_null;
    const LogicalType type = generalised_type(made.labels);
    const auto levels = run(expander, expander.over_query(version.sql().levels(), version.entry(), tail));
    const duckdb::vector<LogicalType> types{values->types[0], LogicalType::INTEGER, type, type};
    made.map = std::make_unique<ColumnDataCollection>(duckdb::Allocator::DefaultAllocator(), types);
    duckdb::DataChunk chunk_out;
    chunk_out.Initialize(duckdb::Allocator::DefaultAllocator(), types);
    const Hierarchy& hierarchy = *attribute.hierarchy();
    for (const std::int32_t level : numbers_of<std::int32_t>(levels->Collection(), 0)) {
        std::size_t first = 0;
        for (auto& chunk : values->Collection().Chunks()) {
            chunk_out.Reset();
            chunk_out.data[0].Reference(chunk.data[0]);
            LabelWriter labels(chunk_out.data[2]), tops(chunk_out.data[3]);
            for (std::size_t row = 0; row < chunk.size(); ++row) {
                duckdb::FlatVector::GetData<std::int32_t>(chunk_out.data[1])[row] = level;
                Hierarchy::NodeId node = hierarchy.leaf(codes[first + row]);
                for (std::int32_t step = 0; step < level && node != 0; ++step) node = hierarchy.nodes()[node].parent;
                const auto label = made.labels->label_of_node(node);
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

}  // namespace

std::vector<std::uint32_t> read_k(const ViewVersion& version, const std::vector<std::int32_t>& read) {
    std::vector<std::uint32_t> result;
    result.reserve(read.size());
    const std::string& table = version.definition().profile.table;
    for (const std::int32_t k : read) {
        if (k == ViewSql::negative_k) refuse(format("a profile in {} has a negative k; k is 0 or more", table));
        if (k == ViewSql::missing_k && version.definition().missing_profile == ViewDefinition::MissingProfile::refuse)
            refuse(format("somebody has no profile in {} for this purpose and recipient, and the view says MISSING PROFILE "
                          "REFUSE",
                          table));
        result.push_back(k == ViewSql::missing_k ? ViewTuples::no_profile : static_cast<std::uint32_t>(k));
    }
    return result;
}

void check_profile_doubles(ViewExpander& expander, ViewVersion& version) {
    if (!version.definition().has_profile()) return;
    const auto doubles = run_sql(expander.connection(), version.sql().profile_doubles());
    version.profile.unique = doubles->GetValue(0, 0) == doubles->GetValue(1, 0);
}

ViewAttribute edition_attribute(const ViewExpander& expander, const ViewEntry& entry, std::size_t attribute,
                                const TextColumn& texts, const StoredEdition& stored) {
    const GeneralisedColumn& column = entry.definition.quasi_identifiers[attribute];
    const DghEdges* dgh = dgh_of(expander, column);
    TextColumn all = texts;
    // A stored box may show a value that no record has any more.
    if (dgh == nullptr)
        for (const auto& [group, box] : stored.groups)
            if (box[attribute] != "*" && std::find(all.values.begin(), all.values.end(), box[attribute]) == all.values.end())
                all.values.push_back(box[attribute]);
    ViewAttribute made = attribute_of(all, column, dgh, entry.definition.unknown_value);
    made.forbid_intervals();
    return made;
}

// What is wrong whatever the data are.
void check_clauses(ViewExpander& expander, const ViewDefinition& view) {
    for (const Retention& retention : view.retain)
        if (retention.until.empty() &&
            expander.connection().Query(format("SELECT CAST({} AS INTERVAL)", sql_text(retention.period)))->HasError())
            refuse(format("RETAIN … FOR {}: this is not an interval; write '90 days' or '2 years'", quoted(retention.period)));
    for (const Requirement& requirement : view.require)
        if (must(make_model(requirement))->info().traits.needs_sensitive && view.sensitive.empty())
            refuse(format("REQUIRE {}: the view has no sensitive attribute to judge; name one with ANONYMIZATION_SENSITIVE_ATTR",
                          requirement.model));
}

std::shared_ptr<ViewVersion> describe_view(ViewExpander& expander, const ViewEntry& entry, const TailScope& tail) {
    auto version = std::make_shared<ViewVersion>(entry, tail.purpose, tail.recipient);
    const auto prepared = expander.connection().Prepare(expander.over_query("SELECT * FROM scrim_base", entry, tail));
    if (prepared->HasError()) prepared->error.Throw();
    version->columns = prepared->GetNames();
    version->types = prepared->GetTypes();
    describe_policy(expander, *version);
    check_columns(*version);
    if (entry.definition.has_profile()) describe_profile(expander, *version);
    check_clauses(expander, entry.definition);
    for (const auto& column : entry.definition.quasi_identifiers) dgh_of(expander, column);
    for (const auto& column : entry.definition.sensitive) dgh_of(expander, column);
    version->sensitive.resize(entry.definition.sensitive.size());
    return version;
}

// From the edition that is stored for this purpose and recipient. False when there is none: nobody has agreed to it.
bool make_materialised(ViewExpander& expander, ViewVersion& version, const TailScope& tail) {
    const ViewDefinition& view = version.definition();
    duckdb::Connection& connection = expander.connection();
    const EditionKey* found = nullptr;
    const std::vector<EditionKey> keys = list_editions(connection, view.name);
    for (const EditionKey& key : keys)
        if ((!version.profile.purpose || same_sql_name(key.purpose, tail.purpose)) &&
            (!version.profile.recipient || same_sql_name(key.recipient, tail.recipient)))
            found = &key;
    if (found == nullptr) return false;
    StoredEdition stored;
    stored.groups = read_groups(connection, found->number);
    version.members = run_sql(connection, members_sql(found->number));
    const std::size_t dimensions = view.quasi_identifiers.size();
    duckdb::vector<LogicalType> types{LogicalType::UINTEGER};
    for (std::size_t a = 0; a < dimensions; ++a) {
        const auto values = run(expander, expander.over_query(version.sql().different_values(a), version.entry(), tail));
        const TextColumn texts(values->Collection(), 0);
        const ViewAttribute attribute = edition_attribute(expander, version.entry(), a, texts, stored);
        ViewVersion::SensitiveMap map;
        std::vector<Span> published;
        if (!attribute.has_dgh()) {
            for (const auto& [group, box] : stored.groups)
                if (const auto span = attribute.hierarchy()->find(box[a])) published.push_back(*span);
            const auto own = expander.run_over(version.sql().exempt_values(a), version.members->Collection(), {"id", "grp"},
                                               version.entry(), tail);
            const TextColumn shown(own->Collection(), 0);
            for (const std::string& value : shown.values) published.push_back(Span::of(attribute.code_of(value)));
        }
        map.labels = attribute.labels(std::move(published));
        map.has_null = texts.has_null;
        types.push_back(generalised_type(map.labels));
        const duckdb::vector<LogicalType> map_types{values->types[0], types.back()};
        map.map = std::make_unique<ColumnDataCollection>(duckdb::Allocator::DefaultAllocator(), map_types);
        duckdb::DataChunk chunk_out;
        chunk_out.Initialize(duckdb::Allocator::DefaultAllocator(), map_types);
        std::size_t first = 0;
        const std::vector<Code> codes = texts.codes(attribute);
        for (auto& chunk : values->Collection().Chunks()) {
            chunk_out.Reset();
            chunk_out.data[0].Reference(chunk.data[0]);
            LabelWriter labels(chunk_out.data[1]);
            for (std::size_t row = 0; row < chunk.size(); ++row) {
                const auto label = map.labels->label_of(Span::of(codes[first + row]));
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
            const Labels& labels = *version.exact[a].labels;
            LabelId label = labels.hidden();
            if (box != nullptr)
                if (const auto span = labels.hierarchy().find((*box)[a])) label = labels.label_of(*span).value_or(label);
            LabelWriter(groups.data[a + 1]).set(filled, label);
        }
        duckdb::FlatVector::GetData<bool>(groups.data[dimensions + 1])[filled] = hidden;
        groups.SetCardinality(++filled);
        if (filled < STANDARD_VECTOR_SIZE) return;
        version.tuples->Append(groups);
        groups.Reset();
        filled = 0;
    };
    for (const auto& [group, box] : stored.groups) add(group, &box, false);
    add(MaintainedGroups::hidden, nullptr, true);
    add(MaintainedGroups::exempt, nullptr, false);
    if (filled > 0) version.tuples->Append(groups);
    for (std::size_t s = 0; s < view.sensitive.size(); ++s) make_sensitive_map(expander, version, tail, s);
    return true;
}

ViewVersionPtr make_version(ViewExpander& expander, const ViewEntry& entry, const TailScope& tail, bool all_values) {
    const std::shared_ptr<ViewVersion> version = describe_view(expander, entry, tail);
    const ViewDefinition& view = entry.definition;
    publish_version(version);
    check_profile_doubles(expander, *version);
    if (view.materialized && make_materialised(expander, *version, tail)) return version;
    read_blocks(expander, *version, tail);
    const bool sensitive = !view.require.empty();
    const auto histogram = run(expander, expander.over_query(version->sql().histogram(version->id(), sensitive), entry, tail));
    const ColumnDataCollection& rows = histogram->Collection();
    const std::size_t dimensions = view.quasi_identifiers.size();
    std::size_t column = 0;
    ViewTuples tuples;
    for (; column < dimensions; ++column) {
        const TextColumn texts(rows, column);
        const GeneralisedColumn& named = view.quasi_identifiers[column];
        const DghEdges* dgh = dgh_of(expander, named);
        const auto below = dgh == nullptr ? labels_below(*version, named.column) : nullptr;
        const std::optional<DghEdges> edges = edges_of(below.get());
        tuples.attributes.push_back(attribute_of(texts, named, edges ? &*edges : dgh, view.unknown_value));
        if (below && !edges) tuples.attributes.back().show_labels_of(below);
        tuples.values.push_back(texts.codes(tuples.attributes.back()));
        version->has_null.push_back(texts.has_null);
        version->base_values.push_back(base_values(rows, column, tuples.values.back(),
                                                   tuples.attributes.back().hierarchy()->domain().size()));
    }
    tuples.k = read_k(*version, numbers_of<std::int32_t>(rows, column++));
    version->profile.complete =
        std::find(tuples.k.begin(), tuples.k.end(), ViewTuples::no_profile) == tuples.k.end();
    if (view.block > 0) tuples.blocks = numbers_of<std::uint32_t>(rows, column++);
    const std::size_t kept = column;
    if (sensitive)
        for (const GeneralisedColumn& named : view.sensitive) {
            const TextColumn texts(rows, column++);
            tuples.sensitive.push_back(attribute_of(texts, named, dgh_of(expander, named), view.unknown_value));
            tuples.sensitive_names.push_back(named.column);
            tuples.sensitive_values.push_back(texts.codes(tuples.sensitive.back()));
        }
    for (const std::int64_t n : numbers_of<std::int64_t>(rows, column)) tuples.counts.push_back(static_cast<std::uint32_t>(n));
    version->tuples = lay_out_tuples(rows, kept, tuples);
    ViewRecoding::Models models;
    for (const Requirement& requirement : view.require) models.push_back(must(make_model(requirement)));
    version->labels = std::make_unique<ViewLabels>(must(ViewRecoding::make(std::move(tuples), std::move(models), view.recoder)), all_values);
    for (std::size_t s = 0; s < view.sensitive.size(); ++s) make_sensitive_map(expander, *version, tail, s);
    return version;
}

}  // namespace scrim
