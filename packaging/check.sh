#!/usr/bin/env bash
# Tries a packaged program for Linux as somebody has it who unpacked it anywhere and has no Python: check.sh [PROGRAM]
# It is moved to a folder with spaces and Chinese letters, made read-only, and passes its self-test with an empty environment.
# Without PROGRAM (a folder such as dist/Buwei) one is built for it, apart from all others, and removed again.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
place="$scratch/下载 the games"
home=$scratch/home
mkdir "$place" "$home"

clean_up() {
    [ -z "${running:-}" ] || { kill -- "-$running" && wait "$running"; } 2>/dev/null || true
    chmod -R u+w "$place"
    # If it is there still, as where the disk was too full to move it, what stands here is no more than a part.
    [ -z "${given:-}" ] || [ -e "$given" ] || mv -T "$place/Buwei" "$given"
    rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 143' TERM

# run COMMAND...: ends with this script and with all that it has started; bash would hear no signal until it had ended by itself
run() {
    setsid "$@" &
    running=$!
    wait "$running"
    running=
}

if [ $# -gt 0 ]; then
    given=$(realpath "$1")
    mv -T "$given" "$place/Buwei"
else
    run env PYINSTALLER_CONFIG_DIR="$scratch" "$root/.venv/bin/python" -m PyInstaller --noconfirm --log-level ERROR \
        --workpath "$scratch/build" --distpath "$place" "$root/build.spec"
fi
chmod -R a-w "$place/Buwei"
du --summarize --apparent-size --block-size=MB "$place/Buwei"
# As a window program is asked, and as a command; env -i: nothing of this machine's Python, libraries or settings
clean() { run env -i HOME="$home" LANG=C.UTF-8 PATH=/nowhere "$@"; }
clean "$place/Buwei/buwei" --self-test
clean "$place/Buwei/buwei-cli" match uct:playouts=200 random:seed=1 --games 2 --jobs 2
clean "$place/Buwei/buwei-cli" --version
[ -d "$home/.cache/Buwei" ] || { echo "no cache in the user's folder" >&2; exit 1; }
