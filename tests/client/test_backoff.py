"""Tries again soon, then later, and at last no more."""

import pytest

from algorally.client.backoff import FIRST_DELAY, LONGEST_DELAY, Backoff


class Time:
    """A clock that moves only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept.append(seconds)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr("algorally.client.backoff.time.monotonic", clock.monotonic)
    return clock


def test_waits_grow_up_to_a_limit(time: Time) -> None:
    patient = Backoff(1000, time.sleep)
    for number in range(20):
        assert patient.wait()
        longest = min(FIRST_DELAY * 2**number, LONGEST_DELAY)
        assert longest / 2 <= time.slept[-1] <= longest


def test_two_clients_do_not_wait_alike(time: Time) -> None:
    for _ in range(2):
        Backoff(1000, time.sleep).wait()
    assert time.slept[0] != time.slept[1]


def test_patience_ends(time: Time) -> None:
    patient = Backoff(30, time.sleep)
    while patient.wait():
        pass
    assert 1030 <= time.now < 1030.1


def test_without_patience_nothing_is_tried_twice(time: Time) -> None:
    assert not Backoff(0, time.sleep).wait()
    assert not time.slept


def test_after_a_success_it_begins_anew(time: Time) -> None:
    patient = Backoff(30, time.sleep)
    while patient.wait():
        pass
    patient.succeed()
    assert patient.wait()
    assert time.slept[-1] <= FIRST_DELAY
