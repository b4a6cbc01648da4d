"""Which language a file's ending stands for, as code blocks name it."""

from __future__ import annotations

from llmwiki.sources.kinds import extension

_SAME = "css scss less sql dart zig swift php lua scala go java json toml ini xml yaml diff vue svelte proto graphql nix cmake tex awk sed"
_LANGUAGES: dict[str, str] = {
    **{name: name for name in _SAME.split()},
    **dict.fromkeys(("py", "pyi", "pyw"), "python"),
    **dict.fromkeys(("js", "mjs", "cjs"), "javascript"),
    **dict.fromkeys(("ts", "mts", "cts"), "typescript"),
    **dict.fromkeys(("c", "h"), "c"),
    **dict.fromkeys(("cc", "cpp", "cxx", "hpp", "hh"), "cpp"),
    **dict.fromkeys(("sh", "bash"), "bash"),
    **dict.fromkeys(("cfg", "conf", "properties", "env"), "ini"),
    **dict.fromkeys(("tex", "sty", "cls"), "latex"),
    **dict.fromkeys(("xsd", "xsl", "plist", "rss", "atom", "opml", "xhtml"), "xml"),
    **dict.fromkeys(("json", "geojson", "jsonl", "ndjson", "map", "canvas"), "json"),
    "patch": "diff",
    "tsx": "tsx",
    "jsx": "jsx",
    "rs": "rust",
    "rb": "ruby",
    "kt": "kotlin",
    "cs": "csharp",
    "m": "objectivec",
    "pl": "perl",
    "r": "r",
    "jl": "julia",
    "zsh": "zsh",
    "fish": "fish",
    "ps1": "powershell",
    "bat": "bat",
    "el": "elisp",
    "clj": "clojure",
    "hs": "haskell",
    "ml": "ocaml",
    "ex": "elixir",
    "erl": "erlang",
    "asm": "asm",
    "bib": "bibtex",
    "yml": "yaml",
    "base": "yaml",
}


def language_of(name: str) -> str:
    """The language of a file by its ending: ``python`` for ``a.py``; empty for an unknown one."""
    return _LANGUAGES.get(extension(name), "")
