"""One file a check: the docstring is its manual page."""
