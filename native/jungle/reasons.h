// Why a move is good, or bad: found by comparing lines, told as a code with squares. Front ends put it into words.
#pragma once

#include <span>

#include "jungle/choosing.h"

namespace jungle {

enum class Why : std::uint8_t {
    None = 0,
    EntersDen = 1,      // and wins
    OpensDen = 2,       // the way to the den is free: a win in this many plies
    Wins = 3,           // in another way, in this many plies
    HoldsOut = 4,       // everything loses; this move the latest
    StopsDen = 5,       // other moves let the enemy into the den
    OnlyMove = 6,       // other moves lose in another way
    TakesTrapped = 7,   // what only the trap makes prey
    Takes = 8,
    Trades = 9,
    Saves = 10,         // a piece that could be taken next
    BlocksJump = 11,    // by going where the enemy wants to jump across
    KeepsBlock = 12,    // by staying there
    Forks = 13,         // attacks two pieces at once
    Attacks = 14,
    Nearer = 15,        // comes nearer to the den
    Hangs = 16,         // of a bad move: leaves a piece to be taken
    AllowsDen = 17,     // of a bad move: lets the enemy into the den
    MissesWin = 18,     // of a bad move: there was a win in this many plies
    MissesPrey = 19,    // of a bad move: there was something to take
    Loses = 20,         // of a bad move: loses by force, not to a den entry, in this many plies
    LosesPiece = 21,    // of a bad move: its line loses a piece, after this many plies
    MissesPiece = 22,   // of a bad move: the better line would have won a piece, after this many plies
    LetsCloser = 23,    // of a bad move: an enemy gets closer to the den than after the better one
    Worse = 24,         // of a bad move: nothing more precise is known
    WinsPiece = 25,     // its line wins a piece, after this many plies
    LinesUpJump = 26,   // away from the den, to where a jump across the river begins
    Guards = 27,        // comes back to its own den, which an enemy is near
    Improves = 28,      // nothing more precise is known
    Count = 29,
};

struct Explanation {
    Why why = Why::None;
    int own = kGone;    // where the piece of the side that moves stands, before the move
    int enemy = kGone;  // where the other's does
    int plies = 0;      // to the win or loss, if the code is about one
};

// Why the first of these lines is the best.
Explanation explain(const StepTable& table, const Position& position, std::span<const SeenLine> lines);
// What is wrong with a line, given a better one.
Explanation find_fault(const StepTable& table, const Position& position, const SeenLine& played, const SeenLine& better);

}  // namespace jungle
