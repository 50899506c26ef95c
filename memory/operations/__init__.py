"""What operators do with records, through the same doors as everyone: list, export, anchor, verify, re-embed."""
