// What a bound "may be" comparison knows: may(comparison, label, other), where `other` is text or a label of another
// column.
#pragma once

#include "methods/views/recoding/labels.h"

#include <duckdb.hpp>

#include <memory>
#include <vector>

namespace scrim::sql {

inline constexpr const char* may_be_name = "scrim_may_be";

struct MayBe final : duckdb::FunctionData {
    std::shared_ptr<const views::Labels> labels;
    views::Comparison comparison = views::Comparison::equal;
    std::shared_ptr<const std::vector<views::LabelPlace>> places;  // of the other column's labels, null for text
    bool written = false;                                          // the text is the asker's, who may write intervals

    duckdb::unique_ptr<FunctionData> Copy() const override { return duckdb::make_uniq<MayBe>(*this); }
    bool Equals(const FunctionData& other) const override {
        const auto& that = other.Cast<MayBe>();
        return labels == that.labels && comparison == that.comparison && same_places(that) && written == that.written;
    }

private:
    bool same_places(const MayBe& that) const {
        return places == that.places || (places && that.places && *places == *that.places);
    }
};

}  // namespace scrim::sql
