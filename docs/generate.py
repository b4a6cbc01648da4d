"""Writes the generated parts of the documentation, or says with ``--check`` which are out of date.

commands.md   what `wiki COMMAND --help` prints
checks/       a page for every check: its docstring and the examples of its test
errors.md     the docstring of every error
conformance.md  what every form of link means (conformance.py)
../README.md  what `wiki demo` prints, between the two markers
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

from check_pages import pages as check_pages
from conformance import conformance

from llmwiki import errors
from llmwiki.cli.app import run
from llmwiki.cli.commands import COMMANDS

HERE = Path(__file__).resolve().parent
README = HERE.parent / "README.md"
NOTE = "<!-- Written by docs/generate.py (`make docs`). Edit the code instead. -->"
DEMO_START = "<!-- what `wiki demo` prints, written by `make docs` -->"
DEMO_END = "<!-- end of what `wiki demo` prints -->"
FIXED_DAY = "1796025600"  # 2026-11-30, so that the transcript is the same on every day


def commands() -> str:
    """docs/commands.md."""
    parts = ["# Commands", NOTE, fenced("wiki --help")]
    for name, entry in COMMANDS.items():
        if not entry.hidden:
            parts += [f"## wiki {name}", fenced(f"wiki {name} --help")]
    return "\n\n".join(parts) + "\n"


def error_pages() -> str:
    """docs/errors.md."""
    intro = (
        "Every error is one line `error: ...` on stderr, with a second line `hint: ...` where something helps. "
        "Tracebacks are shown with `--debug` only."
    )
    codes = [
        ("0", "fine"),
        ("1", "findings, or work left undone"),
        ("2", "something to change: an option, a file, the vault"),
        ("3", "an outside service failed"),
        ("70", "a bug in llmwiki"),
        ("130", "interrupted"),
        ("141", "whoever read the output went away"),
    ]
    table = "\n".join(["| Exit code | Meaning |", "|---|---|", *(f"| {code} | {meaning} |" for code, meaning in codes)])
    rows = [
        f"| `{kind.__name__}` | {kind.exit_code} | {(kind.__doc__ or '').split(chr(10))[0].replace('``', '`')} |"
        for kind in error_tree(errors.WikiError)
    ]
    return (
        "\n\n".join(["# Errors and exit codes", NOTE, intro, table, "\n".join(["| Error | Exit code | When |", "|---|---|---|", *rows])])
        + "\n"
    )


def error_tree(kind: type[errors.WikiError]) -> Iterator[type[errors.WikiError]]:
    """A class of errors and all below it."""
    yield kind
    for child in kind.__subclasses__():
        yield from error_tree(child)


def readme() -> str:
    """README.md with a fresh transcript."""
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(DEMO_START)
    _, _, after = rest.partition(DEMO_END)
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        shown = fenced("wiki demo my-wiki")
    return f"{before}{DEMO_START}\n\n{shown}\n\n{DEMO_END}{after}"


def fenced(line: str) -> str:
    """A command and what it prints on stdout, as a code block."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = run(line.split()[1:])
    if code:
        sys.exit(f"`{line}` ended with {code}:\n{err.getvalue()}")
    lines = [f"$ {line}", *(row.rstrip() for row in out.getvalue().rstrip().splitlines())]
    return "```text\n" + "\n".join(lines) + "\n```"


PAGES = {
    HERE / "commands.md": commands,
    HERE / "conformance.md": conformance,
    HERE / "errors.md": error_pages,
    README: readme,
}


def check_files() -> dict[Path, str | None]:
    """What docs/checks/ must hold: path to text, None for a page that no check has any more."""
    folder = HERE / "checks"
    wanted = {folder / name: text for name, text in check_pages(NOTE).items()}
    return {**dict.fromkeys(folder.glob("*.md")), **wanted}


def bring(path: Path, text: str | None, *, write: bool) -> bool:
    """Whether a page was not as it should be; it is afterwards, if ``write``."""
    is_right = not path.exists() if text is None else path.exists() and path.read_bytes() == text.encode()
    if is_right or not write:
        return not is_right
    path.parent.mkdir(exist_ok=True)
    path.unlink() if text is None else path.write_bytes(text.encode())
    return True


def main() -> int:
    """Write, or compare; 1 when a page is out of date."""
    os.environ.update(COLUMNS="100", SOURCE_DATE_EPOCH=FIXED_DAY)
    only_checks = "--check" in sys.argv
    wanted = {**{path: make() for path, make in PAGES.items()}, **check_files()}
    stale = [path.relative_to(HERE.parent).as_posix() for path, text in wanted.items() if bring(path, text, write=not only_checks)]
    print(("out of date: " if only_checks else "written: ") + ", ".join(stale) if stale else "all pages are up to date")
    return 1 if stale and only_checks else 0


if __name__ == "__main__":
    sys.exit(main())
