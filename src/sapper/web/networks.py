"""Networks: the part of a client's address that limits count.

An IPv6 client owns a network of 2**64 addresses, so limits count the network.

>>> network_of("203.0.113.7"), network_of("2001:db8:1:2:3:4:5:6")
('203.0.113.7', '2001:db8:1:2::/64')
>>> network_of("::ffff:203.0.113.7"), network_of("testclient")
('203.0.113.7', 'testclient')
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network

from sapper.base.number import quote
from sapper.errors import InputError

__all__ = ["Trusted", "is_address", "network_of"]

_PREFIX = 64  # bits of a network that one client owns


@lru_cache(10_000)
def network_of(address: str) -> str:
    """Return an IPv4 address as it is and the network of an IPv6 address; any other text unchanged."""
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(read, IPv6Address):
        return str(read)
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    return str(IPv6Network((read, _PREFIX), strict=False))


class Trusted:
    """The addresses of proxies whose headers are believed.

    >>> "10.1.2.3" in Trusted(["10.0.0.0/8"]), "testclient" in Trusted(["::1"])
    (True, False)
    """

    def __init__(self, addresses: Iterable[str]) -> None:
        """Read addresses and networks, such as 10.0.0.7 and 10.0.0.0/8.

        Raises:
            InputError: a text that is neither.
        """
        self._networks = []
        for text in addresses:
            try:
                self._networks.append(ip_network(text))
            except ValueError as error:
                raise InputError(
                    f"a proxy is an address or a network such as 10.0.0.0/8, not {quote(text)}: {error}"
                ) from None

    def __contains__(self, address: object) -> bool:
        """Whether a text is the address of a trusted proxy."""
        if not self._networks or not isinstance(address, str) or not is_address(address):
            return False
        read = ip_address(address)
        mapped = read.ipv4_mapped if isinstance(read, IPv6Address) else None
        return any((mapped or read) in network for network in self._networks)


def is_address(text: str) -> bool:
    """Whether a text is an IPv4 or IPv6 address."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
