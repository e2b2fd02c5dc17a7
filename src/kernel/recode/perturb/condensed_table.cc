#include "kernel/recode/perturb/condensed_table.h"

#include "kernel/core/json_depth.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <cmath>

namespace scrim::recode::perturb {
namespace {

using GroupMoments = Condensation::Moments;

constexpr std::pair<Domain::Kind, const char*> kinds[] = {
    {Domain::Kind::number, "number"}, {Domain::Kind::date, "date"}, {Domain::Kind::timestamp, "timestamp"}};

// The standard deviation of each column over all groups; 1 where all are the same.
std::vector<double> deviations(const std::vector<GroupMoments>& groups, std::size_t dimensions) {
    std::vector<double> found(dimensions, 1.0);
    for (std::size_t d = 0; d < dimensions; ++d) {
        double records = 0, mean = 0, scatter = 0;
        for (const GroupMoments& group : groups) {
            const double apart = group.mean[d] - mean, before = records;
            records += group.records;
            mean += apart * group.records / records;
            scatter += group.scatter[d * dimensions + d] + apart * apart * before * group.records / records;
        }
        if (scatter > 0) found[d] = std::sqrt(scatter / records);
    }
    return found;
}

void divide(std::vector<GroupMoments>& groups, const std::vector<double>& by) {
    const std::size_t dimensions = by.size();
    for (GroupMoments& group : groups)
        for (std::size_t a = 0; a < dimensions; ++a) {
            group.mean[a] /= by[a];
            for (std::size_t b = 0; b < dimensions; ++b) group.scatter[a * dimensions + b] /= by[a] * by[b];
        }
}

bool numbers_of(const Json& json, std::size_t count, std::vector<double>& numbers) {
    if (!json.is_array() || json.size() != count) return false;
    for (const Json& number : json) {
        if (!number.is_number() || !std::isfinite(number.get<double>())) return false;
        numbers.push_back(number.get<double>());
    }
    return true;
}

bool read_columns(const Json& list, std::vector<CondensedTable::Of>& columns) {
    for (const Json& json : list) {
        CondensedTable::Of column;
        if (!json.is_object() || !json.value("name", Json()).is_string() || !json.value("kind", Json()).is_string() ||
            !json.value("digits", Json()).is_number_unsigned() || !json.value("grid", Json()).is_number_unsigned())
            return false;
        column.name = json["name"].get<std::string>();
        const auto kind = std::find_if(std::begin(kinds), std::end(kinds),
                                       [&](const auto& known) { return known.second == json["kind"]; });
        const auto digits = json["digits"].get<std::uint64_t>(), grid = json["grid"].get<std::uint64_t>();
        if (kind == std::end(kinds) || digits > 30 || grid == 0) return false;
        column.kind = kind->first;
        column.scale = static_cast<int>(digits);
        column.grid = static_cast<Int128>(grid);
        columns.push_back(std::move(column));
    }
    return !columns.empty();
}

bool read_groups(const Json& list, std::size_t dimensions, std::uint32_t least, std::vector<GroupMoments>& groups) {
    for (const Json& json : list) {
        if (!json.is_object() || !json.value("records", Json()).is_number_unsigned()) return false;
        const auto records = json["records"].get<std::uint64_t>();
        if (records < least || records > UINT32_MAX / 2) return false;
        GroupMoments group{static_cast<std::uint32_t>(records), {}, {}};
        if (!numbers_of(json.value("mean", Json()), dimensions, group.mean) ||
            !numbers_of(json.value("scatter", Json()), dimensions * dimensions, group.scatter))
            return false;
        groups.push_back(std::move(group));
    }
    return !groups.empty();
}

}  // namespace

double CondensedTable::Of::step() const { return static_cast<double>(grid) * std::pow(10.0, -scale); }

std::uint64_t CondensedTable::records() const {
    std::uint64_t all = 0;
    for (const GroupMoments& group : groups) all += group.records;
    return all;
}

Json CondensedTable::json() const {
    Json json{{"r", r}, {"columns", Json::array()}, {"groups", Json::array()}};
    for (const Of& column : columns) {
        const auto kind = std::find_if(std::begin(kinds), std::end(kinds),
                                       [&](const auto& known) { return known.first == column.kind; });
        json["columns"].push_back({{"name", column.name},
                                   {"kind", kind->second},
                                   {"digits", column.scale},
                                   {"grid", static_cast<std::uint64_t>(column.grid)}});
    }
    for (const GroupMoments& group : groups)
        json["groups"].push_back({{"records", group.records}, {"mean", group.mean}, {"scatter", group.scatter}});
    return json;
}

Result<CondensedTable> CondensedTable::of_text(const std::string& owners_file) {
    const Json json = parse_json(owners_file);
    if (!json.is_object() || !json.contains("scrim_owner_file"))
        return input_error("condense: after names a file that is no owner's file of a release");
    if (!json.contains("condensed"))
        return input_error(
            "condense: after names the owner's file of a release that kept no groups: one by condense keeps them where "
            "all of its columns were condensed and no value is missing");
    const Json& kept = json["condensed"];
    CondensedTable made;
    const bool whole = kept.is_object() && kept.value("r", Json()).is_number_unsigned() &&
                       kept["r"].get<std::uint64_t>() > 0 && kept["r"].get<std::uint64_t>() < UINT32_MAX / 4;
    if (whole) made.r = kept["r"].get<std::uint32_t>();
    if (!whole || !read_columns(kept.value("columns", Json::array()), made.columns) ||
        !read_groups(kept.value("groups", Json::array()), made.columns.size(), made.r, made.groups))
        return input_error("condense: the groups in the owner's file that after names are damaged");
    return made;
}

void CondensedTable::add(const PointSet& points) {
    const std::vector<double> by = deviations(groups, columns.size());
    divide(groups, by);
    Condensation condensation(columns.size(), r);
    for (GroupMoments& group : groups) condensation.add_group(std::move(group));
    std::vector<double> point(columns.size());
    for (std::uint32_t p = 0; p < points.size(); ++p) {
        for (std::size_t d = 0; d < point.size(); ++d) point[d] = points[p][d] / by[d];
        condensation.add(point);
    }
    groups = condensation.groups();
    std::vector<double> back;
    for (const double deviation : by) back.push_back(1 / deviation);
    divide(groups, back);
}

PointSet CondensedTable::draw(Random& random) const {
    Condensation condensation(columns.size(), r);
    PointSet all(columns.size());
    all.reserve(records());
    for (std::size_t g = 0; g < groups.size(); ++g) {
        condensation.add_group(groups[g]);
        const PointSet drawn = condensation.draw(g, random);
        for (std::uint32_t i = 0; i < drawn.size(); ++i)
            all.add(std::vector<double>(drawn[i], drawn[i] + columns.size()));
    }
    return all;
}

}  // namespace scrim::recode::perturb
