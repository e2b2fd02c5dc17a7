#include "methods/statdb/framework.h"

#include "kernel/core/text.h"

namespace scrim::statdb {

#define SCRIM_FRAMEWORK(name) const Framework& name##_framework();
#include "methods/statdb/frameworks.def"
#undef SCRIM_FRAMEWORK

const std::vector<const Framework*>& frameworks() {
    static const std::vector<const Framework*> all{
#define SCRIM_FRAMEWORK(name) &name##_framework(),
#include "methods/statdb/frameworks.def"
#undef SCRIM_FRAMEWORK
    };
    return all;
}

const Framework* find_framework(std::string_view name) {
    for (const Framework* framework : frameworks())
        if (framework->name == name) return framework;
    return nullptr;
}

std::vector<std::string> names_of_frameworks(bool baselines) {
    std::vector<std::string> names;
    for (const Framework* framework : frameworks())
        if (baselines || !framework->baseline) names.push_back(framework->name);
    return names;
}

Asked counted_as(const Query& query, StatValue count, Effort effort) {
    Asked asked{{}, effort};
    for (const Query::Item& item : query.items)
        if (!item.is_group) asked.values.push_back(count);
    return asked;
}

}  // namespace scrim::statdb

namespace scrim {

std::string frameworks_text() {
    std::vector<std::string> words;
    for (const statdb::Framework* framework : statdb::frameworks())
        if (!framework->baseline)
            words.push_back(framework->when.empty() ? framework->name
                                                    : format("{} {}", framework->name, framework->when));
    return join(words, ", or ");
}

}  // namespace scrim
