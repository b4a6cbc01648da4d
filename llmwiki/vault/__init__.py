"""The ground floor: Markdown vaults and nothing else."""
