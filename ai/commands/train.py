"""``train``: training from the command line."""

import argparse
import logging
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from ai.commands.arguments import WAYS_TO_STOP, add_background, named_path, wrong_minutes
from ai.commands.compiling import compiling
from ai.commands.failure import fail, say
from ai.networks import why_anew
from ai.training.presets import OURS, PRESETS

if TYPE_CHECKING:
    from ai.training.config import RunConfig

log = logging.getLogger(__name__)

UNSAID_NAMED = 8
"""Most settings that are named as missing in a file."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "train",
        description=f"Start a training run or go on with it. {WAYS_TO_STOP}; the same command goes on. Where TensorBoard is installed "
        "(.venv/bin/pip install tensorboard), its files are written to DIR/tensorboard.",
        epilog=f"Settings: {', '.join(field.name for field in fields(OURS))}.",
    )
    parser.add_argument(
        "--run", required=True, dest="folder", type=named_path, metavar="DIR", help="the run's folder"
    )
    parser.add_argument(
        "--minutes",
        type=float,
        help="stop after so many minutes by the clock; what is compiled at a first start counts",
    )
    parser.add_argument(
        "--evaluations",
        type=int,
        metavar="N",
        help="stop at the end of the generation in which the self-play of the run has asked its networks for N positions",
    )
    parser.add_argument(
        "--config",
        type=named_path,
        metavar="FILE",
        help="settings to begin or go on with; what the file doesn't name stays as it is, in a new run as in our recipe",
    )
    parser.add_argument(
        "--preset",
        choices=sorted(PRESETS),
        help="a recipe to begin with: ours or one of the literature; a run that has begun keeps its settings",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="NAME=VALUE",
        help="one setting, for example simulations=64; may be repeated; config.toml in the run's folder explains all of them",
    )
    add_background(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from ai.training.config import ConfigError
    from ai.training.errors import RunError

    if arguments.preset and arguments.config:
        return fail("--preset and --config are two ways to say the same; give one of them")
    if problem := wrong_minutes(arguments.minutes):
        return fail(problem)
    if arguments.evaluations is not None and arguments.evaluations <= 0:
        return fail(f"--evaluations should be more than 0, not {arguments.evaluations}")
    try:
        config = _configuration(arguments)
    except (ConfigError, RunError) as error:
        return fail(error)
    from ai.training.train import train, why_ended

    try:
        train(
            arguments.folder,
            config,
            arguments.minutes,
            arguments.background,
            arguments.evaluations,
            compiling("train"),
        )
    except Exception as error:
        reason = why_ended(arguments.folder, error)
        if reason is None:
            raise
        log.info("the session has ended", exc_info=True)
        return fail(reason)
    return 0


def _configuration(arguments: argparse.Namespace) -> "RunConfig | None":
    """The configuration that the command asks for, ``None`` if it leaves that to the run; :class:`ai.training.config.ConfigError` or
    :class:`ai.training.errors.RunError` if it makes no sense."""
    from ai.training.config import with_settings
    from ai.training.run_folder import RunFolder

    existing = RunFolder(arguments.folder).read_config()
    config = None
    if arguments.preset and existing is None:
        config = PRESETS[arguments.preset]
    elif arguments.preset and existing != PRESETS[arguments.preset]:
        say(f"the run goes on with its own settings{_whose(existing)}; --preset counts when a run begins")
    if arguments.config is not None:
        config = _from_file(arguments.config, existing)
    if arguments.settings:
        config = with_settings(config or existing or OURS, arguments.settings)
        if existing is None and arguments.config is None:
            config = _begun_as_named(config, arguments.settings)
    return config


def _begun_as_named(config: "RunConfig", settings: list[str]) -> "RunConfig":
    """``config`` for a new run that begins with its network, and a line that says so, where ``settings`` name that network but no smaller one for the
    beginning, and the recipe's can't grow to it: its weights would be thrown away."""
    named = {text.partition("=")[0].strip() for text in settings}
    if "network" not in named or "first_network" in named:
        return config
    if why_anew(first := config.network_at(0), config.network) is None:
        return config
    say(f"the run begins with {config.network}; {first}, with which the recipe begins, can't grow to it")
    return replace(config, first_network="")


def _whose(settings: "RunConfig | None") -> str:
    """Of which preset ``settings`` are; empty if they have been changed."""
    return next((f", those of {name}" for name, preset in PRESETS.items() if preset == settings), "")


def _from_file(path: Path, existing: "RunConfig | None") -> "RunConfig":
    """The configuration in the file ``path``. A new run takes what the file doesn't name from our recipe, and the user is told: the file may be of an
    older program."""
    from ai.training.config import parse_config, settings_text, unsaid_settings

    text = settings_text(path)
    config = parse_config(text, path, existing or OURS)
    if existing is None and (unsaid := unsaid_settings(text, path)):
        more = f" and {len(unsaid) - UNSAID_NAMED} more" if len(unsaid) > UNSAID_NAMED else ""
        say(
            f"the new run takes from our recipe what {path} does not name: {', '.join(unsaid[:UNSAID_NAMED])}{more}"
        )
    return config
