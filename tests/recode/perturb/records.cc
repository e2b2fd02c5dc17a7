#include "tests/recode/perturb/records.h"

#include "kernel/core/text.h"
#include "kernel/hierarchy/leaf_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace scrim::testing {
namespace {

Column record_column(const std::vector<std::string>& values) {
    std::vector<std::string> labels = values;
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    const bool missing = !labels.empty() && labels.front().empty();
    if (missing) labels.erase(labels.begin());
    auto domain = std::make_shared<Domain>(Domain::of_text(labels, missing));
    if (const auto numbers = hierarchy::read_leaf_values(labels)) {
        std::vector<Int128> units = numbers->units;
        std::sort(units.begin(), units.end());
        domain = std::make_shared<Domain>(Domain::of_numbers(units, numbers->scale, numbers->kind, missing));
    }
    std::vector<Code> codes;
    for (const std::string& value : values)
        codes.push_back(value.empty() ? domain->null_code() : domain->find(value).value());
    return Column(domain, codes);
}

// Rows of the columns, as printed.
std::map<std::vector<std::string>, int> rows_of(const std::vector<std::vector<std::string>>& columns) {
    std::map<std::vector<std::string>, int> rows;
    for (std::size_t i = 0; i < columns.front().size(); ++i) {
        std::vector<std::string> row;
        for (const auto& column : columns) row.push_back(column[i]);
        ++rows[row];
    }
    return rows;
}

long double number(const std::string& text) { return std::stold(text); }

// Over the records that have both values; numbers only.
long double moment(const std::vector<std::string>& x, const std::vector<std::string>& y, bool mean_only) {
    long double n = 0, sx = 0, sy = 0, sxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i].empty() || y[i].empty()) continue;
        n += 1, sx += number(x[i]), sy += number(y[i]), sxy += number(x[i]) * number(y[i]);
    }
    return mean_only ? sx / n : sxy / n - sx / n * (sy / n);
}

}  // namespace

recode::Records make_records(const std::vector<RecordColumnOf>& columns) {
    recode::Records records;
    for (const RecordColumnOf& of : columns) {
        records.columns.push_back({of.name, of.role, record_column(of.values), nullptr});
        records.count = of.values.size();
    }
    return records;
}

recode::Records random_records(Random& random, std::size_t rows) {
    std::vector<RecordColumnOf> columns{
        {"age", {}}, {"height", {}}, {"born", {}}, {"city", {}}, {"disease", {}, Role::sensitive}};
    for (std::size_t i = 0; i < rows; ++i) {
        columns[0].values.push_back(random.below(20) == 0 ? "" : std::to_string(18 + random.below(70)));
        columns[1].values.push_back(format("1.{:02}", 50 + random.below(50)));
        columns[2].values.push_back(
            format("19{:02}-0{}-1{}", 40 + random.below(50), 1 + random.below(9), random.below(10)));
        columns[3].values.push_back(std::string(1, static_cast<char>('a' + random.below(5))));
        columns[4].values.push_back(random.below(15) == 0 ? "" : format("d{}", random.below(4)));
    }
    return make_records(columns);
}

Result<recode::Perturbed> perturbed(const std::string& method, recode::Records& records, Random& random) {
    SCRIM_TRY(const Requirement text, parse_requirement(method));
    const recode::RecoderSpec* recoder = recode::find_recoder(text.model);
    if (!recoder) return input_error("no such method");
    SCRIM_TRY(const auto arguments, models::Arguments::make(recoder->name, recoder->parameters, text.arguments));
    return recode::perturb_records(*recoder, records, arguments, random, no_progress());
}

std::vector<std::string> printed(const Column& column) {
    std::vector<std::string> values;
    const Domain& domain = column.domain();
    for (std::size_t i = 0; i < column.size(); ++i)
        values.push_back(domain.has_null() && column[i] == domain.null_code() ? "" : domain.label(column[i]));
    return values;
}

std::vector<std::string> sorted(std::vector<std::string> values) {
    std::sort(values.begin(), values.end());
    return values;
}

void expect_kept(const recode::Records& records, const recode::Perturbed& made) {
    using What = recode::Kept::What;
    const auto before = [&](const std::string& name) { return printed(records.columns[*records.find(name)].values); };
    const auto after = [&](const std::string& name) {
        const std::size_t place = *records.find(name);
        for (std::size_t i = 0; i < records.chosen.size(); ++i)
            if (records.chosen[i] == place) return printed(made.columns[i]);
        if (made.rows.empty()) return before(name);
        std::vector<std::string> values;
        for (const std::uint32_t row : made.rows) values.push_back(before(name)[row]);
        return values;
    };
    for (const recode::Kept& kept : made.kept) {
        SCOPED_TRACE(list_some(kept.columns));
        std::vector<std::vector<std::string>> old, now;
        for (const std::string& name : kept.columns) old.push_back(before(name)), now.push_back(after(name));
        if (kept.what == What::mean || kept.what == What::covariance) {
            const bool mean = kept.what == What::mean;
            EXPECT_LE(
                std::abs(moment(now.front(), now.back(), mean) -
                         static_cast<long double>(kept.factor.to_double()) * moment(old.front(), old.back(), mean)),
                kept.tolerance.to_double() * 1.000001 + 1e-9);
            continue;
        }
        auto originals = rows_of(old);
        for (const auto& [row, count] : rows_of(now)) {
            const int there = originals.contains(row) ? originals[row] : 0;
            if (kept.what == What::margin) {
                EXPECT_EQ(count, there);
            }
            if (kept.what == What::values) {
                EXPECT_GT(there, 0);
            }
            if (kept.what == What::subset) {
                EXPECT_LE(count, there);
            }
            if (kept.what == What::apart) {
                EXPECT_EQ(there, 0);
            }
        }
        if (kept.what == What::margin) {
            EXPECT_EQ(rows_of(now).size(), originals.size());
        }
    }
}

}  // namespace scrim::testing
