#include "tables/flip/layout.h"

#include <map>

#include "common/threads.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace jungle::flip {

namespace {

constexpr int kHeadPieces = 3;

Combinations make_combinations() {
    Combinations combinations;
    for (unsigned mask = 0; mask < 1u << kSquares; ++mask) {
        auto& sets = combinations.of_size[std::size_t(std::popcount(mask))];
        combinations.rank[mask] = std::uint16_t(sets.size());
        sets.push_back(Mask(mask));
    }
    for (std::size_t n = 0; n <= kSquares; ++n)
        for (std::size_t k = 0; k <= kSquares; ++k)
            combinations.count[n][k] = k == 0   ? 1
                                       : n == 0 ? 0
                                                : combinations.count[n - 1][k - 1] + combinations.count[n - 1][k];
    return combinations;
}

template <class T>
T mirrored(T x) {
    return ((x & 0x1111) << 3) | ((x & 0x8888) >> 3) | ((x & 0x2222) << 1) | ((x & 0x4444) >> 1);
}
template <class T>
T upside_down(T x) {
    return (x << 12) | (x >> 12) | ((x << 4) & 0x0f00) | ((x >> 4) & 0x00f0);
}
template <class T>
T transposed(T x) {
    const T near = (x ^ (x >> 3)) & 0x0a0a;
    x ^= near ^ (near << 3);
    const T far = (x ^ (x >> 6)) & 0x00cc;
    return x ^ far ^ (far << 6);
}

}  // namespace

const Combinations kCombinations = make_combinations();

Masks transform(Masks masks, unsigned symmetry) {
    // Chosen by masks, not by branches: which symmetry it is cannot be predicted.
    const auto choose = [](Masks plain, Masks changed, unsigned chosen) {
        const Masks all = Masks{} - std::uint16_t(chosen & 1);
        return (plain & ~all) | (changed & all);
    };
    masks = choose(masks, mirrored(masks), symmetry);
    masks = choose(masks, upside_down(masks), symmetry >> 1);
    return choose(masks, transposed(masks), symmetry >> 2);
}

Mask transform(Mask squares, unsigned symmetry) {
    if (symmetry & 1) squares = Mask(mirrored<unsigned>(squares));
    if (symmetry & 2) squares = Mask(upside_down<unsigned>(squares));
    if (symmetry & 4) squares = Mask(transposed<unsigned>(squares));
    return squares;
}

Mask gather(Mask mask, Mask free) {
#ifdef __BMI2__
    return Mask(_pext_u32(mask, free));
#else
    Mask gathered = 0;
    for (Mask rest = mask; rest; rest &= Mask(rest - 1))
        gathered |= bit(std::popcount(Mask(free & (bit(lowest(rest)) - 1))));
    return gathered;
#endif
}

Mask scatter(Mask mask, Mask free) {
#ifdef __BMI2__
    return Mask(_pdep_u32(mask, free));
#else
    Mask scattered = 0;
    for (; free; free &= Mask(free - 1), mask >>= 1)
        if (mask & 1) scattered |= Mask(free & -free);
    return scattered;
#endif
}

