// For errors that cannot be recovered from.
#pragma once

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace jungle {

// Throws std::runtime_error. Without exceptions, as in the browser (which builds no tables), it aborts.
[[noreturn]] inline void refuse(const std::string& why) {
#if __cpp_exceptions
    throw std::runtime_error(why);
#else
    (void)why;
    std::abort();
#endif
}

}  // namespace jungle
