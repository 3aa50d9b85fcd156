#include "tables/flip/solver.h"

#include <algorithm>
#include <stdexcept>

namespace jungle::flip {

namespace {

// What an undecided position still waits for: this many quiet moves that do not lose, or …
constexpr std::uint8_t kNeverLost = 255;  // … a capture that draws,
constexpr std::uint8_t kLookAgain = 254;  // … or every quiet move, to be checked each time.

class Solver {
public:
    Solver(const Materials& materials, int number, int limit, const Values& solved, const std::atomic<bool>& stopped)
        : materials_(materials),
          class_(materials.classes()[std::size_t(number)]),
          limit_(limit ? std::min(limit, kLongest) : kLongest),
          is_unlimited_(!limit || limit > kLongest),
          stopped_(stopped),
          values_(class_.positions(), kDraw),
          waiting_(class_.positions(), 0) {
        for (int group = 0; group < class_.groups(); ++group)
            of_side_[class_.side[std::size_t(group)]].push_back(group);
        for (const auto& row : class_.exchange)
            for (const Exchange& exchange : row)
                if (exchange.next >= 0) tables_.resize(std::max(tables_.size(), std::size_t(exchange.next) + 1));
        for (const auto& row : class_.exchange)
            for (const Exchange& exchange : row)
                if (exchange.next >= 0) tables_[std::size_t(exchange.next)] = solved(exchange.next).data();
    }

    Solution run() {
        const int sides = class_.is_self_dual ? 1 : 2;
        std::uint32_t visited = 0;
        class_.layout->for_each([&](std::uint32_t place, Masks masks) {
            if ((++visited & 0xffff) == 0 && is_stopped()) return;
            for (int side = 0; side < sides; ++side)
                look_at(place + (side ? class_.layout->count() : 0), {side, masks});
        });
        // Level by level: what is decided in d plies decides positions a ply before it in d + 1.
        for (int level = 0; level < limit_ && !is_stopped(); ++level) {
            for (const std::uint32_t slot : level_[0]) go_back(slot, level);
            level_[0].clear();
            level_[0].swap(level_[1]);
            if (level_[0].empty() && level > 0) break;
        }
        if (is_unlimited_ && !level_[0].empty())
            throw std::length_error("a win takes more plies than a value can hold");
        is_cut_ = !level_[0].empty();
        return count();
    }

private:
    bool is_stopped() const { return stopped_.load(std::memory_order_relaxed); }

    Mask own(const Placed& placed, int side) const {
        Mask squares = 0;
        for (const int group : of_side_[side]) squares |= placed.masks[group];
        return squares;
    }

    static int quiet_moves(Mask own, Mask free) {
        return std::popcount(Mask(north(own) & free)) + std::popcount(Mask(south(own) & free)) +
               std::popcount(Mask(east(own) & free)) + std::popcount(Mask(west(own) & free));
    }

    // The value of a capture for the side that makes it: 1, 0 or -1.
    int capture(const Placed& placed, int hunter, int from, int prey, int to, const Exchange& exchange) const {
        if (exchange.is_over) return exchange.winner < 0 ? 0 : exchange.winner == placed.side ? 1 : -1;
        Masks masks = placed.masks;
        masks[prey] &= Mask(~bit(to));
        masks[hunter] &= Mask(~bit(from));
        if (exchange.meeting == Meeting::Takes) masks[hunter] |= bit(to);
        Placed next;
        next.side = placed.side ^ 1 ^ int(exchange.swapped);
        for (int group = 0; group < class_.groups(); ++group)
            next.masks[exchange.group[std::size_t(group)]] |= masks[group];
        const auto& there = materials_.classes()[std::size_t(exchange.next)];
        const Value value = tables_[std::size_t(exchange.next)][slot_of(there, next).number];
        return is_loss(value) ? 1 : is_win(value) ? -1 : 0;
    }

