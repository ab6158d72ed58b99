"""Writes ``assets/icon.svg`` as ``assets/icon.ico`` in the sizes that Windows asks for. Run it after changing the drawing."""

import struct
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QGuiApplication, QIcon

ASSETS = Path(__file__).resolve().parent.parent / "assets"
SIZES = (16, 24, 32, 48, 64, 128, 256)
HEADER, ENTRY = "<HHH", "<BBBBHHII"


def main() -> None:
    _application = QGuiApplication(["", "-platform", "offscreen"])
    icon = QIcon(str(ASSETS / "icon.svg"))
    pictures = [png(icon, size) for size in SIZES]
    directory = struct.pack(HEADER, 0, 1, len(pictures))
    place = len(directory) + len(pictures) * struct.calcsize(ENTRY)
    for size, picture in zip(SIZES, pictures):
        directory += struct.pack(ENTRY, size % 256, size % 256, 0, 0, 1, 32, len(picture), place)
        place += len(picture)
    (ASSETS / "icon.ico").write_bytes(directory + b"".join(pictures))


def png(icon: QIcon, size: int) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    icon.pixmap(size).toImage().save(buffer, "PNG")
    return bytes(data.data())


if __name__ == "__main__":
    main()
