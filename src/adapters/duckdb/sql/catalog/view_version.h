// ViewVersion: an anonymization view for one purpose and recipient and one state of the data: its recoding, and the
// tables of labels that its rows are joined with. The same for every query until the data change.
#pragma once

#include "adapters/duckdb/sql/catalog/reading.h"
#include "adapters/duckdb/sql/catalog/view_sql.h"
#include "methods/views/recoding/paper_selection.h"
#include "methods/views/recoding/view_labels.h"

#include <duckdb.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace scrim::sql {

class ViewVersion {
public:
    using Collection = duckdb::ColumnDataCollection;

    ViewVersion(ViewEntry entry, std::string purpose, std::string recipient);

    std::uint64_t id() const { return id_; }
    const views::ViewDefinition& definition() const { return entry_.definition; }
    const ViewEntry& entry() const { return entry_; }
    const std::string& purpose() const { return purpose_; }
    const std::string& recipient() const { return recipient_; }
    ViewSql sql() const {
        ViewSql made{entry_, columns, profile, policy ? &*policy : nullptr, purpose_, recipient_};
        made.as_of(time);
        if (paper) made.count_what_is_refused();
        return made;
    }
    // Whether somebody's consent has ended by time since it was made.
    bool is_over() const { return std::chrono::steady_clock::now() >= ends; }

    // The labels of the combinations, with (q0, …, k[, block], tuple) or also (l0, …, hidden), which needs all blocks.
    Collection& map(ViewPlan plan) const;
    std::size_t block_of(std::string_view sort_key) const;
    // The second form, of the tuples that an answer in the paper's semantics returns, or of those that match.
    std::unique_ptr<Collection> map_of(const views::PaperAnswer& answer) const;
    std::unique_ptr<Collection> map_of(const std::vector<char>& matches) const;

    // Filled by whoever makes it.
    std::vector<std::string> columns;  // of the view's query
    std::vector<duckdb::LogicalType> types;
    ProfileShape profile;
    std::optional<views::PrivacyPolicy> policy;
    QueryReading reading = QueryReading::again;
    duckdb::unique_ptr<duckdb::MaterializedQueryResult> base;  // what its query gave, where that is read once
    bool passes = false;  // made of views whose time limits pass: not for another statement
    bool paper = false;   // for the paper's semantics
    ConsentTime time;     // when it was made, where that matters
    std::chrono::steady_clock::time_point ends = std::chrono::steady_clock::time_point::max();
    std::vector<std::string> block_ends;  // sort keys
    std::unique_ptr<views::ViewLabels> labels;
    std::unique_ptr<Collection> tuples;  // (q0, …, k[, block], tuple)
    struct SensitiveMap {
        std::shared_ptr<const views::Labels> labels;
        std::unique_ptr<Collection> map;  // (value, level, label, top); null without DGH
        bool has_null = false;
    };
    std::vector<SensitiveMap> sensitive;
    std::vector<char> has_null;  // per quasi-identifier
    // Of a materialized view: everybody's group, what each value shows by itself; `tuples` are then the groups, and
    // `labels` is null.
    duckdb::unique_ptr<duckdb::MaterializedQueryResult> members;
    std::vector<SensitiveMap> exact;
    std::vector<std::vector<duckdb::Value>> base_values;  // per quasi-identifier and code, empty where there are many

private:
    // The tuples with shown(tuple), each with label(attribute, tuple) and hidden(tuple).
    template <class Shown, class Label, class Hidden>
    std::unique_ptr<Collection> labeled(Shown shown, Label label, Hidden hidden) const;

    std::uint64_t id_;
    ViewEntry entry_;
    std::string purpose_, recipient_;
    mutable std::once_flag labeled_once_;
    mutable std::unique_ptr<Collection> labeled_;
};

using ViewVersionPtr = std::shared_ptr<const ViewVersion>;

// So that the functions below find it by its number while it lives.
void publish_version(const std::shared_ptr<ViewVersion>& version);

// scrim_label(version, attribute, tuple, row), scrim_hidden(version, tuple, row) and scrim_block(version, sort key).
// The row argument is not looked at: it keeps the engine from asking before it has the row.
void register_view_functions(duckdb::DatabaseInstance& instance);

}  // namespace scrim::sql
