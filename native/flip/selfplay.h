// Games of the face-down engine against itself, to tune its evaluation.
#pragma once

#include "flip/search.h"

namespace jungle::flip {

struct Sample {
    std::array<std::uint8_t, kSquares> board;  // codes as in Position::from_board
    Mask hidden;
    std::uint8_t side;
    std::int8_t result;  // 1, 0, -1 for the side to move
    std::int16_t score;  // what the search said
    std::uint16_t ply;
};
static_assert(sizeof(Sample) == 24);

struct SelfPlay {
    std::uint64_t seed = 1;
    int games = 1;
    std::uint64_t nodes = 1000;
};

// Positions in which the engine did not capture, game by game.
std::vector<Sample> self_play(const Rules& rules, const std::shared_ptr<const Tablebase>& tables,
                              const SelfPlay& options, const std::atomic<bool>& stopped);

}  // namespace jungle::flip
