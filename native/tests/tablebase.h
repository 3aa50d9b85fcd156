#pragma once

#include "jungle/step_table.h"

// Exits with 1 if something is wrong.
void exercise_tablebase(const std::shared_ptr<const jungle::StepTable>& table);
