// Follows a line to its end to see which piece came from where, what was taken, and who is near a den.
#pragma once

#include "jungle/choosing.h"

namespace jungle {

constexpr int kClearlyWorse = 30;  // centi-cats
constexpr int kGuardedFrom = 4;    // steps from a den that make an enemy worth guarding against

MoveList captures_of(const StepTable& table, const Position& position);
MoveList moves_of(const StepTable& table, const Position& position);
Position passed(Position position);
bool is_jump(const Move& move);
int straight_distance(int one, int other);
// The steps of an animal between two squares on an empty board; kFar if there are more than kReachSteps.
int steps_between(const StepTable& table, int side, int animal, int from, int to);

// A capture in a line; squares are those before the line.
struct LineCapture {
    int ply = 0;  // from 1
    int captor = kGone, victim = kGone;
    int worth = 0;
    bool is_own = false, is_trade = false;
};

struct Followed {
    Position end;
    int plies = 0;
    std::array<std::uint8_t, kSquares + 1> came_from;  // by the square at the end
    std::vector<LineCapture> captures;
    int balance = 0;      // centi-cats won, for the side that moves first
    int entered = kGone;  // where the piece that enters a den stood
    int entering_side = -1;

    // The most valuable capture of the side that moves first, or of the other; null if there is none.
    const LineCapture* best_capture(bool is_own) const;
};

// Follows at most this many plies.
Followed follow(const StepTable& table, const Position& position, const SeenLine& line, std::size_t plies = 1000);

// Returns the squares that the piece on `piece` passes in a line.
std::vector<std::uint8_t> way_of(const StepTable& table, Position position, const SeenLine& line, int piece);

// Returns where the piece stood that ends the line in the enemy's den, or kGone if none does. A line may end as soon as
// the race is decided; then the piece is the one that gets there in the plies that are left.
int runner_of(const StepTable& table, const Position& position, const SeenLine& line, int side);

// The piece of a side that is nearest to the enemy's den, by its steps there.
struct Runner {
    int steps = StepTable::kFar, square = kGone, animal = -1;
};
Runner nearest_runner(const StepTable& table, const Position& position, int side);

// Returns whether the captor could be taken in return, so that the capture gains nothing.
bool is_answered(const StepTable& table, const Position& position, const Move& capture);
// The most valuable capture that is not answered, of the side that moves; worth 0 if there is none.
struct Threat {
    Move move;
    int worth = 0;
};
Threat best_threat(const StepTable& table, const Position& position);

}  // namespace jungle
