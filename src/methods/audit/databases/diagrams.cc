#include "methods/audit/databases/diagrams.h"

#include <bdd.h>

#include <algorithm>
#include <utility>

// The header renames the C functions for its own C++ class; here they are called as they are.
#undef bdd_init
#undef bdd_ithvar
#undef bdd_nithvar

namespace scrim::audit::databases {
namespace {

std::mutex one_at_a_time;
bool out_of_nodes = false;
std::uint64_t garbage_collections = 0;

void note_error(int) { out_of_nodes = true; }
void note_collection(int, bddGbcStat*) { ++garbage_collections; }
void note_reordering(int) { ++garbage_collections; }

bool is_constant(int node) { return node < 2; }

}  // namespace

Diagram::Diagram(int node) : node_(node) {
    if (!is_constant(node_)) bdd_addref(node_);
}
Diagram::Diagram(const Diagram& other) : Diagram(other.node_) {}
Diagram::Diagram(Diagram&& other) noexcept : node_(std::exchange(other.node_, 0)) {}
Diagram& Diagram::operator=(Diagram other) noexcept {
    std::swap(node_, other.node_);
    return *this;
}
Diagram::~Diagram() {
    if (!is_constant(node_)) bdd_delref(node_);
}

Diagram operator&(const Diagram& a, const Diagram& b) {
    return Diagram(out_of_nodes ? 0 : bdd_apply(a.node_, b.node_, bddop_and));
}
Diagram operator|(const Diagram& a, const Diagram& b) {
    return Diagram(out_of_nodes ? 0 : bdd_apply(a.node_, b.node_, bddop_or));
}
Diagram Diagram::operator!() const { return Diagram(out_of_nodes ? 0 : bdd_not(node_)); }

Diagrams::Diagrams(std::uint32_t variables, const Limits& limits, int most_nodes)
    : alone_(one_at_a_time), variables_(variables), most_nodes_(most_nodes), limits_(limits) {
    out_of_nodes = false;
    bdd_init(std::min(most_nodes, 20'000), 5'000);
    bdd_error_hook(note_error);
    bdd_gbc_hook(note_collection);
    bdd_setmaxnodenum(most_nodes);
    bdd_setmaxincrease(500'000);
    bdd_setcacheratio(4);
    bdd_setvarnum(static_cast<int>(std::max<std::uint32_t>(variables, 1)));
    bdd_varblockall();
    bdd_reorder_hook(note_reordering);
    bdd_autoreorder(BDD_REORDER_SIFT);  // a better order while it grows; variables keep their numbers
}

Diagrams::~Diagrams() { bdd_done(); }

Diagram Diagrams::constant(bool value) const { return Diagram(value ? 1 : 0); }

Diagram Diagrams::literal(std::uint32_t variable, bool positive) const {
    const int number = static_cast<int>(variable);
    return Diagram(positive ? bdd_ithvar(number) : bdd_nithvar(number));
}

Result<void> Diagrams::check() const {
    if (limits_.stop()) return limits_.error();
    if (out_of_nodes)
        return input_error(format("the possible databases need a diagram of more than {} nodes: too many to count",
                                  with_thousands(static_cast<std::uint64_t>(most_nodes_))));
    return {};
}

WeightedCount::WeightedCount(const Diagrams& diagrams, std::vector<Weight> weights)
    : weights_(std::move(weights)), collections_(garbage_collections) {
    weights_.resize(diagrams.variables(), Weight{1, 2});
    for (const Weight& weight : weights_) whole_ *= weight.whole;
}

void WeightedCount::skip(mpz_class& value, std::uint32_t from, std::uint32_t to) const {
    for (std::uint32_t level = from; level < to; ++level)
        value *= weights_[static_cast<std::size_t>(bdd_level2var(static_cast<int>(level)))].whole;
}

std::uint32_t WeightedCount::level(int node) const {
    return is_constant(node) ? static_cast<std::uint32_t>(weights_.size())
                             : static_cast<std::uint32_t>(bdd_var2level(bdd_var(node)));
}

const mpz_class& WeightedCount::below(int node) {
    if (const auto found = known_.find(node); found != known_.end()) return found->second;
    if (is_constant(node)) return known_.emplace(node, node).first->second;
    ++work_;
    const auto part = [&](int child) {
        mpz_class value = below(child);
        if (value != 0) skip(value, level(node) + 1, level(child));
        return value;
    };
    const Weight& weight = weights_[static_cast<std::size_t>(bdd_var(node))];
    mpz_class sum = part(bdd_high(node)) * weight.part;
    sum += part(bdd_low(node)) * (weight.whole - weight.part);
    return known_.emplace(node, std::move(sum)).first->second;
}

mpz_class WeightedCount::of(const Diagram& diagram) {
    if (collections_ != garbage_collections || known_.size() > 2'000'000) {
        known_.clear();
        collections_ = garbage_collections;
    }
    mpz_class value = below(diagram.node_);
    skip(value, 0, level(diagram.node_));
    return value;
}

}  // namespace scrim::audit::databases
