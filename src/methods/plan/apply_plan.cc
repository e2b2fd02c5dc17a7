#include "methods/plan/apply_plan.h"

#include "kernel/core/number_text.h"
#include "kernel/core/parallel.h"
#include "kernel/core/text.h"

#include <algorithm>
#include <atomic>
#include <numeric>

namespace scrim::planning {
namespace {

constexpr std::size_t grain = 4096;
constexpr std::uint32_t unknown_class = UINT32_MAX - 1;

// The codes on every axis of each row, one row's after the other's.
std::vector<Code> axis_codes(const ReleasePlan& plan, const Table& table) {
    const std::size_t width = plan.axes.size();
    std::vector<Code> codes(table.rows() * width);
    for (std::size_t a = 0; a < width; ++a) {
        const Column& column = table[table.find(plan.axes[a].name).value()];
        const std::vector<Code> map = plan.axes[a].codes_of(column.domain());
        column.visit([&](auto own) {
            parallel_for(0, own.size(), grain, [&](std::size_t begin, std::size_t end) {
                for (std::size_t row = begin; row < end; ++row) codes[row * width + a] = map[own[row]];
            });
        });
    }
    return codes;
}

// Why a row is not known.
std::string why_unknown(const ReleasePlan& plan, const Table& table, std::size_t row, std::span<const Code> codes) {
    std::vector<std::string> values;
    for (std::size_t a = 0; a < plan.axes.size(); ++a) {
        const Column& column = table[table.find(plan.axes[a].name).value()];
        if (codes[a] == unknown_code)
            return format("column {} holds {}, which the plan does not know", quoted(plan.axes[a].name),
                          quoted(column.domain().label(column[row])));
        values.push_back(format("{}={}", printable(plan.axes[a].name), printable(column.domain().label(column[row]))));
    }
    return format("the plan knows no record with {}", join(values, ", "));
}

// So many records of a row that go to one class.
struct Share {
    std::uint32_t row;
    std::uint32_t into;
    std::uint32_t records;
};

class Application {
public:
    Application(const ReleasePlan& plan, const Tuples& part, bool with_kept) : plan_(plan), part_(part) {
        columns_ = plan.shown;
        if (with_kept) columns_.insert(columns_.end(), plan.kept.begin(), plan.kept.end());
    }

    Result<AppliedRows> rows() {
        SCRIM_CHECK(find_classes());
        Table table;
        for (const ShownColumn& shown : columns_) {
            SCRIM_TRY(Column column, shown.printed ? printed(plan_.printed[*shown.printed]) : exact(shown));
            table.add(shown.name, std::move(column));
        }
        std::vector<std::uint32_t> weights;
        for (const Share& share : shares_) weights.push_back(share.records);
        const bool any = !weights.empty();
        made_.rows = Tuples{std::move(table), std::move(weights), made_.records};
        if (any) made_.rows = distinct_tuples(std::move(made_.rows));
        return std::move(made_);
    }

private:
    Result<void> find_classes() {
        const std::vector<Code> codes = axis_codes(plan_, part_.table);
        const std::size_t width = plan_.axes.size(), rows = part_.size();
        std::vector<std::uint32_t> found(rows);  // a class, or a key
        parallel_for(0, rows, grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) {
                const auto own = std::span(codes).subspan(row * width, width);
                if (std::find(own.begin(), own.end(), unknown_code) != own.end()) {
                    found[row] = unknown_class;
                } else if (plan_.by == ReleasePlan::By::boxes) {
                    const std::uint32_t box = plan_.tree->find(own);
                    found[row] = box == BoxTree::none ? unknown_class : box;
                } else {
                    const std::size_t key = plan_.find_key(own);
                    found[row] = key == plan_.key_count() ? unknown_class : static_cast<std::uint32_t>(key);
                }
            }
        });
        for (std::uint32_t row = 0; row < rows; ++row) {
            const std::uint32_t records = part_.weights[row];
            if (found[row] == unknown_class) {
                // By boxes, those whom the plan leaves out are in none.
                if (!plan_.may_suppress)
                    return input_error(
                        why_unknown(plan_, part_.table, row, std::span(codes).subspan(row * width, width)) +
                        "; make the plan of all the data, or let it suppress records");
                (plan_.by == ReleasePlan::By::boxes ? made_.suppressed : made_.unknown) += records;
            } else if (plan_.by == ReleasePlan::By::boxes) {
                add({row, found[row], records});
            } else {
                SCRIM_CHECK(deal(row, found[row]));
            }
        }
        return {};
    }

