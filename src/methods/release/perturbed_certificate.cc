// The certificate of a perturbed release.
#include "kernel/core/text.h"
#include "methods/release/certificate_parts.h"
#include "methods/release/perturbed_release.h"
#include "methods/release/privacy_told.h"

namespace scrim::release {
namespace {

using What = recode::Kept::What;

std::string_view name_of(What what) {
    switch (what) {
        case What::margin: return "margin";
        case What::mean: return "mean";
        case What::covariance: return "covariance";
        case What::values: return "values";
        case What::subset: return "subset";
        case What::apart: return "apart";
    }
    return "";
}

Json kept_json(const Stated& stated) {
    Json json{{"quantity", name_of(stated.kept.what)}, {"columns", stated.kept.columns}};
    if (stated.different) json["different"] = *stated.different;
    if (stated.value) {
        json["factor"] = stated.kept.factor.to_string();
        json["tolerance"] = stated.kept.tolerance.to_string();
        json["released"] = stated.value->to_string();
    }
    return json;
}

Json transition_json(const recode::Transition& transition, const recode::RecordColumn& of) {
    Json json{{"column", of.name}, {"values", Json::array()}};
    const Domain& domain = of.values.domain();
    for (const Code value : transition.values)
        json["values"].push_back(value < domain.values() ? Json(domain.label(value)) : Json(nullptr));
    if (transition.retention) json["retention"] = transition.retention->to_string();
    for (const Ratio& chance : transition.drawn) json["drawn"].push_back(chance.to_string());
    for (const std::vector<Ratio>& row : transition.rows) {
        Json chances = Json::array();
        for (const Ratio& chance : row) chances.push_back(chance.to_string());
        json["rows"].push_back(std::move(chances));
    }
    return json;
}

Json clusters_json(const recode::Clusters& clusters, const std::vector<std::string>& columns) {
    return {{"columns", columns},
            {"size", clusters.size},
            {"radius", clusters.radius},
            {"least", clusters.least},
            {"left_out", clusters.left_out.to_string()},
            {"by_hierarchy", clusters.by_hierarchy}};
}

Json perturbation_json(const PerturbedRelease& release) {
    Json json{{"promise", release.chosen.recoder->promise},
              {"limits", release.chosen.recoder->limits},
              {"kept", Json::array()},
              {"design", Json::object()},
              {"transitions", Json::array()},
              {"alone_by_unchanged", release.alone}};
    for (const Stated& stated : release.kept) json["kept"].push_back(kept_json(stated));
    for (const auto& [name, value] : release.made.design) json["design"][name] = value.to_string();
    for (std::size_t t = 0; t < release.made.transitions.size(); ++t)
        json["transitions"].push_back(transition_json(release.made.transitions[t], release.of[t]));
    if (release.made.clusters) json["clusters"] = clusters_json(*release.made.clusters, release.changed());
    if (release.made.privacy) json["privacy"] = privacy_json(*release.made.privacy);
    return json;
}

Json columns_json(const PerturbedRelease& release) {
    Json columns = Json::array();
    for (const PerturbedColumn& column : release.columns) {
        Json json{{"name", column.name}, {"role", role_name(column.role)}};
        if (column.changed) json["changed"] = true;
        if (column.added) json["added"] = true;
        if (column.category) json["type"] = column_type_name(ColumnType::category);
        columns.push_back(std::move(json));
    }
    return columns;
}

}  // namespace

std::string notice(const PerturbedRelease& release) {
    const std::vector<std::string> changed = release.changed();
    if (changed.empty())
        return format("Perturbed release: {} of {} records, drawn by chance ({}). Every row is a true one.",
                      with_thousands(release.released()), with_thousands(release.original),
                      release.chosen.recoder->title);
    return format(
        "Perturbed release: the values of {} were changed ({}), so that rows are no true rows and must not be read as "
        "facts about anybody. {}",
        join(changed, ", "), release.chosen.recoder->title,
        release.measured ? "The models promised hold for its classes; besides that, what it keeps is "
                           "stated below."
        : release.made.privacy
            ? format("The release is differentially private: {}.", privacy_words(*release.made.privacy))
        : !release.requirements.empty() ? "The models promised hold for the chances by which that was done."
                                        : "No privacy model is promised; what it keeps is stated below.");
}

std::vector<std::string> not_promised(const PerturbedRelease& release) {
    std::vector<std::string> words;
    if (release.requirements.empty() && !release.made.privacy)
        words.push_back(
            "Privacy models: none was required, and none is promised. How well the release protects depends on how far "
            "values were changed.");
    const auto quasi_identifiers = release.unchanged_in(Role::quasi_identifier);
    if (!quasi_identifiers.empty())
        words.push_back(format("Unchanged quasi-identifiers: {} {} released exactly, and {} alone with them.",
                               join(quasi_identifiers, ", "), quasi_identifiers.size() == 1 ? "is" : "are",
                               counted(release.alone, "record is", "records are")));
    const auto sensitive = release.unchanged_in(Role::sensitive);
    if (!sensitive.empty())
        words.push_back(
            format("Unchanged sensitive values: {} {} released exactly: whoever finds a person's record "
                   "reads them there.",
                   join(sensitive, ", "), sensitive.size() == 1 ? "is" : "are"));
    if (!release.chosen.recoder->mechanism)
        words.push_back("Presence: a reader may learn that a person is in the table.");
    words.push_back(
        "Other releases: nothing is promised when this release is combined with another one of the same people; two "
        "perturbations of one table tell more than either.");
    words.insert(words.end(), release.made.limits.begin(), release.made.limits.end());
    return words;
}

Json certificate(const PerturbedRelease& release, const std::vector<CertifiedFile>& files) {
    const recode::RecoderSpec& recoder = *release.chosen.recoder;
    Json json{{"notice", notice(release)}, {"scrim_certificate", certificate_version}, {"form", "perturbed"}};
    json["algorithm"] = {{"name", recoder.name},
                         {"title", recoder.title},
                         {"citation", recoder.citation},
                         {"asked", to_string(release.chosen.text)}};
    json["records"] = {{"released", release.released()}};
    if (!recoder.hides_size) json["records"]["original"] = release.original;
    json["columns"] = columns_json(release);
    json["counts_people"] = false;
    json["perturbation"] = perturbation_json(release);
    json["singled_out"] = exact_json(release.exact);
    json["promises"] = Json::array();
    if (release.measured) {
        json["classes"] = {{"count", release.measured->classes}, {"sizes", release.measured->class_sizes}};
        json["risks"] = risks_json(release.measured->risks);
    }
    for (std::size_t r = 0; r < release.requirements.size(); ++r)
        json["promises"].push_back(promise_json(*release.models[r], release.requirements[r], false, true));
    json["not_promised"] = not_promised(release);
    json["files"] = files_json(files);
    return json;
}

}  // namespace scrim::release
