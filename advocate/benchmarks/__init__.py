"""Measurements of the product on itself; each prints one JSON object with its figures."""
