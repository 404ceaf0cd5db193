"""People come, go, play and quarrel at one table, in any order, and the server may end meanwhile.

After every step all that `parties.Party.check` says is so: one host, no secret shown, nothing
acknowledged lost, the match to the byte what its entries make; and the table can go on. Every run
does the same, for about two minutes. To try something else at random for an hour:

    ALGORALLY_SESSIONS_MINUTES=60 pytest tests/server/test_sessions.py

What is found is told as the steps that lead to it.
"""

import contextlib
import itertools
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from algorally.match.checks import check
from algorally.match.entries import Close, Resume
from algorally.match.match import CLOSED, OPEN, OVER, RUNNING
from algorally.server.frames import SPECTATOR, view_for
from algorally.server.messages.tables import Draft
from tests.match.tables import ALGORACING, ROBORALLY, SPEEDALGO
from tests.server.guests import new_id
from tests.server.parties import (
    BOT,
    FREE,
    LINKED,
    PEOPLE,
    Desk,
    House,
    Link,
    Party,
    briefly,
    eventually,
)

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Litestar and uvicorn
MINUTES = float(os.environ.get("ALGORALLY_SESSIONS_MINUTES", "0"))
GAMES: dict[str, list[dict[str, Any]]] = {
    ALGORACING: [{"turn_cap": 1}, {"turn_cap": 2, "level": "complete"}],
    ROBORALLY: [{"turn_cap": 2, "timer": 0}, {"turn_cap": 3, "timer": 0}],
    SPEEDALGO: [{"round_cap": 1}, {"round_cap": 2}],
}
MOST_DESKS = 4  # of one person
USUAL = settings(
    max_examples=20,
    stateful_step_count=50,
    deadline=None,
    derandomize=True,
    database=None,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate, Phase.shrink],
)

# What is drawn never hangs on how the table stands, so the same draws are always the same steps.
anybody = st.integers(0, 9)  # from 5 on, whoever may do it, if anybody
players = st.integers(0, 3)  # the last one of the people never takes a seat
seats = st.integers(0, 3)
some = st.integers(0, 7)
either = st.booleans()


