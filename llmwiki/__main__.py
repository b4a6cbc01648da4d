"""``python -m llmwiki``: the same as the ``wiki`` command."""

from llmwiki.cli.app import main

if __name__ == "__main__":
    main()
