// Shares only the lookup of values with the builder: positions are set up piece by piece on a board, and their moves
// come from the ordinary move generator.
#include "tables/jungle/verify.h"

#include <random>

namespace jungle {

namespace {

constexpr char kPieceLetters[] = "RCDWPTLErcdwptle";

class Verifier {
public:
    Verifier(const Tablebase& tables, const MaterialClass& of, const std::atomic<bool>& stopped)
        : tables_(tables), table_(tables.classes().table()), stopped_(stopped) {
        for (int piece = 0; piece < kPieces; ++piece)
            if (of.material >> piece & 1) pieces_.push_back(piece);
    }

    Verified all() {
        std::array<std::uint8_t, kSquares> board{};
        place(board, 0);
        return result_;
    }

    Verified some(std::uint64_t sample, std::uint64_t seed) {
        std::mt19937_64 random(seed);
        while (result_.positions < sample && !stopped_) {
            std::array<std::uint8_t, kSquares> board{};
            bool fits = true;
            for (const int piece : pieces_) {
                const auto square = std::size_t(random() % kSquares);
                fits = fits && !board[square] && may_stand(piece, int(square));
                board[square] = std::uint8_t(piece + 1);
            }
            if (fits) check(board, int(random() % 2));
        }
        return result_;
    }

private:
    bool may_stand(int piece, int square) const {
        if (kDenBits >> square & 1) return false;
        return table_.steps[piece / kAnimals][piece % kAnimals][square].count > 0;
    }

    void place(std::array<std::uint8_t, kSquares>& board, std::size_t next) {
        if (next == pieces_.size()) {
            check(board, 0);
            check(board, 1);
            return;
        }
        for (int square = 0; square < kSquares && !stopped_; ++square) {
            if (board[square] || !may_stand(pieces_[next], square)) continue;
            board[square] = std::uint8_t(pieces_[next] + 1);
            place(board, next + 1);
            board[square] = 0;
        }
    }

    void check(const std::array<std::uint8_t, kSquares>& board, int side) {
        const Position position = Position::from_board(board.data(), side, 0);
        const int stored = tables_.probe(position, cache_), expected = judge(position);
        ++result_.positions;
        if (stored == expected) return;
        if (!result_.wrong++) {
            for (const std::uint8_t code : board) result_.first_wrong += code ? kPieceLetters[code - 1] : '.';
            result_.first_wrong += (side ? " r: " : " b: ") + std::to_string(stored) + " is stored, " +
                                   std::to_string(expected) + " follows from the moves";
        }
    }

    // What a position is worth by what its moves lead to.
    int judge(const Position& position) {
        MoveList moves;
        position.generate<Position::Kind::All>(table_, moves);
        if (!moves.count) return table_.stalemate_loses ? 1 : 0;
        int quickest_win = 0, slowest_loss = 0;
        bool draws = false;
        for (const Move& move : moves) {
            const Position next = position.after(move);
            if (next.is_decided()) {
                quickest_win = 1;  // by the den, or by the last capture; no move loses immediately
                continue;
            }
            const int code = tables_.probe(next, cache_);
            if (code < 0) return -2;
            if (code == kTablebaseDraw)
                draws = true;
            else if (is_tablebase_loss(std::uint8_t(code)))
                quickest_win = quickest_win ? std::min(quickest_win, code) : code;
            else
                slowest_loss = std::max(slowest_loss, code);
        }
        // A code is the plies plus one; the move itself is one more ply.
        return quickest_win ? quickest_win + 1 : draws ? kTablebaseDraw : slowest_loss + 1;
    }

    const Tablebase& tables_;
    const StepTable& table_;
    const std::atomic<bool>& stopped_;
    std::vector<int> pieces_;
    TablebaseCache cache_{1 << 14};
    Verified result_;
};

}  // namespace

Verified verify_tablebase(const Tablebase& tables, const MaterialClass& of, std::uint64_t sample, std::uint64_t seed,
                          const std::atomic<bool>& stopped) {
    Verifier verifier(tables, of, stopped);
    return sample ? verifier.some(sample, seed) : verifier.all();
}

}  // namespace jungle
