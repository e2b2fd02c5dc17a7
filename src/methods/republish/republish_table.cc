#include "methods/republish/republish_table.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"
#include "methods/policy/hierarchy_files.h"
#include "methods/release/measure.h"
#include "methods/republish/method.h"
#include "methods/republish/next_history.h"
#include "methods/republish/policy_difference.h"
#include "methods/republish/published_table.h"
#include "methods/republish/series_folder.h"

#include <algorithm>
#include <filesystem>

namespace scrim::republication {
namespace {

namespace fs = std::filesystem;

// How much wider a printed value is than a single one, weighed as the policy says.
Extent extent_of(const std::vector<hierarchy::Attribute>& attributes) {
    return [&attributes](std::size_t a, Code lo, Code hi) {
        const hierarchy::Attribute& attribute = attributes[a];
        if (attribute.domain().size() < 2 || lo == hi) return 0.0;
        const Span span = recode::printable(attribute, {lo, hi + 1});
        return attribute.weight * static_cast<double>(span.width() - 1) /
               static_cast<double>(attribute.domain().size() - 1);
    };
}

// Steps up the hierarchy until two values meet.
std::function<std::uint32_t(std::uint32_t, std::uint32_t)> distance_in(const hierarchy::Hierarchy* hierarchy) {
    if (!hierarchy) return {};
    return [hierarchy](std::uint32_t a, std::uint32_t b) {
        if (a == b) return 0u;
        return hierarchy->nodes()[hierarchy->covering({std::min(a, b), std::max(a, b) + 1})].height;
    };
}

// One run: what each step needs of those before it.
class Republication {
public:
    Republication(TableSource& source, const RepublishRequest& request, const RepublishTools& tools,
                  SeriesFolder folder, Progress& progress)
        : source_(source), request_(request), tools_(tools), folder_(std::move(folder)), progress_(progress) {}

    Result<RepublishReport> run() {
        SCRIM_CHECK(release::check_format(request_.format));
        SCRIM_CHECK(read_past());
        SCRIM_TRY(next_,
                  read_version(source_, policy_, before_ ? &*before_ : nullptr, rules_.method->substitutes, progress_));
        SCRIM_CHECK(check_version());
        SCRIM_CHECK(group());
        SCRIM_TRY(PublishedTable published,
                  published_table(*next_, grouping_, release_policy(), rules_.form, request_.format, progress_));
        SCRIM_CHECK(release::check_writable(published.prepared.material, request_.format));
        const recode::RecoderSpec recoder = rules_.recoder();
        if (const std::string why = recode::why_refused(recoder, published.prepared.problem); !why.empty())
            return input_error(why);
        const release::Dealing dealing(published.prepared, published.recoding);
        SCRIM_TRY(const release::Measured measured, release::measure(dealing, published.request, recoder, progress_));
        SCRIM_CHECK(check_requirements(measured));
        RepublishReport report = report_of(measured);
        release_ = report.release;
        if (!request_.dry_run) {
            SCRIM_CHECK(write(published, dealing, recoder, measured));
            // The release is made, whatever becomes of its picture.
            const auto drawn =
                files::write_file(folder_.public_folder() + "/report.html", tools_.page(rules_, report.releases));
            if (!drawn) report.notes.push_back("the report of the series is the one before: " + drawn.error().message);
        }
        return report;
    }

private:
    std::uint64_t number() const { return before_ ? before_->releases.back().number + 1 : 1; }

    // The history and rules of the series, or those of a new one.
    Result<void> read_past() {
        if (folder_.is_new()) {
            if (!request_.policy)
                return input_error(
                    format("{} is a new series: say what the columns are with {}, or with {}, "
                           "{} and {}",
                           quoted(std::string_view(request_.series)), field("policy"), field("person"), field("qi"),
                           field("sensitive")));
            policy_ = *request_.policy;
            SCRIM_TRY(rules_, first_rules(request_));
            return {};
        }
        SCRIM_TRY(before_, read_history(folder_.history_folder(), folder_.hierarchies(), tools_.tables, progress_));
        policy_ = before_->policy;
        if (request_.policy) {
            SCRIM_TRY(const auto differences, policy_differences(policy_, *request_.policy));
            if (!differences.empty())
                return input_error(
                    format("the series keeps the policy of its first release, and this one differs: {}; give the same "
                           "one or none",
                           join(differences, "; ")));
        }
        SCRIM_TRY(rules_, next_rules(before_->rules, request_, before_->smallest_signature()));
        return {};
    }

    const hierarchy::Hierarchy* sensitive_hierarchy() const {
        const auto found = next_->hierarchies.find(next_->sensitive);
        return found == next_->hierarchies.end() ? nullptr : found->second.get();
    }

