"""The interface over HTTP, used as people use it: from making a table to the rematch."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from algorally.core.game import games
from algorally.core.transcript import read_transcript
from tests.server.guests import GAME, Guest, Line, finish, new_id
from tests.server.processes import Server

UNKNOWN = "abcdefghijkm"  # no table is called so


@pytest.fixture(scope="module")
def finished(served: Server) -> Iterator[tuple[Guest, str]]:
    """A host, and a listed table of theirs whose game is over."""
    with Guest(served.url) as host:
        table = host.make(name="Ann", colour="blue", bots="greedy", start=True, listed=True)
        finish(host.join(table))
        yield host, table


def names(seated: dict[str, Any]) -> list[str]:
    return [seat["name"] for seat in seated["table"]["seats"]]


def colours(seated: dict[str, Any]) -> list[str]:
    return [seat["colour"] for seat in seated["table"]["seats"]]


def two_players(ann: Guest, bob: Guest, **settings: Any) -> str:
    """A running game of two people, a short one."""
    table = ann.make(name="Ann", settings={"turn_cap": 4, **settings})
    bob.post(f"tables/{table}/seats", name="Bob")
    ann.post(f"tables/{table}/start")
    return table


def thinker(*lines: Line) -> Line:
    """Whoever has to choose now."""
    return next(line for line in lines if line.is_thinking)


# --- games -------------------------------------------------------------------------------------


def test_the_games_tell_what_can_be_chosen(ann: Guest) -> None:
    game = ann.get(f"games/{GAME}")
    assert game in ann.get("games")
    assert (game["fewest_seats"], game["most_seats"]) == (2, 4)
    assert game["colours"] == ["red", "yellow", "green", "blue"]
    assert game["bots"] == ["novice", "casual", "solid", "expert", "master"]
    level = next(setting for setting in game["settings"] if setting["name"] == "level")
    assert level["values"] == ["basic", "complete"]
    assert level["default"] == "basic"


@pytest.mark.parametrize("game", games())
def test_every_ready_field_has_a_picture(ann: Guest, game: str) -> None:
    for field in ann.get(f"games/{game}")["fields"]:
        picture = ann.http.get(field["picture"])
        assert picture.headers["content-type"].startswith("image/svg+xml"), picture.text
        assert picture.text.startswith("<svg")


def test_a_ready_field_makes_a_table(ann: Guest) -> None:
    fields = ann.get(f"games/{GAME}")["fields"]
    assert len(fields) >= 10
    table = ann.make(settings=fields[-1]["settings"])
    assert ann.get(f"tables/{table}")["table"]["settings"] == fields[-1]["settings"]


def test_the_picture_of_a_field_depends_on_the_settings(ann: Guest) -> None:
    two, four = (ann.get(f"games/{GAME}/picture.svg?seats={seats}") for seats in (2, 4))
    assert two != four
    status, problem = ann.refused("GET", f"games/{GAME}/picture.svg?level=hard")
    assert (status, problem["code"]) == (400, "setting_error")
    assert "basic or complete" in problem["words"]


# --- making and joining --------------------------------------------------------------------------


def test_a_table_is_made_joined_by_its_link_and_started(ann: Guest, bob: Guest) -> None:
    made = ann.post("tables", game=GAME, seats=2, name="Ann", settings={"level": "complete"})
    table = made["table"]["id"]
    assert made["host"]
    assert made["seats"] == [0]
    assert made["table"]["stage"] == "open"
    assert made["table"]["settings"] == {"level": "complete"}

    seen = bob.get(f"tables/{table}")
    assert not seen["host"]
    assert (seen["seats"], seen["link"]) == ([], None)
    joined = bob.post(f"tables/{table}/seats", name="Bob")
    assert joined["seats"] == [1]
    assert names(joined) == ["Ann", "Bob"]
    assert [seat["host"] for seat in joined["table"]["seats"]] == [True, False]

    begun = ann.post(f"tables/{table}/start")
    assert begun["table"]["stage"] == "running"
    assert sorted(colours(begun)) != ["", ""]
    assert len(ann.join(table).now["thinking"]) == 1


def test_a_table_shows_no_secret(ann: Guest, bob: Guest) -> None:
    made = ann.post("tables", game=GAME, name="Ann", bots="greedy", start=True)
    shown = str(bob.get(f"tables/{made['table']['id']}"))
    token = ann.token
    assert made["link"]["token"] not in shown
    assert token.partition(".")[0] not in shown


def test_names_and_colours_are_chosen_and_changed(ann: Guest, bob: Guest) -> None:
    table = ann.make(name="Ann", colour="red")
    joined = bob.post(f"tables/{table}/seats", name="Bob", colour="green")
    assert colours(joined) == ["red", "green"]
    changed = bob.post(f"tables/{table}/seats", name="Robert", colour="blue")
    assert names(changed) == ["Ann", "Robert"]
    assert colours(changed) == ["red", "blue"]
    begun = ann.post(f"tables/{table}/start")
    assert colours(begun) == ["red", "blue"]


def test_a_colour_belongs_to_one_player(ann: Guest, bob: Guest) -> None:
    table = ann.make(name="Ann", colour="red")
    status, problem = bob.refused("POST", f"tables/{table}/seats", name="Bob", colour="red")
    assert (status, problem["code"]) == (409, "colour_taken")
    status, problem = bob.refused("POST", f"tables/{table}/seats", name="Bob", colour="pink")
    assert (status, problem["code"]) == (400, "no_such_colour")
    assert "red, yellow, green, blue" in problem["words"]


def test_two_of_the_same_name_are_told_apart(ann: Guest, bob: Guest) -> None:
    table = ann.make(name="Ann")
    assert names(bob.post(f"tables/{table}/seats", name="  aNN ")) == ["Ann", "aNN 2"]


def test_seats_are_filled_with_bots_and_freed(ann: Guest, bob: Guest) -> None:
    table = ann.make(name="Ann", seats=3)
    bob.post(f"tables/{table}/seats", name="Bob", seat=2)
    filled = ann.put(f"tables/{table}/seats/1/bot", level="random", colour="green")
    assert [seat["taken"] for seat in filled["table"]["seats"]] == ["person", "bot", "person"]
    assert filled["table"]["seats"][1]["bot"] == "random"
    assert colours(filled)[1] == "green"
    assert ann.put(f"tables/{table}/seats/1/bot")["table"]["seats"][1]["bot"] == "casual"
    freed = ann.delete(f"tables/{table}/seats/1")
    assert freed["table"]["seats"][1]["taken"] == "free"
    left = bob.delete(f"tables/{table}/seats/2")
    assert left["seats"] == []
    assert names(left) == ["Ann", "", ""]


def test_bots_fill_a_whole_table_at_once(ann: Guest) -> None:
    made = ann.post("tables", game=GAME, seats=4, name="Ann", bots="random", start=True)
    assert made["table"]["stage"] == "running"
    assert names(made) == ["Ann", "Bolt", "Pixel", "Gizmo"]


def test_only_the_host_rules_the_table(ann: Guest, bob: Guest) -> None:
    table = ann.make(name="Ann", seats=3)
    bob.post(f"tables/{table}/seats", name="Bob")
    for method, path in (
        ("PUT", f"tables/{table}/seats/2/bot"),
        ("DELETE", f"tables/{table}/seats/0"),
        ("POST", f"tables/{table}/seats/2/link"),
        ("POST", f"tables/{table}/start"),
        ("POST", f"tables/{table}/close"),
    ):
        status, problem = bob.refused(method, path)
        assert (status, problem["code"]) == (403, "not_allowed"), path
        assert "host" in problem["words"]


def test_a_full_table_cannot_be_joined(ann: Guest, bob: Guest, cleo: Guest) -> None:
    table = two_players(ann, bob)
    status, problem = cleo.refused("POST", f"tables/{table}/seats", name="Cleo")
    assert (status, problem["code"]) == (409, "full")
    assert "look on" in problem["words"]
    _, problem = cleo.refused("POST", f"tables/{table}/seats", name="Cleo", seat=1)
    assert problem["code"] == "seat_taken"
    _, problem = cleo.refused("POST", f"tables/{table}/seats", name="Cleo", seat=5)
    assert problem["code"] == "no_such_seat"
    assert "0 to 1" in problem["words"]


def test_a_game_does_not_begin_with_free_seats(ann: Guest) -> None:
    table = ann.make(name="Ann", seats=4)
    ann.put(f"tables/{table}/seats/2/bot")
    status, problem = ann.refused("POST", f"tables/{table}/start")
    assert (status, problem["code"]) == (409, "seats_free")
    assert "seats 1 and 3 are free" in problem["words"]


def test_a_game_begins_once(ann: Guest) -> None:
    table = ann.make(name="Ann", bots="random", start=True)
    assert ann.refused("POST", f"tables/{table}/start")[1]["code"] == "begun"
    assert ann.refused("POST", f"tables/{table}/close")[1]["code"] == "begun"


def test_a_person_beside_you_plays_from_the_same_device(ann: Guest) -> None:
    table = ann.make(name="Ann", seats=3, settings={"turn_cap": 4})
    assert ann.post(f"tables/{table}/seats", name="Ben", another=True)["seats"] == [0, 1]
    full = ann.post(f"tables/{table}/seats", name="Cid", another=True, seat=2)
    assert full["seats"] == [0, 1, 2]
    assert names(full) == ["Ann", "Ben", "Cid"]
    _, problem = ann.refused("POST", f"tables/{table}/seats", name="Dot", another=True)
    assert problem["code"] == "full"
    changed = ann.post(f"tables/{table}/seats", name="Benno", seat=1)
    assert names(changed) == ["Ann", "Benno", "Cid"]
    ann.post(f"tables/{table}/start")
    lines = [ann.join(table, seat=seat) for seat in range(3)]
    assert [line.welcome["seats"] for line in lines] == [[0, 1, 2]] * 3
    finish(*lines)
    assert ann.get(f"tables/{table}")["table"]["stage"] == "over"


def test_who_has_a_seat_does_not_take_a_second_one_by_mistake(ann: Guest) -> None:
    table = ann.make(name="Ann", seats=3)
    _, problem = ann.refused("POST", f"tables/{table}/seats", name="Ann", seat=1)
    assert problem["code"] == "seated"
    assert "leave it first" in problem["words"]


# --- the list of tables ---------------------------------------------------------------------------


def listed(guest: Guest) -> list[str]:
    return [table["id"] for table in guest.get("tables")["tables"]]


def test_listed_tables_are_found_until_they_begin(ann: Guest, bob: Guest) -> None:
    hidden = ann.make(name="Ann")
    first = ann.make(name="Ann", listed=True)
    second = ann.make(name="Ann", listed=True, bots="random")
    assert listed(bob)[:2] == [second, first]
    assert hidden not in listed(bob)
    ann.post(f"tables/{second}/start")
    assert second not in listed(bob)
    ann.post(f"tables/{first}/close")
    assert first not in listed(bob)


def test_a_closed_table_stays_closed(ann: Guest, bob: Guest) -> None:
    table = ann.make(name="Ann")
    assert ann.post(f"tables/{table}/close")["table"]["stage"] == "closed"
    assert bob.get(f"tables/{table}")["table"]["stage"] == "closed"
    for path in ("seats", "start", "close", "pause"):
        body = {"name": "Ann"} if path == "seats" else {}
        status, problem = ann.refused("POST", f"tables/{table}/{path}", **body)
        assert (status, problem["code"]) == (409, "closed")


# --- while the game goes on -----------------------------------------------------------------------


def test_anybody_who_plays_pauses_and_resumes(ann: Guest, bob: Guest, cleo: Guest) -> None:
    table = two_players(ann, bob)
    lines = ann.join(table), bob.join(table)
    paused = bob.post(f"tables/{table}/pause")
    assert paused["table"]["paused_since"]
    assert paused["table"]["paused_by"] == 1
    heard = lines[0].hear("table")
    assert heard["table"]["paused_since"] == paused["table"]["paused_since"]
    assert heard["now"]["legal"] == []
    lines[1].settle()
    turn = thinker(*lines)
    assert turn.choose([0])["code"] == "paused"
    assert ann.refused("POST", f"tables/{table}/pause")[1]["code"] == "paused"
    status, problem = cleo.refused("POST", f"tables/{table}/resume")
    assert (status, problem["code"]) == (403, "not_allowed")
    resumed = ann.post(f"tables/{table}/resume")["table"]
    assert (resumed["paused_since"], resumed["paused_by"]) == (None, -1)
    assert ann.refused("POST", f"tables/{table}/resume")[1]["code"] == "not_paused"
    turn.settle()
    assert turn.choose([turn.now["legal"][0]])["kind"] == "ack"


def test_a_game_that_has_not_begun_cannot_be_paused(ann: Guest) -> None:
    table = ann.make(name="Ann")
    assert ann.refused("POST", f"tables/{table}/pause")[1]["code"] == "not_begun"


# --- the secret links of seats --------------------------------------------------------------------


def test_a_seat_moves_to_another_device(ann: Guest, bob: Guest, cleo: Guest) -> None:
    """Bob goes on at Cleo's device, and the first one loses the seat at once."""
    table = two_players(ann, bob)
    before = bob.join(table)
    token = bob.post(f"tables/{table}/seats/1/link")["token"]
    claimed = cleo.post(f"tables/{table}/claim", token=token)
    assert claimed["seats"] == [1]
    assert names(claimed) == ["Ann", "Bob"]
    assert bob.get(f"tables/{table}")["seats"] == []
    assert before.closed() == 4000
    assert before.heard[-1]["code"] == "seat_lost"
    looking = bob.join(table)
    assert looking.viewer == -1
    looking.close()
    finish(ann.join(table), cleo.join(table))


