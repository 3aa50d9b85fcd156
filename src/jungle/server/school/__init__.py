"""Classes: teachers, pupils, rounds, assignments and progress in lessons.

May import `lobby` and what is below it.
"""
