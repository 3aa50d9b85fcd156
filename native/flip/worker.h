// One thread of the face-down game's search.
#pragma once

#include "common/root_worker.h"
#include "flip/search.h"

namespace jungle::flip {

// A flip costs more depth than a step: it opens a branch for every hidden piece.
constexpr int kFlipCost = 2;
constexpr int kStepCost = 1;
constexpr int kLateQuiet = 12;  // this close to the limit, positions are distinguished by their quiet plies

// Scores shrink by one on each ply up the tree, so that quick wins and slow losses are better. These convert a window
// for the shrunk score into one for the score before:
constexpr int shrink(int score) { return score > 0 ? score - 1 : score < 0 ? score + 1 : 0; }
constexpr int grow_alpha(int alpha) { return alpha >= 0 ? alpha + 1 : alpha - 1; }
constexpr int grow_beta(int beta) { return beta > 0 ? beta + 1 : beta - 1; }

// Moves as the transposition table keeps them: a flip of a1 must differ from no move.
constexpr unsigned kNoMove = 0;
inline std::uint16_t kept(Move move) { return std::uint16_t(move.code() | 256); }

// Keeps one of the flips that symmetries of the position map to each other.
void drop_mirrored_flips(const Position& position, MoveList& list);

class Worker : public RootWorker<Move> {
public:
    using RootWorker::RootWorker;

    void clear() override { history_ = {}; }
    // `report` must live until the search is over.
    void prepare(const Game& game, const SearchLimits& limits, const MoveList& moves, const OnInfo& report);

private:
    struct Outcome {
        std::uint8_t piece;
        std::uint8_t times;  // how many hidden pieces are equivalent
        int most = kWin;     // an upper bound for the mover
    };
    struct Outcomes {
        std::array<Outcome, kPieces> list;
        int count = 0;
    };

    int depth_limit() const override { return kMaxPly - 20; }
    bool search_depth(int depth) override;
    void keep_unfinished(int depth) override;
    bool is_deep_enough(int) const override { return roots_.size() == 1; }
    void complete(Info& info) const override;

    int search(const Position& position, int ply, int depth, int alpha, int beta);
    int search_move(const Position& position, Move move, int ply, int depth, int alpha, int beta);
    int search_flip(const Position& position, int square, int ply, int depth, int alpha, int beta);
    int best_reply(const Position& position, int ply, int depth, int alpha, int beta);
    int quiesce(const Position& position, int ply, int alpha, int beta);

    bool settle(const Position& position, int ply, int& score);
    bool is_step(const Position& position, Move move) const;
    Outcomes outcomes(const Position& position) const;
    void order(const Position& position, MoveList& list, unsigned first, int ply) const;
    Key key_of(const Position& position) const;

    Game game_;
    Relations relations_;
    TablebaseCache cache_;
    std::array<Key, kMaxPly + 2> path_{};
    std::array<int, kMaxPly + 2> since_{};  // plies since the last flip or capture, within the tree
    std::array<std::array<std::int32_t, 256>, 2> history_{};
    std::array<std::uint16_t, kMaxPly + 2> killer_{};
    std::array<std::array<std::uint8_t, kMaxPly + 2>, kMaxPly + 2> line_{};
    std::array<int, kMaxPly + 2> line_length_{};
    int seldepth_ = 0;
};

}  // namespace jungle::flip
