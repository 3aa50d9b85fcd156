"""`/api/docs`: every request with its fields, generated from the OpenAPI schema. Loads nothing from other sites."""

from html import escape

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from jungle.server.json import Json

router = APIRouter(include_in_schema=False)

ERRORS = '{"error": {"code", "message"}}'
STYLE = """\
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
:root { color-scheme: light dark; }
section { border-top: 1px solid; padding: .5rem 0; }
h3 { font: bold 1rem ui-monospace, monospace; margin: .5rem 0; }
table { border-collapse: collapse; }
td { padding: .1rem 1rem .1rem 0; vertical-align: top; }
"""


@router.get("/api/docs/style.css")
async def style() -> Response:
    return Response(STYLE, media_type="text/css")


@router.get("/api/docs")
async def docs(request: Request) -> HTMLResponse:
    """All requests, grouped by the module they belong to."""
    schema = request.app.openapi()
    groups: dict[str, list[str]] = {}
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            groups.setdefault(operation.get("tags", ["others"])[0], []).append(
                _section(schema, method, path, operation)
            )
    listed = "".join(f"<h2>{escape(tag)}</h2>{''.join(sections)}" for tag, sections in groups.items())
    title = f"{escape(schema['info']['title'])} {escape(schema['info']['version'])}"
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}: requests</title>'
        '<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/api/docs/style.css"></head>'
        f'<body><h1>{title}</h1><p>For programs: <a href="/api/openapi.json">openapi.json</a>. '
        f"Errors are <code>{escape(ERRORS)}</code>.</p>{listed}</body></html>"
    )


def _section(schema: Json, method: str, path: str, operation: Json) -> str:
    fields = [
        (field["name"], field["in"], field.get("schema", {}), field.get("required", False))
        for field in operation.get("parameters", [])
    ]
    for content in operation.get("requestBody", {}).get("content", {}).values():
        body = _resolved(schema, content.get("schema", {}))
        required = body.get("required", [])
        fields += [(name, "body", field, name in required) for name, field in body.get("properties", {}).items()]
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{where}{'' if needed else ', optional'}</td>"
        f"<td>{escape(_type(schema, field))}</td></tr>"
        for name, where, field, needed in fields
    )
    text = operation.get("description") or operation.get("summary", "")
    return (
        f"<section><h3>{method.upper()} {escape(path)}</h3><p>{escape(text)}</p>"
        f"{f'<table>{rows}</table>' if rows else ''}</section>"
    )


def _resolved(schema: Json, part: Json) -> Json:
    if "$ref" in part:
        found: Json = schema["components"]["schemas"][part["$ref"].rpartition("/")[2]]
        return found
    return part


def _type(schema: Json, field: Json) -> str:
    """A short description of a field's type."""
    field = _resolved(schema, field)
    if "enum" in field:
        return " | ".join(map(str, field["enum"]))
    if "anyOf" in field:
        return " | ".join(_type(schema, part) for part in field["anyOf"])
    if "properties" in field:
        return "{" + ", ".join(field["properties"]) + "}"
    if field.get("type") == "array":
        return f"list of {_type(schema, field.get('items', {}))}"
    bounds = [f"{sign} {field[key]}" for key, sign in (("minimum", "≥"), ("maximum", "≤")) if key in field]
    if "maxLength" in field:
        bounds.append(f"at most {field['maxLength']} characters")
    return ", ".join([str(field.get("const", field.get("type", "anything"))), *bounds])
