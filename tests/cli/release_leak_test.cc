// What an attacker finds in a release folder besides its labels: nothing. Every value of the original that no label
// shows is looked for in every byte of every file.
#include "tests/cli/scratch_folder.h"

#include "adapters/cli/cli.h"
#include "adapters/duckdb/files/source.h"
#include "kernel/core/random.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace scrim::testing {
namespace release_leak_test {

namespace fs = std::filesystem;

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// As a word or a number of its own: digits may stand in a longer number by chance.
bool tells(const std::string& bytes, const std::string& value) {
    const auto inside = [&](std::size_t at) {
        return at < bytes.size() && std::isalnum(static_cast<unsigned char>(bytes[at]));
    };
    // (Much quicker than std::string's, and there are megabytes.)
    for (std::size_t from = 0; from < bytes.size();) {
        const void* found = ::memmem(bytes.data() + from, bytes.size() - from, value.data(), value.size());
        if (found == nullptr) return false;
        const auto at = static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data());
        if ((at == 0 || !inside(at - 1)) && !inside(at + value.size())) return true;
        from = at + 1;
    }
    return false;
}

class ReleaseLeakTest : public CliTest {
protected:
    // Values that are found nowhere by chance.
    std::string word() {
        std::string made;
        for (int i = 0; i < 8; ++i) made += static_cast<char>('a' + random_.below(26));
        return made;
    }
    std::string number() { return std::to_string(1'000'000 + random_.below(9'000'000)); }
    std::string code() { return std::to_string(10'000 + random_.below(90'000)); }
    std::string date() {
        const auto two = [](std::uint64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
        return std::to_string(1900 + random_.below(100)) + "-" + two(1 + random_.below(12)) + "-" +
               two(1 + random_.below(28));
    }

    void write_table(int rows) {
        std::vector<std::string> jobs, diseases;
        std::string job_groups, disease_groups;
        for (int i = 0; i < 12; ++i) {
            jobs.push_back(word());
            diseases.push_back(word());
            job_groups += jobs.back() + ";trade" + std::to_string(i / 3) + ";sector" + std::to_string(i / 6) + ";*\n";
            disease_groups += diseases.back() + ";kind" + std::to_string(i / 4) + ";*\n";
        }
        folder_.write("job.csv", job_groups);
        folder_.write("disease.csv", disease_groups);
        std::string table = "born,zip,salary,job,disease,note\n";
        for (int row = 0; row < rows; ++row) {
            // A rare disease, which only suppression hides.
            const std::size_t disease = row == 0 ? 11 : random_.below(5);
            const std::vector<std::string> cells = {date(),
                                                    code(),
                                                    number(),
                                                    jobs[random_.below(jobs.size())],
                                                    diseases[disease],
                                                    row == 0 ? word() : "plain"};
            for (std::size_t c = 0; c < cells.size(); ++c) {
                table += (c > 0 ? "," : "") + cells[c];
                values_.push_back(cells[c]);
            }
            table += "\n";
        }
        folder_.write("t.csv", table);
        for (const char* build : {"born --dates month,year,decade -o born.csv", "zip --prefixes 1,2,3,4 -o zip.csv",
                                  "salary --intervals 1000,100000,3000000 -o salary.csv"}) {
            const Outcome built = run_scrim("hierarchy build " + std::string(build) + " --data t.csv");
            ASSERT_EQ(built.code, cli::fine) << built.err;
        }
        // As somebody would make them who lists what occurs.
        std::string seen;
        for (std::size_t i = 0; i < values_.size(); i += 6)
            if (seen.find(values_[i]) == std::string::npos)
                seen += values_[i] + ";" + values_[i].substr(0, 4) + ";" + values_[i].substr(0, 3) + "0s;*\n";
        folder_.write("born_seen.csv", seen);
    }

    // Everything that the labels of the release say, in one text.
    std::string shown() const {
        std::string all;
        for (const auto& entry : fs::directory_iterator(folder_.path("release"))) {
            const std::string name = entry.path().filename().string();
            if (!name.starts_with("data.") && !name.starts_with("qit.") && !name.starts_with("st.")) continue;
            TableInput input;
            input.path = entry.path().string();
            input.plain = true;
            const auto source = engine::open_source(input);
            EXPECT_TRUE(source.ok());
            const auto table = (*source)->read((*source)->columns(), no_progress());
            for (std::size_t c = 0; c < table->width(); ++c) {
                const Domain& domain = (*table)[c].domain();
                for (Code code = 0; code < domain.values(); ++code) all += domain.label(code) + "\n";
            }
        }
        return all;
    }

    void expect_no_leak(const std::string& what) const {
        const std::string labels = shown();
        ASSERT_FALSE(labels.empty());
        std::vector<std::string> hidden;
        for (const std::string& value : values_)
            if (labels.find(value) == std::string::npos) hidden.push_back(value);
        EXPECT_FALSE(hidden.empty()) << what;  // else nothing was tried
        for (const auto& entry : fs::recursive_directory_iterator(folder_.path("release"))) {
            if (!entry.is_regular_file()) continue;
            const std::string bytes = bytes_of(entry.path());
            for (const std::string& value : hidden)
                EXPECT_FALSE(tells(bytes, value)) << what << ": " << entry.path().filename() << " tells " << value;
        }
    }

    void publish(const std::string& roles, const std::string& how) {
        const std::string command =
            "publish t.csv --rows-are-persons --max-singled-out 100% " + roles + " --suppress 10% --out release " + how;
        const Outcome made = run_scrim(command);
        ASSERT_EQ(made.code, cli::fine) << command << "\n" << made.err;
        expect_no_leak(command);
        const Outcome verified = run_scrim("verify release");
        EXPECT_EQ(verified.code, cli::fine) << verified.out;
        EXPECT_THAT(verified.out, ::testing::HasSubstr("hierarchies hold what the labels need, and nothing else"));
        fs::remove_all(folder_.path("release"));
        fs::remove(folder_.path("release.owner.json"));
    }

    SeededRandom random_{11};
    std::vector<std::string> values_;
};

