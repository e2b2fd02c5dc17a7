// What is held, as parts of arrays and streams of ours: whoever gets them shares the buffers, and keeps all of it.
#pragma once

#include "adapters/arrow/exported.h"
#include "adapters/arrow/held_batches.h"

#include <cstddef>
#include <memory>

namespace scrim::arrow {

OwnedSchema held_schema(const std::shared_ptr<const HeldBatches>& held, std::size_t column);
OwnedArray held_array(const std::shared_ptr<const HeldBatches>& held, std::size_t batch, std::size_t column);

// All batches as they are.
std::unique_ptr<BatchSource> held_stream(std::shared_ptr<const HeldBatches> held);

}  // namespace scrim::arrow
