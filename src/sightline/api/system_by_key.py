"""Rule systems by their key, with a capability that a function needs."""

from __future__ import annotations

from sightline.formats.arguments import refuse_argument
from sightline.i18n import _
from sightline.rules import NotAnswered, Systems, installed_systems, require
from sightline.rules.capabilities import AnyCapability


def require_system(key: str, wanted: type[AnyCapability], systems: Systems | None) -> AnyCapability:
    """Return the rule system with a key as an instance of a capability; `systems` are by default the installed ones.

    Raise `ArgumentError` if it is unknown or lacks the capability.
    """
    known = installed_systems() if systems is None else systems
    if key not in known:
        message = _("there is no rule system {key!r}").format(key=key)
        raise refuse_argument("system", key, message, tuple(known))
    try:
        return require(known[key], wanted)
    except NotAnswered as error:
        raise refuse_argument("system", key, str(error)) from error
