#include "scrim/call.h"

#include "kernel/core/field.h"
#include "kernel/core/json_depth.h"
#include "kernel/core/text.h"
#include "library/calls/fields.h"
#include "report/json/document.h"
#include "scrim/audit.h"
#include "scrim/catalogue.h"
#include "scrim/check.h"
#include "scrim/hierarchy.h"
#include "scrim/publish.h"
#include "scrim/query.h"
#include "scrim/republish.h"
#include "scrim/statdb.h"
#include "scrim/sync.h"
#include "scrim/verify.h"

namespace scrim::calls {
namespace {

template <class Report>
Result<CallReply> reply(const Result<Report>& report) {
    if (!report) return report.error();
    CallReply made;
    made.json = to_json(*report);
    made.text = to_text(*report);
    if constexpr (requires { to_html(*report); }) made.html = to_html(*report);
    return made;
}

// Of what is not in a list of several.
Result<void> demand(const Fields& fields, std::string_view name) {
    if (fields.given(name)) return {};
    return input_error(field(name) + " is missing");
}

// The columns of a table and what its policy says of them; what its default says, where it has one.
Result<Policy> classified(Policy policy, const TableInput& table) {
    if (!policy.default_role) return policy;
    SCRIM_TRY(const std::vector<std::string> columns, column_names(table));
    return with_defaults(std::move(policy), columns);
}

// The policy, and models that must hold besides its own.
void take_policy(Fields& fields, Policy& policy) {
    fields.take("policy", policy);
    std::vector<Requirement> more;
    fields.take("require", more);
    policy.require.insert(policy.require.end(), more.begin(), more.end());
}

// How a column that no policy describes is written.
Result<TableInput> column_read_as(TableInput table, const std::string& column, const std::string& type,
                                  std::vector<std::string> missing) {
    ColumnPolicy read;
    read.name = column;
    if (!type.empty()) {
        const auto known = parse_column_type(type);
        if (!known)
            return input_error(
                format("{}: category, day_first, month_first, decimal_comma or decimal_point is accepted",
                       field("type", type)));
        read.type = *known;
    }
    Policy policy;
    policy.columns = {std::move(read)};
    policy.missing = std::move(missing);
    return read_as(std::move(table), policy);
}

CheckRequest check_request(Fields& fields) {
    CheckRequest request;
    fields.take("table", request.table);
    take_policy(fields, request.policy);
    fields.take("original", request.original);
    fields.take("population", request.population);
    fields.take("target", request.target);
    fields.take("workload", request.workload);
    fields.take_exact("risk_threshold", request.risk_threshold);
    fields.take("suda", request.suda);
    fields.take("null_matches", request.null_matches);
    return request;
}

Result<CallReply> call_check(Fields& fields, Progress& progress) {
    const CheckRequest request = check_request(fields);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "table"));
    return reply(check(request, progress));
}

PublishRequest publish_request(Fields& fields) {
    PublishRequest request;
    fields.take("table", request.table);
    take_policy(fields, request.policy);
    fields.take("algorithm", request.policy.algorithm);
    fields.take("minimize", request.policy.minimize);
    fields.take("suppress", request.policy.suppress);
    fields.take("max_singled_out", request.policy.max_singled_out);
    std::vector<std::string> accepted;
    fields.take("accept_exact", accepted);
    request.policy.accept_exact.insert(request.policy.accept_exact.end(), accepted.begin(), accepted.end());
    fields.take("population", request.population);
    fields.take("target", request.target);
    fields.take("workload", request.workload);
    fields.take("out", request.out);
    fields.take("format", request.format);
    fields.take("as", request.as);
    fields.take("intervals", request.intervals);
    fields.take("owner", request.owner);
    fields.take("ledger", request.ledger);
    fields.take("recipient", request.recipient);
    fields.take("force", request.force);
    fields.take("memory", request.memory);
    return request;
}

Result<CallReply> call_publish(Fields& fields, Progress& progress) {
    const PublishRequest request = publish_request(fields);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "table"));
    return reply(publish(request, progress));
}

Result<CallReply> call_explore(Fields& fields, Progress& progress) {
    const PublishRequest request = publish_request(fields);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "table"));
    return reply(explore(request, progress));
}

Result<CallReply> call_verify(Fields& fields, Progress& progress) {
    VerifyRequest request;
    fields.take("folder", request.folder);
    fields.take("original", request.original);
    fields.take("population", request.population);
    fields.take("policy", request.policy);
    fields.take("public_only", request.public_only);
    fields.take("memory", request.memory);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "folder"));
    return reply(verify(request, progress));
}

Result<CallReply> call_query(Fields& fields, Progress& progress) {
    QueryRequest request;
    fields.take("folder", request.folder);
    fields.take("table", request.table);
    fields.take("policy", request.policy);
    fields.take("hierarchies", request.hierarchies);
    fields.take("queries", request.queries);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "queries"));
    if (request.table) {
        request.policy.default_role = Role::insensitive;
        SCRIM_TRY(request.policy, classified(std::move(request.policy), *request.table));
    }
    return reply(query(request, progress));
}

