"""Take a port before its address is shown."""

from __future__ import annotations

import socket
from typing import Final

from sapper.errors import SapperError

HOST: Final = "127.0.0.1"


def listen(port: int, host: str = HOST) -> socket.socket:
    """Listen on a port, any free one for 0; an error says why that is not possible."""
    # Said to be TCP, or asyncio would let the system hold small answers back for 40 ms.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)  # before the address is shown: who reads it may ask at once
    except OSError as error:
        listening.close()
        reason = error.strerror or str(error)
        raise SapperError(f"cannot listen on port {port}: {reason}; try --port 0") from None
    return listening
