def x86_level() -> int:
    """The x86-64 level of this processor: 1, 2 or 3."""
