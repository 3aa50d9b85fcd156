// Returns what a position is worth to the side to move, in centi-cats.
#pragma once

#include "jungle/network.h"

namespace jungle {

enum class Evaluation { Material = 0, Position = 1, Full = 2 };

// Returns whether this evaluation uses the network under these rules.
inline bool uses_network(const StepTable& table, Evaluation evaluation) {
    return evaluation == Evaluation::Full && table.network;
}

int evaluate(const StepTable& table, const Position& position, Evaluation evaluation);
int evaluate(const StepTable& table, const Position& position, const Accumulator& accumulator);

}  // namespace jungle
