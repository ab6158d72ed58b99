"""All commands of the window in one table, from which menus, tool bar and keys are made."""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QDockWidget, QMainWindow, QMenu, QMenuBar, QWidget

from gui.program.icons import tinted
from gui.program.labels import key_text, without_key, without_letter
from gui.program.language import QT_TRANSLATE_NOOP
from gui.program.settings import Settings

CONTEXT = "commands"


@dataclass(frozen=True)
class WindowState:
    """What decides which commands can be given now."""

    lent: bool
    """A bar over the board uses it for something else: what the board shows is not where the game is looked at."""
    practising: bool
    """That bar is the one of the practice."""
    analysing: bool
    over: bool
    """The game, or what is tried in it, has its result."""
    busy: bool
    """A player of the game thinks, for its move or for a hint."""
    ai_waits: bool
    """It is an AI's turn, and it is not asked yet."""
    ai_moves: bool
    """The next move is an AI's."""
    program_thinks: bool
    """An external program thinks about its move: it can't be hurried."""
    series_runs: bool
    live: bool
    """The board shows where play stands."""
    has_moves_before: bool
    has_moves_after: bool
    can_take_back: bool
    can_play_from_here: bool
    can_promote: bool
    can_set_clocks: bool
    may_resign: bool
    may_play_again: bool


