"""Stores of vectors: which drawers lie nearest to a question."""
