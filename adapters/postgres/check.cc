// scrim.check: what `scrim check` measures of a table, as rows.
#include "adapters/postgres/must.h"
#include "adapters/postgres/stewards/findings.h"
#include "methods/check/check_table.h"
#include "result_rows.h"
#include "steward_call.h"
#include "table_reader.h"

using namespace scrim::postgres;

SCRIM_DECLARE(scrim_check)

// scrim.check(source, policy, require, risk_threshold, null_matches)
SCRIM_EXPORT Datum scrim_check(PG_FUNCTION_ARGS) {
    const Oid source = PG_GETARG_OID(0);
    const char* policy = text_argument(fcinfo, 1);
    const TextList require = list_argument(fcinfo, 2);
    const char* threshold = text_argument(fcinfo, 3);
    const bool null_matches = PG_GETARG_BOOL(4);
    const ResultRows rows(fcinfo);
    from_server([&] {
        scrim::CheckRequest request;
        request.policy = asked_policy(policy, {require.all(), "", ""});
        if (*threshold != '\0') request.risk_threshold = threshold;
        request.null_matches = null_matches;
        const auto reader = std::make_shared<SnapshotTable>(source, GetUserId(), HeldSnapshot::Of::statement,
                                                            CurrentMemoryContext);
        BackendTable table(reader, read_as({}, request.policy), Written::by_others);
        request.policy = with_defaults(request.policy, table.columns());
        StatementProgress progress;
        const scrim::CheckReport report =
            must(scrim::checking::check_table({table}, request, progress), Refused::Kind::data);
        for (const Finding& found : findings_of(report))
            rows.add({rows.text(found.kind), rows.text(found.name), rows.text(found.parameter),
                      rows.text(found.attribute), found.value ? rows.number(*found.value) : ResultCell{},
                      rows.text(found.exact), found.holds ? rows.truth(*found.holds) : ResultCell{},
                      rows.text(worded(found.detail, scrim::Wording::keyword))});
    });
    return Datum{0};
}
