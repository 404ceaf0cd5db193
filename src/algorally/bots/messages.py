"""What is said to a bot that is a program, and what it answers: one JSON object a line.

docs/bot-messages.json is written from here, by `python docs/bot_messages.py`.
"""

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from algorally.core.events import SeenEvent

PROTOCOL = 1  # another number once programs of before would misunderstand something
Want = Literal["view", "events", "text", "record"]
Named = dict[str, Any]  # a record by the names of its fields


class Start(msgspec.Struct, tag_field="kind", tag="start", frozen=True, kw_only=True):
    """A game begins; answer with `ready`. A program may be asked to play several, one by one."""

    protocol: Annotated[int, Meta(description="the version of these messages")]
    game: Annotated[str, Meta(description="its name, as in `algorally games`")]
    rules_version: Annotated[int, Meta(description="of the game's rules")]
    seats: Annotated[int, Meta(description="how many play")]
    seat: Annotated[int, Meta(description="where the program plays, from 0")]
    seed: Annotated[int, Meta(description="for the program's own dice, to repeat a game")]
    actions: Annotated[int, Meta(description="how many there are; they count from 0")]
    event_kinds: Annotated[list[str], Meta(description="the names of events, by number")]
    field: Annotated[Named, Meta(description="what does not change in this game, by name")]
    record: Annotated[bytes, Meta(description="the field as bytes, in base64")]


class Choice(msgspec.Struct, frozen=True):
    """Something that may be chosen now."""

    action: Annotated[int, Meta(description="its number")]
    words: Annotated[str, Meta(description="the same to read, and for `text` of an answer")]


class Question(msgspec.Struct, tag_field="kind", tag="plan", frozen=True, kw_only=True):
    """The seat has to choose; answer in time. Of the last four come those that `ready` wants."""

    id: Annotated[int, Meta(description="to be repeated in the answer")]
    seconds: Annotated[float, Meta(description="within which an answer counts")]
    legal: Annotated[list[Choice], Meta(description="what an answer may begin with")]
    view: Annotated[
        Named | UnsetType, Meta(description="what the seat may know of the game, by name")
    ] = UNSET
    events: Annotated[
        list[SeenEvent] | UnsetType,
        Meta(description="what the seat saw happen since the last question, the first first"),
    ] = UNSET
    text: Annotated[str | UnsetType, Meta(description="the board, to read")] = UNSET
    record: Annotated[bytes | UnsetType, Meta(description="the view as bytes, in base64")] = UNSET


class End(msgspec.Struct, tag_field="kind", tag="end", frozen=True, kw_only=True):
    """The game is over, or was broken off; there is nothing to answer."""

    turns: Annotated[int, Meta(description="that were begun")] = 0
    winners: Annotated[list[int], Meta(description="seats; none if it was broken off")] = []
    points: Annotated[list[int], Meta(description="by seat")] = []


class Ready(msgspec.Struct, frozen=True):
    """The answer to `start`."""

    kind: Literal["ready"]  # no tag, which one might leave out
    wants: Annotated[
        tuple[Want, ...], Meta(description="what comes with every question, besides `legal`")
    ] = ("view", "events")


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to `plan`: actions or text, for a whole turn or a part of one."""

    id: Annotated[int, Meta(description="that of the question")]
    actions: Annotated[
        list[int], Meta(max_length=1000, description="played one by one, as far as they are legal")
    ] = []
    text: Annotated[
        str, Meta(max_length=10_000, description="the same in words, as people type it")
    ] = ""
    error: Annotated[str, Meta(description="why there is no plan; the choice is lost")] = ""


Sent = Start | Question | End
Message = TypeVar("Message", Ready, Answer)


def written(message: Sent | Ready | Answer) -> bytes:
    """A message as it is sent, without the end of the line."""
    return msgspec.json.encode(message)


def read(line: bytes, kind: type[Message]) -> Message:
    """A message of a program's; ValueError says what is wrong with it."""
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ValueError(f"it is not JSON: {error}") from error


def schema() -> dict[str, Any]:
    """The JSON schema of all messages, those that are sent and those that are answered."""
    sent, answered = (Start, Question, End), (Ready, Answer)
    place = "#/$defs/{name}"
    _, parts = msgspec.json.schema_components((*sent, *answered), ref_template=place)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What a bot is sent and what it answers, one JSON object a line",
        "anyOf": [{"$ref": place.format(name=kind.__name__)} for kind in (*sent, *answered)],
        "$defs": parts,
    }
