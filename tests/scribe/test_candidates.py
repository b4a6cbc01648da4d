from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmwiki.scribe.candidates import Candidate, find_candidates
from llmwiki.scribe.evidence import is_adjunct
from llmwiki.scribe.matching import Matcher
from llmwiki.scribe.notes import SourceNotes, analyse
from llmwiki.scribe.prose import Reading
from llmwiki.scribe.read import read_prose


def reading(text: str, source: str = "raw/articles/one.md") -> Reading:
    return Reading(source, text, read_prose(text))


def find(*texts: str, known: tuple[tuple[str, tuple[str, ...]], ...] = ()) -> dict[str, Candidate]:
    readings = [reading(text, f"raw/articles/{number}.md") for number, text in enumerate(texts)]
    return {candidate.title: candidate for candidate in find_candidates(readings, known)}


def count(candidate: Candidate, name: str) -> int:
    return sum(getattr(entry, name) for entry in candidate.evidence)


HANDBOOK = """# The TTS Handbook

Technology Transformation Services (TTS) is a team. TTS writes much.

The TTS Handbook is a guide. Everyone at TTS reads the Handbook. The Handbook grows. We like the Handbook.
"""


def test_longest_match_and_acronym():
    found = find(HANDBOOK)
    handbook, team = found["TTS Handbook"], found["Technology Transformation Services"]
    assert "TTS" in team.aliases
    assert handbook.sentences == 4
    assert team.sentences == 3  # the sentence on the TTS Handbook alone is none
    assert count(team, "pair") == 1
    assert count(handbook, "title") == 2


def test_a_mention_points_at_its_text():
    text = "Kestrel Systems grew.\n\nWe like 乐观事务 and Kestrel Systems."
    one = reading(text)
    for candidate in find_candidates([one]):
        for entry in candidate.evidence:
            for mention in entry.mentions:
                assert one.prose.sentences[mention.sentence].text[mention.start : mention.end].strip()


def test_class_a_a_place_with_a_title_that_belongs_to_a_longer_name():
    found = find(
        "# Georgia Guidestones\n\nThe Georgia Guidestones stood in Georgia. Visitors to the Georgia Guidestones came from Georgia."
    )
    assert count(found["Georgia Guidestones"], "title") == 2
    assert count(found["Georgia"], "title") == 0


def test_class_a_in_chinese():
    text = "# 乐观事务模型\n\n乐观事务模型很快。事务模型有两种。我们用乐观事务模型。事务模型很多。事务模型很旧。事务模型很好。"
    assert count(find(text)["乐观事务模型"], "title") == 2


def test_class_b_a_surname_in_the_title_is_not_folded():
    text = "# Edwards opens a mill\n\nJoe Edwards founded the mill. Edwards sells valves. Edwards hires people."
    found = find(text)
    assert found["Edwards"].sentences == 2
    assert "Edwards" not in found["Joe Edwards"].spellings


@pytest.mark.parametrize(
    ("text", "title", "alias"),
    [
        ("Tartus, also known as Tortosa, is a port. Tartus grew. Tortosa fell.", "Tartus", "Tortosa"),
        (
            "The Georgia Guidestones were popularly known as “American Stonehenge” for years. American Stonehenge fell.",
            "Georgia Guidestones",
            "American Stonehenge",
        ),
    ],
)
def test_class_c_a_naming_cue_makes_an_alias(text, title, alias):
    found = find(text)
    assert alias in found[title].aliases
    assert alias not in found


def test_what_is_called_so_for_the_first_time_is_no_alias():
    found = find("In June Microsoft sold a console called Xbox. Xbox sells well.")
    assert "Xbox" not in found["Microsoft"].aliases


def test_class_d_modifier_and_generic_head_need_evidence():
    plain = "开发环境很重要。" * 5
    assert not find(plain)["开发环境"].specific
    assert find(f"## 开发环境\n\n{plain}")["开发环境"].specific
    assert find(f"# 乐观事务\n\n{'乐观事务很快。' * 5}")["乐观事务"].specific


def test_class_e_identifiers_are_no_names():
    found = find("Call setNumber twice. Then setNumber runs. We like setNumber and start_ts.")
    assert not {"setNumber", "SetNumber", "start_ts"} & set(found)


