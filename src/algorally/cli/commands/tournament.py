"""What can be typed after `algorally tournament`."""

from pathlib import Path
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
Bots = Annotated[
    str | None,
    typer.Option(
        help="Who takes part: levels and bots of your own, with commas; every choice of as many"
        " as there are seats meets.",
        metavar="BOT,BOT...",
    ),
]
Lineups = Annotated[
    list[str] | None,
    typer.Option(
        "--lineup",
        help="Who sits around the table, a bot for each seat; may be given several times.",
        metavar="BOT,BOT...",
    ),
]
Games = Annotated[
    int | None,
    typer.Option(help="How many games of each line-up, in whole rounds; 100.", min=1, metavar="N"),
]
Seconds = Annotated[
    float | None, typer.Option(help="How long bots may think about a plan.", metavar="S")
]
Processes = Annotated[
    int | None,
    typer.Option(help="Processes; all cores unless given.", min=1, max=1024, metavar="N"),
]
Keep = Annotated[
    Path | None,
    typer.Option(help="Keep every game in this file, and go on where it ends.", metavar="FILE"),
]
Plot = Annotated[
    Path | None, typer.Option(help="Draw what came of it to this file.", metavar="FILE.svg")
]
InProcess = Annotated[
    bool,
    typer.Option(
        "--in-process",
        help="Bots of yours play where the games do: quicker, but one that fails loses its game.",
    ),
]


def tournament(
    game: GameName = None,
    bots: Bots = None,
    lineups: Lineups = None,
    games: Games = None,
    seats: Seats = None,
    seed: Seed = None,
    settings: Settings = None,
    seconds: Seconds = None,
    processes: Processes = None,
    cluster: ClusterAddress = None,
    keep: Keep = None,
    plot: Plot = None,
    in_process: InProcess = False,
    json: Json = False,
) -> None:
    """Let bots meet on all seats of the same deals, and rate them."""
    from algorally.cli import tournament  # noqa: PLC0415 - loading takes time
    from algorally.cli.setting_up import Wish  # noqa: PLC0415

    wish = Wish(game, seats, seed, settings)
    entries = tournament.Entries(bots, lineups or [], in_process)
    where = tournament.Where(processes, cluster)
    tournament.tournament(wish, entries, games, seconds, where, keep, plot, json)


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(
        cls=GameCommand,
        epilog=examples(
            "algorally tournament algoracing --bots random,greedy --games 20",
            "algorally tournament roborally --lineup master,solid,solid,solid --json",
            "algorally tournament algoracing --bots solid,expert --games 2000 --cluster auto",
            "algorally tournament speedalgo --track sprint --bots solid,my_bots:Mine --keep kept",
        ),
    )(tournament)
