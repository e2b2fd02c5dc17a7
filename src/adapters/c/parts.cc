// Tables in parts: histograms, plans and evidence.
#include "adapters/c/handles.h"

#include <memory>
#include <vector>

namespace scrim::c {
namespace {

TableInput input_of(const scrim_frame* frame) {
    TableInput input;
    input.frame = frame->frame;
    return input;
}

std::string_view bytes_of(const void* data, size_t size) { return {static_cast<const char*>(data), size}; }

// What the handles hold.
template <class Handle, class Value>
Result<std::vector<Value>> values_of(const Handle* const* handles, size_t count, Value Handle::*value,
                                     std::string_view name) {
    if (count > 0) SCRIM_CHECK(need(handles, name));
    std::vector<Value> values;
    for (size_t i = 0; i < count; ++i) {
        SCRIM_CHECK(need(handles[i], "one of the " + std::string(name)));
        values.push_back(handles[i]->*value);
    }
    return values;
}

}  // namespace
}  // namespace scrim::c

extern "C" {

const void* scrim_bytes_data(const scrim_bytes* bytes) { return bytes ? bytes->bytes.data() : nullptr; }
size_t scrim_bytes_size(const scrim_bytes* bytes) { return bytes ? bytes->bytes.size() : 0; }
void scrim_bytes_free(scrim_bytes* bytes) { delete bytes; }

int scrim_histogram_of(const scrim_frame* part, const char* policy, const scrim_progress* progress,
                       scrim_histogram** histogram, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(part, "part"));
        SCRIM_CHECK(scrim::c::need(policy, "policy"));
        SCRIM_CHECK(scrim::c::need(histogram, "histogram"));
        scrim::c::CalledProgress called(progress);
        SCRIM_TRY(const scrim::Policy read, scrim::policy_of_json(policy));
        SCRIM_TRY(scrim::Histogram made, scrim::Histogram::of(scrim::c::input_of(part), read, called));
        *histogram = new scrim_histogram{std::move(made)};
        return {};
    });
}

int scrim_histogram_merge(const scrim_histogram* const* parts, size_t count, scrim_histogram** histogram,
                          scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(histogram, "histogram"));
        SCRIM_TRY(const auto values, scrim::c::values_of(parts, count, &scrim_histogram::histogram, "parts"));
        SCRIM_TRY(scrim::Histogram made, scrim::Histogram::merged(values));
        *histogram = new scrim_histogram{std::move(made)};
        return {};
    });
}

uint64_t scrim_histogram_records(const scrim_histogram* histogram) {
    return histogram ? histogram->histogram.records() : 0;
}
uint64_t scrim_histogram_rows(const scrim_histogram* histogram) { return histogram ? histogram->histogram.rows() : 0; }

int scrim_histogram_write(const scrim_histogram* histogram, scrim_bytes** bytes, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(histogram, "histogram"));
        SCRIM_CHECK(scrim::c::need(bytes, "bytes"));
        *bytes = new scrim_bytes{histogram->histogram.serialize()};
        return {};
    });
}

int scrim_histogram_parse(const void* data, size_t size, scrim_histogram** histogram, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(data, "data"));
        SCRIM_CHECK(scrim::c::need(histogram, "histogram"));
        SCRIM_TRY(scrim::Histogram made, scrim::Histogram::parse(scrim::c::bytes_of(data, size)));
        *histogram = new scrim_histogram{std::move(made)};
        return {};
    });
}

void scrim_histogram_free(scrim_histogram* histogram) { delete histogram; }

int scrim_call_with(const char* function, const char* request, const scrim_frame* const* frames, size_t frame_count,
                    const scrim_histogram* const* histograms, size_t histogram_count, const scrim_progress* progress,
                    scrim_reply** reply, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(function, "function"));
        SCRIM_CHECK(scrim::c::need(request, "request"));
        SCRIM_CHECK(scrim::c::need(reply, "reply"));
        SCRIM_TRY(const auto given, scrim::c::values_of(frames, frame_count, &scrim_frame::frame, "frames"));
        SCRIM_TRY(const auto counted,
                  scrim::c::values_of(histograms, histogram_count, &scrim_histogram::histogram, "histograms"));
        scrim::c::CalledProgress called(progress);
        SCRIM_TRY(scrim::CallReply made, scrim::call(function, request, scrim::CallTables{given, counted}, called));
        *reply = new scrim_reply{std::move(made)};
        return {};
    });
}

