#!/usr/bin/env bash
# Starts Buwei, after setting up what isn't there yet; arguments go to main.py.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# The folder that --data-dir names, or --portable: what is compiled stands there
folder=${BUWEI_DATA_DIR-}
previous= portable=
for argument in "$@"; do
    [ "$previous" != --data-dir ] || folder=$argument
    [[ $argument != --data-dir=* ]] || folder=${argument#*=}
    [ "$argument" != --portable ] || portable=yes
    previous=$argument
done
[ -z "$portable" ] || folder=$root/data
case $folder in "~" | "~/"*) folder=$HOME${folder#\~} ;; esac
[ -z "$folder" ] || folder=$(realpath --canonicalize-missing -- "$folder")
BUWEI_DATA_DIR=$folder "$root/setup.sh"
exec "$root/.venv/bin/python" "$root/main.py" "$@"
