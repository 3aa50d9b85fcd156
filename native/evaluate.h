// What a position is worth, in centi-cats, to the side that moves.
#pragma once

#include "position.h"

namespace jungle {

enum class Evaluation { Material = 0, Position = 1, Full = 2 };

int evaluate(const Table& table, const Position& position, Evaluation evaluation);

}  // namespace jungle
