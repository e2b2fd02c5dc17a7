// Files: whole or not there, private from their first byte, and JSON that nests too deeply.
#include "kernel/core/json_depth.h"
#include "kernel/core/random.h"
#include "methods/files/file.h"
#include "methods/files/file_image.h"
#include "methods/files/output_file.h"
#include "methods/files/output_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace scrim {
namespace files_test {

namespace fs = std::filesystem;

class FilesTest : public ::testing::Test {
protected:
    FilesTest() : mask_(::umask(0)) { fs::create_directories(folder_); }
    ~FilesTest() override {
        ::umask(mask_);
        fs::remove_all(folder_);
    }
    std::string path(const std::string& name) const { return folder_ + "/" + name; }
    static unsigned mode(const std::string& path) {
        struct stat status {};
        EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
        return status.st_mode & 07777;
    }

    const ::mode_t mask_;  // while a test runs, the user's umask takes nothing away
    const std::string folder_ = ::testing::TempDir() + "scrim_files_" + std::to_string(::getpid());
};

TEST_F(FilesTest, NobodyElseReadsAFileBeforeItIsDone) {
    for (const Readers readers : {Readers::owner, Readers::as_usual}) {
        auto file = files::OutputFile::create(path("f"), readers);
        ASSERT_TRUE(file.ok());
        EXPECT_EQ(mode(file->temporary()), 0600u);
        std::ofstream(file->temporary()) << "data";
        EXPECT_EQ(mode(file->temporary()), 0600u);
        ASSERT_TRUE(file->commit().ok());
        EXPECT_EQ(mode(path("f")), readers == Readers::owner ? 0600u : 0666u);
    }
}

TEST_F(FilesTest, PrivateOnesStaySo) {
    ASSERT_TRUE(files::write_private_file(path("f"), "data").ok());
    EXPECT_EQ(mode(path("f")), 0600u);
    ASSERT_TRUE(files::write_new_file(path("new"), "data", Readers::owner).ok());
    EXPECT_EQ(mode(path("new")), 0600u);
    // Also in the place of one that all could read.
    ASSERT_TRUE(files::write_file(path("open"), "data").ok());
    EXPECT_EQ(mode(path("open")), 0666u);
    ASSERT_TRUE(files::write_private_file(path("open"), "data").ok());
    EXPECT_EQ(mode(path("open")), 0600u);
}

TEST_F(FilesTest, WhatIsPublishedFollowsTheUmask) {
    ::umask(0027);
    ASSERT_TRUE(files::write_file(path("f"), "data").ok());
    EXPECT_EQ(mode(path("f")), 0640u);
    auto made = files::OutputFolder::create(path("folder"), files::OutputFolder::Existing::refuse);
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(mode(made->temporary()), 0700u);
    ASSERT_TRUE(made->commit().ok());
    EXPECT_EQ(mode(path("folder")), 0750u);
    EXPECT_EQ(::umask(0), 0027u);  // and nobody has touched it
}

TEST_F(FilesTest, AnImageOutlivesItsFile) {
    const std::string text(100'000, 'x');
    ASSERT_TRUE(files::write_file(path("f"), text).ok());
    const auto image = files::FileImage::read(path("f"));
    ASSERT_TRUE(image.ok());
    ASSERT_EQ(::truncate(path("f").c_str(), 10), 0);
    ASSERT_EQ(image->bytes().size(), text.size());
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(image->bytes().data()), text.size()), text);
    ASSERT_TRUE(files::write_file(path("f"), "").ok());
    EXPECT_TRUE(files::FileImage::read(path("f"))->bytes().empty());
    EXPECT_FALSE(files::FileImage::read(folder_).ok());
    EXPECT_FALSE(files::FileImage::read(path("absent")).ok());
}

TEST(JsonDepth, Counts) {
    const std::string deepest(json_depth_limit, '[');
    EXPECT_FALSE(nests_too_deeply(deepest));
    EXPECT_TRUE(nests_too_deeply(deepest + "{"));
    EXPECT_FALSE(nests_too_deeply(deepest + "]["));
    EXPECT_TRUE(nests_too_deeply("]]]]" + deepest + "["));
    EXPECT_FALSE(nests_too_deeply("[\"" + deepest + "\", \"\\\"" + deepest + "\\\\\"]"));
    EXPECT_TRUE(nests_too_deeply("\"\\\\\"[" + deepest));
    EXPECT_TRUE(nests_too_deeply("\"unfinished\n" + deepest + "["));
    EXPECT_TRUE(parse_json(deepest + "[").is_discarded());
    EXPECT_TRUE(parse_json("{").is_discarded());
    EXPECT_EQ(parse_json("{\"a\": [1]}")["a"][0], 1);
}

// The same in pieces; and never less than the parser's own count.
TEST(JsonDepth, AgreesWithTheParser) {
    SeededRandom random(1);
    const std::string letters = "[]{}\"\\\n,:1a";
    for (int round = 0; round < 20'000; ++round) {
        std::string text;
        for (std::size_t i = 0, size = random.below(12); i < size; ++i) text += letters[random.below(letters.size())];
        int deepest = 0;
        const Json json = Json::parse(
            text,
            [&](int depth, Json::parse_event_t event, Json&) {
                const bool opens =
                    event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
                if (opens) deepest = std::max(deepest, depth + 1);
                return true;
            },
            false);
        // With that many around it, the text is just as deep as is allowed, or one level deeper.
        const auto around = [&](std::size_t levels) { return std::string(levels, '[') + text; };
        if (!json.is_discarded()) {
            EXPECT_FALSE(nests_too_deeply(around(json_depth_limit - static_cast<std::size_t>(deepest)))) << text;
        }
        if (deepest > 0) {
            EXPECT_TRUE(nests_too_deeply(around(json_depth_limit + 1 - static_cast<std::size_t>(deepest)))) << text;
        }
        JsonDepth pieces;
        bool shallow = true;
        for (const char c : around(json_depth_limit - 2)) shallow = shallow && pieces.take(std::span(&c, 1));
        EXPECT_EQ(shallow, !nests_too_deeply(around(json_depth_limit - 2))) << text;
    }
}

}  // namespace files_test
}  // namespace scrim
