"""The knowledge graph as MemPalace keeps it: entities by an id made of their name, triples between ids."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable

from llmwiki.palace.database import storable
from llmwiki.palace.mempalace.values import MemFact

_SCHEMA = """
CREATE TABLE entities (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, type TEXT DEFAULT 'unknown', properties TEXT DEFAULT '{}',
  created_at TEXT DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE triples (
  id TEXT PRIMARY KEY, subject TEXT NOT NULL, predicate TEXT NOT NULL, object TEXT NOT NULL, valid_from TEXT, valid_to TEXT,
  confidence REAL DEFAULT 1.0, source_closet TEXT, source_file TEXT, source_drawer_id TEXT, adapter_name TEXT,
  extracted_at TEXT DEFAULT CURRENT_TIMESTAMP,
  FOREIGN KEY (subject) REFERENCES entities(id), FOREIGN KEY (object) REFERENCES entities(id)
);
CREATE INDEX idx_triples_subject ON triples(subject);
CREATE INDEX idx_triples_object ON triples(object);
CREATE INDEX idx_triples_predicate ON triples(predicate);
CREATE INDEX idx_triples_valid ON triples(valid_from, valid_to);
"""
_ENTITY = "INSERT OR IGNORE INTO entities (id, name, created_at) VALUES (?, ?, ?)"
_TRIPLE = """
INSERT OR IGNORE INTO triples (id, subject, predicate, object, valid_from, valid_to, confidence, source_file, extracted_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


def write_graph(connection: sqlite3.Connection, facts: Iterable[MemFact]) -> None:
    """Fill an empty database. Equal facts are written once. Raises sqlite3.Error."""
    connection.executescript(_SCHEMA)
    for fact in facts:
        subject, target = entity_id(fact.subject), entity_id(fact.object)
        at = fact.recorded_at or None
        connection.execute(_ENTITY, (subject, storable(fact.subject), at))
        connection.execute(_ENTITY, (target, storable(fact.object), at))
        parts = (subject, storable(fact.predicate), target, fact.valid_from, fact.valid_to)
        key = f"t_{hashlib.sha256(chr(31).join(parts).encode()).hexdigest()[:24]}"
        times = (fact.valid_from or None, fact.valid_to or None)
        connection.execute(_TRIPLE, (key, subject, parts[1], target, *times, fact.confidence, storable(fact.source) or None, at))


def entity_id(name: str) -> str:
    """The original's rule: lower case, blanks to underscores, apostrophes dropped."""
    return storable(name).lower().replace(" ", "_").replace("'", "")
