#include "flip/search.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "flip/worker.h"

namespace jungle::flip {

namespace {

constexpr int kSeenToTheEnd = 60;       // scores this close to a win tell how far away it is; …
constexpr int kKnownByTablebase = 250;  // … those up to here are wins by the tables, at an unknown distance

struct Known {
    int parts = 0;
    int plies = 0;
};

// The value of a move by the tables, for the mover; nothing if they do not know every outcome.
std::optional<Known> look_up(const Game& game, Move move, TablebaseCache& cache) {
    const Position& position = game.position;
    if (move.is_flip()) {
        int sum = 0;
        for (Mask pieces = position.hidden; pieces; pieces &= Mask(pieces - 1)) {
            const auto reply = game.tables->probe(position.turned(move.from, lowest(pieces)), cache);
            if (!reply) return {};
            sum -= reply->parts;
        }
        return Known{sum / std::popcount(position.hidden), 0};
    }
    const Position next = position.after(game.rules, move);
    if (next.is_decided()) return Known{next.winner() < 0 ? 0 : next.winner() == position.side ? kParts : -kParts, 0};
    const auto reply = game.tables->probe(next, cache);
    if (!reply) return {};
    return Known{-reply->parts, position.is_capture(move) ? 0 : reply->plies};
}

// If the tables know everything, searching adds nothing and might go round in circles. The winner takes the
// shortest way to the next capture or flip, the loser the longest.
void keep_best_by_tablebase(const Game& game, MoveList& moves) {
    if (!game.tables || game.position.side == kNobody) return;
    TablebaseCache cache(16);
    std::array<Known, 48> known;
    Known best{-kParts - 1, 0};
    const auto is_better = [](const Known& one, const Known& other) {
        if (one.parts != other.parts) return one.parts > other.parts;
        return one.parts > 0 ? one.plies < other.plies : one.parts < 0 && one.plies > other.plies;
    };
    for (int i = 0; i < moves.count; ++i) {
        const auto found = look_up(game, moves.moves[std::size_t(i)], cache);
        if (!found) return;
        known[std::size_t(i)] = *found;
        if (is_better(*found, best)) best = *found;
    }
    int kept = 0;
    for (int i = 0; i < moves.count; ++i)
        if (!is_better(best, known[std::size_t(i)])) moves.moves[std::size_t(kept++)] = moves.moves[std::size_t(i)];
    moves.count = kept;
}

}  // namespace

void Worker::prepare(const Game& game, const SearchLimits& limits, const MoveList& moves, const OnInfo& report) {
    reset(limits.nodes);
    game_ = game;
    limits_ = limits;
    report_ = &report;
    relations_ = Relations(game.rules);
    killer_ = {};
    roots_.clear();
    finished_.clear();
    for (const Move& move : moves) roots_.push_back({move, -kInfinite, 0, {move.code()}});
    since_[0] = int(game.past.size());
}

// Searches every move; only those that may be among the best lines get an exact score.
bool Worker::search_root(int depth) {
    const auto lines = std::size_t(std::max(limits_.multipv, 1));
    std::vector<int> best;  // the scores of the best lines, falling
    const Position& position = game_.position;
    for (RootMove& root : roots_) {
        seldepth_ = 0;
        line_length_[1] = 0;
        const int alpha = best.size() < lines ? -kInfinite + 1 : best.back();
        int score;
        if (best.empty() || alpha == -kInfinite + 1) {
            score = search_move(position, root.move, 0, depth, -kInfinite + 1, kInfinite - 1);
        } else {
            score = search_move(position, root.move, 0, depth, alpha, alpha + 1);
            if (score > alpha && !stopped_) score = search_move(position, root.move, 0, depth, alpha, kInfinite - 1);
        }
        if (stopped_) return false;
        root.score = score > alpha ? score : -kInfinite;
        if (score <= alpha) continue;
        root.seldepth = std::max(seldepth_, 1);
        root.line.assign(1, root.move.code());
        if (!root.move.is_flip())
            root.line.insert(root.line.end(), line_[1].begin(), line_[1].begin() + line_length_[1]);
        best.insert(std::ranges::upper_bound(best, score, std::greater<>()), score);
        if (best.size() > lines) best.pop_back();
    }
    return true;
}

std::vector<Info> Worker::lines() const {
    std::vector<Info> lines(std::min(finished_.size(), std::size_t(std::max(limits_.multipv, 1))));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const RootMove& root = finished_[i];
        Info& info = lines[i];
        static_cast<SearchCounts&>(info) = team_.counts();
        info.line = int(i) + 1;
        info.lines = int(lines.size());
        info.depth = std::max(completed_depth_, 1);
        info.seldepth = std::max(root.seldepth, 1);
        info.score = root.score;
        const int from_win = kWin - std::abs(root.score);
        const int sign = root.score > 0 ? 1 : -1;
        // While a piece lies face down, a certain win looks the same as a nearly certain one.
        if (!game_.position.hidden && from_win < kSeenToTheEnd) info.win_in = sign * from_win;
        info.expected = from_win < kKnownByTablebase ? sign : double(root.score) / kWin;
        for (const std::uint8_t code : root.line) {
            const Move move = Move::of(code);
            info.pv.push_back(move.wide_code());
            if (move.is_flip()) break;  // What it turns up is unknown.
        }
    }
    return lines;
}

