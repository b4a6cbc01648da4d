"""Documents of word processors, slides and sheets."""
