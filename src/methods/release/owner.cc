#include "methods/release/owner.h"

#include "kernel/core/json_depth.h"
#include "kernel/core/text.h"
#include "kernel/recode/lattice/lattice.h"
#include "methods/files/file.h"
#include "methods/release/perturbed_release.h"

#include <filesystem>

namespace scrim::release {
namespace {

// As many as a person might read.
constexpr std::size_t most_listed = 10'000;

// The suppressed records' quasi-identifiers, and how many of each.
Json suppressed_json(const recode::Problem& problem, const recode::Recoding& recoding) {
    std::vector<std::uint64_t> released(problem.tuples->size(), 0);
    for (const recode::Member& member : recoding.all_members()) released[member.tuple] += member.records;
    const std::vector<std::uint32_t> runs = run_offsets(*problem.tuples, problem.dimensions());
    Json list = Json::array();
    for (std::size_t r = 0; r + 1 < runs.size() && list.size() < most_listed; ++r) {
        std::uint64_t missing = 0;
        for (std::uint32_t t = runs[r]; t < runs[r + 1]; ++t) missing += problem.tuples->weights[t] - released[t];
        if (missing == 0) continue;
        Json entry{{"records", missing}};
        for (std::size_t a = 0; a < problem.dimensions(); ++a) {
            const Domain& domain = problem.quasi_identifiers[a].domain();
            entry["values"][problem.quasi_identifiers[a].name] = domain.label(problem.column(a)[runs[r]]);
        }
        list.push_back(std::move(entry));
    }
    return list;
}

}  // namespace

bool may_write_owner_file(const std::string& path, bool force) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) return true;
    const auto text = files::read_file(path);
    if (!text) return false;
    const Json json = parse_json(*text);
    if (!json.is_object() || !json.contains("scrim_owner_file") || !json["release"].is_string()) return false;
    return force || !std::filesystem::exists(json["release"].get<std::string>(), error);
}

namespace {

// What was asked for.
Json asked_json(const PublishRequest& request, const Chosen& chosen) {
    Json json{{"scrim_owner_file", 1},
              {"release", std::filesystem::absolute(request.out).string()},
              {"original", request.table.name()},
              {"algorithm", to_string(chosen.text)},
              {"suppress", request.policy.suppress}};
    json["require"] = Json::array();
    for (const Requirement& requirement : request.policy.require) json["require"].push_back(to_string(requirement));
    json["columns"] = Json::array();
    for (const ColumnPolicy& column : request.policy.columns) {
        Json entry{{"name", column.name}, {"role", role_name(column.role)}};
        if (!column.hierarchy.empty()) entry["hierarchy"] = column.hierarchy;
        json["columns"].push_back(std::move(entry));
    }
    return json;
}

}  // namespace

std::string owner_text(const PublishRequest& request, const Chosen& chosen, const PerturbedRelease& release) {
    Json json = asked_json(request, chosen);
    json["records"] = {{"original", release.original}, {"released", release.released()}};
    for (const auto& [key, value] : release.made.for_owner) json[key] = value;
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string owner_text(const PublishRequest& request, const Prepared& prepared, const Chosen& chosen,
                       const recode::Recoding& recoding) {
    const recode::Problem& problem = prepared.problem;
    Json json = asked_json(request, chosen);
    json["records"] = {{"original", problem.records()}, {"released", recoding.records()}};
    json["suppressed"] = suppressed_json(problem, recoding);
    json["neighborhood"] = Json::array();
    for (const recode::Recoding::Neighbor& node : recoding.neighborhood)
        json["neighborhood"].push_back({{"levels", recode::lattice::print_levels(node.levels)},
                                        {"loss", node.loss ? Json(*node.loss) : Json(nullptr)},
                                        {"suppressed", node.suppressed},
                                        {"feasible", node.feasible}});
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace scrim::release
