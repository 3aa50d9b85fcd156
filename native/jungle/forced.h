// Finds forced wins by proof-number search, which follows threats because they leave the fewest answers. It evaluates
// nothing: what it finds is won whatever the enemy does.
#pragma once

#include <vector>

#include "jungle/state.h"

namespace jungle {

struct ForcedWin {
    int plies = 0;                    // within which the side to move wins, 0 when no win was found
    std::vector<std::uint16_t> line;  // the win against the longest defence of those that were looked at
    std::uint64_t nodes = 0;
};

class Prover {
public:
    // A win of the side to move, if one is found within this many nodes. May be stopped from another thread.
    ForcedWin prove(const State& game, std::uint64_t nodes, const std::atomic<bool>& stopped);

private:
    // The least number of positions that still have to be won (or not) to prove that the side to move gets what it
    // wants: the attacker a win, the defender anything else. 0 is proved, kNever refuted.
    struct Numbers {
        std::uint32_t own = 1;
        std::uint32_t enemy = 1;
        std::uint16_t plies = 0;  // to the attacker's win, if it is proved
    };
    struct Entry {
        Key key = 0;
        Numbers numbers;
        std::uint32_t work = 0;
    };
    struct Child {
        Move move;
        Position position;
        Numbers numbers;
    };
    static constexpr std::size_t kEntries = 4;

    Numbers search(const Position& position, int ply, std::uint32_t own_limit, std::uint32_t enemy_limit);
    Numbers look(const Position& position, int ply) const;
    MoveList moves(const Position& position) const;
    bool may_repeat(const Position& position) const;
    bool is_repeated(Key key, int ply) const;
    const Entry* find(Key key) const;
    void store(Key key, const Numbers& numbers, std::uint64_t work);
    std::vector<std::uint16_t> line(Position position, int plies) const;

    std::vector<Entry> entries_;
    const StepTable* table_ = nullptr;
    int attacker_ = 0;
    int root_pieces_ = 0;
    std::uint64_t nodes_ = 0, most_nodes_ = 0;
    const std::atomic<bool>* stopped_ = nullptr;
    std::vector<Key> path_;
    std::vector<Key> drawing_;  // of positions that have occurred twice in the game
};

}  // namespace jungle
