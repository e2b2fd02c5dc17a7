#include "kernel/recode/cut.h"

#include "kernel/core/partition.h"

#include <map>
#include <numeric>

namespace scrim::recode {

Cut cut_at_level(const hierarchy::Attribute& attribute, std::uint32_t level) {
    Cut cut(attribute.domain().size());
    for (Code value = 0; value < cut.size(); ++value) cut[value] = attribute.hierarchy->at_level(value, level).span;
    return cut;
}

std::vector<Code> names_of(const Cut& cut) {
    std::vector<Code> names(cut.size());
    std::map<Span, Code> nested;  // of the spans whose first value is printed otherwise
    for (Code value = 0; value < cut.size(); ++value)
        names[value] =
            cut[cut[value].lo] == cut[value] ? cut[value].lo : nested.emplace(cut[value], value).first->second;
    return names;
}

Recoding recoding_of(const Problem& problem, std::span<const Cut> cuts) {
    Table printed;
    for (std::size_t a = 0; a < cuts.size(); ++a) {
        const std::vector<Code> name = names_of(cuts[a]);
        Column names(problem.column(a).domain_ptr(), problem.tuples->size());
        problem.column(a).visit([&](auto codes) {
            names.visit([&](auto out) {
                for (std::size_t t = 0; t < codes.size(); ++t)
                    out[t] = static_cast<typename decltype(out)::value_type>(name[codes[t]]);
            });
        });
        printed.add(problem.quasi_identifiers[a].name, std::move(names));
    }
    std::vector<std::size_t> all(cuts.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const Partition classes = group_by(printed, all);
    Recoding recoding(cuts.size());
    recoding.reserve(classes.size(), problem.tuples->size());
    std::vector<Member> members;
    std::vector<Span> box(cuts.size());
    for (std::size_t c = 0; c < classes.size(); ++c) {
        members.clear();
        for (const std::uint32_t tuple : classes[c]) members.push_back({tuple, problem.tuples->weights[tuple]});
        for (std::size_t a = 0; a < cuts.size(); ++a) box[a] = cuts[a][printed[a][classes[c].front()]];
        recoding.add(box, members);
    }
    return recoding;
}

}  // namespace scrim::recode
