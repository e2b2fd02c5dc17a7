// Any bytes as a statement: refused in one line, or read so that it keeps its promises.
#include "methods/views/language/statement.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace {

void require(bool holds, const char* claim) {
    if (holds) return;
    std::fprintf(stderr, "violated: %s\n", claim);
    std::abort();
}

void require_round_trip(const scrim::views::ViewDefinition& definition) {
    const std::string printed = scrim::views::to_sql(definition);
    const auto again = scrim::views::parse_statement(printed);
    require(again.ok(), "a printed definition is read");
    const auto* create = std::get_if<scrim::views::CreateView>(&*again);
    require(create != nullptr, "a printed definition is a view");
    require(scrim::views::to_sql(create->definition) == printed, "printing is a fixed point");
    require(create->definition.query == definition.query, "the query stays");
    require(create->definition.name == definition.name, "the name stays");
}

void require_tails(const scrim::views::EngineStatement& statement, std::size_t size) {
    require(statement.text.size() == size, "positions stay");
    for (const scrim::views::TailScope& tail : statement.tails) {
        require(tail.begin <= tail.end && tail.end <= size, "a scope is in the text");
        require(!tail.purpose.empty() || !tail.recipient.empty(), "a tail says something");
    }
    for (std::size_t i = 0; i < size; ++i) {
        const scrim::views::TailScope* tail = statement.tail_at(i);
        require(tail == nullptr || (tail->begin <= i && i < tail->end), "a tail is around its position");
    }
}

void require_sound(std::string_view text) {
    const auto statement = scrim::views::parse_statement(text);
    if (!statement) {
        require(statement.error().kind == scrim::Error::Kind::input, "a refusal is the user's to mend");
        require(statement.error().message.find('\n') == std::string::npos, "a message is one line");
        return;
    }
    if (const auto* create = std::get_if<scrim::views::CreateView>(&*statement)) require_round_trip(create->definition);
    if (const auto* engine = std::get_if<scrim::views::EngineStatement>(&*statement))
        require_tails(*engine, text.size());
}

// What a piece was cut into is what it is cut into by itself.
void require_same_words(const scrim::views::SqlWords& piece) {
    scrim::views::SqlWords alone{piece.text, {}};
    require(alone.cut().ok(), "a piece is closed");
    require(std::equal(piece.tokens.begin(), piece.tokens.end(), alone.tokens.begin(), alone.tokens.end(),
                       [](const scrim::views::SqlToken& a, const scrim::views::SqlToken& b) {
                           return a.kind == b.kind && a.begin == b.begin && a.end == b.end && a.text == b.text &&
                                  a.place.line == b.place.line && a.place.column == b.place.column;
                       }),
            "a piece has its own words");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    require_sound(text);
    const scrim::views::SplitSql split = scrim::views::split_sql(text);
    for (const auto& [words, begin] : split.statements) {
        require(text.substr(begin, words.text.size()) == words.text, "a piece is where it says");
        require_sound(words.text);
        require_same_words(words);
        require(scrim::views::split_sql(words.text).statements.empty(), "a piece is not split again");
    }
    require_sound(split.rest);
    return 0;
}
