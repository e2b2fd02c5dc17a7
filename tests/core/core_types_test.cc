#include "kernel/core/column.h"
#include "kernel/core/domain.h"
#include "kernel/core/histogram.h"
#include "kernel/core/random.h"
#include "kernel/core/span.h"
#include "kernel/core/text.h"
#include "methods/files/file.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <set>

namespace scrim {
namespace core_types_test {

TEST(Span, MoreGeneralMeansCovers) {
    const Span artists{2, 4}, dancer{2, 3}, everyone{0, 4};
    EXPECT_TRUE(artists.covers(dancer));
    EXPECT_TRUE(everyone.covers(artists));
    EXPECT_FALSE(dancer.covers(artists));
    EXPECT_TRUE(artists.overlaps({3, 9}));
    EXPECT_FALSE(artists.overlaps({4, 9}));
    EXPECT_EQ(hull(dancer, {5, 6}), (Span{2, 6}));
    EXPECT_EQ(hull({}, dancer), dancer);
}

TEST(Domain, PutsNullLast) {
    const Domain domain = Domain::of_text({"b", "a"}, true);
    EXPECT_EQ(domain.size(), 3u);
    EXPECT_EQ(domain.null_code(), 2u);
    EXPECT_EQ(domain.label(2), "NULL");
    EXPECT_EQ(domain.find("a"), 1u);
    EXPECT_EQ(domain.find("NULL"), std::nullopt) << "the text NULL is not the absence of a value";
    EXPECT_EQ(domain.whole(), (Span{0, 3}));
}

TEST(Domain, FindsNumbersByValue) {
    const Domain domain = Domain::of_numbers({-50, 0, 125}, 2);
    EXPECT_EQ(domain.label(0), "-0.5");
    EXPECT_EQ(domain.find("1.25"), 2u);
    EXPECT_EQ(domain.find("-0.50"), 0u);
    EXPECT_EQ(domain.find("1.251"), std::nullopt);
    EXPECT_EQ(domain.find("x"), std::nullopt);
}

TEST(Column, TakesTheNarrowestCodesThatFit) {
    for (const auto& [size, bytes] : {std::pair{256u, 1u}, {257u, 2u}, {65536u, 2u}, {65537u, 4u}}) {
        std::vector<Int128> units(size);
        std::iota(units.begin(), units.end(), Int128{0});
        const std::vector<Code> codes{0, size - 1, size / 2};
        const Column column(std::make_shared<Domain>(Domain::of_numbers(std::move(units), 0)), codes);
        EXPECT_EQ(column.bytes(), 3 * bytes);
        for (std::size_t row = 0; row < 3; ++row) EXPECT_EQ(column[row], codes[row]);
    }
}

TEST(ValueHistogram, CountsSpans) {
    const ValueHistogram histogram({3, 0, 2, 5});
    EXPECT_EQ(histogram.total(), 10u);
    EXPECT_EQ(histogram[2], 2u);
    EXPECT_EQ(histogram.count({1, 4}), 7u);
    EXPECT_EQ(histogram.below(2), 3u);
}

TEST(Random, IsUniformBelowABound) {
    SystemRandom random;
    std::vector<int> counts(7, 0);
    for (int i = 0; i < 70'000; ++i) ++counts[random.below(7)];
    for (const int count : counts) EXPECT_NEAR(count, 10'000, 600);  // six standard deviations
}

TEST(Random, SeedsRepeatAndSystemDoesNot) {
    SeededRandom a(1), b(1);
    SystemRandom c, d;
    EXPECT_EQ(a.next(), b.next());
    EXPECT_NE(c.next(), d.next());
}

TEST(Random, ShufflesToEveryOrder) {
    SeededRandom random(8);
    std::set<std::vector<int>> orders;
    for (int i = 0; i < 2000; ++i) {
        std::vector<int> items{0, 1, 2, 3};
        random.shuffle(std::span<int>(items));
        orders.insert(items);
    }
    EXPECT_EQ(orders.size(), 24u);
}

TEST(Text, NamesTheNearestWord) {
    EXPECT_EQ(nearest("k_anonimity", {"k_map", "k_anonymity"}), "k_anonymity");
    EXPECT_EQ(nearest("zzz", {"k_map", "k_anonymity"}), std::nullopt);
    EXPECT_EQ(list_some({"a", "b", "c"}, 2), "'a', 'b' and 1 more");
    EXPECT_EQ(with_thousands(1234567), "1,234,567");
    EXPECT_EQ(with_thousands(12), "12");
    EXPECT_EQ(quoted("a\nb"), "'a\\x0ab'");
}

TEST(Text, KnowsUtf8) {
    EXPECT_TRUE(is_utf8("Zürich – 東京"));
    for (const char* bad : {"\xff", "\xc3", "\xed\xa0\x80", "\xc0\x80", "\xf5\x80\x80\x80"}) EXPECT_FALSE(is_utf8(bad));
}

class FileTest : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("scrim_file_test_" + std::to_string(SystemRandom().next()));
        std::filesystem::create_directory(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
    }
    std::filesystem::path folder_;
};

TEST_F(FileTest, IsWrittenWholeOrNotAtAll) {
    const std::string path = folder_ / "out.txt";
    ASSERT_TRUE(files::write_file(path, "one"));
    ASSERT_TRUE(files::write_file(path, "two"));
    EXPECT_EQ(*files::read_file(path), "two");
    EXPECT_EQ(entries(), 1u);

    std::filesystem::create_directory(folder_ / "taken");
    EXPECT_FALSE(files::write_file(folder_ / "taken", "x")) << "a folder cannot be replaced by a file";
    EXPECT_FALSE(files::write_file(folder_ / "missing" / "out.txt", "x"));
    EXPECT_EQ(entries(), 2u) << "a failed write leaves nothing behind";
}

TEST_F(FileTest, WritesThroughLinksAndNeverReplacesADevice) {
    ASSERT_TRUE(files::write_file(folder_ / "real.txt", "old"));
    std::filesystem::create_symlink("real.txt", folder_ / "link.txt");
    ASSERT_TRUE(files::write_file(folder_ / "link.txt", "new"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link.txt"));
    EXPECT_EQ(*files::read_file(folder_ / "real.txt"), "new");

    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    const auto refused = files::write_file(folder_ / "pipe", "x");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("not a regular file"), std::string::npos);
    EXPECT_TRUE(std::filesystem::is_fifo(folder_ / "pipe"));
}

TEST_F(FileTest, ReadingSaysWhatIsWrong) {
    EXPECT_NE(files::read_file(folder_ / "absent").error().message.find("No such file"), std::string::npos);
    EXPECT_NE(files::read_file(folder_).error().message.find("folder"), std::string::npos);
    ASSERT_TRUE(files::write_file(folder_ / "big", std::string(100, 'x')));
    EXPECT_NE(files::read_file(folder_ / "big", 99).error().message.find("larger than 99"), std::string::npos);
}

}  // namespace core_types_test
}  // namespace scrim
