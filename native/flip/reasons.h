// Chooses the line that a hint follows in the face-down game, and explains why a move is good or bad.
#pragma once

#include <span>
#include <vector>

#include "common/explanation.h"
#include "flip/game.h"

namespace jungle::flip {

struct ScoredLine {
    int score = 0;
    int win_in = 0;  // plies; negative to a loss
    Move move;
    std::vector<Move> line;  // the moves of both sides, the first one being `move`; a flip ends it
};

// A line as searches report it; its moves are named as outside the core.
ScoredLine scored_line(int score, int win_in, std::span<const std::uint16_t> pv);

// Returns the index of the line that a hint follows: the first, unless it shuffles while ahead.
int advise(const Game& game, std::span<const ScoredLine> lines);
// Explains why the first line is the best.
Explanation explain(const Game& game, std::span<const ScoredLine> lines);
// Explains what is wrong with a line, given a better one.
Explanation find_fault(const Game& game, const ScoredLine& played, const ScoredLine& better);

}  // namespace jungle::flip
