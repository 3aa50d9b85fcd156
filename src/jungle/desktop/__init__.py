"""The windowed game: a headless model, views that draw it, and the window around them.

`table`, `controls`, `lessons` and `series` hold what is going on and know no pixels beyond rectangles; `views` lay it
out and draw it; `application` passes inputs and time to the view on top; `window` is the only one to open a window.
"""
