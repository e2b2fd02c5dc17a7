// ViewRecoding: how a view's records are generalized, block by block.
//
// It works on the different combinations of quasi-identifiers and k, never on records: all records of one combination
// are treated alike, so that the engine needs no more than these to label any row. People with k = 0 or 1 are in no
// group; everybody else's group has at least as many different persons as the largest k in it asks for, and satisfies
// the view's models. Who cannot be satisfied is hidden: everything is shown as the top.
//
// A value that a person does not consent to show is no value here but NULL: nothing that is shown depends on it.
//
// Blocks are recoded when they are first asked for, from any thread, so that a stream of rows begins before the last
// block is done. Equal tuples give equal recodings, in whatever order they come.
#pragma once

#include "kernel/core/groups.h"
#include "kernel/core/span.h"
#include "kernel/models/model.h"
#include "kernel/recode/recoder.h"
#include "methods/views/recoding/attribute.h"
#include "scrim/result.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace scrim::views {

struct ViewTuples {
    static constexpr std::uint32_t no_profile = UINT32_MAX;

    std::vector<ViewAttribute> attributes;  // the quasi-identifiers
    std::vector<std::vector<Code>> values;  // per quasi-identifier: a leaf per tuple
    std::vector<std::uint32_t> k;           // per tuple; no_profile for people without
    std::vector<std::uint32_t> counts;      // records per tuple
    std::vector<std::uint32_t> blocks;      // per tuple; empty for one block
    std::vector<char> refused;              // per quasi-identifier: somebody does not consent to it; empty: nobody
    std::vector<ViewAttribute> sensitive;   // what the models look at
    std::vector<std::string> sensitive_names;
    std::vector<std::vector<Code>> sensitive_values;  // per sensitive attribute: a leaf per tuple
    // Per tuple: whose records they are, a code of person_domain, whose last one counts as nobody. Empty: every record
    // is another person's.
    std::vector<Code> persons;
    DomainPtr person_domain;

    bool one_record_each() const { return persons.empty(); }
    Code nobody() const { return person_domain->size() - 1; }
    // The person that each tuple's records belong to. Who is unknown, or shown as they are in another record (k = 0 or
    // 1), counts as nobody: a group needs others. Models cannot judge what is nobody's: with sensitive attributes such
    // combinations of quasi-identifiers and k are hidden.
    // By numbers below `persons`, or `unknown`:
    static constexpr std::uint32_t unknown = UINT32_MAX;
    void set_persons(std::vector<std::uint32_t> person_of, std::uint32_t persons);
    void set_persons(const Column& person_of);  // NULL is unknown

    std::size_t size() const { return counts.size(); }
    std::size_t dimensions() const { return attributes.size(); }
};

// The groups of one block.
struct BlockGroups {
    static constexpr std::uint32_t exact = UINT32_MAX, hidden = UINT32_MAX - 1;

    std::vector<std::uint32_t> group_of;  // per tuple of the block: a group, `exact` or `hidden`
    Groups<Span> boxes;                   // per group: a span per quasi-identifier
    std::vector<std::uint64_t> records;   // per group; 0 for one that was given up

    std::size_t size() const { return boxes.size(); }
};

class ViewRecoding {
public:
    using Models = std::vector<std::shared_ptr<const models::Model>>;
    using Recoders = std::vector<const recode::RecoderSpec*>;

    // By these recoders, all of them with own_k; of several, by the one that loses least, block by block. Refuses
    // models that cannot be asked of these tuples.
    static Result<std::unique_ptr<ViewRecoding>> make(ViewTuples tuples, Models models, Recoders recoders);

    const ViewTuples& tuples() const { return tuples_; }
    const Models& models() const { return models_; }
    std::size_t blocks() const { return block_tuples_.size(); }
    std::size_t dimensions() const { return tuples_.dimensions(); }
    // The tuples of a block.
    const std::vector<std::uint32_t>& block(std::size_t block) const { return block_tuples_[block]; }
    std::size_t block_of(std::uint32_t tuple) const { return tuples_.blocks.empty() ? 0 : tuples_.blocks[tuple]; }
    // Recodes the block if nobody has yet.
    const BlockGroups& groups(std::size_t block) const;
    // Recodes all blocks, in parallel. When it is cancelled, the blocks that are not done yet stay as they are.
    void complete() const;
    Result<void> complete(Progress& progress) const;
    std::size_t recoded() const { return recoded_.load(); }

private:
    struct Lazy {
        std::once_flag once;
        BlockGroups groups;
    };
    ViewRecoding() = default;
    const BlockGroups& groups(std::size_t block, Progress& progress) const;

    ViewTuples tuples_;
    Models models_;
    Recoders recoders_;
    std::vector<std::vector<std::uint32_t>> block_tuples_;
    mutable std::vector<std::unique_ptr<Lazy>> lazy_;
    mutable std::atomic<std::size_t> recoded_{0};
};

}  // namespace scrim::views
