#include "kernel/series/method.h"

namespace scrim::series {

#define SCRIM_SERIES_METHOD(groups, name) const MethodSpec& name##_method();
#include "kernel/series/methods.def"
#undef SCRIM_SERIES_METHOD

const std::vector<const MethodSpec*>& methods() {
    static const std::vector<const MethodSpec*> all = {
#define SCRIM_SERIES_METHOD(groups, name) &name##_method(),
#include "kernel/series/methods.def"
#undef SCRIM_SERIES_METHOD
    };
    return all;
}

const MethodSpec* find_method(std::string_view name) {
    for (const MethodSpec* method : methods())
        if (method->name == name) return method;
    return nullptr;
}

std::vector<std::string> names_of_methods() {
    std::vector<std::string> names;
    for (const MethodSpec* method : methods()) names.push_back(method->name);
    return names;
}

}  // namespace scrim::series
