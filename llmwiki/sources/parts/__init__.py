"""Long texts and conversations: cut into parts that can be held, opened and searched."""
