#include "flip_tables.h"

#include <algorithm>
#include <stdexcept>

namespace jungle::flip {

namespace {

constexpr std::uint32_t kSmall = 1 << 18;  // slots of a class that is read whole

}  // namespace

Tables::Tables(const Rules& rules, int most_pieces)
    : materials_(std::make_shared<Materials>(rules, most_pieces)),
      values_(materials_->classes().size()),
      files_(materials_->classes().size()),
      hidden_(*materials_) {}

std::vector<int> Tables::successors(int number) const {
    std::vector<int> found;
    for (const auto& row : at(number).exchange)
        for (const Exchange& exchange : row)
            if (exchange.next >= 0 && std::ranges::find(found, exchange.next) == found.end()) found.push_back(exchange.next);
    return found;
}

const std::vector<Value>& Tables::values(int number) {
    auto& values = values_[std::size_t(number)];
    if (values.empty() && files_[std::size_t(number)]) {
        const TableFile& file = *files_[std::size_t(number)];
        for (std::uint32_t plane = 0; plane < file.head().planes; ++plane) {
            const auto part = file.plane(plane);
            values.insert(values.end(), part.begin(), part.end());
        }
    }
    return values;
}

void Tables::open(int number, const std::string& path, std::uint64_t fingerprint) {
    auto file = std::make_unique<TableFile>(path);
    const MaterialClass& material = at(number);
    if (file->head().fingerprint != fingerprint || file->head().size != material.layout->count() ||
        file->head().size * file->head().planes != material.positions())
        throw std::runtime_error("it is a table of something else");
    files_[std::size_t(number)] = std::move(file);
    if (material.positions() <= kSmall) values(number);
}

void Tables::open_hidden(const std::string& path, std::uint64_t fingerprint) {
    const TableFile file(path);
    if (file.head().fingerprint != fingerprint || file.head().planes != 2 || file.head().size != hidden_.slots())
        throw std::runtime_error("it is a table of something else");
    const auto parts = file.plane(0);
    std::vector<std::int8_t> values;
    for (const std::uint8_t part : parts) values.push_back(std::int8_t(part - kParts));
    hidden_.restore(std::move(values), file.plane(1));
}

std::optional<Verdict> Tables::probe(const Position& position, TableCache& cache) const {
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
