"""`ruledsl completion`: what a shell needs to complete commands, options and games."""

from __future__ import annotations

import argparse
import importlib

from ruledsl_tools.failure import one_of

BASH = """_ruledsl() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" options=""
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{commands}" -- "$word"))
        return
    fi
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
    case "$word" in
        -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
        *) COMPREPLY=($(compgen -W "{games}" -- "$word") $(compgen -f -X '!*.rules' -- "$word") $(compgen -d -- "$word")) ;;
    esac
}}
complete -o filenames -F _ruledsl ruledsl
"""
ZSH = "autoload -U +X bashcompinit && bashcompinit\n" + BASH
SHELLS = ("bash", "zsh", "fish")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `ruledsl completion`."""
    parser.add_argument("shell", type=one_of(*SHELLS), metavar="SHELL", help="bash, zsh or fish: source <(ruledsl completion bash)")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    from ruledsl.resources import bundled_games
    from ruledsl_tools.cli import COMMANDS

    options = {name: options_of(name) for name in COMMANDS}
    games = " ".join(bundled_games())
    if args.shell == "fish":
        print("\n".join(_fish(options, games)))
        return 0
    cases = "\n".join(f'        {name}) options="{" ".join(words)}" ;;' for name, words in options.items())
    print((BASH if args.shell == "bash" else ZSH).format(commands=" ".join(COMMANDS), cases=cases, games=games), end="")
    return 0


def options_of(command: str) -> list[str]:
    """The options that a command takes, as its own parser says."""
    from ruledsl_tools.cli import COMMANDS

    parser = argparse.ArgumentParser(add_help=True)
    importlib.import_module(COMMANDS[command][0]).arguments(parser)
    return [option for action in parser._actions for option in action.option_strings]


def _fish(options: dict[str, list[str]], games: str) -> list[str]:
    from ruledsl_tools.cli import COMMANDS

    lines = [f"complete -c ruledsl -n __fish_use_subcommand -f -a {name} -d '{COMMANDS[name][1].replace(chr(39), '')}'" for name in options]
    for name, words in options.items():
        seen = f"'__fish_seen_subcommand_from {name}'"
        lines += [f"complete -c ruledsl -n {seen} {'-l' if word.startswith('--') else '-s'} {word.lstrip('-')}" for word in words]
        lines.append(f"complete -c ruledsl -n {seen} -a '{games}'")
    return lines