TEST_F(ReleaseLeakTest, NoFileTellsWhatNoLabelShows) {
    write_table(60);
    const std::string built =
        "--qi born=born.csv,zip=zip.csv,salary=salary.csv,job=job.csv --sensitive "
        "disease=disease.csv --insensitive note --require k_anonymity(k=5) ";
    for (const char* algorithm : {"optimal", "mondrian", "cluster"})
        publish(built, std::string("--algorithm ") + algorithm);
    for (const char* format : {"parquet", "json"})
        publish(built, std::string("--algorithm mondrian --format ") + format);
    const std::string seen =
        "--qi born=born_seen.csv,job=job.csv --id zip,salary --sensitive disease=disease.csv "
        "--insensitive note --require k_anonymity(k=5) ";
    for (const char* algorithm : {"optimal", "mondrian"}) publish(seen, std::string("--algorithm ") + algorithm);
}

// Exact quasi-identifiers are labels; what is hidden are the values of records that are left out, and leaves that
// nobody has.
TEST_F(ReleaseLeakTest, VerifyRefusesMoreThanLabelsNeed) {
    write_table(60);
    const Outcome made = run_scrim(
        "publish t.csv --qi born=born_seen.csv --id zip,salary,job,note --sensitive disease=disease.csv "
        "--rows-are-persons --require k_anonymity(k=5) --out release");
    ASSERT_EQ(made.code, cli::fine) << made.err;
    const std::string file = "release/hierarchies/born.csv", honest = folder_.read(file);
    ASSERT_THAT(honest, ::testing::StartsWith("outline;"));
    // One leaf more by name, one less by number: the widths are the same.
    const std::size_t counted = honest.find('\n', honest.find("above")) + 1, end = honest.find(';', counted);
    const std::uint64_t leaves = std::stoull(honest.substr(counted, end - counted));
    std::string path = honest.substr(end, honest.find('\n', end) - end);
    path.erase(0, path.find(';', 1));
    std::string told = honest.substr(0, counted) + std::to_string(leaves - 1) +
                       honest.substr(end, honest.find('\n', end) - end + 1) + "1;0;" + values_[0] + path + "\n" +
                       honest.substr(honest.find('\n', end) + 1);
    folder_.write(file, told);
    const Outcome verified = run_scrim("verify release");
    EXPECT_EQ(verified.code, cli::does_not_hold);
    EXPECT_THAT(verified.out, ::testing::ContainsRegex("FAIL +hierarchies hold what the labels need"));
}

// With the policy's hierarchies, the owner checks that records are those of the original.
TEST_F(ReleaseLeakTest, TheOriginalIsFoundThroughThePolicy) {
    write_table(60);
    folder_.write("policy.yaml",
                  "columns:\n  born: {role: quasi_identifier, hierarchy: born_seen.csv}\n"
                  "  disease: {role: sensitive, hierarchy: disease.csv}\n  zip: identifier\n  salary: identifier\n"
                  "  job: identifier\n  note: identifier\nrows_are_persons: true\nrequire:\n  - k_anonymity(k=5)\n");
    ASSERT_EQ(run_scrim("publish t.csv --policy policy.yaml --out release").code, cli::fine);
    const Outcome alone = run_scrim("verify release --original t.csv");
    EXPECT_EQ(alone.code, cli::fine) << alone.out;
    EXPECT_THAT(alone.out, ::testing::ContainsRegex("[?] +every record is one of the original: .*--policy"));
    const Outcome both = run_scrim("verify release --original t.csv --policy policy.yaml");
    EXPECT_EQ(both.code, cli::fine) << both.out;
    EXPECT_THAT(both.out, ::testing::ContainsRegex("ok +every record is one of the original"));
    EXPECT_THAT(both.out, ::testing::ContainsRegex("ok +metric ncp"));
    folder_.write("disease.csv", folder_.read("disease.csv") + "measles;kind0;*\n");
    EXPECT_EQ(run_scrim("verify release --policy policy.yaml").code, cli::does_not_hold);
}

}  // namespace release_leak_test
}  // namespace scrim::testing
