// The folder of a release: what is missing, changed, added, or leads elsewhere.
#include "methods/verify/verify_folder.h"
#include "tests/verify/hand_release.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace scrim::testing {
namespace files_test {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class ReleaseFolder : public ::testing::Test {
protected:
    ReleaseFolder() {
        make_patients(release_);
        release_.write();
    }
    void put(const std::string& name, const std::string& text) { std::ofstream(release_.path(name)) << text; }
    std::string certificate_text() const {
        std::ifstream stream(release_.path("certificate.json"));
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    HandRelease release_;
};

TEST_F(ReleaseFolder, IsNotThere) {
    VerifyRequest request;
    request.folder = release_.path("nowhere");
    const auto report = verifier::verify_folder(
        request, [](const TableInput&) { return input_error("?"); }, no_progress());
    ASSERT_FALSE(report.ok());
    EXPECT_EQ(report.error().kind, Error::Kind::input);
}

TEST_F(ReleaseFolder, AnOriginalThatIsNotThereIsTheCallersMistake) {
    VerifyRequest request;
    request.folder = release_.path("");
    request.original = TableInput{.path = "nowhere.csv"};
    bool first = true;
    const auto report = verifier::verify_folder(
        request,
        [&](const TableInput& input) -> Result<std::unique_ptr<TableSource>> {
            first = false;
            return input_error("cannot read " + input.path);
        },
        no_progress());
    ASSERT_TRUE(report.ok());  // the data could not be read either, and come first
    EXPECT_FALSE(report->holds());
    EXPECT_FALSE(first);
}

TEST_F(ReleaseFolder, HasNoCertificate) {
    fs::remove(release_.path("certificate.json"));
    const VerifyReport report = release_.verify();
    EXPECT_THAT(failing(report), ElementsAre("certificate.json"));
    EXPECT_THAT(unchecked(report), ElementsAre("all other claims"));
    fs::create_symlink("/dev/zero", release_.path("certificate.json"));
    EXPECT_EQ(detail_of(release_.verify(), "certificate.json"), "it is no regular file");
}

TEST_F(ReleaseFolder, HasATruncatedCertificate) {
    const std::string text = certificate_text();
    for (const std::size_t length :
         {std::size_t{0}, std::size_t{1}, text.size() / 3, text.size() / 2, text.size() - 3}) {
        put("certificate.json", text.substr(0, length));
        EXPECT_THAT(failing(release_.verify()), ElementsAre("certificate.json")) << length;
    }
}

TEST_F(ReleaseFolder, LacksAFile) {
    fs::remove(release_.path("report.html"));
    EXPECT_THAT(failing(release_.verify()), ElementsAre("report.html is unchanged"));
    fs::remove(release_.path("data.csv"));
    EXPECT_THAT(failing(release_.verify()),
                ElementsAre("data.csv is unchanged", "report.html is unchanged", "data.csv has the columns stated"));
}

TEST_F(ReleaseFolder, HasOneFileMore) {
    put("names.csv", "ann\n");
    const VerifyReport report = release_.verify();
    EXPECT_THAT(failing(report), ElementsAre("nothing else is in the folder"));
    EXPECT_THAT(detail_of(report, "nothing else is in the folder"), HasSubstr("'names.csv'"));
    // Listing it does not help: nothing is claimed of what it holds.
    release_.files["names.csv"] = "ann\n";
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("nothing else is in the folder"));
}

TEST_F(ReleaseFolder, HasAHiddenFileOrASecondTable) {
    fs::create_directory(release_.path(".git"));
    put(".git/index", "x");
    EXPECT_THAT(failing(release_.verify()), ElementsAre("nothing else is in the folder"));
    release_.files["data.parquet"] = "x";
    EXPECT_THAT(failing(release_.rewritten()), Contains("every file that the release needs is listed"));
}

TEST_F(ReleaseFolder, HasLinksOut) {
    std::ofstream(release_.path("../elsewhere.csv")) << release_.files["data.csv"];
    fs::remove(release_.path("data.csv"));
    fs::create_symlink("../elsewhere.csv", release_.path("data.csv"));
    const VerifyReport report = release_.verify();
    EXPECT_THAT(failing(report), ElementsAre("data.csv is unchanged", "data.csv has the columns stated"));
    EXPECT_EQ(detail_of(report, "data.csv is unchanged"), "it is no regular file inside the folder");
}

TEST_F(ReleaseFolder, HasALinkedFolder) {
    fs::rename(release_.path("hierarchies"), release_.path("../hierarchies"));
    fs::create_directory_symlink("../hierarchies", release_.path("hierarchies"));
    EXPECT_THAT(failing(release_.verify()),
                ElementsAre("hierarchies/sex.csv is unchanged", "hierarchies/zip.csv is unchanged",
                            "nothing else is in the folder", "hierarchies/sex.csv is a hierarchy"));
}

TEST_F(ReleaseFolder, NamesPathsThatLeaveIt) {
    for (const char* path :
         {"../secret", "/etc/passwd", "a/../../secret", "./data.csv", "a//b", "", "a\\b", "c:d", "a\nb"}) {
        Json json = Json::parse(certificate_text());
        json["files"][0]["name"] = path;
        put("certificate.json", json.dump());
        EXPECT_THAT(failing(release_.verify()), ElementsAre("certificate.json")) << path;
    }
    release_.write();
    for (const char* path : {"../zip.csv", "/etc/passwd", "hierarchies/../../zip.csv", "zip.csv", "hierarchies/"}) {
        Json json = Json::parse(certificate_text());
        json["columns"][1]["hierarchy"] = path;
        put("certificate.json", json.dump());
        EXPECT_THAT(failing(release_.verify()), ElementsAre("certificate.json")) << path;
        release_.write();
    }
}

TEST_F(ReleaseFolder, HasAnUnlistedHierarchy) {
    Json json = Json::parse(certificate_text());
    json["columns"][1]["hierarchy"] = "hierarchies/other.csv";
    put("certificate.json", json.dump());
    EXPECT_THAT(failing(release_.verify()),
                ElementsAre("every file that the release needs is listed", "nothing else is in the folder",
                            "hierarchies/other.csv is a hierarchy"));
}

TEST_F(ReleaseFolder, HasOtherColumnsThanStated) {
    std::string& data = release_.files["data.csv"];
    replace(data, "sex,zip", "zip,sex");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("data.csv has the columns stated"));
    replace(data, "zip,sex,disease,ward", "sex,zip,disease,name");
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("data.csv has the columns stated"));
}

TEST_F(ReleaseFolder, HasDataThatCannotBeRead) {
    release_.files["data.csv"] += "too,few\n";
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("data.csv has the columns stated"));
    release_.files["data.csv"] = "sex,zip,disease,ward\n";
    release_.certificate["records"] = {{"original", 1}, {"released", 0}, {"suppressed", 1}};
    EXPECT_THAT(failing(release_.rewritten()), ElementsAre("number of records"));
}

}  // namespace files_test
}  // namespace scrim::testing
