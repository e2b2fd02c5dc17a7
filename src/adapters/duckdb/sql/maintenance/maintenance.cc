#include "adapters/duckdb/sql/maintenance/maintenance.h"

#include "adapters/duckdb/sql/catalog/result_columns.h"
#include "adapters/duckdb/sql/rewrite/view_maker.h"
#include "kernel/core/text.h"

#include <duckdb/common/string_util.hpp>
#include <duckdb/parser/parser.hpp>
#include <duckdb/parser/statement/delete_statement.hpp>
#include <duckdb/parser/statement/insert_statement.hpp>
#include <duckdb/parser/statement/update_statement.hpp>

#include <algorithm>
#include <numeric>
#include <set>

namespace scrim::sql {
namespace {

using duckdb::StatementType;

using ReturningList = duckdb::vector<duckdb::unique_ptr<duckdb::ParsedExpression>>;

ReturningList* returning_of(duckdb::SQLStatement& change) {
    switch (change.type) {
        case StatementType::INSERT_STATEMENT: return &change.Cast<duckdb::InsertStatement>().returning_list;
        case StatementType::UPDATE_STATEMENT: return &change.Cast<duckdb::UpdateStatement>().returning_list;
        case StatementType::DELETE_STATEMENT: return &change.Cast<duckdb::DeleteStatement>().returning_list;
        default: return nullptr;
    }
}

// Whether every record keeps its identifier.
bool keeps_identifier(duckdb::SQLStatement& change, const std::string& id_column) {
    if (id_column.empty()) return change.type == StatementType::DELETE_STATEMENT;
    if (change.type == StatementType::INSERT_STATEMENT) return !change.Cast<duckdb::InsertStatement>().on_conflict_info;
    if (change.type != StatementType::UPDATE_STATEMENT) return true;
    const auto& set = *change.Cast<duckdb::UpdateStatement>().set_info;
    return std::none_of(set.columns.begin(), set.columns.end(),
                        [&](const auto& column) { return same_sql_name(column, id_column); });
}

std::vector<std::size_t> first_columns(std::size_t count) {
    std::vector<std::size_t> columns(count);
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    return columns;
}

views::TailScope tail_of(const EditionKey& key) { return {0, 0, key.purpose, key.recipient}; }

// What a view needs of a changed row: its items, and whether the row is in the view.
void return_items(const MaterializedShape& made_of, ReturningList& returning) {
    const std::string inside = made_of.where.empty() ? "true" : "coalesce((" + made_of.where + "), false)";
    for (auto& item : duckdb::Parser::ParseExpressionList(join(made_of.items, ", ") + ", " + inside))
        returning.push_back(std::move(item));
}

}  // namespace

void Maintenance::lock(const IsLatest& is_latest) {
    if (lock_.owns_lock()) return;
    std::unique_lock<std::mutex> lock(live_->writing, std::try_to_lock);
    if (!lock.owns_lock() || !is_latest())
        throw duckdb::TransactionException(
            "another session is changing data that a materialized view is made of; try again");
    lock_ = std::move(lock);
}

MaterializedShape Maintenance::shape(const std::string& view, ViewExpander& views) {
    const ViewEntry& entry = views.catalog().views.at(view);
    // By what it says: another session may have made it otherwise, and not have committed that.
    const std::string key = entry.schema + ' ' + views::to_sql(entry.definition);
    const std::lock_guard shaping(live_->shaping);
    const auto known = live_->shapes.find(key);
    if (known != live_->shapes.end()) return known->second;
    return live_->shapes.emplace(key, shape_of_view(views.connection(), entry)).first->second;
}

Maintenance::Reached& Maintenance::reached(const std::string& view, ViewExpander& views) {
    const auto [found, fresh] = reached_.try_emplace(view);
    if (fresh) found->second.shape = shape(view, views);
    return found->second;
}

void Maintenance::before(duckdb::SQLStatement& change, const std::optional<TableName>& table, ViewExpander& views,
                         const IsLatest& is_latest) {
    following_ = false;
    followed_.clear();
    std::vector<std::string> whole;
    ReturningList* returning = returning_of(change);
    for (const auto& [name, entry] : views.catalog().views) {
        if (!entry.definition.materialized) continue;
        const MaterializedShape made_of = shape(name, views);
        if (table && !made_of.reached_by(*table)) continue;
        const bool simple = table && returning != nullptr && returning->empty() && made_of.table &&
                            same_table(*made_of.table, *table) && keeps_identifier(change, made_of.id_column);
        (simple ? followed_ : whole).push_back(name);
    }
    if (!table) {
        // Tables may become others.
        const std::lock_guard shaping(live_->shaping);
        live_->shapes.clear();
    }
    if (followed_.empty() && whole.empty()) return;
    lock(is_latest);
    for (const std::string& name : whole) reached(name, views).whole = true;
    for (const std::string& name : followed_) return_items(reached(name, views).shape, *returning);
    following_ = !followed_.empty();
    kind_ = change.type == StatementType::DELETE_STATEMENT   ? Kind::remove
            : change.type == StatementType::UPDATE_STATEMENT ? Kind::update
                                                             : Kind::insert;
}

void Maintenance::took(duckdb::MaterializedQueryResult& rows) {
    std::size_t first = 0;
    for (const std::string& name : followed_) {
        Reached& view = reached_.at(name);
        const std::size_t width = view.shape.items.size() + 1;
        duckdb::vector<duckdb::column_t> columns;
        duckdb::vector<duckdb::LogicalType> types;
        for (std::size_t c = 0; c < width; ++c) {
            columns.push_back(first + c);
            types.push_back(rows.types[first + c]);
        }
        first += width;
        // What is inserted or removed is another record each time; an update may be of one that was updated before.
        if (view.batches.empty() || kind_ == Kind::update || view.batches.back().kind != kind_ ||
            view.batches.back().rows->Types() != types)
            view.batches.push_back({kind_, std::make_unique<Collection>(duckdb::Allocator::DefaultAllocator(), types)});
        for (auto& chunk : rows.Collection().Chunks(columns)) view.batches.back().rows->Append(chunk);
    }
    following_ = false;
}

void Maintenance::begin_view(const std::string& view, ViewExpander& views, const IsLatest& is_latest) {
    end_view(view, views.connection(), is_latest);
    reached(view, views).whole = true;
    begun_ = true;
}

void Maintenance::end_view(const std::string& view, duckdb::Connection& connection, const IsLatest& is_latest) {
    lock(is_latest);
    reached_.erase(view);
    {
        const std::lock_guard shaping(live_->shaping);
        live_->shapes.clear();
    }
    for (const EditionKey& key : list_editions(connection, view)) live_->editions.erase(key.number);
    remove_editions(connection, view);
}

void Maintenance::settle(ViewExpander& views) {
    if (reached_.empty()) return;
    auto reached = std::move(reached_);
    reached_.clear();
    failed_ = true;
    for (auto& [name, changes] : reached) {
        const auto view = views.catalog().views.find(name);
        if (view != views.catalog().views.end() && view->second.definition.materialized)
            settle_view(view->second, changes, views);
    }
    failed_ = false;
}

// Those that are stored, and those that the profile has come to ask for.
std::vector<EditionKey> Maintenance::editions_of(const ViewEntry& entry, ViewExpander& views) {
    duckdb::Connection& connection = views.connection();
    std::vector<EditionKey> keys = list_editions(connection, entry.definition.name);
    const auto described = describe_view(views, entry, {});
    std::string wanted = "SELECT '', ''";
    if (described->profile.purpose || described->profile.recipient) wanted = described->sql().purposes();
    const auto rows = run_sql(connection, wanted);
    for (std::size_t i = 0; i < rows->RowCount(); ++i) {
        const std::string purpose = rows->GetValue(0, i).ToString(), recipient = rows->GetValue(1, i).ToString();
        const bool there = std::any_of(keys.begin(), keys.end(), [&](const EditionKey& key) {
            return same_sql_name(key.purpose, purpose) && same_sql_name(key.recipient, recipient);
        });
        if (!there) keys.push_back(make_edition(connection, entry.definition.name, purpose, recipient));
    }
    return keys;
}

void Maintenance::settle_view(const ViewEntry& entry, Reached& reached, ViewExpander& views) {
    const std::vector<EditionKey> keys =
        reached.whole ? editions_of(entry, views) : list_editions(views.connection(), entry.definition.name);
    for (const EditionKey& key : keys)
        if (reached.whole || !apply(entry, key, reached.batches, views)) read_again(entry, key, views);
}

bool Maintenance::apply(const ViewEntry& entry, const EditionKey& key, const std::vector<Batch>& batches,
                        ViewExpander& views) {
    const auto found = live_->editions.find(key.number);
    if (found == live_->editions.end()) return false;
    views::Edition& edition = *found->second.edition;
    const std::size_t dimensions = edition.attributes().size();
    // Whoever goes and comes back within the transaction has stayed.
    std::set<std::string> gone;
    for (const Batch& batch : batches) {
        const Column ids = encoded_column(*batch.rows, 0);
        std::vector<bool> inside;
        for (auto& chunk : batch.rows->Chunks({batch.rows->ColumnCount() - 1})) {
            chunk.data[0].Flatten(chunk.size());
            const bool* data = duckdb::FlatVector::GetData<bool>(chunk.data[0]);
            inside.insert(inside.end(), data, data + chunk.size());
        }
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (inside[i] && !text_at(ids, i))
                throw duckdb::InvalidInputException("a materialized view needs an identifier for every record");
        if (batch.kind == Kind::remove) {
            for (std::size_t i = 0; i < ids.size(); ++i)
                if (inside[i]) gone.insert(*text_at(ids, i));
            continue;
        }
        // Everybody's k, from the profile as it is now.
        ViewVersion& described = described_for(entry, key, found->second, views);
        const auto records =
            views.run_over(described.sql().records(), *batch.rows, columns_of_records(entry.definition));
        const Table given = encoded_columns(records->Collection(), first_columns(dimensions + 1));
        const std::vector<std::uint32_t> k =
            read_k(described, numbers_of<std::int32_t>(records->Collection(), dimensions + 1));
        std::unordered_map<std::string, std::size_t> row_of;
        for (std::size_t r = 0; r < given.rows(); ++r)
            if (auto id = text_at(given[0], r)) row_of[*std::move(id)] = r;
        std::vector<Code> codes(dimensions);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const std::optional<std::string> id = text_at(ids, i);
            if (!id) continue;
            if (!inside[i]) {
                if (batch.kind == Kind::update) gone.insert(*id);
                continue;
            }
            const auto row = row_of.find(*id);
            if (row == row_of.end()) return false;
            for (std::size_t a = 0; a < dimensions; ++a) {
                const std::optional<std::string> value = text_at(given[a + 1], row->second);
                const auto code = value ? edition.attributes()[a].find_code(*value)
                                        : std::optional(edition.attributes()[a].null_code());
                if (!code) {
                    live_->editions.erase(found);  // a value that the hierarchy has to learn first
                    return false;
                }
                codes[a] = *code;
            }
            if (gone.erase(*id) == 0 && batch.kind == Kind::insert && edition.holds(*id))
                throw duckdb::ConstraintException(
                    "a materialized view needs an identifier that names one record; one comes twice");
            edition.put(*id, codes, k[row->second]);
        }
    }
    for (const std::string& id : gone) edition.remove(id);
    store(key, found->second, views.connection());
    return true;
}

