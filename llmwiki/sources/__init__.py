"""Bytes in, sources out."""
