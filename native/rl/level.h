// A level of `jungle.players` as an opponent in batches: the same search and the same choice as in Python, without the
// cost of setting up a search for each move.
#pragma once

#include "jungle/choosing.h"
#include "jungle/search.h"

namespace jungle::batch {

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
};

// Chooses for one game at a time; a thread needs its own.
class LevelPlayer {
public:
    explicit LevelPlayer(int hash_mb);

    int hash_mb() const { return hash_mb_; }
    // The move of a level in a game that is not over. `last` is where the opponent's last move ended, or kGone. The
    // choice depends on the seed and the game alone.
    MoveCode choose(const Level& level, const State& game, int plies, int last, std::uint64_t seed);

private:
    int hash_mb_;
    Searcher searcher_;
};

}  // namespace jungle::batch
