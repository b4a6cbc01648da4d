"""What gets written: reading sources, deciding pages, drafting, merging, answering."""
