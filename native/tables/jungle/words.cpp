#include "tables/jungle/words.h"

#include <algorithm>
#include <map>

namespace jungle {

namespace {

Bits shifted(Bits bits, int by) { return by > 0 ? bits << by : bits >> -by; }

}  // namespace

Words::Words(const MaterialClasses& classes, const MaterialClass& of)
    : table_(classes.table()), last_(&of.groups.back()), side_(of.piece[of.pieces - 1] / kAnimals) {
    for (std::size_t i = 0; i + 1 < of.groups.size(); ++i)
        add_digit(of.groups[i], of.piece[of.groups[i].first], i ? nullptr : &of);
    if (last_->count > 1) {
        Group others = *last_;
        --others.count;
        std::array<std::uint8_t, kMostTablebasePieces> where{};
        for (int i = 0; i < others.count; ++i) where[i] = others.squares[others.squares.size() - 1 - std::size_t(i)];
        rest_ = others.places = others.number(where.data()) + 1;
        add_digit(others, of.piece[of.pieces - 1], nullptr);
    }
    for (std::size_t i = digits_.size(); i-- > 0;) {
        digits_[i].stride = count_;
        count_ *= digits_[i].places;
    }

    const int piece = of.piece[of.pieces - 1];
    const int den = kDens[side_ ^ 1];
    for (const std::uint8_t square : last_->squares) home_ |= bit(square);
    std::map<int, Bits> plain, far;
    for (int from = 0; from < kSquares; ++from) {
        if (!(home_ >> from & 1)) continue;
        for (const Step& step : table_.steps[side_][piece % kAnimals][from]) {
            if (step.to == den) {
                den_from_ |= bit(from);  // never by a jump: no water is near
            } else if (step.over) {
                jumps_.push_back({std::uint8_t(from), step.to, step.over});
                far[step.to - from] |= bit(from);
                water_ |= step.over;
            } else {
                plain[step.to - from] |= bit(from);
            }
        }
    }
    for (const auto& [by, from] : plain) shifts_.push_back({by, from});
    for (const auto& [by, from] : far) leaps_.push_back({by, from});
}

void Words::add_digit(const Group& group, int piece, const MaterialClass* folded) {
    Digit digit;
    digit.group = group;
    digit.side = piece / kAnimals;
    digit.places = folded ? std::uint32_t(folded->unfolded.size()) : group.places;
    for (std::uint32_t number = 0; number < digit.places; ++number) {
        std::array<std::uint8_t, kMostTablebasePieces> where{};
        group.set(folded ? folded->unfolded[number] : number, where.data());
        Bits mask = 0;
        for (int i = 0; i < group.count; ++i) {
            mask |= bit(where[i]);
            where[i] = std::uint8_t(mirror_square(where[i]));
        }
        digit.mask.push_back(mask);
        if (!folded) digit.mirror.push_back(group.number(where.data()));
    }
    digits_.push_back(std::move(digit));
    add_ways(digits_.back(), piece, folded);
}

void Words::add_ways(Digit& digit, int piece, const MaterialClass* folded) {
    const int den = kDens[digit.side ^ 1];
    const auto& steps = table_.steps[digit.side][piece % kAnimals];
    struct Back {
        std::uint32_t at;
        Way way;
    };
    std::vector<Back> back;
    digit.first[0].push_back(0);
    for (std::uint32_t number = 0; number < digit.places; ++number) {
        const Bits mask = digit.mask[number];
        digit.enters.push_back(0);
        for (Bits pieces = mask; pieces; pieces &= pieces - 1) {
            const int from = lowest(pieces);
            const Bits others = mask & ~bit(from);
            for (const Step& step : steps[from]) {
                const std::array<Bits, 2> over = {table_.own_blocks ? step.over : 0,
                                                  table_.enemy_blocks ? step.over : 0};
                if (step.to == den) {
                    digit.enters[number] = 1;
                    continue;
                }
                if (others & (bit(step.to) | over[0])) continue;
                std::array<std::uint8_t, kMostTablebasePieces> where{};
                int count = 0;
                for (Bits bits = others | bit(step.to); bits; bits &= bits - 1)
                    where[count++] = std::uint8_t(lowest(bits));
                std::uint32_t to = digit.group.number(where.data());
                bool flips = false;
                if (folded) {
                    flips = folded->folded[to] & MaterialClass::kMirrors;
                    to = folded->folded[to] & ~MaterialClass::kMirrors;
                }
                digit.ways[0].push_back({to, flips, {over[0] | bit(step.to), over[1] | bit(step.to)}});
                back.push_back({to, {number, flips, {over[0] | bit(from), over[1] | bit(from)}}});
            }
        }
        digit.first[0].push_back(std::uint32_t(digit.ways[0].size()));
    }
    std::ranges::stable_sort(back, {}, &Back::at);
    std::size_t next = 0;
    for (std::uint32_t number = 0; number <= digit.places; ++number) {
        digit.first[1].push_back(std::uint32_t(next));
        for (; next < back.size() && back[next].at == number; ++next) digit.ways[1].push_back(back[next].way);
    }
}

Place Words::place(std::uint32_t word) const {
    Place place;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
        const Digit& digit = digits_[i];
        place.digit[i] = word / digit.stride;
        word %= digit.stride;
        const Bits mask = digit.mask[place.digit[i]];
        if ((place.occupied[0] | place.occupied[1]) & mask) place.broken = true;
        place.occupied[digit.side] |= mask;
    }
    return place;
}

