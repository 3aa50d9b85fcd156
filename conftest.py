from jungle.native import native_available

# These need the C++ core to be imported.
collect_ignore = [] if native_available() else ["src/jungle/rl/batch.py", "src/jungle/rl/datasets.py", "tools/tune.py"]
