// A fixed amount of search: its node count is the signature of the engine.
#pragma once

#include "search.h"

namespace jungle {

struct BenchResult {
    std::uint64_t nodes = 0;
    std::int64_t milliseconds = 0;
};

BenchResult bench(const std::shared_ptr<const Table>& table, int depth);

}  // namespace jungle
