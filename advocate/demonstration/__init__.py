"""The demonstration: made-up people (`cast`), and two months in which they talk with the advocate (`two-months.yaml`).

Nothing of the record is written here: the conversations are held (`history`), and the worker distils what was said.
"""
