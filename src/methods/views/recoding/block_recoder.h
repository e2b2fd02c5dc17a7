// How the records of one block are grouped, by algorithms of kernel/recode.
#pragma once

#include "kernel/recode/demands.h"
#include "kernel/recode/recoder.h"
#include "methods/views/recoding/view_recoding.h"

#include <memory>
#include <span>

namespace scrim::views {

// The tuples of a block that are to be grouped (k >= 2), as recoders see them: different, sorted, quasi-identifiers
// first.
struct GroupedTuples {
    std::shared_ptr<const Tuples> tuples;
    std::vector<std::uint32_t> tuple_of;  // per tuple of the block: which of `tuples` it is; UINT32_MAX for none
    std::vector<std::uint32_t> k;         // per tuple of `tuples`

    static GroupedTuples of(const ViewTuples& all, std::span<const std::uint32_t> block);
};

// Demands of everybody's k and the models. Refuses models that cannot be asked.
Result<recode::Demands> view_demands(const ViewTuples& all, const GroupedTuples& grouped,
                                     const ViewRecoding::Models& models);

// When `progress` is cancelled, these return at once, with something that is of no use.

// By these recoders, at least one. Where somebody does not consent to show a quasi-identifier, also with those who
// refuse the same ones among themselves, so that others' labels need not become the top for them. What loses least is
// taken.
BlockGroups recode_block(const ViewTuples& all, std::span<const std::uint32_t> block,
                         const ViewRecoding::Models& models, std::span<const recode::RecoderSpec* const> recoders,
                         Progress& progress = no_progress());

// Any algorithm with own_k. People whose k exceeds the number of persons left are taken out before, and hidden, unless
// the algorithm itself serves whom it can. (Multi-k Mondrian is this with Mondrian.)
BlockGroups multi_k(const recode::RecoderSpec& recoder, const ViewTuples& all, std::span<const std::uint32_t> block,
                    const ViewRecoding::Models& models, Progress& progress = no_progress());

// How much the groups lose, in all: the sum over records and quasi-identifiers of (width - 1) / (domain - 1).
double penalty_of(const ViewTuples& all, std::span<const std::uint32_t> block, const BlockGroups& groups);

}  // namespace scrim::views
