#include "commands.h"

#include <algorithm>

#include "adapters/postgres/must.h"
#include "adapters/postgres/sql_text.h"
#include "as_owner.h"
#include "foreign_view.h"
#include "kernel/core/text.h"
#include "methods/views/policy/p3p.h"
#include "methods/views/policy/privacy_policy_yaml.h"
#include "methods/views/recoding/attribute.h"
#include "stored.h"

namespace scrim::postgres {

std::vector<std::vector<std::string>> run_as_caller(const std::string& sql) {
    const char* text = sql.c_str();
    in_server([text]() noexcept {
        if (SPI_connect() != SPI_OK_CONNECT) elog(ERROR, "SPI_connect failed");
        if (SPI_execute(text, false, 0) < 0) elog(ERROR, "the statement failed");
    });
    std::vector<std::vector<std::string>> rows;
    const SPITupleTable* table = SPI_tuptable;
    for (uint64 r = 0; table != nullptr && r < table->numvals; ++r) {
        std::vector<std::string> row;
        for (int c = 1; c <= table->tupdesc->natts; ++c) {
            const char* cell = in_server([&]() noexcept { return SPI_getvalue(table->vals[r], table->tupdesc, c); });
            row.emplace_back(cell == nullptr ? "" : cell);
        }
        rows.push_back(std::move(row));
    }
    in_server([]() noexcept { SPI_finish(); });
    return rows;
}

void notice(const std::string& text) {
    const char* message = text.c_str();
    in_server([message]() noexcept { ereport(NOTICE, (errmsg("%s", message))); });
}

void check_steward() {
    const bool may =
        in_server([]() noexcept { return may_use_server(get_foreign_server_oid("scrim", false), GetUserId()); });
    if (!may)
        throw Refused("only stewards make hierarchies, policies and views",
                      "GRANT USAGE ON FOREIGN SERVER scrim TO them", Refused::Kind::permission);
}

namespace {

// Whoever asks has the rights of the owner of this thing.
void check_owner(const std::string& kind, const std::string& name, const std::string& owner) {
    const Oid role = static_cast<Oid>(std::stoul(owner));
    if (!in_server([role]() noexcept { return has_privs_of_role(GetUserId(), role); }))
        throw Refused(format("{} {} belongs to another role", kind, quoted(name)), "", Refused::Kind::permission);
}

// Whether there is one of this name, which belongs to whoever asks.
bool owned(const std::string& kind, const std::string& table, const std::string& name) {
    const auto found = read_stored("SELECT owner::oid::text FROM scrim." + table + " WHERE name = " + sql_string(name));
    if (found.empty()) return false;
    check_owner(kind, name, *found[0][0]);
    return true;
}

std::string current_role() {
    return std::to_string(in_server([]() noexcept { return GetUserId(); }));
}

// The views that say something in an option of theirs or of a column's.
std::vector<std::string> views_that_say(const std::string& option, const std::string& value) {
    std::vector<std::string> users;
    for (const StoredRow& row : read_stored(format(
             "SELECT DISTINCT t.ftrelid::regclass::text FROM pg_catalog.pg_foreign_table t JOIN "
             "pg_catalog.pg_foreign_server s ON s.oid = t.ftserver AND s.srvname = 'scrim' JOIN "
             "pg_catalog.pg_attribute a ON a.attrelid = t.ftrelid CROSS JOIN LATERAL pg_catalog.pg_options_to_table("
             "coalesce(a.attfdwoptions, '{{}}') || coalesce(t.ftoptions, '{{}}')) o WHERE o.option_name = {} AND "
             "lower(btrim(o.option_value, '\"')) = {}",
             sql_string(option), sql_string(value))))
        users.push_back(*row[0]);
    return users;
}

}  // namespace

void create_dgh(const std::string& name) {
    check_steward();
    if (!read_stored("SELECT name FROM scrim.dgh WHERE name = " + sql_string(folded_name(name))).empty())
        throw Refused(format("there is a DGH {} already", quoted(name)));
    change_stored(format("INSERT INTO scrim.dgh (name, owner) VALUES ({}, {}::oid::regrole)",
                         sql_string(folded_name(name)), current_role()));
}

void insert_dgh(const std::string& name, const std::vector<std::pair<std::string, std::string>>& edges) {
    check_steward();
    const std::string own = folded_name(name);
    if (!owned("DGH", "dgh", own))
        throw Refused(format("there is no DGH {}", quoted(name)), "make it with CREATE DGH", Refused::Kind::missing);
    StoredDgh stored = *stored_dgh(own);
    const std::size_t before = stored.edges.size();
    for (const auto& edge : edges) {
        if (edge.first == edge.second) throw Refused(quoted(edge.first) + " would be above itself");
        if (std::find(stored.edges.begin(), stored.edges.end(), edge) == stored.edges.end())
            stored.edges.push_back(edge);
    }
    if (!stored.edges.empty()) must(views::hierarchy_of_edges(stored.edges));
    for (std::size_t begin = before; begin < stored.edges.size(); begin += 1000) {
        std::string values;
        for (std::size_t i = begin; i < std::min(begin + 1000, stored.edges.size()); ++i)
            values += format("{}({}, {}, {})", values.empty() ? "" : ", ", stored.id, sql_string(stored.edges[i].first),
                             sql_string(stored.edges[i].second));
        change_stored("INSERT INTO scrim.dgh_edge (dgh, child, parent) VALUES " + values);
    }
}

void drop_dgh(const views::DropDgh& drop) {
    check_steward();
    const std::string own = folded_name(drop.name);
    if (!owned("DGH", "dgh", own)) {
        if (drop.if_exists) return;
        throw Refused(format("there is no DGH {}", quoted(drop.name)), "", Refused::Kind::missing);
    }
    const std::vector<std::string> users = views_that_say("dgh", own);
    if (!users.empty() && !drop.cascade)
        throw Refused(format("DGH {} is used by {}", quoted(drop.name), join(users, ", ")),
                      "drop it first, or say CASCADE");
    for (const std::string& view : users) run_as_caller("DROP FOREIGN TABLE IF EXISTS " + view);
    change_stored("DELETE FROM scrim.dgh WHERE name = " + sql_string(own));
}

void create_policy(const std::string& name, const std::string& text, const std::string& source) {
    check_steward();
    const bool xml = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF") != std::string::npos &&
                     text[text.find_first_not_of(" \t\r\n\xEF\xBB\xBF")] == '<';
    const views::PrivacyPolicy policy =
        must(xml ? views::parse_p3p(text, source) : views::parse_privacy_policy_yaml(text, source));
    const std::string own = folded_name(name.empty() ? policy.name : name);
    if (own.empty()) throw Refused("the policy has no name", "say CREATE POLICY name FROM 'file'");
    if (!read_stored("SELECT name FROM scrim.policy WHERE name = " + sql_string(own)).empty())
        throw Refused(format("there is a policy {} already", quoted(own)));
    change_stored(format("INSERT INTO scrim.policy (name, owner, since) VALUES ({}, {}::oid::regrole, {})",
                         sql_string(own), current_role(), sql_string(policy.since)));
    for (const views::PolicyRule& rule : policy.rules)
        change_stored(format("INSERT INTO scrim.policy_rule VALUES ({}, {}, {}, {}, {}, {})", sql_string(own),
                             sql_string(rule.purpose), sql_string(rule.recipient), sql_string(rule.attribute),
                             sql_string(views::choice_name(rule.choice)), sql_string(rule.retention)));
    notice(format("policy {} created with {} rules", own, policy.rules.size()));
}

void drop_policy(const views::DropPolicy& drop) {
    check_steward();
    const std::string own = folded_name(drop.name);
    if (!owned("policy", "policy", own)) {
        if (drop.if_exists) return;
        throw Refused(format("there is no policy {}", quoted(drop.name)), "", Refused::Kind::missing);
    }
    if (const auto users = views_that_say("policy", own); !users.empty())
        throw Refused(format("policy {} is used by {}", quoted(drop.name), join(users, ", ")), "drop it first");
    change_stored("DELETE FROM scrim.policy WHERE name = " + sql_string(own));
}

void allow_purpose(Oid view, Oid grantee, const std::string& purpose, const std::string& recipient, bool revoke) {
    const std::string what = format(
        "view = {}::oid::regclass AND grantee = {}::oid::regrole AND purpose = {} AND "
        "recipient = {}",
        view, grantee, sql_string(folded_name(purpose)), sql_string(folded_name(recipient)));
    change_stored("DELETE FROM scrim.granted WHERE " + what);
    if (!revoke)
        change_stored(format("INSERT INTO scrim.granted VALUES ({}::oid::regclass, {}::oid::regrole, {}, {})", view,
                             grantee, sql_string(folded_name(purpose)), sql_string(folded_name(recipient))));
}

}  // namespace scrim::postgres
