// One thread of the search: its tree, its histories and its view of the game's past.
#pragma once

#include "common/root_worker.h"
#include "jungle/correction.h"
#include "jungle/ordering.h"
#include "jungle/search.h"

namespace jungle {

class Worker : public RootWorker<Move> {
public:
    using RootWorker::RootWorker;

    void clear() override;
    void track_changes() override;
    // `report` must live until the search is over.
    void prepare(const State& game, const Limits& limits, const MoveList& moves, const OnInfo& report);

private:
    struct Node {
        Accumulator accumulator;
        bool accumulated = false;
        Position position;
        Move move;       // the one made from here
        int place = -1;  // where it went, see History; -1 for a null move
        int eval = 0;    // corrected
        int since_null = 0;
        std::uint16_t killers[2] = {};
        int pv_length = 0;
        std::array<std::uint16_t, kMaxPly + 2> pv;
    };

    int depth_limit() const override { return root_in_tablebase_ ? 1 : kMaxPly - 1; }
    bool search_depth(int depth) override;
    void keep_unfinished(int depth) override;
    bool is_deep_enough(int depth) const override;
    double soft_share() override;
    void complete(Info& info) const override;

    bool search_line(int depth);
    int search_root(int alpha, int beta, int depth);
    template <bool is_pv>
    int search(int ply, int alpha, int beta, int depth, bool is_cut);
    template <bool is_pv>
    int quiesce(int ply, int alpha, int beta);

    void make(int ply, Move move);
    void make_null(int ply);
    void score_moves(int ply, Ordered& moves, const Danger& danger, std::uint16_t hashed) const;
    void update_pv(int ply, Move move);
    int static_eval(int ply);
    int corrected(int ply, int raw) const;
    const Accumulator& accumulate(int ply);
    int draw_score(int ply) const { return ply & 1 ? contempt_ : -contempt_; }
    bool is_repetition(int ply) const;
    int past_occurrences(Key key) const;
    int occurrences(Key key, int ply) const;
    Key stored_key(const Position& position) const;
    bool is_chase(int ply, Move move, Key after) const;
    bool is_drawn(int ply) const;
    int decided_score(int ply) const;
    bool ends_here(int ply, int& score);
    bool can_enter_den(const Position& position) const;
    Bits den_attackers(const Position& position) const;
    bool has_turned_back(const Position& position, int side, int steps) const;
    int race_score(int ply) const;
    bool is_in_tablebase(int ply, int depth, int& score);
    bool is_root_in_tablebase();
    void follow_tablebase(std::vector<MoveCode>& pv) const;

    std::shared_ptr<const StepTable> shared_table_;
    const StepTable* table_ = nullptr;
    int contempt_ = 0;
    Evaluation evaluation_ = Evaluation::Full;
    std::shared_ptr<const Tablebase> tables_;
    int first_line_ = 0;  // root moves before this one belong to better lines
    int seldepth_ = 0;
    int reached_ = 0;  // the greatest ply of the last search: what is in stack_ beyond it was never used
    int null_free_until_ = 0;
    MoveCode last_best_ = kNoMove;
    int stable_ = 0;                                   // depths for which the best move has stood
    std::unique_ptr<TablebaseCache> tablebase_cache_;  // made when first needed
    std::vector<Key> keys_;                            // of the game and the line being searched
    int past_ = 0;                                     // the index of the root's key
    std::vector<Key> sorted_past_;                     // the game's part of keys_, including the root
    int root_pieces_ = 0;
    bool root_in_tablebase_ = false;
    bool repeats_ = false;                 // has a position occurred twice since the last capture?
    std::array<int, 2> nearest_before_{};  // to the enemy's den, in a position that has occurred twice
    int last_animal_ = -1;
    std::array<Node, kMaxPly + 4> stack_;
    History history_;
    Correction correction_;
};

}  // namespace jungle
