"""What can be typed after `algorally simulate`."""

from typing import Annotated

import typer

from algorally.cli.commands.arguments import (
    ClusterAddress,
    GameCommand,
    Json,
    Seats,
    Seed,
    Settings,
    examples,
)

GameName = Annotated[str | None, typer.Argument(help="The game to play.", metavar="GAME")]
Games = Annotated[int | None, typer.Option(help="How many games.", min=1, metavar="N")]
Seconds = Annotated[float | None, typer.Option(help="Or for how long.", metavar="S")]
Threads = Annotated[
    int | None, typer.Option(help="Threads; all cores unless given.", min=1, max=1024, metavar="N")
]
Field = Annotated[
    str | None,
    typer.Option(help="A ready field, track or course of the game, by its name.", metavar="NAME"),
]
Device = Annotated[
    str, typer.Option(help="cpu, or gpu: CUDA, random play only.", metavar="cpu|gpu")
]
Events = Annotated[
    bool, typer.Option("--events", help="Count what happens, too; it takes a little longer.")
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        help="Who plays: a level, random, greedy, module:name, file.py:name or run:COMMAND;"
        " several take the seats in turn.",
        metavar="BOT",
    ),
]
Isolated = Annotated[
    bool,
    typer.Option(
        "--isolated", help="Bots of yours each in a process of its own, where they stop nothing."
    ),
]


def simulate(
    game: GameName = None,
    seats: Seats = None,
    field: Field = None,
    games: Games = None,
    seconds: Seconds = None,
    seed: Seed = None,
    threads: Threads = None,
    device: Device = "cpu",
    cluster: ClusterAddress = None,
    settings: Settings = None,
    bots: Bots = None,
    isolated: Isolated = False,
    events: Events = False,
    json: Json = False,
) -> None:
    """Play many games, and tell who wins and how fast it went."""
    from algorally.cli import simulate  # noqa: PLC0415 - loading takes time
    from algorally.cli.setting_up import Wish  # noqa: PLC0415

    wish = Wish(game, seats, seed, settings)
    who = bots or ["random"]
    where = simulate.Where(device, threads, cluster)
    simulate.simulate(wish, field, games, seconds, where, who, isolated, events, json)


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(
        cls=GameCommand,
        epilog=examples(
            "algorally simulate algoracing --seats 4 --games 10000",
            "algorally simulate speedalgo --track night --bot greedy --games 20 --json",
            "algorally simulate algoracing --bot greedy --bot my_bots.py:Mine",
            "algorally simulate roborally --games 1000000 --cluster auto",
            'algorally simulate algoracing --bot solid --bot "run:node my_bot.js"',
        ),
    )(simulate)
