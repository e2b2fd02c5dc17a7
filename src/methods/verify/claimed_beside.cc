#include "methods/verify/claimed_beside.h"

#include "kernel/core/text.h"

#include <algorithm>
#include <set>

namespace scrim::verifier {
namespace {

std::string named(std::string_view text) { return quoted(text); }

bool is_sha256(std::string_view text) {
    return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

Result<void> parse_files(JsonObject& root, ClaimedRelease& claimed) {
    SCRIM_TRY(std::vector<JsonObject> files, root.objects("files"));
    std::set<std::string> names;
    for (JsonObject& object : files) {
        ClaimedFile file;
        SCRIM_TRY(file.name, object.text("name"));
        SCRIM_TRY(file.bytes, object.count("bytes"));
        SCRIM_TRY(file.sha256, object.text("sha256"));
        if (!stays_inside(file.name))
            return input_error(format("the file {} is not inside the folder", named(file.name)));
        if (!names.insert(file.name).second)
            return input_error(format("the file {} is listed twice", named(file.name)));
        if (!is_sha256(file.sha256)) return input_error(format("the file {} has no SHA-256", named(file.name)));
        claimed.files.push_back(std::move(file));
        note_unread(object, claimed.unknown);
    }
    return {};
}

Result<void> parse_series(JsonObject& root, ClaimedRelease& claimed) {
    if (!root.has("series")) return {};
    SCRIM_TRY(JsonObject object, root.object("series"));
    ClaimedSeries series;
    SCRIM_TRY(series.method, series_method(object));
    SCRIM_TRY(series.lambda, object.count("lambda"));
    SCRIM_TRY(series.tau, object.count("tau"));
    SCRIM_TRY(series.number, object.count("number"));
    if (series.number == 0) return input_error("the first release of a series has the number 1");
    if (object.has("previous")) {
        SCRIM_TRY(series.previous, object.text("previous"));
    }
    if (series.previous.empty() != (series.number == 1) || (series.number > 1 && !is_sha256(series.previous)))
        return input_error("'series.previous' must be the SHA-256 of the release before, and only the first has none");
    SCRIM_TRY(series.auxiliary, object.text("auxiliary"));
    if (!stays_inside(series.auxiliary))
        return input_error(format("the file {} is not inside the folder", named(series.auxiliary)));
    SCRIM_TRY(series.untrue, object.count("untrue"));
    note_unread(object, claimed.unknown);
    claimed.series = std::move(series);
    return {};
}

// The person tables list every sensitive column, in the order of the release.
Result<void> parse_persons(JsonObject& root, ClaimedRelease& claimed) {
    if (root.has("people")) {
        SCRIM_TRY(JsonObject people, root.object("people"));
        SCRIM_TRY(claimed.original_people, people.count("original"));
        SCRIM_TRY(claimed.released_people, people.count("released"));
        note_unread(people, claimed.unknown);
    }
    if (!root.has("persons")) return {};
    if (!claimed.counts_people || claimed.has_groups())
        return input_error("'persons' is about releases that count people by class, and this one does not");
    SCRIM_TRY(JsonObject object, root.object("persons"));
    ClaimedPersons persons;
    SCRIM_TRY(persons.column, object.text("column"));
    SCRIM_TRY(persons.classes, object.text("classes"));
    SCRIM_TRY(JsonObject values, object.object("values"));
    for (const std::string& name : claimed.columns_in(Role::sensitive)) {
        SCRIM_TRY(std::string file, values.text(name));
        persons.values.emplace_back(name, std::move(file));
    }
    for (const std::string& file : persons.files())
        if (!stays_inside(file) || !file.starts_with("persons"))
            return input_error(format("the file {} is no table of people", named(file)));
    note_unread(values, claimed.unknown);
    note_unread(object, claimed.unknown);
    claimed.persons = std::move(persons);
    return {};
}

Result<void> parse_singled_out(JsonObject& root, ClaimedRelease& claimed) {
    if (!root.has("singled_out")) return {};
    SCRIM_TRY(JsonObject object, root.object("singled_out"));
    ClaimedSingledOut found;
    SCRIM_TRY(found.together, object.count("insensitive_together"));
    SCRIM_TRY(std::vector<JsonObject> columns, object.objects("columns"));
    for (JsonObject& entry : columns) {
        ClaimedSingledOut::Column column;
        SCRIM_TRY(column.name, entry.text("name"));
        SCRIM_TRY(column.alone, entry.count("alone"));
        SCRIM_TRY(column.with_quasi_identifiers, entry.count("with_quasi_identifiers"));
        if (entry.has("accepted")) {
            SCRIM_TRY(column.accepted, entry.flag("accepted"));
        }
        note_unread(entry, claimed.unknown);
        found.columns.push_back(std::move(column));
    }
    note_unread(object, claimed.unknown);
    claimed.singled_out = std::move(found);
    return {};
}

Result<void> parse_drawn(JsonObject& root, ClaimedRelease& claimed) {
    if (!root.has("microdata")) return {};
    if (claimed.form != ReleaseForm::generalized || claimed.series)
        return input_error("values are drawn beside generalized releases of no series only");
    SCRIM_TRY(JsonObject object, root.object("microdata"));
    SCRIM_TRY(claimed.microdata, parse_microdata(object, claimed.spanned(), claimed.unknown));
    return {};
}

Result<void> parse_intervals(JsonObject& root, ClaimedRelease& claimed) {
    if (!root.has("intervals")) return {};
    if (claimed.form != ReleaseForm::generalized || claimed.series)
        return input_error("intervals are numbers beside generalized releases of no series only");
    SCRIM_TRY(JsonObject object, root.object("intervals"));
    ClaimedIntervals& found = claimed.intervals.emplace();
    SCRIM_TRY(found.table, object.text("table"));
    SCRIM_TRY(found.as, object.text("as"));
    SCRIM_TRY(found.columns, object.texts("columns"));
    if (!found.table.starts_with("intervals.") || !stays_inside(found.table))
        return input_error(format("the file {} is no table of intervals", quoted(std::string_view(found.table))));
    if (found.as != "columns" && found.as != "midpoint")
        return input_error("'intervals.as' is neither columns nor midpoint");
    note_unread(object, claimed.unknown);
    return {};
}

}  // namespace scrim::verifier
