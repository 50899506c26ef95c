"""The local engine: rules and a small model on this machine; see `engine`."""
