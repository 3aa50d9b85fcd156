#include "tables/flip/hidden.h"

#include <algorithm>

namespace jungle::flip {

namespace {

constexpr int kNothing = -kParts - 1;  // less than every value: there is no such move

}  // namespace

std::uint64_t HiddenTablebase::name(int number, const Counts& hidden) {
    std::uint64_t name = std::uint64_t(number);
    for (const std::uint8_t count : hidden) name = name << 3 | count;
    return name;
}

HiddenTablebase::HiddenTablebase(const Materials& materials) : materials_(materials) {
    for (int pieces = 2; pieces <= std::min(kHiddenPieces, materials.most_pieces()); ++pieces)
        for (int hidden = 1; hidden <= pieces; ++hidden)
            for (const MaterialClass& material : materials.classes()) {
                if (material.pieces != pieces) continue;
                // All ways to hide that many, group by group.
                Counts counts{};
                while (true) {
                    int sum = 0;
                    for (const std::uint8_t count : counts) sum += count;
                    if (sum == hidden) {
                        Layer layer;
                        layer.number = material.number;
                        layer.hidden = counts;
                        layer.all_hidden = hidden;
                        std::vector<int> sizes;
                        for (std::size_t group = 0; group < std::size_t(material.groups()); ++group)
                            if (const int up = material.sizes[group] - counts[group]; up > 0) {
                                layer.lane[group] = std::uint8_t(sizes.size());
                                sizes.push_back(up);
                            }
                        layer.down_lane = int(sizes.size());
                        sizes.push_back(hidden);
                        layer.layout = Layout::of(sizes);
                        layer.first = slots_;
                        slots_ += 2 * layer.layout->count();
                        index_[name(material.number, counts)] = layers_.size();
                        layers_.push_back(std::move(layer));
                    }
                    std::size_t group = 0;
                    while (group < std::size_t(material.groups()) && counts[group] == material.sizes[group])
                        counts[group++] = 0;
                    if (group == std::size_t(material.groups())) break;
                    ++counts[group];
                }
            }
}

std::uint32_t HiddenTablebase::slot(const Layer& layer, const Spot& spot) const {
    const MaterialClass& material = materials_.classes()[std::size_t(layer.number)];
    Masks masks{};
    for (int group = 0; group < material.groups(); ++group) masks[layer.lane[std::size_t(group)]] |= spot.up[group];
    masks[layer.down_lane] = spot.down;
    return layer.first + layer.layout->place(masks).number + (spot.side ? layer.layout->count() : 0);
}

HiddenTablebase::Spot HiddenTablebase::spot(const Layer& layer, std::uint32_t place, int side) const {
    const MaterialClass& material = materials_.classes()[std::size_t(layer.number)];
    const Masks masks = layer.layout->masks(place);
    Spot spot;
    spot.side = side;
    for (std::size_t group = 0; group < std::size_t(material.groups()); ++group)
        if (material.sizes[group] > layer.hidden[group]) spot.up[int(group)] = masks[layer.lane[group]];
    spot.down = masks[layer.down_lane];
    return spot;
}

int HiddenTablebase::value_of(int number, const Counts& hidden, const Spot& spot, const Values& solved) const {
    if (spot.down) return parts_[slot(layer(number, hidden), spot)];
    const MaterialClass& material = materials_.classes()[std::size_t(number)];
    const Value value = solved(number)[slot_of(material, {spot.side, spot.up}).number];
    return is_win(value) ? kParts : is_loss(value) ? -kParts : 0;
}

// The best that a capture or a flip brings.
int HiddenTablebase::best_change(const Layer& layer, const Spot& spot, const Values& solved) const {
    const MaterialClass& material = materials_.classes()[std::size_t(layer.number)];
    int best = kNothing;
    for (int hunter = 0; hunter < material.groups(); ++hunter) {
        if (material.side[std::size_t(hunter)] != spot.side) continue;
        for (int prey = 0; prey < material.groups(); ++prey) {
            const Exchange& exchange = material.exchange[std::size_t(hunter)][std::size_t(prey)];
            if (exchange.meeting == Meeting::None) continue;
            for (Mask targets = beside(spot.up[hunter]) & spot.up[prey]; targets; targets &= Mask(targets - 1)) {
                const Mask to = Mask(targets & -targets);
                for (Mask hunters = beside(to) & spot.up[hunter]; hunters; hunters &= Mask(hunters - 1)) {
                    if (exchange.is_over) {
                        best = std::max(best, exchange.winner < 0            ? 0
                                              : exchange.winner == spot.side ? kParts
                                                                             : -kParts);
                        continue;
                    }
                    Masks up = spot.up;
                    up[prey] &= Mask(~to);
                    up[hunter] &= Mask(~(hunters & -hunters));
                    if (exchange.meeting == Meeting::Takes) up[hunter] |= to;
                    Spot next;
                    next.side = spot.side ^ 1 ^ int(exchange.swapped);
                    next.down = spot.down;
                    Counts hidden{};
                    for (std::size_t group = 0; group < std::size_t(material.groups()); ++group) {
                        const std::size_t there = exchange.group[group];
                        if (up[int(group)] || layer.hidden[group]) {
                            next.up[int(there)] |= up[int(group)];
                            hidden[there] = std::uint8_t(hidden[there] + layer.hidden[group]);
                        }
                    }
                    best = std::max(best, -value_of(exchange.next, hidden, next, solved));
                }
            }
        }
    }
    for (Mask squares = spot.down; squares; squares &= Mask(squares - 1)) {
        const Mask square = Mask(squares & -squares);
        int sum = 0;
        for (std::size_t group = 0; group < std::size_t(material.groups()); ++group) {
            if (!layer.hidden[group]) continue;
            Spot next{spot.side ^ 1, spot.up, Mask(spot.down & ~square)};
            next.up[int(group)] |= square;
            Counts hidden = layer.hidden;
            --hidden[group];
            sum -= layer.hidden[group] * value_of(layer.number, hidden, next, solved);
        }
        best = std::max(best, sum / layer.all_hidden);
    }
    return best;
}

void HiddenTablebase::solve(const Layer& layer, const Values& solved) {
    const MaterialClass& material = materials_.classes()[std::size_t(layer.number)];
    struct Node {
        std::uint32_t slot;
        int change;
        std::vector<std::uint32_t> quiet;
    };
    std::vector<Node> nodes;
    for (int side = 0; side < 2; ++side)
        layer.layout->for_each([&](std::uint32_t place, Masks) {
            const Spot here = spot(layer, place, side);
            Node node{layer.first + place + (side ? layer.layout->count() : 0), best_change(layer, here, solved), {}};
            Mask free = Mask(~here.down);
            for (int group = 0; group < material.groups(); ++group) free &= Mask(~here.up[group]);
            for (int group = 0; group < material.groups(); ++group) {
                if (material.side[std::size_t(group)] != side) continue;
                for (Mask own = here.up[group]; own; own &= Mask(own - 1)) {
                    const Mask from = Mask(own & -own);
                    for (Mask targets = beside(from) & free; targets; targets &= Mask(targets - 1)) {
                        Spot next{side ^ 1, here.up, here.down};
                        next.up[group] ^= Mask(from | (targets & -targets));
                        node.quiet.push_back(slot(layer, next));
                    }
                }
            }
            nodes.push_back(std::move(node));
        });
    // With no quiet plies left the game is drawn; then with one more at a time.
    const int limit = materials_.rules().quiet_limit ? materials_.rules().quiet_limit : kLongest;
    std::vector<std::int8_t> before(parts_.begin() + layer.first,
                                    parts_.begin() + layer.first + 2 * layer.layout->count());
    for (int left = 1; left <= std::min(limit, kLongest); ++left) {
        bool changed = false;
        for (const Node& node : nodes) {
            int best = node.change;
            for (const std::uint32_t next : node.quiet) best = std::max(best, -before[next - layer.first]);
            if (parts_[node.slot] == best) continue;
            changed = true;
            parts_[node.slot] = std::int8_t(best);
            plies_[node.slot] = std::uint8_t(left);
        }
        if (!changed) break;
        std::copy_n(parts_.begin() + layer.first, before.size(), before.begin());
    }
}

void HiddenTablebase::solve(const Values& solved) {
    parts_.assign(slots_, 0);
    plies_.assign(slots_, 0);
    for (const Layer& layer : layers_) solve(layer, solved);
}

std::uint64_t HiddenTablebase::positions() const {
    std::uint64_t count = 0;
    for (const Layer& layer : layers_) count += 2 * layer.layout->placements();
    return count;
}

int HiddenTablebase::longest() const { return plies_.empty() ? 0 : *std::ranges::max_element(plies_); }

bool HiddenTablebase::restore(std::vector<std::int8_t> parts, std::vector<std::uint8_t> plies) {
    if (parts.size() != slots_ || plies.size() != slots_) return false;
    parts_ = std::move(parts);
    plies_ = std::move(plies);
    return true;
}

std::optional<Expectation> HiddenTablebase::probe(const Position& position) const {
    if (!position.down || position.side == kNobody || position.count() > kHiddenPieces || !is_solved()) return {};
    const Material* material = materials_.find(position.pieces());
    if (!material) return {};
    const Placed placed = place_pieces(*material, position);
    Counts hidden{};
    for (Mask pieces = position.hidden; pieces; pieces &= Mask(pieces - 1))
        ++hidden[material->group[std::size_t(lowest(pieces))]];
    const std::uint32_t at = slot(layer(material->number, hidden), {placed.side, placed.masks, position.down});
    const int limit = materials_.rules().quiet_limit;
    if (limit && limit - position.quiet < plies_[at]) return {};
    return Expectation{parts_[at], plies_[at]};
}

}  // namespace jungle::flip
