#include "worker.h"

#include "margins.h"
#include "race.h"

namespace jungle {

namespace {

// Would a pass lose the race to the den? Then no lead counts before the threat is met.
bool is_den_threatened(const Table& table, const Position& position) {
    if (nearest(table, position, position.enemy()) > kThreatSteps) return false;
    Position passed = position;
    passed.pass();
    return decided_race(table, passed) > 0;
}

}  // namespace

void Worker::clear() {
    history_.clear();
    correction_.clear();
}

bool Worker::out_of_time() {
    if (stopped_) return true;
    // The first depth takes no time, and without it there is no move to report.
    if (!completed_depth_ && index_ == 0) return false;
    const std::uint64_t count = nodes_.load(std::memory_order_relaxed);
    if (limits_.nodes) {
        // The limit is for all threads together. Adding them up is slow, so it is done more often towards the end.
        if (count >= next_total_) {
            const std::uint64_t total = searcher_.nodes();
            if (total >= limits_.nodes) searcher_.stop();
            next_total_ = count + std::max<std::uint64_t>((limits_.nodes - std::min(total, limits_.nodes)) / 32, 1);
        }
        if (searcher_.is_stopped()) return stopped_ = true;
    }
    if (count & kClockNodes) return false;
    if (index_ == 0 && searcher_.past_hard_deadline()) searcher_.stop();
    return stopped_ = searcher_.is_stopped();
}

void Worker::make(int ply, Move move) {
    Node& node = stack_[ply];
    Node& next = stack_[ply + 1];
    node.move = move;
    node.place = History::place(node.position.side, move);
    next.position = node.position.after(move);
    next.since_null = node.since_null + 1;
    next.accumulated = false;
    searcher_.transpositions_.prefetch(stored_key(next.position));
    keys_[past_ + ply + 1] = next.position.key;
    nodes_.store(nodes_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

void Worker::make_null(int ply) {
    Node& node = stack_[ply];
    Node& next = stack_[ply + 1];
    node.place = -1;
    next.position = node.position;
    next.position.pass();
    next.since_null = 0;
    next.accumulated = false;
    searcher_.transpositions_.prefetch(stored_key(next.position));
    keys_[past_ + ply + 1] = next.position.key;
    nodes_.store(nodes_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
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
    const int score = uses_network(*table_, limits_.evaluation) ? evaluate(*table_, position, accumulate(ply))
                                                                : evaluate(*table_, position, limits_.evaluation);
    return std::clamp(score, -kEvalLimit, kEvalLimit);
}

int Worker::corrected(int ply, int raw) const {
    const Position& position = stack_[ply].position;
    // The longer nothing happens, the less an advantage is worth, so that the better side makes progress.
    const int quiet = std::min<int>(int(position.quiet), kQuietMost);
    raw -= raw * quiet / kQuietFade;
    return std::clamp(raw + correction_.adjust(position), -kEvalLimit, kEvalLimit);
}

// The key under which the table knows a position. Near the limit of quiet plies a score holds for one count of them only.
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

    // Step 1. The end of the game, of the time, of the stack.
    if (int score; ends_here(ply, score)) return score;
    seldepth_ = std::max(seldepth_, ply);

    // Step 2. No line is better than a quicker win already found.
    alpha = std::max(alpha, -(kWin - ply));
    beta = std::min(beta, kWin - ply - 1);
    if (alpha >= beta) return alpha;

    // Step 3. An ending that is solved.
    if (int score; is_in_tables(ply, depth, score)) return score;

    // Step 4. The den is open, or the enemy is at ours: then only the attacker's capture helps.
    if (can_enter_den(position)) return kWin - ply - 1;
    const Bits attackers = den_attackers(position);
    if (std::popcount(attackers) > 1) return -(kWin - ply - 2);

    // Step 5. A race that is decided.
    if (!attackers && !is_pv)
        if (const int score = race_score(ply)) return score;

    // Step 6. What the table knows.
    Stored stored;
    const Key key = stored_key(position);
    const bool hit = searcher_.transpositions_.probe(key, stored);
    const std::uint16_t hashed = hit ? stored.move : kNoMove;
    if (hit && !is_pv && stored.depth >= depth) {
        const int score = from_stored(stored.score, ply);
        if (stored.settles(score, alpha, beta)) return score;
    }

    // Step 7. What the position is worth without a move.
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
        // Step 8. So far above beta that the enemy will not catch up.
        if (depth <= kReverseFutilityDepth && eval - kReverseFutilityMargin * (depth - improving) >= beta &&
            !is_den_threatened(*table_, position))
            return (eval + beta) / 2;

        // Step 9. Even a pass is good enough; not where zugzwang is likely.
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

    // Step 10. Without a move to try first, a shallower search finds one sooner.
    if (depth >= kUnorderedDepth && !hashed && (is_pv || is_cut)) --depth;

    // Step 11. The moves, best first; what the table proposes comes before all others are even generated.
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

        // Step 12. Skip moves that cannot matter.
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

        // Step 13. Search it: late moves less deep at first, all but the first with a null window.
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

    // Step 14. There is no legal move.
    if (number == 0 && best == -kInfinite) {
        if (attackers) return -(kWin - ply - 2);
        return table_->stalemate_loses ? -(kWin - ply) : draw_score(ply);
    }

    // Step 15. Remember what was learned.
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
    searcher_.transpositions_.store(key,
                                    {best > old_alpha ? best_move.code() : hashed, std::int16_t(to_stored(best, ply)),
                                     std::int16_t(raw), std::int8_t(std::min(depth, 127)), bound});
    if (!attackers && !is_win_score(best) && (best_move.from == best_move.to || !best_move.is_capture()) &&
        (bound == Bound::Exact || (bound == Bound::Lower ? best > node.eval : best < node.eval)))
        correction_.learn(position, best - node.eval, depth);
    return best;
}

template int Worker::search<false>(int, int, int, int, bool);
template int Worker::search<true>(int, int, int, int, bool);

}  // namespace jungle
