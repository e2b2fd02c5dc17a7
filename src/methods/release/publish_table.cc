#include "methods/release/publish_table.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/risk/exact_columns.h"
#include "kernel/subject/stray_notes.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"
#include "methods/files/output_folder.h"
#include "methods/release/asked_workload.h"
#include "methods/release/default_algorithm.h"
#include "methods/release/explore_perturbed.h"
#include "methods/release/interval_table.h"
#include "methods/release/lost_columns.h"
#include "methods/release/measure.h"
#include "methods/release/owner.h"
#include "methods/release/payment.h"
#include "methods/release/person_tables.h"
#include "methods/release/publish_perturbed.h"
#include "methods/release/telling_columns.h"
#include "methods/release/trial.h"
#include "methods/release/write_release.h"

#include <algorithm>
#include <filesystem>

namespace scrim::release {
namespace {

namespace fs = std::filesystem;

// What would be found out only after hours of work is found out now.
Result<void> check_output(const PublishRequest& request) {
    if (request.out.empty()) return input_error("no folder is given for the release; name one with " + field("out"));
    const fs::path last = fs::path(request.out.substr(0, request.out.find_last_not_of('/') + 1)).filename();
    if (last.empty() || last == "." || last == "..")
        return input_error(format("a release needs a folder of its own, and {} is none; give a new name with {}",
                                  quoted(std::string_view(request.out)), field("out")));
    SCRIM_CHECK(check_format(request.format));
    std::error_code error;
    const fs::path owner = fs::absolute(owner_file(request)).lexically_normal();
    fs::path out = fs::absolute(request.out).lexically_normal();
    if (!out.has_filename()) out = out.parent_path();
    if (std::search(owner.begin(), owner.end(), out.begin(), out.end()) == owner.begin())
        return input_error("the owner's file would be inside the release, which is public; choose another with " +
                           field("owner"));
    const bool there = fs::exists(request.out, error);
    if (there && !request.force)
        return input_error(format("{} is there already; choose another name, or replace it with {}",
                                  quoted(std::string_view(request.out)), switched_on("force")));
    if (there &&
        (!fs::is_directory(request.out, error) ||
         (!fs::is_empty(request.out, error) && !fs::exists(fs::path(request.out) / "certificate.json", error))))
        return input_error(format("{} is no release, so it is not replaced even with {}; remove it yourself",
                                  quoted(std::string_view(request.out)), switched_on("force")));
    if (!may_write_owner_file(owner_file(request), request.force))
        return input_error(format("the owner's file {} is there already{}; choose another with {}",
                                  quoted(std::string_view(owner_file(request))),
                                  request.force ? " and is none of ours" : ", replace it with " + switched_on("force"),
                                  field("owner")));
    return {};
}

// The models whose levels depend on what was left out.
std::string against_released(const recode::Demands& demands) {
    std::vector<std::string> names;
    for (const auto& model : demands.models())
        if (model->against_released()) names.push_back(model->info().name);
    return join(names, " and ");
}

Result<ChosenTrial> named(const Prepared& prepared, const Policy& policy, bool metric_asked, Progress& progress) {
    SCRIM_TRY(Chosen chosen, choose_for_release(policy.algorithm));
    const std::string ignored = recode::why_ignored(*chosen.recoder, prepared.problem, metric_asked);
    if (!ignored.empty()) return input_error(ignored);
    if (chosen.recoder->form == recode::Form::generalized) SCRIM_CHECK(refuse_telling_columns(prepared, policy));
    SCRIM_TRY(Trial trial, try_recoder(chosen, prepared, progress));
    return ChosenTrial{std::move(chosen), std::move(trial), {}};
}

Result<ChosenTrial> unnamed(const Prepared& prepared, const Policy& policy, bool metric_asked, Progress& progress) {
    const auto asked = recode::find_recoder(default_algorithm(prepared.problem, metric_asked).name);
    if (asked->form == recode::Form::generalized) SCRIM_CHECK(refuse_telling_columns(prepared, policy));
    return try_default(prepared, metric_asked, progress);
}

// Beside the data, a table of values drawn from them.
Result<void> add_microdata(ReleaseContent& content, const DrawMicrodata& draw) {
    SystemRandom random;
    SCRIM_TRY(MadeMicrodata made, make_microdata(content.dealing, content.request, draw, random));
    const Json told = microdata_json(made, content.request);
    content.more.push_back(std::move(made.table));
    content.add = [add = content.add, told, notice = microdata_notice(content.request)](Json& certificate) {
        if (add) add(certificate);
        Json noticed{{"notice", notice}};
        noticed.update(certificate);
        noticed["microdata"] = told;
        certificate = std::move(noticed);
    };
    return {};
}

// Beside the data, the same rows as numbers.
Result<void> add_intervals(ReleaseContent& content, hierarchy::IntervalsAs as) {
    SCRIM_TRY(ReleasedTable table, interval_table(content.dealing, as));
    content.add = [add = content.add, told = intervals_json(table, content.request)](Json& certificate) {
        if (add) add(certificate);
        certificate["intervals"] = told;
    };
    content.more.push_back(std::move(table));
    return {};
}

Result<Written> write_generalized(PublishSources sources, const PublishRequest& request, const PublishTools& tools,
                                  const std::string& inside, Progress& progress) {
    SCRIM_TRY(Prepared prepared, prepare(sources, request, progress));
    if (!request.workload.empty()) {
        SCRIM_TRY(prepared.problem.workload, asked_workload(prepared, request, tools.workload));
    }
    SCRIM_CHECK(check_writable(prepared.material, request.format));
    const bool metric_asked = !request.policy.minimize.empty();
    SCRIM_TRY(const ChosenTrial made, recoded(prepared, request.policy, progress));
    const Chosen& chosen = made.chosen;
    const Trial& trial = made.trial;
    const Dealing dealing(prepared, trial.recoding);
    SCRIM_TRY(const Measured measured, measure(dealing, request, *chosen.recoder, progress));
    if (measured.exact) SCRIM_CHECK(risk::refuse_exact(*measured.exact, request.policy));
    ReleaseContent content{request, chosen, dealing, measured};
    if (prepared.problem.demands.counts_people()) {
        SCRIM_TRY(content.more, person_tables(dealing));
        content.add = [&](Json& certificate) { certificate["persons"] = persons_json(prepared, request.format); };
    }
    SCRIM_TRY(const bool as_microdata, asks_microdata(request, *chosen.recoder));
    if (as_microdata) SCRIM_CHECK(add_microdata(content, tools.draw));
    SCRIM_TRY(const auto intervals, asks_intervals(request, *chosen.recoder));
    if (intervals) SCRIM_CHECK(add_intervals(content, *intervals));
    SCRIM_TRY(std::vector<std::string> files, write_release_files(content, tools, inside, progress));

    Written written;
    written.owner = owner_text(request, prepared, chosen, trial.recoding);
    PublishReport& report = written.report;
    report.made = trial_report(chosen, prepared, trial);
    if (as_microdata) report.notice = microdata_notice(request);
    report.metric = prepared.problem.metric->name;
    report.requirements = measured.requirements;
    report.metrics = measured.metrics;
    report.exact = measured.exact.value_or(ExactReport{});
    report.files = std::move(files);
    report.lost_columns = lost_columns(prepared.problem, trial.recoding);
    report.notes = subject::stray_notes(prepared.material.rows->table, request.policy);
    if (!made.why.empty()) report.notes.push_back(made.why);
    if (request.memory == 0 && chosen.recoder->form == recode::Form::generalized) {
        std::string hint = better_algorithm(prepared, report.made, metric_asked, progress);
        if (!hint.empty()) report.notes.push_back(std::move(hint));
    }
    if (trial.recoding.records() < prepared.problem.records() && prepared.problem.demands.against_released())
        report.notes.push_back(
            format("{} compares with the records that are released; to compare with all of the original, ask for "
                   "against=original",
                   against_released(prepared.problem.demands)));
    if (prepared.problem.suppression_limit > 0 && !chosen.recoder->suppresses)
        report.notes.push_back(format("suppress {} has no effect: {} leaves no records out", request.policy.suppress,
                                      chosen.recoder->name));
    return written;
}

Result<Written> write_release(PublishSources sources, const PublishRequest& request, const PublishTools& tools,
                              const std::string& inside, Progress& progress) {
    if (!changes_values(request.policy)) return write_generalized(sources, request, tools, inside, progress);
    SCRIM_TRY(const Chosen chosen, choose_recoder(request.policy.algorithm));
    SystemRandom random;
    return write_perturbed(sources.table, request, chosen, tools, inside, random, progress);
}

}  // namespace

Result<ChosenTrial> recoded(const Prepared& prepared, const Policy& policy, Progress& progress) {
    const bool metric_asked = !policy.minimize.empty();
    return policy.algorithm.empty() ? unnamed(prepared, policy, metric_asked, progress)
                                    : named(prepared, policy, metric_asked, progress);
}

bool changes_values(const Policy& policy) {
    const auto named = parse_requirement(policy.algorithm);
    const recode::RecoderSpec* recoder = named ? recode::find_recoder(named->model) : nullptr;
    return recoder && recoder->form == recode::Form::perturbed;
}

std::string owner_file(const PublishRequest& request) {
    if (!request.owner.empty()) return request.owner;
    std::string out = request.out;
    while (out.size() > 1 && out.ends_with('/')) out.pop_back();
    return out + ".owner.json";
}

Result<PublishReport> publish_table(PublishSources sources, const PublishRequest& request, const PublishTools& tools,
                                    Progress& progress) {
    SCRIM_CHECK(check_output(request));
    if (!request.workload.empty() && changes_values(request.policy))
        return input_error(
            format("{} does not look at the workload; leave out {}", request.policy.algorithm, field("workload")));
    if (!request.policy.algorithm.empty()) {
        SCRIM_TRY(const Chosen chosen, choose_recoder(request.policy.algorithm));
        SCRIM_CHECK(asks_microdata(request, *chosen.recoder));
        SCRIM_CHECK(asks_intervals(request, *chosen.recoder));
    }
    SCRIM_TRY(const Settle settle, begin_payment(request, tools));
    using Existing = files::OutputFolder::Existing;
    SCRIM_TRY(files::OutputFolder folder,
              files::OutputFolder::create(request.out, request.force ? Existing::replace : Existing::refuse));
    SCRIM_TRY(Written written, write_release(sources, request, tools, folder.temporary(), progress));
    written.report.folder = request.out;
    written.report.owner = owner_file(request);
    // Nothing of what made it is left but the files.
    progress.stage("verifying", 0);
    if (const auto verified = tools.verify(folder.temporary(), progress); !verified) {
        if (verified.error().kind == Error::Kind::cancelled) return verified.error();
        return fault_error("the release could not be confirmed from its files, so it was not made: " +
                           verified.error().message);
    }
    if (progress.cancelled()) return cancelled_error();
    if (settle) {
        SCRIM_TRY(const std::string certificate, files::sha256_of_file(folder.temporary() + "/certificate.json"));
        SCRIM_CHECK(settle(written.original, certificate));
    }
    SCRIM_CHECK(files::write_private_file(owner_file(request), written.owner));
    SCRIM_CHECK(folder.commit());
    return written.report;
}

}  // namespace scrim::release
