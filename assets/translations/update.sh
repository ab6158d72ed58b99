#!/usr/bin/env bash
# Brings the translations up to date with the sources: new texts come into the .ts file (edit them there or in Qt Linguist), and the .qm file
# that the program reads is made from it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bin=${PYTHON_BIN:-.venv/bin}
sentences=$(mktemp --suffix=.py)
trap 'rm -f "$sentences"' EXIT
"$bin/python" assets/translations/sentences.py "$sentences"
"$bin/pyside6-lupdate" -no-obsolete -locations none $(find gui -name "*.py" | LC_ALL=C sort) "$sentences" -ts assets/translations/buwei_zh_CN.ts
"$bin/pyside6-lrelease" assets/translations/buwei_zh_CN.ts -qm assets/translations/buwei_zh_CN.qm
# Into English nothing but the keys of Qt's own buttons.
"$bin/pyside6-lupdate" -no-obsolete -locations none gui/program/language.py -ts assets/translations/buwei_en.ts
"$bin/pyside6-lrelease" assets/translations/buwei_en.ts -qm assets/translations/buwei_en.qm