ViewVersion& Maintenance::described_for(const ViewEntry& entry, const EditionKey& key, LiveEditions::Live& live,
                                        ViewExpander& views) {
    if (!live.described) {
        live.described = describe_view(views, entry, tail_of(key));
        check_profile_doubles(views, *live.described);
    }
    return *live.described;
}

void Maintenance::read_again(const ViewEntry& entry, const EditionKey& key, ViewExpander& views) {
    const views::TailScope tail = tail_of(key);
    const auto described = describe_view(views, entry, tail);
    check_profile_doubles(views, *described);
    const auto result = run_sql(views.connection(), views.over_query(described->sql().records(), entry, tail));
    const Collection& rows = result->Collection();
    const std::size_t dimensions = entry.definition.quasi_identifiers.size();
    const Table given = encoded_columns(rows, first_columns(dimensions + 1), views.progress());
    if (given[0].domain().has_null())
        throw duckdb::InvalidInputException("a materialized view needs an identifier for every record");
    views::EditionRecords records;
    for (std::size_t r = 0; r < given.rows(); ++r) records.ids.push_back(given[0].domain().label(given[0][r]));
    views::StoredEdition stored = read_edition(views.connection(), key.number);
    std::vector<views::ViewAttribute> attributes;
    for (std::size_t a = 0; a < dimensions; ++a) {
        const Column& values = given[a + 1];
        attributes.push_back(
            edition_attribute(views, entry, a, values.domain(), /*has_null=*/true, stored));  // may come
        records.values.push_back(attributes.back().codes(values));
    }
    records.k = read_k(*described, numbers_of<std::int32_t>(rows, dimensions + 1));
    LiveEditions::Live live;
    live.described = described;
    live.edition = std::make_unique<views::Edition>(std::move(attributes));
    live.position = last_position(views.connection(), key.number);
    const Result<void> done = stored.members.empty() && stored.groups.empty() ? live.edition->begin(records)
                                                                              : live.edition->resume(stored, records);
    if (!done) throw duckdb::InvalidInputException(done.error().message);
    store(key, live, views.connection());
    live_->editions[key.number] = std::move(live);
}

void Maintenance::store(const EditionKey& key, LiveEditions::Live& live, duckdb::Connection& connection) {
    const views::StoredEdition changes = live.edition->settle();
    append_edition(connection, key.number, changes, live.position);
    // Rows that count no more are cleared away when they outnumber the others.
    constexpr std::int64_t slack = 200'000;
    if (live.position > slack + 3 * static_cast<std::int64_t>(live.edition->records())) {
        live.position = 0;
        rewrite_edition(connection, key.number, live.edition->all(), live.position);
    }
}

void Maintenance::end(bool success) {
    reached_.clear();
    followed_.clear();
    following_ = failed_ = begun_ = false;
    if (!lock_.owns_lock()) return;
    // What is in memory has gone ahead of what is stored.
    if (!success) {
        live_->editions.clear();
        const std::lock_guard shaping(live_->shaping);
        live_->shapes.clear();
    }
    lock_.unlock();
}

}  // namespace scrim::sql
