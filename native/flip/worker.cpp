#include "flip/worker.h"

#include <algorithm>

namespace jungle::flip {

namespace {

constexpr int kQuiescePlies = 8;  // captures in a row
constexpr int kFewUp = 2;         // with this few pieces face up, flips may mirror each other
// A win by the tables is worth a little less than one the search has seen, and more the closer it is.
constexpr int kTablebaseWin = kWin - 60;
constexpr int kPieceStep = 8;  // more than the difference that plies to the next capture can make
constexpr int kPliesStep = 16;

constexpr int kHashedMoveScore = 1 << 30;
constexpr int kCaptureScore = 1 << 20;
constexpr int kKillerScore = 1 << 19;
constexpr std::int32_t kHistoryLimit = 1 << 18;

int tablebase_score(const Verdict& verdict, const Position& position) {
    const int parts = verdict.parts;
    if (parts != kParts && parts != -kParts) return kWin * parts / kParts;
    const int worth = kTablebaseWin - kPieceStep * position.count() - verdict.plies / kPliesStep;
    return parts > 0 ? worth : -worth;
}

constexpr Key kHiddenFactor = 0x9e3779b97f4a7c15, kQuietFactor = 0xbf58476d1ce4e5b9;

}  // namespace

// While almost everything lies face down, many flips are mirror images of each other.
void drop_mirrored_flips(const Position& position, MoveList& list) {
    if (std::popcount(position.shown) > kFewUp || !position.down) return;
    Mask dropped = 0;
    for (unsigned symmetry = 1; symmetry < kSymmetries; ++symmetry) {
        bool fits = transform(position.down, symmetry) == position.down;
        for (Mask up = Mask(position.up[0] | position.up[1]); up && fits; up &= Mask(up - 1)) {
            const Mask square = Mask(up & -up);
            fits = transform(square, symmetry) == square;
        }
        if (!fits) continue;
        for (Mask down = position.down; down; down &= Mask(down - 1)) {
            const Mask square = Mask(down & -down);
            if (transform(square, symmetry) < square) dropped |= square;
        }
    }
    Move* end = std::remove_if(list.begin(), list.end(),
                               [&](const Move& move) { return move.is_flip() && (dropped >> move.from & 1); });
    list.count = int(end - list.begin());
}

// What a score depends on: the board, what is hidden and, near the limit, the quiet plies.
Key Worker::key_of(const Position& position) const {
    const Key key = position.key ^ (position.hidden + 1) * kHiddenFactor;
    const int limit = game_.rules.quiet_limit;
    return !limit || position.quiet + kLateQuiet < limit ? key : key ^ (position.quiet + Key{1}) * kQuietFactor;
}

// Is the game over here, or its result known?
bool Worker::settle(const Position& position, int ply, int& score) {
    if (position.is_decided()) {
        const int winner = position.winner();
        score = winner < 0 ? 0 : winner == position.side ? kWin : -kWin;
        return true;
    }
    if (position.is_stuck(game_.rules)) {
        score = -kWin;
        return true;
    }
    score = 0;
    if (game_.rules.quiet_limit && position.quiet >= game_.rules.quiet_limit) return true;
    // A repetition within the search is a draw immediately; a position from before the root must have occurred twice.
    const int since = since_[std::size_t(ply)];
    for (int back = 4; back <= since; back += 2) {
        if (back <= ply) {
            if (path_[std::size_t(ply - back)] == position.key) return true;
            continue;
        }
        break;
    }
    if (since > ply && std::ranges::count(game_.past, position.key) >= 2) return true;
    if (game_.tables) {
        if (const auto verdict = game_.tables->probe(position, cache_)) {
            count_tablebase_hit();
            score = tablebase_score(*verdict, position);
            return true;
        }
    }
    return false;
}

// Hidden pieces of a side that take and are taken by the same enemies are interchangeable.
Worker::Outcomes Worker::outcomes(const Position& position) const {
    Outcomes found;
    std::array<std::uint32_t, kPieces> kinds{};
    for (Mask pieces = position.hidden; pieces; pieces &= Mask(pieces - 1)) {
        const int piece = lowest(pieces), owner = piece >> 3;
        const auto animal = std::size_t(piece & 7);
        const unsigned enemies = position.pieces() >> 8 * (owner ^ 1) & 0xff;
        const std::uint32_t kind = std::uint32_t(owner) << 24 | (game_.rules.takes[animal] & enemies) << 16 |
                                   (relations_.prey[animal] & enemies) << 8 | (relations_.hunters[animal] & enemies);
        int same = 0;
        while (same < found.count && kinds[std::size_t(same)] != kind) ++same;
        if (same < found.count) {
            ++found.list[std::size_t(same)].times;
        } else {
            kinds[std::size_t(same)] = kind;
            found.list[std::size_t(found.count++)] = {std::uint8_t(piece), 1, kWin};
        }
    }
    return found;
}

void Worker::order(const Position& position, MoveList& list, unsigned first, int ply) const {
    std::array<int, 48> scores;
    const auto& history = history_[position.side & 1u];
    for (int i = 0; i < list.count; ++i) {
        const Move move = list.moves[std::size_t(i)];
        int score = history[move.code()];
        if (kept(move) == first) {
            score = kHashedMoveScore;
        } else if (position.is_capture(move)) {
            // Prey that could itself take most is taken first; a trade comes after a plain capture.
            const int victim = position.piece_on(move.to) & 7;
            const unsigned own = position.pieces() >> 8 * position.side & 0xff;
            score = kCaptureScore + 16 * std::popcount(relations_.prey[std::size_t(victim)] & own) -
                    8 * position.is_trade(game_.rules, move.from, move.to);
        } else if (kept(move) == killer_[std::size_t(ply)]) {
            score = kKillerScore;
        }
        scores[std::size_t(i)] = score;
    }
    for (int i = 1; i < list.count; ++i) {
        const Move move = list.moves[std::size_t(i)];
        const int score = scores[std::size_t(i)];
        int at = i;
        for (; at > 0 && scores[std::size_t(at - 1)] < score; --at) {
            scores[std::size_t(at)] = scores[std::size_t(at - 1)];
            list.moves[std::size_t(at)] = list.moves[std::size_t(at - 1)];
        }
        scores[std::size_t(at)] = score;
        list.moves[std::size_t(at)] = move;
    }
}

int Worker::search(const Position& position, int ply, int depth, int alpha, int beta) {
    if (depth <= 0 || ply >= kMaxPly - kQuiescePlies - 1) return quiesce(position, ply, alpha, beta);
    line_length_[std::size_t(ply)] = 0;
    count_node();
    // Step 1. Terminal nodes and tablebase probe.
    if (out_of_time()) return 0;
    seldepth_ = std::max(seldepth_, ply);

    int score;
    if (settle(position, ply, score)) return score;

    // Step 2. Transposition table lookup. Only results of exactly this depth count, so that a search does not depend on
    // earlier contents of the table.
    const Key key = key_of(position);
    Stored known;
    const bool found = transpositions_.probe(key, known);
    if (found && known.depth == depth && known.settles(known.score, alpha, beta)) return known.score;

    // Step 3. Move generation and ordering; of flips that mirror each other one is kept.
    MoveList list;
    position.moves(game_.rules, list);
    drop_mirrored_flips(position, list);
    order(position, list, found ? known.move : kNoMove, ply);

    int best = -kInfinite;
    std::uint16_t best_move = kept(list.moves[0]);
    const int from = alpha;
    for (int i = 0; i < list.count; ++i) {
        // Step 4. Principal variation search: all but the first move with a null window.
        const Move move = list.moves[std::size_t(i)];
        if (i == 0 || beta - alpha <= 1) {
            score = search_move(position, move, ply, depth, alpha, beta);
        } else {
            score = search_move(position, move, ply, depth, alpha, alpha + 1);
            if (score > alpha && score < beta) score = search_move(position, move, ply, depth, alpha, beta);
        }
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        if (score <= alpha) continue;
        // Step 5. A new best move: update the principal variation.
        best_move = kept(move);
        alpha = score;
        auto& line = line_[std::size_t(ply)];
        line[0] = move.code();
        const int follows = move.is_flip() ? 0 : line_length_[std::size_t(ply) + 1];
        std::copy_n(line_[std::size_t(ply) + 1].begin(), follows, line.begin() + 1);
        line_length_[std::size_t(ply)] = follows + 1;
        // Step 6. Beta cutoff: update killers and history.
        if (score >= beta) {
            if (!position.is_capture(move)) {
                killer_[std::size_t(ply)] = kept(move);
                auto& credit = history_[position.side & 1u][move.code()];
                credit += depth * depth;
                if (credit > kHistoryLimit)
                    for (auto& value : history_[position.side & 1u]) value /= 2;
            }
            break;
        }
    }
    // Step 7. Store the result in the transposition table.
    const Bound bound = best >= beta ? Bound::Lower : best > from ? Bound::Exact : Bound::Upper;
    Stored stored;
    stored.move = bound == Bound::Upper && found && known.move ? known.move : best_move;
    stored.score = std::int16_t(best);
    stored.depth = std::int8_t(std::min(depth, 127));
    stored.bound = bound;
    transpositions_.store(key, stored);
    return best;
}

// The score of a move for the side that makes it.
int Worker::search_move(const Position& position, Move move, int ply, int depth, int alpha, int beta) {
    path_[std::size_t(ply)] = position.key;
    if (move.is_flip()) {
        since_[std::size_t(ply) + 1] = 0;
        return search_flip(position, move.from, ply, depth, alpha, beta);
    }
    const Position next = position.after(game_.rules, move);
    since_[std::size_t(ply) + 1] = next.quiet ? since_[std::size_t(ply)] + 1 : 0;
    transpositions_.prefetch(key_of(next));
    return shrink(-search(next, ply + 1, depth - kStepCost, -grow_beta(beta), -grow_alpha(alpha)));
}

// A chance node: the mean over what may come up.
int Worker::search_flip(const Position& position, int square, int ply, int depth, int alpha, int beta) {
    Outcomes found = outcomes(position);
    const int total = std::popcount(position.hidden);
    const int below = depth - kFlipCost;
    // Step 1. Star2 pruning: one reply to each outcome bounds it at a fraction of the cost.
    int most = kWin * total;  // the sum cannot be larger than this, …
    if (below > 0 && found.count > 1 && alpha > -kWin) {
        for (int i = 0; i < found.count; ++i) {
            Outcome& outcome = found.list[std::size_t(i)];
            const Position next = position.turned(square, outcome.piece);
            const int bound = (alpha * total - (most - kWin * outcome.times)) / outcome.times;
            const int reply = best_reply(next, ply + 1, below, -kWin, std::min(-grow_alpha(bound) + 1, kWin));
            if (stopped_) return 0;
            outcome.most = std::min(shrink(-reply), kWin);
            most -= (kWin - outcome.most) * outcome.times;
            if (most <= alpha * total) return most / total + (most % total > 0);
        }
    }
    // Step 2. Star1 pruning: search the outcomes until the others cannot bring the mean back into the window.
    int least = -kWin * total;  // … nor smaller than this
    for (int i = 0; i < found.count; ++i) {
        const Outcome& outcome = found.list[std::size_t(i)];
        const int times = outcome.times;
        const int others_most = most - outcome.most * times, others_least = least + kWin * times;
        const auto floor_of = [](int sum, int by) { return sum >= 0 ? sum / by : -((-sum + by - 1) / by); };
        // Below `low` the sum fails low whatever comes, from `high` on it fails high.
        const int low = std::max(floor_of(alpha * total - others_most, times), -kWin - 1);
        const int high = std::min(-floor_of(-(beta * total - others_least), times), kWin + 1);
        const Position next = position.turned(square, outcome.piece);
        const int score = shrink(-search(next, ply + 1, below, -grow_beta(std::max(high, low + 1)), -grow_alpha(low)));
        if (stopped_) return 0;
        most = others_most + score * times;
        least = others_least + score * times;
        if (score <= low && most <= alpha * total) return -floor_of(-most, total);
        if (score >= high && least >= beta * total) return floor_of(least, total);
    }
    // Step 3. Every outcome is known: the mean, rounded.
    return (2 * least + (least >= 0 ? total : -total)) / (2 * total);  // the sum itself now, rounded
}

bool Worker::is_step(const Position& position, Move move) const {
    if (!(position.up[position.side] >> move.from & 1) || !(kNeighbours[move.from] >> move.to & 1)) return false;
    if (position.up[position.side ^ 1u] >> move.to & 1) return position.may_take(game_.rules, move.from, move.to);
    return position.empty() >> move.to & 1;
}

// A lower bound on what the side to move gets: one reply, the one that looks best.
int Worker::best_reply(const Position& position, int ply, int depth, int alpha, int beta) {
    count_node();
    if (out_of_time()) return 0;
    int score;
    if (settle(position, ply, score)) return score;
    Stored known;
    if (transpositions_.probe(key_of(position), known)) {
        if (known.depth == depth && (known.bound == Bound::Lower || known.bound == Bound::Exact)) return known.score;
    } else {
        known.move = kNoMove;
    }
    Move move = Move::of(std::uint8_t(known.move));
    if (known.move == kNoMove) {
        MoveList list;
        position.captures(game_.rules, list);
        if (!list.count) return -kWin;
        order(position, list, kNoMove, ply);
        move = list.moves[0];
    } else if (move.is_flip() || !is_step(position, move)) {
        return -kWin;  // a flip is too expensive for a quick look; an illegal move comes from another position
    }
    return search_move(position, move, ply, depth, alpha, beta);
}

// Quiescence search: captures, until there are none that gain.
int Worker::quiesce(const Position& position, int ply, int alpha, int beta) {
    line_length_[std::size_t(ply)] = 0;
    count_node();
    // Step 1. Terminal nodes and tablebase probe, as in the search.
    if (out_of_time()) return 0;
    seldepth_ = std::max(seldepth_, ply);
    int score;
    if (settle(position, ply, score)) return score;

    // Step 2. Stand pat.
    int best = evaluate(relations_, position);
    if (best >= beta || ply >= kMaxPly) return best;

    // Step 3. Captures, the most promising first.
    MoveList list;
    position.captures(game_.rules, list);
    if (!list.count) return best;
    order(position, list, kNoMove, ply);
    alpha = std::max(alpha, best);
    path_[std::size_t(ply)] = position.key;
    since_[std::size_t(ply) + 1] = 0;
    for (const Move& move : list) {
        score = shrink(-quiesce(position.after(game_.rules, move), ply + 1, -grow_beta(beta), -grow_alpha(alpha)));
        if (stopped_) return 0;
        if (score <= best) continue;
        best = score;
        alpha = std::max(alpha, score);
        if (score >= beta) break;
    }
    return best;
}

}  // namespace jungle::flip
