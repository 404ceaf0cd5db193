"""Sets of small numbers as bits."""

import numpy as np
import pytest

from algorally.core.bits import allow, count_bits, first_bit, nth_bit

pytestmark = pytest.mark.modes


@pytest.mark.parametrize("members", [[0], [3], [0, 1, 2], [1, 4, 39], [62]])
def test_the_members_of_a_set_are_found_and_counted(members: list[int]) -> None:
    bits = sum(1 << member for member in members)
    assert [nth_bit(bits, number) for number in range(len(members))] == members
    assert first_bit(bits) == members[0]
    assert count_bits(bits) == len(members)


def test_an_empty_set_has_no_members() -> None:
    assert count_bits(0) == 0
    assert nth_bit(0, 0) == nth_bit(0b10, 1) == 0  # and looking for one comes to an end


def test_actions_of_a_set_become_legal_and_others_stay_as_they_are() -> None:
    mask = np.zeros(8, np.uint8)
    mask[0] = 1
    allow(mask, 2, 0b1011)
    assert mask.tolist() == [1, 0, 1, 1, 0, 1, 0, 0]
    allow(mask, 7, 0)
    assert mask.sum() == 4
