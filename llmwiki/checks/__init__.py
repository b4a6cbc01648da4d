"""The checks: one file each, found by listing this folder, so that a new one needs no entry anywhere."""
