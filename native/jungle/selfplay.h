// Games of the engine against itself, as training data for the network.
#pragma once

#include "jungle/search.h"

namespace jungle {

// A position of a game, what the search said of it and how the game ended.
struct Record {
    std::array<std::uint8_t, kPieces> square;
    std::uint8_t side;
    std::int8_t result;  // 1 the side that moves won, 0 draw, -1
    std::int16_t score;
    std::uint16_t quiet;
    std::uint16_t ply;
    std::uint16_t move;  // the best one found, by its code
};
static_assert(sizeof(Record) == 26);

struct SelfPlay {
    std::uint64_t seed = 1;
    int games = 100;
    std::uint64_t nodes = 2000;
    Evaluation evaluation = Evaluation::Full;
    std::shared_ptr<const Tablebase> tables;  // a game ends as soon as they know its result
    int hash_mb = 4;
};

// Games from random openings and from openings with pieces missing. `stop` ends it after the game under way.
std::vector<Record> self_play(const std::shared_ptr<const StepTable>& table, const Position& start,
                              const SelfPlay& options, const std::atomic<bool>& stop);

}  // namespace jungle