def test_the_host_invites_to_a_free_seat_by_its_link(ann: Guest, bob: Guest, cleo: Guest) -> None:
    table = ann.make(name="Ann", seats=3)
    link = ann.post(f"tables/{table}/seats/2/link")
    assert (link["table"], link["seat"]) == (table, 2)
    assert link["path"] == f"/table/{table}#seat={link['token']}"
    joined = bob.post(f"tables/{table}/claim", token=link["token"], name="Bob")
    assert joined["seats"] == [2]
    assert names(joined) == ["Ann", "", "Bob"]
    nameless = cleo.post(
        f"tables/{table}/claim", token=ann.post(f"tables/{table}/seats/1/link")["token"]
    )
    assert names(nameless)[1] == "Guest"


def test_the_link_of_a_taken_seat_is_its_owners(ann: Guest, bob: Guest) -> None:
    table = two_players(ann, bob)
    status, problem = ann.refused("POST", f"tables/{table}/seats/1/link")
    assert (status, problem["code"]) == (403, "foreign_seat")
    assert bob.post(f"tables/{table}/seats/1/link")["seat"] == 1


def test_a_renewed_link_makes_the_old_one_worthless(ann: Guest, bob: Guest, cleo: Guest) -> None:
    table = two_players(ann, bob)
    path = f"tables/{table}/seats/1/link"
    old = bob.post(path)["token"]
    assert bob.post(path)["token"] == old
    by_link = cleo.join(table, token=old)
    assert by_link.viewer == 1
    mine = bob.join(table)
    new = bob.post(f"{path}?renew=true")["token"]
    assert new != old
    assert by_link.closed() == 4000
    assert cleo.line(table).hello(token=old)["code"] == "old_link"
    status, problem = cleo.refused("POST", f"tables/{table}/claim", token=old)
    assert (status, problem["code"]) == (403, "old_link")
    mine.settle()  # who has the seat keeps it
    assert cleo.join(table, token=new).viewer == 1


