// Den races: an unstoppable runner decides the game far beyond the search horizon.
#pragma once

#include "jungle/position.h"

namespace jungle {

// The steps of a side's nearest piece to the enemy's den, on an empty board.
int nearest(const StepTable& table, const Position& position, int side);

// The plies until a runner enters the den, whatever the enemy does: positive for the side that moves, negative for the
// other, 0 when no race is decided. Conservative: an enemy counts as in the way as soon as it could be near the path
// in time on an empty board.
int decided_race(const StepTable& table, const Position& position);

}  // namespace jungle
