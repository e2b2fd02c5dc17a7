#include "methods/statdb/builder.h"

#include "kernel/core/old_names.h"
#include "kernel/core/text.h"
#include "scrim/statdb.h"

namespace scrim::statdb {

const std::vector<const Builder*>& builders() {
    static const std::vector<const Builder*> all{
#define SCRIM_BUILDER(name) &name##_builder(),
#include "methods/statdb/builders.def"
#undef SCRIM_BUILDER
    };
    return all;
}

const Builder* find_builder(std::string_view name) {
    for (const Builder* builder : builders())
        if (builder->name == current_name(name)) return builder;
    return nullptr;
}

std::vector<std::string> names_of_builders() {
    std::vector<std::string> names;
    for (const Builder* builder : builders()) names.push_back(builder->name);
    return names;
}

}  // namespace scrim::statdb

namespace scrim {

std::string builders_text() {
    std::vector<std::string> words;
    for (const statdb::Builder* builder : statdb::builders())
        words.push_back(format("{}: {}", builder->name, builder->summary));
    return join(words, "; ");
}

}  // namespace scrim
