// What a move is part of: a plan as a value with squares. And the choice of a hint among moves that cost nothing.
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

// What the side that moves is up to in this line.
Plan plan_of(const StepTable& table, const Position& position, const SeenLine& line);

// The hint before: its move, and its plan by kind and target. Its piece is known by its animal.
struct LastHint {
    std::uint16_t move = kNoMove;
    PlanKind kind = PlanKind::None;
    int animal = -1;
    int target = kGone;
};

// How a hint weighs moves, in centi-cats. The figures are data: see `jungle/engine/hints.json`.
struct HintFigures {
    int margin = 0;        // what a move may cost when nobody is ahead, …
    int margin_share = 0;  // … and per cent of a lead
    int step = 0;          // a step nearer to the den
    int carry_on = 0;      // carrying on with the plan of the hint before
    int undo = 0;          // taking back the move of the hint before
    int back = 0;          // arranging the own pieces as they stood before, while ahead
    int repeat = 0;        // repeating a position while ahead
};

struct Advice {
    int line = 0;  // the index of the one to follow
    Plan plan;
    bool carries_on = false;  // with the plan of the hint before
    bool goes_back = false;   // it takes the move of the hint before back
    bool repeats = false;     // a position of the game occurs again
};

// How many of these lines, in order of the first line's rivals, a hint may choose from: those that cost no more than
// the margin. Only the first if the result is proven.
std::vector<std::uint8_t> candidates(std::span<const SeenLine> lines, const HintFigures& figures);

// What a move is worth against an opponent who errs, in centi-cats, given the enemy's answers to it: the better an
// answer, the likelier it is played.
int expected_score(std::span<const SeenLine> answers);

// The line that a hint follows, among candidates. There is at least one.
Advice advise(const State& game, std::span<const SeenLine> lines, const LastHint& last, const HintFigures& figures);

}  // namespace jungle
