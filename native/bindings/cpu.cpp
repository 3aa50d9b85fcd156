// Which x86-64 level this processor has. Compiled for the baseline, so it may be imported anywhere;
// plain C API, so that it costs 16 KB and no time.
#include <Python.h>

#ifdef _MSC_VER
#include <windows.h>
#endif

namespace {

int x86_level() {
#ifdef _MSC_VER
    if (IsProcessorFeaturePresent(PF_AVX2_INSTRUCTIONS_AVAILABLE)) return 3;
    if (IsProcessorFeaturePresent(PF_SSE4_2_INSTRUCTIONS_AVAILABLE)) return 2;
#else
    __builtin_cpu_init();
    const bool v2 = __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                    __builtin_cpu_supports("fma");
    if (v2 && v3) return 3;
    if (v2) return 2;
#endif
    return 1;
}

PyObject* py_x86_level(PyObject*, PyObject*) { return PyLong_FromLong(x86_level()); }

PyMethodDef methods[] = {
    {"x86_level", py_x86_level, METH_NOARGS, "The x86-64 level of this processor: 1, 2 or 3."},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_cpu", nullptr, 0, methods, nullptr, nullptr, nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__cpu() { return PyModule_Create(&definition); }
