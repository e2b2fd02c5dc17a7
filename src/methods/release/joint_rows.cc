#include "methods/release/joint_rows.h"

#include <map>

namespace scrim::release {
namespace {

// Rows of a table by the value of one of its columns.
std::map<std::string, std::vector<std::uint32_t>> rows_by(const Column& column) {
    std::vector<std::vector<std::uint32_t>> by_code(column.domain().size());
    for (std::size_t row = 0; row < column.size(); ++row)
        by_code[column[row]].push_back(static_cast<std::uint32_t>(row));
    std::map<std::string, std::vector<std::uint32_t>> rows;
    for (Code code = 0; code < by_code.size(); ++code)
        if (!by_code[code].empty()) rows[column.domain().label(code)] = std::move(by_code[code]);
    return rows;
}

}  // namespace

Joint joint_rows(const Tuples& records, const Tuples& values, const std::string& group, const std::string& value) {
    const auto column = [](const Tuples& tuples, const std::string& name) -> const Column& {
        return tuples.table[tuples.table.find(name).value()];
    };
    const Column& value_column = column(values, value);
    const auto values_of = rows_by(column(values, group));
    std::vector<std::uint32_t> record_rows;
    std::vector<Code> codes;
    Joint joint;
    for (const auto& [label, rows] : rows_by(column(records, group))) {
        const auto found = values_of.find(label);
        if (found == values_of.end()) continue;
        std::map<Code, double> counts;
        double all = 0;
        for (const std::uint32_t row : found->second) {
            counts[value_column[row]] += values.weights[row];
            all += values.weights[row];
        }
        for (const std::uint32_t row : rows)
            for (const auto& [code, count] : counts) {
                record_rows.push_back(row);
                codes.push_back(code);
                joint.weights.push_back(records.weights[row] * count / all);
            }
    }
    for (const std::string& name : records.table.names()) {
        if (name == value || name == group) continue;
        const Column& from = column(records, name);
        std::vector<Code> of_row;
        for (const std::uint32_t row : record_rows) of_row.push_back(from[row]);
        joint.table.add(name, Column(from.domain_ptr(), of_row));
    }
    joint.table.add(value, Column(value_column.domain_ptr(), codes));
    return joint;
}

Tuples with_counts(const Tuples& table, const std::string& group, const std::string& value) {
    Tuples counted;
    for (std::size_t c = 0; c < table.table.width(); ++c) {
        const std::string& name = table.table.name(c);
        const Column& column = table.table[c];
        if (name == group || name == value) {
            counted.table.add(name, column);
            continue;
        }
        for (std::size_t row = 0; row < column.size(); ++row)
            counted.weights.push_back(static_cast<std::uint32_t>(column.domain().units(column[row])));
    }
    return counted;
}

}  // namespace scrim::release