@pytest.mark.parametrize(
    ("text", "whole", "part"),
    [
        ("Storm Eunice hit the coast. Then Eunice moved on. People feared Eunice.", "Storm Eunice", "Eunice"),
        (
            "# Kenkoku University\n\nKenkoku University was a school. Kenkoku took few students. We read about Kenkoku and Kenkoku University.",
            "Kenkoku University",
            "Kenkoku",
        ),
    ],
)
def test_class_f_a_bare_part_is_the_whole(text, whole, part):
    found = find(text)
    assert part not in found
    assert part in found[whole].spellings


def test_class_f_a_generic_noun_adds_nothing():
    found = find(
        "# 数据库\n\nTiDB 很快。TiDB集群有三个节点。每个TiDB集群都不同。TiDB集群很大。TiDB集群很新。", "We use **TiDB library** files."
    )
    assert "TiDB集群" not in found
    assert "TiDB集群" in found["TiDB"].spellings
    assert "TiDB集群" not in found["TiDB"].aliases
    assert found["TiDB"].sentences == 6


def test_class_g_words_of_code_are_no_names():
    found = find("Run SELECT and BEGIN and COMMIT. Then SELECT again. The SESSION ends with COMMIT. Use SELECT.")
    assert not {"SELECT", "COMMIT", "BEGIN", "SESSION"} & set(found)


def test_class_h_directions_and_offices_are_not_specific():
    found = find("# South\n\nThe South is big. We like the South. In the South it rains. The County pays. The County and the County wait.")
    assert not found["South"].specific


def test_class_i_demonyms_fall_off_at_sentence_starts():
    assert "English Tartus" not in find("English Tartus is a port. We went to Tartus and Tartus was nice.")
    assert "British Airways" in find("British Airways flies. We like British Airways and British Airways likes us.")


def test_class_j_the_longest_confirmed_form_is_the_title():
    found = find("Paul Nthenge Mackenzie preached. Mackenzie was tried. They blamed Mackenzie.")
    assert found["Paul Nthenge Mackenzie"].sentences == 3
    assert found["Paul Nthenge Mackenzie"].type == "person"


def test_people_of_one_surname_stay_apart():
    found = find("Boris Johnson spoke. Johnson left.", "Lyndon Johnson spoke. Johnson stayed. Johnson signed.")
    assert found["Boris Johnson"].sentences == 2
    assert found["Lyndon Johnson"].sentences == 3


def test_everyday_words_match_as_written():
    text = "We met Threads users. The app Threads grew. Users like Threads. Ask Threads. We pulled threads and a thread."
    assert find(text)["Threads"].sentences == 4


def test_two_languages_join_where_a_source_gives_both():
    texts = (
        "检索增强生成（RAG）是一种方法。检索增强生成很常用。检索增强生成很快。",
        "Retrieval-augmented generation (RAG) helps. RAG is popular.",
    )
    found = find(*texts)
    candidate = found["检索增强生成"]
    assert {"RAG", "Retrieval-augmented generation"} <= set(candidate.aliases)
    assert candidate.sources == ("raw/articles/0.md", "raw/articles/1.md")
    assert candidate.kind == "concept"


def test_a_single_word_in_brackets_is_a_name_at_the_second_sighting():
    once = "# 记忆\n\n其中的宫殿（Palace）很大。宫殿很美。宫殿很老。我们看到宫殿。"
    assert "Palace" not in find(once)["宫殿"].aliases
    assert "Palace" in find(once, "那里的宫殿（Palace）更大。")["宫殿"].aliases


def test_an_acronym_that_everyone_uses_gives_the_title():
    text = "JavaScript Object Notation (JSON) is a format. " + "We write JSON files. " * 12
    assert "JSON" in find(text)
    assert "Architecture Decision Record" in find(
        "# Architecture Decision Records\n\nAn Architecture Decision Record (ADR) helps. " + "We like ADRs. " * 12
    )


def test_versions_stay_apart():
    found = find("React is fast. React 19 is new. We use React 19 and React.")
    assert {"React", "React 19"} <= set(found)


def test_known_pages_stay_and_keep_their_titles():
    found = find(
        "We met Ada Lovelace. 悲观锁很慢。悲观锁很安全。",
        known=(("Ada Byron", ("Ada Lovelace",)), ("Pessimistic locking", ("悲观锁",)), ("Nothing", ())),
    )
    assert found["Ada Byron"].known
    assert found["Ada Byron"].sentences == 1
    assert found["Pessimistic locking"].sentences == 2
    assert found["Nothing"].evidence == ()
    assert "Ada Lovelace" not in found


