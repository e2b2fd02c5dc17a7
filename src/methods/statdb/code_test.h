// Tests of many codes at once: which of them are in a span?
//
// A mask has a byte per code, 1 or 0. These loops are where a question's time goes; each is compiled for the widest
// vectors that the machine has.
#pragma once

#include "kernel/core/span.h"

#include <cstddef>
#include <cstdint>

namespace scrim::statdb {

// How a test's outcome is joined with what the mask has.
enum class Join { set, both, either };

void test_codes(const std::uint8_t* codes, std::size_t count, Span span, Join join, std::uint8_t* mask);
void test_codes(const std::uint16_t* codes, std::size_t count, Span span, Join join, std::uint8_t* mask);
void test_codes(const std::uint32_t* codes, std::size_t count, Span span, Join join, std::uint8_t* mask);

void join_masks(const std::uint8_t* other, std::size_t count, Join join, std::uint8_t* mask);

// How many bytes of the mask are 1.
std::uint32_t count_mask(const std::uint8_t* mask, std::size_t count);

}  // namespace scrim::statdb