@dataclass(frozen=True)
class Command:
    """A command. It calls the window's method of the same name, or the one that ``slot`` names."""

    name: str
    text: str
    keys: tuple[str, ...] = ()
    checkable: bool = False
    tool_bar: bool = False
    """Whether it is in the tool bar too, with the sign of ``assets/icons`` of the same name."""
    once: bool = False
    """Whether a key held down, maybe since it closed a dialog, triggers it only once; the same holds for all that are checkable."""
    everywhere: bool = False
    """Whether its keys also work in the program's other windows, except dialogs that want an answer first."""
    slot: str = ""
    """Path from the window to a method, such as ``analysis.toggle``."""
    enabled: Callable[[WindowState], bool] | None = None
    """When it can be given; ``None`` for always, or where a part of the window sees to that."""


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
                slot="games.ask_for_new",
            ),
            Command(
                "rematch",
                QT_TRANSLATE_NOOP("commands", "&Rematch"),
                ("Ctrl+R",),
                slot="games.rematch",
                enabled=lambda now: now.may_play_again,
            ),
            Command(
                "swap_colors",
                QT_TRANSLATE_NOOP("commands", "Rematch with colours s&wapped"),
                ("Ctrl+Shift+R",),
                slot="games.swap_colors",
                enabled=lambda now: now.may_play_again,
            ),
            Command(
                "ai_against_ai",
                QT_TRANSLATE_NOOP("commands", "New &game AI against AI"),
                ("F5",),
                slot="games.ai_against_ai",
            ),
            SEPARATOR,
            Command(
                "open_file",
                QT_TRANSLATE_NOOP("commands", "&Open…"),
                ("Ctrl+O",),
                slot="files.opening.open_file",
            ),
            Command(
                "open_folder",
                QT_TRANSLATE_NOOP("commands", "Open a &folder…"),
                ("Ctrl+Shift+O",),
                slot="files.lists.open_folder",
            ),
            Command(
                "played_games", QT_TRANSLATE_NOOP("commands", "Playe&d games"), slot="files.lists.show_played"
            ),
            Command(
                "previous_game",
                QT_TRANSLATE_NOOP("commands", "Pre&vious game of the list"),
                ("Ctrl+PgUp",),
                slot="files.opening.open_previous",
            ),
            Command(
                "next_game",
                QT_TRANSLATE_NOOP("commands", "Ne&xt game of the list"),
                ("Ctrl+PgDown",),
                slot="files.opening.open_next",
            ),
            Command(
                "save_file", QT_TRANSLATE_NOOP("commands", "&Save"), ("Ctrl+S",), slot="files.saving.save"
            ),
            Command(
                "save_file_as",
                QT_TRANSLATE_NOOP("commands", "Save &as…"),
                ("Ctrl+Shift+S",),
                slot="files.saving.save_as",
            ),
            Command(
                "add_to_file",
                QT_TRANSLATE_NOOP("commands", "Add to a fi&le…"),
                slot="files.several.add_to_file",
            ),
            Command(
                "championship_record",
                QT_TRANSLATE_NOOP("commands", "C&hampionship record…"),
                slot="files.championship_record.save",
            ),
            Command(
                "game_information",
                QT_TRANSLATE_NOOP("commands", "Ga&me information…"),
                ("Ctrl+I",),
                once=True,
                slot="games.change_information",
                enabled=lambda now: not now.lent,
            ),
            SEPARATOR,
            Command(
                "copy_game",
                QT_TRANSLATE_NOOP("commands", "&Copy as SGF"),
                ("Ctrl+C",),
                slot="files.clipboard.copy",
            ),
            Command(
                "paste_game",
                QT_TRANSLATE_NOOP("commands", "&Paste a game"),
                ("Ctrl+V",),
                slot="files.clipboard.paste",
            ),
            SEPARATOR,
            Command(
                "copy_picture",
                QT_TRANSLATE_NOOP("commands", "Copy the board as a p&icture"),
                ("Ctrl+Shift+C",),
                slot="files.clipboard.copy_picture",
            ),
            Command(
                "save_picture",
                QT_TRANSLATE_NOOP("commands", "Save a picture of the &board…"),
                slot="files.saving.save_picture",
            ),
            SEPARATOR,
            Command("quit", QT_TRANSLATE_NOOP("commands", "&Quit"), ("Ctrl+Q",), everywhere=True),
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
                enabled=lambda now: now.can_take_back,
            ),
            Command(
                "hint",
                QT_TRANSLATE_NOOP("commands", "&Hint"),
                ("H",),
                tool_bar=True,
                enabled=lambda now: not (now.lent or now.over or now.busy),
            ),
            Command(
                "move_now",
                QT_TRANSLATE_NOOP("commands", "AI moves &now"),
                ("Return", "Enter"),
                tool_bar=True,
                once=True,
                slot="controller.move_now",
                enabled=lambda now: (
                    not (now.lent or now.over or now.program_thinks) and now.ai_moves
                ),  # by Enter, which on a human's turn plays nothing
            ),
            Command(
                "move_for_me",
                QT_TRANSLATE_NOOP("commands", "AI moves &for me"),
                ("Ctrl+M",),
                once=True,
                slot="controller.move_now",
                enabled=lambda now: not (now.lent or now.over or now.ai_moves),
            ),
            Command(
                "stop",
                QT_TRANSLATE_NOOP("commands", "&Stop"),
                ("Esc",),
                tool_bar=True,
                enabled=lambda now: (
                    not now.lent and (now.busy or now.ai_waits or (now.over and now.series_runs))
                ),  # between moves of AIs too, and between the games of a series
            ),
            Command(
                "pause",
                QT_TRANSLATE_NOOP("commands", "&Pause"),
                ("P",),
                checkable=True,
                tool_bar=True,
                slot="controller.set_paused",
                enabled=lambda now: not (now.lent or now.over),
            ),
            SEPARATOR,
            Command(
                "ponder",
                QT_TRANSLATE_NOOP("commands", "AI thinks on your &turn too (levels don't)"),
                checkable=True,
                slot="pondering.switch",
            ),
            Command(
                "change_players",
                QT_TRANSLATE_NOOP("commands", "&Change players…"),
                ("F6",),
                once=True,
                slot="games.change_players",
                enabled=lambda now: not now.lent,  # once the game is over it says what to do first
            ),
            Command(
                "set_clocks",
                QT_TRANSLATE_NOOP("commands", "Set c&locks…"),
                once=True,
                slot="games.set_clocks",
                enabled=lambda now: not now.lent and now.can_set_clocks,
            ),
            Command(
                "resign",
                QT_TRANSLATE_NOOP("commands", "&Resign…"),
                tool_bar=True,
                slot="games.resign",
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
                slot="controller.to_start",
                enabled=lambda now: not now.lent and now.has_moves_before,
            ),
            Command(
                "back",
                QT_TRANSLATE_NOOP("commands", "One move &back"),
                ("Left", "Up"),
                tool_bar=True,
                enabled=lambda now: not now.lent and now.has_moves_before,
            ),
            Command(
                "forward",
                QT_TRANSLATE_NOOP("commands", "One move &on"),
                ("Right", "Down"),
                tool_bar=True,
                enabled=lambda now: not now.lent and now.has_moves_after,
            ),
            Command(
                "back_ten",
                QT_TRANSLATE_NOOP("commands", "&Ten moves back"),
                ("PgUp",),
                enabled=lambda now: not now.lent and now.has_moves_before,
            ),
            Command(
                "forward_ten",
                QT_TRANSLATE_NOOP("commands", "Ten moves o&n"),
                ("PgDown",),
                enabled=lambda now: not now.lent and now.has_moves_after,
            ),
            Command(
                "to_end",
                QT_TRANSLATE_NOOP("commands", "To the &present move"),
                ("End",),
                tool_bar=True,
                slot="controller.to_end",
                enabled=lambda now: not (now.lent or now.live),
            ),
            SEPARATOR,
            Command(
                "play_from_here",
                QT_TRANSLATE_NOOP("commands", "Play on from &here"),
                ("Ctrl+Return",),
                slot="tree.play_from_here",
                enabled=lambda now: not now.lent and now.can_play_from_here,
            ),
            Command(
                "promote",
                QT_TRANSLATE_NOOP("commands", "Make this line the &main line"),
                ("Ctrl+Shift+M",),
                slot="tree.promote",
                enabled=lambda now: not now.lent and now.can_promote,
            ),
            Command(
                "delete_variation",
                QT_TRANSLATE_NOOP("commands", "&Delete from here on"),
                ("Ctrl+Del",),
                once=True,
                slot="tree.delete_variation",
                enabled=lambda now: not now.lent and now.has_moves_before,
            ),
            SEPARATOR,
            Command(
                "comment",
                QT_TRANSLATE_NOOP("commands", "Write a &comment…"),
                ("Ctrl+D",),
                enabled=lambda now: not now.lent,
            ),
            Command(
                "set_up_position",
                QT_TRANSLATE_NOOP("commands", "Set &up a position…"),
                ("Ctrl+E",),
                slot="setup.begin",
                enabled=lambda now: not now.practising,
            ),
        ],
    ),
    (
        "view",
        QT_TRANSLATE_NOOP("commands", "&View"),
        [
            Command(
                "show_numbers", QT_TRANSLATE_NOOP("commands", "Move &numbers"), ("Ctrl+1",), checkable=True
            ),
            Command("show_next", QT_TRANSLATE_NOOP("commands", "Ne&xt move of the record"), checkable=True),
            Command(
                "show_forbidden",
                QT_TRANSLATE_NOOP("commands", "&Forbidden points"),
                ("Ctrl+2",),
                checkable=True,
                slot="looks.show_forbidden",
            ),
            Command(
                "show_forbidden_of_both",
                QT_TRANSLATE_NOOP("commands", "Forbidden points of &both sides"),
                ("Ctrl+3",),
                checkable=True,
                slot="looks.show_forbidden_of_both",
            ),
            Command(
                "show_private",
                QT_TRANSLATE_NOOP("commands", "&Private points"),
                ("Ctrl+4",),
                checkable=True,
                slot="looks.show_private",
            ),
            SEPARATOR,
            Command("sounds", QT_TRANSLATE_NOOP("commands", "S&ounds"), checkable=True, slot="sounds.switch"),
            Command(
                "board_alone",
                QT_TRANSLATE_NOOP("commands", "Board &alone"),
                ("Ctrl+B",),
                checkable=True,
                slot="board_alone.switch",
            ),
            Command(
                "first_layout",
                QT_TRANSLATE_NOOP("commands", "Reset the window's la&yout"),
                slot="docks.arrange_as_at_first",
            ),
            Command("full_screen", QT_TRANSLATE_NOOP("commands", "F&ull screen"), ("F11",), checkable=True),
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
                slot="analysis.toggle",
                enabled=lambda now: not now.lent or now.analysing,
            ),
            SEPARATOR,
            Command(
                "analysis_candidates",
                QT_TRANSLATE_NOOP("commands", "&Candidates on the board"),
                ("Ctrl+5",),
                checkable=True,
                everywhere=True,
                slot="analysis.show_candidates",
            ),
            Command(
                "analysis_priors",
                QT_TRANSLATE_NOOP("commands", "P&riors of the candidates"),
                ("Ctrl+6",),
                checkable=True,
                everywhere=True,
                slot="analysis.show_priors",
            ),
            Command(
                "analysis_policy",
                QT_TRANSLATE_NOOP("commands", "&Policy as a heat map"),
                ("Ctrl+7",),
                checkable=True,
                everywhere=True,
                slot="analysis.show_policy",
            ),
            Command(
                "analysis_lines",
                QT_TRANSLATE_NOOP("commands", "&Lines under the mouse"),
                ("Ctrl+8",),
                checkable=True,
                everywhere=True,
                slot="analysis.show_lines",
            ),
            Command(
                "analysis_for_all",
                QT_TRANSLATE_NOOP("commands", "Colours for c&olour-blind eyes"),
                checkable=True,
                slot="analysis.show_for_all",
            ),
            SEPARATOR,
            Command(
                "analyse_game",
                QT_TRANSLATE_NOOP("commands", "Analyse the &whole game"),
                ("Ctrl+Space",),
                slot="review.analyse_game",
                enabled=lambda now: not now.lent,
            ),
            Command(
                "report",
                QT_TRANSLATE_NOOP("commands", "R&eport on the game…"),
                ("Ctrl+J",),
                slot="review.open_report",
                enabled=lambda now: not now.practising,  # which tells the answers
            ),
            Command(
                "practise",
                QT_TRANSLATE_NOOP("commands", "Practise mis&takes…"),
                everywhere=True,  # the report, which it is about, may be in front
                slot="review.practise",
                enabled=lambda now: not now.lent,
            ),
            Command(
                "compare_players",
                QT_TRANSLATE_NOOP("commands", "Co&mpare two players…"),
                ("Ctrl+K",),
                everywhere=True,
                slot="compare.open",
                enabled=lambda now: not now.lent,
            ),
            Command(
                "see_network",
                QT_TRANSLATE_NOOP("commands", "What the &network sees and thinks…"),
                slot="networks.look",
                enabled=lambda now: not now.lent,
            ),
            SEPARATOR,
            Command(
                "analysis_settings",
                QT_TRANSLATE_NOOP("commands", "Player and l&imits of the analysis…"),
                slot="analysis.settings",
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
                slot="networks.load",
            ),
            Command(
                "networks",
                QT_TRANSLATE_NOOP("commands", "&Networks…"),
                ("Ctrl+Shift+L",),
                slot="networks.open_list",
            ),
            Command(
                "shipped_network",
                QT_TRANSLATE_NOOP("commands", "Use the &shipped network"),
                slot="networks.use_shipped",
            ),
            Command(
                "set_simulations",
                QT_TRANSLATE_NOOP("commands", "Set si&mulations…"),
                slot="networks.set_simulations",
            ),
            SEPARATOR,
            Command("opening_book", QT_TRANSLATE_NOOP("commands", "Opening &book")),
            Command("engines", QT_TRANSLATE_NOOP("commands", "&External programs…"), slot="engines.open"),
            Command(
                "solve",
                QT_TRANSLATE_NOOP("commands", "Sol&ve the position"),
                ("Ctrl+Shift+E",),
                everywhere=True,
                slot="solver.open",
                enabled=lambda now: not now.lent,
            ),
            Command("arena", QT_TRANSLATE_NOOP("commands", "A&rena…"), ("Ctrl+Shift+A",), slot="arena.open"),
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
                slot="training_desk.start",
            ),
            Command(
                "stop_training",
                QT_TRANSLATE_NOOP("commands", "S&top the session"),
                slot="training_desk.stop",
            ),
            SEPARATOR,
            Command(
                "training_room",
                QT_TRANSLATE_NOOP("commands", "Training &room: curves, generations, games…"),
                ("Ctrl+Shift+T",),
                slot="training_desk.open_room",
            ),
            Command("runs", QT_TRANSLATE_NOOP("commands", "R&uns…"), slot="training_desk.open_runs"),
            Command(
                "td_training",
                QT_TRANSLATE_NOOP("commands", "Temporal-&difference learner…"),
                slot="td_desk.open",
            ),
            Command(
                "play_newest",
                QT_TRANSLATE_NOOP("commands", "&Play against the run's best network"),
                slot="networks.play_newest",
            ),
            Command(
                "open_run",
                QT_TRANSLATE_NOOP("commands", "Open the run's &folder"),
                slot="training_desk.open_folder",
            ),
        ],
    ),
    (
        "help",
        QT_TRANSLATE_NOOP("commands", "&Help"),
        [
            Command("help", QT_TRANSLATE_NOOP("commands", "&How to use Buwei"), ("F1",), slot="help.open"),
            Command("rules", QT_TRANSLATE_NOOP("commands", "&Rules of NoGo"), slot="help.open_rules"),
            Command("keys", QT_TRANSLATE_NOOP("commands", "&Keys"), ("Shift+F1",), slot="help.open_keys"),
            Command("tour", QT_TRANSLATE_NOOP("commands", "A short &tour"), slot="tour.start"),
            Command("change_keys", QT_TRANSLATE_NOOP("commands", "&Change keys…")),
            Command("open_logs", QT_TRANSLATE_NOOP("commands", "Open the &log folder")),
            Command("about", QT_TRANSLATE_NOOP("commands", "&About Buwei")),
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
                QT_TRANSLATE_NOOP("commands", "Walk through the moves, but for a game under way"),
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
            (QT_TRANSLATE_NOOP("commands", "On to what takes the keys next"), ("Tab",)),
        ],
    ),
]
"""What has keys of its own while it has the focus: title, and texts with keys."""