class Session(RuleBasedStateMachine):
    """What people may do, whether or not it is theirs to do."""

    game = ALGORACING
    house: House

    def __init__(self) -> None:
        super().__init__()
        self.party = Party(self.house)

    @initialize(
        settings=some,
        seats=st.integers(2, 4),
        host=st.sampled_from([0, 1, 4]),
        clock=st.sampled_from([0, 0, 600]),
        grace=st.sampled_from([None, 0]),
        watched=either,
        house_sets_up=either,
        seed=st.integers(1, 10**6),
        people=st.sampled_from([2, 3, 4, 1, 0]),
        shared=either,
        begun=st.integers(0, 4),
    )
    def meet(
        self,
        settings: int,
        seats: int,
        host: int,
        clock: int,
        grace: int | None,
        watched: bool,
        house_sets_up: bool,
        seed: int,
        people: int,
        shared: bool,
        begun: int,
    ) -> None:
        """Somebody makes a table, some sit down there, and mostly the game begins."""
        self.house.seed = seed * 10**6
        chosen = GAMES[self.game]
        wishes = {
            "game": self.game,
            "seats": seats,
            "settings": chosen[settings % len(chosen)],
            "clock": clock,
            "grace": grace,
            "watched": watched,
            "set_up": "house" if house_sets_up else "players",
        }
        party = self.party
        foreign = self.house.stranger.make(name="Stranger")
        link = self.house.stranger.get(f"tables/{foreign}")["link"]
        party.links.append(Link(foreign, 0, 0, link["token"]))
        party.make(host, wishes)
        for number in range(min(people, seats)):
            # Two who share a device, and others with one each.
            self.sit(0 if shared and number == 1 else number, 4, True, 0)
            party.rest()
        if begun and people:
            for seat in range(min(people, seats), seats):
                self.fill(host, seat)
            party.rest()
            self.start(host)
            party.rest()
            for who in range(4):
                self.connect(who, 0, False)
        party.rest()

    def host_or(self, who: int) -> int:
        """One of the people, or the host."""
        return who if who < PEOPLE else self.party.host

    def seated_or(self, who: int) -> int:
        """One of the people, or one of those who have a seat."""
        seated = [owner for owner in self.party.owners if owner >= 0]
        return who % PEOPLE if who < PEOPLE or not seated else seated[who % len(seated)]

    # --- coming and going ----------------------------------------------------------------------

    @rule(who=anybody, look=st.integers(0, 5), resume=either)
    def connect(self, who: int, look: int, resume: bool) -> None:
        """Somebody opens the table: at a seat, as a spectator, or where somebody else sits."""
        who = self.seated_or(who)
        party = self.party
        own = [desk for desk in party.desks if desk.who == who]
        if len(own) >= MOST_DESKS:
            party.hang_up(own[0])
        mine = party.seats_of(who)
        hello: dict[str, Any] = {}
        if look == 4:
            hello["seat"] = SPECTATOR
        elif look == 5:
            hello["seat"] = next(n for n in range(5) if n not in mine)
        elif mine:
            hello["seat"] = mine[look % len(mine)]
        viewer = hello.get("seat", SPECTATOR)
        may = viewer in mine if viewer >= 0 else party.may_look_on(who)
        desk = Desk(who, self.house.people[who].line(party.table))
        party.connect(desk, {**hello, "resume": resume}, expected=may)

    @rule(which=some)
    def open_link(self, which: int) -> None:
        """Somebody opens a seat with nothing but a link, perhaps an old or a foreign one."""
        party = self.party
        link = self.link_of(which)
        may = party.is_good(link) and party.owners[link.seat] >= 0
        if sum(desk.who == LINKED for desk in party.desks) < MOST_DESKS:
            desk = Desk(LINKED, self.house.stranger.line(party.table), link)
            party.connect(desk, {"token": link.token}, expected=may)

    def link_of(self, which: int) -> Link:
        """One of the latest links, or the foreign one."""
        links = self.party.links
        return links[0] if which == 7 else links[-1 - which % len(links)]

    @rule(which=some)
    def disconnect(self, which: int) -> None:
        """Somebody closes the page; nobody is the host for it at once."""
        if desk := self.one_of(self.party.desks, which):
            self.party.hang_up(desk)
            self.house.wait_for_heartbeats()

    def one_of(self, desks: list[Desk], which: int) -> Desk | None:
        """One of some desks, if there is any."""
        return desks[which % len(desks)] if desks else None

    @rule(resume=either)
    def reload_all(self, resume: bool) -> None:
        """Everybody reloads the page, or comes back to it."""
        self.party.close()
        for who in range(PEOPLE):
            for number in range(min(MOST_DESKS, len(self.party.seats_of(who)))):
                self.connect(who, number, resume)

    @rule(kill=either, back=either)
    def restart(self, kill: bool, back: bool) -> None:
        """The server ends, with or without a say in it, and starts again."""
        self.party.close()
        if kill:
            self.house.kill()
        else:
            self.house.restart()
        if back:
            self.reload_all(resume=True)

    @rule()
    def fall_asleep(self) -> None:
        """Everybody goes, and the table leaves the server's memory."""
        self.party.close()
        with briefly("IDLE", 0.0):
            eventually(lambda: self.house.live(self.party.table) is None, "it never sleeps")

    @rule()
    def long_without_host(self) -> None:
        """So long that whoever has sat there longest is the host, if the one is not there."""
        party = self.party
        heir = self.heir()
        with briefly("HOST_GRACE", 0.0):
            self.house.wait_for_heartbeats()
            self.house.wait_for_heartbeats()
        party.rest()
        if heir is not None:
            party.hand_over(heir)

    def heir(self) -> int | None:
        """Who is going to be the host instead of one who is not there."""
        party = self.party
        live = self.house.live(party.table)
        if live is None or party.stage not in (OPEN, RUNNING):
            return None
        there = {party.owners[n] for n, seat in enumerate(party.match.seats) if seat.is_there}
        if party.host in there | {desk.who for desk in party.desks}:
            return None
        return self.longest_seated()

    def longest_seated(self) -> int | None:
        """Who of those who are there has sat there longest."""
        match = self.party.match
        there = [n for n, seat in enumerate(match.seats) if seat.is_there]
        found = min(there, key=lambda n: match.seats[n].since, default=None)
        return None if found is None else self.party.owners[found]

    # --- seats ---------------------------------------------------------------------------------

    @rule(who=players, seat=st.integers(0, 4), another=either, name=st.integers(0, 2))
    def sit(self, who: int, seat: int, another: bool, name: int) -> None:
        """Somebody sits down, or changes the name."""
        party = self.party
        another = another and who == 0
        body = {"name": ("Ann", "Bob", "Cleo")[name], "another": another}
        answer = party.ask(who, "POST", "/seats", **body, **({"seat": seat} if seat < 4 else {}))
        wanted = self.wanted_seat(who, seat, another)
        if self.is_done(answer, wanted is not None and self.may_sit(who, wanted)):
            assert wanted is not None
            if party.owners[wanted] != who:
                party.take_seat(who, wanted)
            party.check_seated(who, answer.json())

    @rule(who=players, other=players, seat=seats)
    def sit_at_the_same_time(self, who: int, other: int, seat: int) -> None:
        """Two want the same free seat at once, and one of them gets it."""
        party = self.party
        rivals = (who, other)
        is_free = seat < len(party.owners) and party.owners[seat] == FREE
        if who == other or not is_free or party.stage != OPEN or any(map(party.seats_of, rivals)):
            return
        with ThreadPoolExecutor(2) as threads:
            asked = [
                threads.submit(party.ask, one, "POST", "/seats", name="Ann", seat=seat)
                for one in rivals
            ]
        done = [
            one for one, answer in zip(rivals, asked, strict=True) if answer.result().is_success
        ]
        assert len(done) == 1, done
        party.take_seat(done[0], seat)

    def wanted_seat(self, who: int, seat: int, another: bool) -> int | None:
        mine = self.party.seats_of(who)
        if seat < 4:
            is_other = bool(mine) and seat not in mine and not another
            return None if is_other or seat >= len(self.party.owners) else seat
        if mine and not another:
            return mine[0]
        return self.party.owners.index(FREE) if FREE in self.party.owners else None

    def may_sit(self, who: int, seat: int) -> bool:
        party = self.party
        owner = party.owners[seat]
        if not party.is_going_on or owner == who:
            return party.is_going_on
        if party.stage == OPEN:
            return owner == FREE
        return owner == BOT and seat in party.hands.get(who, ())

    def is_done(self, answer: httpx.Response, expected: bool) -> bool:
        """Whether something was done, which must be as foretold."""
        assert answer.is_success == expected, answer.text
        return expected

    @rule(who=anybody, seat=seats)
    def free(self, who: int, seat: int) -> None:
        """Somebody leaves a seat, or the host frees one."""
        who = self.host_or(who)
        party = self.party
        answer = party.ask(who, "DELETE", f"/seats/{seat}")
        owner = party.owners[seat] if seat < len(party.owners) else FREE
        may = who in (owner, party.host)
        if self.is_done(answer, may and party.is_going_on and owner != FREE):
            party.leave_seat(seat)
            party.check_seated(who, answer.json())
        elif not may and seat < len(party.owners):
            assert answer.status_code == 403, answer.text

    @rule(who=anybody, seat=seats)
    def fill(self, who: int, seat: int) -> None:
        """The host gives a seat to a bot."""
        who = self.host_or(who)
        party = self.party
        answer = party.ask(who, "PUT", f"/seats/{seat}/bot", level="random")
        is_left = seat < len(party.owners) and party.owners[seat] in (FREE, BOT)
        if self.is_done_by_host(who, answer, is_left and party.is_going_on):
            party.lose_seat(seat, BOT)
            party.check_seated(who, answer.json())

    def is_done_by_host(self, who: int, answer: httpx.Response, expected: bool) -> bool:
        """The same of what only the host may do."""
        if who != self.party.host:
            assert answer.status_code == 403, answer.text
            return False
        return self.is_done(answer, expected)

    @rule(who=anybody, seat=seats, renew=either)
    def ask_for_link(self, who: int, seat: int, renew: bool) -> None:
        """Somebody asks for the secret link of a seat, or for a new one."""
        who = self.seated_or(who)
        party = self.party
        mine = party.seats_of(who)
        seat = mine[0] if mine and seat == 3 else seat
        answer = party.ask(who, "POST", f"/seats/{seat}/link?renew={str(renew).lower()}")
        owner = party.owners[seat] if seat < len(party.owners) else BOT
        may = owner == who or (owner == FREE and who == party.host)
        if self.is_done(answer, may and not (renew and party.stage == CLOSED)):
            party.generations[seat] += renew
            party.note_link(who, answer.json())

    @rule(who=players, which=some)
    def claim(self, who: int, which: int) -> None:
        """Somebody takes a seat by its link, perhaps by an old or a foreign one."""
        party = self.party
        link = self.link_of(which)
        answer = party.ask(who, "POST", "/claim", token=link.token)
        if not party.is_good(link):
            assert answer.json()["code"] in ("old_link", "wrong_link"), answer.text
        elif self.is_done(answer, self.may_claim(who, link.seat)):
            former = party.owners[link.seat]
            party.take_seat(who, link.seat)
            if former == party.host and not party.seats_of(former):
                party.host = who
            party.check_seated(who, answer.json())

    def may_claim(self, who: int, seat: int) -> bool:
        party = self.party
        if party.stage != RUNNING:
            return party.stage == OPEN
        owner, seen = party.owners[seat], party.hands.get(who, set())
        return owner == who or seat in seen or seen <= party.hands[owner]

    @rule(who=anybody, seat=seats)
    def hand_over(self, who: int, seat: int) -> None:
        """The host makes somebody else the host."""
        who = self.host_or(who)
        party = self.party
        answer = party.ask(who, "PUT", "/host", seat=seat)
        heir = party.owners[seat] if seat < len(party.owners) else BOT
        expected = heir >= 0 and heir != party.host and party.is_going_on
        if self.is_done_by_host(who, answer, expected):
            party.hand_over(heir)
            party.check_seated(who, answer.json())

    @rule(who=players)
    def leave(self, who: int) -> None:
        """Somebody leaves by the list of games; who is the last before it begins closes it."""
        party = self.party
        mine = party.seats_of(who)
        answer = party.ask_anything(who, "DELETE", f"guest/tables/{party.table}")
        if not self.is_done(answer, bool(mine) and party.stage != CLOSED):
            return
        for seat in mine if party.is_going_on else ():
            is_last = sum(owner >= 0 for owner in party.owners) == 1
            if party.stage == RUNNING or not is_last:
                party.leave_seat(seat)
        party.rest()
        if party.host == who and party.is_going_on and (heir := self.longest_seated()) is not None:
            party.hand_over(heir)
        ids = [one["table"]["id"] for kind in answer.json().values() for one in kind]
        assert party.table not in ids

    # --- the game ------------------------------------------------------------------------------

    @rule(who=anybody)
    def start(self, who: int) -> None:
        """The host begins the game."""
        who = self.host_or(who)
        party = self.party
        answer = party.ask(who, "POST", "/start")
        expected = party.stage == OPEN and FREE not in party.owners
        if self.is_done_by_host(who, answer, expected):
            party.begin()
            party.check_seated(who, answer.json())

    @rule(who=anybody, sure=some)
    def close(self, who: int, sure: int) -> None:
        """The host gives up the table, now and then; others cannot."""
        who = self.host_or(who)
        if who != self.party.host or sure == 0:
            answer = self.party.ask(who, "POST", "/close")
            self.is_done_by_host(who, answer, self.party.stage == OPEN)

    def seated_desk(self, which: int, *, thinking: bool = True) -> Desk | None:
        """A desk with a seat, if possible one from which a choice is awaited."""
        seated = [desk for desk in self.party.desks if desk.viewer >= 0]
        waited_for = self.party.match.thinking() if thinking else []
        asked = [desk for desk in seated if desk.viewer in waited_for]
        return self.one_of(asked or seated, which)

    @rule(which=some, at_once=either)
    def choose(self, which: int, at_once: bool) -> None:
        """A seat makes the first choice that it may make, or is done."""
        if desk := self.seated_desk(which):
            self.choose_at(desk, at_once)

    def choose_at(self, desk: Desk, at_once: bool) -> None:
        match, seat = self.party.match, desk.viewer
        legal = match.position.view(seat).legal(seat) or [0]
        action = match.game.finish if at_once and match.game.finish in legal else legal[0]
        answer = self.party.send(desk, "choose", id=new_id(), on=match.step, actions=[action])
        may = seat in match.thinking() and match.paused_since is None
        assert (answer["kind"] == "ack") == may, answer

    @rule(most=st.sampled_from([2, 5, 60]))
    def play_on(self, most: int) -> None:
        """Everybody who is there plays for a while."""
        for _ in range(most):
            desk = self.seated_desk(0)
            if desk is None or desk.viewer not in self.party.match.thinking():
                return
            self.choose_at(desk, True)
            self.party.rest()
            self.party.check()

    @rule(which=some, kind=st.integers(0, 3))
    def choose_illegally(self, which: int, kind: int) -> None:
        """A seat chooses what it may not, or too late."""
        if not (desk := self.seated_desk(which)):
            return
        match = self.party.match
        legal = set(match.position.view(desk.viewer).legal(desk.viewer))
        wrong = next(n for n in range(match.game.actions) if n not in legal)
        actions = [[wrong], [match.game.time_up], [], [0]][kind]
        on = match.step - 1 if kind == 3 else match.step
        answer = self.party.send(desk, "choose", id=new_id(), on=on, actions=actions)
        assert answer["kind"] == "refused", answer

    @rule(which=some)
    def send_again(self, which: int) -> None:
        """Somebody sends again what was acknowledged; it counts once, under the same number."""
        party = self.party
        done = [
            (desk, promise)
            for promise in party.promises
            for desk in party.desks
            if desk.viewer == promise.seat
        ]
        if done:
            desk, promise = done[-1 - which % len(done)]
            answer = desk.line.answer(**promise.frame)
            assert answer == {"kind": "ack", "id": promise.client_id, "v": promise.number}

    @rule(actions=st.lists(st.integers(0, 99), max_size=4), then=either)
    def draft(self, actions: list[int], then: bool) -> None:
        """All seats keep unfinished programs, and perhaps everybody reloads the page."""
        match = self.party.match
        for desk in self.party.desks:
            draft = Draft(on=match.step, actions=[desk.viewer, *actions])
            answer = self.party.send(desk, "draft", id=new_id(), on=draft.on, actions=draft.actions)
            is_kept = desk.viewer >= 0 and match.stage == RUNNING and not match.is_frozen
            assert (answer["kind"] == "ack") == is_kept, answer
            if is_kept:
                self.party.drafts[desk.viewer] = draft
        if then:
            self.reload_all(resume=False)

    @rule(who=anybody, seat=seats)
    def preview(self, who: int, seat: int) -> None:
        """Somebody asks for the ghost of a program, of an own seat or of another."""
        who = self.seated_or(who)
        party, match = self.party, self.party.match
        mine = party.seats_of(who)
        seat = mine[0] if mine and seat == 3 else seat
        is_mine = seat in mine
        legal = match.position.view(seat).legal(seat)[:1] if is_mine else [0]
        answer = party.ask(who, "POST", "/preview", seat=seat, actions=legal)
        waits = match.stage == RUNNING and (seat in match.thinking() or seat in match.pending)
        if self.is_done(answer, is_mine and waits and not match.is_frozen):
            assert answer.json()["actions"] == legal

    @rule(which=some)
    def withdraw(self, which: int) -> None:
        """A seat takes back what it has chosen."""
        match = self.party.match
        seated = [desk for desk in self.party.desks if desk.viewer >= 0]
        chosen = [desk for desk in seated if desk.viewer in match.pending]
        if desk := self.one_of(chosen or seated, which):
            answer = self.party.send(desk, "withdraw", id=new_id())
            is_possible = match.stage == RUNNING and match.paused_since is None
            may = is_possible and bool(chosen) and not match.game.done_rule
            assert (answer["kind"] == "ack") == may, answer

    @rule(who=anybody)
    def pause(self, who: int) -> None:
        """Somebody pauses the game."""
        who = self.seated_or(who)
        party = self.party
        answer = party.ask(who, "POST", "/pause")
        is_possible = party.stage == RUNNING and party.match.paused_since is None
        self.is_done(answer, bool(party.seats_of(who)) and is_possible)

    @rule(who=anybody)
    def resume(self, who: int) -> None:
        """Somebody ends the pause."""
        who = self.seated_or(who)
        party = self.party
        answer = party.ask(who, "POST", "/resume")
        is_possible = party.stage == RUNNING and party.match.paused_since is not None
        self.is_done(answer, bool(party.seats_of(who)) and is_possible)

    @rule(which=some)
    def emote(self, which: int) -> None:
        """A seat says something."""
        if desk := self.seated_desk(which, thinking=False):
            match = self.party.match
            answer = self.party.send(desk, "emote", id=new_id(), emote="wow")
            assert (answer["kind"] == "ack") == (match.emotes and match.stage != CLOSED), answer

    @rule(who=anybody, allowed=either)
    def allow_emotes(self, who: int, allowed: bool) -> None:
        """The host switches emotes on or off."""
        who = self.host_or(who)
        party = self.party
        answer = party.ask(who, "PUT", "/emotes", allowed=allowed)
        expected = party.match.emotes != allowed and party.stage != CLOSED
        self.is_done_by_host(who, answer, expected)

    @rule(who=anybody, allowed=either)
    def allow_hints(self, who: int, allowed: bool) -> None:
        """The host switches hints on or off."""
        who = self.host_or(who)
        party = self.party
        answer = party.ask(who, "PUT", "/hints", allowed=allowed)
        expected = party.match.hints != allowed and party.stage != CLOSED
        self.is_done_by_host(who, answer, expected)

    @rule(who=anybody, other=anybody)
    def rematch(self, who: int, other: int) -> None:
        """Somebody asks for a rematch, and then somebody else does; they meet at one table."""
        party = self.party
        askers = (self.seated_or(who), self.seated_or(other))
        answers = [party.ask(one, "POST", "/rematch") for one in askers]
        names = set()
        for one, answer in zip(askers, answers, strict=True):
            if self.is_done(answer, party.stage == OVER and bool(party.seats_of(one))):
                names.add(answer.json()["table"]["id"])
        assert len(names) <= 1
        for name in names:
            party.rest()
            party.check_stored()
            party.texts.clear()  # with links of the new table's seats
            party.close()
            count = len(party.owners)
            owners = [party.owners[(seat + 1) % count] for seat in range(count)]
            party.come_to(name, owners, [int(owner != FREE) for owner in owners])

    @rule(who=anybody, seat=st.integers(-2, 3), path=st.sampled_from(["/board", "/chronicle", ""]))
    def look(self, who: int, seat: int, path: str) -> None:
        """Somebody asks how the table stands, from an own seat, none or another's."""
        who = self.seated_or(who)
        party = self.party
        if not path:
            party.check_seated(who, party.ask(who, "GET", "").json())
            return
        mine = party.seats_of(who)
        seat = mine[0] if mine and seat == 3 else seat
        answer = party.ask(who, "GET", path + (f"?seat={seat}" if seat > -2 else ""))
        may = party.may_look_on(who) and (seat < 0 or seat in mine)
        if self.is_done(answer, may):
            viewer = answer.json()["viewer"]
            assert viewer == (seat if seat > -2 else next(iter(mine), SPECTATOR))
            if path == "/board":
                assert answer.json()["text"] == view_for(party.match, viewer).text()
            if party.stage == RUNNING and viewer >= 0:
                party.seen.setdefault(who, set()).add(viewer)

    # --- what must be so -----------------------------------------------------------------------

    @invariant()
    def all_is_well(self) -> None:
        """After every step."""
        self.party.rest()
        self.party.check()
        self.check_a_way_on()

    def check_a_way_on(self) -> None:
        """The table can always be closed, or somebody can go on."""
        party, match = self.party, self.party.match
        if party.stage == OPEN:
            check(match, Close())  # by the host, who is one of the people
        if party.stage != RUNNING:
            return
        if match.paused_since is not None:
            people = any(owner >= 0 for owner in party.owners)
            assert people or party.hands, "nobody can ever come back"
            check(match, Resume())
            return
        thinking = match.thinking()
        assert thinking, "nobody has anything to do"
        for seat in thinking:
            legal = match.position.view(seat).legal(seat)
            assert legal, f"seat {seat} has nothing to choose"

    def teardown(self) -> None:
        """Everybody comes once more, and the table goes on, or is closed."""
        party = self.party
        if sys.exception() is None and hasattr(party, "table"):
            self.all_is_well()
            if party.stage == OPEN:
                self.close(party.host, 0)
            elif party.stage == RUNNING and party.hands:
                self.go_on()
            self.all_is_well()
            party.check_anew()
        party.close()

    def go_on(self) -> None:
        """Who has a seat, or had one, comes and plays until the game has gone on."""
        party = self.party
        if not any(owner >= 0 for owner in party.owners):
            who, hand = next(iter(party.hands.items()))
            self.sit(who, min(hand), True, 0)
        self.reload_all(resume=False)
        party.rest()
        if party.match.paused_since is not None:
            self.resume(next(owner for owner in party.owners if owner >= 0))
        party.rest()
        step = party.match.step
        while party.stage == RUNNING and party.match.step == step:
            before = party.match.number
            if desk := self.seated_desk(0):
                self.choose_at(desk, True)
            party.rest()
            assert party.match.number > before, "nothing moves"


@contextlib.contextmanager
def house_in(folder: Path) -> Iterator[House]:
    """A server for some sessions."""
    with pytest.MonkeyPatch.context() as patch, contextlib.closing(House(folder, patch)) as house:
        yield house


@pytest.mark.parametrize("game", GAMES)
def test_whatever_people_do_the_table_is_well(game: str, tmp_path: Path) -> None:
    class Here(Session):
        pass

    Here.game = game
    chosen = settings(USUAL, derandomize=not MINUTES)
    end = time.monotonic() + MINUTES * 60 / len(GAMES)
    for number in itertools.count():
        with house_in(tmp_path / f"round {number}") as Here.house:
            run_state_machine_as_test(Here, settings=chosen)
        if time.monotonic() >= end:
            break
