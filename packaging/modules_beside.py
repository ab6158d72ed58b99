"""Runs before all else in a packaged program: all its Python modules are in one file beside it, shared by both programs."""

import sys

sys._pyinstaller_pyz = f"{sys._MEIPASS}/modules.pyz"
