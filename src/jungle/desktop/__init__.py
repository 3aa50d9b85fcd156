"""The windowed game: a headless model, views that draw it, and the window around them.

`live_game`, `controls` and `series` hold the state and know no pixels beyond rectangles; `views` lay it out
and draw it; `application` passes input and time on to the view on top; only `window` opens a window.
"""
