"""How fast the embedders are, each beside the others in the same run: texts a CPU second, and the first question of a new process.

    python benchmarks/embed_speed.py [--texts N] [--runs N]

The texts are drawers of 240 tokens, English and Chinese. A first question is a whole process: import, load, embed. The best of so many runs
counts. Wall time and memory stand beside; on a machine that has other work only the CPU time says something.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time

ENGLISH = (
    "An optimistic transaction takes no lock while it runs and checks for conflicts when it commits. The storage engine compresses its "
    "blocks, and every replica acknowledges a write before the leader answers the client. "
)
CHINESE = "乐观事务在运行时不加锁，提交时才检查写写冲突。存储引擎压缩数据块，每个副本在领导者回复客户端之前确认写入。"
NAMES = ("e5", "fast")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--texts", type=int, default=16, help="drawers of each language for e5; fast gets eight times as many")
    parser.add_argument("--runs", type=int, default=3, help="the best of so many runs counts")
    parser.add_argument("--one", nargs=2, metavar=("EMBEDDER", "WHAT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(one(*options.one, options.texts)))
        return
    floor = min(cpu(["-c", "import numpy"])[0] for _ in range(options.runs))
    print(f"{'import numpy (floor)':28} {floor:7.3f} s CPU")
    for name in NAMES:
        runs = [cpu([__file__, "--one", name, "question"]) for _ in range(options.runs)]
        seconds, told = min(runs, key=lambda run: run[0])
        print(f"{name + ', first question':28} {seconds:7.3f} s CPU {seconds / floor:6.1f} x floor {told['megabytes']:6.0f} MB")
    for language in ("english", "chinese"):
        rates = {}
        for name in NAMES:
            count = options.texts * (8 if name == "fast" else 1)
            told = cpu([__file__, "--one", name, language, "--texts", str(count)])[1]
            rates[name] = told["cpu"]
            row = f"{told['cpu']:7.1f} texts/CPU s {told['wall']:7.1f} texts/s {told['megabytes']:6.0f} MB"
            print(f"{name + ', ' + language:28} {row} {told['cpu'] / rates[NAMES[0]]:6.1f} x {NAMES[0]}", flush=True)


def cpu(words: list[str]) -> tuple[float, dict[str, float]]:
    """CPU seconds of one run of this interpreter, and what it printed last as JSON."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *words], capture_output=True, check=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    told = json.loads(done.stdout) if done.stdout else {}
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, told


def one(name: str, what: str, count: int) -> dict[str, float]:
    """One measurement, in this process."""
    from llmwiki.config import PalaceSettings
    from llmwiki.palace.embed.choose import choose

    embedder = choose(PalaceSettings(embedder=name)).embedder
    if embedder is None:
        raise SystemExit(f"{name} does not run here")
    embedder.question("when does a transaction check for conflicts?")
    if what == "question":
        return {"megabytes": memory()}
    texts = drawers(ENGLISH if what == "english" else CHINESE, count)
    start, wall = sum(os.times()[:2]), time.monotonic()
    embedder.passages(texts)
    return {"cpu": count / (sum(os.times()[:2]) - start), "wall": count / (time.monotonic() - wall), "megabytes": memory()}


def drawers(text: str, count: int) -> list[str]:
    """Texts of about 240 tokens, no two alike."""
    from llmwiki.palace.estimate import TARGET, estimate

    whole = text * 10
    end = next(at for at in range(0, len(whole), 10) if estimate(whole[:at]) >= TARGET)
    return [f"{number} {whole[:end]}" for number in range(count)]


def memory() -> float:
    """Most megabytes that this process had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    main()
