#include "adapters/postgres/like_pattern.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace scrim::postgres::like_pattern_test {
namespace {

// The definition, word by word; of ASCII.
bool slow(std::string_view text, std::string_view pattern) {
    if (pattern.empty()) return text.empty();
    if (pattern[0] == '%') return slow(text, pattern.substr(1)) || (!text.empty() && slow(text.substr(1), pattern));
    if (text.empty()) return false;
    if (pattern[0] == '_') return slow(text.substr(1), pattern.substr(1));
    if (pattern[0] == '\\' && pattern.size() > 1) pattern.remove_prefix(1);
    return pattern[0] == text[0] && slow(text.substr(1), pattern.substr(1));
}

TEST(LikePattern, IsTheDefinition) {
    std::mt19937 random(3);
    const auto drawn = [&](std::string_view letters, std::size_t most) {
        std::string text;
        for (std::size_t n = random() % (most + 1); n > 0; --n) text += letters[random() % letters.size()];
        return text;
    };
    int matches = 0;
    for (int i = 0; i < 40'000; ++i) {
        const std::string text = drawn("ab\\%", 7), pattern = drawn("ab%_\\%", 6);
        matches += slow(text, pattern);
        ASSERT_EQ(is_like(text, pattern), slow(text, pattern)) << text << " LIKE " << pattern;
    }
    EXPECT_GT(matches, 1000);
}

TEST(LikePattern, UnderscoreIsACharacter) {
    EXPECT_TRUE(is_like("Zürich", "Z_rich"));
    EXPECT_FALSE(is_like("Zürich", "Z__rich"));
    EXPECT_TRUE(is_like("Zürich", "%ü%"));
}

}  // namespace
}  // namespace scrim::postgres::like_pattern_test
