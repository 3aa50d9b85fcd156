"""Icons for buttons, as lines on a field of 24×24."""

from jungle.svg.shapes import line

_LINES = {
    "undo": "M9 5L4 10L9 15M4.5 10H14A5 5 0 0 1 14 20H10",
    "redo": "M15 5L20 10L15 15M19.5 10H10A5 5 0 0 0 10 20H14",
    "hint": "M9 18H15M10 21H14M12 3A6 6 0 0 1 15.5 13.8L15 16H9L8.5 13.8A6 6 0 0 1 12 3Z",
    "flip": "M7 4V19M7 4L4 7.5M7 4L10 7.5M17 20V5M17 20L14 16.5M17 20L20 16.5",
    "sound": "M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5ZM15 9.5Q17.5 12 15 14.5M17.5 7Q22 12 17.5 17",
    "mute": "M4 9.5V14.5H7.5L12 18.5V5.5L7.5 9.5ZM15.5 9.5L20.5 14.5M20.5 9.5L15.5 14.5",
    "menu": "M4 7H20M4 12H20M4 17H20",
    "home": "M4 11.5L12 4.5L20 11.5M6.5 10V19.5H17.5V10M10.2 19V14H13.8V19",
    "save": "M12 4V14M8 10.5L12 14.5L16 10.5M4.5 16.5V19.5H19.5V16.5",
    "load": "M12 15V4.5M8 8.5L12 4.5L16 8.5M4.5 16.5V19.5H19.5V16.5",
    "back": "M14.5 5L7.5 12L14.5 19",
    "next": "M9.5 5L16.5 12L9.5 19",
    "first": "M17 5L10 12L17 19M7 5V19",
    "last": "M7 5L14 12L7 19M17 5V19",
    "play": "M8 5L19 12L8 19Z",
    "pause": "M8.5 5V19M15.5 5V19",
    "stop": "M6.5 6.5H17.5V17.5H6.5Z",
    "config": "M5 7H12M17 7H19M5 12H7M12 12H19M5 17H13M18 17H19M14.5 4.8V9.2M9.5 9.8V14.2M15.5 14.8V19.2",
    "quit": "M10 4.5H5.5V19.5H10M10.5 12H20M16 8L20 12L16 16",
    "people": (
        "M8.5 11.5A3.2 3.2 0 1 0 8.4 11.5ZM15.8 11A2.7 2.7 0 1 0 15.7 11Z"
        "M3 19Q3.5 14 8.5 14Q13.5 14 14 19M15.5 13.5Q20.5 13.4 21 18.4"
    ),
    "robot": "M6 9H18V18.5H6ZM12 9V5.5M10.5 4.5H13.5M9.4 13H9.6M14.4 13H14.6M10 16H14M3.5 12V15.5M20.5 12V15.5",
    "robots": (
        "M3 10H10.5V16.5H3ZM13.5 10H21V16.5H13.5ZM6.75 10V7M17.25 10V7M5.4 13H5.5M8 13H8.1M15.9 13H16M18.5 13H18.6"
    ),
    "cards": "M5 6.5H13V17.5H5ZM15.5 7L19.5 8L17 18.5L15.5 18",
    "book": "M12 6.5Q8 4 4 5.5V18Q8 16.8 12 19Q16 16.8 20 18V5.5Q16 4 12 6.5V19",
    "chart": "M4 4.5V19.5H20M7.5 16L11 11L14.5 13.5L19 7",
    "star": "M12 4L14.4 9.4L20 10L15.8 13.8L17 19.5L12 16.5L7 19.5L8.2 13.8L4 10L9.6 9.4Z",
    "flag": "M6 20.5V4.5Q10 2.5 13 4.8T19 4.5V13Q16 15 13 13T6 13.5",
    "reset": "M18.5 8.5A7.5 7.5 0 1 0 19.5 12.5M19 4.5V9H14.5",
    "bar": "M9.5 4H14.5V20H9.5ZM9.5 13H14.5",
    "check": "M5 12.5L10 17.5L19.5 6.5",
    "cross": "M6 6L18 18M18 6L6 18",
}

NAMES = tuple(_LINES)


def icon(name: str, colour: str) -> str:
    """An icon in one colour."""
    shape = line(_LINES[name], colour, 2, stroke_linecap="round", stroke_linejoin="round")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{shape}</svg>'
