#include "rl/level.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ranges>

namespace jungle::batch {

namespace {

constexpr int kMostLead = 10000;
constexpr double kAlmostCertain = 1 - 1e-9;

// Sets what both games limit. Returns whether the level still varies its opening.
bool limit(SearchLimits& limits, const Level& level, int plies) {
    const bool is_opening = plies < level.opening_plies;
    limits.nodes = level.nodes;
    limits.multipv = std::max(level.lines, is_opening ? level.opening_lines : 1);
    return is_opening;
}

}  // namespace

int LeadCurve::lead(double expected) const {
    const double probability = (1 + expected) / 2, wanted = std::min(probability, kAlmostCertain);
    const auto chance = [this](int lead) { return 1 / (1 + std::exp(std::min((likely_win - lead) / spread, 500.0))); };
    const auto is_less = [&](int lead) {
        const double win = chance(lead), loss = chance(-lead);
        return win + (1 - win - loss) / 2 < wanted;
    };
    const int found = *std::ranges::partition_point(std::views::iota(-kMostLead, kMostLead + 1), is_less);
    return probability < 0.5 ? -std::abs(found) : std::abs(found);
}

JungleLevelPlayer::JungleLevelPlayer(int hash_mb) : hash_mb_(hash_mb), searcher_(hash_mb) { searcher_.track_changes(); }

MoveCode JungleLevelPlayer::choose(const Level& level, const State& game, int plies, int last, std::uint64_t seed) {
    Limits limits;
    const bool is_opening = limit(limits, level, plies);
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

FlipLevelPlayer::FlipLevelPlayer(int hash_mb) : hash_mb_(hash_mb), searcher_(hash_mb) { searcher_.track_changes(); }

MoveCode FlipLevelPlayer::choose(const Level& level, const flip::Game& game, int plies, std::uint64_t seed) {
    SearchLimits limits;
    const bool is_opening = limit(limits, level, plies);
    searcher_.clear();
    searcher_.begin(limits);
    std::vector<SeenLine> lines;
    lines.reserve(std::size_t(limits.multipv));
    for (Info& info : searcher_.search(game, limits, nullptr))
        lines.push_back({info.win_in ? 0 : level.leads.lead(info.expected), info.win_in, std::move(info.pv)});
    return lines[std::size_t(jungle::choose(lines, level.skill, is_opening, seed))].pv[0];
}

}  // namespace jungle::batch
