"""Rules of Obsidian that nobody has confirmed beyond doubt, each in one place and easy to flip.

The app is closed, so its behaviour is known from people who published what its own link cache
says, from its documentation, and from its type declarations. Confidence B means one credible
report, C means a guess that does the least harm when wrong. Rules of confidence A are plain code.
"""

from typing import Literal, NamedTuple


class Rules(NamedTuple):
    r"""One field a rule; the comment gives confidence and where it comes from.

    Attributes:
        slash_is_root: ``[[/a/b]]`` is read from the vault root. C: every re-implementation does it.
        dots_are_relative: ``./`` and ``../`` start at the source's folder. B: a report checked
            against the app's list of unresolved links.
        partial_paths: ``[[b/c]]`` finds ``a/b/c.md``. B: the same report, about 20 links.
        folder_boundary: A partial path must begin where a folder name begins. C.
        literal_name_first: A file named exactly as written goes before the one with ``.md`` added. C.
        exact_case_first: Of files that differ in case only, the one spelled as the link wins. C.
        own_folder_for_paths: The source's own folder also wins for partial paths. C.
        tie: Equal length of path: ``lexicographic`` order or ``first`` in walk order. C.
        case: ``lower`` folds case as a JavaScript program does, ``full`` also joins ß and ss. C.
        backslash_is_slash: ``[[a\b]]`` means ``a/b``. C: the documented path normaliser does it.
        quoted_property_links: A quoted property that is one whole wikilink is a link. A/B.
        reference_definitions: ``[x]: note.md`` makes an edge. C: kept apart since 1.8.7.
        empty_destinations: ``[x]()`` leads to the note itself, as a wikilink without a path does. C.
        math_hides_links: No links inside ``$...$`` and ``$$...$$``. C.
        indented_code_hides_links: No links in indented code outside lists. C.
        hermes_markers: ``^[raw/...]`` is a citation. Not Obsidian's: the Hermes wiki skill's form.
        block_id_case: Whether ``#^ID`` and ``^id`` differ. C.
        block_id_after_embed: ``![[x.png]]^id`` without a space. B: used in the official vault.
        headings_in_quotes: A heading inside a quote or callout can be linked. C.
        rendered_headings: A heading with a link inside is also found by the link's shown text. C.
        bom_before_frontmatter: A byte order mark may stand before ``---``. C.
        tag_string_split: How the legacy ``tags: a b, c`` splits: ``comma-space`` or ``comma``. C.
    """

    slash_is_root: bool = True
    dots_are_relative: bool = True
    partial_paths: bool = True
    folder_boundary: bool = True
    literal_name_first: bool = True
    exact_case_first: bool = True
    own_folder_for_paths: bool = True
    tie: Literal["lexicographic", "first"] = "lexicographic"
    case: Literal["lower", "full"] = "lower"
    backslash_is_slash: bool = True
    quoted_property_links: bool = True
    reference_definitions: bool = False
    empty_destinations: bool = False
    math_hides_links: bool = True
    indented_code_hides_links: bool = True
    hermes_markers: bool = True
    block_id_case: bool = False
    block_id_after_embed: bool = True
    headings_in_quotes: bool = True
    rendered_headings: bool = True
    bom_before_frontmatter: bool = True
    tag_string_split: Literal["comma-space", "comma"] = "comma-space"


RULES = Rules()
