"""`POST /mail`: a mail command as plain text. The first line is the command, then an empty line, then a body."""

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse

from jungle.server.errors import UnprocessableError
from jungle.server.identity import AnyUser, Parts, source_of
from jungle.server.mail.board_commands import Sender

router = APIRouter(tags=["mail"])


@router.post(
    "/mail",
    response_class=PlainTextResponse,
    openapi_extra={"requestBody": {"content": {"text/plain": {"schema": {"type": "string"}}}, "required": True}},
    responses={code: {"content": {"text/plain": {}}} for code in ("4XX",)},
)
async def mail(request: Request, user: AnyUser, parts: Parts) -> PlainTextResponse:
    """Send a mail command; a token with `mail:write` or a session says who sends it."""
    await parts.limits.take("mail", source_of(request))
    try:
        text = (await request.body()).decode()
    except UnicodeDecodeError:
        raise UnprocessableError("expected plain text in UTF-8") from None
    command, _, rest = text.replace("\0", "").replace("\r\n", "\n").partition("\n")
    reply = await parts.mail.run(command, rest.lstrip("\n"), Sender("http", source_of(request), user=user))
    return PlainTextResponse(reply.text, reply.status)
