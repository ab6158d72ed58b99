#!/usr/bin/env bash
# Tries a packaged program for Linux as somebody has it who unpacked it anywhere and has no Python: check.sh [dist/Buwei]
# It is moved to a folder with spaces and Chinese letters, made read-only, and passes its self-test with an empty environment.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${1:-$root/dist/Buwei}
place=$(mktemp -d)/"下载 the games"
home=$(mktemp -d)
trap 'chmod -R u+w "$place"; mv "$place/Buwei" "$program"; rm -rf "$(dirname "$place")" "$home"' EXIT

mkdir "$place"
mv "$program" "$place/Buwei"
chmod -R a-w "$place/Buwei"
du --summarize --block-size=MB "$place/Buwei"
# As a window program is asked, and as a command; env -i: nothing of this machine's Python, libraries or settings
clean() { env -i HOME="$home" LANG=C.UTF-8 PATH=/nowhere "$@"; }
clean "$place/Buwei/buwei" --self-test
clean "$place/Buwei/buwei-cli" match uct:playouts=200 random:seed=1 --games 2 --jobs 2
clean "$place/Buwei/buwei-cli" --version
[ -d "$home/.cache/Buwei" ] || { echo "no cache in the user's folder" >&2; exit 1; }
