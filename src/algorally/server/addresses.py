"""Where requests come from, and how many of something each address has."""

import ipaddress
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from algorally.core.errors import SettingError

NOWHERE = "nowhere"  # all that has no address that can be read
NEIGHBOURS = 64  # bits of an IPv6 address that a household has in common


def address_of(scope: Mapping[str, Any]) -> str:
    """Where a request or a socket comes from; behind a trusted proxy, where that says it does."""
    client = scope.get("client")
    return counted_as(client[0] if client else "")


def counted_as(host: str) -> str:
    """An address as it is counted: whoever has one of IPv6 has all that begin alike."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return NOWHERE
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), NEIGHBOURS), strict=False))


class Tally:
    """How much each has of what it may have so much of; 0: as much as it likes."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken: Counter[str] = Counter()

    def take(self, name: str) -> bool:
        """One more; False if that is too much, and nothing is taken."""
        if self.most and self.taken[name] >= self.most:
            return False
        self.taken[name] += 1
        return True

    def give_back(self, name: str) -> None:
        """One less."""
        self.taken[name] -= 1
        if not self.taken[name]:
            del self.taken[name]


class Proxies:
    """The reverse proxies that are believed when they say for whom they ask."""

    def __init__(self, addresses: Iterable[str]) -> None:
        self.addresses = tuple(addresses)
        self._networks = [_network(address) for address in self.addresses]

    def __contains__(self, host: str) -> bool:
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._networks)


def _network(address: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(address)
    except ValueError as error:
        raise SettingError(
            f"--proxy takes an address such as 10.0.0.1, or a network such as 10.0.0.0/24,"
            f" not {address!r}"
        ) from error
