#include "methods/verify/privacy_claims.h"

#include "kernel/core/text.h"
#include "kernel/models/mechanism.h"
#include "kernel/noise/budget.h"
#include "kernel/noise/concentrated.h"

#include <algorithm>

namespace scrim::verifier {
namespace {

// What noise of this kind costs when one person changes counts by `per_person` in all.
BigRatio cost_of(const ClaimedPrivacy& privacy, const Ratio& parameter) {
    const BigRatio person(natural(privacy.per_person));
    return privacy.gaussian ? BigRatio(person * person / (2 * big(parameter))) : BigRatio(person * big(parameter));
}

std::string wrong_cost(const ClaimedPrivacy& privacy) {
    for (const ClaimedNoise& noise : privacy.counts)
        if (const BigRatio cost = cost_of(privacy, noise.parameter); cost != noise.cost)
            return format("counts of {} cost {}, and {} is said", join(noise.columns, ", "), cost.get_str(),
                          noise.cost.get_str());
    for (const ClaimedChoice& choice : privacy.choices) {
        const BigRatio epsilon = big(choice.epsilon);
        const BigRatio cost = privacy.gaussian ? BigRatio(epsilon * epsilon / 8) : epsilon;
        if (cost != choice.cost)
            return format("a choice of epsilon {} costs {}, and {} is said", choice.epsilon.to_string(), cost.get_str(),
                          choice.cost.get_str());
    }
    return {};
}

BigRatio sum_of(const ClaimedPrivacy& privacy) {
    BigRatio sum = 0;
    for (const ClaimedNoise& noise : privacy.counts) sum += noise.cost;
    for (const ClaimedChoice& choice : privacy.choices) sum += choice.cost;
    return sum;
}

// The design repeats the numbers that models are judged by.
std::string wrong_design(const ClaimedPrivacy& privacy, const models::Design& design) {
    const auto differs = [&](std::string_view name, const std::optional<Ratio>& wanted) -> std::string {
        const Ratio* said = models::find_number(design, name);
        if (!said && !wanted) return {};
        if (said && wanted && *said == *wanted) return {};
        return format("the design says {} {}, and the costs {}", name, said ? said->to_string() : "nothing",
                      wanted ? wanted->to_string() : "nothing");
    };
    const std::optional<Ratio> none;
    for (const auto& [name, wanted] :
         {std::pair<std::string_view, std::optional<Ratio>>{
              "epsilon", privacy.gaussian ? privacy.epsilon : std::optional(privacy.total)},
          {"delta", privacy.gaussian ? privacy.delta : std::optional(Ratio(0))},
          {"rho", privacy.gaussian ? std::optional(privacy.total) : none},
          {"per_person", Ratio(static_cast<Int128>(privacy.per_person))}})
        if (std::string words = differs(name, wanted); !words.empty()) return words;
    return {};
}

std::string outside(const ClaimedDomain& domain, const Column& column) {
    const Domain& found = column.domain();
    if (found.has_null() && !domain.missing) return format("values of {} are missing", quoted(domain.column));
    if (domain.from != "bounds")
        return found.values() <= domain.values
                   ? ""
                   : format("{} has {} different values, of {}", quoted(domain.column), found.values(), domain.values);
    if (found.values() == 0) return {};
    if (found.kind() != Domain::Kind::number) return format("{} holds no numbers", quoted(domain.column));
    const auto unit = power_of_ten(found.scale());
    if (!unit) return format("{} has too many digits", quoted(domain.column));
    if (Ratio(found.units(0), *unit) < *domain.lowest ||
        *domain.highest < Ratio(found.units(found.values() - 1), *unit))
        return format("{} has values from {} to {}, outside {} to {}", quoted(domain.column), found.label(0),
                      found.label(found.values() - 1), domain.lowest->to_string(), domain.highest->to_string());
    return {};
}

std::string outside(const ClaimedPrivacy& privacy, const Tuples& released) {
    for (std::size_t c = 0; c < released.table.width(); ++c) {
        const std::string& name = released.table.name(c);
        const auto stated = [&](const ClaimedDomain& domain) { return domain.column == name; };
        if (std::count_if(privacy.domains.begin(), privacy.domains.end(), stated) != 1)
            return format("what values {} may have is not said, or twice", quoted(name));
        const auto domain = std::find_if(privacy.domains.begin(), privacy.domains.end(), stated);
        if (std::string words = outside(*domain, released.table[c]); !words.empty()) return words;
    }
    for (const ClaimedNoise& noise : privacy.counts) {
        BigNatural cells = 1;
        for (const ClaimedDomain& domain : privacy.domains)
            if (std::count(noise.columns.begin(), noise.columns.end(), domain.column) > 0)
                cells *= natural(domain.values + (domain.missing ? 1 : 0));
        if (natural(noise.cells) > cells)
            return format("there are {} counts of {}, which have {} combinations", noise.cells,
                          join(noise.columns, ", "), cells.get_str());
    }
    return {};
}

}  // namespace

void check_privacy(const ClaimedRelease& claimed, const Tuples& released, Ledger& ledger) {
    if (!claimed.perturbation->privacy) return;
    const ClaimedPrivacy& privacy = *claimed.perturbation->privacy;
    const std::string unit = privacy.gaussian ? "rho" : "epsilon";
    ledger.settle("what each measurement costs", wrong_cost(privacy),
                  format("{} of counts, {}", counted(privacy.counts.size(), "table", "tables"),
                         counted(privacy.choices.size(), "choice", "choices")));
    const BigRatio sum = sum_of(privacy), total = big(privacy.total);
    ledger.settle(
        "all costs together",
        sum <= total ? "" : format("they are {} {:.6g}, more than {}", unit, sum.get_d(), privacy.total.to_string()),
        format("{} {:.6g} of {:.6g}", unit, sum.get_d(), total.get_d()));
    if (privacy.epsilon)
        ledger.settle("rho implies epsilon and delta",
                      noise::implies(total, *privacy.epsilon, *privacy.delta)
                          ? ""
                          : format("rho {:.6g} does not imply epsilon {} with delta {}", total.get_d(),
                                   privacy.epsilon->to_string(), privacy.delta->to_string()),
                      format("epsilon {} with delta {}", privacy.epsilon->to_string(), privacy.delta->to_string()));
    ledger.settle("the design says what the costs say", wrong_design(privacy, claimed.perturbation->design));
    ledger.settle("values lie in the stated domains", outside(privacy, released),
                  counted(privacy.domains.size(), "column", "columns"));
    ledger.unchecked("that noise was drawn as stated, once", "no release can show by which chances it was made");
}

}  // namespace scrim::verifier
