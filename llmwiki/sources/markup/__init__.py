"""Documents that are trees of markup in a zip file: reading them safely, and writing them whole as Markdown."""
