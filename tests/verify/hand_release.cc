#include "tests/verify/hand_release.h"

#include "kernel/models/model.h"
#include "methods/files/digest.h"
#include "methods/files/file.h"
#include "methods/verify/verify_folder.h"
#include "tests/check/memory_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

namespace scrim::testing {
namespace {

namespace fs = std::filesystem;

// Cells may be quoted; an empty one is NULL.
std::vector<checking::Cell> cells_of(const std::string& line) {
    std::vector<checking::Cell> cells(1);
    bool quotes = false;
    for (const char c : line) {
        if (c == '"') {
            quotes = !quotes;
        } else if (c == ',' && !quotes) {
            cells.emplace_back();
        } else {
            if (!cells.back()) cells.back().emplace();
            *cells.back() += c;
        }
    }
    return cells;
}

Result<std::unique_ptr<checking::MemorySource>> parse_csv(const std::string& text) {
    std::istringstream stream(text);
    std::string line;
    std::vector<std::string> names;
    std::vector<std::vector<checking::Cell>> rows;
    std::getline(stream, line);
    for (const checking::Cell& cell : cells_of(line)) names.push_back(cell.value_or(""));
    while (std::getline(stream, line)) {
        rows.push_back(cells_of(line));
        if (rows.back().size() != names.size()) return input_error("a row has too few or too many cells");
    }
    return std::make_unique<checking::MemorySource>(std::move(names), std::move(rows));
}

Result<std::unique_ptr<TableSource>> open_csv(const TableInput& input) {
    SCRIM_TRY(const std::string text, files::read_file(input.path));
    SCRIM_TRY(auto source, parse_csv(text));
    return std::unique_ptr<TableSource>(std::move(source));
}

// The lines in the order of a release's rows; what is no table stays as it is.
std::string with_sorted_rows(const std::string& text) {
    const auto source = parse_csv(text);
    if (!source) return text;
    const auto table = (*source)->read((*source)->columns(), no_progress());
    std::istringstream stream(text);
    std::string sorted;
    std::getline(stream, sorted);
    sorted += "\n";
    std::vector<std::pair<std::vector<Code>, std::string>> lines;
    for (std::string line; std::getline(stream, line);) {
        std::vector<Code> codes;
        for (std::size_t c = 0; c < table->width(); ++c) codes.push_back((*table)[c][lines.size()]);
        lines.emplace_back(std::move(codes), line + "\n");
    }
    std::sort(lines.begin(), lines.end());
    for (const auto& line : lines) sorted += line.second;
    return sorted;
}

Json column(const std::string& name, const std::string& role, const std::string& hierarchy = "") {
    Json json{{"name", name}, {"role", role}};
    if (!hierarchy.empty()) json["hierarchy"] = hierarchy;
    return json;
}

// What every certificate has.
Json certificate_of(const std::string& form) {
    Json json{{"scrim_certificate", 1}, {"form", form}};
    json["algorithm"] = {{"name", "by hand"}, {"title", "By hand"}, {"citation", ""}, {"asked", "by hand"}};
    json["minimized"] = "ncp";
    json["counts_people"] = false;
    json["not_promised"] = Json::array({"Anything else."});
    json["metrics"] = Json::object();
    json["made_by"] = "a test";
    return json;
}

Json risks(const Json& highest, const Json& average) {
    return {{"prosecutor", {{"highest", highest}, {"average", average}}}, {"marketer", average}};
}

double entropy(const std::vector<double>& counts) {
    double sum = 0, bits = 0;
    for (const double count : counts) sum += count;
    for (const double count : counts) bits -= count / sum * std::log2(count / sum);
    return bits;
}

void make_groups(HandRelease& release, const std::string& form) {
    release.original =
        "name,sex,zip,ward,disease\nann,F,12,a,flu\nbob,M,12,a,cold\ncid,M,13,b,ache\n"
        "dee,F,24,b,flu\neve,F,25,a,cold\nfay,F,25,b,cold\n";
    release.certificate = certificate_of(form);
    Json& json = release.certificate;
    json["records"] = {{"original", 6}, {"released", 6}, {"suppressed", 0}};
    json["classes"] = {{"count", 2}, {"sizes", {{3, 2}}}};
    json["columns"] = {column("sex", "quasi_identifier"), column("zip", "quasi_identifier"),
                       column("ward", "insensitive"), column("disease", "sensitive")};
    json["group_column"] = "group";
    json["parted_column"] = "disease";
    json["promises"] = Json::array({promise("l_diversity_distinct(l=2)", {{"l", number(2, "2")}}, "disease")});
    json["risks"] = risks(number(1.0 / 3, "1/3"), number(1.0 / 3, "1/3"));
    json["metrics"] = {{"discernibility", 18}, {"average_class_size", 3}, {"k_deviation", 2}, {"classification", 0.5}};
}

}  // namespace

Json number(const Json& value, const std::string& exact) { return {{"value", value}, {"exact", exact}}; }

Json promise(const std::string& requirement, const Json& reached, const std::string& attribute, const Json& needs) {
    const ModelInfo& info = *models::find_model(parse_requirement(requirement)->model);
    Json json{{"requirement", requirement}, {"model", info.name},    {"title", info.title},
              {"promise", info.promise},    {"limits", info.limits}, {"reached", reached}};
    if (!attribute.empty()) json["attribute"] = attribute;
    json["needs"] = needs;
    return json;
}

HandRelease::HandRelease() {
    std::string name = (fs::temp_directory_path() / "scrim-verify-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
}

HandRelease::~HandRelease() { fs::remove_all(folder_); }

void HandRelease::write() const {
    fs::remove_all(folder_ / "release");
    fs::create_directories(folder_ / "release");
    Json json = certificate;
    json["files"] = Json::array();
    const auto put = [](const fs::path& path, const std::string& content) {
        std::ofstream(path, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
    };
    for (const auto& [file, written] : files) {
        const bool table = file == "data.csv" || file == "qit.csv" || file == "st.csv";
        const std::string content = table && sort_rows ? with_sorted_rows(written) : written;
        fs::create_directories(fs::path(path(file)).parent_path());
        put(path(file), content);
        json["files"].push_back({{"name", file}, {"bytes", content.size()}, {"sha256", files::sha256(content)}});
    }
    put(path("certificate.json"), json.dump(2) + "\n");
    put(folder_ / "original.csv", original);
    put(folder_ / "population.csv", population);
}

VerifyReport HandRelease::verify(bool with_original) const {
    VerifyRequest request;
    request.folder = (folder_ / "release").string();
    if (with_original) request.original = TableInput{.path = (folder_ / "original.csv").string()};
    if (!population.empty()) request.population = TableInput{.path = (folder_ / "population.csv").string()};
    request.policy = policy;
    request.memory = memory;
    // The policy names the hierarchies that the release has, unless a test says otherwise.
    if (request.policy)
        for (ColumnPolicy& column : request.policy->columns) {
            const auto file = files.find("hierarchies/" + column.name + ".csv");
            if (file == files.end() || !column.hierarchy.empty()) continue;
            column.hierarchy = (folder_ / (column.name + ".csv")).string();
            std::ofstream(column.hierarchy) << file->second;
        }
    const auto report = verifier::verify_folder(request, open_csv, no_progress());
    EXPECT_TRUE(report.ok()) << (report ? "" : report.error().message);
    return report ? *report : VerifyReport{};
}

void make_patients(HandRelease& release) {
    release.original =
        "name,sex,zip,disease,ward\nann,F,12,flu,b\nbob,M,12,flu,a\ncid,M,13,cold,a\ndee,F,13,ache,b\neli,M,24,flu,a\n"
        "fay,F,24,cold,a\ngus,M,25,ache,b\nhal,F,25,flu,b\nian,M,24,cold,b\njoe,F,24,ache,c\n";
    release.files["data.csv"] =
        "sex,zip,disease,ward\n*,1*,flu,b\n*,1*,flu,a\n*,1*,cold,a\n*,1*,ache,b\n*,2*,flu,a\n*,2*,cold,a\n*,2*,ache,b\n"
        "*,2*,flu,b\n*,2*,cold,b\n";
    release.files["hierarchies/sex.csv"] = "F;*\nM;*\n";
    release.files["hierarchies/zip.csv"] = "12;1*;*\n13;1*;*\n24;2*;*\n25;2*;*\n";
    release.files["report.html"] = "<p>Two classes.</p>";
    release.certificate = certificate_of("generalized");
    Json& json = release.certificate;
    json["records"] = {{"original", 10}, {"released", 9}, {"suppressed", 1}};
    json["classes"] = {{"count", 2}, {"sizes", {{4, 1}, {5, 1}}}};
    json["columns"] = {column("sex", "quasi_identifier", "hierarchies/sex.csv"),
                       column("zip", "quasi_identifier", "hierarchies/zip.csv"), column("disease", "sensitive"),
                       column("ward", "insensitive")};
    json["promises"] = {promise("k_anonymity(k=3)", {{"k", number(4, "4")}}),
                        promise("l_diversity_distinct(l=2)", {{"l", number(3, "3")}}, "disease")};
    json["risks"] = risks(number(0.25, "1/4"), number(2.0 / 9, "2/9"));
    // Of 10 records: sex is always *, zip a pair of four values; one record is suppressed.
    const double zip = 4 * 1 + 5 * entropy({4, 2}) + entropy({2, 2, 4, 2});
    json["metrics"] = {{"ncp", 0.7},
                       {"iloss", 0.4},
                       {"precision", 0.225},
                       {"minimal_distortion", 21},
                       {"entropy", (10 + zip) / (10 + 10 * entropy({2, 2, 4, 2}))},
                       {"discernibility", 51},
                       {"average_class_size", 1.5},
                       {"k_deviation", 14.0 / 9},
                       {"classification", 0.6}};
}

void make_anatomized(HandRelease& release) {
    make_groups(release, "anatomized");
    release.files["qit.csv"] = "sex,zip,ward,group\nF,12,a,1\nM,12,a,1\nM,13,b,1\nF,24,b,2\nF,25,a,2\nF,25,b,2\n";
    release.files["st.csv"] = "group,disease,count\n1,ache,1\n1,cold,1\n1,flu,1\n2,cold,2\n2,flu,1\n";
}

void make_permuted(HandRelease& release) {
    make_groups(release, "permuted");
    release.files["data.csv"] =
        "sex,zip,ward,disease,group\nF,12,a,ache,1\nM,12,a,cold,1\nM,13,b,flu,1\nF,24,b,cold,2\nF,25,a,cold,2\n"
        "F,25,b,flu,2\n";
}

void make_visits(HandRelease& release) {
    release.original =
        "person,zip,disease\nann,12,flu\nann,13,flu\nbob,12,cold\nbob,12,cold\ncid,24,flu\ndee,25,cold\ndee,25,cold\n";
    release.files["data.csv"] = "zip,disease\n1*,flu\n1*,flu\n1*,cold\n1*,cold\n2*,flu\n2*,cold\n2*,cold\n";
    release.files["hierarchies/zip.csv"] = "12;1*;*\n13;1*;*\n24;2*;*\n25;2*;*\n";
    release.certificate = certificate_of("generalized");
    Json& json = release.certificate;
    json["counts_people"] = true;
    json["records"] = {{"original", 7}, {"released", 7}, {"suppressed", 0}};
    json["classes"] = {{"count", 2}, {"sizes", {{2, 2}}}};
    json["columns"] = {column("zip", "quasi_identifier", "hierarchies/zip.csv"), column("disease", "sensitive")};
    json["promises"] = {promise("k_anonymity(k=2)", {{"k", number(2, "2")}}, "", {"original"}),
                        promise("l_diversity_distinct(l=2)", {{"l", number(2, "2")}}, "disease", {"original"})};
    json["risks"] = risks(number(0.5, "1/2"), number(0.5, "1/2"));
    json["metrics"] = {{"ncp", 1.0 / 3}};
    release.policy = *parse_policy(
        "columns:\n  person: identifier\n  zip: quasi_identifier\n  disease: sensitive\nperson: person\n"
        "require: [k_anonymity(k=2), l_diversity_distinct(l=2)]\n");
}

void replace(std::string& text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
}

std::vector<std::string> claims_that(const VerifyReport& report, VerifyClaim::Outcome outcome) {
    std::vector<std::string> names;
    for (const VerifyClaim& claim : report.claims)
        if (claim.outcome == outcome) names.push_back(claim.what);
    return names;
}

std::string detail_of(const VerifyReport& report, const std::string& what) {
    for (const VerifyClaim& claim : report.claims)
        if (claim.what == what) return worded(claim.detail, Wording::command_line);
    return {};
}

}  // namespace scrim::testing