int scrim_plan_make(const char* request, const scrim_histogram* histogram, const scrim_progress* progress,
                    scrim_plan** plan, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(request, "request"));
        SCRIM_CHECK(scrim::c::need(plan, "plan"));
        scrim::c::CalledProgress called(progress);
        SCRIM_TRY(scrim::PublishRequest read, scrim::publish_request_of_json(request));
        if (histogram) read.table.histogram = histogram->histogram;
        SCRIM_TRY(scrim::Plan made, scrim::Plan::make(read, called));
        *plan = new scrim_plan{std::move(made)};
        return {};
    });
}

int scrim_plan_apply(const scrim_plan* plan, const scrim_frame* part, const scrim_progress* progress,
                     scrim_frame** released, scrim_applied* applied, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(plan, "plan"));
        SCRIM_CHECK(scrim::c::need(part, "part"));
        SCRIM_CHECK(scrim::c::need(released, "released"));
        scrim::c::CalledProgress called(progress);
        SCRIM_TRY(scrim::AppliedFrame made, plan->plan.apply(scrim::c::input_of(part), called));
        *released = new scrim_frame{std::move(made.frame)};
        if (applied) *applied = {made.records, made.suppressed, made.unknown};
        return {};
    });
}

int scrim_plan_evidence(const scrim_plan* plan, const scrim_frame* part, const char* policy,
                        const scrim_progress* progress, scrim_evidence** evidence, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(plan, "plan"));
        SCRIM_CHECK(scrim::c::need(part, "part"));
        SCRIM_CHECK(scrim::c::need(policy, "policy"));
        SCRIM_CHECK(scrim::c::need(evidence, "evidence"));
        scrim::c::CalledProgress called(progress);
        SCRIM_TRY(const scrim::Policy read, scrim::policy_of_json(policy));
        SCRIM_TRY(scrim::Evidence made, plan->plan.evidence(scrim::c::input_of(part), read, called));
        *evidence = new scrim_evidence{std::move(made)};
        return {};
    });
}

int scrim_plan_shares(const scrim_plan* plan, const scrim_histogram* const* parts, size_t count,
                      const scrim_progress* progress, scrim_plan** plans, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(plan, "plan"));
        if (count > 0) SCRIM_CHECK(scrim::c::need(plans, "plans"));
        SCRIM_TRY(const auto values, scrim::c::values_of(parts, count, &scrim_histogram::histogram, "parts"));
        scrim::c::CalledProgress called(progress);
        SCRIM_TRY(std::vector<scrim::Plan> made, plan->plan.shares(values, called));
        std::vector<std::unique_ptr<scrim_plan>> handles;
        for (scrim::Plan& own : made) handles.push_back(std::make_unique<scrim_plan>(scrim_plan{std::move(own)}));
        for (size_t i = 0; i < count; ++i) plans[i] = handles[i].release();
        return {};
    });
}

int scrim_plan_values(const scrim_plan* plan, scrim_frame** frame, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(plan, "plan"));
        SCRIM_CHECK(scrim::c::need(frame, "frame"));
        *frame = nullptr;
        if (!plan->plan.has_values()) return {};
        SCRIM_TRY(scrim::Frame values, plan->plan.values());
        *frame = new scrim_frame{std::move(values)};
        return {};
    });
}

int scrim_plan_has_shares(const scrim_plan* plan) { return plan && plan->plan.has_shares(); }
int scrim_plan_owner_only(const scrim_plan* plan) { return plan && plan->plan.owner_only(); }
const char* scrim_plan_algorithm(const scrim_plan* plan) { return plan ? plan->plan.algorithm().c_str() : ""; }
uint64_t scrim_plan_classes(const scrim_plan* plan) { return plan ? plan->plan.classes() : 0; }
uint64_t scrim_plan_records(const scrim_plan* plan) { return plan ? plan->plan.records() : 0; }
uint64_t scrim_plan_suppressed(const scrim_plan* plan) { return plan ? plan->plan.suppressed() : 0; }

