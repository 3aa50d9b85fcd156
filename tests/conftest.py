import signal

from hypothesis import settings

# The same examples every time, however slow the machine.
settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")

# A shell makes its background jobs deaf to interrupts, and what we start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
