#!/usr/bin/env bash
# Builds the packaged program into dist/Buwei, after setting up what building needs. --archive also packs it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
./setup.sh --dev
.venv/bin/python -m PyInstaller --noconfirm --log-level WARN build.spec
if [ "${1:-}" = --archive ]; then
    archive="dist/Buwei-$(.venv/bin/python -c 'import core; print(core.__version__)')-linux-$(uname -m).tar.xz"
    tar --create --xz --file "$archive" --directory dist Buwei
    echo "$archive"
fi
