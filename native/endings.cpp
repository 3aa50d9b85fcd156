// How a line of the search ends: draws, decided games, dens that fall and races to them.
#include "race.h"
#include "worker.h"

namespace jungle {

// A game may be long: its past is looked up, and only the line being searched is scanned.
int Worker::past_occurrences(Key key) const {
    const auto found = std::ranges::equal_range(sorted_past_, key);
    return int(found.size());
}

int Worker::occurrences(Key key, int ply) const {
    const auto line = keys_.begin() + past_ + 1;
    return past_occurrences(key) + int(std::count(line, line + ply, key));
}

// A repetition of a position of this line counts at once, one of the game's past when it is the third.
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

// The end of the game, of the time, of the stack.
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

// Those who will enter unless they are captured; none where the game is drawn before that.
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

}  // namespace jungle
