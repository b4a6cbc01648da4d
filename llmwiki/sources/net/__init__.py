"""Documents from the web: only addresses that a person gave, only public hosts, within limits."""
