// Endgame tables in use: the files for one rule set, opened on first use.
#pragma once

#include "common/threads.h"
#include "tables/file.h"
#include "tables/jungle/solver.h"

namespace jungle {

class Tablebase {
public:
    // Paths by class name; unknown names are ignored.
    Tablebase(std::shared_ptr<const MaterialClasses> classes,
              const std::vector<std::pair<std::string, std::string>>& paths);

    const MaterialClasses& classes() const { return *classes_; }
    // Adds a file in memory, which must outlive the tables. Returns whether it is valid and of one of the classes.
    bool add(ByteSpan bytes);
    // The most pieces that any file covers.
    int pieces() const { return pieces_; }

    // The code of a position with both sides on the board and no piece in a den (see solver.h); -1 if no table has it.
    // May be called from any thread, each with its own cache. Ignores the game's past, including the quiet plies.
    int probe(const Position& position, TablebaseCache& cache) const;

    // What is wrong with files that could not be used, one line each.
    std::vector<std::string> faults() const;

private:
    struct Entry {
        std::string path;
        std::unique_ptr<TablebaseFile> file;
        std::atomic<const TablebaseFile*> opened{nullptr};
        std::atomic<bool> is_left_aside{false};
    };
    const TablebaseFile* file(int id) const;
    const TablebaseFile* open(int id) const;
    void leave_aside(Entry& entry, const std::string& why) const;

    std::shared_ptr<const MaterialClasses> classes_;
    int pieces_ = 0;
    mutable std::vector<Entry> entries_;  // by class
    mutable Mutex mutex_;                 // held while a file is opened or rejected
    mutable std::vector<std::string> faults_;
};

// Solves a class and packs it: the bytes of its file, or none if it was stopped. `packed` has the files of the classes
// that captures lead to.
std::vector<std::uint8_t> build_tablebase(const MaterialClasses& classes, const MaterialClass& of,
                                          const std::vector<std::pair<std::string, ByteSpan>>& packed,
                                          const Deflate& deflate, const std::atomic<bool>& stopped);

}  // namespace jungle
