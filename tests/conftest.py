from hypothesis import settings

# The same examples every time and no deadline: machines are shared and noisy.
settings.register_profile("jungle", deadline=None, derandomize=True)
settings.load_profile("jungle")
