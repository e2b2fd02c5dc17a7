#include "methods/verify/same_values.h"

#include "kernel/core/text.h"

#include <numeric>

namespace scrim::verifier {

std::vector<Code> same_values(const Domain& from, const Domain& to) {
    std::vector<Code> codes(from.size(), no_code);
    for (Code code = 0; code < from.values(); ++code)
        if (const auto found = to.find(from.label(code))) codes[code] = *found;
    if (from.has_null() && to.has_null()) codes[from.null_code()] = to.null_code();
    return codes;
}

Tuples in_terms_of(const Tuples& tuples, const std::vector<Recoded>& columns) {
    std::vector<char> known(tuples.size(), 1);
    for (std::size_t c = 0; c < columns.size(); ++c)
        tuples.table[c].visit([&](auto from) {
            for (std::size_t t = 0; t < known.size(); ++t) known[t] &= columns[c].codes[from[t]] != no_code;
        });
    std::vector<std::uint32_t> kept;
    for (std::uint32_t t = 0; t < known.size(); ++t)
        if (known[t]) kept.push_back(t);
    Tuples terms;
    std::vector<Code> codes(kept.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
        tuples.table[c].visit([&](auto from) {
            for (std::size_t i = 0; i < kept.size(); ++i) codes[i] = columns[c].codes[from[kept[i]]];
        });
        terms.table.add(tuples.table.name(c), Column(columns[c].domain, codes));
    }
    for (const std::uint32_t t : kept) terms.weights.push_back(tuples.weights[t]);
    return kept.empty() ? terms : distinct_tuples(terms, columns_between(0, columns.size()));
}

int compare_rows(const Table& a, std::size_t i, const Table& b, std::size_t j, std::size_t columns) {
    for (std::size_t c = 0; c < columns; ++c)
        if (const Code x = a[c][i], y = b[c][j]; x != y) return x < y ? -1 : 1;
    return 0;
}

std::string row_text(const Table& table, std::size_t row) {
    std::vector<std::string> words;
    for (std::size_t c = 0; c < table.width() && c < 12; ++c)
        words.push_back(format("{} {}", printable(table.name(c)), printable(table[c].domain().label(table[c][row]))));
    return join(words, ", ");
}

std::vector<std::size_t> columns_between(std::size_t begin, std::size_t end) {
    std::vector<std::size_t> numbers(end - begin);
    std::iota(numbers.begin(), numbers.end(), begin);
    return numbers;
}

}  // namespace scrim::verifier
