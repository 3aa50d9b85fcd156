// The search: iterative deepening, principal variation search, any number of threads on one transposition table.
#pragma once

#include <memory>
#include <vector>

#include "common/threaded_searcher.h"
#include "jungle/evaluate.h"
#include "jungle/state.h"
#include "tables/jungle/tablebase.h"

namespace jungle {

constexpr int kMaxPly = 120;
constexpr int kWin = 32000;                   // a win now; each ply to it costs one
constexpr int kWinFrom = kWin - 2 * kMaxPly;  // scores above are wins with a distance
constexpr int kInfinite = 32500;
constexpr int kEvalLimit = kWinFrom - 1;

inline bool is_win_score(int score) { return score >= kWinFrom || score <= -kWinFrom; }

// Wins are stored by their distance from the node, and counted from the root elsewhere.
inline int to_stored(int score, int ply) {
    return score >= kWinFrom ? score + ply : score <= -kWinFrom ? score - ply : score;
}
inline int from_stored(int score, int ply) {
    return score >= kWinFrom ? score - ply : score <= -kWinFrom ? score + ply : score;
}

struct Limits : SearchLimits {
    int contempt = 0;
    Evaluation evaluation = Evaluation::Full;
    std::shared_ptr<const Tablebase> tables;  // of the same rules as the game; none to search without
};

class Searcher : public ThreadedSearcher {
public:
    explicit Searcher(int hash_mb = 64, int threads = 1);

    // After `begin`. The best lines, best first; none when there is no legal move. `report` is called on a thread of
    // the search.
    std::vector<Info> search(const State& game, const Limits& limits, const OnInfo& report);

private:
    std::unique_ptr<SearchWorker> new_worker(int index) override;
    // What is remembered holds only under the same rules, with the same evaluation.
    void forget_other_games(const State& game, const Limits& limits);

    std::shared_ptr<const StepTable> last_table_;
    std::shared_ptr<const Tablebase> last_tables_;
    Evaluation last_evaluation_ = Evaluation::Full;
    int last_contempt_ = 0;
};

}  // namespace jungle
