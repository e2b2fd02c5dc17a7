// Who may ask what.
#include "adapters/http/tokens.h"

#include "methods/files/digest.h"
#include "methods/files/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <thread>

namespace scrim::server {
namespace tokens_test {

using ::testing::HasSubstr;

std::string entry(const std::string& name, const std::string& token, const std::string& more = "role: analyst") {
    return "  - {name: " + name + ", hash: 'sha256:" + files::sha256(token) + "', " + more + "}\n";
}

class TokensTest : public ::testing::Test {
protected:
    TokensTest() { std::filesystem::create_directories(folder_); }
    ~TokensTest() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& text) const { ASSERT_TRUE(files::write_file(path_, text).ok()); }

    const std::string folder_ = ::testing::TempDir() + "scrim_tokens_" + std::to_string(::getpid());
    const std::string path_ = folder_ + "/tokens.yaml";
};

TEST_F(TokensTest, FindsWhoseTokenItIs) {
    write("tokens:\n" + entry("ana", "secret", "role: analyst, statdbs: [occ], views: ['*'], purposes: [research]") +
          entry("otto", "other", "role: owner"));
    const auto file = TokenFile::open(path_);
    ASSERT_TRUE(file.ok());
    const auto ana = (*file)->find("secret");
    ASSERT_TRUE(ana);
    EXPECT_EQ(ana->name, "ana");
    EXPECT_TRUE(ana->may_ask("occ"));
    EXPECT_FALSE(ana->may_ask("other"));
    EXPECT_TRUE(ana->may_read("v", "research", "lab"));
    EXPECT_FALSE(ana->may_read("v", "treatment", "lab"));
    const auto otto = (*file)->find("other");
    ASSERT_TRUE(otto);
    EXPECT_TRUE(otto->may_ask("anything"));
    for (const char* wrong : {"", "secre", "secrets", "SECRET"}) EXPECT_FALSE((*file)->find(wrong)) << wrong;
    // The hash itself opens nothing.
    EXPECT_FALSE((*file)->find(files::sha256("secret")));
}

TEST_F(TokensTest, AnalystsMayDoNothingUnlessItIsSaid) {
    write("tokens:\n" + entry("ana", "secret"));
    const auto ana = (*TokenFile::open(path_))->find("secret");
    EXPECT_FALSE(ana->may_ask("occ"));
    EXPECT_FALSE(ana->may_read("v", "p", "r"));
}

// A list without anything in it is not the same as no list.
TEST_F(TokensTest, EmptyListsAllowNothing) {
    const auto may_read = [&](const std::string& more) {
        write("tokens:\n" + entry("ana", "secret", "role: analyst, views: ['*']" + more));
        const auto ana = (*TokenFile::open(path_))->find("secret");
        return ana->may_read("v", "research", "lab") || ana->may_read("v", "", "");
    };
    EXPECT_TRUE(may_read(""));
    EXPECT_TRUE(may_read(", purposes: ['*'], recipients: ['*']"));
    EXPECT_FALSE(may_read(", purposes: []"));
    EXPECT_FALSE(may_read(", recipients: []"));
    EXPECT_FALSE(may_read(", purposes: ['*'], recipients: []"));
    write("tokens:\n" + entry("ana", "secret", "role: analyst, statdbs: [], views: []"));
    const auto ana = (*TokenFile::open(path_))->find("secret");
    EXPECT_FALSE(ana->may_ask("occ"));
    EXPECT_FALSE(ana->may_read("v", "research", "lab"));
}

TEST_F(TokensTest, MadeTokensWork) {
    const auto made = make_token("ana", TokenKind::analyst);
    ASSERT_TRUE(made.ok());
    EXPECT_GE(made->token.size(), 64u);
    EXPECT_THAT(made->entry, ::testing::Not(HasSubstr(made->token)));
    write("tokens:\n" + made->entry);
    const auto file = TokenFile::open(path_);
    ASSERT_TRUE(file.ok()) << file.error().message;
    EXPECT_TRUE((*file)->find(made->token));
    EXPECT_NE(made->token, make_token("ana", TokenKind::analyst)->token);
    EXPECT_FALSE(make_token("a b", TokenKind::analyst).ok());
    EXPECT_FALSE(make_token("", TokenKind::owner).ok());
}

TEST_F(TokensTest, RefusesWithTheLine) {
    const auto error = [&](const std::string& text) {
        const auto tokens = parse_tokens(text, "t.yaml");
        return tokens ? std::string("no error") : tokens.error().message;
    };
    EXPECT_THAT(error("tokens: 3"), HasSubstr("list of tokens"));
    EXPECT_THAT(error("token: []"), HasSubstr("list of tokens"));
    EXPECT_THAT(error("tokens:\n" + entry("ana", "x", "role: boss")), HasSubstr("t.yaml:2"));
    EXPECT_THAT(error("tokens:\n" + entry("a b", "x")), HasSubstr("needs a name"));
    EXPECT_THAT(error("tokens:\n  - {name: ana, hash: abc, role: owner}"), HasSubstr("64 hexadecimal digits"));
    EXPECT_THAT(error("tokens:\n" + entry("ana", "x") + entry("ana", "y")), HasSubstr("comes twice"));
    EXPECT_THAT(error("tokens:\n" + entry("ana", "x") + entry("bob", "x")), HasSubstr("hash comes twice"));
    EXPECT_THAT(error("tokens:\n" + entry("ana", "x", "role: owner, view: [a]")), HasSubstr("no key 'view'"));
    EXPECT_THAT(error("tokens:\n" + entry("ana", "x", "role: owner, views: a")), HasSubstr("must be a list"));
}

TEST_F(TokensTest, ReloadKeepsWhatItHasWhenTheFileIsWrong) {
    write("tokens:\n" + entry("ana", "secret"));
    const auto opened = TokenFile::open(path_);
    TokenFile& file = **opened;
    write("tokens:\n  - nonsense\n");
    EXPECT_FALSE(file.reload().ok());
    EXPECT_TRUE(file.find("secret"));
    write("tokens:\n" + entry("bob", "new"));
    EXPECT_TRUE(file.reload().ok());
    EXPECT_FALSE(file.find("secret"));
    EXPECT_TRUE(file.find("new"));
    ::chmod(path_.c_str(), 0666);
    EXPECT_FALSE(file.reload().ok());
    EXPECT_TRUE(file.find("new"));
}

TEST_F(TokensTest, FoundWhileTheFileIsReadAgain) {
    write("tokens:\n" + entry("ana", "secret"));
    const auto opened = TokenFile::open(path_);
    TokenFile& file = **opened;
    std::thread other([&] {
        for (int i = 0; i < 200; ++i) EXPECT_TRUE(file.reload().ok());
    });
    for (int i = 0; i < 2'000; ++i) EXPECT_TRUE(file.find("secret"));
    other.join();
}

}  // namespace tokens_test
}  // namespace scrim::server