Result<CallReply> call_republish(Fields& fields, Progress& progress) {
    RepublishRequest request;
    fields.take("table", request.table);
    fields.take("series", request.series);
    fields.take("policy", request.policy);
    fields.take("method", request.method);
    fields.take("m", request.m);
    fields.take("lambda", request.lambda);
    fields.take("tau", request.tau);
    fields.take("category_level", request.category_level);
    fields.take("form", request.form);
    fields.take("format", request.format);
    fields.take("delay", request.delay);
    fields.take("blind", request.blind);
    fields.take("refuse_updates", request.refuse_updates);
    fields.take("dry_run", request.dry_run);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "table"));
    SCRIM_CHECK(demand(fields, "series"));
    return reply(republish(request, progress));
}

Result<CallReply> call_sync(Fields& fields, Progress& progress) {
    SyncRequest request;
    fields.take("database", request.database);
    fields.take("tables", request.tables);
    fields.take("policy", request.policy);
    fields.take("schema", request.schema);
    fields.take("method", request.method);
    fields.take("m", request.m);
    fields.take("lambda", request.lambda);
    fields.take("tau", request.tau);
    fields.take("category_level", request.category_level);
    fields.take("form", request.form);
    fields.take("delay", request.delay);
    fields.take("blind", request.blind);
    fields.take("independent", request.independent);
    fields.take("dry_run", request.dry_run);
    fields.take("memory", request.memory);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "database"));
    SCRIM_CHECK(demand(fields, "policy"));
    return reply(sync(request, progress));
}

Result<CallReply> call_statdb_build(Fields& fields, Progress& progress) {
    StatBuildRequest request;
    fields.take("table", request.table);
    fields.take("policy", request.policy);
    fields.take("m", request.m);
    fields.take("builder", request.builder);
    fields.take("strata", request.strata);
    fields.take("frameworks", request.frameworks);
    fields.take("baselines", request.baselines);
    fields.take("out", request.out);
    fields.take("force", request.force);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "table"));
    SCRIM_CHECK(demand(fields, "out"));
    return reply(build_statdb(request, progress));
}

void take_release(Fields& fields, ReleaseAuditRequest& request) {
    fields.take("folder", request.folder);
    fields.take("attacker", request.attacker);
    fields.take("l", request.l);
    fields.take("attacks", request.attacks);
    fields.take("external", request.external);
    fields.take("person", request.person);
    fields.take("pieces", request.pieces);
    fields.take_exact("isolation_c", request.isolation_c);
    fields.take("isolation_t", request.isolation_t);
    fields.take("hierarchies", request.hierarchies);
}

Result<CallReply> call_audit_release(Fields& fields, Progress& progress) {
    ReleaseAuditRequest request;
    take_release(fields, request);
    fields.take("table", request.table);
    take_policy(fields, request.policy);
    fields.take("original", request.original);
    SCRIM_CHECK(fields.done());
    if (request.table) {
        SCRIM_TRY(request.policy, classified(std::move(request.policy), *request.table));
    }
    return reply(audit_release(request, progress));
}

Result<CallReply> call_audit_series(Fields& fields, Progress& progress) {
    SeriesAuditRequest request;
    take_release(fields, request.release);
    fields.take("people", request.people);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "folder"));
    return reply(audit_series(request, progress));
}

Result<CallReply> call_check_series(Fields& fields, Progress& progress) {
    SeriesCheckRequest request;
    fields.take("releases", request.releases);
    fields.take("policy", request.policy);
    fields.take("people", request.people);
    fields.take("least", request.least);
    SCRIM_CHECK(fields.done());
    return reply(check_series(request, progress));
}

Result<CallReply> call_audit_views(Fields& fields, Progress& progress) {
    ViewAuditRequest request;
    fields.take("path", request.path);
    fields.take("text", request.text);
    fields.take("guarantees", request.guarantees);
    fields.take("attacker", request.attacker);
    fields.take("l", request.l);
    fields.take("epsilon", request.epsilon);
    fields.take("fresh", request.fresh);
    fields.take("list", request.list);
    fields.take("every_extent", request.every_extent);
    fields.take("time_limit", request.time_limit);
    SCRIM_CHECK(fields.done());
    return reply(audit_views(request, progress));
}

Result<CallReply> call_check_hierarchy(Fields& fields, Progress& progress) {
    std::string path, column, type;
    std::vector<std::string> missing;
    std::optional<TableInput> data;
    fields.take("path", path);
    fields.take("table", data);
    fields.take("column", column);
    fields.take("type", type);
    fields.take("missing", missing);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "path"));
    if (data.has_value() == column.empty())
        return input_error(format("{} and {} go together: the table and the column that the hierarchy is for",
                                  field("table"), field("column")));
    if (data) {
        SCRIM_TRY(data, column_read_as(*std::move(data), column, type, std::move(missing)));
    }
    return reply(check_hierarchy(path, data, column, progress));
}

