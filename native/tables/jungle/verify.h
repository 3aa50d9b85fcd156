// Checks a solved class by looking one move ahead.
#pragma once

#include "tables/jungle/tablebase.h"

namespace jungle {

struct Verified {
    std::uint64_t positions = 0;
    std::uint64_t wrong = 0;
    std::string first_wrong;  // its board (one letter per square from a1), its side, and what was found
};

// Checks values against those of the positions one move further, with the ordinary moves of the game: all positions
// of a class, or a random sample.
Verified verify_tablebase(const Tablebase& tables, const MaterialClass& of, std::uint64_t sample, std::uint64_t seed,
                          const std::atomic<bool>& stopped);

}  // namespace jungle
