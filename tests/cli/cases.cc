#include "tests/cli/cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace scrim::testing {
namespace {

namespace fs = std::filesystem;

Cases load_cases() {
    Cases cases;
    const fs::path root = fs::path(SCRIM_SOURCE_DIR) / "tests" / "cases";
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.path().extension() == ".case") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
        std::ifstream stream(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        auto runs = parse_case(text, fs::relative(path, root).replace_extension().string());
        if (!runs) {
            cases.mistakes.push_back(path.string() + ": " + runs.error().message);
            continue;
        }
        std::move(runs->begin(), runs->end(), std::back_inserter(cases.runs));
    }
    return cases;
}

// The value at "models.k_anonymity.reached.k.value" or "requirements.0.holds".
const Json* find(const Json& root, std::string_view path) {
    const Json* at = &root;
    while (!path.empty()) {
        const std::string step(path.substr(0, path.find('.')));
        path.remove_prefix(std::min(path.size(), step.size() + 1));
        if (at->is_array()) {
            const std::size_t index = std::stoul(step);
            if (index >= at->size()) return nullptr;
            at = &(*at)[index];
        } else {
            const auto found = at->find(step);
            if (found == at->end()) return nullptr;
            at = &*found;
        }
    }
    return at;
}

// Half a unit of the last digit written: 0.00005 for "1.7548".
double tolerance_of(const std::string& number) {
    const auto point = number.find('.');
    const auto digits = point == std::string::npos ? 0 : number.size() - point - 1;
    return 0.5 * std::pow(10.0, -static_cast<double>(digits));
}

}  // namespace

const Cases& all_cases() {
    static const Cases cases = load_cases();
    return cases;
}

void expect_json(const Json& json, const JsonExpectation& expected) {
    const Json* found = find(json, expected.path);
    if (expected.kind == JsonExpectation::Kind::absent) {
        EXPECT_EQ(found, nullptr) << expected.path << " should not be there";
        return;
    }
    ASSERT_NE(found, nullptr) << expected.path << " is not there";
    if (expected.kind == JsonExpectation::Kind::near) {
        ASSERT_TRUE(found->is_number()) << expected.path << " is " << found->dump();
        EXPECT_NEAR(found->get<double>(), std::stod(expected.value), tolerance_of(expected.value)) << expected.path;
        return;
    }
    // The order of an object's keys does not matter here.
    const auto wanted = nlohmann::json::parse(expected.value, nullptr, false);
    ASSERT_FALSE(wanted.is_discarded()) << "the case expects " << expected.value << ", which is no JSON";
    EXPECT_EQ(nlohmann::json::parse(found->dump()), wanted) << expected.path;
}

}  // namespace scrim::testing
