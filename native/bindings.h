// What the bindings of the parts of the core share.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>

#include "position.h"

using SharedTable = std::shared_ptr<const jungle::Table>;

// How often the calling thread looks for Ctrl-C.
constexpr auto kSignalPause = std::chrono::milliseconds(15);

// Throws ValueError for what is no board.
jungle::Position make_position(nanobind::bytes board, int side, int quiet);

// Works beside the calling thread, which looks for Ctrl-C meanwhile and then stops the work.
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

void bind_tablebase(nanobind::module_& module);
