#include "jungle/search.h"

#include <algorithm>

#include "common/threads.h"
#include "jungle/worker.h"

namespace jungle {

Searcher::Searcher(int hash_mb, int threads) : transpositions_(std::size_t(hash_mb)) {
    set_threads(threads);
}

Searcher::~Searcher() = default;

void Searcher::set_threads(int threads) {
    std::vector<std::unique_ptr<Worker>> workers;  // the old ones stay if there is no memory for these
    for (int i = 0; i < std::max(threads, 1); ++i) workers.push_back(std::make_unique<Worker>(*this, i));
    workers_ = std::move(workers);
}

void Searcher::clear() {
    transpositions_.clear();
    for (auto& worker : workers_) worker->clear();
}

void Searcher::forget_other_games(const State& game, const Limits& limits) {
    if (last_table_ && (last_table_ != game.shared_table() || last_evaluation_ != limits.evaluation ||
                        last_contempt_ != limits.contempt || last_tables_ != limits.tables))
        clear();
    last_tables_ = limits.tables;
    last_table_ = game.shared_table();
    last_evaluation_ = limits.evaluation;
    last_contempt_ = limits.contempt;
}

std::uint64_t Searcher::nodes() const {
    std::uint64_t total = 0;
    for (const auto& worker : workers_) total += worker->nodes();
    return total;
}

std::uint64_t Searcher::tablebase_hits() const {
    std::uint64_t total = 0;
    for (const auto& worker : workers_) total += worker->tablebase_hits();
    return total;
}

std::vector<Info> Searcher::search(const State& game, const Limits& limits,
                                   const std::function<void(const Info&)>& report) {
    forget_other_games(game, limits);
    transpositions_.new_search();

    MoveList moves = game.moves();
    if (!limits.searchmoves.empty()) {
        MoveList kept;
        for (const Move& move : moves)
            if (std::ranges::find(limits.searchmoves, move.code()) != limits.searchmoves.end())
                kept.moves[kept.count++] = move;
        moves = kept;
    }
    if (!moves.count) return {};
    for (auto& worker : workers_) worker->prepare(game, limits, moves);
    run_on_threads(int(workers_.size()), [&](int i) {
        workers_[std::size_t(i)]->deepen(i == 0 ? report : std::function<void(const Info&)>());
    });
    // A helper that finished a deeper iteration knows better.
    const Worker* best = workers_[0].get();
    for (const auto& worker : workers_)
        if (worker->completed_depth() > best->completed_depth()) best = worker.get();
    return best->lines();
}

}  // namespace jungle
