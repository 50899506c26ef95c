"""Vectors of questions, kept for minutes where an embedding costs a round trip to somebody else's service.

In Valkey, one hash a record: its name is a keyed hash of the record's key, each field one of the model and the text,
each value the vector's numbers. No word, no key and no id stands there, and who holds the store alone can tell neither
whose they are nor what was asked. An erasure takes the whole hash. A store that does not answer costs the cache, and no
time: it is not asked again for a while.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import struct
import time
from collections.abc import Callable
from functools import cache

import redis
from django.conf import settings

from memory.engine import DIMENSIONS, Vector

logger = logging.getLogger(__name__)

SECONDS = 300
"""How long a record's vectors are kept, from the first of them on; asking again does not lengthen it."""
MOST = 200
"""Questions of one record at a time; beyond that they are embedded anew."""
_PREFIX = "query:"
_PATIENCE = 0.2  # seconds for an answer
_PAUSE = 30.0  # seconds in which a store that did not answer is left alone
_LAYOUT = struct.Struct(f"<{DIMENSIONS}f")  # as exact as the database keeps a vector


class QueryCache:
    """The cache of one process."""

    def __init__(self, url: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = redis.Redis.from_url(url, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE)
        self._clock, self._not_before = clock, clock()

    def get(self, user_key: str, model: str, text: str) -> Vector | None:
        """Return the vector that was kept for this text, None where there is none."""
        found = self._ask(lambda: self._store.hget(name_of(user_key), _field(model, text)))
        return list(_LAYOUT.unpack(found)) if isinstance(found, bytes) and len(found) == _LAYOUT.size else None

    def put(self, user_key: str, model: str, text: str, vector: Vector) -> None:
        """Keep a vector for some minutes."""
        name = name_of(user_key)

        def keep() -> None:
            if int(self._store.hlen(name)) >= MOST:
                return
            with self._store.pipeline(transaction=True) as both:
                both.hset(name, _field(model, text), _LAYOUT.pack(*vector))
                both.expire(name, SECONDS, nx=True)
                both.execute()

        self._ask(keep)

    def drop(self, user_key: str) -> None:
        """Forget all of a record, now."""
        self._ask(lambda: self._store.delete(name_of(user_key)), whatever_happened=True)

    def holds(self, user_key: str) -> bool:
        """Tell whether anything of a record is kept. Raises redis.RedisError or OSError where nobody answers."""
        return bool(self._store.exists(name_of(user_key)))

    def _ask(self, what: Callable[[], object], *, whatever_happened: bool = False) -> object:
        if self._clock() < self._not_before and not whatever_happened:
            return None
        try:
            return what()
        except (redis.RedisError, OSError) as error:
            self._not_before = self._clock() + _PAUSE
            logger.warning("the cache of questions does not answer (%s)", type(error).__name__)
            return None


def query_cache() -> QueryCache:
    """Return this process's cache."""
    return _cache_of(settings.REDIS_URL)


def name_of(user_key: str) -> str:
    """Return the name under which a record's vectors are kept."""
    return _PREFIX + _keyed(f"record\0{user_key}")


def _field(model: str, text: str) -> str:
    return _keyed(f"text\0{model}\0{text}")


def _keyed(what: str) -> str:
    key = hashlib.sha256(f"anamnesis query cache:{settings.SECRET_KEY}".encode()).digest()
    return hmac.new(key, what.encode(errors="surrogatepass"), hashlib.sha256).hexdigest()


@cache
def _cache_of(url: str) -> QueryCache:
    return QueryCache(url)
