// A plan says what a move is part of, as a value with squares. Hints choose by plan among moves that cost nothing.
#pragma once

#include "jungle/following.h"
#include "jungle/state.h"

namespace jungle {

enum class PlanKind : std::uint8_t {
    None = 0,
    Run = 1,           // a piece goes to the enemy's den
    Hunt = 2,          // a piece goes after an enemy that it can take
    OpenJump = 3,      // a piece gets out of the way of an own jump, or lines one up
    BlockJump = 4,     // a piece stands in the way of an enemy's jump
    MeetElephant = 5,  // the rat goes after the elephant
    Guard = 6,         // a piece goes back to its own den
    Exchange = 7,      // a trade, after which the race to the den is won
    Wait = 8,          // a move that changes little, where others give something up
};

// Squares are those before the move.
struct Plan {
    PlanKind kind = PlanKind::None;
    int piece = kGone;                // the piece that carries it out
    int target = kGone;               // where that piece goes, or the enemy that it goes after
    int enemy = kGone;                // the enemy it is about; in a run, the only one that can come back in time
    std::vector<std::uint8_t> steps;  // the squares of its way, the last one its end
    int defenders = 0;                // in a run, the enemies that can come back in time
};

// Returns what the side to move intends in this line.
Plan plan_of(const StepTable& table, const Position& position, const SeenLine& line);

// The previous hint: its move, and the kind, animal and target of its plan.
struct LastHint {
    std::uint16_t move = kNoMove;
    PlanKind kind = PlanKind::None;
    int animal = -1;
    int target = kGone;
};

// The weights by which a hint chooses, in centi-cats. Their values are in `jungle/engine/hints.json`.
struct HintFigures {
    int margin = 0;        // what a move may cost when nobody is ahead, …
    int margin_share = 0;  // … and per cent of a lead
    int step = 0;          // a step nearer to the den
    int carry_on = 0;      // carrying on with the plan of the hint before
    int undo = 0;          // taking back the move of the hint before
    int back = 0;          // arranging the own pieces as they stood before, while ahead
    int repeat = 0;        // repeating a position while ahead
    int sight = 1;         // plies that an opponent who errs looks ahead
    int blur = 1;          // by how much an answer must look worse to such an opponent to be played half as often
};

struct Advice {
    int line = 0;  // the index of the one to follow
    Plan plan;
    bool carries_on = false;  // with the plan of the hint before
    bool goes_back = false;   // it takes the move of the hint before back
    bool repeats = false;     // a position of the game occurs again
};

// Returns the indices of the lines that a hint may choose from: those that cost no more than the margin, or only the
// first if its result is proven.
std::vector<std::uint8_t> candidates(std::span<const SeenLine> lines, const HintFigures& figures);

// Returns what the move before this position is worth against an opponent who errs, in centi-cats. The opponent sees
// what an answer leads to only as far as it looks ahead; the scores of `answers` are its true ones.
int expected_score(const State& game, std::span<const SeenLine> answers, const HintFigures& figures);

// Chooses the line that a hint follows among the candidates. There must be at least one line.
Advice advise(const State& game, std::span<const SeenLine> lines, const LastHint& last, const HintFigures& figures);

}  // namespace jungle
