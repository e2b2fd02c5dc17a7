#include "kernel/recode/perturb_records.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <numeric>

namespace scrim::recode {
namespace {

std::string perturbing_with(bool (*is)(const RecoderSpec&)) {
    std::vector<std::string> names;
    for (const RecoderSpec* spec : recoders())
        if (spec->form == Form::perturbed && is(*spec)) names.push_back(spec->name);
    return join(names, ", ");
}

bool can_change(const RecoderSpec& recoder, const RecordColumn& column) {
    return recoder.perturbs == Perturbs::values || (recoder.perturbs == Perturbs::numbers && column.is_numeric());
}

// "; shuffle and swap change them": who else could, "" where nobody can.
std::string who_changes_categories() {
    const std::string names =
        perturbing_with([](const RecoderSpec& spec) { return spec.perturbs == Perturbs::values; });
    return names.empty() ? "" : format("; of categories, choose one of {}", names);
}

Result<std::vector<std::size_t>> named_columns(const RecoderSpec& recoder, const Records& records,
                                               const std::vector<std::string>& names) {
    std::vector<std::size_t> chosen;
    for (const std::string& name : names) {
        const auto place = records.find(name);
        if (!place) {
            std::vector<std::string> known;
            for (const RecordColumn& column : records.columns) known.push_back(column.name);
            return input_error(format("{}: columns names {}, which is no column that is released{}", recoder.name,
                                      quoted(name), did_you_mean(name, known)));
        }
        if (!can_change(recoder, records.columns[*place]))
            return input_error(format("{} changes numbers and dates, and column {} holds categories{}", recoder.name,
                                      quoted(name), who_changes_categories()));
        chosen.push_back(*place);
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

}  // namespace

std::optional<std::size_t> Records::find(std::string_view name) const {
    for (std::size_t c = 0; c < columns.size(); ++c)
        if (columns[c].name == name) return c;
    return std::nullopt;
}

Perturbed unchanged(const Records& records) {
    Perturbed made;
    for (const std::size_t c : records.chosen) made.columns.push_back(records.columns[c].values);
    return made;
}

namespace {

// Of one requirement: "" where releases of the recoder can be judged by it.
std::string why_refused(const RecoderSpec& recoder, const Requirement& requirement) {
    const models::ModelSpec* model = models::find_model(requirement.model);
    if (model && model->traits.of_mechanism) {
        if (recoder.mechanism) return {};
        return format("{} cannot certify {}: it states no chances that a model could speak of (those that do: {})",
                      recoder.name, requirement.model,
                      perturbing_with([](const RecoderSpec& spec) { return spec.mechanism; }));
    }
    if (model && model->traits.needs_blind && recoder.classes && !recoder.minimality_safe)
        return format("{} cannot certify {}: its attacker asks why classes were formed as they are ({} answers that)",
                      recoder.name, requirement.model,
                      perturbing_with([](const RecoderSpec& spec) { return spec.minimality_safe; }));
    if (recoder.classes) return {};
    const std::string able = perturbing_with([](const RecoderSpec& spec) { return spec.classes; });
    return format(
        "{} cannot certify {}: it changes values record by record and forms no classes; leave out {}, or choose "
        "{}an algorithm that generalizes, such as {}",
        recoder.name, requirement.model, field("require"), able.empty() ? "" : able + ", or ",
        recoders_by(&RecoderSpec::preference).front()->name);
}

}  // namespace

std::string why_refused(const RecoderSpec& recoder, const Policy& policy) {
    for (const Requirement& requirement : policy.require)
        if (std::string why = why_refused(recoder, requirement); !why.empty()) return why;
    if (!policy.person.empty() && !recoder.people)
        return format(
            "{} cannot serve a policy with several records per person: it changes each record by itself, and the "
            "records of one person together tell more than one ({} draws people)",
            recoder.name, perturbing_with([](const RecoderSpec& spec) { return spec.people; }));
    return {};
}

Result<std::vector<std::size_t>> chosen_columns(const RecoderSpec& recoder, const Records& records,
                                                const models::Arguments& arguments) {
    if (recoder.perturbs == Perturbs::nothing) return std::vector<std::size_t>{};
    if (recoder.whole_rows) {
        std::vector<std::size_t> all(records.columns.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        return all;
    }
    if (arguments.given("columns")) return named_columns(recoder, records, arguments.list("columns"));
    std::vector<std::size_t> chosen;
    for (std::size_t c = 0; c < records.columns.size(); ++c)
        if ((records.columns[c].role == recoder.perturbs_role ||
             (recoder.changes_sensitive && records.columns[c].role == Role::sensitive)) &&
            can_change(recoder, records.columns[c]))
            chosen.push_back(c);
    if (chosen.empty())
        return input_error(format("{}: no {} column holds what it can change; name columns with columns=…{}",
                                  recoder.name, role_name(recoder.perturbs_role),
                                  recoder.perturbs == Perturbs::numbers ? who_changes_categories() : ""));
    return chosen;
}

Result<Perturbed> perturb_records(const RecoderSpec& recoder, Records& records, const models::Arguments& arguments,
                                  Random& random, Progress& progress) {
    SCRIM_TRY(records.chosen, chosen_columns(recoder, records, arguments));
    if (!records.persons.empty() && !recoder.people)
        return input_error(format("{} cannot serve records of which a person has several", recoder.name));
    if (records.count == 0) return input_error("the table has no records");
    return recoder.perturb(records, arguments, random, progress);
}

}  // namespace scrim::recode
