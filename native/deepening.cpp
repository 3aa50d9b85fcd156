// The root of the search: iterative deepening, line by line, until a limit is reached.
#include <cmath>

#include "margins.h"
#include "race.h"
#include "worker.h"

namespace jungle {

namespace {

auto make_reductions() {
    std::array<std::array<std::int8_t, kReductionLimit + 1>, kReductionLimit + 1> reductions{};
    for (int depth = 1; depth <= kReductionLimit; ++depth)
        for (int number = 1; number <= kReductionLimit; ++number)
            reductions[std::size_t(depth)][std::size_t(number)] =
                std::int8_t(kReduceBase + std::log(depth) * std::log(number) / kReduceScale);
    return reductions;
}

}  // namespace

const std::array<std::array<std::int8_t, kReductionLimit + 1>, kReductionLimit + 1> kReductions = make_reductions();

void Worker::prepare(const State& game, const Limits& limits, const MoveList& moves) {
    limits_ = limits;
    contempt_ = limits.contempt;
    stopped_ = false;
    nodes_.store(0, std::memory_order_relaxed);
    next_total_ = 0;
    table_hits_.store(0, std::memory_order_relaxed);
    completed_depth_ = 0;
    roots_.clear();
    for (const Move& move : moves) {
        RootMove root;
        root.move = move;
        root.pv = {move.code()};
        roots_.push_back(std::move(root));
    }
    // Only positions since the last capture can repeat.
    const auto& all = game.keys();
    const std::size_t reach = std::min<std::size_t>(all.size(), std::size_t{game.position().quiet} + 1);
    keys_.assign(all.end() - std::ptrdiff_t(reach), all.end());
    past_ = int(reach) - 1;
    keys_.resize(std::size_t(past_) + kMaxPly + 4);
    sorted_past_.assign(keys_.begin(), keys_.begin() + past_ + 1);
    std::ranges::sort(sorted_past_);
    root_pieces_ = std::popcount(game.position().all());
    nearest_before_.fill(Table::kFar + 1);
    for (const Position& position : game.repeated())
        for (int side = 0; side < 2; ++side)
            nearest_before_[side] = std::min(nearest_before_[side], nearest(*game.shared_table(), position, side));
    last_animal_ = game.last_animal();
    shared_table_ = game.shared_table();
    table_ = shared_table_.get();
    for (Node& node : stack_) {
        node.place = -1;
        node.killers[0] = node.killers[1] = kNoMove;
        node.pv_length = 0;
    }
    stack_[0].position = game.position();
    stack_[0].accumulated = false;
    stack_[0].since_null = int(game.position().quiet);

    repeats_ = !game.repeated().empty();
    if (limits_.tables && &limits_.tables->classes().table() != table_) limits_.tables = nullptr;
    if (limits_.tables && !table_cache_) table_cache_ = std::make_unique<TableCache>(kTableBlocks);
    root_in_tables_ = limits_.tables && is_root_in_tables();
}

int Worker::search_root(int alpha, int beta, int depth) {
    Node& node = stack_[0];
    node.pv_length = 0;
    node.eval = corrected(0, static_eval(0));
    int best = -kInfinite;
    for (std::size_t i = std::size_t(first_line_); i < roots_.size(); ++i) {
        RootMove& root = roots_[i];
        make(0, root.move);
        seldepth_ = 0;
        int score;
        const bool is_first = i == std::size_t(first_line_);
        if (is_first) {
            score = -search<true>(1, -beta, -alpha, depth - 1, false);
        } else {
            const int number = int(i) - first_line_ + 1;
            int reduced = depth - 1;
            if (depth >= kReduceDepth && number > kReduceFrom && !root.move.is_capture())
                reduced = std::clamp(depth - 1 - reduction_of(depth, number), 1, depth - 1);
            score = -search<false>(1, -alpha - 1, -alpha, reduced, true);
            if (score > alpha && reduced < depth - 1) score = -search<false>(1, -alpha - 1, -alpha, depth - 1, true);
            if (score > alpha) score = -search<true>(1, -beta, -alpha, depth - 1, false);
        }
        if (stopped_) return best;
        root.score = -kInfinite;
        if (is_first || score > alpha) {
            root.score = score;
            root.seldepth = seldepth_;
            root.pv.assign(1, root.move.code());
            root.pv.insert(root.pv.end(), stack_[1].pv.begin(), stack_[1].pv.begin() + stack_[1].pv_length);
        }
        if (score > best) {
            best = score;
            alpha = std::max(alpha, score);
            if (score >= beta) break;
        }
    }
    return best;
}

Info Worker::info(const RootMove& root, int line, int depth) const {
    Info info;
    info.line = line;
    info.depth = depth;
    info.seldepth = std::max(root.seldepth, depth);
    info.score = root.score;
    if (root.score >= kWinFrom) info.win_in = kWin - root.score;
    if (root.score <= -kWinFrom) info.win_in = -(kWin + root.score);
    info.nodes = searcher_.nodes();
    info.time_ms = searcher_.elapsed_ms();
    info.hashfull = searcher_.transpositions_.per_mille();
    info.table_hits = searcher_.table_hits();
    info.pv = root.pv;
    info.is_solved = root_in_tables_;
    if (root_in_tables_) follow_tables(info.pv);
    return info;
}

std::vector<Info> Worker::lines() const {
    std::vector<Info> lines;
    const std::size_t count = std::min<std::size_t>(roots_.size(), std::size_t(std::max(limits_.multipv, 1)));
    for (std::size_t i = 0; i < count; ++i) lines.push_back(info(roots_[i], int(i) + 1, std::max(completed_depth_, 1)));
    return lines;
}

void Worker::deepen(const std::function<void(const Info&)>& report) {
    const int lines = std::min(std::max(limits_.multipv, 1), int(roots_.size()));
    int deepest = limits_.depth > 0 ? std::min(limits_.depth, kMaxPly - 1) : kMaxPly - 1;
    if (root_in_tables_) deepest = 1;  // Every move is solved.
    std::uint16_t last_best = kNoMove;
    int stable = 0;
    null_free_until_ = 0;
    const auto by_score = [](const RootMove& a, const RootMove& b) { return a.score > b.score; };

    for (root_depth_ = 1; root_depth_ <= deepest; ++root_depth_) {
        // Helpers skip some depths, so that the threads do not all search the same tree.
        if (index_ > 0 && root_depth_ >= kSkippedFrom && (root_depth_ + index_) % kSkippedEach == 0 &&
            root_depth_ < deepest)
            continue;
        const auto before = roots_;
        for (RootMove& root : roots_) root.previous = root.score;
        bool finished = true;
        for (first_line_ = 0; first_line_ < lines; ++first_line_) {
            int window = kAspirationWindow;
            int alpha = -kInfinite, beta = kInfinite;
            const int expected = roots_[std::size_t(first_line_)].previous;
            if (root_depth_ >= kAspirationDepth && std::abs(expected) < kWinFrom) {
                alpha = expected - window;
                beta = expected + window;
            }
            while (true) {
                const int score = search_root(alpha, beta, root_depth_);
                std::stable_sort(roots_.begin() + first_line_, roots_.end(), by_score);
                if (stopped_) break;
                if (score <= alpha) {
                    beta = (alpha + beta) / 2;
                    alpha = std::max(score - window, -kInfinite);
                } else if (score >= beta) {
                    beta = std::min(score + window, kInfinite);
                } else {
                    break;
                }
                window += window;
                if (window > kAspirationWidest) alpha = -kInfinite, beta = kInfinite;
            }
            if (stopped_) {
                finished = false;
                break;
            }
            std::stable_sort(roots_.begin(), roots_.begin() + first_line_ + 1, by_score);
        }
        if (!finished) {
            // A better move found before the stop is kept; a search that broke off before its first result is not,
            // nor is a loss by the move that was best so far, while others are untried.
            const bool lost = roots_[0].score <= -kWinFrom && roots_[0].move == before[0].move;
            if (root_depth_ > 1 && (lost || lines > 1)) roots_ = before;
            break;
        }
        completed_depth_ = root_depth_;
        if (index_ == 0) {
            if (report)
                for (int line = 0; line < lines; ++line)
                    report(info(roots_[std::size_t(line)], line + 1, root_depth_));
            stable = roots_[0].move.code() == last_best ? stable + 1 : 0;
            last_best = roots_[0].move.code();
            // A decided game needs no deeper look once the depth covers the win.
            const bool timed = limits_.soft_ms || limits_.hard_ms;
            if (timed && is_win_score(roots_[0].score) && kWin - std::abs(roots_[0].score) <= root_depth_) break;
            if (timed && roots_.size() == 1 && root_depth_ >= kForcedDepth) break;
            const double share = stable >= kVeryStable ? kVeryStableShare : stable >= kStable ? kStableShare : kUnstableShare;
            if (searcher_.past_soft_deadline(share)) break;
        }
        if (searcher_.is_stopped()) break;
    }
    if (index_ == 0) searcher_.stop();
}

}  // namespace jungle
