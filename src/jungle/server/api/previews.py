"""Pages for links: metadata that other sites show as a preview, and a redirect into the app for browsers."""

from html import escape

from fastapi.responses import HTMLResponse

from jungle.server.game.pictures import IS_THERE

PREVIEW = ".png" if IS_THERE else ".svg"


def preview(title: str, about: str, url: str, picture: str, target: str) -> HTMLResponse:
    """A page without script or style: preview metadata and a redirect."""
    facts = {
        "title": title,
        "description": about,
        "url": url,
        "image": picture,
        "type": "website",
        "site_name": "Jungle",
    }
    tags = "".join(f'<meta property="og:{name}" content="{escape(value)}">' for name, value in facts.items())
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>{tags}'
        f'<meta name="twitter:card" content="summary_large_image"><link rel="icon" href="/icon.svg">'
        f'<meta name="description" content="{escape(about)}">'
        f'<meta http-equiv="refresh" content="0; url={escape(target)}"></head>'
        f'<body><p><a href="{escape(target)}">{escape(title)}</a>: {escape(about)}</p></body></html>'
    )
