#pragma once

#include "rl/batch.h"

// Random play in batches: on several threads the same as on one, copies and illegal actions included.
void exercise_batch(const std::shared_ptr<const jungle::StepTable>& table, const jungle::Position& start);
void exercise_flip_batch(const jungle::flip::Rules& rules, const jungle::flip::Position& start);
