#include "methods/statdb/query/simplify.h"

#include "methods/statdb/query/spans.h"

#include <map>

namespace scrim::statdb::query {
namespace {

Condition simplified_in(Condition condition, Code size) {
    if (condition.spans.empty()) return Condition::any_of({});
    if (complement(condition.spans, size).empty()) return Condition::always();
    return condition;
}

}  // namespace

Condition simplified(Condition condition, const AskableColumns& askable) {
    const auto size_of = [&](std::size_t column) { return askable.rows[column].domain().size(); };
    if (condition.kind == Condition::Kind::in) {
        const Code size = size_of(condition.column);
        return simplified_in(std::move(condition), size);
    }
    const Condition::Kind kind = condition.kind;
    std::vector<Condition> parts;
    for (Condition& part : condition.parts) {
        Condition next = simplified(std::move(part), askable);
        if (next.kind == kind)
            std::move(next.parts.begin(), next.parts.end(), std::back_inserter(parts));
        else
            parts.push_back(std::move(next));
    }

    std::map<std::size_t, std::vector<Spans>> said;  // by column
    for (const Condition& part : parts)
        if (part.kind == Condition::Kind::in) said[part.column].push_back(part.spans);
    std::vector<Condition> kept;
    for (Condition& part : parts) {
        if (part.kind == Condition::Kind::in) {
            auto& sets = said[part.column];
            if (sets.empty()) continue;  // said before
            const Code size = size_of(part.column);
            Spans all;
            for (const Spans& set : sets) all.insert(all.end(), set.begin(), set.end());
            part.spans = kind == Condition::Kind::any_of ? united(std::move(all)) : intersected(sets, size);
            sets.clear();
            part = simplified_in(std::move(part), size);
        }
        if (part.kind == Condition::Kind::in || !part.parts.empty())
            kept.push_back(std::move(part));
        else if (part.kind != kind)
            return part;  // one that is never true in all_of, one that always is in any_of
    }
    if (kept.size() == 1) return std::move(kept.front());
    return kind == Condition::Kind::any_of ? Condition::any_of(std::move(kept)) : Condition::all_of(std::move(kept));
}

}  // namespace scrim::statdb::query
