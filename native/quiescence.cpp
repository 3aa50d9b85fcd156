// The end of a line: captures, and answers to den attacks, until the board is quiet.
#include "margins.h"
#include "worker.h"

namespace jungle {

template <bool is_pv>
int Worker::quiesce(int ply, int alpha, int beta) {
    Node& node = stack_[ply];
    const Position& position = node.position;
    node.pv_length = 0;

    // Step 1. As in the search.
    if (int score; ends_here(ply, score)) return score;
    seldepth_ = std::max(seldepth_, ply);
    if (int score; is_in_tables(ply, 0, score)) return score;
    if (can_enter_den(position)) return kWin - ply - 1;
    const Bits attackers = den_attackers(position);
    if (std::popcount(attackers) > 1) return -(kWin - ply - 2);

    if (!attackers)
        if (const int score = race_score(ply)) return score;

    // Step 2. What the table knows.
    Stored stored;
    const Key key = stored_key(position);
    const bool hit = searcher_.transpositions_.probe(key, stored);
    if (hit && !is_pv) {
        const int score = from_stored(stored.score, ply);
        if (stored.settles(score, alpha, beta)) return score;
    }

    // Step 3. The right to stay quiet.
    int best = -kInfinite, raw = 0;
    const int old_alpha = alpha;
    if (!attackers) {
        raw = hit ? stored.eval : static_eval(ply);
        best = node.eval = corrected(ply, raw);
        if (hit && !is_win_score(stored.score) && stored.improves(best)) best = stored.score;
        if (best >= beta) return best;
        alpha = std::max(alpha, best);
    }

    // Step 4. Captures that may gain; of the attacker, all.
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
            searcher_.transpositions_.store(key, {alpha > old_alpha ? best_move.code() : kNoMove,
                                                  std::int16_t(to_stored(best, ply)), std::int16_t(raw), 0, bound});
    }
    return best;
}

template int Worker::quiesce<false>(int, int, int);
template int Worker::quiesce<true>(int, int, int);

}  // namespace jungle
