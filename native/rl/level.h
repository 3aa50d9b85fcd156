// A level of `jungle.players` as an opponent in batches: the same search and the same choice as in Python, without the
// cost of setting up a search for each move.
#pragma once

#include "flip/search.h"
#include "jungle/choosing.h"
#include "jungle/search.h"

namespace jungle::batch {

// Relates a lead in the face-down game to the chance of a win: `LEAD` of `jungle.engine.score`.
struct LeadCurve {
    double likely_win = 0;
    double spread = 1;

    // The lead, in centi-cats, with this expected result from -1 to 1.
    int lead(double expected) const;
};

// A row of levels.json, for a level without a book and tables.
struct Level {
    Skill skill;
    std::uint64_t nodes = 0;
    int lines = 1;
    int opening_plies = 0;  // during which it looks at more lines
    int opening_lines = 1;
    int contempt = 0;
    int hash_mb = 1;
    Evaluation evaluation = Evaluation::Position;
    LeadCurve leads;
};

// Chooses for one game at a time; a thread needs its own.
class JungleLevelPlayer {
public:
    explicit JungleLevelPlayer(int hash_mb);

    int hash_mb() const { return hash_mb_; }
    // The move of a level in a game that is not over. `last` is where the opponent's last move ended, or kGone. The
    // choice depends on the seed and the game alone.
    MoveCode choose(const Level& level, const State& game, int plies, int last, std::uint64_t seed);

private:
    int hash_mb_;
    Searcher searcher_;
};

// The same for the face-down game. It sees what a player sees.
class FlipLevelPlayer {
public:
    explicit FlipLevelPlayer(int hash_mb);

    int hash_mb() const { return hash_mb_; }
    MoveCode choose(const Level& level, const flip::Game& game, int plies, std::uint64_t seed);

private:
    int hash_mb_;
    flip::Searcher searcher_;
};

}  // namespace jungle::batch
