"""Embedders: texts to vectors, offline or by a server of the user's choice."""
