// What the bindings of the parts of the core share.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <future>
#include <memory>

#include "tables/jungle/tablebase.h"

using SharedStepTable = std::shared_ptr<const jungle::StepTable>;

// How often the calling thread checks for Ctrl-C.
constexpr auto kSignalPause = std::chrono::milliseconds(15);

// Throws ValueError for bytes that are not a board.
jungle::Position make_position(nanobind::bytes board, int side, int quiet);

// Runs work on another thread. The calling thread checks for Ctrl-C meanwhile, which stops the work.
template <class Work>
auto run_beside(std::atomic<bool>& stopped, Work work) {
    auto result = std::async(std::launch::async, work);
    while (true) {
        {
            nanobind::gil_scoped_release release;
            if (result.wait_for(kSignalPause) == std::future_status::ready) return result.get();
        }
        if (PyErr_CheckSignals() != 0) break;
    }
    stopped = true;
    {
        nanobind::gil_scoped_release release;
        result.wait();
    }
    throw nanobind::python_error();
}

// The tables in use, with a cache for Python, which probes them one call at a time.
struct TablebaseProber {
    std::shared_ptr<const jungle::Tablebase> tables;
    jungle::TablebaseCache cache;
};

void bind_tablebase(nanobind::module_& module);
void bind_teaching(nanobind::module_& module);
void bind_batch(nanobind::module_& module);
