"""How players find each other: challenges, seeks, tournaments and messages.

May import `game` and what is below it.
"""
