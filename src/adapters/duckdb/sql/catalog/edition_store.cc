#include "adapters/duckdb/sql/catalog/edition_store.h"

#include "adapters/duckdb/files/sql_text.h"
#include "adapters/duckdb/sql/catalog/view_catalog.h"
#include "kernel/core/text.h"

namespace scrim::sql {
namespace {

std::string where(std::int64_t number) { return format(" WHERE edition = {}", number); }

std::vector<std::string> texts_of(const duckdb::Value& list) {
    std::vector<std::string> texts;
    for (const duckdb::Value& text : duckdb::ListValue::GetChildren(list)) texts.push_back(text.ToString());
    return texts;
}

}  // namespace

std::vector<EditionKey> list_editions(duckdb::Connection& connection, const std::string& view) {
    const auto rows = run_sql(connection, format("SELECT number, view, purpose, recipient FROM scrim.editions WHERE "
                                                 "lower(view) = lower({}) ORDER BY number",
                                                 engine::sql_text(view)));
    std::vector<EditionKey> keys;
    for (std::size_t i = 0; i < rows->RowCount(); ++i)
        keys.push_back({rows->GetValue(0, i).GetValue<std::int64_t>(), rows->GetValue(1, i).ToString(),
                        rows->GetValue(2, i).ToString(), rows->GetValue(3, i).ToString()});
    return keys;
}

EditionKey make_edition(duckdb::Connection& connection, const std::string& view, const std::string& purpose,
                        const std::string& recipient) {
    const auto last = run_sql(connection, "SELECT coalesce(max(number), 0) + 1 FROM scrim.editions");
    const EditionKey key{last->GetValue(0, 0).GetValue<std::int64_t>(), view, purpose, recipient};
    run_sql(connection, format("INSERT INTO scrim.editions VALUES ({}, {}, {}, {})", key.number, engine::sql_text(view),
                               engine::sql_text(purpose), engine::sql_text(recipient)));
    return key;
}

void remove_editions(duckdb::Connection& connection, const std::string& view) {
    for (const EditionKey& key : list_editions(connection, view)) {
        run_sql(connection, "DELETE FROM scrim.edition_members" + where(key.number));
        run_sql(connection, "DELETE FROM scrim.edition_groups" + where(key.number));
        run_sql(connection, format("DELETE FROM scrim.editions WHERE number = {}", key.number));
    }
}

std::string members_sql(std::int64_t number) {
    return format(
        "SELECT id, arg_max(grp, position) AS grp FROM scrim.edition_members{} GROUP BY id HAVING arg_max(grp, "
        "position) <> {}",
        where(number), views::MaintainedGroups::absent);
}

std::vector<std::pair<std::uint32_t, std::vector<std::string>>> read_groups(duckdb::Connection& connection,
                                                                            std::int64_t number) {
    const auto rows = run_sql(connection, "SELECT grp, arg_max(box, position) FROM scrim.edition_groups" +
                                              where(number) + " GROUP BY grp ORDER BY grp");
    std::vector<std::pair<std::uint32_t, std::vector<std::string>>> groups;
    for (auto& chunk : rows->Collection().Chunks())
        for (std::size_t i = 0; i < chunk.size(); ++i)
            groups.emplace_back(chunk.GetValue(0, i).GetValue<std::uint32_t>(), texts_of(chunk.GetValue(1, i)));
    return groups;
}

views::StoredEdition read_edition(duckdb::Connection& connection, std::int64_t number) {
    views::StoredEdition stored;
    stored.groups = read_groups(connection, number);
    const auto rows = run_sql(
        connection, format("SELECT id, arg_max(grp, position), arg_max(k, position) FROM scrim.edition_members{} "
                           "GROUP BY id HAVING arg_max(grp, position) <> {}",
                           where(number), views::MaintainedGroups::absent));
    for (auto& chunk : rows->Collection().Chunks()) {
        chunk.Flatten();
        const auto* ids = duckdb::FlatVector::GetData<duckdb::string_t>(chunk.data[0]);
        const auto* groups = duckdb::FlatVector::GetData<std::uint32_t>(chunk.data[1]);
        const auto* ks = duckdb::FlatVector::GetData<std::uint32_t>(chunk.data[2]);
        for (std::size_t i = 0; i < chunk.size(); ++i) stored.members.push_back({ids[i].GetString(), groups[i], ks[i]});
    }
    return stored;
}

void append_edition(duckdb::Connection& connection, std::int64_t number, const views::StoredEdition& changes,
                    std::int64_t& position) {
    if (!changes.groups.empty()) {
        duckdb::Appender groups(connection, "scrim", "edition_groups");
        for (const auto& [group, box] : changes.groups) {
            duckdb::vector<duckdb::Value> texts(box.begin(), box.end());
            groups.AppendRow(duckdb::Value::BIGINT(number), duckdb::Value::BIGINT(++position),
                             duckdb::Value::UINTEGER(group),
                             duckdb::Value::LIST(duckdb::LogicalType::VARCHAR, std::move(texts)));
        }
        groups.Close();
    }
    if (changes.members.empty()) return;
    duckdb::Appender members(connection, "scrim", "edition_members");
    for (const auto& member : changes.members) {
        members.BeginRow();
        members.Append<std::int64_t>(number);
        members.Append<std::int64_t>(++position);
        members.Append(duckdb::string_t(member.id.data(), static_cast<std::uint32_t>(member.id.size())));
        members.Append<std::uint32_t>(member.group);
        members.Append<std::uint32_t>(member.k);
        members.EndRow();
    }
    members.Close();
}

void rewrite_edition(duckdb::Connection& connection, std::int64_t number, const views::StoredEdition& all,
                     std::int64_t& position) {
    run_sql(connection, "DELETE FROM scrim.edition_members" + where(number));
    run_sql(connection, "DELETE FROM scrim.edition_groups" + where(number));
    append_edition(connection, number, all, position);
}

std::int64_t last_position(duckdb::Connection& connection, std::int64_t number) {
    const auto rows =
        run_sql(connection, format("SELECT greatest((SELECT coalesce(max(position), 0) FROM scrim.edition_members{0}), "
                                   "(SELECT coalesce(max(position), 0) FROM scrim.edition_groups{0}))",
                                   where(number)));
    return rows->GetValue(0, 0).GetValue<std::int64_t>();
}

}  // namespace scrim::sql