    Result<void> check_version() {
        if (next_->names.empty())
            return input_error(format("{} has no records, so there is nothing to release", source_.name()));
        if (rules_.level && !sensitive_hierarchy())
            return input_error(
                format("{} counts categories, and {} has no hierarchy that says what they are; name "
                       "one in the policy, or say {}",
                       field("lambda"), quoted(next_->sensitive), field("m")));
        if (rules_.level && *rules_.level > sensitive_hierarchy()->height())
            return input_error(format("{} is above the top of the hierarchy of {}, level {}",
                                      field("category_level", std::to_string(*rules_.level)), quoted(next_->sensitive),
                                      sensitive_hierarchy()->height()));
        if (request_.refuse_updates && next_->changed_outside > 0)
            return input_error(
                format("the sensitive value of {} changed to one that their group does not hide; leave "
                       "{} out to treat them as having left and come anew",
                       counted(next_->changed_outside, "person", "people"), field("refuse_updates")));
        const Diversity diversity = rules_.diversity(sensitive_hierarchy(), next_->version.values);
        for (const Signature& signature : next_->version.signatures)
            if (!diversity.satisfied_by(signature))
                return input_error(
                    "the hierarchy of the sensitive column is not the one that the series began with: groups "
                    "that have to stay are no longer diverse enough");
        return {};
    }

    Result<void> group() {
        progress_.stage("grouping", 0);
        SCRIM_TRY(const auto attributes, release::quasi_identifiers(policy_, next_->table, next_->hierarchies));
        const Diversity diversity = rules_.diversity(sensitive_hierarchy(), next_->version.values);
        const Extent extent = extent_of(attributes);
        const Domain& values = next_->values().domain();
        const MethodInput input{.version = next_->version,
                                .diversity = diversity,
                                .extent = extent,
                                .distance = distance_in(sensitive_hierarchy()),
                                .label_of = [&values](std::uint32_t value) { return values.label(value); },
                                .delay = request_.delay,
                                .blind = rules_.blind};
        SystemRandom random;
        SCRIM_TRY(grouping_, make_groups(*rules_.method, input, random));
        if (grouping_.groups.size() == 0)
            return input_error("every record would be held back, so there is nothing to release");
        if (progress_.cancelled()) return cancelled_error();
        return {};
    }

    // What a series promises of each release, before what the policy adds.
    Policy release_policy() const {
        Policy policy = policy_;
        policy.require = rules_.requirements();
        policy.require.insert(policy.require.end(), policy_.require.begin(), policy_.require.end());
        return policy;
    }

    Result<void> check_requirements(const release::Measured& measured) const {
        for (std::size_t r = 0; r < measured.requirements.size(); ++r) {
            const RequirementReport& requirement = measured.requirements[r];
            if (requirement.holds) continue;
            if (r < rules_.requirements().size())
                return fault_error(
                    format("the groups do not satisfy {}; nothing was written", requirement.requirement));
            return input_error(
                format("the policy also requires {}, which the groups of {} do not reach; leave it out of "
                       "the series' policy, or give a larger m",
                       requirement.requirement, rules_.text()));
        }
        return {};
    }

    RepublishReport report_of(const release::Measured& measured) const {
        RepublishReport report;
        report.series = request_.series;
        report.folder = folder_.release_folder(number());
        report.method = rules_.text();
        report.form = std::string(rules_.form_name());
        report.dry_run = request_.dry_run;
        report.people = next_->names.size();
        report.stayed = next_->stayed;
        report.arrived = next_->arrived;
        report.left = next_->left;
        report.returned = next_->returned;
        report.moved = next_->moved;
        report.changed_inside = next_->changed_inside;
        report.changed_outside = next_->changed_outside;
        report.held_back = grouping_.held_back.size();
        report.counterfeits = grouping_.counterfeits;
        report.substitutes = grouping_.substitutes;
        std::vector<std::uint32_t> used = grouping_.signature_of;
        std::sort(used.begin(), used.end());
        report.signatures = static_cast<std::uint64_t>(std::unique(used.begin(), used.end()) - used.begin());
        report.requirements = measured.requirements;
        report.release = {number(), grouping_.groups.members.size(), grouping_.groups.size(),
                          grouping_.counterfeits + grouping_.substitutes, 0};
        for (const MetricReport& metric : measured.metrics)
            if (metric.name == metrics::loss_metric().name) report.release.loss = metric.value;
        if (before_) report.releases = before_->releases;
        report.releases.push_back(report.release);
        add_notes(report);
        return report;
    }

    void add_notes(RepublishReport& report) const {
        if (before_ && next_->arrived + next_->left + next_->returned + next_->moved + next_->changed_inside +
                               next_->changed_outside ==
                           0)
            report.notes.push_back("nothing changed since the release before");
        if (next_->changed_outside > 0)
            report.notes.push_back(format(
                "the sensitive value of {} changed to one that their group does not hide: they are treated as having "
                "left and come anew. Whoever believes that values never change sees that theirs did",
                counted(next_->changed_outside, "person", "people")));
        if (!grouping_.held_back.empty())
            report.notes.push_back(
                format("{} held back until the next release. Who is missing is more likely to hold a frequent value{}",
                       grouping_.held_back.size() == 1 ? "one record is"
                                                       : format("{} records are", grouping_.held_back.size()),
                       recode::prints_spans(rules_.form) ? "" : ", and quasi-identifiers are printed as they are"));
        for (const ColumnPolicy& column : policy_.columns)
            if (column.role == Role::insensitive)
                report.notes.push_back(format("column {} is not released: it could link a person's records over time",
                                              quoted(column.name)));
    }