def test_evidence_is_counted():
    text = """# Memory palace

## Closets

- **Drawer**: a verbatim chunk
- **Drawer**: another one

A closet is a line that points to drawers. Closets are many. We open closets with [closets](x.md). The “closet” helps.
"""
    found = find(text)
    closet, drawer = found["Closet"], found["Drawer"]
    assert (count(closet, "heading"), count(closet, "definition"), count(closet, "link"), count(closet, "quoted")) == (1, 1, 1, 1)
    assert count(closet, "initial") == 3
    assert count(drawer, "listed") == 2
    assert count(drawer, "bold") == 2


def test_entity_or_concept():
    found = find("We met Ada Lovelace in London. 周明远在杭州讲了悲观事务。悲观事务很慢。悲观事务很旧。悲观事务很好。", "# 悲观事务")
    assert found["Ada Lovelace"].kind == "entity"
    assert (found["周明远"].kind, found["周明远"].type) == ("entity", "person")
    assert (found["杭州"].kind, found["杭州"].type) == ("entity", "place")
    assert found["悲观事务"].kind == "concept"


@pytest.mark.parametrize(
    ("text", "name", "adjunct"),
    [
        ("Oslo is far.", "Oslo", False),
        ("The Oslo line runs.", "Oslo", False),
        ("We live in Oslo.", "Oslo", True),
        ("We live in the Oslo area.", "Oslo", True),
        ("Apps such as Meta, Threads and Oslo grew.", "Threads", True),
        ("When it rained, Oslo slept.", "Oslo", False),
        ("TiDB 从 PD 获取数据。", "PD", True),
        ("TiDB 从 PD 获取数据。", "TiDB", False),
        ("TiKV、PD 和 TiDB 都要升级。", "PD", True),
    ],
)
def test_adjuncts(text, name, adjunct):
    assert is_adjunct(text, text.index(name)) is adjunct


def test_matcher():
    matcher = Matcher()
    for spelling, exact in (
        ("open-source license", False),
        ("TTS", True),
        ("TTS Handbook", False),
        ("reducer 函数", False),
        ("reducer", False),
    ):
        matcher.add(spelling, spelling, exact=exact)
    text = "Open source licenses and TTS's tts, the TTS handbooks, `reducer`, `reducer()`, reducer函数。"
    assert [match.name for match in matcher.find(text)] == ["open-source license", "TTS", "TTS Handbook", "reducer", "reducer 函数"]


def test_notes_survive_json_and_any_order():
    texts = [
        HANDBOOK,
        "# 检索增强生成\n\n检索增强生成（RAG）是一种方法。周明远在杭州讲了它。",
        "RAG, short for retrieval-augmented generation, grew in Oslo.",
    ]
    readings = [reading(text, f"raw/{number}.md") for number, text in enumerate(texts)]
    notes = [SourceNotes.read(json.loads(json.dumps(analyse(one).data()))) for one in readings]
    assert find_candidates(readings) == find_candidates(readings, notes=notes) == find_candidates(readings[::-1], notes=notes[::-1])


_WORDS = st.sampled_from(
    "The Kestrel Kestrel’s of and for Systems 乐观事务 （RAG） RAG (ADR) 。 . , \n\n # - ** ` “ ” 《 》 Dr. 19 is a known as · 张 公司 in Ada ada ×".split(
        " "
    )
)


@given(st.lists(_WORDS, max_size=40).map(" ".join), st.text(max_size=80))
def test_any_text_is_read(made, wild):
    one, other = reading(made, "a"), reading(wild, "b")
    for candidate in find_candidates([one, other], [("Kestrel", ("RAG",))]):
        assert candidate.title
        for entry in candidate.evidence:
            assert all(mention.start < mention.end for mention in entry.mentions)


@pytest.mark.trial
def test_very_long_sentences_cost_little():
    for piece in ("Ada and ", "张·三", "a(b)", "the a ", "`x` ", "X", "（RAG）检索"):
        assert find_candidates([reading(piece * (60_000 // len(piece)))]) is not None
