// The search: iterative deepening, principal variation search, any number of threads on one transposition table.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "common/search_clock.h"
#include "common/transposition.h"
#include "jungle/evaluate.h"
#include "jungle/state.h"
#include "tables/jungle/tablebase.h"

namespace jungle {

constexpr int kMaxPly = 120;
constexpr int kWin = 32000;                      // a win now; each ply to it costs one
constexpr int kWinFrom = kWin - 2 * kMaxPly;     // scores above are wins with a distance
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

struct Limits {
    int depth = 0;
    std::uint64_t nodes = 0;
    std::int64_t soft_ms = 0;
    std::int64_t hard_ms = 0;
    int multipv = 1;
    std::vector<std::uint16_t> searchmoves;
    int contempt = 0;
    Evaluation evaluation = Evaluation::Full;
    std::shared_ptr<const Tablebase> tables;  // of the same rules as the game; none to search without
};

struct Info {
    int line = 1;
    int depth = 0;
    int seldepth = 0;
    int score = 0;
    int win_in = 0;
    std::uint64_t nodes = 0;
    std::int64_t time_ms = 0;
    int hashfull = 0;
    std::uint64_t tablebase_hits = 0;
    bool is_solved = false;  // is the score that of endgame tables?
    std::vector<std::uint16_t> pv;
};

class Worker;

class Searcher : public SearchClock {
public:
    explicit Searcher(int hash_mb = 64, int threads = 1);
    ~Searcher();

    // Comes before each search, on the thread that may then stop it: from then on a stop counts.
    void begin(const Limits& limits) { start(limits.soft_ms, limits.hard_ms); }
    // The best lines, best first; none when there is no legal move. `report` is called on a thread of the search.
    std::vector<Info> search(const State& game, const Limits& limits, const std::function<void(const Info&)>& report);

    void clear();
    void resize(int hash_mb) { transpositions_.resize(std::size_t(hash_mb)); }
    void set_threads(int threads);
    std::uint64_t nodes() const;
    std::uint64_t tablebase_hits() const;

private:
    friend class Worker;

    // What is remembered holds only under the same rules, with the same evaluation.
    void forget_other_games(const State& game, const Limits& limits);

    TranspositionTable transpositions_;
    std::shared_ptr<const StepTable> last_table_;
    std::shared_ptr<const Tablebase> last_tables_;
    Evaluation last_evaluation_ = Evaluation::Full;
    int last_contempt_ = 0;
    std::vector<std::unique_ptr<Worker>> workers_;
};

}  // namespace jungle
