#include "rl/level.h"

#include <algorithm>

namespace jungle::batch {

LevelPlayer::LevelPlayer(int hash_mb) : hash_mb_(hash_mb), searcher_(hash_mb) { searcher_.track_changes(); }

MoveCode LevelPlayer::choose(const Level& level, const State& game, int plies, int last, std::uint64_t seed) {
    const bool is_opening = plies < level.opening_plies;
    Limits limits;
    limits.nodes = level.nodes;
    limits.multipv = std::max(level.lines, is_opening ? level.opening_lines : 1);
    limits.contempt = level.contempt;
    limits.evaluation = level.evaluation;
    searcher_.clear();
    searcher_.begin(limits);
    std::vector<SeenLine> lines;
    lines.reserve(std::size_t(limits.multipv));
    for (Info& info : searcher_.search(game, limits, nullptr))
        lines.push_back({info.score, info.win_in, std::move(info.pv)});
    const int chosen = jungle::choose(game.table(), game.position(), lines, level.skill, last, is_opening, seed);
    return lines[std::size_t(chosen)].pv[0];
}

}  // namespace jungle::batch
