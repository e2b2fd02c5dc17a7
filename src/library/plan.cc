#include "scrim/plan.h"

#include "adapters/arrow/arrow_writer.h"
#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/subject/persons.h"
#include "library/files/files.h"
#include "library/left_out.h"
#include "library/made_release.h"
#include "library/open_table.h"
#include "library/publish_tables.h"
#include "methods/plan/apply_plan.h"
#include "methods/plan/make_plan.h"
#include "methods/plan/plan_file.h"
#include "scrim/lists.h"

namespace scrim {
namespace {

// The table's histogram. Of a whole table it can be told whether an identifier repeats.
Result<Histogram> histogram_of(const PublishRequest& request, Progress& progress) {
    SCRIM_TRY(const auto source, library::open_table(read_as(request.table, request.policy)));
    Policy policy = with_defaults(request.policy, source->columns());
    SCRIM_CHECK(subject::check_persons(*source, policy, 0, progress));
    if (policy.person.empty()) policy.rows_are_persons = true;
    return Histogram::of(request.table, policy, progress);
}

// The columns that a plan needs of a part, with weights.
Result<Tuples> read_part(const planning::ReleasePlan& plan, const TableInput& part, bool with_kept,
                         Progress& progress) {
    const std::vector<std::string> needed = plan.needed(with_kept);
    if (part.frame && part.frame.rows() == 0) {
        Tuples none;
        for (const std::string& name : needed)
            none.table.add(name, Column(std::make_shared<Domain>(Domain::of_text({})), 0));
        return none;
    }
    TableInput input = part;
    input.columns = plan.readings;
    input.missing.clear();
    SCRIM_TRY(const auto source, library::open_table(input));
    for (const std::string& name : needed)
        if (!source->has(name))
            return input_error(format("{}: the plan needs column {}{}, and it is not there", source->name(),
                                      quoted(name), did_you_mean(name, source->columns())));
    return source->read_tuples(needed, 0, progress);
}

// The request with a histogram in the place of its table.
Result<PublishRequest> with_histogram(PublishRequest request, Progress& progress) {
    if (!request.table.histogram) {
        SCRIM_TRY(Histogram histogram, histogram_of(request, progress));
        request.table = {.path = request.table.path};
        request.table.histogram = std::move(histogram);
    }
    library::expect_no_left_out(request.policy, request.table.histogram);
    return request;
}

Result<planning::AppliedRows> applied_rows(const planning::ReleasePlan& plan, const TableInput& part, bool with_kept,
                                           Progress& progress) {
    SCRIM_TRY(const Tuples rows, read_part(plan, part, with_kept, progress));
    progress.stage("applying the plan", 0);
    auto made = planning::apply_plan(plan, rows, with_kept);
    if (!made && made.error().kind == Error::Kind::input)
        return input_error(format("{}: {}", part.name(), made.error().message));
    return made;
}

Result<AppliedFrame> applied(const planning::ReleasePlan& plan, const TableInput& part, bool with_kept,
                             Progress& progress) {
    SCRIM_TRY(planning::AppliedRows made, applied_rows(plan, part, with_kept, progress));
    AppliedFrame frame{{made.records, made.suppressed, made.unknown}, {}};
    ArrowArrayStream stream;
    arrow::write_stream(std::move(made.rows), arrow::TextAs::dictionary, &stream);
    SCRIM_TRY(const Frame shown, Frame::from_arrow(&stream));
    SCRIM_TRY(frame.frame, with_lists_of(shown, part.frame));
    return frame;
}

const planning::ReleasePlan& no_plan() {
    static const planning::ReleasePlan none;
    return none;
}

}  // namespace

Result<Plan> Plan::make(const PublishRequest& asked_for, Progress& progress) {
    SCRIM_TRY(PublishRequest request, with_histogram(asked_for, progress));
    SCRIM_TRY(library::PublishTables opened, library::open_publish_tables(request));
    request = library::with_table_defaults(std::move(request), *opened.table);
    SCRIM_TRY(planning::ReleasePlan plan, planning::make_plan(*request.table.histogram.held(), opened.sources(),
                                                              request, library::workload_reader(request), progress));
    return Plan(std::make_shared<planning::ReleasePlan>(std::move(plan)));
}

Result<AppliedFrame> Plan::apply(const TableInput& part, Progress& progress) const {
    if (!plan_) return input_error("there is no plan to apply");
    return applied(*plan_, part, false, progress);
}

Result<AppliedCounts> Plan::apply(const TableInput& part, const std::string& path, Progress& progress) const {
    if (!plan_) return input_error("there is no plan to apply");
    SCRIM_TRY(const planning::AppliedRows made, applied_rows(*plan_, part, false, progress));
    progress.stage("writing " + path, 0);
    SCRIM_CHECK(library::write_tuples(made.rows, path));
    return AppliedCounts{made.records, made.suppressed, made.unknown};
}

Result<Evidence> Plan::evidence(const TableInput& part, const Policy& policy, Progress& progress) const {
    if (!plan_) return input_error("there is no plan to apply");
    if (plan_->groups > 0)
        return input_error(
            "sensitive values are dealt out over all parts, so that a part by itself is no evidence; the groups were "
            "judged when the plan was made");
    SCRIM_TRY(const AppliedFrame made, applied(*plan_, part, true, progress));
    TableInput released;
    released.frame = made.frame;
    return Evidence::of(released, policy, progress);
}

Result<std::vector<Plan>> Plan::shares(std::span<const Histogram> parts, Progress& progress) const {
    if (!plan_) return input_error("there is no plan to share");
    std::vector<Tuples> read;
    for (const Histogram& part : parts) {
        TableInput input;
        input.histogram = part;
        if (!part) return input_error("one of the parts holds no histogram");
        if (part.records() == 0) {
            read.emplace_back();
            for (const std::string& name : plan_->needed())
                read.back().table.add(name, Column(std::make_shared<Domain>(Domain::of_text({})), 0));
            continue;
        }
        SCRIM_TRY(read.emplace_back(), read_part(*plan_, input, false, progress));
    }
    SCRIM_TRY(std::vector<planning::ReleasePlan> shared, planning::shared(*plan_, read));
    std::vector<Plan> plans;
    for (planning::ReleasePlan& plan : shared)
        plans.push_back(Plan(std::make_shared<planning::ReleasePlan>(std::move(plan))));
    return plans;
}

std::uint64_t Plan::files() const { return plan_ && plan_->division ? plan_->division->files : 0; }

Result<DividedRows> Plan::divided(const TableInput& part, Progress& progress) const {
    if (files() == 0) return input_error("this plan divides no files; one that publish_parts() hands out does");
    SCRIM_TRY(planning::AppliedRows made, applied_rows(*plan_, part, false, progress));
    DividedRows divided{{made.records, made.suppressed, made.unknown}, {}};
    if (made.records == 0) return divided;
    SCRIM_TRY(const Tuples released, planning::as_released(*plan_->division, encode::typed_rows(std::move(made.rows))));
    for (auto& [file, own] : planning::by_file(*plan_->division, released))
        divided.files.emplace_back(file, Histogram(std::make_shared<encode::TypedRows>(std::move(own))));
    return divided;
}

Result<void> Plan::write_file(const Histogram& rows, const std::string& path) const {
    if (files() == 0) return input_error("this plan divides no files; one that publish_parts() hands out does");
    if (!rows) return input_error("there are no rows to write");
    SCRIM_TRY(const Tuples released, planning::as_released(*plan_->division, *rows.held()));
    return library::write_tuples(released, path);
}

bool Plan::has_shares() const { return plan_ && plan_->has_shares(); }
const std::vector<std::string>& Plan::raw_columns() const { return (plan_ ? *plan_ : no_plan()).raw; }
const std::string& Plan::algorithm() const { return (plan_ ? *plan_ : no_plan()).algorithm; }
std::uint64_t Plan::classes() const {
    if (!plan_) return 0;
    return plan_->groups > 0 ? plan_->groups : plan_->classes;
}

bool Plan::has_values() const { return plan_ && plan_->values; }

Result<Frame> Plan::values() const {
    if (!has_values()) return input_error("the plan has no table of values: only anatomized releases have one");
    ArrowArrayStream stream;
    arrow::write_stream(*plan_->values, arrow::TextAs::dictionary, &stream);
    return Frame::from_arrow(&stream);
}

Result<void> Plan::write_values(const std::string& path) const {
    if (!has_values()) return input_error("the plan has no table of values: only anatomized releases have one");
    return library::write_table(*plan_->values, path, Readers::as_usual);
}

std::uint64_t Plan::records() const { return plan_ ? plan_->records : 0; }
std::uint64_t Plan::suppressed() const { return plan_ ? plan_->suppressed : 0; }

std::vector<std::string> Plan::columns() const {
    std::vector<std::string> names;
    for (const planning::ShownColumn& column : (plan_ ? *plan_ : no_plan()).shown) names.push_back(column.name);
    return names;
}

std::string Plan::serialize() const { return plan_ ? planning::plan_bytes(*plan_) : std::string(); }

Result<Plan> Plan::parse(std::string_view bytes) {
    SCRIM_TRY(planning::ReleasePlan plan, planning::plan_of_bytes(bytes));
    return Plan(std::make_shared<planning::ReleasePlan>(std::move(plan)));
}

Result<PublishReport> publish_parts(const PublishRequest& asked_for, std::uint64_t records_per_file,
                                    const WriteParts& write, Progress& progress) {
    if (records_per_file == 0) return input_error("files of no records are asked for; at least one is expected");
    SCRIM_TRY(PublishRequest request, with_histogram(asked_for, progress));
    request.format = "parquet";
    const auto parts = [&](const release::ReleaseContent& content, const Tuples& rows,
                           const std::string& folder) -> Result<bool> {
        // A release of parted values has a second table: one file each, written here.
        const recode::RecoderSpec& recoder = *content.chosen.recoder;
        if (!planning::has_plans(recoder) || recoder.form != recode::Form::generalized) return false;
        SCRIM_TRY(planning::ReleasePlan plan,
                  planning::plan_of(*request.table.histogram.held(), content.request, content.dealing.prepared(),
                                    content.dealing.recoding(), content.chosen));
        if (plan.has_shares()) return false;
        plan.division = planning::division_of(rows, records_per_file);
        SCRIM_CHECK(write(Plan(std::make_shared<planning::ReleasePlan>(std::move(plan))), folder));
        return true;
    };
    return library::publish_release(request, library::write_tuples, progress, parts);
}

}  // namespace scrim
