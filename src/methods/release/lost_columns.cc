#include "methods/release/lost_columns.h"

#include "kernel/core/field.h"

namespace scrim::release {

std::vector<std::pair<std::string, std::string>> lost_columns(const recode::Problem& problem,
                                                              const recode::Recoding& recoding) {
    std::vector<std::pair<std::string, std::string>> lost;
    for (std::size_t a = 0; recoding.size() > 0 && a < recoding.dimensions(); ++a) {
        const hierarchy::Attribute& attribute = problem.quasi_identifiers[a];
        if (attribute.domain().size() < 2) continue;
        bool all = true;
        for (std::size_t c = 0; all && c < recoding.size(); ++c)
            all = recoding.records(c) == 0 || recoding.box(c)[a] == attribute.domain().whole();
        if (!all) continue;
        const bool full_domain = !recoding.levels.empty();
        lost.emplace_back(attribute.name,
                          full_domain && !attribute.from_file
                              ? "it has no hierarchy, so it is printed exactly or not at all; give it one (scrim "
                                "hierarchy build), or use mondrian"
                          : full_domain
                              ? "a column is printed at one level everywhere, and at no lower one enough records hold; "
                                "mondrian prints each class as narrowly as it can"
                              : "telling more of it would break what is required in some class; relax that, or "
                                "generalize other columns less (" +
                                    field("weight") + ")");
    }
    return lost;
}

}  // namespace scrim::release