def test_a_freed_seat_makes_its_link_worthless(ann: Guest, bob: Guest, cleo: Guest) -> None:
    table = ann.make(name="Ann", seats=3)
    bob.post(f"tables/{table}/seats", name="Bob")
    old = bob.post(f"tables/{table}/seats/1/link")["token"]
    line = bob.join(table)
    ann.delete(f"tables/{table}/seats/1")
    assert line.closed() == 4000
    assert cleo.refused("POST", f"tables/{table}/claim", token=old)[1]["code"] == "old_link"


def test_the_secret_of_a_seat_is_good_for_that_seat_alone(ann: Guest, bob: Guest) -> None:
    """Ann sits twice and is the host; who has the secret of one seat is neither."""
    table = ann.make(name="Ann")
    ann.post(f"tables/{table}/seats", name="Ben", another=True)
    token = ann.post(f"tables/{table}/seats/1/link")["token"]
    bob.http.headers["Authorization"] = f"Bearer {token}"
    assert bob.get(f"tables/{table}")["seats"] == [1]
    assert bob.refused("POST", f"tables/{table}/start")[0] == 403
    ann.post(f"tables/{table}/start")
    assert bob.get(f"tables/{table}/board")["viewer"] == 1
    _, problem = bob.refused("GET", f"tables/{table}/board?seat=0")
    assert problem["code"] == "foreign_seat"
    other = ann.make(name="Ann")
    status, problem = bob.refused("GET", f"tables/{other}")
    assert (status, problem["code"]) == (403, "wrong_link")


