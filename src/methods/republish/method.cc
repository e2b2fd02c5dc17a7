#include "methods/republish/method.h"

#include "kernel/core/field.h"
#include "kernel/core/text.h"
#include "scrim/republish.h"

#include <map>

namespace scrim::republication {

Error not_eligible(const MethodInput& input, const Counts& left) {
    return input_error(format("the {} cannot be grouped: {}; hold records back for the next release with {}",
                              input.version.signatures.empty() ? "records" : "new records that fill no gap",
                              why_not_eligible(left, input.diversity, input.label_of), switched_on("delay")));
}

Result<Grouping> make_groups(const series::MethodSpec& method, const MethodInput& input, Random& random) {
    static const std::map<std::string_view, Result<Grouping> (*)(const MethodInput&, Random&)> by_name{
#define SCRIM_SERIES_METHOD(groups, name) {#name, groups},
#include "kernel/series/methods.def"
#undef SCRIM_SERIES_METHOD
    };
    return by_name.at(method.name)(input, random);
}

}  // namespace scrim::republication

namespace scrim {

std::string republish_methods_text() {
    std::vector<std::string> words;
    for (const series::MethodSpec* method : series::methods())
        words.push_back(format("{} ({})", method->name, method->summary));
    return join(words, " or ");
}

}  // namespace scrim
