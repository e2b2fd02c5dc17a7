#include "methods/release/payment.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "methods/release/mechanism_promises.h"

namespace scrim::release {

Result<Settle> begin_payment(const PublishRequest& request, const PublishTools& tools) {
    const auto named = parse_requirement(request.policy.algorithm);
    const recode::RecoderSpec* recoder = named ? recode::find_recoder(named->model) : nullptr;
    if (request.ledger.empty() && request.recipient.empty()) return Settle();
    if (!recoder || !recoder->cost)
        return input_error(format("only a differentially private release is paid from a ledger; leave out {}",
                                  field(request.ledger.empty() ? "recipient" : "ledger")));
    if (request.ledger.empty())
        return input_error(format("{} pays from a ledger; name the statistical database that it belongs to with {}",
                                  quoted(std::string_view(request.recipient)), field("ledger")));
    if (request.recipient.empty())
        return input_error(format("nobody is named who pays; say who gets the release with {}", field("recipient")));
    SCRIM_TRY(const Chosen chosen, choose_recoder(request.policy.algorithm));
    SCRIM_TRY(const std::vector<OfMechanism> required, required_of_mechanism(request.policy));
    SCRIM_TRY(const noise::Cost cost, chosen.recoder->cost(chosen.arguments, serving(required)));
    return tools.pay(cost);
}

}  // namespace scrim::release
