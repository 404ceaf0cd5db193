"""From where somebody comes."""

from ipaddress import IPv6Address, IPv6Network, ip_address

from litestar.types import HTTPScope, WebSocketScope

HOUSEHOLD = 64  # bits of an IPv6 address that tell networks apart; the others are one's own


def address_of(scope: HTTPScope | WebSocketScope) -> str:
    """The address of whoever sends a request; of IPv6 the network."""
    client = scope.get("client")
    name = client[0] if client else ""
    try:
        address = ip_address(name)
    except ValueError:
        return name
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, HOUSEHOLD), strict=False))
    return str(address)
