// Finds out why a move is good or bad, by following lines to their ends and comparing them.
#pragma once

#include "common/explanation.h"
#include "jungle/plans.h"

namespace jungle {

static_assert(kNoSquare == kGone);

// Explains why the first of these lines is the best.
Explanation explain(const StepTable& table, const Position& position, std::span<const SeenLine> lines);
// Explains what is wrong with a line, given a better one.
Explanation find_fault(const StepTable& table, const Position& position, const SeenLine& played,
                       const SeenLine& better);

}  // namespace jungle
