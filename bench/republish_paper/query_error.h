// How far counts that are estimated from a release are from those of the microdata (002, experimental results).
//
// A query restricts every quasi-identifier and the sensitive attribute to a range of codes. From a generalized release
// each row counts with the share of its box that lies in the ranges; from a permuted one each record with the share of
// its group's values. All three below are fast, over columns; experiment.cc has slow twins.
//
//   const Microdata data(version, sizes);
//   const std::vector<CountQuery> queries = workload(data, 0.1, 10'000, random).queries;
//   const double error = std::abs(PermutedRelease(version, grouping).estimate(queries[0]) - queries[0].actual);
#pragma once

#include "kernel/core/random.h"
#include "methods/republish/grouping.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scrim::experiment {

struct CountQuery {
    std::vector<Span> ranges;  // of the quasi-identifiers
    Span values;
    double actual = 0;  // records of the microdata
};

// Columns of one byte, by which rows within ranges are found.
class ByteColumns {
public:
    ByteColumns(std::size_t columns, std::size_t rows) : columns_(columns, std::vector<std::uint8_t>(rows)) {}

    void set(std::size_t column, std::size_t row, Code code) {
        columns_[column][row] = static_cast<std::uint8_t>(code);
    }
    // 1 for each row that lies in all ranges, 0 for the others: a range for each column from the first.
    void within(std::span<const Span> ranges, std::vector<std::uint8_t>& mask) const;
    std::size_t rows() const { return columns_.front().size(); }

private:
    std::vector<std::vector<std::uint8_t>> columns_;
};

class Microdata {
public:
    // At most 256 codes for each attribute; the last size is that of the sensitive one.
    Microdata(const republication::Version& version, std::vector<Code> sizes);

    std::uint64_t count(const CountQuery& query) const;
    const std::vector<Code>& sizes() const { return sizes_; }

private:
    std::vector<Code> sizes_;
    ByteColumns columns_;
};

struct Workload {
    std::vector<CountQuery> queries;
    std::uint64_t drawn_again = 0;  // because no record satisfies them
};
// Queries with ranges of |A| s^(1/(d+1)) codes, rounded, one at least, at random places.
Workload workload(const Microdata& data, double selectivity, std::size_t queries, Random& random);

// How many values of each signature lie in a range.
class SignatureCounts {
public:
    SignatureCounts(const republication::Version& version, const republication::Grouping& grouping);
    std::uint32_t within(std::uint32_t signature, Span values) const {
        const std::uint16_t* up_to = up_to_.data() + signature * (values_ + 1);
        return static_cast<std::uint32_t>(up_to[values.hi] - up_to[values.lo]);
    }

private:
    std::size_t values_;
    std::vector<std::uint16_t> up_to_;  // signature by signature: values below 0, below 1, …
};

class GeneralizedRelease {
public:
    GeneralizedRelease(const republication::Version& version, const republication::Grouping& grouping);
    double estimate(const CountQuery& query) const;

private:
    struct Sides {
        std::vector<float> lo, hi, one_by_width;
    };
    SignatureCounts counts_;
    std::vector<std::uint32_t> signature_of_;
    std::vector<Sides> box_;           // by attribute, of each group
    std::vector<float> true_share_;    // of the rows of each group
    mutable std::vector<float> rows_;  // scratch
};

// Of a release without counterfeits. Groups with the same signature show the same values, one each: to the estimate
// they are as one.
class PermutedRelease {
public:
    PermutedRelease(const republication::Version& version, const republication::Grouping& grouping);
    double estimate(const CountQuery& query) const;

private:
    struct Part {
        std::uint32_t signature, first, last;  // rows
        double group_size;
    };
    SignatureCounts counts_;
    std::vector<Part> parts_;
    ByteColumns columns_;  // of the places, by signature
    mutable std::vector<std::uint8_t> mask_;
};

}  // namespace scrim::experiment