def test_the_secret_of_a_bots_seat_shows_nothing(ann: Guest, bob: Guest) -> None:
    table = ann.make(name="Ann")
    token = ann.post(f"tables/{table}/seats/1/link")["token"]
    ann.put(f"tables/{table}/seats/1/bot", level="random")
    ann.post(f"tables/{table}/start")
    assert bob.line(table).hello(token=token)["code"] == "old_link"
    bob.http.headers["Authorization"] = f"Bearer {token}"
    assert bob.refused("GET", f"tables/{table}/board")[1]["code"] == "old_link"
    assert ann.refused("POST", f"tables/{table}/seats/1/link")[0] == 403


# --- looking --------------------------------------------------------------------------------------


def test_a_board_shows_what_its_viewer_may_see(ann: Guest, bob: Guest, cleo: Guest) -> None:
    table = two_players(ann, bob, level="complete")
    lines = ann.join(table), bob.join(table)
    while len(thinker(*lines).now["legal"]) <= 4:  # corners and directions come before cards
        turn = thinker(*lines)
        turn.choose([turn.now["legal"][0]])
        for line in lines:
            line.settle()
    boards = [guest.get(f"tables/{table}/board") for guest in (ann, bob, cleo)]
    assert [board["viewer"] for board in boards] == [0, 1, -1]
    turn = thinker(*lines)
    assert boards[turn.viewer]["hand"]
    assert sorted(boards[turn.viewer]["choices"].values()) == turn.now["legal"]
    assert (boards[2]["hand"], boards[2]["choices"]) == ([], {})
    assert boards[0]["view"] != boards[1]["view"]
    assert boards[0]["field"] == boards[2]["field"]
    assert len({board["text"] for board in boards}) >= 1
    assert cleo.refused("GET", f"tables/{table}/board?seat=0")[1]["code"] == "not_allowed"
    assert ann.refused("GET", f"tables/{table}/board?seat=1")[1]["code"] == "foreign_seat"
    assert ann.get(f"tables/{table}/board?seat=-1")["view"] == boards[2]["view"]


