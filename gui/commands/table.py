"""All commands of the window in one table, from which menus, tool bar and keys are made."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from gui.commands.state import WindowState
from gui.program.language import QT_TRANSLATE_NOOP

if TYPE_CHECKING:
    from gui.main_window import MainWindow


@dataclass(frozen=True)
class Command:
    """A command, by a name that the settings and the help use too."""

    name: str
    text: str
    keys: tuple[str, ...] = ()
    slot: Callable[["MainWindow"], Callable[..., object]] = field(kw_only=True)
    """Which of the window's or its desks' methods it calls; one of a checkable command gets whether it is checked."""
    checkable: bool = False
    tool_bar: bool = False
    """Whether it is in the tool bar too, with the sign of ``assets/icons`` of the same name."""
    once: bool = False
    """Whether a key held down, maybe since it closed a dialog, triggers it only once; the same holds for all that are checkable."""
    everywhere: bool = False
    """Whether its keys also work in the program's other windows, except dialogs that want an answer first."""
    enabled: Callable[[WindowState], bool] | None = None
    """When it can be given; ``None`` for always."""
    checked: Callable[[WindowState], bool] | None = None
    """When it is checked, for what does not change by the command alone."""


SEPARATOR = None

MENUS: list[tuple[str, str, list[Command | None]]] = [
    (
        "game",
        QT_TRANSLATE_NOOP("commands", "&Game"),
        [
            Command(
                "new_game",
                QT_TRANSLATE_NOOP("commands", "&New game…"),
                ("Ctrl+N",),
                tool_bar=True,
                everywhere=True,  # the report on the last game may be in front
                slot=lambda window: window.games.ask_for_new,
            ),
            Command(
                "rematch",
                QT_TRANSLATE_NOOP("commands", "&Rematch"),
                ("Ctrl+R",),
                slot=lambda window: window.games.rematch,
                enabled=lambda now: now.may_play_again,
            ),
            Command(
                "swap_colors",
                QT_TRANSLATE_NOOP("commands", "Rematch with colours s&wapped"),
                ("Ctrl+Shift+R",),
                slot=lambda window: window.games.swap_colors,
                enabled=lambda now: now.may_play_again,
            ),
            Command(
                "ai_against_ai",
                QT_TRANSLATE_NOOP("commands", "New &game AI against AI"),
                ("F5",),
                slot=lambda window: window.games.ai_against_ai,
            ),
            SEPARATOR,
            Command(
                "open_file",
                QT_TRANSLATE_NOOP("commands", "&Open…"),
                ("Ctrl+O",),
                slot=lambda window: window.files.opening.open_file,
            ),
            Command(
                "open_folder",
                QT_TRANSLATE_NOOP("commands", "Open a &folder…"),
                ("Ctrl+Shift+O",),
                slot=lambda window: window.files.lists.open_folder,
            ),
            Command(
                "played_games",
                QT_TRANSLATE_NOOP("commands", "Playe&d games"),
                slot=lambda window: window.files.lists.show_played,
            ),
            Command(
                "previous_game",
                QT_TRANSLATE_NOOP("commands", "Pre&vious game of the list"),
                ("Ctrl+PgUp",),
                slot=lambda window: window.files.opening.open_previous,
            ),
            Command(
                "next_game",
                QT_TRANSLATE_NOOP("commands", "Ne&xt game of the list"),
                ("Ctrl+PgDown",),
                slot=lambda window: window.files.opening.open_next,
            ),
            Command(
                "save_file",
                QT_TRANSLATE_NOOP("commands", "&Save"),
                ("Ctrl+S",),
                slot=lambda window: window.files.saving.save,
            ),
            Command(
                "save_file_as",
                QT_TRANSLATE_NOOP("commands", "Save &as…"),
                ("Ctrl+Shift+S",),
                slot=lambda window: window.files.saving.save_as,
            ),
            Command(
                "add_to_file",
                QT_TRANSLATE_NOOP("commands", "Add to a fi&le…"),
                slot=lambda window: window.files.several.add_to_file,
            ),
            Command(
                "championship_record",
                QT_TRANSLATE_NOOP("commands", "C&hampionship record…"),
                slot=lambda window: window.files.championship_record.save,
            ),
            Command(
                "game_information",
                QT_TRANSLATE_NOOP("commands", "Ga&me information…"),
                ("Ctrl+I",),
                once=True,
                slot=lambda window: window.games.change_information,
                enabled=lambda now: not now.lent,
            ),
            SEPARATOR,
            Command(
                "copy_game",
                QT_TRANSLATE_NOOP("commands", "&Copy as SGF"),
                ("Ctrl+C",),
                slot=lambda window: window.files.clipboard.copy,
            ),
            Command(
                "paste_game",
                QT_TRANSLATE_NOOP("commands", "&Paste a game"),
                ("Ctrl+V",),
                slot=lambda window: window.files.clipboard.paste,
            ),
            SEPARATOR,
            Command(
                "copy_picture",
                QT_TRANSLATE_NOOP("commands", "Copy the board as a p&icture"),
                ("Ctrl+Shift+C",),
                slot=lambda window: window.files.clipboard.copy_picture,
            ),
            Command(
                "save_picture",
                QT_TRANSLATE_NOOP("commands", "Save a picture of the &board…"),
                slot=lambda window: window.files.saving.save_picture,
            ),
            SEPARATOR,
            Command(
                "quit",
                QT_TRANSLATE_NOOP("commands", "&Quit"),
                ("Ctrl+Q",),
                everywhere=True,
                slot=lambda window: window.close,
            ),
        ],
    ),
    (
        "play",
        QT_TRANSLATE_NOOP("commands", "&Play"),
        [
            Command(
                "undo",
                QT_TRANSLATE_NOOP("commands", "&Undo"),
                ("Ctrl+Z",),
                tool_bar=True,
                slot=lambda window: window.hand.undo,
                enabled=lambda now: now.can_take_back,
            ),
            Command(
                "hint",
                QT_TRANSLATE_NOOP("commands", "&Hint"),
                ("H",),
                tool_bar=True,
                slot=lambda window: window.hand.hint,
                enabled=lambda now: not (now.lent or now.over or now.busy),
            ),
            Command(
                "move_now",
                QT_TRANSLATE_NOOP("commands", "AI moves &now"),
                ("Return", "Enter"),
                tool_bar=True,
                once=True,
                slot=lambda window: window.controller.move_now,
                enabled=lambda now: (
                    not (now.lent or now.over or now.program_thinks) and now.ai_moves
                ),  # by Enter, which on a human's turn plays nothing
            ),
            Command(
                "move_for_me",
                QT_TRANSLATE_NOOP("commands", "AI moves &for me"),
                ("Ctrl+M",),
                once=True,
                slot=lambda window: window.controller.move_now,
                enabled=lambda now: not (now.lent or now.over or now.ai_moves),
            ),
            Command(
                "stop",
                QT_TRANSLATE_NOOP("commands", "&Stop"),
                ("Esc",),
                tool_bar=True,
                slot=lambda window: window.hand.stop,
                enabled=lambda now: (
                    not (now.lent or now.marking)  # Esc ends that
                    and (now.busy or now.ai_waits or (now.over and now.series_runs))
                ),  # between moves of AIs too, and between the games of a series
            ),
            Command(
                "pause",
                QT_TRANSLATE_NOOP("commands", "&Pause"),
                ("P",),
                checkable=True,
                tool_bar=True,
                slot=lambda window: window.controller.set_paused,
                checked=lambda now: now.paused,
                enabled=lambda now: not (now.lent or now.over),
            ),
            SEPARATOR,
            Command(
                "ponder",
                QT_TRANSLATE_NOOP("commands", "AI thinks on your &turn too (levels don't)"),
                checkable=True,
                slot=lambda window: window.pondering.switch,
            ),
            Command(
                "change_players",
                QT_TRANSLATE_NOOP("commands", "&Change players…"),
                ("F6",),
                once=True,
                slot=lambda window: window.games.change_players,
                enabled=lambda now: not now.lent,  # once the game is over it says what to do first
            ),
            Command(
                "set_clocks",
                QT_TRANSLATE_NOOP("commands", "Set c&locks…"),
                once=True,
                slot=lambda window: window.games.set_clocks,
                enabled=lambda now: not now.lent and now.can_set_clocks,
            ),
            Command(
                "resign",
                QT_TRANSLATE_NOOP("commands", "&Resign…"),
                tool_bar=True,
                slot=lambda window: window.games.resign,
                enabled=lambda now: not (now.lent or now.over) and now.may_resign,
            ),
        ],
    ),
    (
        "go",
        QT_TRANSLATE_NOOP("commands", "&Moves"),
        [
            Command(
                "to_start",
                QT_TRANSLATE_NOOP("commands", "To the &start"),
                ("Home",),
                tool_bar=True,
                slot=lambda window: window.controller.to_start,
                enabled=lambda now: not now.lent and now.has_moves_before,
            ),
            Command(
                "back",
                QT_TRANSLATE_NOOP("commands", "One move &back"),
                ("Left", "Up"),
                tool_bar=True,
                slot=lambda window: window.hand.back,
                enabled=lambda now: not now.lent and now.has_moves_before,
            ),
            Command(
                "forward",
                QT_TRANSLATE_NOOP("commands", "One move &on"),
                ("Right", "Down"),
                tool_bar=True,
                slot=lambda window: window.hand.forward,
                enabled=lambda now: not now.lent and now.has_moves_after,
            ),
            Command(
                "back_ten",
                QT_TRANSLATE_NOOP("commands", "&Ten moves back"),
                ("PgUp",),
                slot=lambda window: window.hand.back_ten,
                enabled=lambda now: not now.lent and now.has_moves_before,
            ),
            Command(
                "forward_ten",
                QT_TRANSLATE_NOOP("commands", "Ten moves o&n"),
                ("PgDown",),
                slot=lambda window: window.hand.forward_ten,
                enabled=lambda now: not now.lent and now.has_moves_after,
            ),
            Command(
                "to_end",
                QT_TRANSLATE_NOOP("commands", "To the &present move"),
                ("End",),
                tool_bar=True,
                slot=lambda window: window.controller.to_end,
                enabled=lambda now: not (now.lent or now.live),
            ),
            SEPARATOR,
            Command(
                "play_from_here",
                QT_TRANSLATE_NOOP("commands", "Play on from &here"),
                ("Ctrl+Return",),
                slot=lambda window: window.tree.play_from_here,
                enabled=lambda now: not now.lent and now.can_play_from_here,
            ),
            Command(
                "promote",
                QT_TRANSLATE_NOOP("commands", "Make this line the &main line"),
                ("Ctrl+Shift+M",),
                slot=lambda window: window.tree.promote,
                enabled=lambda now: not now.lent and now.can_promote,
            ),
            Command(
                "delete_variation",
                QT_TRANSLATE_NOOP("commands", "&Delete from here on"),
                ("Ctrl+Del",),
                once=True,
                slot=lambda window: window.tree.delete_variation,
                enabled=lambda now: not now.lent and now.has_moves_before,
            ),
            SEPARATOR,
            Command(
                "comment",
                QT_TRANSLATE_NOOP("commands", "Write a &comment…"),
                ("Ctrl+D",),
                slot=lambda window: window.comment,
                enabled=lambda now: not now.lent,
            ),
            Command(
                "mark_points",
                QT_TRANSLATE_NOOP("commands", "Mar&k points"),
                ("M",),
                checkable=True,
                slot=lambda window: window.marking.switch,
                checked=lambda now: now.marking,
                enabled=lambda now: not now.lent,
            ),
            Command(
                "set_up_position",
                QT_TRANSLATE_NOOP("commands", "Set &up a position…"),
                ("Ctrl+E",),
                slot=lambda window: window.setup.begin,
                enabled=lambda now: not now.practising,
            ),
        ],
    ),
    (
        "view",
        QT_TRANSLATE_NOOP("commands", "&View"),
        [
            Command(
                "show_numbers",
                QT_TRANSLATE_NOOP("commands", "Move &numbers"),
                ("Ctrl+1",),
                checkable=True,
                slot=lambda window: window.looks.show_numbers,
            ),
            Command(
                "show_next",
                QT_TRANSLATE_NOOP("commands", "Ne&xt move of the record"),
                checkable=True,
                slot=lambda window: window.looks.show_next,
            ),
            Command(
                "show_forbidden",
                QT_TRANSLATE_NOOP("commands", "&Forbidden points"),
                ("Ctrl+2",),
                checkable=True,
                slot=lambda window: window.looks.show_forbidden,
            ),
            Command(
                "show_forbidden_of_both",
                QT_TRANSLATE_NOOP("commands", "Forbidden points of &both sides"),
                ("Ctrl+3",),
                checkable=True,
                slot=lambda window: window.looks.show_forbidden_of_both,
            ),
            Command(
                "show_private",
                QT_TRANSLATE_NOOP("commands", "&Private points"),
                ("Ctrl+4",),
                checkable=True,
                slot=lambda window: window.looks.show_private,
            ),
            SEPARATOR,
            Command(
                "sounds",
                QT_TRANSLATE_NOOP("commands", "S&ounds"),
                checkable=True,
                slot=lambda window: window.sounds.switch,
            ),
            Command(
                "board_alone",
                QT_TRANSLATE_NOOP("commands", "Board &alone"),
                ("Ctrl+B",),
                checkable=True,
                slot=lambda window: window.board_alone.switch,
            ),
            Command(
                "first_layout",
                QT_TRANSLATE_NOOP("commands", "Reset the window's la&yout"),
                slot=lambda window: window.docks.arrange_as_at_first,
            ),
            Command(
                "full_screen",
                QT_TRANSLATE_NOOP("commands", "F&ull screen"),
                ("F11",),
                checkable=True,
                slot=lambda window: window.full_screen,
                checked=lambda now: now.full_screen,
            ),
        ],
    ),
    (
        "analysis",
        QT_TRANSLATE_NOOP("commands", "A&nalysis"),
        [
            Command(
                "analyse",
                QT_TRANSLATE_NOOP("commands", "&Analyse"),
                ("Space",),
                checkable=True,
                tool_bar=True,
                slot=lambda window: window.analysis.toggle,
                enabled=lambda now: not now.lent or now.analysing,
            ),
            SEPARATOR,
            Command(
                "analysis_candidates",
                QT_TRANSLATE_NOOP("commands", "&Candidates on the board"),
                ("Ctrl+5",),
                checkable=True,
                everywhere=True,
                slot=lambda window: partial(window.analysis.switch, "candidates"),
            ),
            Command(
                "analysis_priors",
                QT_TRANSLATE_NOOP("commands", "P&riors of the candidates"),
                ("Ctrl+6",),
                checkable=True,
                everywhere=True,
                slot=lambda window: partial(window.analysis.switch, "priors"),
            ),
            Command(
                "analysis_policy",
                QT_TRANSLATE_NOOP("commands", "&Policy as a heat map"),
                ("Ctrl+7",),
                checkable=True,
                everywhere=True,
                slot=lambda window: partial(window.analysis.switch, "policy"),
            ),
            Command(
                "analysis_lines",
                QT_TRANSLATE_NOOP("commands", "&Lines under the mouse"),
                ("Ctrl+8",),
                checkable=True,
                everywhere=True,
                slot=lambda window: partial(window.analysis.switch, "lines"),
            ),
            Command(
                "analysis_for_all",
                QT_TRANSLATE_NOOP("commands", "Colours for c&olour-blind eyes"),
                checkable=True,
                slot=lambda window: partial(window.analysis.switch, "for_all"),
            ),
            SEPARATOR,
            Command(
                "analyse_game",
                QT_TRANSLATE_NOOP("commands", "Analyse the &whole game"),
                ("Ctrl+Space",),
                slot=lambda window: window.review.analyse_game,
                enabled=lambda now: not now.lent,
            ),
            Command(
                "report",
                QT_TRANSLATE_NOOP("commands", "R&eport on the game…"),
                ("Ctrl+J",),
                slot=lambda window: window.review.open_report,
                enabled=lambda now: not now.practising,  # which tells the answers
            ),
            Command(
                "practise",
                QT_TRANSLATE_NOOP("commands", "Practise mis&takes…"),
                everywhere=True,  # the report, which it is about, may be in front
                slot=lambda window: window.review.practise,
                enabled=lambda now: not now.lent,
            ),
            Command(
                "problems",
                QT_TRANSLATE_NOOP("commands", "Pro&blems…"),
                slot=lambda window: window.problems.begin,
                enabled=lambda now: not now.lent,
            ),
            Command(
                "compare_players",
                QT_TRANSLATE_NOOP("commands", "Co&mpare two players…"),
                ("Ctrl+K",),
                everywhere=True,
                slot=lambda window: window.compare.open,
                enabled=lambda now: not now.lent,
            ),
            Command(
                "see_network",
                QT_TRANSLATE_NOOP("commands", "What the &network sees and thinks…"),
                slot=lambda window: window.networks.look,
                enabled=lambda now: not now.lent,
            ),
            SEPARATOR,
            Command(
                "analysis_settings",
                QT_TRANSLATE_NOOP("commands", "Player and l&imits of the analysis…"),
                slot=lambda window: window.analysis.settings,
            ),
        ],
    ),
    (
        "ai",
        QT_TRANSLATE_NOOP("commands", "&AI"),
        [
            Command(
                "load_checkpoint",
                QT_TRANSLATE_NOOP("commands", "Load &checkpoint…"),
                ("Ctrl+L",),
                slot=lambda window: window.networks.load,
            ),
            Command(
                "networks",
                QT_TRANSLATE_NOOP("commands", "&Networks…"),
                ("Ctrl+Shift+L",),
                slot=lambda window: window.networks.open_list,
            ),
            Command(
                "shipped_network",
                QT_TRANSLATE_NOOP("commands", "Use the &shipped network"),
                slot=lambda window: window.networks.use_shipped,
            ),
            Command(
                "set_simulations",
                QT_TRANSLATE_NOOP("commands", "Set si&mulations…"),
                slot=lambda window: window.networks.set_simulations,
            ),
            SEPARATOR,
            Command(
                "opening_book",
                QT_TRANSLATE_NOOP("commands", "Opening &book"),
                slot=lambda window: window.opening_book,
            ),
            Command(
                "engines",
                QT_TRANSLATE_NOOP("commands", "&External programs…"),
                slot=lambda window: window.engines.open,
            ),
            Command(
                "solve",
                QT_TRANSLATE_NOOP("commands", "Sol&ve the position"),
                ("Ctrl+Shift+E",),
                everywhere=True,
                slot=lambda window: window.solver.open,
                enabled=lambda now: not now.lent,
            ),
            Command(
                "arena",
                QT_TRANSLATE_NOOP("commands", "A&rena…"),
                ("Ctrl+Shift+A",),
                slot=lambda window: window.arena.open,
            ),
        ],
    ),
    (
        "training",
        QT_TRANSLATE_NOOP("commands", "&Training"),
        [
            Command(
                "start_training",
                QT_TRANSLATE_NOOP("commands", "&Start a self-play session…"),
                ("Ctrl+T",),
                everywhere=True,
                slot=lambda window: window.training_desk.start,
            ),
            Command(
                "stop_training",
                QT_TRANSLATE_NOOP("commands", "S&top the session"),
                slot=lambda window: window.training_desk.stop,
                enabled=lambda now: now.session_runs,
            ),
            SEPARATOR,
            Command(
                "training_room",
                QT_TRANSLATE_NOOP("commands", "Training &room: curves, generations, games…"),
                ("Ctrl+Shift+T",),
                slot=lambda window: window.training_desk.open_room,
            ),
            Command(
                "runs",
                QT_TRANSLATE_NOOP("commands", "R&uns…"),
                slot=lambda window: window.training_desk.open_runs,
            ),
            Command(
                "td_training",
                QT_TRANSLATE_NOOP("commands", "Temporal-&difference learner…"),
                slot=lambda window: window.td_desk.open,
            ),
            Command(
                "play_newest",
                QT_TRANSLATE_NOOP("commands", "&Play against the run's best network"),
                slot=lambda window: window.networks.play_newest,
                enabled=lambda now: now.run_has_best,
            ),
            Command(
                "open_run",
                QT_TRANSLATE_NOOP("commands", "Open the run's &folder"),
                slot=lambda window: window.training_desk.open_folder,
                enabled=lambda now: now.has_run,
            ),
        ],
    ),
    (
        "help",
        QT_TRANSLATE_NOOP("commands", "&Help"),
        [
            Command(
                "help",
                QT_TRANSLATE_NOOP("commands", "&How to use Buwei"),
                ("F1",),
                slot=lambda window: window.help.open,
            ),
            Command(
                "rules",
                QT_TRANSLATE_NOOP("commands", "&Rules of NoGo"),
                slot=lambda window: window.help.open_rules,
            ),
            Command(
                "keys",
                QT_TRANSLATE_NOOP("commands", "&Keys"),
                ("Shift+F1",),
                slot=lambda window: window.help.open_keys,
            ),
            Command(
                "tour", QT_TRANSLATE_NOOP("commands", "A short &tour"), slot=lambda window: window.tour.start
            ),
            Command(
                "change_keys",
                QT_TRANSLATE_NOOP("commands", "&Change keys…"),
                slot=lambda window: window.change_keys,
            ),
            Command(
                "open_logs",
                QT_TRANSLATE_NOOP("commands", "Open the &log folder"),
                slot=lambda window: window.open_logs,
            ),
            Command("about", QT_TRANSLATE_NOOP("commands", "&About Buwei"), slot=lambda window: window.about),
        ],
    ),
]


