#include "library/calls/noisy_calls.h"

#include "library/calls/reply.h"
#include "scrim/ledger.h"
#include "scrim/noisy.h"

namespace scrim::calls {
namespace {

Result<NoisyStatDb> taken(Fields& fields, NoisyRequest& request) {
    std::string file;
    fields.take("file", file);
    fields.take("sql", request.sql);
    fields.take("recipient", request.recipient);
    fields.take("epsilon", request.epsilon);
    fields.take("rho", request.rho);
    fields.take("lowest", request.lowest);
    fields.take("highest", request.highest);
    fields.take("confidence", request.confidence);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "file"));
    SCRIM_CHECK(demand(fields, "sql"));
    return NoisyStatDb::open(file);
}

}  // namespace

Result<CallReply> call_noisy_ask(Fields& fields, Progress& progress) {
    NoisyRequest request;
    SCRIM_TRY(const NoisyStatDb db, taken(fields, request));
    return reply(db.ask(request, progress));
}

Result<CallReply> call_noisy_price(Fields& fields, Progress&) {
    NoisyRequest request;
    SCRIM_TRY(const NoisyStatDb db, taken(fields, request));
    return reply(db.price(request));
}

Result<CallReply> call_ledger_show(Fields& fields, Progress&) {
    std::string file;
    fields.take("file", file);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "file"));
    return reply(show_ledger(file));
}

Result<CallReply> call_ledger_grant(Fields& fields, Progress&) {
    GrantRequest request;
    fields.take("file", request.file);
    fields.take("recipient", request.recipient);
    fields.take("epsilon", request.epsilon);
    fields.take("delta", request.delta);
    fields.take("rho", request.rho);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "file"));
    return reply(grant_budget(request));
}

Result<CallReply> call_ledger_close(Fields& fields, Progress&) {
    std::string file, recipient;
    fields.take("file", file);
    fields.take("recipient", recipient);
    SCRIM_CHECK(fields.done());
    SCRIM_CHECK(demand(fields, "file"));
    return reply(close_account(file, recipient));
}

}  // namespace scrim::calls
