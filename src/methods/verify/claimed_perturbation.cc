#include "methods/verify/claimed_perturbation.h"

#include "kernel/core/int128.h"
#include "kernel/core/names.h"
#include "kernel/core/text.h"
#include "methods/verify/strict_json.h"

#include <algorithm>

namespace scrim::verifier {
namespace {

using What = ClaimedKept::What;

constexpr std::pair<std::string_view, What> quantities[] = {{"margin", What::margin},         {"mean", What::mean},
                                                            {"covariance", What::covariance}, {"values", What::values},
                                                            {"subset", What::subset},         {"apart", What::apart}};

Result<Ratio> parse_ratio(const std::string& path, const std::string& text) {
    const auto number = Ratio::parse(text);
    if (number && !number->infinite()) return *number;
    return input_error(format("'{}' is no exact number: {}", path, quoted(text)));
}

Result<Ratio> parse_ratio(JsonObject& object, const std::string& key) {
    SCRIM_TRY(const std::string text, object.text(key));
    return parse_ratio(object.path_of(key), text);
}

Result<ClaimedKept> parse_kept(JsonObject& object, const std::vector<std::string>& columns) {
    ClaimedKept kept;
    SCRIM_TRY(const std::string name, object.text("quantity"));
    const auto known = std::find_if(std::begin(quantities), std::end(quantities),
                                    [&](const auto& quantity) { return quantity.first == name; });
    if (known == std::end(quantities)) return input_error(format("nothing called {} can be kept", quoted(name)));
    kept.what = known->second;
    SCRIM_TRY(kept.columns, object.texts("columns"));
    for (const std::string& column : kept.columns)
        if (!contains(columns, column))
            return input_error(format("'{}' names {}, which is no column of the original that is released",
                                      object.path_of("columns"), quoted(column)));
    const std::size_t wanted = kept.what == What::mean || kept.what == What::values ? 1
                               : kept.what == What::covariance                      ? 2
                                                                                    : 0;
    if (kept.columns.empty() || (wanted > 0 && kept.columns.size() != wanted))
        return input_error(
            format("'{}' names {}", object.path_of("columns"), counted(kept.columns.size(), "column", "columns")));
    if (kept.what == What::margin || kept.what == What::values) {
        SCRIM_TRY(kept.different, object.count("different"));
    }
    if (kept.what != What::mean && kept.what != What::covariance) return kept;
    SCRIM_TRY(kept.factor, parse_ratio(object, "factor"));
    SCRIM_TRY(kept.tolerance, parse_ratio(object, "tolerance"));
    SCRIM_TRY(kept.released, parse_ratio(object, "released"));
    if (kept.tolerance < Ratio(0)) return input_error(format("'{}' is below 0", object.path_of("tolerance")));
    return kept;
}

// Do the chances add up to one, exactly?
bool adds_up(const std::vector<Ratio>& chances) {
    Int128 above = 0, below = 1;
    for (const Ratio& chance : chances) {
        if (chance < Ratio(0)) return false;
        const Ratio c = chance.reduced();
        Int128 left = 0, right = 0;
        if (__builtin_mul_overflow(above, c.denominator(), &left) ||
            __builtin_mul_overflow(c.numerator(), below, &right) || __builtin_add_overflow(left, right, &above) ||
            __builtin_mul_overflow(below, c.denominator(), &below))
            return false;
        const Ratio sum = Ratio(above, below).reduced();
        above = sum.numerator();
        below = sum.denominator();
    }
    return above == below;
}

// A list of exact numbers that add up to one, one for each of so many values.
Result<std::vector<Ratio>> parse_chances(const Json& list, const std::string& path, std::size_t size) {
    std::vector<Ratio> chances;
    for (const Json& chance : list) {
        if (!chance.is_string()) return input_error(format("'{}' is no list of exact numbers", path));
        SCRIM_TRY(const Ratio number, parse_ratio(path, chance.get<std::string>()));
        chances.push_back(number);
    }
    if (chances.size() != size || !adds_up(chances))
        return input_error(format("chances of '{}' do not add up to 1 over the values", path));
    return chances;
}

Result<ClaimedTransition> parse_transition(JsonObject& object, const std::vector<std::string>& columns) {
    ClaimedTransition transition;
    SCRIM_TRY(transition.column, object.text("column"));
    if (!contains(columns, transition.column))
        return input_error(format("'{}' names {}, which is no column of the original that is released",
                                  object.path_of("column"), quoted(transition.column)));
    SCRIM_TRY(const Json* values, object.list("values"));
    for (const Json& value : *values) {
        if (!value.is_string() && !value.is_null())
            return input_error(format("'{}' holds what is no value", object.path_of("values")));
        transition.values.push_back(value.is_null() ? std::nullopt : std::optional(value.get<std::string>()));
    }
    if (!object.has("retention")) {
        SCRIM_TRY(const Json* rows, object.list("rows"));
        for (const Json& row : *rows) {
            SCRIM_TRY(std::vector<Ratio> chances, parse_chances(row, object.path_of("rows"), transition.values.size()));
            transition.rows.push_back(std::move(chances));
        }
        if (transition.rows.size() != transition.values.size())
            return input_error(format("'{}' has not one row for each value", object.path_of("rows")));
        return transition;
    }
    SCRIM_TRY(transition.retention, parse_ratio(object, "retention"));
    if (*transition.retention < Ratio(0) || *transition.retention > Ratio(1))
        return input_error(format("'{}' is no chance", object.path_of("retention")));
    if (!object.has("drawn")) return transition;
    SCRIM_TRY(const Json* drawn, object.list("drawn"));
    SCRIM_TRY(transition.drawn, parse_chances(*drawn, object.path_of("drawn"), transition.values.size()));
    return transition;
}

Result<void> known_columns(const JsonObject& object, const std::string& key, const std::vector<std::string>& named,
                           const std::vector<std::string>& known) {
    for (const std::string& name : named)
        if (!contains(known, name))
            return input_error(
                format("'{}' names {}, which is none of the columns for it", object.path_of(key), quoted(name)));
    return {};
}

Result<ClaimedClusters> parse_clusters(JsonObject& object, const std::vector<std::string>& columns,
                                       const std::vector<std::string>& added) {
    ClaimedClusters clusters;
    SCRIM_TRY(clusters.columns, object.texts("columns"));
    if (clusters.columns.empty()) return input_error(format("'{}' names no column", object.path_of("columns")));
    SCRIM_CHECK(known_columns(object, "columns", clusters.columns, columns));
    SCRIM_TRY(clusters.by_hierarchy, object.texts("by_hierarchy"));
    SCRIM_CHECK(known_columns(object, "by_hierarchy", clusters.by_hierarchy, clusters.columns));
    SCRIM_TRY(clusters.size, object.text("size"));
    SCRIM_CHECK(known_columns(object, "size", {clusters.size}, added));
    SCRIM_TRY(clusters.radius, object.text("radius"));
    SCRIM_CHECK(known_columns(object, "radius", {clusters.radius}, added));
    if (clusters.size == clusters.radius)
        return input_error(format("'{}' is also the column of the sizes", object.path_of("radius")));
    SCRIM_TRY(clusters.least, object.count("least"));
    if (clusters.least == 0) return input_error(format("'{}' is 0", object.path_of("least")));
    SCRIM_TRY(clusters.left_out, parse_ratio(object, "left_out"));
    if (clusters.left_out < Ratio(0) || clusters.left_out > Ratio(1))
        return input_error(format("'{}' is no share", object.path_of("left_out")));
    return clusters;
}

void note_unread_of(const JsonObject& object, std::vector<std::string>& unknown) {
    for (std::string& path : object.unread()) unknown.push_back(std::move(path));
}

}  // namespace

Result<ClaimedPerturbation> parse_perturbation(JsonObject& object, const std::vector<std::string>& columns,
                                               const std::vector<std::string>& added,
                                               std::vector<std::string>& unknown) {
    ClaimedPerturbation claimed;
    SCRIM_TRY(const std::string promise, object.text("promise"));
    SCRIM_TRY(const std::string limits, object.text("limits"));
    SCRIM_TRY(std::vector<JsonObject> kept, object.objects("kept"));
    for (JsonObject& one : kept) {
        SCRIM_TRY(ClaimedKept parsed, parse_kept(one, columns));
        claimed.kept.push_back(std::move(parsed));
        note_unread_of(one, unknown);
    }
    SCRIM_TRY(JsonObject design, object.object("design"));
    for (const std::string& name : design.keys()) {
        SCRIM_TRY(const Ratio value, parse_ratio(design, name));
        claimed.design.emplace_back(name, value);
    }
    SCRIM_TRY(std::vector<JsonObject> transitions, object.objects("transitions"));
    for (JsonObject& one : transitions) {
        SCRIM_TRY(ClaimedTransition parsed, parse_transition(one, columns));
        claimed.transitions.push_back(std::move(parsed));
        note_unread_of(one, unknown);
    }
    if (object.has("clusters")) {
        SCRIM_TRY(JsonObject clusters, object.object("clusters"));
        SCRIM_TRY(claimed.clusters, parse_clusters(clusters, columns, added));
        note_unread_of(clusters, unknown);
    }
    if (object.has("privacy")) {
        SCRIM_TRY(JsonObject privacy, object.object("privacy"));
        SCRIM_TRY(claimed.privacy, parse_privacy(privacy, columns, unknown));
    }
    SCRIM_TRY(claimed.alone_by_unchanged, object.count("alone_by_unchanged"));
    note_unread_of(object, unknown);
    return claimed;
}

}  // namespace scrim::verifier
