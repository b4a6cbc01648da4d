"""The PDF documents of the golden tests."""

from __future__ import annotations

from pdf_harness import Run, column, pdf

_LEFT, _RIGHT = 72, 312


def paper() -> bytes:
    """Two columns, running head, page numbers, a note, a table, a drawing's labels, a sentence over the page's end."""
    head = [Run(72, 800, "Proceedings of the Workshop on Small Indexes", 8)]
    first = [
        *head,
        Run(140, 760, "Lanternfish: An Index for Time Series", 17, "bold"),
        Run(210, 735, "Ana Brandt, Bo Lindqvist, and Li Ming", 11),
        Run(230, 720, "Harbour Institute of Technology", 10),
        Run(300, 705, "4 March 2025", 10),
        Run(150, 680, "Abstract", 11, "bold"),
        *column(
            90,
            662,
            [
                "We describe Lanternfish, a log-structured in-",
                "dex for time series. It keeps the newest rows in",
                "memory and writes the rest to immutable seg-",
                "ments. On one core it takes 12,000 writes a",
                "second.",
            ],
            9,
            leading=11,
        ),
        Run(72, 590, "1 Introduction", 12, "bold"),
        *column(_LEFT, 570, ["Time series grow at one end. An index that is", "built for random writes pays for what nobody"]),
        Run(_LEFT, 546, "uses."),
        Run(_LEFT + 25, 550, "1", 6),
        Run(_LEFT + 31, 546, "The log-structured merge tree avoids this"),
        *column(_LEFT, 534, ["cost (O’Neil et al., 1996), but it was made for docu-", "ments and knows nothing of time."]),
        Run(_LEFT + 12, 506, "Lanternfish splits each series by hour. A seg-"),
        *column(_LEFT, 494, ["ment holds one hour and is never changed once", "it is written."]),
        Run(80, 104, "1", 6),
        *column(86, 100, ["The code is at https://example.org/"], 8),
        *column(72, 90, ["lanternfish and may be used freely."], 8),
        *column(_RIGHT, 590, ["Part Size Writes", "Buffer 64 12000", "Segment 256 3", "Index 8 40"], 9, leading=11),
        Run(_RIGHT, 540, "Table 1: Sizes in megabytes and writes a second.", 9),
        Run(_RIGHT, 510, "2 Design", 12, "bold"),
        *column(
            _RIGHT,
            490,
            [
                "The design has two parts. The buffer is a sorted",
                "list in memory, and the segments are files that a",
                "reader maps. A query asks the buffer first and",
            ],
        ),
        Run(297, 30, "1", 9),
    ]
    second = [
        *head,
        *column(_LEFT, 760, ["then only the segments of the hours that it needs.", "This keeps most files closed."]),
        Run(_LEFT, 716, "2.1 Flushing", 10, "bold"),
        *column(_LEFT, 698, ["The buffer is flushed", "• every five seconds,", "• or when it holds 64 MB."]),
        Run(_LEFT, 640, "References", 12, "bold"),
        *column(_LEFT, 622, ["Patrick O’Neil, Edward Cheng, and Dieter Gawlick."], 9),
        *column(_LEFT + 10, 611, ["1996. The log-structured merge-tree. Acta Infor-", "matica, 33(4)."], 9, leading=11),
        *column(_LEFT, 585, ["Bo Lindqvist. 2021. Segments that never change."], 9),
        *column(_LEFT + 10, 574, ["Harbour Press."], 9),
        Run(297, 30, "2", 9),
    ]
    return pdf([first, second], {"Title": "untitled", "CreationDate": "D:20250301120000Z"})


def report() -> bytes:
    """One column of Chinese, numbered headings, a page without text between."""
    first = [
        Run(190, 770, "向量检索评测报告", 20, "han"),
        Run(270, 745, "2024 年 5 月 6 日", 10, "han"),
        Run(72, 700, "一、背景", 14, "han"),
        *column(
            72,
            675,
            ["向量检索把文本转换为向量，再按距离查找最近的邻居。与关键词检索不同，它不要", "求词语完全一致，因此更适合问答。"],
            12,
            "han",
            leading=18,
        ),
        *column(72, 630, ["本报告比较精确检索与近似检索两种方法，数据为一百万条中文段落，查询为两千条"], 12, "han", leading=18),
        Run(297, 30, "第 1 页", 9, "han"),
    ]
    third = [
        *column(72, 770, ["真实问题。每条查询由两名评审标注相关段落。"], 12, "han", leading=18),
        Run(72, 730, "二、结果", 14, "han"),
        *column(72, 705, ["精确检索的召回率为 100%，平均延迟为 41 毫秒；HNSW 的召回率为 97%，延迟降到", "3 毫秒。"], 12, "han", leading=18),
        Run(297, 30, "第 3 页", 9, "han"),
    ]
    return pdf([first, [], third], {"Author": "王芳、李明"})


def straight_across() -> bytes:
    """Two columns that a program wrote line by line across both."""
    left = [f"left line {number} runs on without a stop and" for number in range(1, 21)]
    right = [f"right line {number} runs on without a stop and" for number in range(1, 21)]
    runs = [run for row in range(20) for run in (Run(72, 760 - 12 * row, left[row]), Run(312, 760 - 12 * row, right[row]))]
    return pdf([runs])
