"""Conversations with assistants and among people: exports and session files to transcripts."""
