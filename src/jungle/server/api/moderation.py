"""Reports, and what admins see and do. Admins act with a session, never with a token."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from jungle.server.api import models
from jungle.server.events import Json
from jungle.server.identity import Parts, Signed

router = APIRouter(prefix="/api", tags=["moderation"])


@router.post("/report/{user_name}", status_code=201)
async def report(user_name: str, body: models.Report, user: Signed, parts: Parts) -> Json:
    """Complain about somebody to those who run the server."""
    await parts.limits.take("report", user.id)
    return {"report": await parts.moderation.report(user, user_name, body.reason, body.game)}


@router.get("/admin/reports")
async def list_reports(admin: Signed, parts: Parts, status: Literal["open", "closed"] = "open") -> Json:
    return {"reports": await parts.moderation.reports(status)}


@router.post("/admin/reports/{report_id}/close")
async def close_report(
    report_id: Annotated[int, Path(ge=1, le=2**31)], body: models.Note, admin: Signed, parts: Parts
) -> Json:
    """Done with a complaint."""
    await parts.moderation.close_report(admin, report_id, body.note)
    return {"ok": True}


@router.get("/admin/user/{user_name}")
async def person(user_name: str, admin: Signed, parts: Parts) -> Json:
    """Somebody's account, complaints about them, and what was done."""
    return {"user": await parts.moderation.person(user_name)}


@router.post("/admin/user/{user_name}/ban")
async def ban(user_name: str, body: models.Sanction, admin: Signed, parts: Parts) -> Json:
    """Keep somebody out for some days, or for ever; with `refund`, opponents get back the rating points they lost."""
    until = await parts.moderation.ban(admin, user_name, body.days, body.reason)
    refunded = await parts.moderation.refund(admin, user_name) if body.refund else 0
    return {"until": until, "refunded": refunded}


@router.delete("/admin/user/{user_name}/ban")
async def unban(user_name: str, admin: Signed, parts: Parts) -> Json:
    await parts.moderation.unban(admin, user_name)
    return {"ok": True}


@router.post("/admin/user/{user_name}/mute")
async def mute(user_name: str, body: models.Sanction, admin: Signed, parts: Parts) -> Json:
    """Let somebody play, but neither chat nor write."""
    return {"until": await parts.moderation.mute(admin, user_name, body.days, body.reason)}


@router.delete("/admin/user/{user_name}/mute")
async def unmute(user_name: str, admin: Signed, parts: Parts) -> Json:
    await parts.moderation.unmute(admin, user_name)
    return {"ok": True}


@router.post("/admin/user/{user_name}/rename")
async def rename(user_name: str, body: models.Rename, admin: Signed, parts: Parts) -> Json:
    """Give somebody a name that does not offend."""
    await parts.moderation.rename(admin, user_name, body.name, body.reason)
    return {"ok": True}


@router.get("/admin/acts")
async def acts(admin: Signed, parts: Parts, before: Annotated[int | None, Query(ge=1, le=2**62)] = None) -> Json:
    """What admins have done, the newest first."""
    return {"acts": await parts.moderation.acts(before)}
