"""Tables, structured data, notebooks, feeds and source code."""