int scrim_plan_write(const scrim_plan* plan, scrim_bytes** bytes, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(plan, "plan"));
        SCRIM_CHECK(scrim::c::need(bytes, "bytes"));
        *bytes = new scrim_bytes{plan->plan.serialize()};
        return {};
    });
}

int scrim_plan_parse(const void* data, size_t size, scrim_plan** plan, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(data, "data"));
        SCRIM_CHECK(scrim::c::need(plan, "plan"));
        SCRIM_TRY(scrim::Plan made, scrim::Plan::parse(scrim::c::bytes_of(data, size)));
        *plan = new scrim_plan{std::move(made)};
        return {};
    });
}

void scrim_plan_free(scrim_plan* plan) { delete plan; }

int scrim_evidence_of(const scrim_frame* part, const char* policy, int models_only, const scrim_progress* progress,
                      scrim_evidence** evidence, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(part, "part"));
        SCRIM_CHECK(scrim::c::need(policy, "policy"));
        SCRIM_CHECK(scrim::c::need(evidence, "evidence"));
        scrim::c::CalledProgress called(progress);
        SCRIM_TRY(const scrim::Policy read, scrim::policy_of_json(policy));
        const auto what = models_only ? scrim::Evidence::Of::models : scrim::Evidence::Of::everything;
        SCRIM_TRY(scrim::Evidence made, scrim::Evidence::of(scrim::c::input_of(part), read, called, what));
        *evidence = new scrim_evidence{std::move(made)};
        return {};
    });
}

int scrim_evidence_merge(const scrim_evidence* const* parts, size_t count, scrim_evidence** evidence,
                         scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(evidence, "evidence"));
        SCRIM_TRY(const auto values, scrim::c::values_of(parts, count, &scrim_evidence::evidence, "parts"));
        SCRIM_TRY(scrim::Evidence made, scrim::Evidence::merged(values));
        *evidence = new scrim_evidence{std::move(made)};
        return {};
    });
}

int scrim_evidence_judge(const scrim_evidence* evidence, const char* request, const scrim_progress* progress,
                         scrim_reply** reply, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(evidence, "evidence"));
        SCRIM_CHECK(scrim::c::need(request, "request"));
        SCRIM_CHECK(scrim::c::need(reply, "reply"));
        scrim::c::CalledProgress called(progress);
        SCRIM_TRY(const scrim::CheckRequest read, scrim::check_request_of_json(request));
        SCRIM_TRY(const scrim::CheckReport report, evidence->evidence.judge(read, called));
        *reply = new scrim_reply{{scrim::to_json(report), scrim::to_text(report), ""}};
        return {};
    });
}

uint64_t scrim_evidence_records(const scrim_evidence* evidence) { return evidence ? evidence->evidence.records() : 0; }

int scrim_evidence_write(const scrim_evidence* evidence, scrim_bytes** bytes, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(evidence, "evidence"));
        SCRIM_CHECK(scrim::c::need(bytes, "bytes"));
        *bytes = new scrim_bytes{evidence->evidence.serialize()};
        return {};
    });
}

int scrim_evidence_parse(const void* data, size_t size, scrim_evidence** evidence, scrim_error** error) {
    return scrim::c::guarded(error, [&]() -> scrim::Result<void> {
        SCRIM_CHECK(scrim::c::need(data, "data"));
        SCRIM_CHECK(scrim::c::need(evidence, "evidence"));
        SCRIM_TRY(scrim::Evidence made, scrim::Evidence::parse(scrim::c::bytes_of(data, size)));
        *evidence = new scrim_evidence{std::move(made)};
        return {};
    });
}

void scrim_evidence_free(scrim_evidence* evidence) { delete evidence; }
}
