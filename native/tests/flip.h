#pragma once

// Plays, searches and solves the face-down game. Exits with 1 where something is wrong.
void exercise_flip();
