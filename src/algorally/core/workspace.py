"""Rows of games and all that loops over them need: what doors, batches, searches and GPUs share."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from algorally.core.dice import Dice
from algorally.core.events import Log, mute_log
from algorally.core.records import Mask, Record, Rows

Places = npt.NDArray[np.int32]


class Workspace(NamedTuple):
    """Arrays alone, so that compiled loops take it as it is and it can be copied to a GPU.

    The log is one for all rows, and mute unless somebody listens: it would take twenty times
    the room of a state.
    """

    states: Rows
    fields: Rows
    places: Places  # the row of the field that is played on, for each state
    masks: Mask  # a row for each state, for the actions that are legal there
    dices: Rows  # for those who play at random
    logs: Rows


def make_workspace(
    state: type[Record],
    actions: int,
    fields: Rows,
    count: int = 1,
    places: Places | None = None,
    log: type[Log] = Log,
) -> Workspace:
    """Room for some games, all on the first field unless their places say otherwise."""
    return Workspace(
        state.rows(count),
        fields,
        np.zeros(count, np.int32) if places is None else places,
        np.zeros((count, actions), np.uint8),
        Dice.rows(count),
        mute_log(log),
    )
