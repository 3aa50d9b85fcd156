"""The game in a window. Needs the extra `desktop` (pygame-ce).

`board`, `pointer_controller`, `animation` and `controls` hold the state and know no pixels beyond rectangles;
`views` lay it out and draw it. The game itself is a `jungle.play.LiveGame`.
"""
