"""The palace: drawers cut from pages and sources, and the indexes that find them."""

import os

# A product of a matrix and one vector waits for memory, not for processors: with several threads numpy takes up to three times the CPU
# time, and longer by the clock as soon as the machine has other work. OpenBLAS reads this once, when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