def test_a_board_is_also_a_picture(ann: Guest, cleo: Guest) -> None:
    table = ann.make(name="Ann", bots="random", start=True)
    for guest in (ann, cleo):
        for picture in ("board.svg", "ground.svg"):
            answer = guest.ask("GET", f"tables/{table}/{picture}")
            assert answer.headers["content-type"].startswith("image/svg+xml")
            assert answer.text.startswith("<svg")


def begun_program(ann: Guest, bob: Guest) -> tuple[Guest, str, dict[str, Any]]:
    """A game at the first moment that somebody lays cards: who, where, and their board."""
    table = two_players(ann, bob, level="complete")
    lines = ann.join(table), bob.join(table)
    while True:
        turn = thinker(*lines)
        guest = (ann, bob)[turn.viewer]
        board = guest.get(f"tables/{table}/board")
        if any(words.startswith("insert") for words in board["choices"]):
            return guest, table, board
        turn.choose([turn.now["legal"][0]])
        for line in lines:
            line.settle()


def test_the_ghost_of_a_program_is_shown_and_changes_nothing(ann: Guest, bob: Guest) -> None:
    guest, table, board = begun_program(ann, bob)
    words = next(words for words in board["choices"] if words.startswith("insert"))
    path = f"tables/{table}/preview"
    by_number = guest.post(path, actions=[board["choices"][words]])
    assert guest.post(path, text=words) == by_number
    assert by_number["said"] == [words]
    assert by_number["told"]
    assert by_number["legal"]
    assert not by_number["complete"]
    whole = guest.post(path, text=f"{words}; run")
    assert whole["complete"]
    assert len(whole["events"]) > len(by_number["events"])
    assert guest.post(path, actions=[])["legal"] == sorted(board["choices"].values())
    assert guest.get(f"tables/{table}/board") == board


