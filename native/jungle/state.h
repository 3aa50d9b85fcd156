// A game as the core sees it: a position with its past, for repetition and the chase rule.
#pragma once

#include <memory>
#include <vector>

#include "common/outcome.h"
#include "jungle/position.h"

namespace jungle {

class State {
public:
    State(std::shared_ptr<const StepTable> table, const Position& start) : table_(std::move(table)), position_(start) {
        keys_.push_back(start.key);
    }

    const StepTable& table() const { return *table_; }
    const std::shared_ptr<const StepTable>& shared_table() const { return table_; }
    const Position& position() const { return position_; }
    // The keys of all positions so far, the current one last.
    const std::vector<Key>& keys() const { return keys_; }
    // Those that have occurred twice since the last capture: a third time draws, or is forbidden to a chaser.
    const std::vector<Position>& repeated() const { return repeated_; }
    // How often a position has occurred since the last capture.
    int occurrences(Key key) const;
    // The animal that moved last, or -1 at the start.
    int last_animal() const { return last_animal_; }

    // All moves allowed now, by the chase rule too; none when the game is over.
    MoveList moves() const;
    bool find_move(std::uint16_t code, Move& found) const;
    void play(Move move);
    Outcome outcome() const;

private:
    bool is_chase(Move move) const;
    MoveList moves_on_board() const;
    Reason drawn() const;

    std::shared_ptr<const StepTable> table_;
    Position position_;
    std::vector<Key> keys_;
    std::vector<Position> repeated_;
    int last_animal_ = -1;
};

}  // namespace jungle
