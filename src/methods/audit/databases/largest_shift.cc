// The belief that moves most, by best-first search over the rows of the secret: no value of the secret that has these
// rows and lacks those is more likely than "these rows are there, those are not".
#include "methods/audit/databases/belief_space.h"

#include <algorithm>
#include <queue>

namespace scrim::audit::databases {
namespace {

// In nodes of diagrams, so that an answer does not depend on the machine.
constexpr std::uint64_t most_work = 100'000'000;
constexpr std::uint64_t work_once_known = 250'000;

// The secret as far as it is decided: the first rows are there or not.
struct Part {
    Diagram before, after;
    mpz_class count_before, count_after;
    std::vector<char> bits;
    Fraction bound;  // no value that begins like this moves by more
    double priority = 0;
};

struct Lower {
    bool operator()(const std::shared_ptr<Part>& a, const std::shared_ptr<Part>& b) const {
        if (a->priority != b->priority) return a->priority < b->priority;
        return a->bits > b->bits;
    }
};

class Search {
public:
    Search(BeliefSpace& space, const Fraction& epsilon, const Limits& limits)
        : space_(space), epsilon_(epsilon), limits_(limits) {}

    Result<std::optional<ShiftSearch>> run(const Diagram& before, const Diagram& after) {
        whole_before_ = space_.count(before);
        whole_after_ = space_.count(after);
        if (whole_before_ == 0 || whole_after_ == 0) return std::optional<ShiftSearch>();
        SCRIM_CHECK(single_rows(before, after));
        push(before, after, {});
        const std::uint64_t begun = space_.work();
        std::uint64_t known_since = 0;
        std::uint64_t parts = 0;
        while (!open_.empty()) {
            const std::shared_ptr<Part> part = open_.top();
            if (found_.value && part->bound <= found_.value->moved()) {
                open_.pop();
                continue;
            }
            const bool known = found_.most() > epsilon_;
            // Parts cost something even where they share all their nodes with others.
            const std::uint64_t work = space_.work() - begun + 100 * ++parts;
            if (known && known_since == 0) known_since = work;
            if (work > most_work || (known && work > known_since + work_once_known) || limits_.stop()) break;
            open_.pop();
            if (part->bits.size() == space_.rows()) {
                take(*part);
                continue;
            }
            const Diagram& row = space_.row(part->bits.size());
            for (const bool there : {true, false}) {
                const Diagram side = there ? row : !row;
                std::vector<char> bits = part->bits;
                bits.push_back(there ? 1 : 0);
                push(part->before & side, part->after & side, std::move(bits));
            }
            // Out of time: what was pushed is right, and the loop ends.
            if (auto checked = space_.check(); !checked && !limits_.stop()) return checked.error();
        }
        found_.bound = found_.value ? found_.value->moved() : Fraction(0);
        found_.complete = open_.empty();
        for (; !open_.empty(); open_.pop()) found_.bound = std::max(found_.bound, open_.top()->bound);
        return std::optional<ShiftSearch>(std::move(found_));
    }

private:
    Fraction share(const mpz_class& part, const mpz_class& whole) const {
        Fraction made(part, whole);
        made.canonicalize();
        return made;
    }

    Result<void> single_rows(const Diagram& before, const Diagram& after) {
        for (std::size_t i = 0; i < space_.rows(); ++i) {
            Shift shift{false,
                        {i},
                        share(space_.count(before & space_.row(i)), whole_before_),
                        share(space_.count(after & space_.row(i)), whole_after_)};
            SCRIM_CHECK(space_.check());
            if (!found_.row || shift.moved() > found_.row->moved()) found_.row = std::move(shift);
        }
        return {};
    }

    void push(Diagram before, Diagram after, std::vector<char> bits) {
        auto part = std::make_shared<Part>();
        part->count_before = space_.count(before);
        part->count_after = space_.count(after);
        if (part->count_before == 0) return;  // then it has no chance afterwards either
        part->bound = std::max(share(part->count_before, whole_before_), share(part->count_after, whole_after_));
        if (found_.value && part->bound <= found_.value->moved()) return;
        part->priority = part->bound.get_d();
        part->before = std::move(before);
        part->after = std::move(after);
        part->bits = std::move(bits);
        open_.push(std::move(part));
    }

    void take(const Part& part) {
        Shift shift;
        for (std::size_t i = 0; i < part.bits.size(); ++i)
            if (part.bits[i] != 0) shift.present.push_back(i);
        shift.prior = share(part.count_before, whole_before_);
        shift.posterior = share(part.count_after, whole_after_);
        if (!found_.value || shift.moved() > found_.value->moved()) found_.value = std::move(shift);
    }

    BeliefSpace& space_;
    const Fraction& epsilon_;
    const Limits& limits_;
    mpz_class whole_before_, whole_after_;
    std::priority_queue<std::shared_ptr<Part>, std::vector<std::shared_ptr<Part>>, Lower> open_;
    ShiftSearch found_;
};

// Every value of the secret, depth first.
class Shares {
public:
    explicit Shares(BeliefSpace& space) : space_(space) {}

    Result<ShareRange> run() {
        SCRIM_CHECK(from(space_.before(), space_.after(), {}));
        return range_;
    }

private:
    Result<void> from(const Diagram& before, const Diagram& after, std::vector<std::size_t> present,
                      std::size_t row = 0) {
        if (done_ || before.is_false()) return {};
        if (row == space_.rows()) return take(before, after, present);
        SCRIM_CHECK(space_.check());
        const Diagram& here = space_.row(row);
        SCRIM_CHECK(from(before & !here, after & !here, present, row + 1));
        present.push_back(row);
        return from(before & here, after & here, std::move(present), row + 1);
    }

    Result<void> take(const Diagram& before, const Diagram& after, const std::vector<std::size_t>& present) {
        if (++values_ > most_values)
            return input_error(format("the secret has more than {} possible values: too many to compare",
                                      with_thousands(most_values)));
        Shift shift{true, present, Fraction(space_.count(before)), Fraction(space_.count(after))};
        if (shift.prior == 0) return {};
        const Fraction share = shift.posterior / shift.prior;
        if (values_seen_ == 0 || share > range_.largest) {
            range_.largest = share;
            range_.most = shift;
        }
        if (values_seen_ == 0 || share < range_.smallest) {
            range_.smallest = share;
            range_.least = shift;
        }
        ++values_seen_;
        // Nothing is further apart than some and none.
        done_ = range_.smallest == 0 && range_.largest > 0;
        return {};
    }

    static constexpr std::uint64_t most_values = 100'000;
    BeliefSpace& space_;
    ShareRange range_;
    std::uint64_t values_ = 0, values_seen_ = 0;
    bool done_ = false;
};

}  // namespace

Fraction ShiftSearch::most() const {
    Fraction largest = 0;
    if (value) largest = std::max(largest, value->moved());
    if (row) largest = std::max(largest, row->moved());
    return largest;
}

Result<std::optional<ShiftSearch>> largest_shift(BeliefSpace& space, const Diagram& before, const Diagram& after,
                                                 const Fraction& epsilon, const Limits& limits) {
    return Search(space, epsilon, limits).run(before, after);
}

Result<ShareRange> share_range(BeliefSpace& space) { return Shares(space).run(); }

}  // namespace scrim::audit::databases
