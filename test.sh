#!/usr/bin/env bash
# Passes all checks, after setting up what isn't there yet: formatting, lint, types, tests. With arguments only the tests, as pytest
# understands them: ./test.sh tests/core -k clock
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
./setup.sh --dev || exit

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
if [ $# -eq 0 ]; then
    check formatting $python -m ruff format --check .
    check lint $python -m ruff check .
    check types $python -m pyright --pythonpath $python
fi
check tests $python -m pytest --verbosity=0 "$@"

if [ ${#failed[@]} -gt 0 ]; then
    echo "failed: ${failed[*]}" >&2
    exit 1
fi
