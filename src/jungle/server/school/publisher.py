"""Publishes what happens in a class."""

from jungle.server.json import Json, encode
from jungle.server.realtime.hub import Hub


class ClassPublisher:
    """Publishes the events of classes to the connections that follow them."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub

    def emit(self, class_id: str, what: str, **content: object) -> None:
        """Publish to all members of a class."""
        self._publish(f"class:{class_id}", class_id, what, content)

    def emit_to_teacher(self, class_id: str, what: str, **content: object) -> None:
        """Publish only to the teacher, on all devices."""
        self._publish(f"class-teacher:{class_id}", class_id, what, content)

    def emit_to_pupil(self, user_id: int, class_id: str, what: str) -> None:
        """Publish to a user who does not follow the class yet."""
        self._publish(f"user:{user_id}", class_id, what, {})

    def _publish(self, topic: str, class_id: str, what: str, content: Json) -> None:
        self.hub.publish(topic, encode({"type": "class", "id": class_id, "what": what, **content}))
