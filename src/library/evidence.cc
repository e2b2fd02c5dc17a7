#include "scrim/evidence.h"

#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "kernel/encode/typed_file.h"
#include "kernel/models/model.h"
#include "library/left_out.h"
#include "library/open_table.h"
#include "library/part_seals.h"

#include <algorithm>

namespace scrim {
namespace {

using library::evidence_seal;
constexpr std::string_view evidence_notice = "holds the rows that it was collected of: for whoever may see those";

// Columns that the models of the policy ask about, or of the registry, as check() asks them.
Result<std::vector<std::string>> asked_columns(const Policy& policy) {
    std::vector<std::string> columns = policy.columns_in(Role::quasi_identifier);
    const std::vector<std::string> quasi_identifiers = columns;
    for (const ColumnPolicy& column : policy.columns) {
        if (column.role != Role::sensitive) continue;
        add_once(columns, column.name);
        if (!column.guard.empty()) add_once(columns, column.guard);
    }
    if (!policy.person.empty()) add_once(columns, policy.person);
    for (const Requirement& requirement : policy.require) {
        SCRIM_CHECK(validate(requirement));
        SCRIM_TRY(const auto model, models::make_model(requirement));
        for (const models::Question& question : model->questions(quasi_identifiers)) {
            for (const std::string& column : question.x) add_once(columns, column);
            for (const std::string& column : question.y) add_once(columns, column);
        }
    }
    return columns;
}

}  // namespace

Result<Evidence> Evidence::of(const TableInput& part, const Policy& policy, Progress& progress, Of what) {
    if (what == Of::everything) {
        SCRIM_TRY(Histogram histogram, Histogram::of(part, policy, progress));
        return Evidence(std::move(histogram));
    }
    const TableInput input = read_as(part, policy);
    SCRIM_TRY(const auto source, library::open_table(input));
    SCRIM_TRY(std::vector<std::string> columns, asked_columns(with_defaults(policy, source->columns())));
    // A release has lost its persons.
    if (!source->has(policy.person)) std::erase(columns, policy.person);
    SCRIM_TRY(Histogram histogram, Histogram::of(input, columns, progress));
    return Evidence(std::move(histogram));
}

Result<Evidence> Evidence::merged(std::span<const Evidence> parts) {
    std::vector<Histogram> histograms;
    for (const Evidence& part : parts) histograms.push_back(part.histogram_);
    SCRIM_TRY(Histogram all, Histogram::merged(histograms));
    return Evidence(std::move(all));
}

Result<CheckReport> Evidence::judge(const CheckRequest& request, Progress& progress) const {
    if (!histogram_) return input_error("there is no evidence to judge");
    CheckRequest own = request;
    own.table = {.path = request.table.path};
    own.table.histogram = histogram_;
    SCRIM_TRY(const std::vector<std::string> asked, asked_columns(with_defaults(own.policy, histogram_.columns())));
    for (const std::string& name : asked)
        if (name != own.policy.person && contains(histogram_.left_out(), name))
            return input_error(
                format("the evidence leaves column {} out, which the policy asks about: collect it with this "
                       "policy",
                       quoted(name)));
    // What was left out on purpose is not missed.
    library::expect_no_left_out(own.policy, histogram_);
    for (const std::string* column : {&own.policy.sample_weight, &own.policy.household})
        if (contains(histogram_.left_out(), *column)) own.policy.sample_weight = own.policy.household = {};
    return check(own, progress);
}

Result<CheckReport> Evidence::judge(const Policy& policy, Progress& progress) const {
    CheckRequest request;
    request.policy = policy;
    return judge(request, progress);
}

std::string Evidence::serialize() const {
    ByteWriter out;
    out.text(evidence_notice);
    encode::write_rows(out, histogram_ ? *histogram_.held() : encode::TypedRows());
    return seal(evidence_seal, out.take());
}

Result<Evidence> Evidence::parse(std::string_view bytes) {
    SCRIM_TRY(const std::string_view inside, unseal(evidence_seal, bytes));
    ByteReader in(inside);
    if (in.text() != evidence_notice) in.fail();
    encode::TypedRows rows = encode::take_rows(in);
    if (!in.done()) return senseless(evidence_seal);
    return Evidence(Histogram(std::make_shared<encode::TypedRows>(std::move(rows))));
}

}  // namespace scrim
