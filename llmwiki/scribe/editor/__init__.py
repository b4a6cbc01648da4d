"""Who decides and words what pages say beside the rules: what a model is asked, and what its answers change."""
