#include "methods/statdb/stat_table.h"

#include "kernel/core/json_depth.h"
#include "kernel/core/old_names.h"
#include "kernel/core/text.h"
#include "methods/files/digest.h"
#include "methods/statdb/framework.h"
#include "methods/statdb/stat_schema_json.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <numeric>
#include <type_traits>

namespace scrim::statdb {
namespace {

struct Header {
    char magic[8];
    std::uint32_t version;
    std::uint32_t byte_order;
    std::uint64_t bytes;             // of the file
    std::uint64_t description;       // bytes of it
    files::Fingerprint fingerprint;  // of the file, with zeros here
};
static_assert(sizeof(Header) == 64 && std::is_trivially_copyable_v<Header>);

constexpr char magic[9] = "scrimsdb";
// 2: with people of several records, or without m; a program that does not know these must not answer.
constexpr std::uint32_t version = 2;
constexpr std::uint32_t byte_order = 0x01020304;
constexpr std::size_t alignment = 64;

std::size_t padded(std::size_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

files::Fingerprint fingerprint_of(std::span<const std::byte> image) {
    Header header;
    std::memcpy(&header, image.data(), sizeof header);
    header.fingerprint = {};
    return files::fingerprint({std::as_bytes(std::span(&header, 1)), image.subspan(sizeof header)});
}

template <class T>
void append(std::vector<std::byte>& image, std::span<const T> items) {
    const auto bytes = std::as_bytes(items);
    image.insert(image.end(), bytes.begin(), bytes.end());
    image.resize(padded(image.size()));
}

// Reads one array after the other.
class Arrays {
public:
    Arrays(std::span<const std::byte> bytes, std::size_t at) : bytes_(bytes), at_(at) {}
    template <class T>
    std::span<const T> next(std::uint64_t count) {
        if (!fits_ || count > (bytes_.size() - at_) / sizeof(T) || padded(at_ + count * sizeof(T)) > bytes_.size()) {
            fits_ = false;
            return {};
        }
        const auto* const first = reinterpret_cast<const T*>(bytes_.data() + at_);
        at_ = padded(at_ + count * sizeof(T));
        return {first, count};
    }
    bool finished() const { return fits_ && at_ == bytes_.size(); }

private:
    std::span<const std::byte> bytes_;
    std::size_t at_;
    bool fits_ = true;
};

std::uint32_t width_of(const Domain& domain) {
    return domain.size() <= 1u << 8 ? 1 : domain.size() <= 1u << 16 ? 2 : 4;
}

std::uint32_t pieces_of(std::uint32_t rows) {
    return rows < StatTable::piece_rows ? 0 : (rows + StatTable::piece_rows - 1) / StatTable::piece_rows;
}

std::uint32_t version_of(const StatFacts& facts) { return facts.contributions > 0 || facts.m < 2 ? version : 1; }

Error damaged(const std::string& what) { return input_error("it is damaged: " + what); }

}  // namespace

std::vector<std::byte> StatTable::image(const StatFacts& facts, const StatSchema& schema,
                                        const Table& quasi_identifiers, const Bucketization& buckets,
                                        const Baselines& baselines) {
    std::uint64_t pieces = 0;
    const std::vector<std::uint32_t>& rows = buckets.segments.members;
    const std::vector<std::uint32_t>& begins = buckets.segments.offsets;
    for (std::size_t s = 0; s < buckets.segments.size(); ++s) pieces += pieces_of(begins[s + 1] - begins[s]);
    Json json;
    json["m"] = facts.m;
    json["builder"] = facts.builder;
    json["strata"] = facts.strata;
    json["frameworks"] = facts.frameworks;
    json["made_by"] = facts.made_by;
    if (facts.contributions > 0)
        json["persons"] = {{"contributions", facts.contributions},
                           {"people", facts.people},
                           {"cut", facts.cut},
                           {"unused", facts.unused}};
    json["rows"] = rows.size();
    json["buckets"] = buckets.size();
    json["segments"] = buckets.segments.size();
    json["pieces"] = pieces;
    json["baselines"] = !baselines.anatomy_groups.empty();
    Json columns = Json::array();
    for (const hierarchy::Attribute& column : schema.quasi_identifiers) columns.push_back(to_json(column));
    json["quasi_identifiers"] = std::move(columns);
    json["sensitive"] = to_json(schema.sensitive);
    const std::string description = json.dump();

    std::vector<std::byte> image(sizeof(Header));
    append(image, std::span<const char>(description));
    append(image, std::span<const std::uint32_t>(buckets.signatures.offsets));
    append(image, std::span<const std::uint32_t>(buckets.signatures.members));
    append(image, std::span<const std::uint32_t>(begins));
    std::vector<Span> zones(pieces * quasi_identifiers.width());
    for (std::size_t a = 0; a < quasi_identifiers.width(); ++a)
        quasi_identifiers[a].visit([&](auto codes) {
            using T = std::remove_const_t<typename decltype(codes)::element_type>;
            std::vector<T> ordered(rows.size());
            for (std::size_t i = 0; i < ordered.size(); ++i) ordered[i] = codes[rows[i]];
            append(image, std::span<const T>(ordered));
            std::size_t piece = 0;
            for (std::size_t s = 0; s < buckets.segments.size(); ++s)
                for (std::uint32_t p = 0; p < pieces_of(begins[s + 1] - begins[s]); ++p, ++piece) {
                    const std::uint32_t begin = begins[s] + p * piece_rows;
                    const std::uint32_t end = std::min(begin + piece_rows, begins[s + 1]);
                    const auto [lo, hi] = std::minmax_element(ordered.begin() + begin, ordered.begin() + end);
                    zones[piece * quasi_identifiers.width() + a] = {*lo, Code{*hi} + 1};
                }
        });
    append(image, std::span<const Span>(zones));
    for (const auto* baseline : {&baselines.anatomy_groups, &baselines.general_groups, &baselines.perturbed}) {
        if (baseline->empty()) continue;
        std::vector<std::uint32_t> ordered(rows.size());
        for (std::size_t i = 0; i < ordered.size(); ++i) ordered[i] = (*baseline)[rows[i]];
        append(image, std::span<const std::uint32_t>(ordered));
    }
    Header header{{}, version_of(facts), byte_order, image.size(), description.size(), {}};
    std::memcpy(header.magic, magic, sizeof header.magic);
    std::memcpy(image.data(), &header, sizeof header);
    header.fingerprint = fingerprint_of(image);
    std::memcpy(image.data(), &header, sizeof header);
    return image;
}

Result<StatTable> StatTable::open(const std::string& path) {
    StatTable table;
    SCRIM_TRY(files::FileImage file, files::FileImage::read(path));
    table.storage_ = std::optional(std::move(file));
    if (const auto read = table.read(); !read)
        return input_error(format("{} cannot be used: {}", quoted(path), read.error().message));
    return table;
}

bool StatTable::is_one(const std::string& path) {
    char start[sizeof Header::magic] = {};
    std::ifstream file(path, std::ios::binary);
    return file.read(start, sizeof start) && std::memcmp(start, magic, sizeof start) == 0;
}

Result<StatTable> StatTable::of_image(std::vector<std::byte> image) {
    StatTable table;
    table.storage_ = std::move(image);
    SCRIM_CHECK(table.read());
    return table;
}

std::span<const std::byte> StatTable::bytes() const {
    if (const auto* own = std::get_if<std::vector<std::byte>>(&storage_)) return *own;
    return std::get<std::optional<files::FileImage>>(storage_)->bytes();
}

std::string StatTable::fingerprint() const {
    Header header;
    std::memcpy(&header, bytes().data(), sizeof header);
    std::string text;
    for (const std::byte byte : header.fingerprint) text += format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

std::size_t StatTable::table_bytes() const {
    std::size_t width = width_of(schema_.sensitive.domain());
    for (const hierarchy::Attribute& column : schema_.quasi_identifiers) width += width_of(column.domain());
    return width * rows();
}

Result<void> StatTable::read() {
    const std::span<const std::byte> all = bytes();
    Header header;
    if (all.size() < sizeof header) return input_error("it is no statistical database");
    std::memcpy(&header, all.data(), sizeof header);
    if (std::memcmp(header.magic, magic, sizeof header.magic) != 0) return input_error("it is no statistical database");
    if (header.version < 1 || header.version > version || header.byte_order != byte_order)
        return input_error("another version of scrim, or another kind of machine, has made it");
    if (header.bytes != all.size())
        return damaged(format("it should have {} bytes and has {}", header.bytes, all.size()));
    if (header.fingerprint != fingerprint_of(all)) return damaged("its checksum is wrong");
    if (header.description > all.size() - sizeof header) return damaged("its description is cut off");

    const auto* const text = reinterpret_cast<const char*>(all.data() + sizeof header);
    const Json json = parse_json({text, header.description});
    if (json.is_discarded()) return damaged("its description cannot be read");
    std::uint64_t buckets = 0, segments = 0, rows = 0, pieces = 0;
    bool baselines = false;
    try {
        facts_.m = json.at("m").get<std::uint32_t>();
        facts_.builder = current_name(json.at("builder").get<std::string>());
        facts_.strata = json.at("strata").get<std::uint32_t>();
        facts_.frameworks = json.at("frameworks").get<std::vector<std::string>>();
        facts_.made_by = json.at("made_by").get<std::string>();
        if (json.contains("persons")) {
            const Json& persons = json.at("persons");
            facts_.contributions = persons.at("contributions").get<std::uint32_t>();
            facts_.people = persons.at("people").get<std::uint64_t>();
            facts_.cut = persons.at("cut").get<std::uint64_t>();
            facts_.unused = persons.at("unused").get<std::uint64_t>();
            if (facts_.contributions == 0 || facts_.people == 0) return damaged("nobody is in it");
        }
        if (version_of(facts_) != header.version) return damaged("its description is of another version");
        rows = json.at("rows").get<std::uint64_t>();
        buckets = json.at("buckets").get<std::uint64_t>();
        segments = json.at("segments").get<std::uint64_t>();
        pieces = json.at("pieces").get<std::uint64_t>();
        baselines = json.at("baselines").get<bool>();
        for (const Json& column : json.at("quasi_identifiers")) {
            SCRIM_TRY(hierarchy::Attribute made, stat_column_of(column));
            schema_.quasi_identifiers.push_back(std::move(made));
        }
        SCRIM_TRY(schema_.sensitive, stat_column_of(json.at("sensitive")));
    } catch (const Json::exception&) {
        return damaged("its description lacks something");
    }
    if (rows > UINT32_MAX || buckets > rows || segments > rows || pieces > rows) return damaged("its counts are wrong");
    Arrays arrays(all, padded(sizeof header + header.description));
    bucket_segments_ = arrays.next<std::uint32_t>(buckets + 1);
    values_ = arrays.next<std::uint32_t>(segments);
    segment_rows_ = arrays.next<std::uint32_t>(segments + 1);
    for (const hierarchy::Attribute& column : schema_.quasi_identifiers) {
        const std::uint32_t width = width_of(column.domain());
        if (width == 1) columns_.emplace_back(arrays.next<std::uint8_t>(rows));
        if (width == 2) columns_.emplace_back(arrays.next<std::uint16_t>(rows));
        if (width == 4) columns_.emplace_back(arrays.next<std::uint32_t>(rows));
    }
    zones_ = arrays.next<Span>(pieces * columns_.size());
    if (baselines)
        for (auto* baseline : {&anatomy_groups_, &general_groups_, &perturbed_})
            *baseline = arrays.next<std::uint32_t>(rows);
    if (!arrays.finished()) return damaged("its arrays do not fill it");
    first_piece_.assign(1, 0);
    SCRIM_CHECK(check());
    for (std::size_t s = 0; s < values_.size(); ++s)
        first_piece_.push_back(first_piece_.back() + pieces_of(segment_rows_[s + 1] - segment_rows_[s]));
    if (first_piece_.back() != pieces) return damaged("its zones are wrong");
    make_index();
    return {};
}

// Nothing that is read later can lead out of the arrays, and Lemma 5 holds.
Result<void> StatTable::check() const {
    const auto rises = [](std::span<const std::uint32_t> offsets, std::uint64_t end) {
        return offsets.front() == 0 && offsets.back() == end && std::is_sorted(offsets.begin(), offsets.end());
    };
    // Only noise protects several records of one person, and values that are alone in their bucket.
    if ((facts_.m < 2 || facts_.contributions > 0) && facts_.frameworks != std::vector{dp_framework().name})
        return damaged("it answers in ways that do not hold for it");
    if (facts_.m < 1 || !rises(bucket_segments_, values_.size()) || segment_rows_.back() == 0 ||
        !rises(segment_rows_, segment_rows_.back()) || columns_.empty())
        return damaged("its buckets are wrong");
    for (std::size_t b = 0; b < buckets(); ++b) {
        const auto own = signature(b);
        if (own.size() < facts_.m) return damaged("a bucket has fewer than m values");
        if (std::adjacent_find(own.begin(), own.end(), std::greater_equal<>()) != own.end() ||
            own.back() >= schema_.sensitive.domain().size())
            return damaged("a bucket's values are wrong");
        for (std::uint32_t s = first_segment(b); s < last_segment(b); ++s)
            if (segment_rows_[s + 1] - segment_rows_[s] != groups(b) || groups(b) == 0)
                return damaged("the values of a bucket are not equally frequent");
    }
    for (std::size_t a = 0; a < columns_.size(); ++a) {
        const Code size = schema_.quasi_identifiers[a].domain().size();
        const bool fits = std::visit(
            [&](auto codes) {
                if (codes.size() != segment_rows_.back()) return false;
                return codes.empty() || Code{*std::max_element(codes.begin(), codes.end())} < size;
            },
            columns_[a]);
        if (!fits) return damaged("a code is out of range");
    }
    for (const std::uint32_t value : perturbed_)
        if (value >= schema_.sensitive.domain().size()) return damaged("a value is out of range");
    for (const auto groups : {anatomy_groups_, general_groups_})
        for (const std::uint32_t group : groups)
            if (group >= segment_rows_.back()) return damaged("a group is out of range");
    return {};
}

void StatTable::make_index() {
    index_offsets_.assign(schema_.sensitive.domain().size() + 1, 0);
    for (const std::uint32_t value : values_) ++index_offsets_[value + 1];
    std::partial_sum(index_offsets_.begin(), index_offsets_.end(), index_offsets_.begin());
    index_.resize(values_.size());
    std::vector<std::uint32_t> next(index_offsets_.begin(), index_offsets_.end() - 1);
    for (std::uint32_t b = 0; b < buckets(); ++b)
        for (const std::uint32_t value : signature(b)) index_[next[value]++] = b;
}

}  // namespace scrim::statdb
