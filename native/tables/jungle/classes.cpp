#include "tables/jungle/classes.h"

#include <algorithm>

namespace jungle {

namespace {

constexpr char kLetters[] = "RCDWPTLE";

constexpr std::uint32_t choose(std::uint32_t n, int k) {
    if (n < std::uint32_t(k)) return 0;
    std::uint64_t ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * (n - std::uint32_t(i)) / std::uint32_t(i + 1);
    return std::uint32_t(ways);
}

constexpr int kWaysRows = kSquares + 1;
constexpr auto kChoose = [] {
    std::array<std::array<std::uint32_t, kMostTablebasePieces>, kWaysRows> ways{};
    for (int n = 0; n < kWaysRows; ++n)
        for (int k = 0; k < kMostTablebasePieces; ++k) ways[n][k] = choose(std::uint32_t(n), k);
    return ways;
}();

// FNV-1a over whole numbers.
class Hash {
public:
    void add(std::uint64_t value) {
        for (int i = 0; i < 8; ++i, value >>= 8) hash_ = (hash_ ^ (value & 0xff)) * 0x100000001b3;
    }
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325;
};

int seen_by(int side, int square) { return side ? rotate_square(square) : square; }

Bits seen_by(int side, Bits bits) {
    if (!side) return bits;
    Bits turned = 0;
    for (; bits; bits &= bits - 1) turned |= bit(rotate_square(lowest(bits)));
    return turned;
}

}  // namespace

std::uint32_t Group::number(const std::uint8_t* where) const {
    if (count == 1) return rank[where[0]];
    std::array<std::uint8_t, kMostTablebasePieces> ranks;
    for (int i = 0; i < count; ++i) ranks[i] = rank[where[i]];
    std::sort(ranks.begin(), ranks.begin() + count);
    std::uint32_t found = 0;
    for (int i = 0; i < count; ++i) found += kChoose[ranks[i]][i + 1];
    return found;
}

void Group::set(std::uint32_t number, std::uint8_t* where) const {
    auto most = std::uint32_t(squares.size());
    for (int i = count; i-- > 0;) {
        do --most;
        while (kChoose[most][i + 1] > number);
        number -= kChoose[most][i + 1];
        where[i] = squares[most];
    }
}

std::uint64_t MaterialClass::index(SlotSquares where) const {
    for (const Group& group : groups)
        for (int i = group.first; i < group.first + group.count; ++i) {
            if (group.rank[where[i]] == Group::kNowhere) return kNoIndex;
            for (int j = group.first; j < i; ++j)
                if (where[i] == where[j]) return kNoIndex;
        }
    const std::uint32_t fold = folded[groups[0].number(where.data())];
    if (fold & kMirrors)
        for (int i = 0; i < pieces; ++i) where[i] = std::uint8_t(mirror_square(where[i]));
    std::uint64_t found = fold & ~kMirrors;
    for (std::size_t i = 1; i < groups.size(); ++i)
        found = found * groups[i].places + groups[i].number(where.data() + groups[i].first);
    return found;
}

SlotSquares MaterialClass::squares(std::uint64_t index) const {
    SlotSquares where{};
    for (std::size_t i = groups.size(); i-- > 1;) {
        groups[i].set(std::uint32_t(index % groups[i].places), where.data() + groups[i].first);
        index /= groups[i].places;
    }
    groups[0].set(unfolded[index], where.data());
    return where;
}

std::string material_name(std::uint16_t material) {
    std::string name;
    for (int side = 0; side < 2; ++side) {
        for (int animal = kAnimals; animal-- > 0;)
            if (material >> (side * kAnimals + animal) & 1) name += kLetters[animal];
        if (!side) name += '-';
    }
    return name;
}

MaterialClasses::MaterialClasses(std::shared_ptr<const StepTable> table, int pieces)
    : table_(std::move(table)), pieces_(pieces), places_(std::size_t{1} << kPieces) {
    // Movers and captures, each as the side that moves sees the board.
    for (int piece = 0; piece < kPieces; ++piece) {
        const int side = piece / kAnimals;
        std::vector<std::array<Bits, 3>> ways;
        for (int from = 0; from < kSquares; ++from)
            for (const Step& step : table_->steps[side][piece % kAnimals][from])
                ways.push_back(
                    {Bits(seen_by(side, from)), Bits(seen_by(side, int(step.to))), seen_by(side, step.over)});
        std::ranges::sort(ways);
        Hash hash;
        for (const auto& way : ways)
            for (const Bits part : way) hash.add(part);
        mover_[piece] = hash.value();
    }
    for (int hunter = 0; hunter < kPieces; ++hunter) {
        const int side = hunter / kAnimals;
        for (int prey = (side ^ 1) * kAnimals, last = prey + kAnimals; prey < last; ++prey) {
            const std::vector<std::uint8_t> reached = home(prey);
            std::vector<std::array<int, 2>> captures;
            for (int from = 0; from < kSquares; ++from)
                for (const Step& step : table_->steps[side][hunter % kAnimals][from])
                    if (step.prey >> prey % kAnimals & 1 && std::ranges::find(reached, step.to) != reached.end())
                        captures.push_back({seen_by(side, from), seen_by(side, int(step.to))});
            std::ranges::sort(captures);
            Hash hash;
            for (const auto& capture : captures)
                for (const int square : capture) hash.add(std::uint64_t(square));
            relation_[hunter][prey] = hash.value();
        }
    }
    for (int count = 2; count <= pieces; ++count)
        for (unsigned material = 1; material < 1u << kPieces; ++material)
            if (std::popcount(material) == count && material & 0xff && material >> kAnimals)
                add(std::uint16_t(material));
}

bool MaterialClasses::can_solve(const StepTable& table) {
    if (table.repetition != Repetition::Draws) return false;
    for (const auto& animals : table.steps)
        for (const auto& squares : animals)
            for (const Steps& steps : squares)
                for (const Step& step : steps)
                    if (step.trade) return false;
    return true;
}

// The squares a piece may stand on while the game is not over.
std::vector<std::uint8_t> MaterialClasses::home(int piece) const {
    const auto& steps = table_->steps[piece / kAnimals][piece % kAnimals];
    Bits reached = 0;
    for (int from = 0; from < kSquares; ++from)
        for (const Step& step : steps[from]) reached |= bit(from) | bit(step.to);
    std::vector<std::uint8_t> squares;
    for (reached &= ~kDenBits; reached; reached &= reached - 1) squares.push_back(std::uint8_t(lowest(reached)));
    return squares;
}

void MaterialClasses::add(std::uint16_t material) {
    // The least description over all orders of the pieces, and of the sides, names the class.
    std::vector<std::uint64_t> least;
    Place place;
    bool both = false;
    for (int first = 0; first < 2; ++first) {
        std::vector<std::uint8_t> own, other;
        for (int animal = 0; animal < kAnimals; ++animal) {
            if (material >> (first * kAnimals + animal) & 1) own.push_back(std::uint8_t(first * kAnimals + animal));
            if (material >> ((first ^ 1) * kAnimals + animal) & 1)
                other.push_back(std::uint8_t((first ^ 1) * kAnimals + animal));
        }
        bool here = false;
        do {
            do {
                std::vector<std::uint64_t> described{kMostTablebasePieces - own.size()};  // the larger side first
                for (const int piece : own) described.push_back(mover_[piece]);
                for (const int piece : other) described.push_back(mover_[piece]);
                for (const int mine : own)
                    for (const int theirs : other) {
                        described.push_back(relation_[mine][theirs]);
                        described.push_back(relation_[theirs][mine]);
                    }
                if (least.empty() || described < least) {
                    least = described;
                    place.swapped = first;
                    both = false;
                    here = true;
                    std::ranges::copy(own, place.piece.begin());
                    std::ranges::copy(other, place.piece.begin() + std::ptrdiff_t(own.size()));
                } else if (described == least && first && !here) {
                    both = true;
                }
            } while (std::ranges::next_permutation(other).found);
        } while (std::ranges::next_permutation(own).found);
    }
    const auto known = std::ranges::find(descriptions_, least);
    const auto id = std::size_t(known - descriptions_.begin());
    if (known == descriptions_.end()) {
        MaterialClass made;
        made.id = int(id);
        made.pieces = std::popcount(material);
        made.swaps = both;
        // The representative plays the first side's pieces as Blue.
        for (int i = 0; i < made.pieces; ++i) {
            const int piece = place.piece[i] ^ (place.swapped ? kAnimals : 0);
            made.piece[i] = std::uint8_t(piece);
            made.material |= std::uint16_t(1u << piece);
        }
        made.name = material_name(made.material);
        Hash hash;
        for (const std::uint64_t part : least) hash.add(part);
        hash.add(table_->own_blocks | table_->enemy_blocks << 1 | table_->stalemate_loses << 2);
        made.fingerprint = hash.value();
        lay_out(made);
        descriptions_.push_back(least);
        classes_.push_back(std::move(made));
    }
    ++classes_[id].materials;
    // `lay_out` sorted the slots of the class: the same order here.
    const MaterialClass& of = classes_[id];
    std::array<std::uint8_t, kMostTablebasePieces> sorted{};
    const Place raw = place;
    for (int slot = 0; slot < of.pieces; ++slot) sorted[slot] = raw.piece[of.order[slot]];
    place.piece = sorted;
    place.id = std::int16_t(id);
    places_[material] = place;
}

void MaterialClasses::lay_out(MaterialClass& made) const {
    const auto alike = [&](int a, int b) {
        const int one = made.piece[a], two = made.piece[b];
        if (one / kAnimals != two / kAnimals || mover_[one] != mover_[two]) return false;
        for (int i = 0; i < made.pieces; ++i) {
            const std::size_t other = made.piece[i];
            if (int(other) / kAnimals == one / kAnimals) continue;
            if (relation_[one][other] != relation_[two][other] || relation_[other][one] != relation_[other][two])
                return false;
        }
        return true;
    };
    std::vector<std::vector<std::uint8_t>> groups;
    for (int slot = made.pieces; slot-- > 0;) {
        const auto fits = std::ranges::find_if(groups, [&](const auto& group) { return alike(group[0], slot); });
        if (fits == groups.end())
            groups.push_back({std::uint8_t(slot)});
        else
            fits->push_back(std::uint8_t(slot));
    }
    // The fastest digit is a single piece if possible, with as many squares as possible; the mirrored one is small.
    const auto width = [&](const auto& group) { return home(made.piece[group[0]]).size(); };
    std::ranges::stable_sort(groups, [&](const auto& a, const auto& b) {
        return a.size() != b.size() ? a.size() > b.size() : width(a) < width(b);
    });
    if (groups.size() > 2 && groups[0].size() > 1) {
        const auto single = std::ranges::find_if(groups, [](const auto& group) { return group.size() == 1; });
        if (single != groups.end() && single != groups.end() - 1) std::rotate(groups.begin(), single, single + 1);
    }

    const auto unsorted = made.piece;
    int slot = 0;
    made.size = 1;
    for (const auto& members : groups) {
        Group group;
        group.first = slot;
        group.count = int(members.size());
        for (const std::uint8_t member : members) {
            made.order[slot] = member;
            made.piece[slot++] = unsorted[member];
        }
        group.squares = home(unsorted[members[0]]);
        group.rank.fill(Group::kNowhere);
        for (std::size_t i = 0; i < group.squares.size(); ++i) group.rank[group.squares[i]] = std::uint8_t(i);
        group.places = choose(std::uint32_t(group.squares.size()), group.count);
        made.groups.push_back(std::move(group));
    }
    const Group& first = made.groups[0];
    made.folded.resize(first.places);
    for (std::uint32_t number = 0; number < first.places; ++number) {
        std::array<std::uint8_t, kMostTablebasePieces> where{};
        first.set(number, where.data());
        for (int i = 0; i < first.count; ++i) where[i] = std::uint8_t(mirror_square(where[i]));
        const std::uint32_t image = first.number(where.data());
        if (image < number) {
            made.folded[number] = made.folded[image] | MaterialClass::kMirrors;
        } else {
            made.folded[number] = std::uint32_t(made.unfolded.size());
            made.unfolded.push_back(number);
        }
    }
    made.size = made.unfolded.size();
    for (std::size_t i = 1; i < made.groups.size(); ++i) made.size *= made.groups[i].places;
}

const MaterialClass* MaterialClasses::find(const std::string& name) const {
    const auto found = std::ranges::find(classes_, name, &MaterialClass::name);
    return found == classes_.end() ? nullptr : &*found;
}

std::vector<int> MaterialClasses::successors(const MaterialClass& of) const {
    std::vector<int> found;
    for (int slot = 0; slot < of.pieces; ++slot) {
        const auto left = std::uint16_t(of.material & ~(1u << of.piece[slot]));
        const int id = places_[left].id;
        if (id >= 0 && std::ranges::find(found, id) == found.end()) found.push_back(id);
    }
    return found;
}

}  // namespace jungle
