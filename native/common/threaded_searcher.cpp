#include "common/threaded_searcher.h"

#include <algorithm>

#include "common/threads.h"

namespace jungle {

namespace {

constexpr std::uint64_t kCheckNodes = 512;  // between checks of the clock

}  // namespace

SearchWorker::SearchWorker(ThreadedSearcher& searcher, int index)
    : team_(searcher), transpositions_(searcher.transpositions_), index_(index) {}

void SearchWorker::reset(std::uint64_t most_nodes) {
    most_nodes_ = most_nodes;
    next_check_ = 0;
    completed_depth_ = 0;
    stopped_ = false;
    nodes_.store(0, std::memory_order_relaxed);
    tablebase_hits_.store(0, std::memory_order_relaxed);
}

bool SearchWorker::check_limits() {
    std::uint64_t pause = kCheckNodes;
    if (most_nodes_) {
        // Adding up the nodes of all threads is slow, so it is done more often towards the limit.
        const std::uint64_t total = team_.nodes();
        if (total >= most_nodes_)
            team_.stop();
        else
            pause = std::clamp<std::uint64_t>((most_nodes_ - total) / 32, 1, kCheckNodes);
    }
    next_check_ = nodes() + pause;
    if (index_ == 0 && team_.past_hard_deadline()) team_.stop();
    return stopped_ = team_.is_stopped();
}

void ThreadedSearcher::clear() {
    transpositions_.clear();
    for (auto& worker : workers_) worker->clear();
}

void ThreadedSearcher::track_changes() {
    transpositions_.track_changes();
    for (auto& worker : workers_) worker->track_changes();
}

void ThreadedSearcher::set_threads(int threads) {
    std::vector<std::unique_ptr<SearchWorker>> workers;  // the old ones stay if memory runs out
    for (int i = 0; i < std::max(threads, 1); ++i) workers.push_back(new_worker(i));
    workers_ = std::move(workers);
}

std::uint64_t ThreadedSearcher::nodes() const {
    std::uint64_t total = 0;
    for (const auto& worker : workers_) total += worker->nodes();
    return total;
}

SearchCounts ThreadedSearcher::counts() const {
    SearchCounts counts{0, elapsed_ms(), transpositions_.per_mille(), 0, 0};
    for (const auto& worker : workers_) {
        const std::uint64_t nodes = worker->nodes();
        counts.nodes += nodes;
        counts.tablebase_hits += worker->tablebase_hits();
        counts.threads += nodes > 0;
    }
    return counts;
}

std::vector<Info> ThreadedSearcher::run() {
    run_on_threads(int(workers_.size()), [this](int i) { workers_[std::size_t(i)]->deepen(); });
    // A helper may have completed a deeper iteration; of equals max_element returns the first.
    const auto depth = [](const auto& worker) { return worker->completed_depth(); };
    return (*std::ranges::max_element(workers_, {}, depth))->lines();
}

}  // namespace jungle
