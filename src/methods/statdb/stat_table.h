// StatTable: a statistical database as it lies in its file, ready to be asked.
//
// The file is one image: a header with a fingerprint of everything, a description (JSON), then arrays that are used
// where they lie: the bucketization, the codes of the quasi-identifiers in its order, and zones. It holds the personal
// data themselves, so it is the owner's: answers may leave it, the file may not.
#pragma once

#include "kernel/core/column.h"
#include "methods/files/file_image.h"
#include "methods/statdb/bucketization.h"
#include "methods/statdb/schema.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace scrim::statdb {

// What is told about a statistical database, beside its columns.
struct StatFacts {
    std::uint32_t m = 0;  // 1: only noise hides what anybody has
    std::string builder;  // "neighbors", "one_by_one"
    std::uint32_t strata = 1;
    std::vector<std::string> frameworks;  // that may answer
    std::string made_by;
    // Where people have several records: so many of each at most, drawn at random (contributions.h); 0: one each.
    std::uint32_t contributions = 0;
    std::uint64_t people = 0;           // 0: as many as records
    std::uint64_t cut = 0, unused = 0;  // people with more records, and all records that were not drawn

    // How many records one person may add or take away.
    std::uint32_t most_records() const { return contributions > 0 ? contributions : 1; }
};

// Other ways to answer, for comparison (static_versions.h): what each needs to know of each record, in the order of the
// table. Empty where they were not asked for.
struct Baselines {
    std::vector<std::uint32_t> anatomy_groups;  // static anatomy: the record's group
    std::vector<std::uint32_t> general_groups;  // static generalization: its group
    std::vector<std::uint32_t> perturbed;       // random perturbation: its value, perhaps another one
};

class StatTable {
public:
    using Codes =
        std::variant<std::span<const std::uint8_t>, std::span<const std::uint16_t>, std::span<const std::uint32_t>>;
    // Segments with this many records or more have zones: the least and greatest code of each column in each piece of
    // so many records.
    static constexpr std::uint32_t piece_rows = 1024;

    // The file's bytes. Column a of `quasi_identifiers` is over the domain of the schema's a-th.
    static std::vector<std::byte> image(const StatFacts& facts, const StatSchema& schema,
                                        const Table& quasi_identifiers, const Bucketization& buckets,
                                        const Baselines& baselines);
    static Result<StatTable> open(const std::string& path);
    // Does the file look like one? It may be damaged, or of another version.
    static bool is_one(const std::string& path);
    static Result<StatTable> of_image(std::vector<std::byte> image);

    const StatFacts& facts() const { return facts_; }
    const StatSchema& schema() const { return schema_; }
    std::uint32_t rows() const { return segment_rows_.back(); }
    std::size_t file_bytes() const { return bytes().size(); }
    // That its header states: 64 hexadecimal digits, others for other data.
    std::string fingerprint() const;
    std::size_t table_bytes() const;  // of the encoded table, with its sensitive column

    std::size_t buckets() const { return bucket_segments_.size() - 1; }
    // The segments [first, last) of a bucket.
    std::uint32_t first_segment(std::size_t bucket) const { return bucket_segments_[bucket]; }
    std::uint32_t last_segment(std::size_t bucket) const { return bucket_segments_[bucket + 1]; }
    // The values that occur in a bucket.
    std::span<const std::uint32_t> signature(std::size_t bucket) const {
        return values_.subspan(first_segment(bucket), last_segment(bucket) - first_segment(bucket));
    }
    std::uint32_t first_row(std::size_t segment) const { return segment_rows_[segment]; }
    std::uint32_t groups(std::size_t bucket) const {
        return segment_rows_[first_segment(bucket) + 1] - segment_rows_[first_segment(bucket)];
    }
    const Codes& column(std::size_t quasi_identifier) const { return columns_[quasi_identifier]; }
    // The buckets whose signatures have the value.
    std::span<const std::uint32_t> buckets_with(Code value) const {
        return std::span(index_).subspan(index_offsets_[value], index_offsets_[value + 1] - index_offsets_[value]);
    }
    // Where a column's codes lie in each piece of a segment; empty for one that is too short for zones.
    std::span<const Span> zones(std::size_t segment, std::size_t piece) const {
        const std::size_t width = schema_.quasi_identifiers.size();
        return zones_.subspan((first_piece_[segment] + piece) * width, width);
    }
    bool has_zones(std::size_t segment) const { return first_piece_[segment + 1] > first_piece_[segment]; }

    bool has_baselines() const { return !anatomy_groups_.empty(); }
    std::span<const std::uint32_t> anatomy_groups() const { return anatomy_groups_; }
    std::span<const std::uint32_t> general_groups() const { return general_groups_; }
    std::span<const std::uint32_t> perturbed() const { return perturbed_; }

private:
    std::span<const std::byte> bytes() const;
    Result<void> read();
    Result<void> check() const;
    void make_index();

    std::variant<std::vector<std::byte>, std::optional<files::FileImage>> storage_;
    StatFacts facts_;
    StatSchema schema_;
    std::span<const std::uint32_t> bucket_segments_, values_, segment_rows_;
    std::vector<Codes> columns_;
    std::span<const Span> zones_;
    std::span<const std::uint32_t> anatomy_groups_, general_groups_, perturbed_;
    std::vector<std::uint32_t> index_offsets_, index_, first_piece_;
};

}  // namespace scrim::statdb
