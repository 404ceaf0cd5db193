"""What can be typed after `algorally serve`."""

from typing import Annotated

import typer

from algorally.cli.commands.arguments import Data, Database, examples

Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 is all of them.")]
Port = Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)]
BotThreads = Annotated[
    int | None,
    typer.Option(help="Cores for bots; half of the machine unless given.", min=1, max=256),
]
Requests = Annotated[
    int,
    typer.Option("--requests", help="HTTP requests a minute from one address; 0: any.", min=0),
]
Origins = Annotated[
    list[str] | None,
    typer.Option("--origin", help="Another site whose pages may use this server.", metavar="URL"),
]
KeepOpen = Annotated[
    int,
    typer.Option(
        help="Forget tables that wait for players after so long; 0: never.", min=0, metavar="DAYS"
    ),
]
KeepRunning = Annotated[
    int,
    typer.Option(
        help="Forget games that nobody plays on after so long; 0: never.", min=0, metavar="DAYS"
    ),
]
KeepFinished = Annotated[
    int, typer.Option(help="Forget finished games after so long; 0: never.", min=0, metavar="DAYS")
]
Limited = Annotated[
    bool,
    typer.Option(
        "--limits/--no-limits",
        help="Whether a guest, or an address, may only make so many tables and take so many seats.",
    ),
]
Connections = Annotated[
    int, typer.Option("--connections", help="Connections from one address; 0: any.", min=0)
]
Sockets = Annotated[
    int, typer.Option("--sockets", help="Tables followed from one address; 0: any.", min=0)
]
GuestSockets = Annotated[
    int, typer.Option("--guest-sockets", help="Tables followed by one guest; 0: any.", min=0)
]
Names = Annotated[
    list[str] | None,
    typer.Option("--name", help="A name by which this server is called.", metavar="NAME"),
]
Proxies = Annotated[
    list[str] | None,
    typer.Option(
        "--proxy", help="A reverse proxy to believe about whom it asks for.", metavar="ADDRESS"
    ),
]
Open = Annotated[bool, typer.Option("--open", help="Open the browser, where there is one.")]
LogLevel = Annotated[str | None, typer.Option("--log", help="debug, info, warning or error.")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8080,
    database: Database = "",
    data: Data = None,
    bot_threads: BotThreads = None,
    requests: Requests = 600,
    connections: Connections = 300,
    sockets: Sockets = 200,
    guest_sockets: GuestSockets = 20,
    origins: Origins = None,
    keep_open: KeepOpen = 7,
    keep_running: KeepRunning = 60,
    keep_finished: KeepFinished = 365,
    limits: Limited = True,
    names: Names = None,
    proxies: Proxies = None,
    open_browser: Open = False,
    log: LogLevel = None,
) -> None:
    """Serve tables where people and bots play with each other."""
    from algorally.cli import serve  # noqa: PLC0415 - loading takes time

    level = log or ("warning" if open_browser else "info")
    settings = serve.Wish(
        host=host,
        port=port,
        database=database,
        data=data,
        bot_threads=bot_threads,
        requests=requests,
        connections=connections,
        sockets=sockets,
        guest_sockets=guest_sockets,
        origins=origins or [],
        names=names or [],
        proxies=proxies or [],
        log=level,
        limits=limits,
        keep_open=keep_open,
        keep_running=keep_running,
        keep_finished=keep_finished,
    )
    serve.serve(settings, open_browser)


def declare(app: typer.Typer) -> None:
    """Add this command."""
    app.command(
        epilog=examples(
            "algorally serve",
            "algorally serve --host 0.0.0.0 --port 80 --data /var/lib/algorally",
            "algorally serve --name play.example --proxy 127.0.0.1",
            "algorally serve --database postgresql://algorally@localhost/algorally",
        )
    )(serve)
