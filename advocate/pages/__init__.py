"""The patient's pages, split by noun. A view gets what it needs by `advocate.access`, calls one service, answers."""
