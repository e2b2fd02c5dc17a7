// Sync: keep anonymized tables in a PostgreSQL server up to date, from outside: for servers where nothing can be
// installed.
//
//   SyncRequest request;
//   request.database = "postgres://steward@db.example.org/clinic?table=visits";
//   request.policy = *read_policy("policy.yaml");
//   request.schema = "anon";
//   Result<SyncReport> report = sync(request, no_progress());
//
// The table is read as one state, published under the policy, written to the schema, read back, verified there, and
// only then shown: all that is changed is changed by one transaction. What the next time needs is kept in a second
// schema, <schema>_owner, of which nobody else has a right.
//
// Two releases of data that changed can give away together what neither does alone. So a table whose data changed is
// released again only as the next release of a series (republish.h), or where `independent` says that this is accepted.
#pragma once

#include "scrim/check.h"
#include "scrim/policy.h"
#include "scrim/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace scrim {

struct SyncRequest {
    std::string database;             // postgres://…
    std::vector<std::string> tables;  // "name" or "schema.name"; none: the one of the address
    Policy policy;
    std::string schema = "anon";  // where the anonymized tables are
    std::string method;           // of a series: m_invariance or epsilon_inclusion; "" for that of the last release
    std::optional<std::uint32_t> m, lambda, tau, category_level;  // as republish has them
    std::string form;
    bool delay = false;
    bool blind = false;
    bool independent = false;  // release changed data by itself, and accept what releases say together
    bool dry_run = false;      // say what would be done; change nothing
    std::size_t memory = 0;    // bytes that may be used, more or less; 0 for no limit
};

struct SyncedTable {
    enum class Outcome { released, unchanged };
    Outcome outcome = Outcome::released;
    std::string source;               // "public.visits"
    std::vector<std::string> tables;  // in the schema, the data first
    std::uint64_t release = 0;        // the number of the last one
    std::string method;               // m_invariance(m=10); "" where releases are independent
    std::uint64_t records = 0;        // of this release
    std::vector<RequirementReport> requirements;
    std::vector<std::string> notes;
};

struct SyncReport {
    std::string server;  // without user and password
    std::string schema, owner_schema;
    bool dry_run = false;
    std::vector<SyncedTable> tables;
};

Result<SyncReport> sync(const SyncRequest& request, Progress& progress);

std::string to_text(const SyncReport& report);
std::string to_json(const SyncReport& report);

}  // namespace scrim
#pragma GCC visibility pop
