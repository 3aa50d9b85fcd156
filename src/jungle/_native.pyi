"""The native core of jungle."""



def instruction_set() -> str:
    """The instruction set this build of the core needs, such as 'x86-64-v3'."""