    // Captures decide a position immediately or rule a loss out; quiet moves come later.
    void look_at(std::uint32_t slot, const Placed& placed) {
        const Mask mine = own(placed, placed.side), theirs = own(placed, placed.side ^ 1);
        const Mask free = Mask(~(mine | theirs));
        bool can_capture = false, can_draw = false;
        for (const int hunter : of_side_[placed.side]) {
            const Mask reach = beside(placed.masks[hunter]);
            if (!(reach & theirs)) continue;
            for (const int prey : of_side_[placed.side ^ 1]) {
                const Exchange& exchange = class_.exchange[std::size_t(hunter)][std::size_t(prey)];
                if (exchange.meeting == Meeting::None) continue;
                for (Mask targets = reach & placed.masks[prey]; targets; targets &= Mask(targets - 1)) {
                    const int to = lowest(targets);
                    Mask hunters = kNeighbours[std::size_t(to)] & placed.masks[hunter];
                    for (; hunters; hunters &= Mask(hunters - 1)) {
                        can_capture = true;
                        const int result = capture(placed, hunter, lowest(hunters), prey, to, exchange);
                        if (result > 0) {
                            values_[slot] = win_in(1);
                            level_[1].push_back(slot);
                            return;
                        }
                        can_draw |= result == 0;
                    }
                }
            }
        }
        const int quiet = quiet_moves(mine, free);
        waiting_[slot] = can_draw ? kNeverLost : std::uint8_t(quiet);
        if (can_draw || quiet) return;
        values_[slot] = loss_in(can_capture ? 1 : 0);
        level_[can_capture ? 1 : 0].push_back(slot);
    }

    Placed placed(std::uint32_t slot) const {
        const std::uint32_t places = class_.layout->count();
        return {int(slot >= places), class_.layout->masks(slot >= places ? slot - places : slot)};
    }

    template <class Visit>
    void for_each_quiet(const Placed& from, int mover, Visit visit) const {
        const Mask free = Mask(~(own(from, 0) | own(from, 1)));
        for (const int group : of_side_[mover])
            for (Mask pieces = from.masks[group] & beside(free); pieces; pieces &= Mask(pieces - 1)) {
                const int origin = lowest(pieces);
                for (Mask targets = kNeighbours[std::size_t(origin)] & free; targets; targets &= Mask(targets - 1)) {
                    Placed next{from.side ^ 1, from.masks};
                    next.masks[group] ^= Mask(bit(origin) | bit(lowest(targets)));
                    if (!visit(next, group)) return;
                }
            }
    }

    // Updates the positions one quiet move before a decided one. A quiet move taken back is one of the same piece.
    void go_back(std::uint32_t slot, int level) {
        const Placed decided = placed(slot);
        const bool lost = is_loss(values_[slot]);
        const Layout& layout = *class_.layout;
        const std::uint32_t place = slot % layout.count();
        const bool is_plain = layout.is_plain(place);
        const bool is_symmetric = !is_plain && layout.place(decided.masks).is_symmetric;
        for_each_quiet(decided, decided.side ^ 1, [&](const Placed& before, int moved) {
            Slot found;
            if (is_plain && !class_.is_self_dual && layout.is_in_tail(moved))
                found.number = layout.beside(place, before.masks) + (before.side ? layout.count() : 0);
            else
                found = slot_of(class_, before);
            Value& value = values_[found.number];
            if (value != kDraw) return true;
            std::uint8_t& waiting = waiting_[found.number];
            if (lost) {
                value = win_in(level + 1);
            } else {
                if (waiting == kNeverLost) return true;
                // If a symmetry maps several moves to one, counting them would go wrong.
                if (is_symmetric || found.is_symmetric) waiting = kLookAgain;
                if (waiting == kLookAgain ? !loses_by_all(before, level) : --waiting) return true;
                value = loss_in(level + 1);
            }
            level_[1].push_back(found.number);
            return true;
        });
    }

    // Do all quiet moves lose within this many plies? What this level finds belongs to the next.
    bool loses_by_all(const Placed& from, int level) const {
        bool all = true;
        for_each_quiet(from, from.side, [&](const Placed& next, int) {
            const Value value = values_[slot_of(class_, next).number];
            return all = is_win(value) && plies(value) <= level;
        });
        return all;
    }