    Result<void> write(const PublishedTable& published, const release::Dealing& dealing,
                       const recode::RecoderSpec& recoder, const release::Measured& measured) {
        SCRIM_CHECK(folder_.stage());
        const std::string auxiliary = rules_.method->substitutes ? "substitutions" : "counterfeits";
        release::Chosen chosen;
        chosen.recoder = &recoder;
        SCRIM_TRY(chosen.text, parse_requirement(rules_.text()));
        const auto add_series = [&](Json& certificate) {
            certificate["series"] = {{"method", rules_.method->name},
                                     {"lambda", rules_.lambda},
                                     {"tau", rules_.tau},
                                     {"number", number()},
                                     {"auxiliary", format("{}.{}", auxiliary, request_.format)},
                                     {"untrue", grouping_.counterfeits + grouping_.substitutes}};
            if (before_) certificate["series"]["previous"] = folder_.record().certificate;
        };
        SystemRandom random;
        const release::ReleaseContent content{
            .request = published.request,
            .chosen = chosen,
            .dealing = dealing,
            .measured = measured,
            .more = {untrue_table(*next_, grouping_, auxiliary, published.prepared.material.released)},
            .random = &random,
            .add = add_series};
        SCRIM_TRY([[maybe_unused]] const std::vector<std::string> files,
                  release::write_release_files(content, tools_.release, folder_.staged_release(), progress_));
        progress_.stage("verifying", 0);
        SCRIM_CHECK(confirm(tools_.release.verify(folder_.staged_release(), progress_)));
        SCRIM_CHECK(keep_hierarchies());
        SCRIM_CHECK(write_history(history_after(), folder_.staged_history(), tools_.tables));
        SCRIM_CHECK(confirm(tools_.verify(folder_.staged_release(), folder_.staged_history(),
                                          before_ ? folder_.history_folder() : "", progress_)));
        if (progress_.cancelled()) return cancelled_error();
        SeriesFolder::Record record{number(), {}, {}};
        SCRIM_TRY(record.certificate, files::sha256_of_file(folder_.staged_release() + "/certificate.json"));
        SCRIM_TRY(record.history, files::sha256_of_file(folder_.staged_history() + "/history.json"));
        return folder_.commit(record);
    }

    static Result<void> confirm(Result<void> verified) {
        if (verified || verified.error().kind == Error::Kind::cancelled) return verified;
        return fault_error("the release could not be confirmed from its files, so it was not made: " +
                           verified.error().message);
    }

    // A new series gets copies of the policy's hierarchies, so that it does not depend on files elsewhere.
    Result<void> keep_hierarchies() {
        if (before_) return {};
        std::error_code error;
        fs::remove_all(folder_.hierarchies(), error);
        fs::create_directory(folder_.hierarchies(), error);
        for (std::size_t c = 0; c < policy_.columns.size(); ++c) {
            ColumnPolicy& column = policy_.columns[c];
            if (!column.has_hierarchy()) continue;
            SCRIM_TRY(const std::string text, policy::hierarchy_text(column));
            column.hierarchy = format("{}.csv", c + 1);
            column.hierarchy_text.clear();
            SCRIM_CHECK(files::write_private_file(folder_.hierarchies() + "/" + column.hierarchy, text));
        }
        return {};
    }

    History history_after() const {
        History after = next_history(before_ ? &*before_ : nullptr, *next_, grouping_);
        after.rules = rules_;
        after.policy = policy_;
        // Named without their folder, in which they stay.
        for (ColumnPolicy& column : after.policy.columns)
            if (!column.hierarchy.empty()) column.hierarchy = fs::path(column.hierarchy).filename().string();
        after.releases.push_back(release_);
        return after;
    }

    TableSource& source_;
    const RepublishRequest& request_;
    const RepublishTools& tools_;
    SeriesFolder folder_;
    Progress& progress_;
    Policy policy_;
    SeriesRules rules_;
    std::optional<History> before_;
    std::optional<NextVersion> next_;
    Grouping grouping_;
    SeriesRelease release_;
};

}  // namespace

Result<RepublishReport> republish_table(TableSource& source, const RepublishRequest& request,
                                        const RepublishTools& tools, Progress& progress) {
    SCRIM_TRY(SeriesFolder folder, SeriesFolder::open(request.series, request.dry_run));
    return Republication(source, request, tools, std::move(folder), progress).run();
}

}  // namespace scrim::republication