OTHER_KEYS: list[tuple[str, list[tuple[str, tuple[str, ...]]]]] = [
    (
        QT_TRANSLATE_NOOP("commands", "On the board"),
        [
            (
                QT_TRANSLATE_NOOP("commands", "Choose a point"),
                ("Ctrl+Left", "Ctrl+Right", "Ctrl+Up", "Ctrl+Down"),
            ),
            (QT_TRANSLATE_NOOP("commands", "Play on the chosen point"), ("Return",)),
            (
                QT_TRANSLATE_NOOP("commands", "Step through the moves (not during a game)"),
                (QT_TRANSLATE_NOOP("commands", "mouse wheel"),),
            ),
        ],
    ),
    (
        QT_TRANSLATE_NOOP("commands", "In the tree of variations"),
        [(QT_TRANSLATE_NOOP("commands", "The variation above or below"), ("Up", "Down"))],
    ),
    (
        QT_TRANSLATE_NOOP("commands", "In lists, on buttons and sliders"),
        [
            (QT_TRANSLATE_NOOP("commands", "The next or the one before"), ("Up", "Down", "PgUp", "PgDown")),
            (QT_TRANSLATE_NOOP("commands", "Open what is chosen in a list"), ("Return",)),
            (QT_TRANSLATE_NOOP("commands", "Press a button"), ("Space",)),
            (QT_TRANSLATE_NOOP("commands", "Move to the next control"), ("Tab",)),
        ],
    ),
]
"""What has keys of its own while it has the focus: title, and texts with keys."""
