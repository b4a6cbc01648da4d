"""llmwiki: compile sources into a cited Obsidian wiki, and check it like code."""

__version__ = "0.1.0"
