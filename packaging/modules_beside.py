"""Runs before anything else in a packaged program: all its Python modules stand in one file beside it, for both programs to share."""

import sys

sys._pyinstaller_pyz = f"{sys._MEIPASS}/modules.pyz"
