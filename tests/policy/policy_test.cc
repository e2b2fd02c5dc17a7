// What a policy says, and how it reads from text and from a file.
#include "scrim/policy.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

namespace scrim::policy {
namespace policy_test {

Policy parsed(std::string_view yaml, const std::string& folder = "") {
    auto policy = parse_policy(yaml, folder);
    EXPECT_TRUE(policy.ok()) << policy.error().message;
    return policy ? *std::move(policy) : Policy{};
}

std::vector<std::string> required(const Policy& policy) {
    std::vector<std::string> texts;
    for (const Requirement& requirement : policy.require) texts.push_back(to_string(requirement));
    return texts;
}

using Names = std::vector<std::string>;

TEST(Policy, reads_the_example_of_its_header) {
    const Policy policy = parsed(R"(
columns:
  name:    identifier
  age:     quasi_identifier
  zip:     {role: quasi_identifier, hierarchy: zip.csv}
  disease: {role: sensitive, hierarchy: disease.csv}
require:
  - k_anonymity(k=5)
  - t_closeness_equal: {t: 0.2}
)");
    EXPECT_EQ(policy.columns_in(Role::identifier), Names{"name"});
    EXPECT_EQ(policy.columns_in(Role::quasi_identifier), (Names{"age", "zip"}));
    EXPECT_EQ(policy.columns_in(Role::sensitive), Names{"disease"});
    EXPECT_EQ(policy.columns_in(Role::insensitive), Names{});
    ASSERT_NE(policy.find("zip"), nullptr);
    EXPECT_EQ(policy.find("zip")->hierarchy, "zip.csv");
    EXPECT_EQ(policy.find("age")->hierarchy, "");
    EXPECT_EQ(policy.find("Zip"), nullptr);
    EXPECT_EQ(required(policy), (Names{"k_anonymity(k=5)", "t_closeness_equal(t=0.2)"}));
    EXPECT_EQ(policy.population, "");
}

TEST(Policy, reads_guards) {
    const Policy policy = parsed("columns: {node: identifier, disease: {guard: node, role: SENSITIVE_ATTRIBUTE}}");
    EXPECT_EQ(policy.find("disease")->guard, "node");
}

TEST(Policy, reads_values_of_every_shape) {
    const Policy policy = parsed(R"yaml(
require:
  - k_anonymity: {k: 3, qid: job}
  - k_anonymity: {k: 3, qid: [job, 'native country']}
  - k_anonymity:
      k: "3"
      qid:
        - [job, sex]
        - [age]
  - k_anonymity(k=3, qid=[[job, sex], [age]])
  - "k_anonymity(k=3, qid='native country')"
)yaml");
    EXPECT_EQ(required(policy),
              (Names{"k_anonymity(k=3, qid=job)", "k_anonymity(k=3, qid=[job, 'native country'])",
                     "k_anonymity(k=3, qid=[[job, sex], [age]])", "k_anonymity(k=3, qid=[[job, sex], [age]])",
                     "k_anonymity(k=3, qid='native country')"}));
}

TEST(Policy, takes_column_names_as_they_are) {
    const Policy policy =
        parsed("columns: {'native country': sensitive, 5: insensitive, 'null': sensitive, größe: insensitive}");
    EXPECT_EQ(policy.columns_in(Role::insensitive), (Names{"5", "größe"}));
    EXPECT_EQ(policy.columns_in(Role::sensitive), (Names{"native country", "null"}));
}

TEST(Policy, may_start_with_a_byte_order_mark_and_end_lines_with_returns) {
    EXPECT_EQ(parsed("\xef\xbb\xbf"
                     "columns:\r\n  a: sensitive\r\n")
                  .columns_in(Role::sensitive),
              Names{"a"});
}

TEST(Policy, takes_relative_paths_from_its_folder) {
    const Policy policy = parsed(R"(
columns:
  a: {role: sensitive, hierarchy: h/a.csv}
  b: {role: sensitive, hierarchy: /b.csv}
population: people.csv
)",
                                 "/data");
    EXPECT_EQ(policy.columns[0].hierarchy, "/data/h/a.csv");
    EXPECT_EQ(policy.columns[1].hierarchy, "/b.csv");
    EXPECT_EQ(policy.population, "/data/people.csv");
}

class PolicyFile : public testing::Test {
protected:
    void SetUp() override {
        folder_ =
            std::filesystem::temp_directory_path() / ("scrim_policy_test_" + std::to_string(std::random_device{}()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string write(const std::string& text) const {
        const auto path = folder_ / "policy.yaml";
        std::ofstream(path, std::ios::binary) << text;
        return path.string();
    }
    std::string refusal(const std::string& path) const {
        const auto policy = read_policy(path);
        return policy ? "accepted" : policy.error().message;
    }

    std::filesystem::path folder_;
};

TEST_F(PolicyFile, takes_relative_paths_from_where_it_lies) {
    const auto policy = read_policy(write("population: people.csv"));
    ASSERT_TRUE(policy.ok()) << policy.error().message;
    EXPECT_EQ(policy->population, (folder_ / "people.csv").string());
}

TEST_F(PolicyFile, is_named_in_messages) {
    const std::string path = write("columns:\n  a: secret\n");
    EXPECT_EQ(refusal(path).rfind(path + ":2: column 'a': role must be one of ", 0), 0u) << refusal(path);
}

TEST_F(PolicyFile, that_cannot_be_read_is_refused) {
    const std::string missing = (folder_ / "missing.yaml").string();
    EXPECT_EQ(refusal(missing), "cannot read '" + missing + "': No such file or directory");
    const std::string folder = folder_.string();
    EXPECT_EQ(refusal(folder), "cannot read '" + folder + "': it is a folder, a file is needed");
}

TEST_F(PolicyFile, over_a_megabyte_is_refused) {
    const std::string most = "population: a" + std::string(1'000'000 - 13, '\n');
    EXPECT_EQ(refusal(write(most)), "accepted");
    const std::string path = write(most + "\n");
    const std::string reason = " is larger than 1,000,000 bytes, the most that is read here";
    EXPECT_EQ(refusal(path), "'" + path + "'" + reason);
    EXPECT_EQ(refusal("/dev/zero"), "'/dev/zero'" + reason);
}

}  // namespace policy_test
}  // namespace scrim::policy
