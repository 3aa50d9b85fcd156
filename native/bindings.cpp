// What Python sees of the core. The rest of native/ knows no Python.
#include <nanobind/nanobind.h>

namespace nb = nanobind;

NB_MODULE(JUNGLE_MODULE, module) {
    module.doc() = "The native core of jungle.";
    module.def(
        "instruction_set", [] { return JUNGLE_INSTRUCTION_SET; },
        "The instruction set this build of the core needs, such as 'x86-64-v3'.");
}
