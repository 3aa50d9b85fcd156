// Numbers the ways in which groups of like pieces can stand on the 4×4 board, its eight symmetries taken together.
//
// The first groups, three pieces or more, are the head: of the heads that a symmetry turns into each other one is
// kept. The other groups follow on the squares that are left. If a symmetry leaves the head as it is, the smallest
// number of the tail counts, so every placement has one number; numbers that nothing maps to are left unused.
#pragma once

#include <memory>
#include <vector>

#include "flip/position.h"

namespace jungle::flip {

constexpr int kMaxGroups = 8;
constexpr int kSymmetries = 8;

// One mask of squares for each group; unused ones are 0.
typedef std::uint16_t Masks __attribute__((vector_size(16)));

// A symmetry is a number of three bits: mirror left and right, then turn upside down, then swap files and ranks.
Masks transform(Masks masks, unsigned symmetry);
Mask transform(Mask squares, unsigned symmetry);

struct Place {
    std::uint32_t number = 0;
    bool is_symmetric = false;  // does a symmetry other than the identity leave the whole placement as it is?
};

class Layout {
public:
    explicit Layout(const std::vector<int>& sizes);
    // Layouts are shared, and made on first use.
    static std::shared_ptr<const Layout> of(const std::vector<int>& sizes);

    std::uint32_t count() const { return heads() * tails_; }
    std::uint64_t placements() const;  // different ones, that is, numbers in use
    std::uint32_t row() const {
        return groups_ > head_groups_ ? ways_[std::size_t(groups_ - 1)] : 1;
    }  // numbers of the last group
    Place place(Masks masks) const;
    // The same for a placement that differs from that of a number only in the tail: far cheaper, if no symmetry leaves
    // the head as it is.
    bool is_plain(std::uint32_t number) const { return head_stabilisers_[number / tails_] == 1; }
    bool is_in_tail(int group) const { return group >= head_groups_; }
    std::uint32_t beside(std::uint32_t number, Masks masks) const {
        return number - number % tails_ + tail_number(masks);
    }
    Masks masks(std::uint32_t number) const;
    bool is_used(std::uint32_t number) const { return is_used(number, masks(number)); }
    bool is_used(std::uint32_t number, Masks masks) const { return is_plain(number) || place(masks).number == number; }

    // Calls visit(number, masks) for every number in use, in order.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::uint32_t head = 0; head < heads(); ++head)
            visit_tails(head * tails_, head_masks_[head], head_groups_, visit);
    }

private:
    std::uint32_t heads() const { return std::uint32_t(head_masks_.size()); }
    std::uint32_t tail_number(Masks masks) const;
    template <class Visit>
    void visit_tails(std::uint32_t number, Masks masks, int group, Visit& visit) const;

    std::vector<int> sizes_;
    int groups_ = 0;
    int head_groups_ = 0;
    std::uint32_t tails_ = 1;
    std::array<std::uint32_t, kMaxGroups> strides_{};
    std::array<std::uint32_t, kMaxGroups> ways_{};
    std::vector<std::uint32_t>
        head_places_;  // by the number of a head among all: its place << 3 | symmetry to get there
    std::vector<Masks> head_masks_;
    std::vector<std::uint8_t> head_stabilisers_;  // the symmetries that leave a head as it is
};

// Sets of squares by size, in the order of their numbers as integers.
struct Combinations {
    std::array<std::uint16_t, 1 << kSquares> rank;
    std::array<std::vector<Mask>, kSquares + 1> of_size;
    std::array<std::array<std::uint32_t, kSquares + 1>, kSquares + 1> count;  // n choose k
};
extern const Combinations kCombinations;

// The bits of `mask` at the places that `free` has, moved together, and the way back.
Mask gather(Mask mask, Mask free);
Mask scatter(Mask mask, Mask free);

template <class Visit>
void Layout::visit_tails(std::uint32_t number, Masks masks, int group, Visit& visit) const {
    if (group == groups_) {
        if (is_used(number, masks)) visit(number, masks);
        return;
    }
    Mask taken = 0;
    for (int i = 0; i < group; ++i) taken |= masks[i];
    const auto& sets = kCombinations.of_size[std::size_t(sizes_[std::size_t(group)])];
    for (std::uint32_t way = 0; way < ways_[std::size_t(group)]; ++way) {
        masks[group] = scatter(sets[way], Mask(~taken));
        visit_tails(number + way * strides_[std::size_t(group)], masks, group + 1, visit);
    }
}

}  // namespace jungle::flip