def test_a_program_that_breaks_a_rule_is_refused_with_its_number(ann: Guest, bob: Guest) -> None:
    guest, table, board = begun_program(ann, bob)
    forbidden = next(number for number in range(140) if number not in board["choices"].values())
    status, problem = guest.refused("POST", f"tables/{table}/preview", actions=[forbidden])
    assert (status, problem["code"]) == (409, "illegal_choice")
    assert problem["rules"]
    assert all(rule.startswith("AR-") for rule in problem["rules"])
    status, problem = guest.refused("POST", f"tables/{table}/preview", text="fly to the moon")
    assert (status, problem["code"]) == (400, "unreadable_choice")
    _, problem = guest.refused("POST", f"tables/{table}/preview", text="run", actions=[1])
    assert problem["code"] == "unreadable_choice"
    _, problem = guest.refused("POST", f"tables/{table}/preview", actions=[10**9])
    assert "numbered 0 to" in problem["words"]
    other = bob if guest is ann else ann
    _, problem = other.refused("POST", f"tables/{table}/preview", text="run")
    assert problem["code"] == "not_your_turn"


# --- after the game -------------------------------------------------------------------------------


def test_a_replay_is_there_after_the_game_and_not_before(ann: Guest, cleo: Guest) -> None:
    table = ann.make(name="Ann", bots="random", start=True, seed=77)
    for path in ("replay", "history"):
        status, problem = ann.refused("GET", f"tables/{table}/{path}")
        assert (status, problem["code"]) == (409, "not_over")
        assert "after the game" in problem["words"]
    finish(ann.join(table))
    text = cleo.get(f"tables/{table}/replay")
    transcript = read_transcript(text)
    assert transcript.seed == 77
    assert transcript.names == ["Ann", "Bolt"]
    assert transcript.end().over


def test_finished_games_are_listed(finished: tuple[Guest, str], cleo: Guest) -> None:
    _, table = finished
    shown = next(one for one in cleo.get("replays")["tables"] if one["id"] == table)
    assert shown["stage"] == "over"
    assert shown["result"]["winners"]
    assert table not in listed(cleo)


