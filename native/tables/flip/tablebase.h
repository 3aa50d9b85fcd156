// Exact values of endings: solved here, or read from files.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "tables/file.h"
#include "tables/flip/hidden.h"

namespace jungle::flip {

// The result of a position with best play, quiet plies honoured.
struct Verdict {
    int parts = 0;  // of kParts, for the side to move
    int plies = 0;  // to the next capture, or the end of a win or loss; with hidden pieces, at most to that or a flip
};

// Returns whether a file is valid for these rules. One that is not bound to a limit of quiet plies may need a longer
// one than theirs.
enum class Fit { Yes, UnderLongerLimits, No };

class Tablebase {
public:
    Tablebase(const Rules& rules, int most_pieces);
    Tablebase(const Tablebase&) = delete;
    Tablebase& operator=(const Tablebase&) = delete;

    const Materials& materials() const { return *materials_; }
    const MaterialClass& at(int number) const { return materials_->classes()[std::size_t(number)]; }
    bool has(int number) const { return !values_[std::size_t(number)].empty() || files_[std::size_t(number)]; }
    // What the captures of a class lead to.
    std::vector<int> successors(int number) const;

    // Values in memory; small classes are read whole from their files.
    const std::vector<Value>& values(int number);
    void put(int number, std::vector<Value> values) { values_[std::size_t(number)] = std::move(values); }
    void forget(int number) { values_[std::size_t(number)] = {}; }
    // The fingerprint in a file: of the class, by who takes whom, and of the only limit of quiet plies under which it
    // is valid, 0 for any.
    std::uint64_t fingerprint(int number, int limit) const;
    std::uint64_t hidden_fingerprint(int limit) const;
    // Adds a file to the class, or the hidden table, whose fingerprint it has.
    Fit add(std::unique_ptr<TablebaseFile> file);

    HiddenTablebase& hidden() { return hidden_; }
    const HiddenTablebase& hidden() const { return hidden_; }

    // Nothing if no table has the position. May be called from any thread, each with its own cache.
    std::optional<Verdict> probe(const Position& position, TablebaseCache& cache) const;

private:
    bool add_hidden(const TablebaseFile& file);

    std::shared_ptr<const Materials> materials_;
    // By the fingerprint of a file: its class, and the only limit under which it is valid, 0 for any.
    std::unordered_map<std::uint64_t, std::pair<int, int>> owners_;
    std::vector<std::vector<Value>> values_;
    std::vector<std::unique_ptr<TablebaseFile>> files_;
    HiddenTablebase hidden_;
};

}  // namespace jungle::flip
