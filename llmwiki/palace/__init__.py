"""The palace: drawers cut from pages and sources, and the indexes that find them."""
