"""Engines: what writes replies, drafts and embeddings. `settings.ENGINE` names one by its dotted path."""
