#include "tables/jungle/tablebase.h"

#include <algorithm>

namespace jungle {

namespace {

constexpr char kForeign[] = "it is a table of other rules or pieces";

bool is_table_of(const TablebaseHead& head, const MaterialClass& of) {
    return head.fingerprint == of.fingerprint && head.size == of.size && head.planes == 2;
}

}  // namespace

Tablebase::Tablebase(std::shared_ptr<const MaterialClasses> classes,
                     const std::vector<std::pair<std::string, std::string>>& paths)
    : classes_(std::move(classes)), entries_(classes_->classes().size()) {
    for (const auto& [name, path] : paths) {
        const MaterialClass* of = classes_->find(name);
        if (!of) continue;
        entries_[of->id].path = path;
        pieces_ = std::max(pieces_, of->pieces);
    }
}

bool Tablebase::add(ByteSpan bytes) {
    auto file = std::make_unique<TablebaseFile>();
    if (!file->open(bytes).empty()) return false;
    const auto of =
        std::ranges::find_if(classes_->classes(), [&](const auto& each) { return is_table_of(file->head(), each); });
    if (of == classes_->classes().end()) return false;
    Entry& entry = entries_[of->id];
    entry.file = std::move(file);
    entry.opened = entry.file.get();
    pieces_ = std::max(pieces_, of->pieces);
    return true;
}

const TablebaseFile* Tablebase::file(int id) const {
    const Entry& entry = entries_[id];
    if (entry.is_left_aside.load(std::memory_order_relaxed)) return nullptr;
    const TablebaseFile* opened = entry.opened.load(std::memory_order_acquire);
    return opened || entry.path.empty() ? opened : open(id);
}

const TablebaseFile* Tablebase::open(int id) const {
    const Lock lock(mutex_);
    Entry& entry = entries_[id];
    if (entry.file || entry.is_left_aside) return entry.file.get();  // Another thread was quicker.
    auto file = std::make_unique<TablebaseFile>();
    std::string why = file->open(entry.path);
    if (why.empty() && !is_table_of(file->head(), classes_->at(id))) why = kForeign;
    if (!why.empty()) {
        leave_aside(entry, why);
        return nullptr;
    }
    entry.file = std::move(file);
    entry.opened.store(entry.file.get(), std::memory_order_release);
    return entry.file.get();
}

void Tablebase::leave_aside(Entry& entry, const std::string& why) const {
    if (!entry.is_left_aside.exchange(true)) faults_.push_back(entry.path + ": " + why);
}

std::vector<std::string> Tablebase::faults() const {
    const Lock lock(mutex_);
    return faults_;
}

int Tablebase::probe(const Position& position, TablebaseCache& cache) const {
    if (std::popcount(position.all()) > pieces_) return -1;
    const MaterialClasses::Place& place = classes_->place(material_of(position));
    if (place.id < 0) return -1;
    const TablebaseFile* table = file(place.id);
    if (!table) return -1;
    const MaterialClass& of = classes_->at(place.id);
    SlotSquares squares{};
    for (int slot = 0; slot < of.pieces; ++slot) {
        const int square = position.square[place.piece[slot]];
        squares[slot] = std::uint8_t(place.swapped ? rotate_square(square) : square);
    }
    const std::uint64_t index = of.index(squares);
    if (index == MaterialClass::kNoIndex) return -1;
    const int code = table->value(std::uint32_t(position.side ^ int(place.swapped)), index, cache);
    if (code < 0) {
        const Lock lock(mutex_);
        leave_aside(entries_[place.id], "a block of it is damaged");
    }
    return code;
}

std::vector<std::uint8_t> build_tablebase(const MaterialClasses& classes, const MaterialClass& of,
                                          const std::vector<std::pair<std::string, ByteSpan>>& packed,
                                          const Deflate& deflate, const std::atomic<bool>& stopped) {
    std::vector<TablebaseValues> unpacked(classes.classes().size());
    for (const int id : classes.successors(of)) {
        const MaterialClass& left = classes.at(id);
        const auto found = std::ranges::find(packed, left.name, &std::pair<std::string, ByteSpan>::first);
        if (found == packed.end()) refuse(of.name + " needs the table of " + left.name);
        const TablebaseFile file(found->second);
        if (!is_table_of(file.head(), left)) refuse("the table of " + left.name + ": " + kForeign);
        unpacked[id] = file.plane(0);
        const std::vector<std::uint8_t> second = file.plane(1);
        unpacked[id].insert(unpacked[id].end(), second.begin(), second.end());
    }
    TablebaseValues values = solve(classes, of, [&](int id) { return unpacked[id].data(); }, stopped);
    if (values.empty()) return {};
    unpacked.clear();
    const TablebaseCounts counts = count_values(of, values);
    TablebaseHead head;
    head.planes = 2;
    head.row = std::uint32_t(of.row());
    head.fingerprint = of.fingerprint;
    const auto pair = [](const char* name, const auto& numbers) {
        return "\"" + std::string(name) + "\": [" + std::to_string(numbers[0]) + ", " + std::to_string(numbers[1]) +
               "], ";
    };
    std::string squares;
    const SlotSquares where = of.squares(counts.longest_index);
    for (int slot = 0; slot < of.pieces; ++slot)
        squares +=
            (slot ? ", " : "") + ("[" + std::to_string(of.piece[slot]) + ", " + std::to_string(where[slot])) + "]";
    head.description =
        "{\"game\": \"jungle\", \"class\": \"" + of.name + "\", " + pair("wins", counts.wins) +
        pair("draws", counts.draws) + pair("losses", counts.losses) + "\"longest\": " + std::to_string(counts.longest) +
        ", \"longest_side\": " + std::to_string(counts.longest_side) + ", \"longest_pieces\": [" + squares + "]}";
    return pack_tablebase(std::move(head), std::move(values), deflate, kTablebaseBroken);
}

}  // namespace jungle