    Solution count() {
        Solution solution;
        if (is_stopped()) return solution;
        solution.is_cut = is_cut_;
        const int sides = class_.is_self_dual ? 1 : 2;
        std::vector<Value> packed(values_.size(), kDraw);
        for (int side = 0; side < sides; ++side) {
            const std::uint32_t from = side ? class_.layout->count() : 0;
            std::uint32_t next = from;
            class_.layout->for_each([&](std::uint32_t place, Masks) {
                const Value value = values_[from + place];
                // Numbers that nothing maps to repeat the value before.
                while (next < from + place) packed[next] = next ? packed[next - 1] : kDraw, ++next;
                packed[next++] = value;
                (is_win(value) ? solution.wins : is_loss(value) ? solution.losses : solution.draws) += 1;
                if (value != kDraw && plies(value) > solution.longest) {
                    solution.longest = plies(value);
                    solution.longest_slot = from + place;
                }
            });
            while (next < from + class_.layout->count()) packed[next] = packed[next - 1], ++next;
        }
        solution.values = std::move(packed);
        return solution;
    }

    const Materials& materials_;
    const MaterialClass& class_;
    const int limit_;
    const bool is_unlimited_;
    bool is_cut_ = false;
    const std::atomic<bool>& stopped_;
    std::vector<Value> values_;
    std::vector<std::uint8_t> waiting_;
    std::array<std::vector<int>, 2> of_side_;
    std::vector<const Value*> tables_;
    std::array<std::vector<std::uint32_t>, 2> level_;  // decided in the current number of plies, and in the next
};

}  // namespace

Solution solve(const Materials& materials, int number, int limit, const Values& solved,
               const std::atomic<bool>& stopped) {
    return Solver(materials, number, limit, solved, stopped).run();
}

Position position_of(const MaterialClass& material, bool swapped, std::uint32_t slot) {
    const std::uint32_t places = material.layout->count();
    const Masks masks = material.layout->masks(slot % places);
    std::array<std::uint8_t, kSquares> codes{};
    for (int group = 0; group < material.groups(); ++group) {
        Mask squares = masks[group];
        for (Mask pieces = material.members[std::size_t(group)]; pieces; pieces &= Mask(pieces - 1)) {
            codes[std::size_t(lowest(squares))] = std::uint8_t(lowest(pieces) + 1);
            squares &= Mask(squares - 1);
        }
    }
    return Position::from_board(codes.data(), 0, int(slot / places) ^ int(swapped), 0);
}

std::int64_t find_error(const Materials& materials, int number, int limit, const std::vector<Value>& values,
                        const Values& solved, std::uint32_t stride, const std::atomic<bool>& stopped) {
    const Rules& rules = materials.rules();
    const MaterialClass& material = materials.classes()[std::size_t(number)];
    const int most = limit ? limit : kLongest;
    for (std::uint32_t slot = 0; slot < values.size(); slot += stride) {
        if (stopped.load(std::memory_order_relaxed)) return -1;
        const Position position = position_of(material, materials.find(material.material)->swapped, slot);
        MoveList list;
        position.moves(rules, list);
        int best_win = kLongest + 1, worst_loss = list.count ? 1 : 0;
        bool can_draw = false;
        for (const Move& move : list) {
            const Position next = position.after(rules, move);
            const bool captured = position.is_capture(move);
            Value reply = kDraw;
            if (next.is_decided()) {
                reply = next.winner() < 0 ? kDraw : next.winner() == position.side ? loss_in(0) : win_in(1);
            } else {
                const Material& there = *materials.find(next.pieces());
                const std::vector<Value>& table = there.number == number ? values : solved(there.number);
                reply =
                    table[slot_of(materials.classes()[std::size_t(there.number)], place_pieces(there, next)).number];
            }
            const int distance = captured ? 1 : plies(reply) + 1;
            if (distance > most || reply == kDraw)
                can_draw = true;
            else if (is_loss(reply))
                best_win = std::min(best_win, distance);
            else
                worst_loss = std::max(worst_loss, distance);
        }
        const Value expected = best_win <= kLongest ? win_in(best_win) : can_draw ? kDraw : loss_in(worst_loss);
        if (material.layout->is_used(slot % material.layout->count()) && values[slot] != expected) return slot;
    }
    return -1;
}

}  // namespace jungle::flip