def _keys_text(keys: list[QKeySequence]) -> str:
    """All ``keys``, each name once: in Chinese both Enter keys have the same name."""
    return ", ".join(dict.fromkeys(map(key_text, keys)))


def other_key_text(text: str) -> str:
    """Text of a key in :data:`OTHER_KEYS`, which may be the mouse."""
    return key_text(QKeySequence(text)) or translated(text)


def translated(text: str) -> str:
    """A text of the table in the window's language."""
    return QCoreApplication.translate(CONTEXT, text)


def plain_text(text: str) -> str:
    """A text of the table in the window's language, without its letter key and dots."""
    return without_key(translated(text))


class Commands(QObject):
    """The actions made from the table, by name."""

    keys_changed = Signal()

    def __init__(self, window: QWidget, menu_bar: QMenuBar, settings: Settings):
        """A command that switches one of the ``settings`` bears its name."""
        super().__init__(window)
        self._window = window
        self._titles: list[tuple[QMenu, str]] = []
        self._texts: list[tuple[QAction, str]] = []
        self._rules: list[tuple[QAction, Callable[[WindowState], bool]]] = []
        self.defaults: dict[str, tuple[str, ...]] = {}
        """Default keys."""
        self.menus: dict[str, QMenu] = {}
        self.actions: dict[str, QAction] = {}
        self.tool_bar: list[QAction] = []
        for name, title, commands in MENUS:
            menu = menu_bar.addMenu("")
            self.menus[name] = menu
            self._titles.append((menu, title))
            for command in commands:
                if command is None:
                    menu.addSeparator()
                else:
                    menu.addAction(self._make(window, command, settings))
        self.use_keys({})

    def _make(self, window: QWidget, command: Command, settings: Settings) -> QAction:
        action = QAction(window)
        action.setObjectName(command.name)
        action.setCheckable(command.checkable)
        action.setAutoRepeat(not (command.once or command.checkable))
        if command.everywhere:
            action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        self.defaults[command.name] = tuple(QKeySequence(key).toString() for key in command.keys)
        slot: Callable[..., None] = attrgetter(command.slot or command.name)(window)
        if command.checkable:
            action.setChecked(getattr(settings, command.name, False))
            action.toggled.connect(slot)
        else:
            action.triggered.connect(lambda _checked=False: slot())
        window.addAction(action)
        self.actions[command.name] = action
        self._texts.append((action, command.text))
        if command.enabled is not None:
            self._rules.append((action, command.enabled))
        if command.tool_bar:
            self.tool_bar.append(action)
        return action

    def enable(self, now: WindowState) -> None:
        """Enable those that can be given now, disable the others."""
        for action, is_enabled in self._rules:
            action.setEnabled(is_enabled(now))

    def use_icons(self) -> None:
        """Give the tool bar signs in the window's present colours."""
        for action in self.tool_bar:
            action.setIcon(tinted(action.objectName()))
            action.setIconVisibleInMenu(False)

    def use_keys(self, changed: dict[str, str]) -> None:
        """Set the keys: defaults, except commands for which ``changed`` gives another first key; an empty one removes all."""
        for name, action in self.actions.items():
            first, *others = self.defaults[name] or ("",)
            keys = (changed.get(name, first), *(others if name not in changed or changed[name] else ()))
            action.setShortcuts([QKeySequence(key) for key in keys if key])
        self.retranslate()
        self.keys_changed.emit()

    def extra_keys(self) -> dict[str, tuple[str, ...]]:
        """Keys after the first, which the user can't change."""
        return {name: keys[1:] for name, keys in self.defaults.items() if len(keys) > 1}

    def keys_of_others(self) -> dict[str, str]:
        """Keys that no command can have, with what uses them: menus, and what a plain key of the focused widget (:class:`gui.window.keys.FocusKeys`)
        can't do."""
        titles = [menu.title() for menu, _ in self._titles]
        letters = {QKeySequence.mnemonic(title).toString(): without_key(title) for title in titles}
        own = [(key, text) for _, others in OTHER_KEYS for text, keys in others for key in keys]
        return letters | {key: translated(text) for key, text in own if "+" in key or key == "Tab"}

    def take_from_buttons(self, key: QKeySequence) -> None:
        """Remove ``key`` from buttons in the window and its docks if a command has it. A button's letter may be newer than the user's choice, and
        with both neither would work."""
        if not any(key in action.shortcuts() for action in self.actions.values()):
            return
        for button in self._window.findChildren(QAbstractButton):
            if button.shortcut() == key and isinstance(button.window(), QMainWindow | QDockWidget):
                button.setText(without_letter(button.text()))

    def label(self, name: str) -> str:
        """A command's name for people."""
        return plain_text(next(text for action, text in self._texts if action.objectName() == name))

    def retranslate(self) -> None:
        """Write all texts in the window's language."""
        for menu, title in self._titles:
            menu.setTitle(translated(title))
        for action, text in self._texts:
            action.setText(translated(text))
            plain = plain_text(text)
            action.setIconText(plain)
            keys = key_text(action.shortcut())
            action.setToolTip(f"{plain} ({keys})" if keys else plain)

    def key(self, name: str) -> str:
        """First key of a command as this system writes it; empty without one."""
        return key_text(self.actions[name].shortcut())

    def sheet(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """All commands with keys, under their menus' names; last the keys that are no commands."""
        groups = []
        for _, title, commands in MENUS:
            rows = [
                (plain_text(command.text), _keys_text(self.actions[command.name].shortcuts()))
                for command in commands
                if command is not None and self.actions[command.name].shortcuts()
            ]
            if rows:
                groups.append((plain_text(title), rows))
        for title, others in OTHER_KEYS:
            rows = [(translated(text), ", ".join(map(other_key_text, keys))) for text, keys in others]
            groups.append((translated(title), rows))
        return groups
