"""Which hosts may be asked: names and numbers that lead to this machine, its network or its cloud are told apart from public ones."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from llmwiki.errors import ServiceError, SourceRefused

IP = IPv4Address | IPv6Address
Resolve = Callable[[str, int], list[str]]

# IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890): everything that is not globally reachable.
_BLOCKS: tuple[tuple[str, str], ...] = (
    ("0.0.0.0/8", "the unspecified address"),
    ("10.0.0.0/8", "a private network"),
    ("100.64.0.0/10", "a provider's inner network (CGNAT)"),
    ("127.0.0.0/8", "this machine"),
    ("169.254.0.0/16", "a link-local network, where clouds keep their metadata"),
    ("172.16.0.0/12", "a private network"),
    ("192.0.0.0/24", "a reserved network"),
    ("192.0.2.0/24", "a network for examples"),
    ("192.88.99.0/24", "a reserved network"),
    ("192.168.0.0/16", "a private network"),
    ("198.18.0.0/15", "a network for measurements"),
    ("198.51.100.0/24", "a network for examples"),
    ("203.0.113.0/24", "a network for examples"),
    ("224.0.0.0/4", "a multicast address"),
    ("240.0.0.0/4", "a reserved network"),
    ("::/128", "the unspecified address"),
    ("::1/128", "this machine"),
    ("2001::/23", "a reserved network"),
    ("2001:db8::/32", "a network for examples"),
    ("3fff::/20", "a network for examples"),
    ("fc00::/7", "a private network"),
    ("fe80::/10", "a link-local network"),
    ("fec0::/10", "a private network"),
    ("ff00::/8", "a multicast address"),
)
_V4 = tuple((IPv4Network(block), what) for block, what in _BLOCKS if ":" not in block)
_V6 = tuple((IPv6Network(block), what) for block, what in _BLOCKS if ":" in block)
_GLOBAL_V6 = IPv6Network("2000::/3")  # RFC 4291: all global unicast there is
_NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052: an IPv4 address in its last 32 bits
_EMBEDDING = (_NAT64, IPv6Network("::ffff:0:0/96"), IPv6Network("::/96"))
_6TO4 = IPv6Network("2002::/16")  # RFC 3056: an IPv4 address in bits 16 to 48

# Where clouds answer their own machines with keys and settings. Nobody keeps documents there, so nothing allows them.
_METADATA: frozenset[IP] = frozenset(
    map(
        ip_address,
        ("169.254.169.254", "169.254.170.2", "169.254.170.23", "100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2::254"),
    )
)
_HERE = re.compile(r"(?:.+\.)?(?:localhost|localdomain|ip6-localhost|ip6-loopback)", re.IGNORECASE)  # RFC 6761, section 6.3
_NUMBER = re.compile(r"(?:\d+|0x[0-9a-f]*)", re.IGNORECASE)
_HINT = "`--allow-private` (or `allow_private = true` below `[net]` in .wiki/config.toml) lets it pass"


def check_host(host: str, *, allow_private: bool) -> None:
    """Look at a host as it is written, before anything is asked.

    Args:
        host: Of an address, lower case, IPv6 without brackets, other scripts in their ASCII form.
        allow_private: Whether this machine and its networks are meant.

    Raises:
        SourceRefused: it names this machine or a network that is not public, or writes an IP address in decimal, octal,
            hexadecimal or short form, which nobody does who means well.
    """
    plain = host.removesuffix(".")
    number = _as_number(plain)
    if number is not None:
        check_number(number, allow_private=allow_private)
    elif _NUMBER.fullmatch(plain.rpartition(".")[2]):
        raise SourceRefused(f"has an unusual spelling of an IP address for a host: {host}; write it as four numbers from 0 to 255")
    elif _HERE.fullmatch(plain) and not allow_private:
        raise SourceRefused(f"leads to this machine: {host}; {_HINT}")


def check_number(number: IP, *, allow_private: bool) -> None:
    """Raise SourceRefused for an IP address that is not public, and always for those where clouds keep their keys."""
    inner = _embedded(number)
    if inner is not None:
        check_number(inner, allow_private=allow_private)
        return
    if number in _METADATA:
        raise SourceRefused(f"leads to a cloud's metadata service: {number}")
    what = _special(number)
    if what and not allow_private:
        raise SourceRefused(f"leads to {what}: {number}; {_HINT}")


def public_numbers(host: str, port: int, *, allow_private: bool, resolve: Resolve) -> list[str]:
    """Look a host up once, and give the IP addresses to connect to, in the system's order.

    Raises:
        SourceRefused: one of them is not public; a name with one good and one bad address is up to something.
        ServiceError: there is no such host, or the names cannot be looked up.
    """
    check_host(host, allow_private=allow_private)
    found = list(dict.fromkeys(resolve(host, port)))
    for text in found:
        check_number(ip_address(text.partition("%")[0]), allow_private=allow_private)
    if not found:
        raise ServiceError(f"the host {host} has no address")
    return found


def system_resolve(host: str, port: int) -> list[str]:
    """IP addresses of a host as the system knows them. Raises ServiceError."""
    try:
        answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise ServiceError(f"the host {host} cannot be found", "is the address right, and is there a network?") from error
    return [str(answer[4][0]) for answer in answers]


def _as_number(host: str) -> IP | None:
    try:
        return ip_address(host.partition("%")[0])
    except ValueError:
        return None


def _embedded(number: IP) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address stands for: mapped, compatible, translated or tunnelled."""
    if isinstance(number, IPv4Address) or int(number) <= 1:
        return None
    if any(number in network for network in _EMBEDDING):
        return IPv4Address(int(number) & 0xFFFFFFFF)
    return IPv4Address((int(number) >> 80) & 0xFFFFFFFF) if number in _6TO4 else None


def _special(number: IP) -> str:
    """What a network that is not public is for; empty for a public one."""
    if isinstance(number, IPv4Address):
        return next((what for network, what in _V4 if number in network), "")
    found = next((what for network, what in _V6 if number in network), "")
    return found or ("" if number in _GLOBAL_V6 else "a reserved network")