void Words::squares(const Place& place, SlotSquares& where) const {
    int slot = 0;
    for (std::size_t i = 0; i < digits_.size(); ++i)
        for (Bits bits = digits_[i].mask[place.digit[i]]; bits; bits &= bits - 1)
            where[slot++] = std::uint8_t(lowest(bits));
}

void Words::find(std::uint64_t place, std::uint32_t number, std::uint32_t& word, int& square) const {
    if (!rest_) {
        word = std::uint32_t(place);
        square = last_->squares[number];
        return;
    }
    std::array<std::uint8_t, kMostTablebasePieces> where{};
    last_->set(number, where.data());
    word = std::uint32_t(place) * rest_ + digits_.back().group.number(where.data());
    square = where[last_->count - 1];
}

Bits Words::valid(const Place& place) const {
    return place.broken ? 0 : home_ & ~(place.occupied[0] | place.occupied[1]);
}

Bits Words::enters_den(const Place& place, int side) const {
    for (std::size_t i = 0; i < digits_.size(); ++i)
        if (digits_[i].side == side && digits_[i].enters[place.digit[i]]) return ~Bits{0};
    return side == side_ ? den_from_ : 0;
}

Bits Words::steps_into(const Place& place, Bits set) const {
    set &= ~(place.occupied[0] | place.occupied[1]);
    Bits from = 0;
    for (const Shift& shift : shifts_) from |= shifted(set, -shift.by) & shift.from;
    if (const Bits blocked = blockers(place, side_) & water_) {
        for (const Jump& jump : jumps_)
            if (set >> jump.to & 1 && !(jump.over & blocked)) from |= bit(jump.from);
    } else {
        for (const Shift& shift : leaps_) from |= shifted(set, -shift.by) & shift.from;
    }
    return from;
}

Bits Words::can_move(const Place& place, int side) const {
    Bits able = side == side_ ? steps_into(place, home_) : 0;
    for (std::size_t i = 0; i < digits_.size(); ++i)
        if (digits_[i].side == side)
            for (const Way& way : digits_[i].ahead(place.digit[i]))
                if (!is_shut(way, place, i, false)) able |= ~way.shut[side_ ^ side];
    return able;
}

Bits Words::can_avoid(std::uint32_t word, int side, const std::vector<Bits>& set) const {
    const Place here = place(word);
    Bits able = side == side_ ? steps_into(here, home_ & ~set[word]) : 0;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
        if (digits_[i].side != side) continue;
        for (const Way& way : digits_[i].ahead(here.digit[i])) {
            if (is_shut(way, here, i, false)) continue;
            const Bits left = ~set[joined(word, here, i, way)];
            able |= (way.flips ? mirrored(left) : left) & ~way.shut[side_ ^ side];
        }
    }
    return able;
}

}  // namespace jungle
