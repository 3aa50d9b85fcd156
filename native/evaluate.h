// What a position is worth, in centi-cats, to the side that moves.
#pragma once

#include "network.h"

namespace jungle {

enum class Evaluation { Material = 0, Position = 1, Full = 2 };

// Does this evaluation use the network under these rules?
inline bool uses_network(const Table& table, Evaluation evaluation) {
    return evaluation == Evaluation::Full && table.network;
}

int evaluate(const Table& table, const Position& position, Evaluation evaluation);
int evaluate(const Table& table, const Position& position, const Accumulator& accumulator);

}  // namespace jungle
