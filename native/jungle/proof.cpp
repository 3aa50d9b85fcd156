#include "jungle/proof.h"

namespace jungle {

namespace {

// One move takes at most this many moves away from the other side: those of a captured piece, those to a square, and
// the jumps across it.
constexpr int kMovesTakenAway = 12;

}  // namespace

std::optional<bool> Proof::wins(const Position& position, int plies) {
    gave_up_ = false;
    const bool won = can_win(position, plies);
    return gave_up_ ? std::nullopt : std::optional(won);
}

std::optional<bool> Proof::loses(const Position& position, int plies) {
    gave_up_ = false;
    const bool lost = must_lose(position, plies);
    return gave_up_ ? std::nullopt : std::optional(lost);
}

bool Proof::can_win(const Position& position, int plies) {
    if (plies % 2 == 0) --plies;  // The last move of a win is the winner's.
    if (plies < 1 || gave_up_ || position.is_decided()) return false;
    if (plies == 1) return wins_now(position);
    Known& known = known_[position.key];
    if (known.won <= plies) return true;
    if (known.not_won >= plies) return false;
    if (known_.size() > most_) {
        gave_up_ = true;
        return false;
    }
    MoveList moves;
    position.generate<Position::Kind::Captures>(table_, moves);
    position.generate<Position::Kind::Quiets>(table_, moves);
    // Nearer wins first: they are cheap, and what they find helps the rest.
    bool won = can_win(position, plies - 2);
    for (const Move& move : moves) {
        if (won || gave_up_) break;
        won = must_lose(position.after(move), plies - 1);
    }
    if (gave_up_) return false;
    Known& found = known_[position.key];  // The table may have moved.
    (won ? found.won : found.not_won) = std::int8_t(plies);
    return won;
}

bool Proof::must_lose(const Position& position, int plies) {
    if (gave_up_) return false;
    if (position.is_decided()) return position.winner() == (position.side ^ 1);
    MoveList moves;
    position.generate<Position::Kind::Captures>(table_, moves);
    position.generate<Position::Kind::Quiets>(table_, moves);
    if (!moves.count) return table_.stalemate_loses;
    if (plies < 1) return false;
    return std::all_of(moves.begin(), moves.end(),
                       [&](const Move& move) { return can_win(position.after(move), plies - 1); });
}

bool Proof::wins_now(const Position& position) const {
    const int own = position.side;
    for (int animal = 0; animal < kAnimals; ++animal)
        if (table_.den_from[own][animal] >> position.square[own * kAnimals + animal] & 1) return true;
    const bool is_last = std::popcount(position.occupied[own ^ 1]) <= 1;
    Position waiting = position;
    waiting.pass();
    if (!is_last && waiting.count_moves(table_) > kMovesTakenAway) return false;
    MoveList moves;
    position.generate<Position::Kind::All>(table_, moves);
    return std::any_of(moves.begin(), moves.end(), [&](const Move& move) {
        const Position after = position.after(move);
        if (after.is_decided()) return after.winner() == own;
        return table_.stalemate_loses && after.count_moves(table_) == 0;
    });
}

}  // namespace jungle
