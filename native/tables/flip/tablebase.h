// Exact values of endings, for the search and for whoever asks: solved here, or read from files.
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
    int plies = 0;  // to the next capture or the end of a win or loss; at most to that or a flip, where some are hidden
};

// Does a file belong to some tables? One that holds under many limits of quiet plies may hold under longer ones only.
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
    // What a file must bear: the class by who takes whom, and the limit of quiet plies under which alone it holds, 0
    // for any.
    std::uint64_t fingerprint(int number, int limit) const;
    std::uint64_t hidden_fingerprint(int limit) const;
    // Takes a file for the class, or for what lies face down, whose fingerprint it bears.
    Fit add(std::unique_ptr<TablebaseFile> file);

    HiddenTablebase& hidden() { return hidden_; }
    const HiddenTablebase& hidden() const { return hidden_; }

    // Nothing where no table has the position. Of any thread, each with a cache of its own.
    std::optional<Verdict> probe(const Position& position, TablebaseCache& cache) const;

private:
    bool add_hidden(const TablebaseFile& file);

    std::shared_ptr<const Materials> materials_;
    // By the fingerprint of a file: its class, and the limit under which alone it holds, 0 for any.
    std::unordered_map<std::uint64_t, std::pair<int, int>> owners_;
    std::vector<std::vector<Value>> values_;
    std::vector<std::unique_ptr<TablebaseFile>> files_;
    HiddenTablebase hidden_;
};

}  // namespace jungle::flip
