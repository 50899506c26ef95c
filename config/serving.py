"""The web process itself, started by `manage.py web` once the database's guard is proved: python -m config.serving."""

from __future__ import annotations

import argparse
import signal
import sys

import uvicorn


def main() -> None:
    """Serve until stopped. Uvicorn's own logs go where settings send them; requests are not logged."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--workers", type=int, required=True)
    given = parser.parse_args()
    uvicorn.run(
        "config.asgi:application",
        host=given.host,
        port=given.port,
        workers=given.workers,
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )


if __name__ in {"__main__", "__mp_main__"}:  # the latter in each of several workers
    # Uvicorn, when it has stopped, raises the signal anew: that would end the process before cut replies are stored.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
if __name__ == "__main__":
    main()
