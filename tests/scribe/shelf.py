"""A small shelf of sources of our own, English and Chinese, for tests of the writer."""

from __future__ import annotations

from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose

QUILLDB = """---
title: QuillDB storage engine
---

# QuillDB storage engine

QuillDB is an embedded database that keeps every table in one file. It was first released in 2014. [Download it](https://example.org) today!

## Write path

QuillDB appends each change to the write-ahead log before it touches a page. The write-ahead log is a file of changes in the order in which they were made. A page cache keeps hot pages in memory. QuillDB flushes the write-ahead log every 50 milliseconds.

In this article we describe the engine. However, QuillDB locks the whole file while it writes.

## Recovery

After a crash QuillDB replays the write-ahead log from the last checkpoint. The write-ahead log is cut when a checkpoint ends. The write-ahead log takes a tenth of the space of the tables. I think the write-ahead log is the best part of the engine.

## Limits

QuillDB supports files of up to 16 terabytes. QuillDB has no network server, so every program opens the file itself.
"""

MOSSKV = """---
title: MossKV compared with QuillDB
date: 2024-02-01
---

# MossKV compared with QuillDB

MossKV is a key-value store that was written for small servers. MossKV uses the write-ahead log of QuillDB for recovery.

## Locking

MossKV locks single keys while it writes. QuillDB locks the whole file while it writes.

## Memory

MossKV keeps all keys in memory and needs 2 gigabytes for ten million of them. QuillDB needs 8 megabytes of memory for its page cache.

## Licence

MossKV is under the MIT licence since 2019. QuillDB is in the public domain since 2014.

| | MossKV | QuillDB |
| --- | --- | --- |
| Locks | keys | file |
| Memory | all keys | page cache |
| Licence | MIT | public domain |
"""

RESTORE = """# 增量备份

增量备份是一种只保存变化数据的备份方法。增量备份每 5 分钟执行一次，默认保留 7 天。

## 原理

增量备份读取变更日志，把新的数据块写入备份存储。如果增量备份失败，系统会在下一个周期重试。与全量备份相比，增量备份占用的空间更小。

## 恢复

恢复时先读取全量备份，再按顺序应用增量备份。增量备份的恢复速度取决于变更日志的大小。

## 限制

增量备份不支持跨版本恢复。本文不介绍具体命令。
"""

FULL = """# 全量备份

全量备份是指在一个时间点保存全部数据的备份方法。全量备份通常在每天凌晨执行。

## 原理

全量备份扫描所有数据块，并写入备份存储。全量备份占用的空间较大，但恢复最简单。

## 恢复

全量备份可以单独恢复，不依赖其他文件。增量备份必须以一个全量备份为基础。

## 限制

全量备份执行期间会占用较多带宽。
"""

TEXTS = {
    "raw/articles/quilldb-engine.md": QUILLDB,
    "raw/articles/mosskv-notes.md": MOSSKV,
    "raw/articles/增量备份说明.md": RESTORE,
    "raw/articles/全量备份说明.md": FULL,
}


def reading(source: str, text: str, date: str = "") -> Reading:
    return Reading(source, text, read_prose(text), date)


def shelf() -> list[Reading]:
    return [reading(source, text) for source, text in TEXTS.items()]
