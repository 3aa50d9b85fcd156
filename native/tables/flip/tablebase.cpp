#include "tables/flip/tablebase.h"

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <string_view>

namespace jungle::flip {

namespace {

constexpr std::uint32_t kSmall = 1 << 18;  // slots of a class that is read whole
constexpr int kHidden = -1;                // in place of the number of a class

std::uint64_t mark(const std::string& relation, int limit) {
    std::string text = "flip " + relation + " " + std::to_string(limit);
    const auto sum = [&] {
        return std::uint64_t{crc32({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()})};
    };
    const std::uint64_t forward = sum();
    std::ranges::reverse(text);
    return forward << 32 | sum();
}

// The smallest limit of quiet plies under which a file without a fixed limit is valid, from its description.
int needed_limit(const TablebaseHead& head) {
    constexpr std::string_view kField = "\"needs\": ";
    const std::size_t at = head.description.find(kField);
    return at == std::string::npos ? INT_MAX
                                   : int(std::strtol(head.description.c_str() + at + kField.size(), nullptr, 10));
}

}  // namespace

Tablebase::Tablebase(const Rules& rules, int most_pieces)
    : materials_(std::make_shared<Materials>(rules, most_pieces)),
      values_(materials_->classes().size()),
      files_(materials_->classes().size()),
      hidden_(*materials_) {
    for (const int limit : {rules.quiet_limit, 0}) {
        owners_.try_emplace(hidden_fingerprint(limit), kHidden, limit);
        for (const MaterialClass& material : materials_->classes())
            owners_.try_emplace(fingerprint(material.number, limit), material.number, limit);
    }
}

std::vector<int> Tablebase::successors(int number) const {
    std::vector<int> found;
    for (const auto& row : at(number).exchange)
        for (const Exchange& exchange : row)
            if (exchange.next >= 0 && std::ranges::find(found, exchange.next) == found.end())
                found.push_back(exchange.next);
    return found;
}

const std::vector<Value>& Tablebase::values(int number) {
    auto& values = values_[std::size_t(number)];
    if (values.empty() && files_[std::size_t(number)]) {
        const TablebaseFile& file = *files_[std::size_t(number)];
        for (std::uint32_t plane = 0; plane < file.head().planes; ++plane) {
            const auto part = file.plane(plane);
            values.insert(values.end(), part.begin(), part.end());
        }
    }
    return values;
}

std::uint64_t Tablebase::fingerprint(int number, int limit) const { return mark(at(number).relation, limit); }

std::uint64_t Tablebase::hidden_fingerprint(int limit) const {
    std::string relations;
    for (const MaterialClass& material : materials_->classes())
        if (material.pieces <= kHiddenPieces) relations += (relations.empty() ? "" : " ") + material.relation;
    return mark(relations, limit);
}

Fit Tablebase::add(std::unique_ptr<TablebaseFile> file) {
    const TablebaseHead& head = file->head();
    const auto owner = owners_.find(head.fingerprint);
    if (owner == owners_.end()) return Fit::No;
    const auto [number, held_for] = owner->second;
    const int limit = materials_->rules().quiet_limit;
    if (limit && !held_for && needed_limit(head) > limit) return Fit::UnderLongerLimits;
    if (number == kHidden) return add_hidden(*file) ? Fit::Yes : Fit::No;
    const MaterialClass& material = at(number);
    if (head.size != material.layout->count() || head.size * head.planes != material.positions()) return Fit::No;
    files_[std::size_t(number)] = std::move(file);
    if (material.positions() <= kSmall) values(number);
    return Fit::Yes;
}

bool Tablebase::add_hidden(const TablebaseFile& file) {
    if (file.head().planes != 2 || file.head().size != hidden_.slots()) return false;
    std::vector<std::int8_t> values;
    for (const std::uint8_t part : file.plane(0)) values.push_back(std::int8_t(part - kParts));
    return hidden_.restore(std::move(values), file.plane(1));
}

std::optional<Verdict> Tablebase::probe(const Position& position, TablebaseCache& cache) const {
    if (position.down) {
        const auto found = hidden_.probe(position);
        return found ? std::optional(Verdict{found->parts, found->plies}) : std::nullopt;
    }
    const Material* material = materials_->find(position.pieces());
    if (!material || !has(material->number)) return {};
    const MaterialClass& kind = at(material->number);
    const std::uint32_t slot = slot_of(kind, place_pieces(*material, position)).number;
    const auto& values = values_[std::size_t(material->number)];
    int value;
    if (values.empty()) {
        const std::uint32_t places = kind.layout->count();
        value = files_[std::size_t(material->number)]->value(slot / places, slot % places, cache);
        if (value < 0) return {};
    } else {
        value = values[slot];
    }
    const int limit = materials_->rules().quiet_limit;
    if (value == kDraw || (limit && position.quiet + plies(Value(value)) > limit)) return Verdict{};
    return Verdict{is_win(Value(value)) ? kParts : -kParts, plies(Value(value))};
}

}  // namespace jungle::flip
