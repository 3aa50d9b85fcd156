// Searches the face-down game: expectimax with Star2 pruning at flips, by iterative deepening, on any number of threads
// that share one transposition table. Sees what a player sees: positions hold no deal.
#pragma once

#include <memory>
#include <vector>

#include "common/threaded_searcher.h"
#include "flip/evaluate.h"
#include "flip/game.h"
#include "tables/flip/tablebase.h"

namespace jungle::flip {

constexpr int kMaxPly = 100;

class Searcher : public ThreadedSearcher {
public:
    explicit Searcher(int hash_mb = 64, int threads = 1);

    // After `begin`. The best lines, best first; none when there is no legal move. `report` is called on a thread of
    // the search.
    std::vector<Info> search(const Game& game, const SearchLimits& limits, const OnInfo& report);

private:
    std::unique_ptr<SearchWorker> new_worker(int index) override;

    Rules last_rules_;
    std::shared_ptr<const Tablebase> last_tables_;
};

}  // namespace jungle::flip
