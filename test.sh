#!/usr/bin/env bash
# Passes all checks, after setting up what isn't there yet: formatting, lint, types, tests, the packaged program. With arguments only the
# tests, as pytest understands them: ./test.sh tests/core -k clock
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
./setup.sh --dev --no-kernels || exit

export QT_QPA_PLATFORM=offscreen
export PYRIGHT_PYTHON_IGNORE_WARNINGS=1
failed=()

# check NAME COMMAND...: goes on after a failure, so that one run tells all
check() {
    local name=$1
    shift
    echo "== $name"
    "$@" || failed+=("$name")
}

python=.venv/bin/python
packaged=
at_once=()
if [ $# -eq 0 ]; then
    at_once=(--numprocesses auto --maxprocesses 4 --dist worksteal)
    if $python -c 'import sys, torch; sys.exit(torch.version.cuda is not None)'; then
        # Beside all that follows, because compiling leaves a processor idle
        packaged_log=$(mktemp)
        packaging/check.sh >"$packaged_log" 2>&1 &
        packaged=$!
        trap 'kill "$packaged" 2>/dev/null && wait "$packaged"; rm -f "$packaged_log"' EXIT
        trap 'exit 130' INT  # pytest hears Ctrl-C and ends as after a failure; nothing else is to go on then
    else
        echo "== packaged program: left out, because torch with NVIDIA's libraries would make one of several gigabytes" >&2
    fi
fi
./setup.sh --dev
if [ $# -eq 0 ]; then
    check formatting $python -m ruff format --check .
    check lint $python -m ruff check .
    check types $python -m pyright --pythonpath $python
fi
check tests $python -m pytest --verbosity=0 "${at_once[@]}" "$@"
if [ -n "$packaged" ]; then
    check "packaged program" wait "$packaged"
    cat "$packaged_log"
fi

if [ ${#failed[@]} -gt 0 ]; then
    echo "failed: ${failed[*]}" >&2
    exit 1
fi
