#include "methods/release/privacy_told.h"

#include "kernel/core/text.h"

namespace scrim::release {
namespace {

using recode::PrivacyStatement;
using recode::PublicDomain;

std::string unit(const PrivacyStatement& privacy) {
    return privacy.several
               ? format("A person, of whom at most {} drawn by chance, {} looked at.",
                        counted(privacy.per_person, "record", "records"), privacy.per_person == 1 ? "is" : "are")
               : "A person, who has one record.";
}

std::string domains_in_words(const PrivacyStatement& privacy) {
    std::vector<std::string> by_hierarchy, by_bounds, observed;
    for (const PublicDomain& domain : privacy.domains)
        (domain.from == PublicDomain::From::hierarchy ? by_hierarchy
         : domain.from == PublicDomain::From::bounds  ? by_bounds
                                                      : observed)
            .push_back(domain.column);
    std::string words = "The columns' names, and which values each may have:";
    if (!by_hierarchy.empty()) words += format(" of {}, the leaves of a hierarchy;", join(by_hierarchy, ", "));
    if (!by_bounds.empty()) words += format(" of {}, numbers between stated bounds;", join(by_bounds, ", "));
    if (!observed.empty()) words += format(" of {}, the values that occur in the table;", join(observed, ", "));
    words.back() = '.';
    words += privacy.declared_size ? " How many records are released was given."
                                   : " How many records the table has is not public: the number released is noisy.";
    return words;
}

}  // namespace

std::string_view from_name(PublicDomain::From from) {
    switch (from) {
        case PublicDomain::From::hierarchy: return "hierarchy";
        case PublicDomain::From::bounds: return "bounds";
        case PublicDomain::From::observed: return "observed";
    }
    return "";
}

std::string privacy_words(const PrivacyStatement& privacy) {
    const std::string total = privacy.total.to_string();
    if (!privacy.gaussian) return "epsilon " + total;
    const std::string rho = format("rho {:.4g}", privacy.total.to_double());
    if (!privacy.epsilon) return rho + " of zero-concentrated differential privacy";
    return format("epsilon {} and delta {} ({} of zero-concentrated differential privacy)",
                  privacy.epsilon->to_string(), privacy.delta->to_string(), rho);
}

std::vector<std::pair<std::string, std::string>> privacy_facts(const PrivacyStatement& privacy) {
    return {{"unit", unit(privacy)},
            {"neighbors", "Two tables, one of which has all records of the other and those of one person more."},
            {"mechanism", format("{} noise added to counts{}; all else is computed from those, and looks at no record.",
                                 privacy.gaussian ? "Discrete Gaussian" : "Discrete Laplace",
                                 privacy.choices.empty() ? "" : ", which the exponential mechanism chose")},
            {"public", domains_in_words(privacy)},
            {"trust", "One curator, who holds the table and ran the mechanism once, is trusted; recipients are not."},
            {"side_channels",
             "Noise is drawn over whole numbers by comparing random bits of the operating system with exact fractions: "
             "no floating-point number is involved. How long it took, and that a table with values outside the stated "
             "domains is refused, depends on the data; the curator alone may see that."}};
}

Json privacy_json(const PrivacyStatement& privacy) {
    Json json = Json::object();
    for (const auto& [key, words] : privacy_facts(privacy)) json[key] = words;
    json["costs"] = privacy.gaussian ? "rho" : "epsilon";
    json["total"] = privacy.total.to_string();
    if (privacy.epsilon) json["epsilon"] = privacy.epsilon->to_string();
    if (privacy.delta) json["delta"] = privacy.delta->to_string();
    json["per_person"] = privacy.per_person;
    json["several_records"] = privacy.several;
    json["size"] = privacy.declared_size ? "declared" : "noisy";
    json["domains"] = Json::array();
    for (const PublicDomain& domain : privacy.domains) {
        Json one{{"column", domain.column}, {"from", from_name(domain.from)}, {"values", domain.values}};
        if (domain.missing) one["missing"] = true;
        if (domain.from == PublicDomain::From::bounds) {
            one["lowest"] = domain.lowest;
            one["highest"] = domain.highest;
        }
        json["domains"].push_back(std::move(one));
    }
    json["counts"] = Json::array();
    for (const recode::NoisyCounts& counts : privacy.counts)
        json["counts"].push_back({{"columns", counts.columns},
                                  {"cells", counts.cells},
                                  {privacy.gaussian ? "variance" : "rate", counts.parameter.to_string()},
                                  {"cost", counts.cost.get_str()}});
    json["choices"] = Json::array();
    for (const recode::PrivateChoice& choice : privacy.choices)
        json["choices"].push_back({{"candidates", choice.candidates},
                                   {"epsilon", choice.epsilon.to_string()},
                                   {"cost", choice.cost.get_str()}});
    return json;
}

}  // namespace scrim::release
