"""Colours: those of a board and of everything around it, and those of the two sides."""

from dataclasses import dataclass

SIDE_COLOURS = ("#2f6fc4", "#c63a30")
"""Blue's and Red's, in every theme."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A set of colours that go together, as `#rrggbb`."""

    name: str
    sky: tuple[str, str]
    """Behind everything, from the top to the bottom."""
    leaves: tuple[str, str, str]
    """From the far ones to the near ones."""
    panel: str
    panel_edge: str
    ink: str
    """Text on a panel."""
    faint: str
    """Less important text on a panel."""
    button: tuple[str, str]
    button_edge: str
    button_ink: str
    accent: tuple[str, str]
    """What is chosen or proposed."""
    accent_edge: str
    accent_ink: str
    focus: str
    frame: tuple[str, str, str]
    frame_ink: str
    land: tuple[str, str]
    """The two shades of squares."""
    land_line: str
    growth: tuple[str, str]
    """Tufts and flowers."""
    water: tuple[str, str, str]
    wave: str
    shore: str
    trap: tuple[str, str]
    """The pit and the stakes."""
    den: tuple[str, str]
    """The hollow and the stones around it."""


MEADOW = Theme(
    name="meadow",
    sky=("#2f5d43", "#163524"),
    leaves=("#2b6a45", "#357f4b", "#4c9a52"),
    panel="#fbf4e0",
    panel_edge="#c9ad75",
    ink="#33261a",
    faint="#7a6548",
    button=("#fffaf0", "#efdfbc"),
    button_edge="#b2935a",
    button_ink="#3a2a1b",
    accent=("#ffcf5e", "#f0a42e"),
    accent_edge="#a9661a",
    accent_ink="#3b2208",
    focus="#1f6fd6",
    frame=("#a9713c", "#7d4c23", "#4e2b12"),
    frame_ink="#f6dfb4",
    land=("#bfdc86", "#afd077"),
    land_line="#86ab57",
    growth=("#8fba5c", "#fff3c4"),
    water=("#7cc9e8", "#4aa6d6", "#2f86bd"),
    wave="#c9ecf8",
    shore="#e7d59a",
    trap=("#a98556", "#5a3d20"),
    den=("#3a2a1e", "#b7a58a"),
)

PARCHMENT = Theme(
    name="parchment",
    sky=("#8a6a44", "#4c3520"),
    leaves=("#6e5433", "#7d613b", "#8f7247"),
    panel="#f7ead0",
    panel_edge="#b99661",
    ink="#3b2a1a",
    faint="#836744",
    button=("#fdf4df", "#ecd8b0"),
    button_edge="#a98652",
    button_ink="#40301c",
    accent=("#d9774a", "#b9502c"),
    accent_edge="#7a2e17",
    accent_ink="#fff5e6",
    focus="#1d6a8a",
    frame=("#7a5532", "#573719", "#33200e"),
    frame_ink="#ecd5a6",
    land=("#f3e4c1", "#ead7ad"),
    land_line="#bf9f6a",
    growth=("#d5bb86", "#c29f66"),
    water=("#b5cfc6", "#93b8b2", "#759f9d"),
    wave="#567f80",
    shore="#8f7747",
    trap=("#d2b585", "#6e4a26"),
    den=("#59402a", "#b08f5c"),
)

NIGHT = Theme(
    name="night",
    sky=("#1d2a4a", "#0c1226"),
    leaves=("#1a3350", "#1f4058", "#285566"),
    panel="#1f2a44",
    panel_edge="#4d618f",
    ink="#eaf0ff",
    faint="#a2b2d6",
    button=("#34446d", "#283658"),
    button_edge="#6379b0",
    button_ink="#f2f5ff",
    accent=("#ffd877", "#eab040"),
    accent_edge="#8e6415",
    accent_ink="#2b1c05",
    focus="#7fd4ff",
    frame=("#3f4d74", "#2a3557", "#151c34"),
    frame_ink="#cdd9f7",
    land=("#48706a", "#40655f"),
    land_line="#2f4d4d",
    growth=("#5c8a7c", "#d8e8b8"),
    water=("#3a6ea8", "#27548c", "#193c6c"),
    wave="#7fb2e6",
    shore="#6c8f8a",
    trap=("#5d4b50", "#2a1f27"),
    den=("#0e1120", "#8791b4"),
)

LACQUER = Theme(
    name="lacquer",
    sky=("#5e1218", "#2a070b"),
    leaves=("#74191e", "#852226", "#9a3029"),
    panel="#2b1413",
    panel_edge="#c4933e",
    ink="#fbe9c6",
    faint="#cda873",
    button=("#4b2220", "#361715"),
    button_edge="#a87b34",
    button_ink="#fbe6bd",
    accent=("#f3c866", "#cf9430"),
    accent_edge="#7c5212",
    accent_ink="#331806",
    focus="#ffe08a",
    frame=("#3a1210", "#240a09", "#100404"),
    frame_ink="#e7bd68",
    land=("#e9cf9b", "#dfc189"),
    land_line="#a67c3d",
    growth=("#cba667", "#b58a47"),
    water=("#3f8f8c", "#2a7274", "#1a5256"),
    wave="#a6dcd2",
    shore="#b88b3f",
    trap=("#b98243", "#55220f"),
    den=("#2c0b0a", "#c99a45"),
)

THEMES = {theme.name: theme for theme in (MEADOW, PARCHMENT, NIGHT, LACQUER)}
