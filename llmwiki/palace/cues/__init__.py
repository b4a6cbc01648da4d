"""What a statement of each hall sounds like, a module a script or language.

A table gives each hall its cues by weight, separated by ``|``. A cue is a word or words as they are written, in lower case. In the tables
of languages with blanks ``^`` stands for the beginning of a sentence. A weight below 0 takes back what a part of the cue says.
"""

from __future__ import annotations

from collections.abc import Mapping

Table = Mapping[str, Mapping[float, str]]
"""Hall to weight to cues."""
