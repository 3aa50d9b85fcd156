// Endings that tables have solved, inside the search.
#include "margins.h"
#include "worker.h"

namespace jungle {

// The exact score of a position, where a table has it and nothing that was played before can change it.
bool Worker::is_in_tables(int ply, int depth, int& score) {
    const Tablebase* tables = limits_.tables.get();
    if (!tables) return false;
    const Position& position = stack_[ply].position;
    const int pieces = std::popcount(position.all());
    if (pieces > tables->pieces()) return false;
    if (ply > 1 && depth < kTableDepth && pieces > kTablePieces) return false;
    const int code = tables->probe(position, *table_cache_);
    if (code < 0) return false;
    table_hits_.store(table_hits_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    if (code == kTableDraw) {
        score = draw_score(ply);
        return true;
    }
    const int plies = table_plies(std::uint8_t(code));
    // The way may lead over the limit, or through a position that has occurred twice before the root.
    if (table_->quiet_limit && position.quiet + std::uint32_t(plies) > std::uint32_t(table_->quiet_limit)) return false;
    if (ply > 1 && repeats_ && pieces == root_pieces_) return false;
    const int won = std::max(kWin - ply - plies, kWinFrom);
    score = is_table_win(std::uint8_t(code)) ? won : -won;
    return true;
}

// Is the exact score of every move known?
bool Worker::is_root_in_tables() {
    for (const RootMove& root : roots_) {
        stack_[1].position = stack_[0].position.after(root.move);
        int score;
        if (!stack_[1].position.is_decided() && !is_in_tables(1, 0, score)) return false;
    }
    return true;
}

// Lengthens a line by best play to the end of the game.
void Worker::follow_tables(std::vector<std::uint16_t>& pv) const {
    Position position = stack_[0].position;
    Move move;
    for (const std::uint16_t code : pv) {
        if (!position.find_move(*table_, code, move)) return;
        position.play(move);
    }
    while (!position.is_decided() && pv.size() < std::size_t(kMaxPly)) {
        const int code = limits_.tables->probe(position, *table_cache_);
        if (code <= 1) return;  // a draw, a side without a move, or no table
        MoveList moves;
        position.generate<Position::Kind::All>(*table_, moves);
        const Move* best = nullptr;
        for (const Move& candidate : moves) {
            const Position next = position.after(candidate);
            const int left = next.is_decided() ? 1 : limits_.tables->probe(next, *table_cache_);
            if (left == code - 1) best = &candidate;
        }
        if (!best) return;
        pv.push_back(best->code());
        position.play(*best);
    }
}

}  // namespace jungle
