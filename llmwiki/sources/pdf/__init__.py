"""PDF documents: lines, blocks, headings, tables, and the text that flows through them."""
