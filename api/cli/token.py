"""`aletheia token`: who may ask from elsewhere, and what they may see."""

from __future__ import annotations

from typing import Annotated

import typer

from api.cli.option import Config

app = typer.Typer(help="Make, list and revoke tokens.", no_args_is_help=True)


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="Whose token it is.")],
    config: Config = None,
    days: Annotated[int, typer.Option("--days", min=1, help="How long it is valid.")] = 90,
    right: Annotated[list[str] | None, typer.Option("--right", help="ask or scan; default: ask.")] = None,
    within: Annotated[
        list[str] | None,
        typer.Option("--within", help="Limit it to a place: account=…, cluster=…, namespace=…, team=…"),
    ] = None,
) -> None:
    """Make a token and print it, once."""
    from api import access, assembly, settings

    loaded = settings.load(config)
    restriction = access.parsed_within(within or [])
    typer.echo(
        access.create(
            loaded.home,
            name,
            days=days,
            rights=tuple(right or ["ask"]),
            within=restriction,
            now=assembly.now(),
        )
    )


@app.command("list")
def listed(config: Config = None) -> None:
    """List tokens by name, with rights, restriction and expiry; never the tokens themselves."""
    from api import access, settings
    from evidence.value import instant

    for token in access.stored(settings.load(config).home):
        places = ", ".join(f"{k}={v}" for k, v in token.within.plain().items()) or "everything"
        typer.echo(f"{token.name}: {', '.join(token.rights)} · {places} · until {instant(token.expires)}")


@app.command()
def revoke(name: Annotated[str, typer.Argument(help="The token's name.")], config: Config = None) -> None:
    """Take a token away at once."""
    from api import access, settings

    access.revoke(settings.load(config).home, name)