Result<CallReply> call_build_hierarchy(Fields& fields, Progress& progress) {
    HierarchyBuild build;
    std::vector<std::string> missing;
    std::string type;
    fields.take("table", build.data);
    fields.take("column", build.column);
    fields.take("intervals", build.intervals);
    fields.take("dates", build.dates);
    fields.take("prefixes", build.prefixes);
    fields.take("flat", build.flat);
    fields.take("type", type);
    fields.take("missing", missing);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "table"));
    SCRIM_CHECK(demand(fields, "column"));
    if (!build.intervals.empty() + !build.dates.empty() + !build.prefixes.empty() + build.flat != 1)
        return input_error(format("exactly one of {}, {}, {} and {} is needed", field("intervals"), field("dates"),
                                  field("prefixes"), field("flat")));
    SCRIM_TRY(build.data, column_read_as(std::move(build.data), build.column, type, std::move(missing)));
    SCRIM_TRY(std::string text, build_hierarchy(build, progress));
    return CallReply{report::json::line(Json(text)), std::move(text), ""};
}

template <std::string (*json)(), std::string (*text)()>
Result<CallReply> call_list(Fields& fields, Progress&) {
    SCRIM_CHECK(fields.done());
    return CallReply{json(), text(), ""};
}

Result<CallReply> call_columns(Fields& fields, Progress&) {
    TableInput table;
    fields.take("table", table);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "table"));
    SCRIM_TRY(const std::vector<std::string> columns, column_names(table));
    return CallReply{report::json::line(Json(columns)), "", ""};
}

Result<CallReply> call_version(Fields& fields, Progress&) {
    SCRIM_CHECK(fields.done());
    return CallReply{report::json::line(Json(version_text())), version_text(), ""};
}

struct Function {
    std::string_view name;
    Result<CallReply> (*run)(Fields&, Progress&);
};

constexpr Function all[] = {
    {"check", call_check},
    {"check_series", call_check_series},
    {"publish", call_publish},
    {"explore", call_explore},
    {"verify", call_verify},
    {"query", call_query},
    {"republish", call_republish},
    {"sync", call_sync},
    {"statdb_build", call_statdb_build},
    {"audit_release", call_audit_release},
    {"audit_series", call_audit_series},
    {"audit_views", call_audit_views},
    {"check_hierarchy", call_check_hierarchy},
    {"build_hierarchy", call_build_hierarchy},
    {"models", call_list<models_json, models_text>},
    {"metrics", call_list<metrics_json, metrics_text>},
    {"algorithms", call_list<algorithms_json, algorithms_text>},
    {"columns", call_columns},
    {"version", call_version},
};

}  // namespace
}  // namespace scrim::calls

namespace scrim {

namespace {

// What take(fields) makes of a request, all of whose fields it takes.
template <class Take>
auto request_of_json(std::string_view json, const CallTables& tables, Take take)
    -> Result<decltype(take(std::declval<calls::Fields&>()))> {
    const Json request = parse_json(json);
    if (request.is_discarded()) return input_error("the request is not JSON");
    calls::Fields fields(request, tables);
    auto taken = take(fields);
    SCRIM_CHECK(fields.done());
    return taken;
}

}  // namespace

Result<CallReply> call(std::string_view function, std::string_view request, const CallTables& tables,
                       Progress& progress) {
    for (const calls::Function& known : calls::all) {
        if (known.name != function) continue;
        const Json json = parse_json(request);
        if (json.is_discarded()) return input_error("the request is not JSON");
        calls::Fields fields(json, tables);
        return known.run(fields, progress);
    }
    return input_error("there is no function " + quoted(function) + did_you_mean(function, callable_functions()));
}

Result<CheckRequest> check_request_of_json(std::string_view json, const CallTables& tables) {
    return request_of_json(json, tables, calls::check_request);
}

Result<PublishRequest> publish_request_of_json(std::string_view json, const CallTables& tables) {
    return request_of_json(json, tables, calls::publish_request);
}

Result<Policy> policy_of_json(std::string_view json) {
    return request_of_json(json, {}, [](calls::Fields& fields) {
        Policy policy;
        calls::take_policy(fields, policy);
        return policy;
    });
}

Result<TableInput> table_of_json(std::string_view json) {
    Json request;
    request["table"] = parse_json(json);
    if (request["table"].is_discarded()) return input_error("the table is not JSON");
    calls::Fields fields(request, {});
    TableInput table;
    fields.take("table", table);
    SCRIM_CHECK(fields.done());
    return table;
}

std::string keyword_of(std::string_view name) {
    if (name.empty()) return "";
    std::string spelled = worded(field(name), Wording::keyword);
    spelled.pop_back();  // "="
    return spelled;
}

std::vector<std::string> callable_functions() {
    std::vector<std::string> names;
    for (const calls::Function& function : calls::all) names.emplace_back(function.name);
    return names;
}

}  // namespace scrim
