// For what cannot go on.
#pragma once

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace jungle {

// Throws std::runtime_error; where exceptions are switched off, as in the browser, which builds nothing, the program ends.
[[noreturn]] inline void refuse(const std::string& why) {
#if __cpp_exceptions
    throw std::runtime_error(why);
#else
    (void)why;
    std::abort();
#endif
}

}  // namespace jungle
