// How functions of the core get into a WebAssembly module's exports.
#pragma once

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))
#define IMPORT(name) extern "C" __attribute__((import_module("jungle"), import_name(#name)))
