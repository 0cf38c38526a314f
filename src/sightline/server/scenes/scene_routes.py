"""The route of scenes, which worker processes draw."""

from __future__ import annotations

from litestar import MediaType, Response, post

from sightline.server.part import Part
from sightline.server.questions.question_answer import answered
from sightline.server.questions.question_routes import LONG, answer_in_worker, outline_of
from sightline.server.request_types import AnyHttpRequest
from sightline.server.scenes.scene_request import SceneAnswer, SceneRequest


def scenes() -> Part:
    """Return the part of the server for scenes."""
    return Part(api=[scene])


@post("/scene", name="scene", status_code=200, media_type=MediaType.JSON, takes=SceneRequest, gives=[SceneAnswer])
async def scene(request: AnyHttpRequest) -> Response[bytes]:
    """Return a board in layers for a screen, with the answer to a question."""
    outline = outline_of(await request.body())
    asked = outline.ask if isinstance(outline.ask, dict) else {}
    is_long = str(asked.get("question")) in LONG or bool(asked.get("why_not"))
    return await answer_in_worker(request, outline, draw_scene, is_long=is_long)


def draw_scene(content: bytes, language: str) -> bytes:
    """Return the JSON of a scene, in the language that the request states, else in `language`.

    Raise `ScenarioError` for invalid input, and `HttpRefusal` if the body cannot be read.
    """
    return answered(SceneRequest, content, language, SceneRequest.scene)
