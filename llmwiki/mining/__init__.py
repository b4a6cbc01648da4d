"""Folders and conversation archives on their way into a palace."""
