// Den races: a runner that nobody can stop decides the game far beyond the horizon.
#pragma once

#include "position.h"

namespace jungle {

// The plies until the side's runner enters the den, whatever the enemy does; 0 when that is not certain.
// Conservative: an enemy counts as in the way as soon as it could be near the path in time on an empty board.
int certain_race(const Table& table, const Position& position, int runner_side);

}  // namespace jungle
