// A release whose data others write in parts: the same as one that is written at once, certificate included, and the
// same files however the table is divided.
#include "kernel/core/json.h"
#include "kernel/core/sealed_bytes.h"
#include "kernel/recode/recoder.h"
#include "scrim/plan.h"
#include "scrim/verify.h"
#include "tests/library/census.h"
#include "tests/rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace scrim::testing {
namespace publish_parts_test {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class PublishPartsTest : public ::testing::Test {
protected:
    PublishPartsTest() {
        std::string name = (fs::temp_directory_path() / "scrim-parts-XXXXXX").string();
        folder_ = ::mkdtemp(name.data());
    }
    ~PublishPartsTest() override { fs::remove_all(folder_); }

    static std::string bytes_of(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    static Json certificate(const std::string& folder) { return Json::parse(bytes_of(folder + "/certificate.json")); }

    // Each part of the table divides its own rows; each file is written of what all of them have for it.
    static WriteParts writing(const std::vector<Frame>& parts) {
        return [parts](const Plan& made, const std::string& folder) -> Result<void> {
            SCRIM_TRY(const Plan plan, Plan::parse(made.serialize()));
            EXPECT_EQ(plan.serialize(), made.serialize());
            std::vector<std::vector<Histogram>> rows(plan.files());
            for (const Frame& part : parts) {
                SCRIM_TRY(const DividedRows divided, plan.divided(input_of(part), no_progress()));
                for (const auto& [file, own] : divided.files) rows[file].push_back(*Histogram::parse(own.serialize()));
            }
            for (std::size_t file = 0; file < rows.size(); ++file) {
                SCRIM_TRY(const Histogram all, Histogram::merged(rows[file]));
                std::string name = std::to_string(file);
                name.insert(0, 5 - name.size(), '0');
                SCRIM_CHECK(plan.write_file(all, folder + "/part-" + name + ".parquet"));
            }
            return {};
        };
    }

    PublishRequest request_of(const RandomColumns& columns, const Policy& policy) {
        PublishRequest request;
        request.policy = policy;
        request.table.histogram = *Histogram::of(input_of(frame_of(columns, all_rows(columns))), policy, no_progress());
        request.format = "parquet";
        return request;
    }
    // People whose incomes have as many decimals as each of them needs.
    static RandomColumns paid(Random& random, std::size_t rows) {
        RandomColumns columns = census(random, rows);
        for (auto& cell : columns[5].cells)
            cell = std::to_string(random.below(4)) + (random.below(2) ? "" : random.below(2) ? ".5" : ".25");
        return columns;
    }
    std::vector<Frame> parts_of(const RandomColumns& columns, std::size_t parts, Random& random) {
        std::vector<Frame> frames;
        for (const auto& rows : random_parts(columns, parts, random)) frames.push_back(frame_of(columns, rows));
        return frames;
    }

    static std::map<std::string, std::uint64_t> rows_in(const std::string& path) {
        TableInput data;
        data.path = path;
        data.plain = true;
        return rows_of(data);
    }

    std::string folder_;
};

TEST_F(PublishPartsTest, TheReleaseIsThatOfPublish) {
    SeededRandom random(20);
    std::size_t most = 0;
    for (const char* algorithm : {"mondrian", "datafly"}) {
        SCOPED_TRACE(algorithm);
        const RandomColumns columns = paid(random, 60);
        PublishRequest request = request_of(columns, varied(census_policy({"k_anonymity(k=3)"}, algorithm), random));
        if (algorithm == std::string("datafly")) request.policy.suppress = "20%";
        request.out = folder_ + "/whole-" + algorithm;
        const auto whole = publish(request, no_progress());
        ASSERT_TRUE(whole.ok()) << whole.error().message;
        const std::string at_once = request.out;
        std::vector<std::string> folders;
        for (const std::size_t parts : {1u, 3u}) {
            request.out = folder_ + "/" + algorithm + std::to_string(parts);
            const auto made = publish_parts(request, 15, writing(parts_of(columns, parts, random)), no_progress());
            ASSERT_TRUE(made.ok()) << made.error().message;
            folders.push_back(request.out);
            VerifyRequest asked;
            asked.folder = request.out;
            const auto verified = verify(asked, no_progress());
            ASSERT_TRUE(verified.ok()) << verified.error().message;
            EXPECT_TRUE(verified->holds()) << to_text(*verified);
            EXPECT_EQ(rows_in(request.out + "/data"), rows_in(at_once + "/data.parquet"));
            Json own = certificate(request.out), other = certificate(at_once);
            own.erase("files");
            other.erase("files");
            EXPECT_EQ(own.dump(), other.dump());
        }
        // What is in which file, and where, depends on the release alone.
        std::size_t files = 0;
        for (const auto& entry : fs::directory_iterator(folders.front() + "/data")) {
            const std::string other = folders.back() + "/data/" + entry.path().filename().string();
            EXPECT_EQ(bytes_of(entry.path().string()), bytes_of(other));
            ++files;
        }
        most = std::max(most, files);
    }
    EXPECT_GE(most, 3u);
}

TEST_F(PublishPartsTest, WithoutAPlanTheDataAreOneFile) {
    SeededRandom random(4);
    const RandomColumns columns = census(random, 50);
    for (const char* algorithm : {"anatomy", "permutation"}) {
        PublishRequest request = request_of(columns, census_policy({"l_diversity_distinct(l=2)"}, algorithm));
        std::erase_if(request.policy.columns,
                      [](const ColumnPolicy& column) { return column.role == Role::insensitive; });
        request.policy.columns.push_back({.name = "born", .role = Role::dropped});
        request.policy.columns.push_back({.name = "work", .role = Role::dropped});
        request.policy.accept_exact.clear();
        request.table.histogram =
            *Histogram::of(input_of(frame_of(columns, all_rows(columns))), request.policy, no_progress());
        request.out = folder_ + "/" + algorithm;
        const WriteParts never = [](const Plan&, const std::string&) -> Result<void> {
            ADD_FAILURE() << "there is nothing to divide";
            return {};
        };
        const auto made = publish_parts(request, 10, never, no_progress());
        ASSERT_TRUE(made.ok()) << made.error().message;
        EXPECT_FALSE(fs::exists(request.out + "/data"));
    }
}

// Whatever a writer does, there is a right release or none.
TEST_F(PublishPartsTest, AWriterThatGoesWrongLeavesNothing) {
    SeededRandom random(6);
    const RandomColumns columns = census(random, 60);
    PublishRequest request = request_of(columns, census_policy({"k_anonymity(k=3)"}, "mondrian"));
    request.out = folder_ + "/out/release";
    fs::create_directory(folder_ + "/out");
    const auto parts = parts_of(columns, 2, random);
    const WriteParts right = writing(parts);
    const std::vector<std::pair<std::string, std::function<void(const std::string&)>>> faults = {
        {"a lost file", [](const std::string& folder) { fs::remove(folder + "/part-00001.parquet"); }},
        {"a file of another name",
         [](const std::string& folder) { fs::rename(folder + "/part-00000.parquet", folder + "/part-7.parquet"); }},
        {"files in another order",
         [](const std::string& folder) {
             fs::rename(folder + "/part-00000.parquet", folder + "/x");
             fs::rename(folder + "/part-00001.parquet", folder + "/part-00000.parquet");
             fs::rename(folder + "/x", folder + "/part-00001.parquet");
         }},
        {"a note", [](const std::string& folder) { std::ofstream(folder + "/_SUCCESS"); }},
        {"a file twice",
         [](const std::string& folder) {
             fs::copy_file(folder + "/part-00000.parquet", folder + "/part-00001.parquet",
                           fs::copy_options::overwrite_existing);
         }},
    };
    for (const auto& [what, fault] : faults) {
        const WriteParts wrong = [&, fault = fault](const Plan& plan, const std::string& folder) -> Result<void> {
            EXPECT_GE(plan.files(), 3u);
            SCRIM_CHECK(right(plan, folder));
            fault(folder);
            return {};
        };
        const auto made = publish_parts(request, 15, wrong, no_progress());
        ASSERT_FALSE(made.ok()) << what;
        EXPECT_THAT(made.error().message, HasSubstr("could not be confirmed from its files")) << what;
        EXPECT_TRUE(fs::is_empty(folder_ + "/out")) << what;
    }
    // Whoever seals nonsense is refused, or gets a plan that works somehow.
    const WriteParts damaged = [&](const Plan& plan, const std::string&) -> Result<void> {
        const Seal sealing{"SCRIMPLN", "plan", 1};
        const std::string bytes = plan.serialize(), inside(*unseal(sealing, bytes));
        int taken = 0;
        for (int round = 0; round < rounds(400); ++round) {
            std::string changed = inside;
            // The division is at the end.
            changed[changed.size() - 1 - random.below(std::min<std::size_t>(changed.size(), 400))] =
                static_cast<char>(random.below(256));
            const auto parsed = Plan::parse(seal(sealing, changed));
            if (!parsed) continue;
            EXPECT_EQ(parsed->serialize(), seal(sealing, changed));
            if (++taken % 4 == 0) (void)parsed->divided(input_of(parts[0]), no_progress());
        }
        EXPECT_GT(taken, 0);
        return input_error("no disk");
    };
    EXPECT_EQ(publish_parts(request, 15, damaged, no_progress()).error().message, "no disk");
    const WriteParts refused = [](const Plan&, const std::string&) -> Result<void> { return input_error("no disk"); };
    EXPECT_EQ(publish_parts(request, 15, refused, no_progress()).error().message, "no disk");
    EXPECT_TRUE(fs::is_empty(folder_ + "/out"));
    ASSERT_TRUE(publish_parts(request, 15, right, no_progress()).ok());
    EXPECT_THAT(publish_parts(request, 15, right, no_progress()).error().message, HasSubstr("is there already"));
}

// Files that are looked at one by one, somewhere else, tell the verifier what reading all of them does.
TEST_F(PublishPartsTest, VerifiedByWhatWasSeenOfItsFiles) {
    SeededRandom random(9);
    const RandomColumns columns = census(random, 60);
    PublishRequest request = request_of(columns, varied(census_policy({"k_anonymity(k=3)"}, "mondrian"), random));
    request.out = folder_ + "/release";
    ASSERT_TRUE(publish_parts(request, 15, writing(parts_of(columns, 2, random)), no_progress()).ok());
    const std::string data = request.out + "/data/part-0000";
    const auto files = std::distance(fs::directory_iterator(request.out + "/data"), fs::directory_iterator());
    const auto verified = [&](bool seen) {
        VerifyRequest asked;
        asked.folder = request.out;
        asked.policy = request.policy;
        for (int file = 0; seen && file < files; ++file) {
            const auto looked =
                SeenFile::of(request.out, "data/part-0000" + std::to_string(file) + ".parquet", no_progress());
            EXPECT_TRUE(looked.ok()) << looked.error().message;
            asked.seen.push_back(*SeenFile::parse(looked->serialize()));
        }
        const auto report = verify(asked, no_progress());
        EXPECT_TRUE(report.ok()) << report.error().message;
        return *report;
    };
    EXPECT_TRUE(verified(true).holds()) << to_text(verified(true));
    EXPECT_EQ(to_json(verified(true)), to_json(verified(false)));
    // Two files in each other's place, and one twice.
    const auto swap = [&] {
        fs::rename(data + "0.parquet", data + "x");
        fs::rename(data + "1.parquet", data + "0.parquet");
        fs::rename(data + "x", data + "1.parquet");
    };
    swap();
    EXPECT_FALSE(verified(true).holds());
    EXPECT_THAT(to_text(verified(true)), HasSubstr("belong before those of the file above it"));
    EXPECT_FALSE(verified(false).holds());
    swap();
    EXPECT_TRUE(verified(true).holds());
    fs::copy_file(data + "0.parquet", data + "1.parquet", fs::copy_options::overwrite_existing);
    EXPECT_THAT(to_text(verified(true)), HasSubstr("the certificate says"));
    const auto other = SeenFile::of(request.out, "report.html", no_progress());
    ASSERT_FALSE(other.ok());
    EXPECT_THAT(other.error().message, HasSubstr("is no file of the data of the release"));
    const std::string bytes = SeenFile::of(request.out, "data/part-00000.parquet", no_progress())->serialize();
    EXPECT_FALSE(SeenFile::parse(bytes.substr(0, bytes.size() - 1)).ok());
    EXPECT_FALSE(SeenFile::parse("").ok());
}

}  // namespace publish_parts_test
}  // namespace scrim::testing
