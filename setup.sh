#!/usr/bin/env bash
# Makes ready what Buwei needs, and only what isn't: system libraries (on Debian and its kin), .venv, the locked packages, compiled
# kernels. run.sh and test.sh call it; "./setup.sh --dev" also brings what tests and builds need, "--no-kernels" leaves compiling for later.
# Speaks on stderr only.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
exec 1>&2

lock=requirements.txt
kernels=yes
for option; do
    case $option in
        --dev) lock=requirements-dev.txt ;;
        --no-kernels) kernels= ;;
        *) echo "setup.sh takes --dev and --no-kernels, not $option" && exit 2 ;;
    esac
done

say() { echo "setup: $*"; }

# One at a time, or two would take .venv away from each other. The lock is on this file, which is there in any case, and goes with the process.
exec 9<setup.sh
if command -v flock >/dev/null && ! flock -n 9; then
    say "waiting for another setup.sh"
    flock 9 || say "going on without a lock, which this disk doesn't know"
fi

# A stamp keeps the hash of what a step was done for, so that the step is done again only when that changes.
hash_of() { cat -- "$@" | sha256sum | cut -d' ' -f1; }
is_done() { [ "$(cat ".venv/stamp-$1" 2>/dev/null)" = "$2" ]; }
mark_done() { echo "$2" >".venv/stamp-$1"; }

# install_system PACKAGE...: false where there is no apt-get or there are no rights to it
install_system() {
    local sudo=()
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null || return 1
        sudo=(sudo -n)
    fi
    say "installing system packages: $*"
    "${sudo[@]}" apt-get update -qq || true
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" >/dev/null
}

missing_system_packages() {
    local package
    command -v dpkg-query >/dev/null || return 0
    grep -v -e '^#' -e '^$' requirements-debian.txt | while read -r package; do
        dpkg-query -W -f '${Status}\n' "$package" 2>/dev/null | grep -q 'ok installed' || echo "$package"
    done
}

# find_python MODULE...: a Python 3.11 that has these modules
find_python() {
    local candidate modules
    modules=$(IFS=,; echo "$*")
    for candidate in "${PYTHON:-}" python3.11 python3 /usr/bin/python3.11; do
        if [ -n "$candidate" ] && "$candidate" -c "import sys, $modules; sys.exit(sys.version_info[:2] != (3, 11))" 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

# --- System libraries ----------------------------------------------------------------------------------------------------
system_hash=$(hash_of requirements-debian.txt)
missing=
if ! is_done system "$system_hash"; then
    missing=$(missing_system_packages | tr '\n' ' ')
    # shellcheck disable=SC2086  # one word for each package
    if [ -n "$missing" ] && install_system $missing; then
        missing=
    fi
fi

# --- Python --------------------------------------------------------------------------------------------------------------
if ! .venv/bin/python -c 'import pip, sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null; then
    rm -rf .venv
    if python=$(find_python venv ensurepip) || { install_system python3.11-venv && python=$(find_python venv ensurepip); }; then
        "$python" -m venv .venv
    elif python=$(find_python venv pip); then # Debian's Python without python3.11-venv, and no rights to install that
        "$python" -m venv --without-pip .venv
        "$python" -m pip --python .venv/bin/python install -q pip==23.2.1
    else
        say "Buwei needs Python 3.11 with venv and pip. On Debian 12: sudo apt-get install python3.11-venv"
        exit 1
    fi
fi

lock_hash=$(hash_of requirements.txt requirements-build.txt "$lock")
if ! is_done "$lock" "$lock_hash"; then
    say "installing the Python packages of $lock (once; it takes a few minutes)"
    quiet=-q
    [ ! -t 2 ] || quiet=
    .venv/bin/python -m pip --disable-pip-version-check --no-input install $quiet -r "$lock"
    mark_done "$lock" "$lock_hash"
    mark_done requirements.txt "$(hash_of requirements.txt requirements-build.txt requirements.txt)" # the larger lock holds the smaller one
fi

# --- Can Qt be loaded? ---------------------------------------------------------------------------------------------------
if ! is_done system "$system_hash"; then
    if [ -n "$missing" ]; then # commands work all the same, so go on
        say "the window may need system packages that you have no rights to install; ask for: sudo apt-get install $missing"
    fi
    if [ -z "$missing" ] || .venv/bin/python -c 'from PySide6 import QtWidgets' 2>/dev/null; then
        mark_done system "$system_hash"
    fi
fi

# --- Compiled kernels ----------------------------------------------------------------------------------------------------
if [ -n "$kernels" ]; then
    status=0
    .venv/bin/python main.py prepare --check || status=$?
    [ "$status" -ne 2 ] || exit 2 # the folder for them can't be used, which has been said
    if [ "$status" -ne 0 ]; then
        say "compiling what is compiled once (some minutes)"
        .venv/bin/python main.py prepare || say "that failed; Buwei will compile while it runs instead"
    fi
fi
