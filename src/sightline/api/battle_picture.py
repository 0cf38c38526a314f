"""Pictures of a battle with the reach of a character, or with the sketch of an action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec import structs

from sightline.api.drawable import Drawable
from sightline.api.own_language import in_own_language
from sightline.rules import ActionSketch, Place, Reach

if TYPE_CHECKING:
    from sightline.api.battles import Battle
    from sightline.render import Backdrop, Scene
    from sightline.render.primitives.screen_size import ScreenSize


@dataclass(frozen=True, eq=False, repr=False)
class BattlePicture(Drawable):
    """The picture of a battle in its current state, with what is `asked`: a reach, or the sketch of an action."""

    battle: Battle
    asked: Reach[Place] | ActionSketch

    @property
    def language(self) -> str:
        """The language of the battle."""
        return self.battle.language

    def backdrop(self, size: ScreenSize) -> Backdrop:
        """Return the board of the battle with its pieces."""
        return self.battle.backdrop(size)

    @property
    @in_own_language
    def scene(self) -> Scene:
        """The content of the picture."""
        plain = self.battle.scene
        return structs.replace(self._shown(), depictions=plain.depictions, marked_areas=plain.marked_areas)

    def _shown(self) -> Scene:
        from sightline import render

        now, asked = self.battle.snapshot(), self.asked
        if isinstance(asked, Reach):
            return render.reach_scene(now.rules, now.position, asked, title=now.title)
        if asked.attacks is None:
            return render.action_scene(now.rules, now.position, asked, title=now.title)
        if asked.attacks in now.position.pieces:
            return now.shot(asked.who, asked.attacks).scene
        return now.strike(asked.who, asked.attacks).scene

    def _identity(self) -> str:
        return f"{self.battle.record()}{self.asked}"
