"""Palaces of MemPalace: read as plain values, nothing of them touched; written so that its tools open them."""
