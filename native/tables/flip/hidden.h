// Exact values of endings in which something still lies face down, all pieces together few.
//
// A layer is a class of material with a number of hidden pieces for each of its groups. Within a layer steps are free
// of chance; captures and flips leave it, for layers with fewer pieces or fewer hidden ones, whose values are known. So
// a layer is a game with known ends, in which going round in circles is a draw, and it is solved by looking one quiet
// ply further at a time until nothing changes. Every value is a multiple of 1/24: a flip takes the mean of at most
// four.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "tables/flip/solver.h"

namespace jungle::flip {

constexpr int kHiddenPieces = 4;  // in all, hidden ones included
constexpr int kParts = 24;        // a win

struct Expectation {
    int parts = 0;  // of kParts, for the side to move
    int plies = 0;  // it holds with at least this many quiet plies left before the limit
};

class HiddenTablebase {
public:
    // The layers of these materials, not solved yet.
    explicit HiddenTablebase(const Materials& materials);

    std::uint32_t slots() const { return slots_; }
    std::uint64_t positions() const;  // different ones
    // Solves everything; `solved` has the values with all face up.
    void solve(const Values& solved);
    int longest() const;  // the most plies that any value needs
    bool is_solved() const { return !parts_.empty(); }

    // All values and all plies, for a file; and back. False if their number is wrong.
    const std::vector<std::int8_t>& parts() const { return parts_; }
    const std::vector<std::uint8_t>& plies() const { return plies_; }
    bool restore(std::vector<std::int8_t> parts, std::vector<std::uint8_t> plies);

    // Nothing if there are too many pieces, nothing is hidden, or too few quiet plies are left to be sure.
    std::optional<Expectation> probe(const Position& position) const;

private:
    using Counts = std::array<std::uint8_t, kMaxGroups>;

    struct Layer {
        int number = 0;   // of the class
        Counts hidden{};  // by group
        int all_hidden = 0;
        std::array<std::uint8_t, kMaxGroups> lane{};  // of each group's face-up pieces, among the masks of the layout
        int down_lane = 0;
        std::shared_ptr<const Layout> layout;
        std::uint32_t first = 0;  // of its slots
    };
    struct Spot {
        int side = 0;
        Masks up{};  // by group of the class
        Mask down = 0;
    };

    static std::uint64_t name(int number, const Counts& hidden);
    const Layer& layer(int number, const Counts& hidden) const { return layers_[index_.at(name(number, hidden))]; }
    std::uint32_t slot(const Layer& layer, const Spot& spot) const;
    Spot spot(const Layer& layer, std::uint32_t place, int side) const;
    int value_of(int number, const Counts& hidden, const Spot& spot, const Values& solved) const;
    int best_change(const Layer& layer, const Spot& spot, const Values& solved) const;
    void solve(const Layer& layer, const Values& solved);

    const Materials& materials_;
    std::vector<Layer> layers_;
    std::map<std::uint64_t, std::size_t> index_;
    std::uint32_t slots_ = 0;
    std::vector<std::int8_t> parts_;
    std::vector<std::uint8_t> plies_;
};

}  // namespace jungle::flip
