#include "recode/subtree/infeasible.h"

#include "core/text.h"

namespace scrim {

Error too_many_fail(const Problem& problem, std::uint64_t failing, std::string_view where) {
    std::vector<std::string> limited;
    for (const QuasiIdentifier& attribute : problem.quasi_identifiers)
        if (attribute.max_level < attribute.hierarchy->height()) limited.push_back(attribute.name);
    const std::uint64_t records = problem.records();
    std::string relax = failing < records ? format("allow more suppression (--suppress {:.3g}%), ",
                                                   100.0 * static_cast<double>(failing) / static_cast<double>(records))
                                          : "";
    if (!limited.empty()) relax += format("raise the max_level of {}, ", list_some(limited));
    return input_error(format(
        "{}, {} of {} records are in classes that fail, and {} may be suppressed; {}or relax a "
        "requirement",
        where, with_thousands(failing), with_thousands(records), with_thousands(problem.suppression_limit), relax));
}

}  // namespace scrim
