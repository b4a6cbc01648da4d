"""Values that verbs return, as text for people and as JSON for programs."""
