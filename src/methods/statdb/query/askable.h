// AskableColumns: what a query may name: the columns of rows and, where it stands apart from them, the sensitive
// attribute.
//
//   SCRIM_TRY(BoundWhere where, bind_where(syntax.where, AskableColumns(columns)));   // all columns alike
#pragma once

#include "methods/statdb/schema.h"

#include <span>

namespace scrim::statdb::query {

// Refers to attributes that live as long as it does.
struct AskableColumns {
    std::span<const hierarchy::Attribute> rows;
    const hierarchy::Attribute* sensitive = nullptr;  // null: no column stands apart

    explicit AskableColumns(std::span<const hierarchy::Attribute> all, const hierarchy::Attribute* apart = nullptr)
        : rows(all), sensitive(apart) {}
    // NOLINTNEXTLINE(google-explicit-constructor): a schema is nothing else.
    AskableColumns(const StatSchema& schema) : rows(schema.quasi_identifiers), sensitive(&schema.sensitive) {}
};

}  // namespace scrim::statdb::query
