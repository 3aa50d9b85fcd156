"""The documentation site: `make docs` builds it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from jungle import __version__
from jungle.web.documentation import PACKAGE

project = "Jungle"
project_copyright = "the Jungle developers"
release = version = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "live_boards",
    "one_entry",
    "strict_pages",
]
exclude_patterns = ["_ext"]
templates_path: list[str] = []
nitpicky = False

myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4

# Docstrings use single backticks for code, as Markdown does.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True, "imported-members": True}
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = f"Jungle {__version__}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_extra_path = ["llms.txt"]
html_favicon = str(PACKAGE / "assets" / "icon.svg")
html_logo = str(PACKAGE / "assets" / "icon.svg")
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {"color-brand-primary": "#1c6b3a", "color-brand-content": "#1c6b3a"},
    "dark_css_variables": {"color-brand-primary": "#8fd6a4", "color-brand-content": "#8fd6a4"},
}

copybutton_prompt_text = ">>> |\\.\\.\\. |\\$ "
copybutton_prompt_is_regexp = True

# Addresses in examples, which only work on the reader's own machine.
linkcheck_ignore = [r"http://(localhost|127\.0\.0\.1|192\.168\.)"]