Layout::Layout(const std::vector<int>& sizes) : sizes_(sizes), groups_(int(sizes.size())) {
    int head_pieces = 0, pieces = 0;
    for (int group = 0; group < groups_; ++group) {
        const auto size = std::size_t(sizes[std::size_t(group)]);
        ways_[std::size_t(group)] = kCombinations.count[std::size_t(kSquares - pieces)][size];
        pieces += int(size);
        if (head_pieces < kHeadPieces) {
            head_pieces += int(size);
            head_groups_ = group + 1;
        }
    }
    for (int group = groups_ - 1; group >= head_groups_; --group) {
        strides_[std::size_t(group)] = tails_;
        tails_ *= ways_[std::size_t(group)];
    }
    // All heads in the order of their numbers; the first of those that turn into each other stands for all of them.
    std::uint32_t all = 1;
    for (int group = head_groups_ - 1; group >= 0; --group) {
        strides_[std::size_t(group)] = all;
        all *= ways_[std::size_t(group)];
    }
    const auto head_number = [this](Masks masks) {
        std::uint32_t number = 0;
        Mask free = kAllSquares;
        for (int group = 0; group < head_groups_; ++group) {
            number += kCombinations.rank[gather(masks[group], free)] * strides_[std::size_t(group)];
            free &= Mask(~masks[group]);
        }
        return number;
    };
    constexpr std::uint32_t kUnseen = ~0u;
    head_places_.assign(all, kUnseen);
    for (std::uint32_t number = 0; number < all; ++number) {
        if (head_places_[number] != kUnseen) continue;
        Masks masks{};
        Mask free = kAllSquares;
        for (int group = 0; group < head_groups_; ++group) {
            const auto g = std::size_t(group);
            masks[group] = scatter(kCombinations.of_size[std::size_t(sizes[g])][number / strides_[g] % ways_[g]], free);
            free &= Mask(~masks[group]);
        }
        std::uint8_t stabiliser = 0;
        for (unsigned symmetry = 0; symmetry < kSymmetries; ++symmetry) {
            const std::uint32_t image = head_number(transform(masks, symmetry));
            if (image == number) stabiliser |= std::uint8_t(1u << symmetry);
            // The way back from the image: the symmetry whose effect on it gives this head again.
            if (head_places_[image] == kUnseen)
                for (unsigned back = 0; back < kSymmetries; ++back)
                    if (head_number(transform(transform(masks, symmetry), back)) == number) {
                        head_places_[image] = heads() << 3 | back;
                        break;
                    }
        }
        head_masks_.push_back(masks);
        head_stabilisers_.push_back(stabiliser);
    }
}

std::uint64_t Layout::placements() const {
    std::uint64_t count = 0;
    for_each([&](std::uint32_t, Masks) { ++count; });
    return count;
}

std::shared_ptr<const Layout> Layout::of(const std::vector<int>& sizes) {
    static Mutex mutex;
    static std::map<std::vector<int>, std::shared_ptr<const Layout>> made;
    const Lock lock(mutex);
    auto& layout = made[sizes];
    if (!layout) layout = std::make_shared<Layout>(sizes);
    return layout;
}

std::uint32_t Layout::tail_number(Masks masks) const {
    Mask free = kAllSquares;
    for (int group = 0; group < head_groups_; ++group) free &= Mask(~masks[group]);
    std::uint32_t number = 0;
    for (int group = head_groups_; group < groups_; ++group) {
        number += kCombinations.rank[gather(masks[group], free)] * strides_[std::size_t(group)];
        free &= Mask(~masks[group]);
    }
    return number;
}

Place Layout::place(Masks masks) const {
    std::uint32_t all = 0;
    Mask free = kAllSquares;
    for (int group = 0; group < head_groups_; ++group) {
        all += kCombinations.rank[gather(masks[group], free)] * strides_[std::size_t(group)];
        free &= Mask(~masks[group]);
    }
    const std::uint32_t found = head_places_[all], head = found >> 3;
    masks = transform(masks, found & 7);
    Place place;
    std::uint32_t tail = tail_number(masks);
    if (const unsigned stabiliser = head_stabilisers_[head]; stabiliser != 1) {
        const std::uint32_t plain = tail;
        for (unsigned symmetry = 1; symmetry < kSymmetries; ++symmetry) {
            if (!(stabiliser >> symmetry & 1)) continue;
            const std::uint32_t image = tail_number(transform(masks, symmetry));
            place.is_symmetric |= image == plain;
            tail = std::min(tail, image);
        }
    }
    place.number = head * tails_ + tail;
    return place;
}

Masks Layout::masks(std::uint32_t number) const {
    Masks masks = head_masks_[number / tails_];
    std::uint32_t tail = number % tails_;
    Mask free = kAllSquares;
    for (int group = 0; group < head_groups_; ++group) free &= Mask(~masks[group]);
    for (int group = head_groups_; group < groups_; ++group) {
        const auto g = std::size_t(group);
        masks[group] = scatter(kCombinations.of_size[std::size_t(sizes_[g])][tail / strides_[g]], free);
        tail %= strides_[g];
        free &= Mask(~masks[group]);
    }
    return masks;
}

}  // namespace jungle::flip
