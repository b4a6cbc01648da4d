"""Prompt to reply: language models behind one protocol. What they say is hostile input until it is checked."""
