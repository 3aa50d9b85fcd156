#include "jungle/state.h"

#include <algorithm>

namespace jungle {

namespace {
constexpr int kRepetitions = 3;  // the occurrence that draws, or that the chase rule forbids
}

// Counting them again is quicker than a map, which would allocate memory for every move of every game.
int State::occurrences(Key key) const {
    const auto reach = std::min<std::size_t>(keys_.size(), std::size_t{position_.quiet} + 1);
    return int(std::count(keys_.end() - std::ptrdiff_t(reach), keys_.end(), key));
}

bool State::is_chase(Move move) const {
    if (table_->repetition != Repetition::Chase || last_animal_ < 0 || move.is_capture()) return false;
    if (!(table_->takes[move.animal] >> last_animal_ & 1)) return false;
    return occurrences(position_.after(move).key) >= kRepetitions - 1;
}

MoveList State::moves_on_board() const {
    MoveList all, allowed;
    position_.generate<Position::Kind::All>(*table_, all);
    for (const Move& move : all)
        if (!is_chase(move)) allowed.moves[allowed.count++] = move;
    return allowed;
}

Reason State::drawn() const {
    if (table_->repetition == Repetition::Draws && occurrences(position_.key) >= kRepetitions)
        return Reason::Repetition;
    if (table_->quiet_limit && position_.quiet >= std::uint32_t(table_->quiet_limit)) return Reason::Quiet;
    return Reason::None;
}

MoveList State::moves() const { return drawn() == Reason::None ? moves_on_board() : MoveList{}; }

bool State::find_move(std::uint16_t code, Move& found) const {
    return drawn() == Reason::None && position_.find_move(*table_, code, found) && !is_chase(found);
}

void State::play(Move move) {
    last_animal_ = move.animal;
    position_.play(move);
    keys_.push_back(position_.key);
    if (move.is_capture()) repeated_.clear();
    if (occurrences(position_.key) == kRepetitions - 1) repeated_.push_back(position_);
}

Outcome State::outcome() const {
    if (position_.is_decided())
        return Outcome::won_by(position_.winner(), position_.all() & kDenBits ? Reason::Den : Reason::Capture);
    if (!moves_on_board().count)
        return Outcome::won_by(table_->stalemate_loses ? position_.enemy() : -1, Reason::NoMoves);
    const Reason reason = drawn();
    return reason == Reason::None ? Outcome{} : Outcome::won_by(-1, reason);
}

}  // namespace jungle
