"""The web application, served by uvicorn: `uvicorn config.asgi:application`."""

from __future__ import annotations

import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Whitenoise hands out small files piece by piece, which Django puts together before it sends them: as is wanted there.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

application = get_asgi_application()
