"""What the pages show: rows of the record turned into plain values with plain words, read inside the silo."""
