// Endgame tables in use: the files there are for some rules, opened when first asked.
#pragma once

#include "tablebase_file.h"
#include "tablebase_solver.h"
#include "threads.h"

namespace jungle {

class Tablebase {
public:
    // Paths by the names of classes; others are not looked at.
    Tablebase(std::shared_ptr<const MaterialClasses> classes,
              const std::vector<std::pair<std::string, std::string>>& paths);

    const MaterialClasses& classes() const { return *classes_; }
    // One more file, whose bytes are in memory and outlive the tables. Is it whole, and of one of the classes?
    bool add(ByteSpan bytes);
    // The most pieces that any file covers.
    int pieces() const { return pieces_; }

    // The code of a position with both sides on the board and nobody in a den (see tablebase_solver.h), -1 where no
    // table has it. Of any thread, each with a cache of its own. What was played before, the quiet plies too, is not
    // looked at.
    int probe(const Position& position, TableCache& cache) const;

    // What is wrong with files that had to be left aside, one line each.
    std::vector<std::string> faults() const;

private:
    struct Entry {
        std::string path;
        std::unique_ptr<TableFile> file;
        std::atomic<const TableFile*> opened{nullptr};
        std::atomic<bool> is_left_aside{false};
    };
    const TableFile* file(int id) const;
    const TableFile* open(int id) const;
    void leave_aside(Entry& entry, const std::string& why) const;

    std::shared_ptr<const MaterialClasses> classes_;
    int pieces_ = 0;
    mutable std::vector<Entry> entries_;  // by class
    mutable Mutex mutex_;  // held while a file is opened or left aside
    mutable std::vector<std::string> faults_;
};

// Solves a class and packs it: the bytes of its file, none when it was stopped. `packed` has the files of the classes
// that captures lead to.
std::vector<std::uint8_t> build_table(const MaterialClasses& classes, const MaterialClass& of,
                                      const std::vector<std::pair<std::string, ByteSpan>>& packed,
                                      const Deflate& deflate, const std::atomic<bool>& stopped);

struct Verified {
    std::uint64_t positions = 0;
    std::uint64_t wrong = 0;
    std::string first_wrong;  // its board, one letter a square from a1, and side, and what was found
};

// Checks values against those of the positions one move further, with the ordinary moves of the game: all positions
// of a class, or so many at random.
Verified verify_table(const Tablebase& tables, const MaterialClass& of, std::uint64_t sample, std::uint64_t seed,
                      const std::atomic<bool>& stopped);

}  // namespace jungle
