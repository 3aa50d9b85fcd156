// How a level chooses among the lines that a search found: one rule, with a row of numbers for each level.
//
// A weak level errs as people do. It follows each line as far as it sees, and judges by what is on the board where its
// sight ends. Whether it sees a move is drawn once for that move, so it overlooks the same move in every line.
// All numbers are whole, so that `jungle.players.choosing` and the browser choose the same.
#pragma once

#include <span>
#include <vector>

#include "jungle/position.h"

namespace jungle {

struct Skill {
    int blur = 0;       // centi-cats by which it misjudges each line, as a standard deviation
    int plies = 0;      // how far it follows a line, further close to a den; 0 for a level that overlooks nothing
    int sees = 1000;    // the chance, per mille, to see a move right where something happened
    int fades = 0;      // how much that chance drops per step of distance
    int jumps = 1000;   // what is left of it, per mille, if the move is a jump
    int guards = 1000;  // the chance, per mille, to see what happens close to a den
    int variety = 0;    // the most centi-cats it gives up for another move in the opening
};

struct SeenLine {
    int score = 0;
    int win_in = 0;  // as in Info
    std::vector<std::uint16_t> pv;
};

// Returns the index of the line to play. `last` is where the opponent's last move ended, or kGone.
int choose(const StepTable& table, const Position& position, std::span<const SeenLine> lines, const Skill& skill,
           int last, bool is_opening, std::uint64_t seed);

// The same for lines that are judged by their scores alone, as in the face-down game.
int choose(std::span<const SeenLine> lines, const Skill& skill, bool is_opening, std::uint64_t seed);

}  // namespace jungle