def test_a_history_tells_the_whole_game(finished: tuple[Guest, str], cleo: Guest) -> None:
    _, table = finished
    history = cleo.get(f"tables/{table}/history")
    assert history["game"] == GAME
    assert history["names"] == ["Ann", "Bolt"]
    assert history["result"] == cleo.get(f"tables/{table}")["table"]["result"]
    assert all(step["said"] for step in history["steps"])
    assert sum(len(step["events"]) for step in history["steps"]) > len(history["steps"])


def commit(line: Line, text: str) -> None:
    answer = line.answer("choose", id=new_id(), on=line.now["step"], text=text)
    assert answer["kind"] == "ack", answer


def test_mark_sheets_tell_what_everybody_has_seen(ann: Guest, bob: Guest, cleo: Guest) -> None:
    settings = {"traffic_placement": "random", "round_cap": 1}
    table = ann.make(name="Ann", game="speedalgo", seats=2, settings=settings)
    bob.post(f"tables/{table}/seats", name="Bob")
    ann.post(f"tables/{table}/start")
    lines = [ann.join(table), bob.join(table)]
    for line in lines:
        line.settle()
        line.choose([line.now["legal"][0]])
    for line in lines:
        line.settle()
    commit(lines[0], "AB - ABD; ready")
    sheets = cleo.get(f"tables/{table}/sheets?language=fr")["sheets"]
    assert [sheet["seat"] for sheet in sheets] == [0, 1]
    assert "AB - ABD" not in sheets[0]["text"]  # not all are ready
    commit(lines[1], "ABG; ready")
    for line in lines:
        line.settle()
    sheets = cleo.get(f"tables/{table}/sheets?language=fr")["sheets"]
    assert "AB - ABD" in sheets[0]["text"]
    assert "ABG" in sheets[1]["text"]
    assert "Feuille de marques" in sheets[0]["svg"]
    assert "Bob" in sheets[1]["svg"]
    assert cleo.get(f"tables/{table}/history?language=fr")["sheets"] == sheets
    status, refusal = cleo.refused("GET", f"tables/{table}/sheets?language=xx")
    assert (status, refusal["code"]) == (400, "malformed")


def test_a_game_without_mark_sheets_has_none(finished: tuple[Guest, str], cleo: Guest) -> None:
    assert cleo.get(f"tables/{finished[1]}/sheets") == {"sheets": []}
    assert cleo.get(f"tables/{finished[1]}/history")["sheets"] == []


def test_a_replay_file_can_be_looked_at(finished: tuple[Guest, str], cleo: Guest) -> None:
    _, table = finished
    text = cleo.get(f"tables/{table}/replay")
    assert cleo.post("replays", text=text) == cleo.get(f"tables/{table}/history")
    status, problem = cleo.refused("POST", "replays", text=text.replace("run", "stay", 1))
    assert (status, problem["code"]) == (400, "notation_error")
    assert problem["words"].startswith("line ")
    _, problem = cleo.refused("POST", "replays", text="")
    assert "algorally algoracing rules" in problem["words"]


def test_a_rematch_is_one_table_with_seats_moved_and_colours_kept(
    ann: Guest, bob: Guest, cleo: Guest
) -> None:
    settings = {"level": "complete", "turn_cap": 4}
    table = ann.make(name="Ann", seats=3, colour="blue", clock=900, settings=settings)
    bob.post(f"tables/{table}/seats", name="Bob", colour="red")
    ann.put(f"tables/{table}/seats/2/bot", level="random")
    assert ann.refused("POST", f"tables/{table}/rematch")[1]["code"] == "not_over"
    ann.post(f"tables/{table}/start")
    before = ann.get(f"tables/{table}")
    watching = ann.join(table)
    finish(watching, bob.join(table))
    status, problem = cleo.refused("POST", f"tables/{table}/rematch")
    assert (status, problem["code"]) == (403, "not_allowed")

    first, second = (guest.post(f"tables/{table}/rematch") for guest in (bob, ann))
    again = first["table"]
    assert again["id"] == second["table"]["id"] != table
    assert again["previous"] == table
    assert (again["game"], again["clock"]["turn"]) == (GAME, 900)
    assert again["settings"] == settings
    assert names(first) == names(before)[1:] + names(before)[:1]
    assert colours(first) == colours(before)[1:] + colours(before)[:1]
    assert (first["seats"], second["seats"], second["host"]) == ([0], [2], True)
    assert watching.hear("table")["table"]["next"] == again["id"]
    assert ann.get(f"tables/{table}")["table"]["next"] == again["id"]
    assert colours(ann.post(f"tables/{again['id']}/start")) == colours(first)


