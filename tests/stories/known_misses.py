"""Stories that do not hold yet, each with its reason. The stories stay as the design wants them."""

KNOWN_MISSES: dict[str, str] = {}
