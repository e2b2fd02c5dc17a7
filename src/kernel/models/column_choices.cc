#include "kernel/models/column_choices.h"

#include <algorithm>
#include <numeric>

namespace scrim::models {

std::vector<Question> questions_on_choices(const std::vector<std::string>& quasi_identifiers, std::uint64_t size) {
    const std::size_t n = quasi_identifiers.size(), l = std::min<std::uint64_t>(n, size);
    std::vector<std::size_t> chosen(l);
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    std::vector<Question> questions;
    for (;;) {
        Question question;
        for (const std::size_t i : chosen) question.x.push_back(quasi_identifiers[i]);
        questions.push_back(std::move(question));
        std::size_t last = l;  // the last one that can move on
        while (last > 0 && chosen[last - 1] == n - l + last - 1) --last;
        if (last == 0) return questions;
        std::iota(chosen.begin() + static_cast<std::ptrdiff_t>(last) - 1, chosen.end(), chosen[last - 1] + 1);
    }
}

}  // namespace scrim::models
