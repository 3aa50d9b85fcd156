from jungle.native import native_available

# They are doors to the core: without it they cannot even be imported.
collect_ignore = [] if native_available() else ["src/jungle/engine/native.py", "tools/tune.py"]
