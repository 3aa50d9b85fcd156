#pragma once

// Plays, searches and solves the face-down game. Exits with 1 if something is wrong.
void exercise_flip();
