// What can be forced within a number of plies, by trying every move of both sides; nothing is evaluated.
#pragma once

#include <optional>
#include <unordered_map>

#include "jungle/position.h"

namespace jungle {

class Proof {
public:
    // Gives up after this many positions.
    Proof(const StepTable& table, std::size_t positions) : table_(table), most_(positions) {}

    // Returns whether the side to move can force a win within this many plies, or nothing if it gave up.
    std::optional<bool> wins(const Position& position, int plies);
    // Returns whether the side to move loses within this many plies, whatever it does.
    std::optional<bool> loses(const Position& position, int plies);

private:
    struct Known {
        std::int8_t won = 127;    // the fewest plies within which a win is proved
        std::int8_t not_won = 0;  // the most within which there is none
    };

    bool can_win(const Position& position, int plies);
    bool must_lose(const Position& position, int plies);
    bool wins_now(const Position& position) const;

    const StepTable& table_;
    std::size_t most_;
    bool gave_up_ = false;
    std::unordered_map<Key, Known> known_;
};

}  // namespace jungle
