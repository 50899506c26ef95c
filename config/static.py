"""Static files: hashed names once they are collected, plain ones before (in tests and commands)."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]


class HashedWhereCollected(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Whitenoise's storage, usable before `collectstatic` has run."""

    support_js_module_import_aggregation = True  # a module imports the others by their hashed names, too

    def stored_name(self, name: str) -> str:
        """Return the hashed name; where nothing was collected yet, the name itself."""
        stored: str = super().stored_name(name) if self.hashed_files else name
        return stored
