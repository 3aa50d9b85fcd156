"""Progress in lessons, puzzles and levels, and class assignments."""

from fastapi import APIRouter
from fastapi.responses import Response

from jungle.server.api import models
from jungle.server.api.authentication import AppServices, CurrentUser
from jungle.server.json import Json
from jungle.server.school.progress import Item
from jungle.server.school.records import Record
from jungle.server.school.training import TrainingCard

router = APIRouter(prefix="/api", tags=["progress"])


@router.get("/progress")
async def show_progress(user: CurrentUser, services: AppServices) -> Json:
    """The lessons, puzzles and levels I have worked on."""
    return {"items": await services.progress.items(user)}


@router.put("/progress")
async def merge_progress(body: models.ProgressOrder, user: CurrentUser, services: AppServices) -> Json:
    """Merge a device's progress, and return the combined progress."""
    await services.limits.take("progress", user.id)
    items = await services.progress.merge(user, [Item(**item.model_dump()) for item in body.items])
    if user.kind == "child" and body.items:
        name, attended = await services.members.of_pupil(user.id)
        services.assignments.progressed(name, attended)
    return {"items": items}


@router.get("/cards")
async def show_cards(user: CurrentUser, services: AppServices) -> Json:
    """The cards that I train with. Nobody else sees them."""
    return {"cards": await services.training.cards(user)}


@router.put("/cards")
async def merge_cards(body: models.CardsOrder, user: CurrentUser, services: AppServices) -> Json:
    """Merge a device's cards, and return the combined cards."""
    await services.limits.take("progress", user.id)
    given = [TrainingCard(each.id, each.move, each.theme, **each.memory.model_dump()) for each in body.cards]
    return {"cards": await services.training.merge(user, given)}


@router.get("/records")
async def show_records(user: CurrentUser, services: AppServices) -> Json:
    """My puzzle rating and personal bests. Nobody else sees them."""
    return {"records": await services.records.records(user)}


@router.put("/records")
async def merge_records(body: models.RecordsOrder, user: CurrentUser, services: AppServices) -> Json:
    """Merge a device's puzzle rating and bests, and return the combined ones."""
    await services.limits.take("progress", user.id)
    given = [Record(each.name, each.value, each.count) for each in body.records]
    return {"records": await services.records.merge(user, given)}


@router.get("/class/{class_id}/themes")
async def show_themes(class_id: str, user: CurrentUser, services: AppServices) -> Json:
    """How often the pupils of a class solve puzzles on the first try, by theme, the weakest first."""
    return {"themes": await services.training.themes(user, class_id)}


@router.get("/class/{class_id}/assignment")
async def list_assignments(class_id: str, user: CurrentUser, services: AppServices) -> Json:
    """The assignments of a class; for the teacher, with a table of results."""
    return {"assignments": await services.assignments.listing(user, class_id)}


@router.post("/class/{class_id}/assignment", status_code=201)
async def assign(class_id: str, body: models.Assignment, user: CurrentUser, services: AppServices) -> Json:
    """Assign lessons, puzzles, a level to beat, or games to play."""
    await services.classes.code(user, class_id)
    await services.limits.take("assignment", user.id)
    made = await services.assignments.create(user, class_id, body.title, body.kind, body.task, body.due)
    return {"assignment": made}


@router.delete("/class/{class_id}/assignment/{assignment_id}")
async def remove_assignment(class_id: str, assignment_id: str, user: CurrentUser, services: AppServices) -> Json:
    await services.assignments.remove(user, class_id, assignment_id)
    return {"ok": True}


@router.get("/class/{class_id}/results.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
async def results(class_id: str, user: CurrentUser, services: AppServices) -> Response:
    """The results as a CSV file."""
    text = await services.assignments.table(user, class_id)
    headers = {"content-disposition": 'attachment; filename="results.csv"'}
    return Response(text, media_type="text/csv; charset=utf-8", headers=headers)
