"""Where a service is, as callers write it, and by which proxy it is reached."""

from __future__ import annotations

import base64
import ipaddress
import re
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass


class Proxy(NamedTuple):
    """A proxy of HTTP."""

    host: str
    port: int
    headers: dict[str, str]
    """What it wants to know of who comes."""


class Address(NamedTuple):
    """Where a service is."""

    secure: bool
    host: str
    port: int
    path: str
    """Without a slash at the end, and without ``/api/v1``."""
    proxy: Proxy | None


def address_of(base_url: str) -> Address:
    """The address that a URL says. Raises ValueError for one that can't be that of a service."""
    # Of a file it comes with a line end.
    parts = urlsplit(base_url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname or re.search(r"\s", parts.hostname):
        raise ValueError(f"base_url is no http or https URL: {base_url}")
    # Not shown: it may be logged.
    if parts.username is not None or parts.password is not None:
        raise ValueError("base_url has a user name or a password, which no service takes")
    if parts.query or parts.fragment:
        raise ValueError(f"base_url has a query or a fragment, which no service has: {base_url}")
    secure = parts.scheme == "https"
    # Of an address of IPv6, a connection without a port would take the end for one.
    port = (443 if secure else 80) if parts.port is None else parts.port
    path = re.sub(r"/api/v1$", "", quote(parts.path, safe="/%:@!$&'()*+,;=~").rstrip("/"))
    return Address(secure, parts.hostname, port, path, _proxy_of(parts.scheme, parts.hostname, port))


def _proxy_of(scheme: str, host: str, port: int) -> Proxy | None:
    """The proxy that the environment says: HTTP_PROXY, HTTPS_PROXY, and NO_PROXY for those reached without one."""
    url = getproxies().get(scheme)
    # What is on this machine no proxy reaches.
    if not url or _is_here(host) or proxy_bypass(f"[{host}]:{port}" if ":" in host else f"{host}:{port}"):
        return None
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme != "http" or not parts.hostname:
        raise ValueError(f"The proxy of {scheme.upper()}_PROXY has no address that begins with http://")
    headers: dict[str, str] = {}
    if parts.username is not None:
        user = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
        headers["Proxy-Authorization"] = f"Basic {base64.b64encode(user.encode()).decode()}"
    return Proxy(parts.hostname, 80 if parts.port is None else parts.port, headers)


def _is_here(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
