// Material of the face-down game by who takes whom. Every animal moves alike, so material with the same capture
// relation is one class, and animals of a side that take and are taken by the same enemies are one group of it.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "tables/flip/layout.h"

namespace jungle::flip {

enum class Meeting : std::uint8_t { None, Takes, Trades };

// How a capture of one group by another changes the class.
struct Exchange {
    Meeting meeting = Meeting::None;
    int winner = -1;                               // the side that has the last piece, in the class before; …
    bool is_over = false;                          // … with no winner: both are gone
    int next = -1;                                 // the class afterwards, if the game is not over
    bool swapped = false;                          // do the sides change places?
    std::array<std::uint8_t, kMaxGroups> group{};  // the group that each of ours becomes
};

struct MaterialClass {
    int number = 0;
    int pieces = 0;
    Mask material = 0;     // the smallest that belongs to it, which gives it its name
    std::string relation;  // its matrix as text: pieces of both sides, then who takes whom
    std::vector<int> sizes;
    std::array<std::uint8_t, kMaxGroups> side{};  // of each group
    std::array<Mask, kMaxGroups> members{};       // the pieces of `material` in each group
    std::array<std::array<Exchange, kMaxGroups>, kMaxGroups> exchange{};
    bool is_self_dual = false;                    // do the same relations hold with the colours swapped?
    std::array<std::uint8_t, kMaxGroups> dual{};  // the group that each becomes then
    std::shared_ptr<const Layout> layout;

    int groups() const { return int(sizes.size()); }
    // Both sides to move, or one if the other follows from it.
    std::uint32_t positions() const { return layout->count() * (is_self_dual ? 1u : 2u); }
    std::uint64_t different_positions() const { return layout->placements() * (is_self_dual ? 1u : 2u); }
    std::string name() const;
};

// How to look up a position with these pieces: its class, and the group of each piece.
struct Material {
    std::int16_t number = -1;
    bool swapped = false;
    std::array<std::uint8_t, kPieces> group{};
};

class Materials {
public:
    Materials(const Rules& rules, int most_pieces);

    const Rules& rules() const { return rules_; }
    int most_pieces() const { return most_pieces_; }
    const std::vector<MaterialClass>& classes() const { return classes_; }
    // Null if there are too many pieces, or a side has none.
    const Material* find(Mask pieces) const {
        const int at = index_[pieces];
        return at < 0 ? nullptr : &materials_[std::size_t(at)];
    }

private:
    Rules rules_;
    int most_pieces_;
    std::vector<MaterialClass> classes_;
    std::vector<Material> materials_;
    std::vector<int> index_;
};

// A position of a class: the side and where its groups stand.
struct Placed {
    int side = 0;
    Masks masks{};
};

// The same position, with the colours swapped if its class requires it.
inline Placed place_pieces(const Material& material, const Position& position) {
    Placed placed;
    placed.side = position.side ^ int(material.swapped);
    for (Mask squares = Mask(position.up[0] | position.up[1]); squares; squares &= Mask(squares - 1)) {
        const int square = lowest(squares);
        placed.masks[material.group[std::size_t(position.piece_on(square))]] |= bit(square);
    }
    return placed;
}

struct Slot {
    std::uint32_t number = 0;
    bool is_symmetric = false;
};

// Where the value of a position of a class is kept.
inline Slot slot_of(const MaterialClass& material, Placed placed) {
    if (material.is_self_dual && placed.side) {
        Masks swapped{};
        for (int group = 0; group < material.groups(); ++group)
            swapped[material.dual[std::size_t(group)]] = placed.masks[group];
        placed.masks = swapped;
        placed.side = 0;
    }
    const Place place = material.layout->place(placed.masks);
    return {place.number + (placed.side ? material.layout->count() : 0), place.is_symmetric};
}

}  // namespace jungle::flip
