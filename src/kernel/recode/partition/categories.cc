#include "kernel/recode/partition/categories.h"

namespace scrim::recode::partition {

Parameter categories_parameter() {
    return {.name = "categories",
            .title =
                "where categories are cut: hierarchy: into the children of a node; order: between two neighboring "
                "leaves, so that classes print sets of them",
            .kind = Parameter::Kind::text,
            .bound = Parameter::Bound::given,
            .default_value = "hierarchy",
            .choices = {"hierarchy", "order"}};
}

Categories categories_of(const models::Arguments& arguments) {
    return arguments.text("categories") == "order" ? Categories::order : Categories::hierarchy;
}

}  // namespace scrim::recode::partition
