"""Books in EPUB."""