    void add(const Share& share) {
        if (share.into == suppressed_class) {
            made_.suppressed += share.records;
        } else {
            made_.records += share.records;
            shares_.push_back(share);
        }
    }

    Result<void> deal(std::uint32_t row, std::size_t key) {
        const std::uint32_t records = part_.weights[row];
        const auto quotas =
            std::span(plan_.quotas).subspan(plan_.offsets[key], plan_.offsets[key + 1] - plan_.offsets[key]);
        if (quotas.size() == 1) {
            add({row, quotas.front().into, records});
            return {};
        }
        std::uint64_t planned = 0;
        for (const Quota& quota : quotas) planned += quota.records;
        if (planned != records)
            return input_error(format(
                "the plan deals {} of equal values out to {} classes, and there are {} of them here: make each part's "
                "plan with shares(), of the histograms of all parts",
                counted(planned, "record", "records"), quotas.size(), with_thousands(records)));
        for (const Quota& quota : quotas) add({row, quota.into, static_cast<std::uint32_t>(quota.records)});
        return {};
    }

    // Of a domain, only the values that occur: others may be those of suppressed records.
    template <class CodeOf>
    static std::pair<std::vector<Code>, std::vector<Code>> occurring(const Domain& domain, std::size_t rows,
                                                                     CodeOf code_of) {
        std::vector<Code> to(domain.size(), 0);
        std::vector<char> occurs(domain.size(), 0);
        for (std::size_t i = 0; i < rows; ++i) occurs[code_of(i)] = 1;
        std::vector<Code> values;
        for (Code code = 0; code < domain.values(); ++code)
            if (occurs[code]) {
                to[code] = static_cast<Code>(values.size());
                values.push_back(code);
            }
        if (domain.has_null()) to[domain.null_code()] = static_cast<Code>(values.size());
        return {std::move(values), std::move(to)};
    }

    template <class CodeOf>
    static Column column_of(DomainPtr domain, const std::vector<Code>& to, std::size_t rows, CodeOf code_of) {
        Column column(std::move(domain), rows);
        column.visit([&](auto codes) {
            using Narrow = typename decltype(codes)::value_type;
            for (std::size_t i = 0; i < rows; ++i) codes[i] = static_cast<Narrow>(to[code_of(i)]);
        });
        return column;
    }

    Column printed(const PrintedColumn& from) const {
        const auto code_of = [&](std::size_t i) { return from.of_class[shares_[i].into]; };
        const auto [values, to] = occurring(from.domain, shares_.size(), code_of);
        auto domain = from.domain.is_numeric() ? numbers(from.domain, values, from.domain.kind(), from.domain.scale(),
                                                         from.domain.has_null())
                                               : texts(from.domain, values);
        return column_of(std::move(domain), to, shares_.size(), code_of);
    }

