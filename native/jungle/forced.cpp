#include "jungle/forced.h"

#include <algorithm>

#include "jungle/race.h"

namespace jungle {

namespace {

constexpr std::uint32_t kNever = 1u << 30;
constexpr int kMaxProofPly = 100;
constexpr int kTolerance = 4;  // a line is abandoned once it is worse than the next best by one part in this many
constexpr std::uint64_t kNodesAnEntry = 8;  // about how many moves a position has
constexpr std::uint64_t kLeastEntries = 1 << 10, kMostEntries = 1 << 21;

std::uint32_t add(std::uint32_t a, std::uint32_t b) { return std::min(a + b, kNever); }

Bits beside_den(const StepTable& table, const Position& position, int side) {
    Bits found = 0;
    if (position.occupied[side] & table.den_from_any[side])
        for (int animal = 0; animal < kAnimals; ++animal)
            found |= bit(position.square[side * kAnimals + animal]) & table.den_from[side][animal];
    return found;
}

}  // namespace

const Prover::Entry* Prover::find(Key key) const {
    const std::size_t buckets = entries_.size() / kEntries;
    const Entry* bucket = &entries_[std::size_t((static_cast<unsigned __int128>(key) * buckets) >> 64) * kEntries];
    for (std::size_t i = 0; i < kEntries; ++i)
        if (bucket[i].key == key) return &bucket[i];
    return nullptr;
}

void Prover::store(Key key, const Numbers& numbers, std::uint64_t work) {
    const std::size_t buckets = entries_.size() / kEntries;
    Entry* bucket = &entries_[std::size_t((static_cast<unsigned __int128>(key) * buckets) >> 64) * kEntries];
    Entry* victim = bucket;
    for (std::size_t i = 0; i < kEntries; ++i) {
        if (bucket[i].key == key) {
            victim = &bucket[i];
            break;
        }
        if (bucket[i].work < victim->work) victim = &bucket[i];
    }
    if (victim->key == key) work += victim->work;
    *victim = {key, numbers, std::uint32_t(std::min<std::uint64_t>(work, UINT32_MAX))};
}

bool Prover::is_repeated(Key key, int ply) const {
    return std::find(path_.begin(), path_.begin() + ply, key) != path_.begin() + ply ||
           std::ranges::find(drawing_, key) != drawing_.end();
}

// Can a position come back that has occurred twice? Then a move that seems to lose may be a draw.
bool Prover::may_repeat(const Position& position) const {
    return !drawing_.empty() && std::popcount(position.all()) == root_pieces_;
}

// The moves that can matter: with an enemy next to our den only its capture does.
MoveList Prover::moves(const Position& position) const {
    MoveList list;
    const Bits attackers = may_repeat(position) ? 0 : beside_den(*table_, position, position.enemy());
    if (attackers) {
        position.generate<Position::Kind::Captures>(*table_, list);
        list.keep_to(attackers);
    } else {
        position.generate<Position::Kind::All>(*table_, list);
    }
    return list;
}

// What a position shows at first sight.
Prover::Numbers Prover::look(const Position& position, int ply) const {
    const bool attacks = position.side == attacker_;
    const auto won = [&](int plies) {
        return Numbers{attacks ? 0 : kNever, attacks ? kNever : 0, std::uint16_t(plies)};
    };
    const Numbers failed{attacks ? kNever : 0, attacks ? 0 : kNever, 0};
    if (position.is_decided()) return position.winner() == attacker_ ? won(0) : failed;
    if (table_->quiet_limit && position.quiet >= std::uint32_t(table_->quiet_limit)) return failed;
    if (ply >= kMaxProofPly) return failed;
    if (beside_den(*table_, position, position.side)) return attacks ? won(1) : failed;
    const Bits attackers = may_repeat(position) ? 0 : beside_den(*table_, position, position.enemy());
    std::uint32_t replies;
    if (attackers) {
        replies = std::popcount(attackers) == 1 ? std::uint32_t(moves(position).count) : 0;
        if (!replies) return attacks ? failed : won(2);
    } else {
        const int race = may_repeat(position) ? 0 : decided_race(*table_, position);
        if (race) return (race > 0) == attacks ? won(std::abs(race)) : failed;
        replies = std::uint32_t(position.count_moves(*table_));
        if (!replies) return attacks || !table_->stalemate_loses ? failed : won(0);
    }
    // Few answers, and a runner near the den, promise a short proof.
    const std::uint32_t steps = std::uint32_t(nearest(*table_, position, attacker_));
    return attacks ? Numbers{steps * steps, 1, 0} : Numbers{1, replies + steps * steps, 0};
}

Prover::Numbers Prover::search(const Position& position, int ply, std::uint32_t own_limit, std::uint32_t enemy_limit) {
    const std::uint64_t before = nodes_;
    const bool attacks = position.side == attacker_;
    const MoveList list = moves(position);
    std::array<Child, kAnimals * kMaxSteps> children;
    path_[std::size_t(ply)] = position.key;
    for (int i = 0; i < list.count; ++i) {
        Child& child = children[std::size_t(i)];
        child.move = list.moves[std::size_t(i)];
        child.position = position.after(child.move);
        ++nodes_;
        if (is_repeated(child.position.key, ply + 1))
            child.numbers = {attacks ? 0 : kNever, attacks ? kNever : 0, 0};
        else if (const Entry* entry = find(child.position.key))
            child.numbers = entry->numbers;
        else
            child.numbers = look(child.position, ply + 1);
    }
    Numbers found;
    while (true) {
        Child* best = nullptr;
        std::uint32_t second = kNever, sum = 0;
        int shortest = kMaxProofPly * 2, longest = 0;
        for (int i = 0; i < list.count; ++i) {
            Child& child = children[std::size_t(i)];
            sum = add(sum, child.numbers.own);
            if (!best || child.numbers.enemy < best->numbers.enemy) {
                if (best) second = best->numbers.enemy;
                best = &child;
            } else {
                second = std::min(second, child.numbers.enemy);
            }
            if (attacks ? !child.numbers.enemy : !child.numbers.own) {
                shortest = std::min<int>(shortest, child.numbers.plies);
                longest = std::max<int>(longest, child.numbers.plies);
            }
        }
        found.own = best->numbers.enemy;
        found.enemy = sum;
        if (attacks && !found.own) found = {0, kNever, std::uint16_t(shortest + 1)};
        if (!attacks && !found.enemy) found = {kNever, 0, std::uint16_t(longest + 1)};
        if (!found.own) found.enemy = kNever;
        if (!found.enemy) found.own = kNever;
        if (found.own >= own_limit || found.enemy >= enemy_limit || !found.own || !found.enemy) break;
        if (nodes_ >= most_nodes_ || stopped_->load(std::memory_order_relaxed)) break;
        const std::uint32_t rest = sum - best->numbers.own;
        const std::uint32_t child_enemy = std::min(own_limit, add(second, second / kTolerance + 1));
        best->numbers = search(best->position, ply + 1, enemy_limit - rest, child_enemy);
    }
    store(position.key, found, nodes_ - before);
    return found;
}

ForcedWin Prover::prove(const State& game, std::uint64_t nodes, const std::atomic<bool>& stopped) {
    ForcedWin win;
    const Position& root = game.position();
    if (game.outcome().is_over()) return win;
    entries_.assign(std::size_t(std::clamp(nodes / kNodesAnEntry, kLeastEntries, kMostEntries)) / kEntries * kEntries,
                    Entry{});
    table_ = &game.table();
    attacker_ = root.side;
    nodes_ = 0;
    most_nodes_ = nodes;
    stopped_ = &stopped;
    path_.assign(kMaxProofPly + 2, 0);
    root_pieces_ = std::popcount(root.all());
    drawing_.clear();
    for (const Position& position : game.repeated()) drawing_.push_back(position.key);
    Numbers numbers = look(root, 0);
    if (numbers.own && numbers.enemy) numbers = search(root, 0, kNever, kNever);
    win.nodes = nodes_;
    if (numbers.own) return win;
    // A draw must not come first.
    if (table_->quiet_limit && root.quiet + numbers.plies > std::uint32_t(table_->quiet_limit)) return win;
    win.plies = numbers.plies;
    win.line = line(root, numbers.plies);
    return win;
}

// The winning line, as far as the table has kept it.
std::vector<std::uint16_t> Prover::line(Position position, int plies) const {
    std::vector<std::uint16_t> line;
    const auto numbers_of = [&](const Position& next) {
        const Entry* entry = find(next.key);
        return entry ? entry->numbers : look(next, 0);
    };
    while (plies > 0 && !position.is_decided()) {
        const bool attacks = position.side == attacker_;
        const Move* chosen = nullptr;
        int chosen_plies = 0;
        MoveList all;
        position.generate<Position::Kind::All>(*table_, all);
        for (const Move& move : all) {
            const Position next = position.after(move);
            const Numbers numbers = numbers_of(next);
            if (attacks ? numbers.enemy : numbers.own) continue;
            if (!chosen || (attacks ? numbers.plies < chosen_plies : numbers.plies > chosen_plies)) {
                chosen = &move;
                chosen_plies = numbers.plies;
            }
        }
        if (!chosen) break;
        line.push_back(chosen->code());
        position.play(*chosen);
        plies = chosen_plies;
    }
    return line;
}

}  // namespace jungle
