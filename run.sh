#!/usr/bin/env bash
# Starts Buwei, after setting up what isn't there yet; arguments go to main.py.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"$root/setup.sh"
exec "$root/.venv/bin/python" "$root/main.py" "$@"
