#include "methods/verify/claimed_release.h"

#include "kernel/core/old_names.h"
#include "kernel/core/ratio.h"
#include "kernel/core/text.h"
#include "methods/verify/claimed_beside.h"
#include "methods/verify/strict_json.h"

#include <algorithm>

namespace scrim::verifier {
namespace {

std::string shown(std::string_view text) { return quoted(text); }

Result<ReleaseForm> parse_form(const std::string& said) {
    const std::string text = current_name(said);
    if (text == "generalized") return ReleaseForm::generalized;
    if (text == "anatomized") return ReleaseForm::anatomized;
    if (text == "permuted") return ReleaseForm::permuted;
    if (text == "grouped") return ReleaseForm::grouped;
    if (text == "perturbed") return ReleaseForm::perturbed;
    return input_error(format(
        "the form {} is unknown: generalized, anatomized, permuted, grouped and perturbed are known", shown(text)));
}

// {"value": 5, "exact": "5"}; an infinite value is null.
Result<ClaimedNumber> parse_number(JsonObject& parent, const std::string& key, std::vector<std::string>& unknown) {
    SCRIM_TRY(JsonObject object, parent.object(key));
    ClaimedNumber number;
    if (object.has_null("value")) {
        number.exact = "infinity";
    } else {
        SCRIM_TRY(number.value, object.number("value"));
    }
    if (object.has("exact")) {
        SCRIM_TRY(number.exact, object.text("exact"));
    }
    note_unread(object, unknown);
    return number;
}

Result<ClaimedColumn> parse_column(JsonObject& object) {
    ClaimedColumn column;
    SCRIM_TRY(column.name, object.text("name"));
    SCRIM_TRY(const std::string role, object.text("role"));
    const auto parsed = parse_role(role);
    if (!parsed || role_name(*parsed) != role)
        return input_error(format("column {} has the role {}, which is none", shown(column.name), shown(role)));
    if (*parsed == Role::identifier)
        return input_error(format("column {} is an identifier, which no release may hold", shown(column.name)));
    if (*parsed == Role::dropped)
        return input_error(format("column {} is dropped, and so in no release", shown(column.name)));
    column.role = *parsed;
    if (object.has("hierarchy")) {
        SCRIM_TRY(column.hierarchy, object.text("hierarchy"));
        if (!column.hierarchy.starts_with("hierarchies/") || !stays_inside(column.hierarchy))
            return input_error(format("column {}: the hierarchy {} is no file of the folder hierarchies",
                                      shown(column.name), shown(column.hierarchy)));
    }
    if (object.has("outline")) {
        SCRIM_TRY(column.outline, object.flag("outline"));
        if (column.hierarchy.empty())
            return input_error(format("column {} has an outline and no hierarchy", shown(column.name)));
    }
    if (object.has("weight")) {
        SCRIM_TRY(const std::string weight, object.text("weight"));
        const auto number = Ratio::parse(weight);
        if (!number || *number <= Ratio(0))
            return input_error(
                format("column {}: the weight {} is no number greater than 0", shown(column.name), shown(weight)));
        column.weight = number->to_double();
    }
    if (object.has("type")) {
        SCRIM_TRY(const std::string type, object.text("type"));
        if (type != column_type_name(ColumnType::category))
            return input_error(
                format("column {} has the type {}; only category is known", shown(column.name), shown(type)));
        column.category = true;
    }
    if (object.has("nulls")) {
        SCRIM_TRY(column.nulls, object.flag("nulls"));
    }
    if (object.has("generalized")) {
        SCRIM_TRY(column.generalized, object.flag("generalized"));
        if (column.generalized && (column.role != Role::sensitive || column.hierarchy.empty()))
            return input_error(
                format("column {} is generalized record by record, and is no sensitive column with a "
                       "hierarchy",
                       shown(column.name)));
    }
    if (object.has("changed")) {
        SCRIM_TRY(column.changed, object.flag("changed"));
    }
    if (object.has("added")) {
        SCRIM_TRY(column.added, object.flag("added"));
    }
    return column;
}

Result<void> parse_columns(JsonObject& root, ClaimedRelease& claimed) {
    SCRIM_TRY(std::vector<JsonObject> columns, root.objects("columns"));
    std::set<std::string> names;
    for (JsonObject& object : columns) {
        SCRIM_TRY(ClaimedColumn column, parse_column(object));
        if (!names.insert(column.name).second)
            return input_error(format("column {} is listed twice", shown(column.name)));
        claimed.columns.push_back(std::move(column));
        note_unread(object, claimed.unknown);
    }
    if (claimed.columns_in(Role::quasi_identifier).empty()) return input_error("it names no quasi-identifier");
    if (claimed.has_groups()) {
        SCRIM_TRY(claimed.group_column, root.text("group_column"));
        SCRIM_TRY(claimed.parted_column, root.text("parted_column"));
        if (names.contains(claimed.group_column))
            return input_error(format("the group column {} is one of the columns too", shown(claimed.group_column)));
        const ClaimedColumn* parted = claimed.find(claimed.parted_column);
        if (!parted || parted->role != Role::sensitive)
            return input_error(format("the parted column {} is no sensitive column", shown(claimed.parted_column)));
    }
    const auto generalized =
        std::count_if(claimed.columns.begin(), claimed.columns.end(), [](const auto& c) { return c.generalized; });
    if (generalized > 1 || (generalized > 0 && claimed.form != ReleaseForm::generalized))
        return input_error("sensitive values are generalized record by record in one column of a generalized release");
    if (root.has("target")) {
        SCRIM_TRY(claimed.target, root.text("target"));
    }
    return {};
}

Result<ClaimedPromise> parse_promise(JsonObject& object, std::vector<std::string>& unknown) {
    ClaimedPromise promise;
    SCRIM_TRY(const std::string requirement, object.text("requirement"));
    SCRIM_TRY(const std::string model, object.text("model"));
    SCRIM_TRY(const std::string title, object.text("title"));
    promise.requirement = with_current_name(requirement);
    promise.model = current_name(model);
    promise.title = current_name(title);
    SCRIM_TRY(promise.promise, object.text("promise"));
    SCRIM_TRY(promise.limits, object.text("limits"));
    SCRIM_TRY(JsonObject reached, object.object("reached"));
    for (const std::string& parameter : reached.keys()) {
        SCRIM_TRY(ClaimedNumber level, parse_number(reached, parameter, unknown));
        promise.reached.emplace_back(parameter, std::move(level));
    }
    if (object.has("attribute")) {
        SCRIM_TRY(promise.attribute, object.text("attribute"));
    }
    SCRIM_TRY(promise.needs, object.texts("needs"));
    note_unread(object, unknown);
    return promise;
}

Result<void> parse_promises(JsonObject& root, ClaimedRelease& claimed) {
    SCRIM_TRY(std::vector<JsonObject> promises, root.objects("promises"));
    for (JsonObject& object : promises) {
        SCRIM_TRY(ClaimedPromise promise, parse_promise(object, claimed.unknown));
        claimed.promises.push_back(std::move(promise));
    }
    // What a perturbed release keeps is its promise.
    if (claimed.promises.empty() && claimed.form != ReleaseForm::perturbed) return input_error("it promises nothing");
    return {};
}

// Classes are measured where models are promised; a perturbed release may promise none.
bool measures_classes(const JsonObject& root, const ClaimedRelease& claimed) {
    return claimed.form != ReleaseForm::perturbed || root.has("classes");
}

Result<void> parse_perturbed(JsonObject& root, ClaimedRelease& claimed) {
    std::vector<std::string> shared, added;  // with the original, beside it
    for (const ClaimedColumn& column : claimed.columns) (column.added ? added : shared).push_back(column.name);
    if (claimed.form != ReleaseForm::perturbed) {
        if (shared.size() < claimed.columns.size() || std::any_of(claimed.columns.begin(), claimed.columns.end(),
                                                                  [](const auto& column) { return column.changed; }))
            return input_error("only a perturbed release has columns that were changed or added");
        return {};
    }
    if (claimed.series || claimed.persons)
        return input_error("a perturbed release is of no series, and counts records");
    SCRIM_TRY(JsonObject object, root.object("perturbation"));
    SCRIM_TRY(claimed.perturbation, parse_perturbation(object, shared, added, claimed.unknown));
    return {};
}

Result<void> parse_counts(JsonObject& root, ClaimedRelease& claimed) {
    SCRIM_TRY(JsonObject records, root.object("records"));
    claimed.tells_original = claimed.form != ReleaseForm::perturbed || records.has("original");
    if (claimed.tells_original) {
        SCRIM_TRY(claimed.original, records.count("original"));
    }
    SCRIM_TRY(claimed.released, records.count("released"));
    if (claimed.form != ReleaseForm::perturbed) {
        SCRIM_TRY(claimed.suppressed, records.count("suppressed"));
    }
    note_unread(records, claimed.unknown);
    if (!measures_classes(root, claimed)) return {};
    SCRIM_TRY(JsonObject classes, root.object("classes"));
    SCRIM_TRY(claimed.classes, classes.count("count"));
    SCRIM_TRY(const Json* sizes, classes.list("sizes"));
    for (const Json& pair : *sizes) {
        if (!pair.is_array() || pair.size() != 2 || !pair[0].is_number_unsigned() || !pair[1].is_number_unsigned())
            return input_error("'classes.sizes' is no list of [size, how many]");
        claimed.class_sizes.emplace_back(pair[0].get<std::uint64_t>(), pair[1].get<std::uint64_t>());
    }
    note_unread(classes, claimed.unknown);
    return {};
}

Result<void> parse_measures(JsonObject& root, ClaimedRelease& claimed) {
    if (!measures_classes(root, claimed)) return {};
    SCRIM_TRY(JsonObject risks, root.object("risks"));
    SCRIM_TRY(JsonObject prosecutor, risks.object("prosecutor"));
    SCRIM_TRY(claimed.prosecutor_highest, parse_number(prosecutor, "highest", claimed.unknown));
    SCRIM_TRY(claimed.prosecutor_average, parse_number(prosecutor, "average", claimed.unknown));
    SCRIM_TRY(claimed.marketer, parse_number(risks, "marketer", claimed.unknown));
    note_unread(prosecutor, claimed.unknown);
    note_unread(risks, claimed.unknown);
    if (claimed.form == ReleaseForm::perturbed) return {};
    SCRIM_TRY(JsonObject metrics, root.object("metrics"));
    for (const std::string& name : metrics.keys()) {
        SCRIM_TRY(const double value, metrics.number(name));
        claimed.metrics.emplace_back(name, value);
    }
    return {};
}

// What cannot be recomputed still has its type.
Result<void> parse_words(JsonObject& root, bool perturbed, std::vector<std::string>& unknown) {
    SCRIM_TRY(JsonObject algorithm, root.object("algorithm"));
    for (const char* word : {"name", "title", "citation", "asked"}) {
        SCRIM_TRY(const std::string text, algorithm.text(word));
    }
    if (algorithm.has("details")) {
        SCRIM_TRY(const JsonObject details, algorithm.object("details"));
    }
    note_unread(algorithm, unknown);
    if (root.has("notice")) {
        SCRIM_TRY(const std::string notice, root.text("notice"));
    }
    if (!perturbed) {
        SCRIM_TRY(const std::string minimized, root.text("minimized"));
    }
    SCRIM_TRY(const auto not_promised, root.texts("not_promised"));
    SCRIM_TRY(const std::string made_by, root.text("made_by"));
    return {};
}

}  // namespace

Result<const series::MethodSpec*> series_method(JsonObject& object) {
    SCRIM_TRY(const std::string name, object.text("method"));
    if (const series::MethodSpec* method = series::find_method(name)) return method;
    return input_error(format("{} {} is unknown; there are {}", quoted(object.path_of("method")), shown(name),
                              join(series::names_of_methods(), " and ")));
}

std::vector<std::string> ClaimedPersons::files() const {
    std::vector<std::string> files{classes};
    for (const auto& [of, file] : values) files.push_back(file);
    return files;
}

const ClaimedColumn* ClaimedRelease::find(std::string_view column) const {
    for (const ClaimedColumn& known : columns)
        if (known.name == column) return &known;
    return nullptr;
}

std::vector<std::string> ClaimedRelease::names() const {
    std::vector<std::string> names;
    for (const ClaimedColumn& column : columns) names.push_back(column.name);
    return names;
}

TableInput ClaimedRelease::read_as_stated(TableInput table) const {
    for (const ClaimedColumn& column : columns)
        if (column.category) table.columns.push_back({column.name, ColumnType::category, {}});
    return table;
}

std::vector<std::string> ClaimedRelease::columns_in(Role role) const {
    std::vector<std::string> names;
    for (const ClaimedColumn& column : columns)
        if (column.role == role) names.push_back(column.name);
    return names;
}

const ClaimedColumn* ClaimedRelease::generalized() const {
    const auto found =
        std::find_if(columns.begin(), columns.end(), [](const auto& column) { return column.generalized; });
    return found == columns.end() ? nullptr : &*found;
}

std::vector<std::string> ClaimedRelease::spanned() const {
    std::vector<std::string> names;
    for (const ClaimedColumn& column : columns)
        if (column.role == Role::quasi_identifier || column.generalized) names.push_back(column.name);
    return names;
}

bool stays_inside(std::string_view path) {
    if (path.empty() || path.size() > 1000) return false;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string_view part = path.substr(begin, end - begin);
        if (part.empty() || part == "." || part == "..") return false;
        begin = end + 1;
    }
    return std::all_of(path.begin(), path.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x20 && byte != 0x7f && c != '\\' && c != ':';
    });
}

