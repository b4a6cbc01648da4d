"""The door for people: one file a command, options in, value out, print."""
