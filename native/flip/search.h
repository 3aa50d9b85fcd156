// Searches the face-down game: expectimax with Star2 pruning at flips, by iterative deepening, on any number of threads
// that share one transposition table. Sees what a player sees: positions hold no deal.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "common/search_clock.h"
#include "common/transposition.h"
#include "flip/evaluate.h"
#include "tables/flip/tablebase.h"

namespace jungle::flip {

constexpr int kMaxPly = 100;

struct Limits {
    int depth = 0;
    std::uint64_t nodes = 0;
    std::int64_t soft_ms = 0;
    std::int64_t hard_ms = 0;
    int multipv = 1;
    std::vector<std::uint8_t> searchmoves;
};

struct Line {
    std::vector<std::uint8_t> moves;  // up to the first flip, whose outcome nobody knows
    int score = 0;
    int depth = 0;
    int seldepth = 0;
};

struct Report {
    std::vector<Line> lines;
    std::uint64_t nodes = 0;
    std::int64_t time_ms = 0;
    int hashfull = 0;
    std::uint64_t tablebase_hits = 0;
};

// A position with what came before it since the last flip or capture, oldest first.
struct Game {
    Rules rules;
    Position position;
    std::vector<Key> past;
    std::shared_ptr<const Tablebase> tables;  // may be null
};

class Worker;

class Searcher : public SearchClock {
public:
    explicit Searcher(int hash_mb = 64, int threads = 1);
    ~Searcher();

    // Comes before each search, on the thread that may then stop it: from then on a stop counts.
    void begin(const Limits& limits) { start(limits.soft_ms, limits.hard_ms); }
    // The best lines; none when there is no legal move. `report` is called on a thread of the search.
    Report search(const Game& game, const Limits& limits, const std::function<void(const Report&)>& report);

    void clear();
    void resize(int hash_mb) { transpositions_.resize(std::size_t(hash_mb)); }
    void set_threads(int threads);

private:
    friend class Worker;

    std::uint64_t nodes() const;
    std::uint64_t tablebase_hits() const;

    TranspositionTable transpositions_;
    std::vector<std::unique_ptr<Worker>> workers_;
    Rules last_rules_;
    std::shared_ptr<const Tablebase> last_tables_;
};

}  // namespace jungle::flip
