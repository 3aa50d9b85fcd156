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
    begin_search(limits, moves, &Move::wide_code, report);
    game_ = game;
    relations_ = Relations(game.rules);
    killer_ = {};
    since_[0] = int(game.past.size());
}

// Searches every move; only those that may be among the best lines get an exact score.
bool Worker::search_depth(int depth) {
    const auto lines = std::size_t(lines_wanted());
    std::vector<int> best;  // the scores of the best lines, falling
    const Position& position = game_.position;
    for (RootMove& root : roots_) root.score = kUnsearched;
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
        if (score <= alpha) continue;
        root.score = score;
        root.seldepth = seldepth_;
        root.pv.assign(1, root.move.wide_code());
        // What a flip turns up is unknown.
        if (!root.move.is_flip())
            for (int i = 0; i < line_length_[1]; ++i) root.pv.push_back(Move::of(line_[1][std::size_t(i)]).wide_code());
        best.insert(std::ranges::upper_bound(best, score, std::greater<>()), score);
        if (best.size() > lines) best.pop_back();
    }
    sort_by_score(roots_.begin(), roots_.end());
    return true;
}

// A better move found before the stop is kept, with the score that it showed.
void Worker::keep_unfinished(int) {
    const auto best = std::ranges::max_element(roots_, {}, &RootMove::score);
    const int first = roots_.front().score;
    if (lines_wanted() == 1 && first > kUnsearched && best->score > first)
        std::swap(roots_.front(), *best);
    else
        roots_ = before_;
}

void Worker::complete(Info& info) const {
    const int from_win = kWin - std::abs(info.score);
    const int sign = info.score > 0 ? 1 : -1;
    // While a piece lies face down, a certain win looks the same as a nearly certain one.
    if (!game_.position.hidden && from_win < kSeenToTheEnd) info.win_in = sign * from_win;
    info.expected = from_win < kKnownByTablebase ? sign : double(info.score) / kWin;
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
    keep_searchmoves(moves, limits.searchmoves, &Move::wide_code);
    if (limits.searchmoves.empty()) {
        drop_mirrored_flips(game.position, moves);
        if (limits.multipv <= 1) keep_best_by_tablebase(game, moves);
    }
    if (!moves.count) return {};
    for (auto& worker : workers_) static_cast<Worker&>(*worker).prepare(game, limits, moves, report);
    return run();
}

}  // namespace jungle::flip
