"""What people call themselves, made fit to be shown to others."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from algorally.core.transcript import check_name
from algorally.match.names import LONGEST_NAME, MOST_MARKS, NAMELESS, clean_name, distinct_name

many = examples(max_examples=300, deadline=None, derandomize=True, database=None)
MISCHIEF = [
    *(chr(number) for number in range(0x200B, 0x2010)),  # no width, directions
    *(chr(number) for number in range(0x2028, 0x2030)),  # line ends, directions
    *(chr(number) for number in range(0x2066, 0x206A)),  # directions
    *("\t\n\r\x00\x1b\x7f\x85\xa0\xad\u3000\ufeff\ue000\U000e0041"),
    *("\u0301\u0302\u0336\u20dd\u0489"),  # marks over, through and around others
    *("\ufe0f\u3164\u2800\u034f"),  # nothing to be seen
    *("eaEA ss\u00df\u00e9\u0130\ufb01\u1e9e"),
]
NAMES = st.text(st.sampled_from(MISCHIEF), max_size=60) | st.text(max_size=60)


def longest_tower(name: str) -> int:
    """The most marks that one letter carries."""
    tower = longest = 0
    for sign in name:
        tower = tower + 1 if unicodedata.category(sign).startswith("M") else 0
        longest = max(longest, tower)
    return longest


@many
@given(name=NAMES)
def test_a_name_is_short_and_on_one_line(name: str) -> None:
    cleaned = clean_name(name)
    assert 1 <= len(cleaned) <= LONGEST_NAME
    assert cleaned == " ".join(cleaned.split())
    assert len(cleaned.splitlines()) == 1
    check_name(cleaned)


@many
@given(name=NAMES)
def test_a_name_has_no_sign_that_is_not_seen(name: str) -> None:
    for sign in clean_name(name):
        assert not unicodedata.category(sign).startswith("C")
        assert sign == " " or not unicodedata.category(sign).startswith("Z")
        direction = unicodedata.bidirectional(sign)
        assert direction not in {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


@many
@given(name=NAMES)
def test_a_name_is_no_tower_of_marks(name: str) -> None:
    assert longest_tower(clean_name(name)) <= MOST_MARKS


@many
@given(name=NAMES)
def test_a_clean_name_stays_as_it_is(name: str) -> None:
    assert clean_name(clean_name(name)) == clean_name(name)


@many
@given(names=st.lists(NAMES, max_size=8))
def test_names_at_a_table_are_distinct_whatever_people_ask_for(names: list[str]) -> None:
    taken: list[str] = []
    for name in names:
        taken.append(distinct_name(name, taken))
    assert len({unicodedata.normalize("NFC", name).casefold() for name in taken}) == len(taken)
    for name in taken:
        assert 1 <= len(name) <= LONGEST_NAME
        check_name(name)


@many
@given(name=NAMES)
def test_eight_of_the_same_name_are_told_apart_by_numbers(name: str) -> None:
    taken: list[str] = []
    for _ in range(8):
        taken.append(distinct_name(name, taken))
    assert taken[0] == clean_name(name)
    assert [one.rpartition(" ")[2] for one in taken[1:]] == list("2345678")


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Ada", "Ada"),
        ("  Ada \t of\n Lovelace ", "Ada of Lovelace"),
        ("", NAMELESS),
        ("\u202e\u200b", NAMELESS),
        ("e\u0301", "\u00e9"),
        ("e\u200d\u0301", "\u00e9"),
        ("a\u0336\u0336\u200d\u0336\u200d\u0336", "a\u0336\u0336"),
        ("\u0301\u0301Ada \u0301Lovelace", "Ada Lovelace"),
        ("Ada\ufe0f\u3164", "Ada"),
        ("\u2800\u3164", NAMELESS),
        ("x" * 100, "x" * LONGEST_NAME),
        ("\U0001f600" * 30, "\U0001f600" * LONGEST_NAME),
    ],
)
def test_names_are_cleaned_like_these(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


def test_letters_of_another_size_make_no_other_name() -> None:
    assert distinct_name("ADA", ["Ada"]) == "ADA 2"
    assert distinct_name("Ada", ["ada", "Ada 2"]) == "Ada 3"


def test_a_long_name_makes_room_for_its_number() -> None:
    long = "x" * LONGEST_NAME
    assert distinct_name(long, [long]) == "x" * (LONGEST_NAME - 2) + " 2"
