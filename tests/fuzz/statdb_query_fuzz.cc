// Any bytes as a query: refused in one line, or bound to spans that keep their promises.
#include "methods/statdb/query.h"
#include "tests/statdb/query_schema.h"

#include <cstdio>
#include <cstdlib>

namespace {

using scrim::Span;
using scrim::statdb::Condition;
using scrim::statdb::StatSchema;

void require(bool holds, const char* claim) {
    if (holds) return;
    std::fprintf(stderr, "violated: %s\n", claim);
    std::abort();
}

void require_set(const std::vector<scrim::Span>& spans, const scrim::Domain& domain) {
    for (std::size_t i = 0; i < spans.size(); ++i) {
        require(spans[i].lo < spans[i].hi, "spans are not empty");
        require(spans[i].hi <= domain.size(), "spans are in the domain");
        require(i == 0 || spans[i - 1].hi < spans[i].lo, "spans are ascending and apart");
    }
}

void require_sets(const scrim::statdb::Condition& condition, const scrim::statdb::StatSchema& schema) {
    if (condition.kind == scrim::statdb::Condition::Kind::in) {
        require(condition.column < schema.quasi_identifiers.size(), "a condition is on a quasi-identifier");
        require_set(condition.spans, schema.quasi_identifiers[condition.column].domain());
    }
    for (const scrim::statdb::Condition& part : condition.parts) require_sets(part, schema);
}

void require_sound(std::string_view text, const scrim::statdb::StatSchema& schema) {
    const auto query = scrim::statdb::parse_query(text, schema);
    if (!query) {
        require(query.error().kind == scrim::Error::Kind::input, "a refusal is the user's to mend");
        require(query.error().message.find('\n') == std::string::npos, "a message is one line");
        return;
    }
    require_sets(query->rows, schema);
    require_set(query->values, schema.sensitive.domain());
    bool any_aggregate = false;
    for (const auto& item : query->items) {
        any_aggregate |= !item.is_group;
        require(!item.is_group || item.group < query->groups.size(), "a selected group is a group");
    }
    require(any_aggregate, "something is counted");
    for (const auto& group : query->groups) {
        require(group.column < schema.quasi_identifiers.size(), "a group is a quasi-identifier");
        require(group.level <= schema.quasi_identifiers[group.column].hierarchy->height(), "a level exists");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const scrim::statdb::StatSchema of_text = scrim::statdb::small_schema();
    static const scrim::statdb::StatSchema of_numbers = scrim::statdb::small_schema(scrim::statdb::income());
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    require_sound(text, of_text);
    require_sound(text, of_numbers);
    return 0;
}
