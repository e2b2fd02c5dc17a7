#include "methods/views/language/view_clauses.h"

#include "kernel/core/text.h"
#include "kernel/recode/recoder.h"
#include "methods/views/language/column_list.h"
#include "methods/views/language/folded_name.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_set>

namespace scrim::views {
namespace {

using Kind = SqlToken::Kind;
using Names = std::unordered_set<std::string>;

Result<void> once(const StatementParser& parser, std::size_t index, Names& seen, const std::string& column,
                  std::string_view clause) {
    if (seen.insert(folded(column)).second) return {};
    return parser.refused_at(index, format("column {} stands twice in {}", quoted(column), clause));
}

Result<void> read_key(StatementParser& parser, ViewDefinition& definition) {
    SCRIM_TRY(definition.profile.key, parser.take_name("a column of the profile table"));
    return {};
}

// best, mondrian or datafly
std::string one_of(std::vector<std::string> names) {
    const std::string last = names.back();
    names.pop_back();
    return format("{} or {}", join(names, ", "), last);
}

// What RECODE takes.
std::vector<std::string> recoder_names() {
    std::vector<std::string> names = recode::names_of_recoders(&recode::RecoderSpec::own_k);
    names.insert(names.begin(), ViewDefinition::best);
    return names;
}

// What somebody calls an algorithm with own_k: by its name, or by that of the algorithm that it extends. Null for none.
const recode::RecoderSpec* recoder_called(const std::string& name) {
    const auto has = [](const recode::RecoderSpec* spec) { return spec && spec->own_k; };
    if (const recode::RecoderSpec* known = recode::find_recoder(name); has(known)) return known;
    for (const recode::RecoderSpec* spec : recode::recoders())
        if (has(spec) && spec->extends && spec->extends->name == name) return spec;
    return nullptr;
}

std::string why_no_recoder(const std::string& written) {
    const std::vector<std::string> names = recoder_names();
    if (const recode::RecoderSpec* known = recode::find_recoder(folded(written)))
        return format(
            "{} cannot recode a view, which shows people of equal values alike and keeps everybody's own k; "
            "use {}",
            known->name, one_of(names));
    const std::string guess = did_you_mean(folded(written), names);
    return format("there is no recoder {}{}", quoted(written), guess.empty() ? "; use " + one_of(names) : guess);
}

Result<void> read_recode(StatementParser& parser, ViewDefinition& definition) {
    const std::size_t index = parser.index();
    SCRIM_TRY(const std::string written, parser.take_value(one_of(recoder_names())));
    definition.recoder = folded(written);
    if (definition.recoder != ViewDefinition::best) {
        const recode::RecoderSpec* recoder = recoder_called(definition.recoder);
        if (recoder == nullptr) return parser.refused_at(index, why_no_recoder(written));
        definition.recoder = recoder->name;
    }
    if (!parser.accept_word("BLOCK")) return {};
    SCRIM_TRY(definition.block,
              parser.take_number("the records of a block", 1, std::numeric_limits<std::uint64_t>::max()));
    return {};
}

// The text of the tokens from `first` to before `last`, without comments.
std::string text_of(const StatementParser& parser, std::size_t first, std::size_t last) {
    std::string out;
    for (std::size_t i = first; i < last; ++i) {
        const SqlToken& token = parser.tokens()[i];
        if (i > first && parser.tokens()[i - 1].end < token.begin) out += ' ';
        out += token.source(parser.text());
    }
    return out;
}

Result<void> read_require(StatementParser& parser, ViewDefinition& definition) {
    do {
        const std::size_t first = parser.index();
        if (!parser.at_kind(Kind::word)) return parser.unexpected("a privacy model, as k_anonymity(k=5)");
        parser.take();
        if (parser.at_symbol("(")) parser.go_to(parser.closing(parser.index()) + 1);
        const Result<Requirement> requirement = parse_requirement(text_of(parser, first, parser.index()));
        if (!requirement) return parser.refused_at(first, requirement.error().message);
        if (const auto valid = validate(*requirement); !valid) return parser.refused_at(first, valid.error().message);
        definition.require.push_back(*requirement);
    } while (parser.accept_symbol(","));
    return {};
}

Result<void> read_disclose(StatementParser& parser, ViewDefinition& definition) {
    Names seen;
    return read_list(parser, [&]() -> Result<void> {
        const std::size_t index = parser.index();
        Disclosure disclosure;
        SCRIM_TRY(disclosure.column, parser.take_name("a column to disclose"));
        SCRIM_CHECK(once(parser, index, seen, disclosure.column, "DISCLOSE"));
        SCRIM_CHECK(parser.expect_word("IF"));
        SCRIM_TRY(disclosure.choice, parser.take_name("a column of the profile table"));
        definition.disclose.push_back(std::move(disclosure));
        return {};
    });
}

Result<void> read_retain(StatementParser& parser, ViewDefinition& definition) {
    Names seen;
    return read_list(parser, [&]() -> Result<void> {
        const std::size_t index = parser.index();
        Retention retention;
        SCRIM_TRY(retention.column, parser.take_name("a column to retain"));
        SCRIM_CHECK(once(parser, index, seen, retention.column, "RETAIN"));
        if (parser.at_word("UNTIL") && !definition.has_profile())
            return parser.refused(
                "UNTIL names a column of the profile table, and the view has none; use FOR … SINCE …");
        if (parser.accept_word("UNTIL")) {
            SCRIM_TRY(retention.until, parser.take_name("a column of the profile table"));
        } else if (parser.accept_word("FOR")) {
            SCRIM_TRY(retention.period, parser.take_string("an interval, as '2 years'"));
            SCRIM_CHECK(parser.expect_word("SINCE"));
            SCRIM_TRY(retention.since, parser.take_name("a column of the view's query"));
        } else {
            return parser.unexpected("UNTIL or FOR");
        }
        definition.retain.push_back(std::move(retention));
        return {};
    });
}

Result<void> read_policy_name(StatementParser& parser, ViewDefinition& definition) {
    SCRIM_TRY(definition.policy, parser.take_name("the name of a policy"));
    return {};
}

Result<void> read_missing(StatementParser& parser, ViewDefinition& definition) {
    SCRIM_CHECK(parser.expect_word("PROFILE"));
    const bool strictest = parser.accept_word("STRICTEST");
    if (!strictest && !parser.accept_word("REFUSE")) return parser.unexpected("STRICTEST or REFUSE");
    definition.missing_profile =
        strictest ? ViewDefinition::MissingProfile::strictest : ViewDefinition::MissingProfile::refuse;
    return {};
}

Result<void> read_unknown(StatementParser& parser, ViewDefinition& definition) {
    SCRIM_CHECK(parser.expect_word("VALUE"));
    const bool refuse = parser.accept_word("REFUSE");
    if (!refuse && !parser.accept_word("TOP")) return parser.unexpected("REFUSE or TOP");
    definition.unknown_value = refuse ? ViewDefinition::UnknownValue::refuse : ViewDefinition::UnknownValue::top;
    return {};
}

struct Clause {
    const char* keyword;
    bool needs_profile;
    Result<void> (*read)(StatementParser& parser, ViewDefinition& definition);
};

constexpr std::array<Clause, 8> known_clauses = {{{"KEY", true, read_key},
                                                  {"RECODE", false, read_recode},
                                                  {"REQUIRE", false, read_require},
                                                  {"DISCLOSE", true, read_disclose},
                                                  {"RETAIN", false, read_retain},
                                                  {"POLICY", false, read_policy_name},
                                                  {"MISSING", true, read_missing},
                                                  {"UNKNOWN", false, read_unknown}}};

Error no_such_clause(const StatementParser& parser) {
    std::vector<std::string> keywords;
    for (const Clause& clause : known_clauses) keywords.emplace_back(clause.keyword);
    const std::string_view source = parser.peek().source(parser.text());
    const bool short_word = parser.at_kind(Kind::word) && source.size() <= 40;
    const std::string guess = short_word ? did_you_mean(shouted(source), keywords) : "";
    return input_error(parser.unexpected(join(keywords, ", ") + " or the end").message + guess);
}

}  // namespace

Result<void> read_view_clauses(StatementParser& parser, ViewDefinition& definition) {
    std::array<bool, known_clauses.size()> seen{};
    while (!parser.at_end()) {
        std::size_t i = 0;
        while (i < known_clauses.size() && !parser.at_word(known_clauses[i].keyword)) ++i;
        if (i == known_clauses.size()) return no_such_clause(parser);
        if (seen[i]) return parser.refused(format("{} stands twice; give it once", known_clauses[i].keyword));
        if (known_clauses[i].needs_profile && !definition.has_profile())
            return parser.refused(
                format("{} is about the profile table, and the view has none: expected "
                       "column REFERENCES table(k_column) instead of K",
                       known_clauses[i].keyword));
        seen[i] = true;
        parser.take();
        SCRIM_CHECK(known_clauses[i].read(parser, definition));
    }
    return {};
}

}  // namespace scrim::views