void Worker::deepen() {
    const int deepest = limits_.depth > 0 ? std::min(limits_.depth, kMaxPly - 20) : kMaxPly - 20;
    for (int depth = 1; depth <= deepest; ++depth) {
        // Helpers skip some depths, so that the threads do not all search the same tree.
        if (index_ > 0 && depth > 2 && (depth + index_) % 3 == 0 && depth < deepest) continue;
        const bool finished = search_root(depth);
        if (!finished) {
            // A better move found before the stop is kept, with the score that it showed.
            if (limits_.multipv <= 1 && !finished_.empty()) {
                const auto better = std::ranges::find_if(roots_, [&](const RootMove& root) {
                    return root.score > -kInfinite && root.move != roots_.front().move;
                });
                if (roots_.front().score > -kInfinite && better != roots_.end() && better->score > roots_.front().score)
                    finished_ = {*std::ranges::max_element(roots_, {}, &RootMove::score)};
            }
            break;
        }
        std::ranges::stable_sort(roots_, std::greater<>(), &RootMove::score);
        finished_ = roots_;
        for (RootMove& root : roots_) root.score = -kInfinite;
        completed_depth_ = depth;
        if (index_ == 0) {
            if (*report_)
                for (const Info& info : lines()) (*report_)(info);
            const bool timed = limits_.soft_ms || limits_.hard_ms;
            if (timed && roots_.size() == 1) break;
            if (team_.past_soft_deadline()) break;
        }
        if (team_.is_stopped()) break;
    }
    if (index_ == 0) team_.stop();
}

Searcher::Searcher(int hash_mb, int threads) : ThreadedSearcher(hash_mb) { set_threads(threads); }

std::unique_ptr<SearchWorker> Searcher::new_worker(int index) { return std::make_unique<Worker>(*this, index); }

std::vector<Info> Searcher::search(const Game& game, const SearchLimits& limits, const OnInfo& report) {
    // What is remembered holds only under the same rules and with the same tables.
    if (!(last_rules_ == game.rules) || last_tables_ != game.tables) clear();
    last_rules_ = game.rules;
    last_tables_ = game.tables;
    transpositions_.new_search();

    MoveList moves;
    game.position.moves(game.rules, moves);
    if (!limits.searchmoves.empty()) {
        Move* end = std::remove_if(moves.begin(), moves.end(), [&](const Move& move) {
            return std::ranges::find(limits.searchmoves, move.wide_code()) == limits.searchmoves.end();
        });
        moves.count = int(end - moves.begin());
    } else {
        drop_mirrored_flips(game.position, moves);
        if (limits.multipv <= 1) keep_best_by_tablebase(game, moves);
    }
    if (!moves.count) return {};
    for (auto& worker : workers_) static_cast<Worker&>(*worker).prepare(game, limits, moves, report);
    return static_cast<const Worker&>(run()).lines();
}

}  // namespace jungle::flip
