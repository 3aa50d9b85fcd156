// What the searchers of all games have in common: limits and results, and threads that share one transposition table.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "common/search_clock.h"
#include "common/transposition.h"

namespace jungle {

// Moves are named by origin | target << 6 in every game; a flip ends where it starts.
using MoveCode = std::uint16_t;

// 0 for no limit.
struct SearchLimits {
    int depth = 0;
    std::uint64_t nodes = 0;  // of all threads together
    std::int64_t soft_ms = 0;
    std::int64_t hard_ms = 0;
    int multipv = 1;
    std::vector<MoveCode> searchmoves;  // the only ones to consider; empty for all
};

// Figures of a search so far, of all threads together.
struct SearchCounts {
    std::uint64_t nodes = 0;
    std::int64_t time_ms = 0;
    int hashfull = 0;
    std::uint64_t tablebase_hits = 0;
    int threads = 0;  // that have searched at least one node
};

// One of the best lines, for the side to move.
struct Info : SearchCounts {
    int line = 1;
    int lines = 1;  // that are reported together
    int depth = 0;
    int seldepth = 0;
    int score = 0;   // in centi-cats; if luck decides as well, the expected result, a win being `flip::kWin`
    int win_in = 0;  // plies; negative to a loss; 0 for neither
    // The expected result from -1 to 1, if luck decides as well; otherwise not a number.
    double expected = std::numeric_limits<double>::quiet_NaN();
    bool is_solved = false;  // is the score that of endgame tables?
    std::vector<MoveCode> pv;
};

using OnInfo = std::function<void(const Info&)>;

class ThreadedSearcher;

// One thread of a search. Each game derives its own.
class SearchWorker {
public:
    SearchWorker(ThreadedSearcher& searcher, int index);
    virtual ~SearchWorker() = default;

    // Forgets earlier searches.
    virtual void clear() = 0;
    // Clearing is cheap from now on while little is searched in between.
    virtual void track_changes() {}
    // Searches to greater and greater depths until a limit is reached. Worker 0 reports and watches the clock.
    virtual void deepen() = 0;
    // The best lines found, best first.
    virtual std::vector<Info> lines() const = 0;

    std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
    std::uint64_t tablebase_hits() const { return tablebase_hits_.load(std::memory_order_relaxed); }
    int completed_depth() const { return completed_depth_; }

protected:
    // Before each search.
    void reset(std::uint64_t most_nodes);

    void count_node() { nodes_.store(nodes() + 1, std::memory_order_relaxed); }
    void count_tablebase_hit() { tablebase_hits_.store(tablebase_hits() + 1, std::memory_order_relaxed); }

    // Asked at every node.
    bool out_of_time() {
        if (stopped_) return true;
        // The first depth takes no time, and without it there is no move to report.
        if (!completed_depth_ && index_ == 0) return false;
        return nodes() >= next_check_ && check_limits();
    }

    ThreadedSearcher& team_;
    TranspositionTable& transpositions_;
    const int index_;
    int completed_depth_ = 0;
    bool stopped_ = false;

private:
    bool check_limits();

    std::uint64_t most_nodes_ = 0;
    std::uint64_t next_check_ = 0;  // this worker's node count at which to check the limits again
    std::atomic<std::uint64_t> nodes_{0};
    std::atomic<std::uint64_t> tablebase_hits_{0};
};

class ThreadedSearcher : public SearchClock {
public:
    virtual ~ThreadedSearcher() = default;

    // Call before each search, on the thread that may stop it: from here on a stop counts.
    void begin(const SearchLimits& limits) { start(limits.soft_ms, limits.hard_ms); }

    void clear();
    // For many short searches on one thread, each of which begins with a clear(): that is cheap from now on.
    void track_changes();
    void resize(int hash_mb) { transpositions_.resize(std::size_t(hash_mb)); }
    void set_threads(int threads);
    std::uint64_t nodes() const;
    SearchCounts counts() const;

protected:
    explicit ThreadedSearcher(int hash_mb) : transpositions_(std::size_t(hash_mb)) {}

    virtual std::unique_ptr<SearchWorker> new_worker(int index) = 0;
    // Lets all workers deepen, and returns the lines of the one whose result is best.
    std::vector<Info> run();

    TranspositionTable transpositions_;
    std::vector<std::unique_ptr<SearchWorker>> workers_;

private:
    friend class SearchWorker;
};

}  // namespace jungle