def test_the_secret_of_a_seat_makes_no_rematch(ann: Guest, cleo: Guest) -> None:
    table = ann.make(name="Ann", bots="random", start=True, settings={"turn_cap": 1})
    finish(ann.join(table))
    cleo.http.headers["Authorization"] = f"Bearer {ann.get(f'tables/{table}')['link']['token']}"
    status, problem = cleo.refused("POST", f"tables/{table}/rematch")
    assert (status, problem["code"]) == (403, "not_allowed")
    assert ann.get(f"tables/{table}")["table"]["next"] is None
    assert ann.get("guest/tables")["running"] == []


# --- what is refused ------------------------------------------------------------------------------


def test_what_does_not_exist_is_not_found(ann: Guest) -> None:
    for path, code in (
        (f"tables/{UNKNOWN}", "no_such_table"),
        (f"tables/{UNKNOWN}x", "no_such_table"),
        (f"tables/{UNKNOWN}/board", "no_such_table"),
        (f"tables/{UNKNOWN}/replay", "no_such_table"),
        ("games/chess", "unknown_game"),
        ("games/chess/picture.svg", "unknown_game"),
        ("nothing", "not_found"),
    ):
        status, problem = ann.refused("GET", path)
        assert (status, problem["code"]) == (404, code)
    assert "algoracing" in ann.refused("GET", "games/chess")[1]["words"]
    assert ann.refused("POST", "tables", game="chess")[0] == 404
    table = ann.make(name="Ann")
    assert ann.refused("DELETE", f"tables/{table}/seats/5")[1]["code"] == "no_such_seat"


@pytest.mark.parametrize(
    ("wishes", "hint"),
    [
        ({}, "a body of JSON is needed"),
        ({"seats": 2}, "game"),
        ({"game": GAME, "seats": 9}, "seats"),
        ({"game": GAME, "seats": 5}, "2 to 4"),
        ({"game": GAME, "sets": 2}, "sets"),
        ({"game": GAME, "clock": -1}, "clock"),
        ({"game": GAME, "seed": 2**53}, "seed"),
        ({"game": GAME, "seed": 1.5}, "seed"),
        ({"game": GAME, "name": "x" * 201}, "name"),
        ({"game": GAME, "settings": {"level": "hard"}}, "basic or complete"),
        ({"game": GAME, "settings": {"turn_cap": 0}}, "1 to 1000"),
        ({"game": GAME, "settings": {"lever": "basic"}}, "level"),
        ({"game": GAME, "settings": {"seats": 3}}, "say it on its own"),
        ({"game": GAME, "settings": {"level": ["basic"]}}, "settings"),
        ({"game": GAME, "bots": "genius"}, "random, greedy"),
    ],
    ids=str,
)
def test_a_wish_that_cannot_be_is_refused_with_what_could(
    ann: Guest, wishes: dict[str, Any], hint: str
) -> None:
    status, problem = ann.refused("POST", "tables", **wishes)
    assert status == 400
    assert hint in problem["words"]


def test_the_wrong_method_is_refused_with_the_right_ones(ann: Guest) -> None:
    answer = ann.ask("DELETE", "tables")
    assert answer.status_code == 405
    assert answer.json()["code"] == "wrong_method"
    assert "POST" in answer.headers["allow"]


def test_the_server_says_that_it_is_well(ann: Guest) -> None:
    health = ann.http.get("/health").json()
    assert health["status"] == "ok"
    assert abs(health["now"] / 1000 - time.time()) < 60
