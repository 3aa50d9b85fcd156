#include "jungle/search.h"

#include <algorithm>
#include <cstdlib>

#include "jungle/worker.h"

namespace jungle {

Searcher::Searcher(int hash_mb, int threads) : ThreadedSearcher(hash_mb) { set_threads(threads); }

std::unique_ptr<SearchWorker> Searcher::new_worker(int index) { return std::make_unique<Worker>(*this, index); }

void Searcher::forget_other_games(const State& game, const Limits& limits) {
    if (last_table_ && (last_table_ != game.shared_table() || last_evaluation_ != limits.evaluation ||
                        std::abs(last_contempt_) != std::abs(limits.contempt) || last_tables_ != limits.tables))
        clear();
    last_tables_ = limits.tables;
    last_table_ = game.shared_table();
    last_evaluation_ = limits.evaluation;
    last_contempt_ = limits.contempt;
}

std::vector<Info> Searcher::search(const State& game, const Limits& limits, const OnInfo& report) {
    forget_other_games(game, limits);
    transpositions_.new_search();

    MoveList moves = game.moves();
    keep_searchmoves(moves, limits.searchmoves, &Move::code);
    if (!moves.count) return {};
    for (auto& worker : workers_) static_cast<Worker&>(*worker).prepare(game, limits, moves, report);
    return run();
}

}  // namespace jungle
