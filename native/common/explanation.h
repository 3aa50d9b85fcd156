// Explains why a move is good or bad, as a code with squares. Front ends put it into words.
#pragma once

#include <cstdint>

namespace jungle {

constexpr int kNoSquare = 63;

enum class Why : std::uint8_t {
    None = 0,
    EntersDen = 1,     // and wins
    OpensDen = 2,      // the way to the den is free: a win in this many plies
    Wins = 3,          // in another way, in this many plies
    HoldsOut = 4,      // everything loses; this move the latest
    StopsDen = 5,      // other moves let the enemy into the den
    OnlyMove = 6,      // other moves lose in another way
    TakesTrapped = 7,  // what only the trap makes prey
    Takes = 8,
    Trades = 9,
    Saves = 10,       // a piece that could be taken next
    BlocksJump = 11,  // by going where the enemy wants to jump across
    KeepsBlock = 12,  // by staying there
    Forks = 13,       // attacks two pieces at once
    Attacks = 14,
    Nearer = 15,          // a run to the den, which several enemies can still meet; one of them is given
    Hangs = 16,           // of a bad move: leaves a piece to be taken
    AllowsDen = 17,       // of a bad move: lets the enemy into the den
    MissesWin = 18,       // of a bad move: there was a win in this many plies
    MissesPrey = 19,      // of a bad move: there was something to take
    Loses = 20,           // of a bad move: loses by force, not to a den entry, in this many plies
    LosesPiece = 21,      // of a bad move: its line loses a piece, after this many plies
    MissesPiece = 22,     // of a bad move: the better line would have won a piece, after this many plies
    LetsCloser = 23,      // of a bad move: an enemy gets closer to the den than after the better one
    Worse = 24,           // of a bad move: nothing more precise is known
    WinsPiece = 25,       // its line wins a piece, after this many plies
    LinesUpJump = 26,     // away from the den, to where a jump across the river begins
    Guards = 27,          // comes back to its own den, which an enemy is near
    NearerPast = 28,      // a run to the den that only one enemy can still meet
    OpensJump = 29,       // gets out of the way of an own jump
    MeetsElephant = 30,   // the rat goes after the elephant
    Hunts = 31,           // goes after a piece that it can take
    Exchanges = 32,       // a trade, after which the race to the den is won
    KeepsPiece = 33,      // other moves lose a piece
    HoldsBack = 34,       // other moves let an enemy closer to the den
    Protects = 35,        // another own piece, by being able to take back
    KeepsAway = 36,       // from an enemy that could take it
    Obstructs = 37,       // stands on the way of an enemy to the den
    MakesWay = 38,        // for another own piece
    Waits = 39,           // the enemy has to give way
    LetsAttack = 40,      // of a bad move: the answer attacks a piece
    OpensEnemyJump = 41,  // of a bad move: lets an enemy jump across the river
    LeavesDen = 42,       // of a bad move: goes away from its own den, which an enemy is near
    MissesRun = 43,       // of a bad move: a piece could have come closer to the den
    MissesHunt = 44,      // of a bad move: a piece could have gone after another
    MissesBlock = 45,     // of a bad move: a piece could have blocked a jump
    MissesGuard = 46,     // of a bad move: a piece should have gone back to the den
    LosesTime = 47,       // of a bad move: goes away from the enemy's den
    // The face-down game.
    TakesSafely = 48,    // nothing can take back
    TakesAnyway = 49,    // it can be taken back, by this enemy
    Corners = 50,        // attacks a piece that cannot get away
    FlipFirst = 51,      // nobody knows anything yet
    FlipSafe = 52,       // nothing that turns up here can take or be taken
    FlipGains = 53,      // some of what may turn up wins something, nothing loses anything
    FlipRisks = 54,      // some of what may turn up takes an own piece; every other flip is worse
    FlipBoth = 55,       // both
    FlipExposes = 56,    // some own pieces that may turn up could be taken
    FlipWaits = 57,      // a move, since every flip risks more than it may win
    LeavesFlip = 58,     // a move that loses nothing, and leaves the next flip to the enemy
    FlipRisked = 59,     // of a bad flip: some of what may turn up takes an own piece
    MissesFlip = 60,     // of a bad move: a flip was better
    PreparesRun = 61,    // another piece runs to the den next
    PreparesHunt = 62,   // another piece goes hunting next
    Advances = 63,       // towards the middle, far from everything
    OnlyWin = 64,        // other moves give a certain win away
    KeepsWin = 65,       // the win is certain, and so it is after this move
    HoldsDraw = 66,      // nobody can force a win; other moves might lose
    DeadDraw = 67,       // nobody can force a win, whatever is moved
    HoldsOn = 68,        // every move loses against the best play, at an unknown distance
    Blocks = 69,         // stands between an enemy and an own piece that it could take
    WrongTaker = 70,     // of a bad capture: another piece should have captured
    WrongPrey = 71,      // of a bad capture: another enemy should have been captured
    GivesWinAway = 72,   // of a bad move: a certain win is gone
    GivesDrawAway = 73,  // of a bad move: it loses what could have been drawn
    Develops = 74,       // leaves the square where it stood at the beginning
    Count = 75,
};

struct Explanation {
    Why why = Why::None;
    int own = kNoSquare;    // where the piece of the side that moves stands, before the move
    int enemy = kNoSquare;  // where the other's does
    int plies = 0;          // to the win or loss, or to the den, if the code is about one
    // The numbers of face-down pieces that would lose something here, that would win something, and of all.
    int risks = 0, gains = 0, hidden = 0;
};

}  // namespace jungle
