// PublicDomains: which values each column may have, as far as that is known without looking at the data; and the
// records in terms of them.
//
// What is taken from the data would be told without noise, so nothing is: a column's values are the leaves of its
// hierarchy, or numbers between bounds that are given, in bins of equal width (values outside count as the nearest
// bound). A column with neither is refused, unless its owner says that the values that occur are public (observed).
// Whether values may be missing is said beforehand, too.
//
//   SCRIM_TRY(const PublicDomains domains, PublicDomains::of(records, arguments));
//   domains.sizes();                                  // cells of each column
//   domains.cells_of(records, chosen);                // column by column
#pragma once

#include "kernel/marginal/factor.h"
#include "kernel/models/arguments.h"
#include "kernel/recode/perturbation.h"
#include "kernel/recode/privacy_statement.h"

#include <cstdint>
#include <vector>

namespace scrim::recode::synthetic {

using Cells = std::vector<std::vector<std::uint32_t>>;  // of each column, one for each record

// "age 0..120 in 24": a column, its lowest and highest value, and how many bins.
struct Bounds {
    std::string column, lowest, highest;
    std::string bins;  // "" where it is not said

    static Result<Bounds> parse(const std::string& text);
};

class PublicDomains {
public:
    // Reads the parameters bounds, observed and missing. Refuses columns without a public domain.
    static Result<PublicDomains> of(const Records& records, const models::Arguments& arguments);

    const marginal::Sizes& sizes() const { return sizes_; }
    std::vector<PublicDomain> stated() const;
    std::vector<std::string> observed() const;

    // Of those records, in their order.
    Cells cells_of(const Records& records, const std::vector<std::uint32_t>& chosen) const;
    // Released values: the cell's value, or one drawn from its bin.
    Column drawn(std::size_t column, const std::vector<std::uint32_t>& cells, Random& random) const;

private:
    struct Bins {
        Int128 lowest = 0, highest = 0;  // in units of 10^-scale
        int scale = 0;
        std::uint32_t count = 0;

        std::uint32_t bin_of(Int128 units, int units_scale) const;
        Int128 first_of(std::uint32_t bin) const;
    };
    struct Of {
        PublicDomain stated;
        DomainPtr domain;  // of the released column, where it has no bins
        std::optional<Bins> bins;
    };
    static Result<Of> domain_of(const RecordColumn& column, const models::Arguments& arguments);
    static Result<Bins> bins_of(const RecordColumn& column, const Bounds& given);

    std::vector<Of> columns_;
    marginal::Sizes sizes_;
};

}  // namespace scrim::recode::synthetic