Result<ClaimedRelease> parse_certificate(std::string_view text) {
    SCRIM_TRY(const Json json, parse_strict_json(text));
    SCRIM_TRY(JsonObject root, JsonObject::of(json, ""));
    SCRIM_TRY(const std::uint64_t version, root.count("scrim_certificate"));
    if (version != known_certificate_version)
        return input_error(format("it is of version {}; version {} is known", version, known_certificate_version));
    ClaimedRelease claimed;
    SCRIM_TRY(const std::string form, root.text("form"));
    SCRIM_TRY(claimed.form, parse_form(form));
    if ((claimed.form == ReleaseForm::perturbed || root.has("microdata")) && json.items().begin().key() != "notice")
        return input_error("its first line does not say what kind of release it is");
    SCRIM_CHECK(parse_words(root, claimed.form == ReleaseForm::perturbed, claimed.unknown));
    SCRIM_CHECK(parse_counts(root, claimed));
    SCRIM_CHECK(parse_columns(root, claimed));
    SCRIM_TRY(claimed.counts_people, root.flag("counts_people"));
    SCRIM_CHECK(parse_persons(root, claimed));
    SCRIM_CHECK(parse_singled_out(root, claimed));
    SCRIM_CHECK(parse_promises(root, claimed));
    for (const ClaimedPromise& promise : claimed.promises)
        claimed.has_population |=
            std::find(promise.needs.begin(), promise.needs.end(), "population") != promise.needs.end();
    if (root.has("population")) {
        SCRIM_TRY(const bool stated, root.flag("population"));
        claimed.has_population |= stated;
    }
    SCRIM_CHECK(parse_measures(root, claimed));
    SCRIM_CHECK(parse_files(root, claimed));
    SCRIM_CHECK(parse_series(root, claimed));
    SCRIM_CHECK(parse_perturbed(root, claimed));
    SCRIM_CHECK(parse_drawn(root, claimed));
    SCRIM_CHECK(parse_intervals(root, claimed));
    note_unread(root, claimed.unknown);
    return claimed;
}

}  // namespace scrim::verifier
