// The hash key of a position.
#pragma once

#include <cstdint>

namespace jungle {

using Key = std::uint64_t;

}  // namespace jungle
