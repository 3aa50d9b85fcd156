#include "jungle/worker.h"

#include <cmath>

#include "jungle/race.h"
#include "jungle/search_parameters.h"

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

// Would a pass lose the race to the den? Then a lead counts for nothing until the threat is met.
bool is_den_threatened(const StepTable& table, const Position& position) {
    if (nearest(table, position, position.enemy()) > kThreatSteps) return false;
    Position passed = position;
    passed.pass();
    return decided_race(table, passed) > 0;
}

}  // namespace

const std::array<std::array<std::int8_t, kReductionLimit + 1>, kReductionLimit + 1> kReductions = make_reductions();

void Worker::prepare(const State& game, const Limits& limits, const MoveList& moves, const OnInfo& report) {
    begin_search(limits, moves, &Move::code, report);
    contempt_ = limits.contempt;
    evaluation_ = limits.evaluation;
    tables_ = limits.tables;
    last_best_ = kNoMove;
    stable_ = 0;
    null_free_until_ = 0;
    // Only positions since the last capture can repeat.
    const auto& all = game.keys();
    const std::size_t reach = std::min<std::size_t>(all.size(), std::size_t{game.position().quiet} + 1);
    keys_.assign(all.end() - std::ptrdiff_t(reach), all.end());
    past_ = int(reach) - 1;
    keys_.resize(std::size_t(past_) + kMaxPly + 4);
    sorted_past_.assign(keys_.begin(), keys_.begin() + past_ + 1);
    std::ranges::sort(sorted_past_);
    root_pieces_ = std::popcount(game.position().all());
    nearest_before_.fill(StepTable::kFar + 1);
    for (const Position& position : game.repeated())
        for (int side = 0; side < 2; ++side)
            nearest_before_[side] = std::min(nearest_before_[side], nearest(*game.shared_table(), position, side));
    last_animal_ = game.last_animal();
    shared_table_ = game.shared_table();
    table_ = shared_table_.get();
    for (int ply = 0; ply <= reached_; ++ply) {
        Node& node = stack_[ply];
        node.place = -1;
        node.killers[0] = node.killers[1] = kNoMove;
        node.pv_length = 0;
    }
    reached_ = 0;
    stack_[0].position = game.position();
    stack_[0].accumulated = false;
    stack_[0].since_null = int(game.position().quiet);

    repeats_ = !game.repeated().empty();
    if (tables_ && &tables_->classes().table() != table_) tables_ = nullptr;
    if (tables_ && !tablebase_cache_) tablebase_cache_ = std::make_unique<TablebaseCache>(kTablebaseBlocks);
    root_in_tablebase_ = tables_ && is_root_in_tablebase();
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
        reached_ = std::max(reached_, seldepth_);
        if (stopped_) return best;
        root.score = kUnsearched;
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

bool Worker::search_depth(int depth) {
    const int lines = lines_wanted();
    for (first_line_ = 0; first_line_ < lines; ++first_line_) {
        if (!search_line(depth)) return false;
        sort_by_score(roots_.begin(), roots_.begin() + first_line_ + 1);
    }
    return true;
}

// Searches for the next best line, in a window around its score at the depth before. Returns false if it was stopped.
bool Worker::search_line(int depth) {
    int window = kAspirationWindow;
    int alpha = -kInfinite, beta = kInfinite;
    const int expected = roots_[std::size_t(first_line_)].previous;
    if (depth >= kAspirationDepth && std::abs(expected) < kWinFrom) {
        alpha = expected - window;
        beta = expected + window;
    }
    while (true) {
        const int score = search_root(alpha, beta, depth);
        sort_by_score(roots_.begin() + first_line_, roots_.end());
        if (stopped_) return false;
        if (score <= alpha) {
            beta = (alpha + beta) / 2;
            alpha = std::max(score - window, -kInfinite);
        } else if (score >= beta) {
            beta = std::min(score + window, kInfinite);
        } else {
            return true;
        }
        window += window;
        if (window > kAspirationWidest) alpha = -kInfinite, beta = kInfinite;
    }
}

// Keeps a better move found before the stop, but not a search that was cut off before its first result, nor a loss by
// the best move so far while other moves are untried.
void Worker::keep_unfinished(int depth) {
    const bool lost = roots_[0].score <= -kWinFrom && roots_[0].move == before_[0].move;
    if (depth > 1 && (lost || lines_wanted() > 1)) roots_ = before_;
}

// A decided game needs no deeper look once the depth covers the win.
bool Worker::is_deep_enough(int depth) const {
    if (roots_.size() == 1 && depth >= kForcedDepth) return true;
    return is_win_score(roots_[0].score) && kWin - std::abs(roots_[0].score) <= depth;
}

// The longer the best move stands, the sooner the search ends.
double Worker::soft_share() {
    stable_ = roots_[0].move.code() == last_best_ ? stable_ + 1 : 0;
    last_best_ = roots_[0].move.code();
    if (stable_ >= kVeryStable) return kVeryStableShare;
    return stable_ >= kStable ? kStableShare : kUnstableShare;
}

void Worker::complete(Info& info) const {
    info.seldepth = std::max(info.seldepth, info.depth);
    if (info.score >= kWinFrom) info.win_in = kWin - info.score;
    if (info.score <= -kWinFrom) info.win_in = -(kWin + info.score);
    info.is_solved = root_in_tablebase_;
    if (root_in_tablebase_) follow_tablebase(info.pv);
}

void Worker::clear() {
    history_.clear();
    correction_.clear();
}

void Worker::track_changes() {
    history_.track_changes();
    correction_.track_changes();
}

void Worker::make(int ply, Move move) {
    Node& node = stack_[ply];
    Node& next = stack_[ply + 1];
    node.move = move;
    node.place = History::place(node.position.side, move);
    next.position = node.position.after(move);
    next.since_null = node.since_null + 1;
    next.accumulated = false;
    transpositions_.prefetch(stored_key(next.position));
    keys_[past_ + ply + 1] = next.position.key;
    count_node();
}

void Worker::make_null(int ply) {
    Node& node = stack_[ply];
    Node& next = stack_[ply + 1];
    node.place = -1;
    next.position = node.position;
    next.position.pass();
    next.since_null = 0;
    next.accumulated = false;
    transpositions_.prefetch(stored_key(next.position));
    keys_[past_ + ply + 1] = next.position.key;
    count_node();
}

// Brings the accumulator of a ply up to date, from the last ply that needed its own.
const Accumulator& Worker::accumulate(int ply) {
    int known = ply;
    while (!stack_[known].accumulated && known > 0) --known;
    if (!stack_[known].accumulated) {
        stack_[known].accumulator.fill(*table_->network, stack_[known].position);
        stack_[known].accumulated = true;
    }
    for (; known < ply; ++known) {
        const Node& node = stack_[known];
        Node& next = stack_[known + 1];
        if (node.place < 0)
            next.accumulator = node.accumulator;
        else
            next.accumulator.follow(*table_->network, node.accumulator, node.position.side, node.move);
        next.accumulated = true;
    }
    return stack_[ply].accumulator;
}

int Worker::static_eval(int ply) {
    const Position& position = stack_[ply].position;
    const int score = uses_network(*table_, evaluation_) ? evaluate(*table_, position, accumulate(ply))
                                                         : evaluate(*table_, position, evaluation_);
    return std::clamp(score, -kEvalLimit, kEvalLimit);
}

int Worker::corrected(int ply, int raw) const {
    const Position& position = stack_[ply].position;
    // The longer nothing happens, the less an advantage is worth, so that the better side makes progress.
    const int quiet = std::min<int>(int(position.quiet), kQuietMost);
    raw -= raw * quiet / kQuietFade;
    return std::clamp(raw + correction_.adjust(position), -kEvalLimit, kEvalLimit);
}

// The key under which the table knows a position. Near the limit of quiet plies a score holds for one count of them
// only.
Key Worker::stored_key(const Position& position) const {
    const int left = table_->quiet_limit ? table_->quiet_limit - int(position.quiet) : kQuietNear;
    return left < kQuietNear ? position.key ^ Key(left + 1) * kQuietMixer : position.key;
}

void Worker::update_pv(int ply, Move move) {
    Node& node = stack_[ply];
    const Node& next = stack_[ply + 1];
    node.pv[0] = move.code();
    std::copy_n(next.pv.begin(), next.pv_length, node.pv.begin() + 1);
    node.pv_length = next.pv_length + 1;
}

void Worker::score_moves(int ply, Ordered& moves, const Danger& danger, std::uint16_t hashed) const {
    const Node& node = stack_[ply];
    const int side = node.position.side;
    const int before = ply >= 1 ? stack_[ply - 1].place : -1;
    const int before_that = ply >= 2 ? stack_[ply - 2].place : -1;
    for (int i = 0; i < moves.list.count; ++i) {
        const Move move = moves.list.moves[i];
        int score;
        if (move.code() == hashed) {
            score = kScoreHashed;
        } else if (move.is_capture()) {
            const int gain = capture_gain(*table_, danger, move);
            score = (gain >= 0 ? kScoreGoodCapture : kScoreBadCapture) + gain * kCaptureWorth +
                    table_->worth[move.victim()] - table_->worth[move.animal] / kCaptureWorth;
        } else if (move.code() == node.killers[0]) {
            score = kScoreKiller + 1;
        } else if (move.code() == node.killers[1]) {
            score = kScoreKiller;
        } else if (table_->den_from[side][move.animal] >> move.to & 1) {
            score = kScoreDenAttack;
        } else {
            score = history_.score(History::place(side, move), before, before_that);
            const bool hangs = danger.at(move.to, move.animal);
            if (hangs)
                score -= kHangPenalty + table_->worth[move.animal] * kDangerWorth;
            else if (danger.at(move.from, move.animal))
                score += kEscapeBonus + table_->worth[move.animal] * kDangerWorth;
        }
        moves.set_score(i, score);
    }
    moves.close();
}

template <bool is_pv>
int Worker::search(int ply, int alpha, int beta, int depth, bool is_cut) {
    if (depth <= 0) return quiesce<is_pv>(ply, alpha, beta);
    Node& node = stack_[ply];
    const Position& position = node.position;
    node.pv_length = 0;

    // Step 1. Terminal nodes: the game is over or drawn, time is up, or the stack is full.
    if (int score; ends_here(ply, score)) return score;
    seldepth_ = std::max(seldepth_, ply);

    // Step 2. Mate distance pruning: a quicker win has already been found.
    alpha = std::max(alpha, -(kWin - ply));
    beta = std::min(beta, kWin - ply - 1);
    if (alpha >= beta) return alpha;

    // Step 3. Tablebase probe.
    if (int score; is_in_tablebase(ply, depth, score)) return score;

    // Step 4. Den threats: enter an open den at once; if an enemy is next to ours, only capturing it helps.
    if (can_enter_den(position)) return kWin - ply - 1;
    const Bits attackers = den_attackers(position);
    if (std::popcount(attackers) > 1) return -(kWin - ply - 2);

    // Step 5. Race detection: one side reaches the den and nobody can stop it.
    if (!attackers && !is_pv)
        if (const int score = race_score(ply)) return score;

    // Step 6. Transposition table lookup.
    Stored stored;
    const Key key = stored_key(position);
    const bool hit = transpositions_.probe(key, stored);
    const std::uint16_t hashed = hit ? stored.move : kNoMove;
    if (hit && !is_pv && stored.depth >= depth) {
        const int score = from_stored(stored.score, ply);
        if (stored.settles(score, alpha, beta)) return score;
    }

    // Step 7. Static evaluation, corrected by what earlier searches learned and improved by the table's bound.
    const int previous_eval = ply >= 2 ? stack_[ply - 2].eval : 0;
    int eval, raw = 0;
    if (attackers) {
        eval = node.eval = ply >= 2 ? previous_eval : 0;
    } else {
        raw = hit ? stored.eval : static_eval(ply);
        eval = node.eval = corrected(ply, raw);
        if (hit && !is_win_score(stored.score) && stored.improves(eval)) eval = stored.score;
    }
    const bool improving = !attackers && ply >= 2 && node.eval > previous_eval;

    if (!is_pv && !attackers && !is_win_score(beta)) {
        // Step 8. Reverse futility pruning: so far above beta that the enemy will not catch up.
        if (depth <= kReverseFutilityDepth && eval - kReverseFutilityMargin * (depth - improving) >= beta &&
            !is_den_threatened(*table_, position))
            return (eval + beta) / 2;

        // Step 9. Null move pruning: even a pass is good enough. Not with few pieces, where zugzwang is likely, and
        // verified at high depth.
        if (depth >= kNullDepth && eval >= beta && node.eval >= beta && ply >= null_free_until_ &&
            stack_[ply - 1].place >= 0 && std::popcount(position.occupied[position.side]) >= kNullPieces) {
            const int reduced = depth - (kNullReduction + depth / kNullDepthShare +
                                         std::min((eval - beta) / kNullEvalShare, kNullEvalMost));
            make_null(ply);
            int score = -search<false>(ply + 1, -beta, -beta + 1, reduced, !is_cut);
            if (stopped_) return 0;
            if (score >= beta) {
                if (is_win_score(score)) score = beta;
                if (depth < kNullVerifyDepth || null_free_until_) return score;
                null_free_until_ = ply + 3 * reduced / 4;
                const int verified = search<false>(ply, beta - 1, beta, reduced, false);
                null_free_until_ = 0;
                if (stopped_) return 0;
                if (verified >= beta) return score;
            }
        }
    }

    // Step 10. Internal iterative reduction: without a hash move, a shallower search finds one sooner.
    if (depth >= kUnorderedDepth && !hashed && (is_pv || is_cut)) --depth;

    // Step 11. Staged move generation and ordering: the hash move is tried before the others are generated.
    Ordered moves;
    Danger danger;
    Move proposed{};
    enum class Stage { Proposed, Generate, Rest } stage = Stage::Proposed;
    if (attackers) {
        position.generate<Position::Kind::Captures>(*table_, moves.list);
        moves.list.keep_to(attackers);
        if (!moves.list.count) return -(kWin - ply - 2);
        ++depth;  // The den is about to fall.
        danger.look(*table_, position, position.side);
        score_moves(ply, moves, danger, hashed);
        stage = Stage::Rest;
    } else if (!hashed || !position.find_move(*table_, hashed, proposed)) {
        stage = Stage::Generate;
    }
    const auto next_move = [&]() -> const Move* {
        if (stage == Stage::Proposed) {
            stage = Stage::Generate;
            moves.last_score = kScoreHashed;
            return &proposed;
        }
        if (stage == Stage::Generate) {
            stage = Stage::Rest;
            position.generate<Position::Kind::All>(*table_, moves.list);
            if (proposed.from != proposed.to) moves.list.drop(proposed.code());
            danger.look(*table_, position, position.side);
            score_moves(ply, moves, danger, kNoMove);
        }
        return moves.pick();
    };

    const int old_alpha = alpha;
    int best = -kInfinite, number = 0;
    Move best_move{};
    std::array<int, kAnimals * kMaxSteps> tried;
    int tried_count = 0;
    const int before = ply >= 1 ? stack_[ply - 1].place : -1;
    const int before_that = ply >= 2 ? stack_[ply - 2].place : -1;
    stack_[ply + 2].killers[0] = stack_[ply + 2].killers[1] = kNoMove;

    while (const Move* picked = next_move()) {
        const Move move = *picked;
        const bool quiet = !move.is_capture();
        const bool attacks_den = table_->den_from[position.side][move.animal] >> move.to & 1;

        // Step 12. Pruning at low depth: late move pruning, futility pruning, hanging quiet moves, and bad captures.
        if (best > -kWinFrom && !is_pv && !attackers) {
            if (quiet && !attacks_den) {
                // From here on there are only quiet moves and bad captures.
                const bool late =
                    depth <= kLateMovesDepth && number >= (kLateMovesBase + depth * depth) / (2 - improving);
                const bool futile = depth <= kFutilityDepth && eval + kFutilityBase + kFutilityMargin * depth <= alpha;
                if (late || futile) {
                    if (depth <= kBadCapturePruneDepth && moves.last_score < kScoreKiller) break;
                    continue;
                }
                if (depth <= kDangerPruneDepth && danger.at(move.to, move.animal)) continue;
            } else if (!quiet && depth <= kBadCapturePruneDepth && moves.last_score < 0) {
                continue;
            }
        }

        make(ply, move);
        if (is_chase(ply, move, stack_[ply + 1].position.key)) continue;
        ++number;

        // Step 13. Principal variation search with late move reductions: late moves are searched less deep at first,
        // all but the first with a null window.
        int score;
        const int full = depth - 1;
        int reduced = full;
        if (depth >= kReduceDepth && number > kReduceFrom && quiet && !attackers) {
            int reduction = reduction_of(depth, number);
            reduction += is_cut + !improving - is_pv;
            if (attacks_den) reduction -= kReduceDenAttack;
            reduction -= std::clamp(moves.last_score / kReduceHistory, -kReduceHistoryMost, kReduceHistoryMost);
            reduced = std::clamp(full - reduction, 1, full);
        }
        if (number == 1) {
            score = is_pv ? -search<true>(ply + 1, -beta, -alpha, full, false)
                          : -search<false>(ply + 1, -alpha - 1, -alpha, full, !is_cut);
        } else {
            score = -search<false>(ply + 1, -alpha - 1, -alpha, reduced, true);
            if (score > alpha && reduced < full) score = -search<false>(ply + 1, -alpha - 1, -alpha, full, !is_cut);
            if (is_pv && score > alpha) score = -search<true>(ply + 1, -beta, -alpha, full, false);
        }
        if (stopped_) return 0;

        if (score > best) {
            best = score;
            if (score > alpha) {
                best_move = move;
                if (is_pv) update_pv(ply, move);
                alpha = score;
                if (score >= beta) break;
            }
        }
        if (quiet) tried[tried_count++] = stack_[ply].place;
    }

    // Step 14. Stalemate: there is no legal move.
    if (number == 0 && best == -kInfinite) {
        if (attackers) return -(kWin - ply - 2);
        return table_->stalemate_loses ? -(kWin - ply) : draw_score(ply);
    }

    // Step 15. Update killers, histories, transposition table and evaluation correction.
    if (best >= beta && !best_move.is_capture()) {
        if (node.killers[0] != best_move.code()) {
            node.killers[1] = node.killers[0];
            node.killers[0] = best_move.code();
        }
        const int bonus = std::min(kHistoryDepthBonus * depth, kHistoryMaxBonus);
        history_.update(History::place(position.side, best_move), before, before_that, bonus);
        for (int i = 0; i < tried_count; ++i) history_.update(tried[i], before, before_that, -bonus);
    }
    const Bound bound = best >= beta ? Bound::Lower : best > old_alpha ? Bound::Exact : Bound::Upper;
    transpositions_.store(key, {best > old_alpha ? best_move.code() : hashed, std::int16_t(to_stored(best, ply)),
                                std::int16_t(raw), std::int8_t(std::min(depth, 127)), bound});
    if (!attackers && !is_win_score(best) && (best_move.from == best_move.to || !best_move.is_capture()) &&
        (bound == Bound::Exact || (bound == Bound::Lower ? best > node.eval : best < node.eval)))
        correction_.learn(position, best - node.eval, depth);
    return best;
}

template int Worker::search<false>(int, int, int, int, bool);
template int Worker::search<true>(int, int, int, int, bool);

// Quiescence search: captures, and answers to den attacks, until the board is quiet.
template <bool is_pv>
int Worker::quiesce(int ply, int alpha, int beta) {
    Node& node = stack_[ply];
    const Position& position = node.position;
    node.pv_length = 0;

    // Step 1. Terminal nodes, tablebase probe, den threats and race detection, as in the search.
    if (int score; ends_here(ply, score)) return score;
    seldepth_ = std::max(seldepth_, ply);
    if (int score; is_in_tablebase(ply, 0, score)) return score;
    if (can_enter_den(position)) return kWin - ply - 1;
    const Bits attackers = den_attackers(position);
    if (std::popcount(attackers) > 1) return -(kWin - ply - 2);

    if (!attackers)
        if (const int score = race_score(ply)) return score;

    // Step 2. Transposition table lookup.
    Stored stored;
    const Key key = stored_key(position);
    const bool hit = transpositions_.probe(key, stored);
    if (hit && !is_pv) {
        const int score = from_stored(stored.score, ply);
        if (stored.settles(score, alpha, beta)) return score;
    }

    // Step 3. Stand pat.
    int best = -kInfinite, raw = 0;
    const int old_alpha = alpha;
    if (!attackers) {
        raw = hit ? stored.eval : static_eval(ply);
        best = node.eval = corrected(ply, raw);
        if (hit && !is_win_score(stored.score) && stored.improves(best)) best = stored.score;
        if (best >= beta) return best;
        alpha = std::max(alpha, best);
    }

    // Step 4. Captures that may gain, with delta pruning; if the den is attacked, every capture of the attacker.
    Ordered moves;
    position.generate<Position::Kind::Captures>(*table_, moves.list);
    if (attackers) {
        moves.list.keep_to(attackers);
        if (!moves.list.count) return -(kWin - ply - 2);
    }
    if (moves.list.count) {
        Danger danger;
        danger.look(*table_, position, position.side);
        score_moves(ply, moves, danger, hit ? stored.move : kNoMove);
        Move best_move{};
        while (const Move* picked = moves.pick()) {
            const Move move = *picked;
            if (!attackers && best > -kWinFrom) {
                if (moves.last_score < 0) break;
                if (node.eval + table_->worth[move.victim()] + kDeltaMargin <= alpha &&
                    std::popcount(position.occupied[position.enemy()]) > 1)
                    continue;
            }
            make(ply, move);
            const int score = -quiesce<is_pv>(ply + 1, -beta, -alpha);
            if (stopped_) return 0;
            if (score > best) {
                best = score;
                if (score > alpha) {
                    best_move = move;
                    if (is_pv) update_pv(ply, move);
                    alpha = score;
                    if (score >= beta) break;
                }
            }
        }
        const Bound bound = best >= beta ? Bound::Lower : best > old_alpha ? Bound::Exact : Bound::Upper;
        if (!attackers)
            transpositions_.store(key, {alpha > old_alpha ? best_move.code() : kNoMove,
                                        std::int16_t(to_stored(best, ply)), std::int16_t(raw), 0, bound});
    }
    return best;
}

template int Worker::quiesce<false>(int, int, int);
template int Worker::quiesce<true>(int, int, int);

// How a line ends: draws, decided games, dens that fall and races to them.

// A game may be long: its past is looked up, and only the line being searched is scanned.
int Worker::past_occurrences(Key key) const {
    const auto found = std::ranges::equal_range(sorted_past_, key);
    return int(found.size());
}

int Worker::occurrences(Key key, int ply) const {
    const auto line = keys_.begin() + past_ + 1;
    return past_occurrences(key) + int(std::count(line, line + ply, key));
}

// A position that repeats within this line is a draw immediately; one from the game's past at its third occurrence.
bool Worker::is_repetition(int ply) const {
    const Key key = stack_[ply].position.key;
    const int back = std::min<int>(int(stack_[ply].position.quiet), stack_[ply].since_null);
    for (int distance = 4; distance <= back && distance < ply; distance += 2)
        if (keys_[past_ + ply - distance] == key) return true;
    return back >= ply && past_occurrences(key) >= 2;
}

bool Worker::is_chase(int ply, Move move, Key after) const {
    if (table_->repetition != Repetition::Chase || move.is_capture()) return false;
    const int last = ply == 0 ? last_animal_ : stack_[ply - 1].place < 0 ? -1 : stack_[ply - 1].move.animal;
    return last >= 0 && (table_->takes[move.animal] >> last & 1) && occurrences(after, ply) >= 2;
}

bool Worker::is_drawn(int ply) const {
    const Position& position = stack_[ply].position;
    if (table_->quiet_limit && position.quiet >= std::uint32_t(table_->quiet_limit))
        return position.count_moves(*table_) > 0;
    return position.quiet >= 4 && is_repetition(ply);
}

int Worker::decided_score(int ply) const {
    const Position& position = stack_[ply].position;
    const int winner = position.winner();
    if (winner < 0) return draw_score(ply);
    // A side that trades its last piece away has lost by its own move.
    return winner == position.side ? kWin - ply : -(kWin - ply);
}

// Has the game, the time or the stack ended?
bool Worker::ends_here(int ply, int& score) {
    const Position& position = stack_[ply].position;
    if (position.is_decided())
        score = decided_score(ply);
    else if (out_of_time())
        score = 0;
    else if (is_drawn(ply))
        score = draw_score(ply);
    else if (ply >= kMaxPly)
        score = static_eval(ply);
    else
        return false;
    return true;
}

bool Worker::can_enter_den(const Position& position) const {
    const int side = position.side;
    if (!(position.occupied[side] & table_->den_from_any[side])) return false;
    for (int animal = 0; animal < kAnimals; ++animal)
        if (table_->den_from[side][animal] >> position.square[side * kAnimals + animal] & 1) return true;
    return false;
}

// Was a side this close to the den twice before? Then a return may be a draw, or forbidden, and wins nothing yet.
bool Worker::has_turned_back(const Position& position, int side, int steps) const {
    // After a capture nothing can repeat.
    return nearest_before_[side] <= steps && std::popcount(position.all()) == root_pieces_;
}

// The enemies that will enter the den unless captured; none if the game is drawn before that.
Bits Worker::den_attackers(const Position& position) const {
    const int enemy = position.enemy();
    Bits attackers = 0;
    if (table_->quiet_limit && position.quiet + 1 >= std::uint32_t(table_->quiet_limit)) return attackers;
    if (has_turned_back(position, enemy, 1)) return attackers;
    if (position.occupied[enemy] & table_->den_from_any[enemy])
        for (int animal = 0; animal < kAnimals; ++animal)
            attackers |= bit(position.square[enemy * kAnimals + animal]) & table_->den_from[enemy][animal];
    return attackers;
}

// The score of a race that is decided, for the side that moves, or 0.
int Worker::race_score(int ply) const {
    const Position& position = stack_[ply].position;
    const int plies = decided_race(*table_, position);
    if (plies > 0 && !has_turned_back(position, position.side, plies / 2)) return kWin - ply - plies;
    if (plies < 0 && !has_turned_back(position, position.enemy(), -plies / 2)) return -(kWin - ply + plies);
    return 0;
}

// Endings that the tablebase has solved.

// The exact score of a position, if a table has it and nothing played before can change it.
bool Worker::is_in_tablebase(int ply, int depth, int& score) {
    const Tablebase* tables = tables_.get();
    if (!tables) return false;
    const Position& position = stack_[ply].position;
    const int pieces = std::popcount(position.all());
    if (pieces > tables->pieces()) return false;
    if (ply > 1 && depth < kTablebaseDepth && pieces > kTablebasePieces) return false;
    const int code = tables->probe(position, *tablebase_cache_);
    if (code < 0) return false;
    count_tablebase_hit();
    if (code == kTablebaseDraw) {
        score = draw_score(ply);
        return true;
    }
    const int plies = tablebase_plies(std::uint8_t(code));
    // The way to the end may exceed the limit, or pass a position that had occurred twice before the root.
    if (table_->quiet_limit && position.quiet + std::uint32_t(plies) > std::uint32_t(table_->quiet_limit)) return false;
    if (ply > 1 && repeats_ && pieces == root_pieces_) return false;
    const int won = std::max(kWin - ply - plies, kWinFrom);
    score = is_tablebase_win(std::uint8_t(code)) ? won : -won;
    return true;
}

// Is the exact score of every move known?
bool Worker::is_root_in_tablebase() {
    for (const RootMove& root : roots_) {
        stack_[1].position = stack_[0].position.after(root.move);
        int score;
        if (!stack_[1].position.is_decided() && !is_in_tablebase(1, 0, score)) return false;
    }
    return true;
}

// Lengthens a line by best play to the end of the game.
void Worker::follow_tablebase(std::vector<MoveCode>& pv) const {
    Position position = stack_[0].position;
    Move move;
    for (const std::uint16_t code : pv) {
        if (!position.find_move(*table_, code, move)) return;
        position.play(move);
    }
    while (!position.is_decided() && pv.size() < std::size_t(kMaxPly)) {
        const int code = tables_->probe(position, *tablebase_cache_);
        if (code <= 1) return;  // a draw, a side without a move, or no table
        MoveList moves;
        position.generate<Position::Kind::All>(*table_, moves);
        const Move* best = nullptr;
        for (const Move& candidate : moves) {
            const Position next = position.after(candidate);
            const int left = next.is_decided() ? 1 : tables_->probe(next, *tablebase_cache_);
            if (left == code - 1) best = &candidate;
        }
        if (!best) return;
        pv.push_back(best->code());
        position.play(*best);
    }
}

}  // namespace jungle
