"""Pictures: kept as they are, with a note of what is known about them without looking at them."""

from llmwiki.sources.images.image import ImageConverter

__all__ = ["ImageConverter"]
