"""Public addresses, the only ones to which webhooks may lead: never into private networks (SSRF)."""

from __future__ import annotations

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from sightline.formats.arguments import refuse_argument
from sightline.i18n import _

_MAX_CHARACTERS = 500
_PORT = 443
_TUNNELS = tuple(ip_network(each) for each in ("64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16"))
"""IPv6 networks whose addresses embed IPv4 addresses, which may be private."""
AnyAddress = IPv4Address | IPv6Address


class NotPublic(Exception):
    """Raised for a name of which any address is not public."""


def checked_url(stated: str, *, allows_this_machine: bool = False) -> str:
    """Return the URL of a webhook. Raise `ScenarioError` unless it is https with a plain host name and path.

    For tests, `http` and any port are allowed as well.
    """
    fault = _fault_of(stated, allows_this_machine=allows_this_machine)
    if fault is not None:
        raise refuse_argument("url", stated[:_MAX_CHARACTERS], fault)
    return stated


def _fault_of(stated: str, *, allows_this_machine: bool) -> str | None:
    if len(stated) > _MAX_CHARACTERS or not stated.isascii() or not stated.isprintable() or " " in stated:
        return _("expected a URL of at most {most} plain characters").format(most=_MAX_CHARACTERS)
    try:
        parts = urlsplit(stated)
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or "@" in parts.netloc or parts.fragment:
        return _("expected a URL with a host, without a password and without #")
    if allows_this_machine:
        return None
    if parts.scheme != "https" or port not in (None, _PORT):
        return _("expected a URL that begins with https://, at the port {port}").format(port=_PORT)
    return None


def is_public(address: AnyAddress) -> bool:
    """Return whether an address is public, and does not embed another one."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if any(address in network for network in _TUNNELS):
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


async def find_address(host: str, port: int, *, allows_this_machine: bool = False) -> str:
    """Resolve a host name to an address. Raise `NotPublic`, and OSError if it cannot be resolved."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(address[0]).partition("%")[0] for *_kind, address in found]
    if not allows_this_machine and not all(is_public(ip_address(each)) for each in addresses):
        raise NotPublic(host)
    return addresses[0]
