"""Web pages: what they say of themselves, their main part, and its Markdown."""
