#pragma once

#include "../table.h"

// Exits with 1 where something is wrong.
void exercise_tables(const std::shared_ptr<const jungle::Table>& table);
