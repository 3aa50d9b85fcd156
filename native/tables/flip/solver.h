// Solves endings of the face-down game in which all pieces lie face up, class by class.
//
// A value says who wins with best play from there, quiet plies counted from zero, and in how many plies the next
// capture comes, or the end by a side without moves: the winner hurries, the loser delays. Under a limit a win counts
// only if it comes within it. So with `quiet` plies behind it a win in d plies holds if quiet + d <= limit, and is a
// draw otherwise.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "tables/flip/material.h"

namespace jungle::flip {

// 0 a draw, 1 … 127 a win in that many plies, 128 + d a loss in d plies, for the side to move.
using Value = std::uint8_t;
constexpr Value kDraw = 0;
constexpr int kLongest = 127;
constexpr Value win_in(int plies) { return Value(plies); }
constexpr Value loss_in(int plies) { return Value(128 + plies); }
constexpr bool is_win(Value value) { return value >= 1 && value < 128; }
constexpr bool is_loss(Value value) { return value >= 128; }
constexpr int plies(Value value) { return value & 127; }

// The values of a class that was solved before, one per slot.
using Values = std::function<const std::vector<Value>&(int number)>;

struct Solution {
    std::vector<Value> values;                      // unused slots repeat the one before, which packs best
    std::uint64_t wins = 0, draws = 0, losses = 0;  // of different positions
    int longest = 0;                                // the most plies of any win or loss, …
    std::uint32_t longest_slot = 0;                 // … and where
    bool is_cut = false;                            // may the limit have made draws of wins?
};

// `limit` plies without a capture draw; 0 for no limit. Ends early, without values, if it is stopped.
Solution solve(const Materials& materials, int number, int limit, const Values& solved,
               const std::atomic<bool>& stopped);

// The first slot whose value does not follow from those after each move, or none (-1); checks every `stride`-th.
// Shares only the rules with `solve`: it plays the moves on a Position of the class's own material.
std::int64_t find_error(const Materials& materials, int number, int limit, const std::vector<Value>& values,
                        const Values& solved, std::uint32_t stride, const std::atomic<bool>& stopped);

// A position of a slot, in the class's own material and with no quiet plies.
Position position_of(const MaterialClass& material, bool swapped, std::uint32_t slot);

}  // namespace jungle::flip
