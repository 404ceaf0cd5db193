"""`python -m algorally.client URL TABLE --token TOKEN` seats a stock bot at a table."""

import contextlib
from collections.abc import Iterator
from typing import Annotated

import typer

from algorally.bots.levels import STAND_IN, Bot, Maker, dismiss, warm_up
from algorally.bots.outside import blamed, find_bot
from algorally.bots.program import Limits, Programs, problems_of
from algorally.client.playing import play
from algorally.client.seat import PATIENCE, Seat
from algorally.client.server import Server
from algorally.core.arguments import check_seconds
from algorally.core.errors import AlgorallyError, SettingError
from algorally.core.game import find_game
from algorally.server.messages.http import Seated
from algorally.server.messages.tables import Result

BAD_INPUT, INTERRUPTED = 2, 130

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def main(
    url: Annotated[str, typer.Argument(help="Where the server is: http://127.0.0.1:8080")],
    table: Annotated[str, typer.Argument(help="The table's name, as its link has it.")],
    token: Annotated[str, typer.Option(help="The secret of a seat; without it any free one.")] = "",
    bot: Annotated[
        str,
        typer.Option(help="Who plays: a level, module:name, file.py:name or run:COMMAND."),
    ] = STAND_IN,
    name: Annotated[str, typer.Option(help="What it is called at the table.")] = "Bot",
    patience: Annotated[float, typer.Option(help="Seconds to wait for a lost server.")] = PATIENCE,
    seconds: Annotated[
        float, typer.Option(help="How long a program may think, unless a clock gives less.")
    ] = Limits().seconds,
) -> None:
    """Let a bot play on a seat until the game is over, and say how it ended."""
    try:
        check_times(patience, seconds)
        seat, result = attend(Server(url), table, token, bot, name, patience, seconds)
    except AlgorallyError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(BAD_INPUT) from error
    except KeyboardInterrupt as error:
        raise typer.Exit(INTERRUPTED) from error
    typer.echo(outcome(seat, result))


def check_times(patience: float, seconds: float) -> None:
    """Times are numbers above 0, and a seat may wait for a server for ever."""
    check_seconds(seconds)
    if not patience >= 0:
        raise SettingError(f"--patience is a number of seconds, not {patience}")


def attend(
    server: Server,
    table: str,
    token: str,
    level: str,
    name: str,
    patience: float,
    seconds: float,
) -> tuple[int, Result]:
    """Take a seat and play; the seat and how the game ended."""
    maker = find_bot(level, Limits(seconds=seconds))
    with blamed(level):
        player = maker(0)
    with server:
        warm_up(find_game(server.table(table).table.game))  # not while a clock runs
        seated = take_seat(server, table, token, name)
        with Seat(server, table, key(seated), patience=patience) as seat:
            typer.echo(f"{name} plays on seat {seat.number}", err=True)
            with blamed(level), closing(maker, player):
                return seat.number, play(seat, player)


@contextlib.contextmanager
def closing(maker: Maker, player: Bot) -> Iterator[None]:
    """Close a bot after its game, and tell its author what a program did wrong."""
    try:
        yield
    finally:
        dismiss([player])
        if isinstance(maker, Programs):
            maker.close()
        for problem, count in problems_of(player).items():
            typer.echo(f"it {problem}, {count} times", err=True)


def take_seat(server: Server, table: str, token: str, name: str) -> Seated:
    """The seat that a token stands for, or any free one."""
    return server.claim(table, token, name) if token else server.sit(table, name)


def key(seated: Seated) -> str | int:
    """What opens the seat just taken."""
    return seated.link.token if seated.link else seated.seats[0]


def outcome(seat: int, result: Result) -> str:
    """How it ended, in one line."""
    points = ", ".join(map(str, result.points))
    won = (
        "won"
        if result.winners == [seat]
        else "shared the win"
        if seat in result.winners
        else "lost"
    )
    return f"{won} after {result.turns} turns; points by seat: {points}"


if __name__ == "__main__":
    app()
