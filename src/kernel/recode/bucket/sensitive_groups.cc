#include "kernel/recode/bucket/sensitive_groups.h"

#include "kernel/core/parallel.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <array>

namespace scrim::recode::bucket {
namespace {

constexpr std::size_t rows_at_once = 4096;

// The sensitive attributes that a model looks at.
std::vector<std::string> looked_at(const models::Model& model, const DemandRoles& roles) {
    std::vector<std::string> names;
    if (!model.info().traits.needs_sensitive) return names;
    for (const models::Question& question : model.questions(roles.quasi_identifiers)) {
        if (!question.y.empty())
            names.insert(names.end(), question.y.begin(), question.y.end());
        else if (!model.attribute().empty())
            names.push_back(model.attribute());
        else
            for (const auto& attribute : roles.sensitive) names.push_back(attribute.column);
    }
    return names;
}

// Without branches that nobody can foretell where there are few: each goes to where it belongs.
void sort_by_tuple(std::span<Member> members) {
    constexpr std::size_t few = 32;
    if (members.size() > few) {
        std::sort(members.begin(), members.end());
        return;
    }
    std::array<Member, few> unsorted;
    std::copy(members.begin(), members.end(), unsorted.begin());
    for (std::size_t i = 0; i < members.size(); ++i) {
        std::size_t place = 0;
        for (std::size_t j = 0; j < members.size(); ++j) place += unsorted[j].tuple < unsorted[i].tuple;
        members[place] = unsorted[i];
    }
}

}  // namespace

Parameter attribute_parameter() {
    return {.name = "attribute",
            .title = "the sensitive attribute to group by (default: the first)",
            .kind = Parameter::Kind::columns,
            .bound = Parameter::Bound::given};
}

Result<std::size_t> column_to_group_by(std::string_view recoder, const Problem& problem,
                                       const models::Arguments& arguments) {
    const DemandRoles& roles = problem.demands.roles();
    std::vector<std::string> known;
    for (const auto& attribute : roles.sensitive) known.push_back(attribute.column);
    const std::vector<std::string> named = arguments.list("attribute");
    if (named.size() > 1) return input_error(format("{}: attribute must be one column, not {}", recoder, named.size()));
    const std::string chosen = named.empty() ? known.front() : named.front();
    if (std::find(known.begin(), known.end(), chosen) == known.end())
        return input_error(format("{}: attribute must be one of the sensitive attributes {}, not {}", recoder,
                                  list_some(known), quoted(chosen)));
    for (const auto& model : problem.demands.models())
        for (const std::string& name : looked_at(*model, roles))
            if (name != chosen)
                return input_error(
                    format("{} groups by the values of {}, so {} would not hold for {} but by accident; "
                           "restrict it with attribute={}, or use another algorithm",
                           recoder, quoted(chosen), model->info().name, quoted(name), chosen));
    return problem.tuples->table.find(chosen).value();
}

bool judges_values_only(const Demands& demands) {
    return std::none_of(demands.models().begin(), demands.models().end(), [](const auto& model) {
        return model->info().traits.needs_guards || model->info().traits.needs_population;
    });
}

Recoding recoding_of_groups(Groups<Member> groups) {
    parallel_for(0, groups.size(), rows_at_once, [&](std::size_t first, std::size_t last) {
        for (std::size_t group = first; group < last; ++group) sort_by_tuple(groups[group]);
    });
    return Recoding::of_groups(std::move(groups));
}

}  // namespace scrim::recode::bucket
