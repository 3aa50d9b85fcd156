// Solves one class of endings, backwards from the ends of the game, given the classes its captures lead to.
#pragma once

#include <atomic>
#include <functional>

#include "tables/jungle/classes.h"

namespace jungle {

// A solved position in one byte: plies to the end plus one, the plies odd for a win of the side to move and even for
// its loss; or a draw.
constexpr std::uint8_t kTablebaseDraw = 0;
constexpr std::uint8_t kTablebaseBroken = 255;  // two pieces on one square: no position at all
constexpr int kMostTablebasePlies = 253;

constexpr bool is_tablebase_win(std::uint8_t code) { return code && code % 2 == 0; }
constexpr bool is_tablebase_loss(std::uint8_t code) { return code % 2 == 1; }
constexpr int tablebase_plies(std::uint8_t code) { return code - 1; }
// For the side to move: more is better.
constexpr int tablebase_rank(std::uint8_t code) { return !code ? 0 : is_tablebase_win(code) ? 512 - code : code - 512; }

// The values of a class: first the side that plays Blue's pieces of the class to move, then the other.
using TablebaseValues = std::vector<std::uint8_t>;
// Those of a solved class, by its id; they must outlive the solver.
using TablebaseSource = std::function<const std::uint8_t*(int id)>;

struct TablebaseCounts {
    // Of the positions of the representative, by who moves.
    std::array<std::uint64_t, 2> wins{}, draws{}, losses{};
    int longest = 0;  // plies, of wins and losses alike
    int longest_side = 0;
    std::uint64_t longest_index = 0;
};

// Returns nothing if it was stopped. Throws if a win in the class takes more than kMostTablebasePlies.
TablebaseValues solve(const MaterialClasses& classes, const MaterialClass& of, const TablebaseSource& solved,
                      const std::atomic<bool>& stopped);
// How much memory that takes, in bytes.
std::uint64_t solve_memory(const MaterialClass& of);

TablebaseCounts count_values(const MaterialClass& of, const TablebaseValues& values);

}  // namespace jungle
