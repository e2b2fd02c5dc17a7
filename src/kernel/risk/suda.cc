#include "kernel/risk/suda.h"

#include "kernel/core/text.h"
#include "kernel/core/tuples.h"

#include <algorithm>
#include <cmath>

namespace scrim::risk {
namespace {

using Columns = std::uint64_t;  // a bit for each

// What an MSU of `size` columns adds.
double score_of(std::size_t size, std::size_t largest, std::size_t columns) {
    double score = 1;
    for (std::size_t i = size; i < largest; ++i) score *= static_cast<double>(columns - i);
    return score;
}

// Splits the tuples by one column after the other and keeps what is not unique yet. Sets are visited in the order of
// their bits, so that all smaller sets of a set come before it.
class Search {
public:
    Search(const SudaSubject& subject, Tuples tuples) : tuples_(std::move(tuples)), width_(subject.columns.size()) {
        largest_ = std::min<std::size_t>(subject.largest, width_);
        msus_.resize(tuples_.size());
        by_person_ = subject.person.has_value();
    }

    void run() {
        Groups all;
        for (std::uint32_t t = 0; t < tuples_.size(); ++t) all.rows.push_back(t);
        all.ends.push_back(static_cast<std::uint32_t>(all.rows.size()));
        if (is_unique(all.rows)) return;  // one person alone: nobody to be told apart from
        extend(all, 0, width_, 0);
    }

    const std::vector<std::vector<Columns>>& msus() const { return msus_; }
    const Tuples& tuples() const { return tuples_; }
    std::size_t largest() const { return largest_; }

private:
    struct Groups {
        std::vector<std::uint32_t> rows;
        std::vector<std::uint32_t> ends;  // of each group in `rows`
    };

    // All of one person.
    bool is_unique(std::span<const std::uint32_t> rows) const {
        if (!by_person_) return rows.size() == 1 && tuples_.weights[rows[0]] == 1;
        const Column& person = tuples_.table[width_];
        return std::all_of(rows.begin(), rows.end(), [&](auto t) { return person[t] == person[rows[0]]; });
    }

    void extend(const Groups& groups, Columns set, std::size_t below, std::size_t size) {
        for (std::size_t column = 0; column < below && size < largest_; ++column) {
            const Columns with = set | (Columns{1} << column);
            const Groups finer = split(groups, column, with);
            if (!finer.rows.empty()) extend(finer, with, column, size + 1);
        }
    }

    // The groups by one more column, without those that this makes unique: their rows have an MSU, if no smaller one.
    Groups split(const Groups& groups, std::size_t column, Columns set) {
        Groups finer;
        finer.rows.reserve(groups.rows.size());
        std::uint32_t begin = 0;
        for (const std::uint32_t end : groups.ends) {
            keyed_.clear();
            for (std::uint32_t i = begin; i < end; ++i)
                keyed_.push_back(std::uint64_t{tuples_.table[column][groups.rows[i]]} << 32 | groups.rows[i]);
            std::sort(keyed_.begin(), keyed_.end());
            for (std::size_t i = 0; i < keyed_.size();) {
                part_.clear();
                const std::uint64_t code = keyed_[i] >> 32;
                for (; i < keyed_.size() && keyed_[i] >> 32 == code; ++i)
                    part_.push_back(static_cast<std::uint32_t>(keyed_[i]));
                if (is_unique(part_)) {
                    for (const std::uint32_t t : part_) add(t, set);
                } else {
                    finer.rows.insert(finer.rows.end(), part_.begin(), part_.end());
                    finer.ends.push_back(static_cast<std::uint32_t>(finer.rows.size()));
                }
            }
            begin = end;
        }
        return finer;
    }

    void add(std::uint32_t t, Columns set) {
        for (const Columns known : msus_[t])
            if ((known & set) == known) return;
        msus_[t].push_back(set);
    }

    Tuples tuples_;
    std::size_t width_, largest_;
    bool by_person_;
    std::vector<std::vector<Columns>> msus_;  // of each tuple
    std::vector<std::uint64_t> keyed_;
    std::vector<std::uint32_t> part_;
};

// DIS, from all who are alone and all pairs by the first `width` columns; 1 where there are no pairs.
double dis(const Tuples& tuples, std::size_t width, bool by_person, double fraction) {
    const std::vector<std::uint32_t> runs = run_offsets(tuples, width);
    double alone = 0, paired = 0;
    for (std::size_t c = 0; c + 1 < runs.size(); ++c) {
        const std::uint64_t members = by_person ? runs[c + 1] - runs[c] : tuples.weights[runs[c]];
        if (members == 1) ++alone;
        if (members == 2) paired += 2;
    }
    return alone > 0 ? fraction * alone / (fraction * alone + (1 - fraction) * paired) : 0;
}

// DIS-SUDA of a score, where all scores are these.
double dis_suda(double score, const std::vector<double>& scores, double match, std::size_t columns) {
    const double q = 1 + (8 - static_cast<double>(columns)) / 20;
    double shares = 0;
    for (const double s : scores) shares += std::pow(s, -q);
    const double wrong = static_cast<double>(scores.size()) * (1 / match - 1);
    return 1 / (1 + wrong * std::pow(score, -q) / shares);
}

}  // namespace

Result<SudaReport> measure_suda(const SudaSubject& subject) {
    const std::size_t width = subject.columns.size();
    if (width > 64) return input_error(format("SUDA scores records by up to 64 quasi-identifiers, not {}", width));
    SudaReport report;
    std::vector<std::size_t> columns = subject.columns;
    if (subject.person) columns.push_back(*subject.person);
    Search search(subject, distinct_tuples(subject.table, columns));
    search.run();
    const Tuples& tuples = search.tuples();
    report.largest = search.largest();
    report.sizes.resize(search.largest());
    std::vector<double> by_column(width, 0);
    std::vector<char> special(subject.person ? tuples.table[width].domain().size() : tuples.size(), 0);
    std::vector<double> scores;  // those above 0
    double total = 0;
    std::size_t worst = 0;
    for (std::size_t t = 0; t < tuples.size(); ++t) {
        double score = 0;
        for (const Columns set : search.msus()[t]) {
            const auto size = static_cast<std::size_t>(__builtin_popcountll(set));
            const double added = score_of(size, search.largest(), width);
            score += added;
            ++report.sizes[size - 1];
            for (std::size_t c = 0; c < width; ++c)
                if (set >> c & 1) by_column[c] += added;
        }
        total += score;
        if (score > 0) scores.push_back(score);
        if (score > 0) special[subject.person ? tuples.table[width][t] : t] = 1;
        if (score > report.highest) {
            report.highest = score;
            worst = t;
        }
    }
    report.special = static_cast<std::uint64_t>(std::count(special.begin(), special.end(), char{1}));
    if (subject.fraction && report.special > 0) {
        const double match = dis(tuples, width, subject.person.has_value(), *subject.fraction);
        report.dis = {match, dis_suda(report.highest, scores, match, width)};
    }
    for (std::size_t c = 0; c < width; ++c) {
        const std::string& name = subject.table.name(subject.columns[c]);
        report.columns.emplace_back(name, total > 0 ? by_column[c] / total : 0);
        if (report.special == 0) continue;
        const Domain& domain = tuples.table[c].domain();
        const Code code = tuples.table[c][worst];
        const bool missing = domain.has_null() && code == domain.null_code();
        report.worst.emplace_back(name, missing ? std::nullopt : std::optional<std::string>(domain.label(code)));
    }
    return report;
}

}  // namespace scrim::risk
