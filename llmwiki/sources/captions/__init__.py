"""Subtitles: WebVTT, SubRip and SubViewer files as transcripts."""
