// A face-down game as a player sees it: a position with its past, by which repetitions are counted.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "common/outcome.h"
#include "flip/position.h"

namespace jungle::flip {

class Tablebase;

struct Game {
    static constexpr int kRepetitions = 3;  // the occurrence that draws

    Rules rules;
    Position position;
    std::vector<Key> past{};                    // since the last flip or capture, oldest first, without the position
    std::shared_ptr<const Tablebase> tables{};  // for a search; may be null

    int occurrences() const { return 1 + int(std::ranges::count(past, position.key)); }
    bool is_repeated() const { return occurrences() >= kRepetitions; }
    bool is_too_quiet() const { return rules.quiet_limit && position.quiet >= rules.quiet_limit; }

    Outcome outcome() const {
        if (position.is_decided()) return Outcome::won_by(position.winner(), Reason::Capture);
        if (position.is_stuck(rules)) return Outcome::won_by(position.side ^ 1, Reason::NoMoves);
        if (is_repeated()) return Outcome::won_by(-1, Reason::Repetition);
        return is_too_quiet() ? Outcome::won_by(-1, Reason::Quiet) : Outcome{};
    }

    // The legal moves; none once the game is over.
    MoveList moves() const {
        MoveList list;
        if (!is_repeated() && !is_too_quiet()) position.moves(rules, list);
        return list;
    }
    // Plays a legal move; a flip turns up the given piece.
    void play(Move move, int revealed) {
        const Key key = position.key;
        if (move.is_flip())
            position.flip(move.from, revealed);
        else
            position.step(rules, move);
        if (position.quiet)
            past.push_back(key);
        else
            past.clear();
    }
};

}  // namespace jungle::flip
