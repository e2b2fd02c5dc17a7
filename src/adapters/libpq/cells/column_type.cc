#include "adapters/libpq/cells/column_type.h"

#include "kernel/encode/number_width.h"

namespace scrim::libpq {

std::string column_type(const Domain& domain) {
    switch (domain.kind()) {
        case Domain::Kind::text: break;
        case Domain::Kind::date: return "pg_catalog.date";
        case Domain::Kind::timestamp: return "pg_catalog.timestamp";
        case Domain::Kind::number:
            return encode::decimal_digits(domain) == 0 ? "pg_catalog.int8" : "pg_catalog.numeric";
    }
    return "pg_catalog.text";
}

}  // namespace scrim::libpq
