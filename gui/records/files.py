"""All that the window does with games as files: one part for each task, in a module of that name. A part uses only parts made before it. Signals of
the list and the menus are connected here."""

from typing import TYPE_CHECKING

from gui.records.belonging import Belonging
from gui.records.championship_record import ChampionshipDesk
from gui.records.clipboard import ClipboardDesk
from gui.records.leaving import LeaveDesk
from gui.records.library import LibraryPanel
from gui.records.lists import ListDesk
from gui.records.naming import GameNames
from gui.records.opening import DroppedFiles, OpenDesk
from gui.records.recent import RecentFiles
from gui.records.removal import RemovalDesk
from gui.records.saving import SaveDesk
from gui.records.several import SeveralDesk
from gui.records.tally import Tally
from gui.records.writing import Writing

if TYPE_CHECKING:
    from gui.main_window import MainWindow


class GameFiles:
    """The parts; callers use the part that does what they want."""

    def __init__(self, window: "MainWindow"):
        self.library = library = LibraryPanel()
        controller, settings = window.controller, window.settings
        self.belonging = belonging = Belonging(controller)
        self.naming = naming = GameNames(controller, belonging, window)
        self.recent = recent = RecentFiles(settings, window)
        self.tally = tally = Tally(window)
        self.lists = lists = ListDesk(window, controller, settings, library, belonging, recent, tally)
        self.writing = writing = Writing(window, belonging, lists)
        self.several = several = SeveralDesk(window, library, belonging, recent, lists, writing)
        self.saving = saving = SaveDesk(window, library, belonging, naming, recent, writing, several)
        self.championship_record = ChampionshipDesk(window, writing)
        self.leaving = leaving = LeaveDesk(window, belonging, naming, lists, saving)
        self.opening = opening = OpenDesk(window, library, belonging, recent, lists, leaving)
        self.removal = removal = RemovalDesk(window, library, belonging, recent, lists, writing)
        self.clipboard = ClipboardDesk(window, opening)
        DroppedFiles(window, opening)
        lists.wanted.connect(lambda: window.docks.bring_up("library"))
        for renamed in (recent.retranslate, lists.list_played_again):  # the list quotes the menu
            window.language_changed.connect(renamed)
        library.chosen.connect(opening.open_listed)
        library.removal_asked.connect(removal.remove_listed)
        library.adding_asked.connect(several.add_listed)
        library.folder_asked.connect(lists.go_back)
        library.results_asked.connect(tally.refresh)
        library.tally.asked.connect(lists.show_against)
        for changed in (controller.game_changed, belonging.changed):
            changed.connect(lambda: tally.show_in_window(leaving.game_played_here))
        recent.chosen.connect(opening.take)
