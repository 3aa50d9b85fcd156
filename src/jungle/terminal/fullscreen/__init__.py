"""The game on the whole screen of a terminal, with cursor keys and mouse. It needs the extra `screen`."""
