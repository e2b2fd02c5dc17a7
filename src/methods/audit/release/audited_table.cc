// A bare table, of any tool, as a release: what a certificate would say is taken from the policy, or not known.
#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "kernel/risk/exact_columns.h"
#include "kernel/subject/persons.h"
#include "methods/audit/release/audited_release.h"
#include "methods/policy/hierarchy_files.h"
#include "methods/verify/traced.h"

#include <algorithm>

namespace scrim::audit {
namespace {

verifier::ClaimedRelease claimed_by(const Policy& policy, const TableSource& table) {
    verifier::ClaimedRelease claimed;
    for (const ColumnPolicy& column : policy.columns) {
        if (column.role == Role::identifier || column.role == Role::dropped || !table.has(column.name)) continue;
        verifier::ClaimedColumn& made = claimed.columns.emplace_back();
        made.name = column.name;
        made.role = column.role;
    }
    for (const Requirement& requirement : policy.require)
        claimed.promises.emplace_back().requirement = to_string(requirement);
    return claimed;
}

Result<std::vector<verifier::Promise>> required_by(const Policy& policy, const verifier::ClaimedRelease& claimed) {
    std::vector<verifier::Promise> promises;
    for (std::size_t i = 0; i < policy.require.size(); ++i) {
        verifier::Promise& promise = promises.emplace_back();
        promise.claimed = &claimed.promises[i];
        promise.requirement = policy.require[i];
        SCRIM_TRY(promise.model, models::make_model(promise.requirement));
    }
    return promises;
}

// How often each value of the release occurs in the original, or how many people have it; refuses values that it lacks.
Result<Prior> prior_of(TableSource& original, const std::string& column, const std::string& person,
                       const models::Sensitive& released, Progress& progress) {
    std::vector<std::string> columns{column};
    if (!person.empty()) columns.push_back(person);
    for (const std::string& name : columns)
        if (!original.has(name)) return subject::no_such_column(original, name);
    SCRIM_TRY(const Tuples values, original.read_tuples(columns, 0, progress));
    const Domain& domain = values.table[0].domain();
    std::map<std::string, std::uint64_t> count;
    Prior prior;
    for (std::size_t t = 0; t < values.size(); ++t) {
        const Code code = values.table[0][t];
        const bool null = domain.has_null() && code == domain.null_code();
        const std::uint64_t here = person.empty() ? values.weights[t] : 1;
        count[null ? std::string(1, '\0') : domain.label(code)] += here;
        if (person.empty()) prior.total += here;
    }
    if (!person.empty()) prior.total = values.table[1].domain().size();
    std::vector<std::string> unknown;
    for (Code code = 0; code < released.domain->size(); ++code) {
        const auto found = count.find(released.is_null(code) ? std::string(1, '\0') : released.domain->label(code));
        prior.counts.push_back(found == count.end() ? 0 : found->second);
        if (prior.counts.back() < released.overall[code]) unknown.push_back(released.domain->label(code));
    }
    if (!unknown.empty())
        return input_error(
            format("{} has {} of column {} less often than the table: it is not the table before "
                   "anonymization",
                   original.name(), list_some(unknown), quoted(column)));
    return prior;
}

std::vector<std::string> not_known(const AuditedRelease& release, const Policy& policy) {
    std::vector<std::string> sentences{
        "How the table was made: its values are taken as true. Where values were exchanged, made up or changed by "
        "chance, an attacker is less sure than this says."};
    for (const verifier::Promise& promise : release.promises)
        if (promise.model->info().traits.needs_blind)
            sentences.push_back(
                format("Whether classes were formed by looking at who has which value: {} is undecided, and bounds no "
                       "belief here; the attack minimality looks for what such a choice reveals.",
                       promise.claimed->requirement));
    if (release.priors.empty())
        sentences.push_back(format(
            "How many records were left out, and what values they had: beliefs before are shares in this table. Give "
            "{}.",
            field("original")));
    else if (const std::uint64_t all = release.priors.begin()->second.total, here = release.evidence->rows();
             !release.evidence->counts_people() && all != here)
        sentences.push_back(format("Why {} of the original's {} are not in the table.", with_thousands(all - here),
                                   counted(all, "record", "records")));
    if (policy.require.empty())
        sentences.push_back(
            format("What is promised: no bound is compared with the beliefs. Give {}.", field("require")));
    return sentences;
}

// Whom the columns that are printed as they are single out.
Result<ExactReport> exact_of(TableSource& table, const Policy& policy, bool persons, Progress& progress) {
    std::vector<std::string> columns;
    for (const ColumnPolicy& column : policy.columns)
        if (((column.role != Role::identifier && column.role != Role::dropped) ||
             (persons && column.name == policy.person)) &&
            table.has(column.name))
            columns.push_back(column.name);
    SCRIM_TRY(const Tuples rows, table.read_tuples(columns, 0, progress));
    risk::ExactSubject subject{.rows = rows, .quasi_identifiers = {}};
    for (const std::string& name : policy.columns_in(Role::quasi_identifier))
        subject.quasi_identifiers.push_back(rows.table.find(name).value());
    if (persons) subject.person = rows.table.find(policy.person);
    subject.add_exact(policy);
    return risk::measure_exact(subject);
}

}  // namespace

Result<AuditedRelease> open_audited_table(std::unique_ptr<TableSource> table, const Policy& policy,
                                          TableSource* original, Progress& progress) {
    SCRIM_CHECK(subject::check_classified(*table, policy));
    SCRIM_CHECK(subject::check_persons(*table, policy, 0, progress));
    const std::vector<std::string> quasi_identifiers = policy.columns_in(Role::quasi_identifier),
                                   sensitive = policy.columns_in(Role::sensitive);
    if (sensitive.empty())
        return input_error(
            format("no sensitive column is given, so there is no secret to audit in {}: name one with "
                   "{} or in the policy",
                   table->name(), field("sensitive")));
    AuditedRelease release;
    release.folder = table->name();
    release.claimed = claimed_by(policy, *table);
    SCRIM_TRY(release.promises, required_by(policy, release.claimed));
    SCRIM_TRY(release.hierarchies, policy::read_hierarchies(policy));
    std::vector<std::string> columns = quasi_identifiers;
    columns.insert(columns.end(), sensitive.begin(), sensitive.end());
    const bool persons = !policy.person.empty() && table->has(policy.person);
    if (persons) columns.push_back(policy.person);
    SCRIM_TRY(Tuples tuples, table->read_tuples(columns, 0, progress));
    if (tuples.total == 0) return input_error(format("{} has no records", table->name()));
    SCRIM_TRY(auto input,
              verifier::evidence_input(std::move(tuples), quasi_identifiers, sensitive, release.hierarchies));
    if (persons) input.person = policy.person;
    release.evidence.emplace(std::move(input));
    SCRIM_TRY(release.exact, exact_of(*table, policy, persons, progress));
    if (original)
        for (const std::string& column : sensitive) {
            SCRIM_TRY(Prior prior, prior_of(*original, column, persons ? policy.person : "",
                                            *release.classes(column)->sensitive(), progress));
            release.priors.emplace(column, std::move(prior));
        }
    release.not_known = not_known(release, policy);
    release.data = std::move(table);
    return release;
}

}  // namespace scrim::audit