    Result<Column> exact(const ShownColumn& shown) const {
        const Column& from = part_.table[part_.table.find(shown.name).value()];
        const Domain& domain = from.domain();
        const auto code_of = [&](std::size_t i) { return from[shares_[i].row]; };
        const auto [values, to] = occurring(domain, shares_.size(), code_of);
        if (shown.kind == Domain::Kind::text) return column_of(texts(domain, values), to, shares_.size(), code_of);
        int scale = shown.scale;
        for (const Code value : values) {
            const auto there = domain.is_numeric() ? placed(domain, value, shown.kind, shown.scale) : std::nullopt;
            if (!there && !is_stray(domain.label(value), shown.kind) && value != values.back()) continue;
            if (!there)
                return input_error(format("column {} holds {}, and its values are {} in the table that was planned",
                                          quoted(shown.name), quoted(domain.label(value)),
                                          shown.kind == Domain::Kind::number ? "numbers" : "dates"));
            if (there->more) scale = std::max(scale, domain.scale());
        }
        return column_of(numbers(domain, values, shown.kind, scale, domain.has_null()), to, shares_.size(), code_of);
    }

    // Is this what keeps a column from being of that kind?
    static bool is_stray(const std::string& label, Domain::Kind kind) {
        return kind == Domain::Kind::number ? !parse_decimal(label) : !parse_date(label) && !parse_timestamp(label);
    }
    static DomainPtr texts(const Domain& from, const std::vector<Code>& values) {
        std::vector<std::string> labels;
        for (const Code value : values) labels.push_back(from.label(value));
        return std::make_shared<Domain>(Domain::of_text(std::move(labels), from.has_null()));
    }
    static DomainPtr numbers(const Domain& from, const std::vector<Code>& values, Domain::Kind kind, int scale,
                             bool null) {
        std::vector<Int128> units;
        for (const Code value : values) units.push_back(placed(from, value, kind, scale)->units);
        return std::make_shared<Domain>(Domain::of_numbers(std::move(units), scale, kind, null));
    }

    const ReleasePlan& plan_;
    const Tuples& part_;
    std::vector<ShownColumn> columns_;
    AppliedRows made_;
    std::vector<Share> shares_;
};

}  // namespace

Result<AppliedRows> apply_plan(const ReleasePlan& plan, const Tuples& part, bool with_kept) {
    return Application(plan, part, with_kept).rows();
}

Result<std::vector<ReleasePlan>> shared(const ReleasePlan& plan, std::span<const Tuples> parts) {
    std::vector<ReleasePlan> plans(parts.size(), plan);
    if (!plan.has_shares()) return plans;
    std::vector<Quota> left = plan.quotas;
    const std::size_t width = plan.axes.size();
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const std::vector<Code> codes = axis_codes(plan, parts[p].table);
        ReleasePlan& own = plans[p];
        own.keys.clear();
        own.quotas.clear();
        own.offsets = {0};
        std::vector<std::pair<std::size_t, std::uint64_t>> wanted;  // keys of this part's rows, and its records
        for (std::size_t row = 0; row < parts[p].size(); ++row)
            if (const std::size_t key = plan.find_key(std::span(codes).subspan(row * width, width));
                key < plan.key_count())
                wanted.emplace_back(key, parts[p].weights[row]);
        std::sort(wanted.begin(), wanted.end());
        for (auto [key, records] : wanted) {
            const auto from = plan.keys.begin() + static_cast<std::ptrdiff_t>(key * width);
            own.keys.insert(own.keys.end(), from, from + static_cast<std::ptrdiff_t>(width));
            if (plan.offsets[key + 1] - plan.offsets[key] == 1) {
                own.quotas.push_back(plan.quotas[plan.offsets[key]]);  // all of them, wherever they are
                own.offsets.push_back(static_cast<std::uint32_t>(own.quotas.size()));
                continue;
            }
            for (std::uint32_t q = plan.offsets[key]; q < plan.offsets[key + 1] && records > 0; ++q) {
                const std::uint64_t taken = std::min(records, left[q].records);
                if (taken == 0) continue;
                own.quotas.push_back({left[q].into, taken});
                left[q].records -= taken;
                records -= taken;
            }
            if (records > 0)
                return input_error(
                    "the parts hold more records of equal values than the plan deals out: give the "
                    "histograms of the parts that it was made of, each once");
            own.offsets.push_back(static_cast<std::uint32_t>(own.quotas.size()));
        }
    }
    return plans;
}

}  // namespace scrim::planning
