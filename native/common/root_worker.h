// The root of every game's search: iterative deepening over the root moves.
#pragma once

#include <algorithm>
#include <functional>

#include "common/threaded_searcher.h"

namespace jungle {

// Keeps only the moves that a search is asked to consider; all of them if it names none. `code` is the member function
// that names a move outside the core.
template <class Moves, class Code>
void keep_searchmoves(Moves& moves, const std::vector<MoveCode>& searchmoves, Code code) {
    if (searchmoves.empty()) return;
    const auto is_left_out = [&](const auto& move) {
        return std::ranges::find(searchmoves, std::invoke(code, move)) == searchmoves.end();
    };
    const auto first = moves.moves.begin();
    moves.count = int(std::remove_if(first, first + moves.count, is_left_out) - first);
}

template <class Move>
class RootWorker : public SearchWorker {
public:
    using SearchWorker::SearchWorker;

    void deepen() final {
        const int deepest = limits_.depth > 0 ? std::min(limits_.depth, depth_limit()) : depth_limit();
        for (int depth = 1; depth <= deepest; ++depth) {
            if (is_skipped(depth) && depth < deepest) continue;
            before_ = roots_;
            for (RootMove& root : roots_) root.previous = root.score;
            if (!search_depth(depth)) {
                keep_unfinished(depth);
                break;
            }
            completed_depth_ = depth;
            if (index_ == 0) {
                if (*report_)
                    for (const Info& info : lines()) (*report_)(info);
                const bool is_timed = limits_.soft_ms || limits_.hard_ms;
                if (is_timed && is_deep_enough(depth)) break;
                if (team_.past_soft_deadline(soft_share())) break;
            }
            if (team_.is_stopped()) break;
        }
        if (index_ == 0) team_.stop();
    }

    std::vector<Info> lines() const final {
        const auto count = std::size_t(lines_wanted());
        const SearchCounts counts = team_.counts();
        std::vector<Info> lines(count);
        for (std::size_t i = 0; i < count; ++i) {
            Info& info = lines[i];
            static_cast<SearchCounts&>(info) = counts;
            info.line = int(i) + 1;
            info.lines = int(count);
            info.depth = std::max(completed_depth_, 1);
            info.seldepth = std::max(roots_[i].seldepth, 1);
            info.score = roots_[i].score;
            info.pv = roots_[i].pv;
            complete(info);
        }
        return lines;
    }

protected:
    static constexpr int kUnsearched = -(1 << 15);  // worse than any score

    struct RootMove {
        Move move;
        int score = kUnsearched;
        int previous = kUnsearched;  // the score at the depth before
        int seldepth = 0;
        std::vector<MoveCode> pv;
    };

    // Must be called before each search. `report` must live until the search is over.
    template <class Moves, class Code>
    void begin_search(const SearchLimits& limits, const Moves& moves, Code code, const OnInfo& report) {
        reset(limits.nodes);
        limits_ = limits;
        report_ = &report;
        roots_.resize(std::size_t(moves.count));
        for (std::size_t i = 0; i < roots_.size(); ++i) {
            // A RootMove is reused: in a short search, allocating the lines would take longer than searching them.
            RootMove& root = roots_[i];
            root.move = moves.moves[i];
            root.score = root.previous = kUnsearched;
            root.seldepth = 0;
            root.pv.assign(1, std::invoke(code, root.move));
        }
    }

    // The greatest depth of any search, in plies.
    virtual int depth_limit() const = 0;
    // Searches the root moves to this depth and sorts them, best first. Returns false if it was stopped.
    virtual bool search_depth(int depth) = 0;
    // Restores `before_` after a depth that was stopped, or keeps a better move found before the stop.
    virtual void keep_unfinished(int depth) = 0;
    // True if a search on a clock gains nothing from more depth.
    virtual bool is_deep_enough(int depth) const = 0;
    // The share of the soft deadline after which no new depth is begun. Called once after each depth.
    virtual double soft_share() { return 1; }
    // Adds what only the game knows about a line, such as the distance to the win.
    virtual void complete(Info& info) const = 0;

    int lines_wanted() const { return std::min(std::max(limits_.multipv, 1), int(roots_.size())); }

    // Sorts best first and keeps the order of equals. Nearly all are in order already.
    static void sort_by_score(std::vector<RootMove>::iterator first, std::vector<RootMove>::iterator last) {
        const auto is_better = [](const RootMove& a, const RootMove& b) { return a.score > b.score; };
        for (auto next = first; next != last; ++next)
            if (next != first && is_better(*next, next[-1]))
                std::rotate(std::upper_bound(first, next, *next, is_better), next, next + 1);
    }

    SearchLimits limits_;
    std::vector<RootMove> roots_, before_;  // now, and after the last complete depth

private:
    static constexpr int kSkippedFrom = 3;  // depth from which helpers skip one in kSkippedEach
    static constexpr int kSkippedEach = 3;

    // Helpers skip some depths, so that the threads do not all search the same tree.
    bool is_skipped(int depth) const {
        return index_ > 0 && depth >= kSkippedFrom && (depth + index_) % kSkippedEach == 0;
    }

    const OnInfo* report_ = nullptr;
};

}  // namespace jungle
