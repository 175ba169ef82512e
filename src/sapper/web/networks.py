"""Networks: the part of a client's address that limits count.

An IPv6 client owns a network of 2**64 addresses, so limits count the network.

>>> network_of("203.0.113.7"), network_of("2001:db8:1:2:3:4:5:6")
('203.0.113.7', '2001:db8:1:2::/64')
>>> network_of("::ffff:203.0.113.7"), network_of("testclient")
('203.0.113.7', 'testclient')
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address

__all__ = ["network_of"]

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
