// The parts of the face-down game's bindings.
#pragma once

#include <nanobind/nanobind.h>

void bind_flip(nanobind::module_& module);
void bind_flip_tablebase(nanobind::module_& module);
