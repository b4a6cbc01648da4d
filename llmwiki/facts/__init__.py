"""Facts: who, what, which value, as of when, said where."""
