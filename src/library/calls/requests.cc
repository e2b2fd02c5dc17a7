#include "library/calls/requests.h"

namespace scrim::calls {
namespace {

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

}  // namespace

void take_policy(Fields& fields, Policy& policy) {
    fields.take("policy", policy);
    std::vector<Requirement> more;
    fields.take("require", more);
    policy.require.insert(policy.require.end(), more.begin(), more.end());
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

VerifyRequest verify_request(Fields& fields) {
    VerifyRequest request;
    fields.take("folder", request.folder);
    fields.take("original", request.original);
    fields.take("population", request.population);
    fields.take("policy", request.policy);
    fields.take("public_only", request.public_only);
    fields.take("memory", request.memory);
    return request;
}

QueryRequest query_request(Fields& fields) {
    QueryRequest request;
    fields.take("folder", request.folder);
    fields.take("table", request.table);
    fields.take("policy", request.policy);
    fields.take("hierarchies", request.hierarchies);
    fields.take("queries", request.queries);
    return request;
}

RepublishRequest republish_request(Fields& fields) {
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
    return request;
}

SyncRequest sync_request(Fields& fields) {
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
    return request;
}

StatBuildRequest stat_build_request(Fields& fields) {
    StatBuildRequest request;
    fields.take("table", request.table);
    fields.take("policy", request.policy);
    fields.take("m", request.m);
    fields.take("builder", request.builder);
    fields.take("strata", request.strata);
    fields.take("frameworks", request.frameworks);
    fields.take("contributions", request.contributions);
    fields.take("baselines", request.baselines);
    fields.take("out", request.out);
    fields.take("force", request.force);
    return request;
}

ReleaseAuditRequest release_audit_request(Fields& fields) {
    ReleaseAuditRequest request;
    take_release(fields, request);
    fields.take("table", request.table);
    take_policy(fields, request.policy);
    fields.take("original", request.original);
    return request;
}

SeriesAuditRequest series_audit_request(Fields& fields) {
    SeriesAuditRequest request;
    take_release(fields, request.release);
    fields.take("people", request.people);
    return request;
}

SeriesCheckRequest series_check_request(Fields& fields) {
    SeriesCheckRequest request;
    fields.take("releases", request.releases);
    fields.take("policy", request.policy);
    fields.take("people", request.people);
    fields.take("least", request.least);
    return request;
}

ViewAuditRequest view_audit_request(Fields& fields) {
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
    return request;
}

}  // namespace scrim::calls
